"""Settings with their defaults. Each is also read from the environment: ``timeout_ms`` from ``REFBROWSER_TIMEOUT_MS``.

A plain dataclass with one reader per type: this module loads before the driver starts, and pydantic would delay that by 100 ms.
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Literal, Self

from refbrowser import settings_files
from refbrowser.errors import CallError
from refbrowser.setting_values import read
from refbrowser.settings_files import PREFIX, Given

NetworkMode = Literal["open", "public", "allowlist", "offline", "tor"]
DialogPolicy = Literal["must_respond", "auto_dismiss", "auto_accept"]
WhilePersonActs = Literal["wait", "refuse"]
WhilePaused = Literal["wait", "refuse"]
VisualDiff = Literal["off", "acting"]
SecretPictures = Literal["masked", "withheld"]
Journal = Literal["off", "calls", "pictures"]
ProfileKind = Literal["state", "full"]


def _default_home() -> Path:
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "refbrowser"


def _setting(
    default: object, description: str, *, least: int | None = None, most: int | None = None, separator: str = os.pathsep
) -> Any:
    metadata = {"description": description, "least": least, "most": most, "separator": separator}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Immutable settings of one :class:`refbrowser.Browser`. Times are milliseconds, sizes CSS pixels.

    Raises :class:`CallError` (``invalid_arguments``) that names the setting when a value has the wrong type or is out of range.
    """

    home: Path = _setting(_default_home, "Folder for screenshots, downloads and profiles.")
    executable_path: str | None = _setting(None, "Path of the Chromium to run; unset: the first one found.")
    headless: bool = _setting(True, "Run Chromium without a window.")
    headless_shell: bool = _setting(
        True, "Prefer chromium-headless-shell, which starts in a third of the time and takes half the memory."
    )
    sandbox: bool | None = _setting(None, "Run Chromium in its sandbox; unset: yes, except as root, where Chromium has none.")
    browser_args: tuple[str, ...] = _setting(
        (), "Additional command-line switches for Chromium; a `--disable-features` is merged with refbrowser's own."
    )
    viewport_width: int = _setting(1280, "Width of a new tab's viewport.", least=100, most=10_000)
    viewport_height: int = _setting(720, "Height of a new tab's viewport.", least=100, most=10_000)
    locale: str | None = _setting(None, "Language that pages see, for example en-US; unset: Chromium's.")
    timezone: str | None = _setting(None, "Time zone that pages see, for example Europe/Berlin; unset: the machine's.")
    timeout_ms: int = _setting(15_000, "Deadline of a call without `timeout_ms`.", least=1, most=3_600_000)
    max_tabs: int = _setting(32, "Limit of open tabs per chat.", least=1, most=1000)
    max_chats: int | None = _setting(None, "Limit of chats with a browser at the same time; unset: no limit.", least=1, most=10_000)
    calls_per_minute: int | None = _setting(None, "Limit of calls per minute in one chat; unset: no limit.", least=1, most=100_000)
    total_calls_per_minute: int | None = _setting(
        None, "Limit of calls per minute in all chats together; unset: no limit.", least=1, most=1_000_000
    )
    max_downloads: int | None = _setting(None, "Limit of downloads per chat; unset: no limit.", least=0, most=1_000_000)
    max_download_bytes: int | None = _setting(None, "Limit of bytes downloaded per chat; unset: no limit.", least=0, most=2**50)
    total_downloads: int | None = _setting(
        None, "Limit of downloads in all chats together; unset: no limit.", least=0, most=1_000_000
    )
    total_download_bytes: int | None = _setting(
        None, "Limit of bytes downloaded in all chats together; unset: no limit.", least=0, most=2**50
    )
    max_tokens: int = _setting(10_000, "Limit of tokens per answer of content.", least=50, most=1_000_000)
    allow_file_urls: bool = _setting(False, "Allow pages with file: addresses.")
    file_roots: tuple[Path, ...] = _setting((), "Folders that calls may read and write, in addition to the chat's own.")
    dialog_policy: DialogPolicy = _setting(
        "must_respond", "How dialogs are answered: must_respond (by the agent), auto_dismiss or auto_accept."
    )
    dialog_watchdog_ms: int = _setting(
        300_000, "Time after which a dialog without an answer is dismissed.", least=1, most=86_400_000
    )

    network: NetworkMode = _setting(
        "open",
        "Where chats may connect: open, public (no loopback, private addresses), allowlist (allow_hosts alone), offline, tor.",
    )
    allow_hosts: tuple[str, ...] = _setting(
        (), "Hosts for allowlist: example.com, *.example.com, host:443, 10.0.0.0/8; addresses also lift public.", separator=","
    )
    deny_hosts: tuple[str, ...] = _setting(
        (), "Hosts that are refused, in the same form; they override allow_hosts.", separator=","
    )
    upstream: str | None = _setting(None, "Upstream proxy: http, https or socks5://user:password@host:port.")
    tor_config: str | None = _setting(
        None, "A torrc file to include in the configuration of the tor that refbrowser starts, for example with bridges."
    )
    profile: str | None = _setting(
        None, "Profile that keeps cookies, storage and tabs, encrypted, between runs; one chat at a time has it open; unset: none."
    )
    profile_kind: ProfileKind = _setting(
        "state",
        "What a profile is: state (cookies, storage and tabs, encrypted) or full (a Chromium of its own with its user data folder: "
        "also caches, service workers; that folder is not encrypted).",
    )
    connect: str | None = _setting(
        None,
        "Address of a running browser: its DevTools address (http or ws), playwright+ws:// for a Playwright server, or auto for "
        "the person's running Chrome, Chromium or Edge, with a separate window and cookies; unset: refbrowser starts Chromium.",
    )
    connect_headers: tuple[str, ...] = _setting((), "HTTP headers sent to the address in connect, each as Name: value.")
    dialog_bridge: bool = _setting(False, "Hold dialogs in the page, for remote browsers that dismiss them automatically.")
    clipboard_bridge: bool = _setting(
        False, "Connect the clipboard API of pages to the chat's clipboard; pages can detect the replaced API."
    )
    restore_tabs: bool = _setting(
        True, "Restore tabs with cookies, storage and history after the browser ended or the chat was idle."
    )
    checkpoint_ms: int = _setting(2_000, "Delay between a call and saving the chat's state.", least=1, most=3_600_000)
    idle_ms: int | None = _setting(
        3_600_000, "Time without calls after which a chat's tabs are closed until its next call; unset: never.", least=1, most=2**31
    )
    cluster: str | None = _setting(
        None,
        "Run chats on the hosts of a Ray cluster: local (processes of this machine), auto (the cluster that this machine is in), "
        "ray://host:port, or the address of its head; unset: in this process.",
    )
    cluster_name: str = _setting("default", "Name of this cluster of hosts among those of one Ray cluster.")
    cluster_store: str | None = _setting(
        None, "Address where all hosts reach the cluster's checkpoints: a shared folder, or s3://bucket/prefix; unset: in home."
    )
    cluster_hosts: int | None = _setting(
        None,
        "Hosts that run while a front is there; unset: as many as this machine has cores with local, else 1.",
        least=1,
        most=10_000,
    )
    cluster_most_hosts: int | None = _setting(None, "Limit of hosts; unset: cluster_hosts.", least=1, most=10_000)
    cluster_host_chats: int | None = _setting(
        None, "Limit of chats on one host; unset: as its memory and CPU allow.", least=1, most=10_000
    )
    cluster_tenant_chats: int | None = _setting(
        None, "Limit of chats awake at once for each token of the server; unset: no limit.", least=1, most=1_000_000
    )
    cluster_lease_ms: int = _setting(
        6_000, "Time after which a host that does not answer loses its chats to others.", least=1_000, most=600_000
    )
    mask_secrets: bool = _setting(True, "Mask cookies, authorization headers and keys in the answers of network.")
    policy: str = _setting("open", "What calls may do: open, guarded, read_only, or a TOML file of rules.")
    autonomy: float = _setting(
        0.0,
        "Calls up to this approval level are allowed without asking; a fraction is rounded down.",
        least=0,
        most=9,
    )
    secrets: Path | None = _setting(None, "TOML file that lists secrets by name, with the origins that may receive them.")
    flows: Path | None = _setting(None, "Folder of the flows that the action flow runs and saves; unset: flows in home.")
    secret_pictures: SecretPictures = _setting(
        "masked", "Pictures of documents whose origin was given a secret: masked where one shows, or withheld as a whole."
    )
    approval_ms: int = _setting(300_000, "How long a call waits for a person to allow it.", least=1, most=86_400_000)
    visual_diff: VisualDiff = _setting(
        "off", "acting: compare screenshots before and after each acting action, and report the difference in its receipt."
    )
    journal: Journal = _setting("calls", "What to record of each chat: off, calls, or pictures too; read by `refbrowser journal`.")
    journal_keep_bytes: int = _setting(
        200_000_000, "Size of all journals beyond which the oldest sessions are deleted.", least=10_000, most=2**50
    )
    journal_keep_days: int = _setting(30, "Days after which a session is deleted.", least=0, most=36_500)
    redact: tuple[str, ...] = _setting(
        (),
        "RE2 patterns of text that journals and logs mask, in addition to card numbers and tokens; one per line, or a JSON array.",
        separator="\n",
    )
    cdp_methods: tuple[str, ...] = _setting(("*",), "CDP methods that cdp may send, as patterns; empty: none.")
    page_tools: bool = _setting(True, "Let pages offer tools (WebMCP, an experimental feature of Chromium).")
    model_url: str | None = _setting(
        None, "Endpoint of the model for delegated goals, compatible with OpenAI's API: https://host/v1."
    )
    model_name: str | None = _setting(None, "Name of the model for delegated goals.")
    model_key_variable: str = _setting("OPENAI_API_KEY", "Environment variable that holds the endpoint's key.")
    while_person_acts: WhilePersonActs = _setting(
        "wait", "What a call does on a tab that a person has taken over: wait, or refuse at once."
    )
    while_paused: WhilePaused = _setting("wait", "What a call does while a person has paused its chat: wait, or refuse at once.")
    pause_ms: int = _setting(300_000, "How long a call waits while a person has paused its chat.", least=1, most=86_400_000)
    person_idle_ms: int = _setting(
        300_000, "Time without input after which a tab that a person took over returns to the agent.", least=100, most=86_400_000
    )

    def __post_init__(self) -> None:
        for setting in fields(self):
            object.__setattr__(self, setting.name, read(setting, getattr(self, setting.name)))

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None, **overrides: Any) -> Self:
        """Read settings from ``REFBROWSER_*`` variables (lists separated as in PATH, hosts by commas); ``overrides`` win.

        Without ``environment`` it is this process's own, and the files named ``refbrowser.toml`` are read too: that of the user,
        then the project's, then the one that is named explicitly. A later one replaces an earlier one, and a variable all.

        Raises :class:`CallError` (``invalid_arguments``) that names the setting and its source when a value is wrong, and the
        nearest setting where a name is spelt almost like one.
        """
        in_files = _in_files() if environment is None else {}
        environment = os.environ if environment is None else environment
        if (slip := _misspelt(environment)) is not None:
            raise CallError(f"{slip[0]} is no setting; {slip[1]} is.", details={"variable": slip[0], "nearest": slip[1]})
        values = dict(overrides)
        for setting in fields(cls):
            variable = f"{PREFIX}{setting.name.upper()}"
            if setting.name in overrides:
                continue
            if variable in environment:
                values[setting.name] = read(setting, environment[variable], variable)
            elif (given := in_files.get(setting.name)) is not None:
                values[setting.name] = read(setting, given.text, given.path)
        return cls(**values)

    def shown(self) -> dict[str, Any]:
        """Return all values as JSON has them, without credentials."""
        # Compiles its patterns, which a program that shows no settings does without.
        from refbrowser.redact import MASK, redacted

        def plain(name: str, value: object) -> Any:
            if isinstance(value, tuple):
                return [plain(name, item) for item in value]
            if value is None or isinstance(value, bool | int | float):
                return value
            return MASK if name in PRIVATE else redacted(str(value))

        return {setting.name: plain(setting.name, getattr(self, setting.name)) for setting in fields(self)}

    def differing(self, given: Mapping[str, str]) -> dict[str, tuple[str, Any]]:
        """Return the variables in ``given`` whose setting has another value here, with the given text and the value. Relative paths
        start from the folder ``PWD`` in ``given``.

        Raises :class:`CallError` as :meth:`from_environment`.
        """
        if (slip := _misspelt(given)) is not None:
            raise CallError(f"{slip[0]} is no setting; {slip[1]} is.", details={"variable": slip[0], "nearest": slip[1]})
        settings = {f"{PREFIX}{setting.name.upper()}": setting for setting in fields(self)}
        wanted = {name: read(settings[name], text, name) for name, text in given.items() if name in settings}
        running = {name: getattr(self, settings[name].name) for name in wanted}
        there, here = given.get("PWD", ""), os.curdir
        return {
            name: (given[name], running[name])
            for name, value in wanted.items()
            if _placed(value, there) != _placed(running[name], here)
        }


PRIVATE: Final = frozenset({"connect_headers", "upstream"})
"""Settings that may hold credentials."""

_NEAR: Final = 0.8
"""How alike a variable has to be to the variable of a setting to be taken for a slip."""

_OTHERS: Final = frozenset({"CHAT", "PROFILE_KEY", "SETTINGS"})
"""Variables that are no settings."""


def sources(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return where each setting that was given has its value from: the path of a file, or the name of a variable.

    Raises :class:`CallError` as :meth:`Settings.from_environment`.
    """
    environment = os.environ if environment is None else environment
    variables = {setting.name: f"{PREFIX}{setting.name.upper()}" for setting in fields(Settings)}
    found = {name: given.path for name, given in _in_files(environment).items()}
    return found | {name: variable for name, variable in variables.items() if variable in environment}


def _in_files(environment: Mapping[str, str] = os.environ) -> dict[str, Given]:
    """Return the settings of files. Raises :class:`CallError` for a file that cannot be used, and for a name that is no setting."""
    try:
        found = settings_files.given(environment)
    except settings_files.Unusable as failure:
        raise CallError(str(failure)) from None
    names = [setting.name for setting in fields(Settings)]
    for name, given in found.items():
        if name not in names:
            from difflib import get_close_matches

            near = get_close_matches(name.lower(), names, n=1, cutoff=0.6)
            raise CallError(
                f"{name} in {given.path} is no setting" + (f"; did you mean {near[0]}?" if near else "."),
                details={"setting": name, "file": given.path, "nearest": near},
            )
    return found


def _placed(value: Any, folder: str) -> Any:
    """Return the path, paths, or file of rules as absolute, relative ones from ``folder``; other values as they are."""
    if isinstance(value, tuple):
        return tuple(_placed(item, folder) for item in value)
    if isinstance(value, Path) or (isinstance(value, str) and value.endswith(".toml")):
        return os.path.abspath(os.path.join(folder, value))
    return value


def _misspelt(names: Iterable[str]) -> tuple[str, str] | None:
    """Return the first variable that is spelt almost like that of a setting, and the one that is meant."""
    variables = {setting.name.upper() for setting in fields(Settings)} | _OTHERS
    for name in names:
        if name.startswith(PREFIX) and (word := name.removeprefix(PREFIX)) not in variables:
            from difflib import get_close_matches

            if near := get_close_matches(word, variables, n=1, cutoff=_NEAR):
                return name, f"{PREFIX}{near[0]}"
    return None
