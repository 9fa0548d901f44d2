"""What a client of MCP over HTTP may do. The server that carries MCP decides it, by the request's token."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from refbrowser.adapters.mcp.offer import Offer
from refbrowser.browser.tab.handoff import Ask
from refbrowser.errors import CallError, ServerError
from refbrowser.service.oversight.approvals.approval import Way
from refbrowser.service.oversight.caller import Caller, Judge


def _allowed(_chat: str, _call: object) -> None:
    """Every call in every chat."""


@dataclass(frozen=True, slots=True)
class Access:
    """``name`` is the ``asker`` of its calls. ``chat``: that chat alone; ``groups``: actions of these groups alone; ``policy``
    judges its calls in addition to the browser's. ``check(chat, call)`` raises ``token_denied`` for what is not allowed. ``full``:
    the client may do everything, also allow its own calls and name folders to upload from."""

    name: str = "mcp"
    chat: str | None = None
    groups: Sequence[str] = ()
    policy: Judge | None = None
    check: Callable[[str, Any], None] = _allowed
    full: bool = True

    def offer(self, offered: Offer) -> Offer:
        """What the client is offered of ``offered``. Raises ``token_denied`` where that is nothing."""
        if not self.groups:
            return offered
        both = tuple(group for group in self.groups if not offered.groups or group in offered.groups)
        try:
            if both:
                return replace(offered, groups=both)
        except CallError:
            pass  # the preset of the server has no action of these groups
        raise ServerError(
            f"The token {self.name!r} allows only the groups {', '.join(self.groups)}; this server offers no action of these.",
            code="token_denied",
            details={"token": self.name},
        )

    def caller(self, ask: Ask | None, ways: Sequence[Way]) -> Caller:
        """The caller of its calls. A client with limits is not asked to allow what it does."""
        return Caller(self.name, ask, ways if self.full else (), self.policy, self.chat)


FULL: Final = Access()
