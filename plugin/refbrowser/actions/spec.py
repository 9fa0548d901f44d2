"""What an action is: a spec value that a decorator defines and the catalog lists."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from pydantic import BaseModel

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.handoff import Ask
from refbrowser.browser.tab.tab import Tab
from refbrowser.egress.boundary import Boundary
from refbrowser.settings import Settings

Effect = Literal["read", "input", "navigate", "session"]
"""What an action does to the world: nothing; input to a page; loads a document; changes the chat's tabs."""

Group = Literal[
    "tabs",
    "navigation",
    "reading",
    "inspection",
    "pointer",
    "keyboard",
    "forms",
    "capture",
    "scripting",
    "dialogs",
    "batch",
    "session",
]


@dataclass(frozen=True, slots=True)
class ActionContext:
    """What a handler may use: the settings, the call's deadline, the chat's session and, for actions on a tab, the tab.
    ``boundary`` is the chat's network boundary, started. ``ask`` asks the person at the caller's end, where the caller can.

    A chat has no session before its first ``open``; only actions on the whole chat can meet that (``has_session``).
    """

    settings: Settings
    deadline: Deadline
    boundary: Callable[[], Awaitable[Boundary]]
    _session: BrowserSession | None
    _tab: Tab | None = None
    ask: Ask | None = None

    @property
    def has_session(self) -> bool:
        return self._session is not None

    @property
    def session(self) -> BrowserSession:
        assert self._session is not None
        return self._session

    def on(self, tab: Tab) -> Self:
        """The same call, about ``tab``."""
        return replace(self, _tab=tab)

    def until(self, deadline: Deadline) -> Self:
        """The same call, with an earlier deadline."""
        return replace(self, deadline=deadline)

    @property
    def tab(self) -> Tab:
        assert self._tab is not None
        return self._tab


Handler = Callable[[ActionContext, Any], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Action:
    """One action.

    ``needs_turn``: it waits for its tab's earlier calls and is refused while a dialog holds the page; control actions do neither,
    so that they answer also when a page hangs. ``mends_crash``: it also runs on a tab whose page crashed, and brings it back.
    ``starts_browser``: a chat that has no browser, or no tab to act on, gets one. ``handler`` is None for ``multi`` alone.
    """

    name: str
    group: Group
    effect: Effect
    summary: str
    arguments: type[BaseModel]
    handler: Handler | None
    scope: Literal["tab", "chat"]
    needs_turn: bool
    batchable: bool
    mends_crash: bool = False
    starts_browser: bool = False


def action(
    name: str,
    *,
    group: Group,
    effect: Effect,
    arguments: type[BaseModel],
    scope: Literal["tab", "chat"] = "tab",
    needs_turn: bool = True,
    batchable: bool = True,
    mends_crash: bool = False,
    starts_browser: bool = False,
) -> Callable[[Handler], Action]:
    """Makes an :class:`Action` of the handler below it; the first paragraph of its docstring is the summary that models read."""

    def define(handler: Handler) -> Action:
        summary = " ".join((handler.__doc__ or "").split("\n\n")[0].split())
        turn = needs_turn and scope == "tab"
        return Action(name, group, effect, summary, arguments, handler, scope, turn, batchable, mends_crash, starts_browser)

    return define
