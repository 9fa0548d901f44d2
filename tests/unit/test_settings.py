"""Settings: typed, checked, and read from the environment."""

import os
from dataclasses import Field, FrozenInstanceError, fields
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest

from refbrowser import RefbrowserError, Settings
from refbrowser.errors import CallError
from refbrowser.setting_values import _required


def test_defaults_need_no_environment() -> None:
    settings = Settings.from_environment({})
    assert (settings.timeout_ms, settings.dialog_policy, settings.file_roots, settings.allow_file_urls) == (
        15_000,
        "must_respond",
        (),
        False,
    )


def test_every_setting_is_read_from_the_environment() -> None:
    environment = {
        "REFBROWSER_HOME": "/srv/browser",
        "REFBROWSER_EXECUTABLE_PATH": "/opt/chromium",
        "REFBROWSER_HEADLESS": "no",
        "REFBROWSER_SANDBOX": "0",
        "REFBROWSER_BROWSER_ARGS": os.pathsep.join(["--a", "--b=c"]),
        "REFBROWSER_VIEWPORT_WIDTH": "800",
        "REFBROWSER_TIMEOUT_MS": "2000",
        "REFBROWSER_FILE_ROOTS": os.pathsep.join(["/a", "/b"]),
        "REFBROWSER_DIALOG_POLICY": "auto_accept",
        "UNRELATED": "1",
    }
    settings = Settings.from_environment(environment)
    assert settings.home == Path("/srv/browser")
    assert (settings.executable_path, settings.headless, settings.sandbox) == ("/opt/chromium", False, False)
    assert settings.browser_args == ("--a", "--b=c")
    assert (settings.viewport_width, settings.timeout_ms) == (800, 2000)
    assert settings.file_roots == (Path("/a"), Path("/b"))
    assert settings.dialog_policy == "auto_accept"


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ('["--proxy-server=http://proxy:3128", "--b"]', ("--proxy-server=http://proxy:3128", "--b")),
        ("[]", ()),
        ("[a:b", ("[a", "b")),
    ],
)
def test_a_list_may_be_a_json_array(text: str, items: tuple[str, ...]) -> None:
    assert Settings.from_environment({"REFBROWSER_BROWSER_ARGS": text}).browser_args == items


def test_what_is_given_goes_before_the_environment() -> None:
    assert Settings.from_environment({"REFBROWSER_MAX_TABS": "5"}, max_tabs=7).max_tabs == 7


@pytest.mark.parametrize(
    ("text", "value"), [("1", True), ("TRUE", True), (" on ", True), ("yes", True), ("0", False), ("Off", False), ("no", False)]
)
def test_booleans_may_be_written_in_several_ways(text: str, value: bool) -> None:
    assert Settings.from_environment({"REFBROWSER_HEADLESS": text}).headless is value


@pytest.mark.parametrize(
    ("name", "value"),
    [("timeout_ms", 0), ("timeout_ms", -1), ("timeout_ms", True), ("timeout_ms", "soon"), ("timeout_ms", 1.5), ("timeout_ms", 10**9), ("timeout_ms", None),
     ("max_tabs", 0), ("viewport_width", 5), ("headless", "maybe"), ("headless", 1), ("headless", None), ("home", ""), ("home", 5), ("executable_path", 5),
     ("dialog_policy", "ask"), ("dialog_policy", None), ("file_roots", 5), ("browser_args", 5), ("max_tokens", 1), ("file_roots", [5])],
)  # fmt: skip
def test_a_wrong_value_is_refused_by_the_settings_name(name: str, value: Any) -> None:
    with pytest.raises(RefbrowserError) as refusal:
        Settings(**{name: value})
    assert refusal.value.code == "invalid_arguments"
    assert name in refusal.value.message
    assert refusal.value.details == {"setting": name}


def test_a_wrong_value_in_the_environment_is_refused_by_the_variables_name() -> None:
    with pytest.raises(RefbrowserError) as refusal:
        Settings.from_environment({"REFBROWSER_TIMEOUT_MS": "soon"})
    assert (
        refusal.value.message
        == "Setting timeout_ms is 'soon' in REFBROWSER_TIMEOUT_MS; it must be a whole number from 1 to 3600000."
    )
    assert refusal.value.details == {"setting": "timeout_ms", "variable": "REFBROWSER_TIMEOUT_MS"}


def test_a_wrong_variable_does_not_matter_where_the_program_gives_the_value() -> None:
    assert Settings.from_environment({"REFBROWSER_MAX_TABS": "many"}, max_tabs=7).max_tabs == 7


@pytest.mark.parametrize("setting", fields(Settings), ids=lambda setting: setting.name)
def test_the_default_of_every_setting_is_of_a_type_that_can_be_read(setting: "Field[Any]") -> None:
    default = getattr(Settings(), setting.name)
    assert getattr(Settings(**{setting.name: default}), setting.name) == default
    wrong: Any = object()
    with pytest.raises(RefbrowserError, match=setting.name):
        Settings(**{setting.name: wrong})


def test_paths_are_expanded_and_texts_may_be_paths() -> None:
    assert Settings(home="~/x").home == Path.home() / "x"  # type: ignore[arg-type]
    assert Settings(file_roots=["~/y"]).file_roots == (Path.home() / "y",)  # type: ignore[arg-type]
    assert Settings(executable_path=Path("/opt/chromium")).executable_path == "/opt/chromium"  # type: ignore[arg-type]


def test_settings_cannot_be_changed_afterwards() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().timeout_ms = 1  # type: ignore[misc]


def test_every_setting_says_what_it_is_for() -> None:
    assert [setting.name for setting in fields(Settings) if not str(setting.metadata["description"]).endswith(".")] == []


@pytest.mark.parametrize(("text", "below"), [("2.99999999999999999999999", 3), ("0.9", 1), ("3", 4)])
def test_autonomy_is_never_rounded_up(text: str, below: int) -> None:
    assert below - 1 <= Settings.from_environment({"REFBROWSER_AUTONOMY": text}).autonomy < below


@pytest.mark.parametrize("value", ["much", "nan", "inf", "-1", "10", True, None, "0x2"])
def test_autonomy_is_a_number_within_its_range(value: object) -> None:
    with pytest.raises(RefbrowserError) as wrong:
        Settings(autonomy=value)  # type: ignore[arg-type]
    assert wrong.value.details["setting"] == "autonomy"


def test_a_variable_that_is_spelt_almost_like_a_setting_is_an_error() -> None:
    for slip, meant in (("REFBROWSER_POLICI", "REFBROWSER_POLICY"), ("REFBROWSER_TIMEOUTS_MS", "REFBROWSER_TIMEOUT_MS")):
        with pytest.raises(CallError, match=f"{slip} is no setting; {meant} is") as wrong:
            Settings.from_environment({slip: "1"})
        assert wrong.value.details == {"variable": slip, "nearest": meant}
    Settings.from_environment({"REFBROWSER_PROFILE_KEY": "x", "REFBROWSER_SOMETHING_OF_OTHERS": "1", "POLICI": "1"})


def values_of(setting: Field[Any]) -> list[str]:
    """Texts of two or more different values of the setting, an equal one in other words last."""
    kind, _ = _required(setting.type)
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if kind is bool:
        return ["true", "false", "yes"]
    if kind in (int, float):
        least = setting.metadata["least"]
        return [str(least), str(least + 1), f"0{least}"]
    return ["/a/x.toml", "/b/x.toml", "/a/x.toml"]


@pytest.mark.parametrize("setting", fields(Settings), ids=lambda setting: str(setting.name))
def test_what_a_client_was_given_differs_from_what_a_server_runs_with_or_holds(setting: Field[Any]) -> None:
    """Given × running, for every setting: stricter, looser, equal, in other words, and what the server was not given."""
    variable = f"REFBROWSER_{setting.name.upper()}"
    texts = values_of(setting)
    cells = 0
    for running in (None, *texts):
        server = Settings.from_environment({} if running is None else {variable: running})
        for given in texts:
            holds = getattr(Settings.from_environment({variable: given}), setting.name) == getattr(server, setting.name)
            expected = {} if holds else {variable: (given, getattr(server, setting.name))}
            assert server.differing({variable: given}) == expected, (running, given)
            cells += 1
        assert server.differing({"PWD": "/a"}) == {}, "a client that was given nothing runs with what the server has"
    assert cells >= 6


@pytest.mark.parametrize("name", ["policy", "secrets", "flows", "file_roots", "tor_config"])
def test_a_relative_path_is_that_of_the_folder_it_was_given_in(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    variable, (one, other) = f"REFBROWSER_{name.upper()}", (tmp_path / "one", tmp_path / "other")
    one.mkdir()
    monkeypatch.chdir(one)
    server = Settings.from_environment({variable: "own.toml"})
    for text, folder, holds in (
        ("own.toml", one, True),
        (str(one / "own.toml"), other, True),
        ("../one/own.toml", other, True),
        ("own.toml", other, False),
        (str(other / "own.toml"), one, False),
    ):
        assert (server.differing({variable: text, "PWD": str(folder)}) == {}) is holds, (text, folder)
