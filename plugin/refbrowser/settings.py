"""What can be set, with its default. Each setting ``name`` is also read from the environment as ``REFBROWSER_NAME``.

A plain dataclass with one reader for each type in use, because this module is imported before the browser's driver is started:
pydantic would delay that by 100 ms.
"""

import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, Self, get_args, get_origin

from refbrowser.errors import CallError

NetworkMode = Literal["open", "public", "allowlist", "offline", "tor"]
DialogPolicy = Literal["must_respond", "auto_dismiss", "auto_accept"]
WhilePersonActs = Literal["wait", "refuse"]
VisualDiff = Literal["off", "acting"]
_BOOLEANS: Final = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}


def _default_home() -> Path:
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "refbrowser"


def _setting(default: Any, says: str, *, least: int | None = None, most: int | None = None, separator: str = os.pathsep) -> Any:
    metadata = {"says": says, "least": least, "most": most, "separator": separator}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Immutable settings of one :class:`refbrowser.Browser`. Times are milliseconds, sizes CSS pixels.

    Raises :class:`CallError` (``invalid_arguments``), naming the setting, when a value is of the wrong type or out of range.
    """

    home: Path = _setting(_default_home, "Folder for screenshots, downloads and profiles.")
    executable_path: str | None = _setting(None, "The Chromium to run; unset, one is looked for.")
    headless: bool = _setting(True, "False shows the browser's window.")
    headless_shell: bool = _setting(True, "Prefer chromium-headless-shell: it starts in a third of the time in half the memory.")
    sandbox: bool | None = _setting(None, "Chromium's sandbox; unset: on, except for root, for whom it cannot be.")
    browser_args: tuple[str, ...] = _setting(
        (), "Further command-line switches for Chromium; `--disable-features` adds to what is switched off."
    )
    viewport_width: int = _setting(1280, "Width of a new tab's viewport.", least=100, most=10_000)
    viewport_height: int = _setting(720, "Height of a new tab's viewport.", least=100, most=10_000)
    locale: str | None = _setting(None, "Language of the pages, for example en-US; unset is Chromium's own.")
    timezone: str | None = _setting(None, "For example Europe/Berlin; unset is the machine's.")
    timeout_ms: int = _setting(15_000, "Deadline of a call that names none.", least=1, most=3_600_000)
    max_tabs: int = _setting(32, "Tabs that one chat may have open.", least=1, most=1000)
    max_tokens: int = _setting(10_000, "Budget of one content answer, in tokens.", least=50, most=1_000_000)
    allow_file_urls: bool = _setting(False, "Whether file: pages may be opened.")
    file_roots: tuple[Path, ...] = _setting((), "Folders, besides the chat's own, that files may be written to and read from.")
    dialog_policy: DialogPolicy = _setting("must_respond", "Who answers dialogs: must_respond, auto_dismiss or auto_accept.")
    dialog_watchdog_ms: int = _setting(300_000, "An unanswered dialog is dismissed after this time.", least=1, most=86_400_000)

    network: NetworkMode = _setting(
        "open",
        "Where chats may connect: open, public (no loopback, private addresses), allowlist (allow_hosts alone), offline, tor.",
    )
    allow_hosts: tuple[str, ...] = _setting(
        (), "Hosts for allowlist: example.com, *.example.com, host:443, 10.0.0.0/8; addresses also lift public.", separator=","
    )
    deny_hosts: tuple[str, ...] = _setting((), "Hosts that may not be reached, written in the same way; they win.", separator=",")
    upstream: str | None = _setting(None, "A proxy behind ours: http, https or socks5://user:password@host:port.")
    profile: str | None = _setting(
        None, "Profile that keeps cookies, storage and tabs, encrypted, between runs; one chat at a time has it open; unset: none."
    )
    connect: str | None = _setting(
        None,
        "A running browser to use: its DevTools address (http or ws), playwright+ws:// and a Playwright server, or auto: the "
        "person's own Chrome, Chromium or Edge, in a window and with cookies of its own; unset: ours.",
    )
    connect_headers: tuple[str, ...] = _setting((), "HTTP headers for that, each as Name: value.")
    dialog_bridge: bool = _setting(False, "For remote browsers that dismiss dialogs by themselves: hold them in the page instead.")
    clipboard_bridge: bool = _setting(
        False, "Whether pages' own Copy and Paste buttons use the chat's clipboard; a page can see that its API is replaced."
    )
    restore_tabs: bool = _setting(
        True, "Whether tabs come back, with cookies, storage and history, after the browser ended or was idle."
    )
    checkpoint_ms: int = _setting(2_000, "How soon after a call all that is noted.", least=1, most=3_600_000)
    idle_ms: int | None = _setting(
        3_600_000, "A chat without a call for so long gives its tabs back until the next; unset: never.", least=1, most=2**31
    )
    mask_secrets: bool = _setting(True, "Whether cookies, authorization and keys are masked in what network shows.")
    visual_diff: VisualDiff = _setting(
        "off",
        "With acting, pictures before and after each action on a page are compared, and its receipt says what changed in them.",
    )
    cdp_methods: tuple[str, ...] = _setting(("*",), "Raw protocol methods that cdp may send, as patterns; none: no cdp.")
    page_tools: bool = _setting(True, "Whether pages may offer tools of their own (WebMCP, an experimental feature of Chromium).")
    model_url: str | None = _setting(None, "Endpoint for delegated goals, as OpenAI's: https://host/v1.")
    model_name: str | None = _setting(None, "The model that delegated goals are given to.")
    model_key_variable: str = _setting("OPENAI_API_KEY", "Environment variable with the endpoint's key.")
    while_person_acts: WhilePersonActs = _setting(
        "wait", "What a call does on a tab that a person has taken over: wait for it, or refuse at once."
    )
    person_idle_ms: int = _setting(
        300_000, "A tab taken over goes back to the agent after this time without input.", least=100, most=86_400_000
    )

    def __post_init__(self) -> None:
        for setting in fields(self):
            object.__setattr__(self, setting.name, _read(setting, getattr(self, setting.name)))

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None, **overrides: Any) -> Self:
        """Settings from ``REFBROWSER_*`` variables (lists are separated like PATH, lists of hosts by commas), then ``overrides``.

        Raises :class:`CallError` (``invalid_arguments``), naming the setting and its variable, when a value is wrong.
        """
        environment = os.environ if environment is None else environment
        values = dict(overrides)
        for setting in fields(cls):
            variable = f"REFBROWSER_{setting.name.upper()}"
            if variable in environment and setting.name not in overrides:
                values[setting.name] = _read(setting, environment[variable], variable)
        return cls(**values)


class _Unreadable(Exception):
    """The value is not one of the setting's; the message is what the setting takes."""


def _read(setting: "Field[Any]", value: Any, variable: str | None = None) -> Any:
    """``value``, of the setting's type or the text of an environment ``variable``, as the setting's type."""
    kind, optional = _required(setting.type)
    if value is None and optional:
        return None
    try:
        if get_origin(kind) is Literal:
            return _choice(value, get_args(kind))
        return _READERS[kind](value, setting.metadata)
    except _Unreadable as wanted:
        source = f" in {variable}" if variable else ""
        raise CallError(
            f"Setting {setting.name} is {value!r}{source}; it takes {wanted}.",
            details={"setting": setting.name, **({"variable": variable} if variable else {})},
        ) from None


def _required(kind: Any) -> tuple[Any, bool]:
    """The type without None, and whether None was part of it."""
    if get_origin(kind) is not UnionType:
        return kind, False
    (required,) = (member for member in get_args(kind) if member is not NoneType)
    return required, True


def _choice(value: Any, choices: tuple[str, ...]) -> Any:
    if value in choices:
        return value
    raise _Unreadable("one of " + ", ".join(choices))


def _boolean(value: Any, _: Mapping[str, Any]) -> bool:
    answer = _BOOLEANS.get(value.strip().lower()) if isinstance(value, str) else value
    if isinstance(answer, bool):
        return answer
    raise _Unreadable("true or false")


def _integer(value: Any, limits: Mapping[str, Any]) -> int:
    least, most = limits["least"], limits["most"]
    try:
        number = int(value) if isinstance(value, str) else value
    except ValueError:
        number = None
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise _Unreadable(f"a whole number from {least} to {most}")
    return number


def _text(value: Any, _: Mapping[str, Any]) -> str:
    if isinstance(value, str | Path):
        return str(value)
    raise _Unreadable("text")


def _path(value: Any, _: Mapping[str, Any]) -> Path:
    if isinstance(value, str | Path) and str(value):
        return Path(value).expanduser()
    raise _Unreadable("a path")


def _texts(value: Any, limits: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(item) for item in _items(value, "a list", limits["separator"]))


def _paths(value: Any, limits: Mapping[str, Any]) -> tuple[Path, ...]:
    wanted = "a list of paths"
    items = _items(value, wanted)
    try:
        return tuple(_path(item, limits) for item in items)
    except _Unreadable:
        raise _Unreadable(wanted) from None


def _items(value: Any, wanted: str, separator: str = os.pathsep) -> list[Any]:
    items = _split(value, separator) if isinstance(value, str) else value
    if isinstance(items, list | tuple):
        return [item for item in items if item]
    raise _Unreadable(wanted)


def _split(value: str, separator: str) -> Any:
    """A JSON array, for items that hold the separator themselves, such as a proxy's address; else split at the separator."""
    if value.lstrip().startswith("["):
        with suppress(ValueError):
            return json.loads(value)
    return [item.strip() for item in value.split(separator)]


_READERS: Final[Mapping[Any, Callable[[Any, Mapping[str, Any]], Any]]] = {
    bool: _boolean,
    int: _integer,
    str: _text,
    Path: _path,
    tuple[str, ...]: _texts,
    tuple[Path, ...]: _paths,
}
"""By type: takes the value and the setting's metadata, which has its limits. Each raises :class:`_Unreadable`."""
