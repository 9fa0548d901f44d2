"""Who makes a call, and how the person at their end is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from refbrowser.browser.tab.handoff import Ask
from refbrowser.policy.rules import Policy
from refbrowser.service.oversight.approvals.approval import Way


class Judge(Protocol):
    """A policy as it stands now."""

    def current(self) -> Policy: ...


@dataclass(frozen=True, slots=True)
class Caller:
    """``asker`` is the way by which the call came, which rules may name: python, http, mcp, or the name of a server token. ``ask``
    asks the person at the caller's end, where the caller can, to do something; ``ways`` ask them to allow a call. ``policy`` judges
    the arguments of this caller's calls in addition to the browser's own policy. ``chat``: its answers name no other one.
    ``call_id`` makes a call that is sent again the same call, which a cluster performs once."""

    asker: str = "python"
    ask: Ask | None = None
    ways: Sequence[Way] = ()
    policy: Judge | None = None
    chat: str | None = None
    call_id: str | None = None


PROGRAM: Final = Caller()
