"""Settings files: which are read, in which order, and what is refused with the name of the file."""

from pathlib import Path

import pytest

from refbrowser.errors import CallError
from refbrowser.settings import Settings, sources
from refbrowser.settings_files import PROJECT_MAY_NOT


class Places:
    """A user's folder and a project, with the files that a test writes there."""

    def __init__(self, root: Path) -> None:
        self.user = root / "config" / "refbrowser" / "refbrowser.toml"
        self.project = root / "project" / "refbrowser.toml"
        self.named = root / "named.toml"
        for path in (self.user, self.project):
            path.parent.mkdir(parents=True)


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    made = Places(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("REFBROWSER_SETTINGS", raising=False)
    below = made.project.parent / "a" / "b"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    return made


def test_later_files_replace_earlier_ones_and_variables_replace_all(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("max_tabs", "timeout_ms", "viewport_width", "viewport_height")
    for count, (path, value) in enumerate(((places.user, 200), (places.project, 300), (places.named, 400))):
        path.write_text("".join(f"{name} = {value}\n" for name in names[count:]), encoding="utf-8")
    monkeypatch.setenv("REFBROWSER_SETTINGS", str(places.named))
    monkeypatch.setenv("REFBROWSER_VIEWPORT_HEIGHT", "500")
    settings = Settings.from_environment()
    assert [getattr(settings, name) for name in names] == [200, 300, 400, 500]
    origins = sources()
    assert [origins[name] for name in names] == [
        str(places.user), str(places.project), str(places.named), "REFBROWSER_VIEWPORT_HEIGHT"
    ]  # fmt: skip
    # An environment that is given is the whole of it.
    assert Settings.from_environment({}).max_tabs == 32


def test_values_of_each_type_and_paths_from_the_folder_of_the_file(places: Places) -> None:
    places.user.write_text(
        'headless = false\nautonomy = 0.5\nbrowser_args = ["--a", "--b"]\nfile_roots = ["in", "/x"]\npolicy = "mine.toml"\n'
        'redact = ["a:b", "c"]\n',
        encoding="utf-8",
    )
    settings = Settings.from_environment()
    folder = places.user.parent
    assert (settings.headless, settings.autonomy, settings.browser_args) == (False, 0.5, ("--a", "--b"))
    assert (settings.file_roots, settings.policy) == ((folder / "in", Path("/x")), str(folder / "mine.toml"))
    assert settings.redact == ("a:b", "c")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("viewport_widht = 900", "viewport_widht in .*refbrowser.toml is no setting; did you mean viewport_width"),
        ("Timeout_ms = 900", "did you mean timeout_ms"),
        ("qqqqqq = 1", "qqqqqq in .*refbrowser.toml is no setting\\."),
        ("timeout_ms = 'soon'", "Setting timeout_ms is 'soon' in .*refbrowser.toml"),
        ("[network]\nmode = 'open'", "network in .*refbrowser.toml is dict"),
        ("timeout_ms = ", "is no TOML"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(places: Places, text: str, says: str) -> None:
    places.user.write_text(text, encoding="utf-8")
    with pytest.raises(CallError, match=says):
        Settings.from_environment()


def test_a_named_file_that_is_not_there_is_an_error(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFBROWSER_SETTINGS", str(places.named))
    with pytest.raises(CallError, match="cannot be read"):
        Settings.from_environment()


@pytest.mark.parametrize("name", sorted(PROJECT_MAY_NOT))
def test_a_projects_file_opens_nothing(places: Places, name: str) -> None:
    places.project.write_text(f'{name} = "1"\n', encoding="utf-8")
    with pytest.raises(CallError, match="is not for a project's file"):
        Settings.from_environment()


@pytest.mark.parametrize(
    ("users", "projects", "holds"),
    [
        ('policy = "guarded"', 'policy = "read_only"', True),
        ('policy = "guarded"', 'policy = "open"', False),
        ('policy = "/rules.toml"', 'policy = "read_only"', False),
        ('policy = "open"', 'policy = "rules.toml"', True),
        ('network = "public"', 'network = "offline"', True),
        ('network = "offline"', 'network = "public"', False),
        ("", 'network = "public"', True),
    ],
)
def test_a_projects_file_makes_policy_and_network_stricter_only(places: Places, users: str, projects: str, holds: bool) -> None:
    places.user.write_text(users, encoding="utf-8")
    places.project.write_text(projects, encoding="utf-8")
    if holds:
        Settings.from_environment()
    else:
        with pytest.raises(CallError, match="stricter only"):
            Settings.from_environment()


def test_what_is_shown_has_no_credentials() -> None:
    settings = Settings(
        upstream="http://ada:hunter2@proxy.test:1", connect_headers=("X-Key: hunter2",), connect="http://u:hunter2@h:1"
    )
    assert "hunter2" not in str(settings.shown())
    assert settings.shown()["timeout_ms"] == 15_000
