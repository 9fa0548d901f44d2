"""Who makes a call, and how the person at their end is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from refbrowser.browser.tab.handoff import Ask
from refbrowser.service.approvals.approval import Way


@dataclass(frozen=True, slots=True)
class Caller:
    """``asker`` is the way by which the call came, which rules may name: python, http, mcp, or the name of a server token. ``ask``
    asks the person at the caller's end, where the caller can, to do something; ``ways`` ask them to allow a call."""

    asker: str = "python"
    ask: Ask | None = None
    ways: Sequence[Way] = ()


PROGRAM: Final = Caller()
