"""Who makes a call, and how the person at their end is asked."""

from dataclasses import dataclass
from typing import Final

from refbrowser.browser.tab.handoff import Ask


@dataclass(frozen=True, slots=True)
class Caller:
    """``asker`` is the way by which the call came, which rules may name: python, http, mcp, or the name of a server token. ``ask``
    asks the person at the caller's end, where the caller can."""

    asker: str = "python"
    ask: Ask | None = None


PROGRAM: Final = Caller()
