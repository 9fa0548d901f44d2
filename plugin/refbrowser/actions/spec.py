"""The spec of an action: a decorator defines it, and the catalog lists it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, Self

from pydantic import BaseModel

from refbrowser.actions.conduct import UNDECLARED, Conduct
from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.gate import Gate
from refbrowser.browser.tab.handoff import Ask
from refbrowser.browser.tab.tab import Tab
from refbrowser.egress.boundary import Boundary
from refbrowser.masking import Masker
from refbrowser.settings import Settings

Effect = Literal["read", "input", "navigate", "session"]
"""What an action does: nothing but reading, input to a page, loading a document, or changing the chat's tabs and state."""

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


class Secrets(Protocol):
    """Secrets by name."""

    def names(self) -> list[dict[str, Any]]:
        """``[{name, kind, origins}]``. Raises ``secret_unknown``, ``invalid_arguments`` for a list that cannot be read."""
        ...

    async def value(self, name: str) -> tuple[Sequence[str], str]:
        """The origins whose documents may have it, and the value, which is masked from now on. Raises ``secret_unknown``."""
        ...


@dataclass(frozen=True, slots=True)
class ActionContext:
    """What a handler may use: settings, the call's deadline, the chat's session and, for an action on a tab, the tab.

    ``boundary`` is the chat's started network boundary; ``masker`` knows the secrets that nothing may show.

    ``flows`` carries out a call of ``flow``, whose steps are calls of the same chat and caller.

    ``ask`` puts a question to the user of the caller's host; None where the host cannot. A chat has no session before its first
    ``open``; only actions with scope ``chat`` can run then and check ``has_session``.
    """

    settings: Settings
    deadline: Deadline
    boundary: Callable[[], Awaitable[Boundary]]
    masker: Masker
    _session: BrowserSession | None
    _act: Act | None = None
    ask: Ask | None = None
    secrets: Secrets | None = None
    flows: Callable[[Any], Awaitable[dict[str, Any]]] | None = None

    @property
    def has_session(self) -> bool:
        return self._session is not None

    @property
    def session(self) -> BrowserSession:
        assert self._session is not None
        return self._session

    def on(self, tab: Tab) -> Self:
        """Return the same call on another tab."""
        act = Act(tab, self.session.refs, self.deadline) if self._act is None else replace(self._act, tab=tab)
        return replace(self, _act=act)

    def until(self, deadline: Deadline) -> Self:
        """Return a copy of this context with ``deadline``."""
        return replace(self, deadline=deadline, _act=None if self._act is None else replace(self._act, deadline=deadline))

    def judged_by(self, gate: Gate) -> Self:
        """Return the same call, whose input ``gate`` judges."""
        return replace(self, _act=replace(self.act, gate=gate))

    @property
    def act(self) -> Act:
        """The call on its tab, as the browser package takes it."""
        assert self._act is not None
        return self._act

    @property
    def tab(self) -> Tab:
        return self.act.tab


Handler = Callable[[ActionContext, Any], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Action:
    """One action.

    With ``needs_turn`` it waits for the tab's earlier calls and is refused while a dialog is open; control actions skip both, so
    that they answer while a page hangs. With ``revives_tab`` it also runs on a crashed tab and restores it. With
    ``starts_browser`` it starts a browser or opens a tab for a chat without one. ``conduct`` is what a policy needs to know of it.
    Only ``multi`` has no ``handler``.
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
    revives_tab: bool = False
    starts_browser: bool = False
    conduct: Conduct = UNDECLARED

    @property
    def only_reads(self) -> bool:
        """Whether it reads and nothing else: it does not wait for anything, and runs no script of the agent."""
        return self.effect == "read" and self.group not in ("navigation", "scripting")

    @property
    def on_whole_chat(self) -> bool:
        """Whether it is about all tabs of the chat, or what they share, so that its place among other calls matters."""
        return self.scope == "chat" and not self.starts_browser and self.conduct.shows != "document"


def action(
    name: str,
    *,
    group: Group,
    effect: Effect,
    arguments: type[BaseModel],
    scope: Literal["tab", "chat"] = "tab",
    needs_turn: bool = True,
    batchable: bool = True,
    revives_tab: bool = False,
    starts_browser: bool = False,
    conduct: Conduct = UNDECLARED,
) -> Callable[[Handler], Action]:
    """Decorate a handler to define an :class:`Action`. The first paragraph of its docstring is the summary that models read."""

    def define(handler: Handler) -> Action:
        summary = " ".join((handler.__doc__ or "").split("\n\n")[0].split())
        turn = needs_turn and scope == "tab"
        flags = (batchable, revives_tab, starts_browser)
        return Action(name, group, effect, summary, arguments, handler, scope, turn, *flags, conduct)

    return define
