"""A chat whose actions are methods, with types for arguments and answers: ``typed.pyi``, generated from the catalog.

chat = TypedChat(browser.chat("c1"))
await chat.open(url="https://example.com")
pressed = await chat.click(ref=6)
print(pressed.action, pressed.state)
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from refbrowser.actions.catalog import BY_NAME
from refbrowser.errors import RefbrowserError
from refbrowser.service.chats.chat import Chat
from refbrowser.surface.result_kinds import ResultKind, result_kind

__all__ = ["Acted", "CallFailed", "Opened", "TabList", "TabState", "TypedChat"]


class CallFailed(RefbrowserError):
    """A call failed. It has the code, message and details of the failure, and the whole ``envelope``."""

    def __init__(self, envelope: Mapping[str, Any]) -> None:
        super().__init__(envelope["error"], code=envelope["code"], details=envelope.get("details"))
        self.envelope = dict(envelope)


@dataclass(frozen=True, slots=True)
class TabState:
    """A tab as it was observed; ``raw`` has every field."""

    browser_id: int
    url: str
    title: str
    active: bool
    loading: bool
    http_status: int | None
    raw: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Acted:
    """The receipt of an action, and its tab."""

    action: Mapping[str, Any]
    state: TabState | None
    content: str | None
    raw: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Opened:
    """A new tab; ``content`` is its page with ``observe="content"``."""

    browser_id: int
    state: TabState | None
    content: str | None
    raw: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TabList:
    """All tabs of the chat; ``active`` is the number of the active one."""

    tabs: Sequence[TabState]
    active: int | None
    raw: Mapping[str, Any]


class TypedChat:
    """``chat`` with a method for each action. A method returns the result, and raises :class:`CallFailed`."""

    def __init__(self, chat: Chat) -> None:
        self.chat = chat

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        if name not in BY_NAME:
            raise AttributeError(f"there is no action {name!r}")
        read = _READERS[result_kind(BY_NAME[name])]

        async def perform(**arguments: object) -> Any:
            envelope = await self.chat.call({"action": name, **arguments})
            if not envelope["ok"]:
                raise CallFailed(envelope)
            return read(envelope["result"])

        return perform


def _state(raw: Mapping[str, Any]) -> TabState:
    names = ("browser_id", "url", "title", "active", "loading", "http_status")
    return TabState(*(raw.get(name) for name in names), raw)  # type: ignore[arg-type]


def _acted(raw: Mapping[str, Any]) -> Acted:
    return Acted(raw.get("action", {}), _state_in(raw), raw.get("content") or raw.get("action", {}).get("content"), raw)


def _opened(raw: Mapping[str, Any]) -> Opened:
    return Opened(raw["browser_id"], _state_in(raw), raw.get("content"), raw)


def _tab_list(raw: Mapping[str, Any]) -> TabList:
    return TabList(tuple(map(_state, raw["browsers"])), raw["last_interacted_browser_id"], raw)


def _state_in(raw: Mapping[str, Any]) -> TabState | None:
    state = raw.get("state")
    return _state(state) if isinstance(state, Mapping) else None


def _itself(raw: Any) -> Any:
    return raw


_READERS: Final[Mapping[ResultKind, Callable[[Any], Any]]] = {
    "TabState": _state, "Acted": _acted, "Opened": _opened, "TabList": _tab_list, "Page": _itself, "Other": _itself,
}  # fmt: skip
