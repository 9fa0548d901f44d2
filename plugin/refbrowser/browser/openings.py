"""The tabs that a chat's pages opened by themselves: in which order, whose doing it was, and of which the agent has not heard."""

from collections import deque
from typing import Final

from refbrowser.browser.tab import Tab

KEPT: Final = 200
"""For the receipts of the actions that are under way."""


class Openings:
    """Owned by a session. Counts only grow: a mark is a moment, and "since the mark" is what came later."""

    def __init__(self) -> None:
        self._count = 0
        self._kept: deque[tuple[int, Tab]] = deque(maxlen=KEPT)
        self._untold: deque[Tab] = deque(maxlen=KEPT)

    def note(self, tab: Tab) -> None:
        """A page opened ``tab``."""
        self._count += 1
        self._kept.append((self._count, tab))
        self._untold.append(tab)

    def mark(self) -> int:
        """The present moment."""
        return self._count

    def since(self, mark: int, opener: Tab) -> list[Tab]:
        """Tabs that ``opener``'s page opened since ``mark``; a tab that names no opener counts for the one that acted."""
        return [tab for number, tab in self._kept if number > mark and tab.opener in (opener.browser_id, None)]

    def tell(self, tabs: list[Tab]) -> list[int]:
        """The numbers of ``tabs``, of which the agent hears now."""
        self._untold = deque((tab for tab in self._untold if tab not in tabs), KEPT)
        return [tab.browser_id for tab in tabs]

    def tell_rest(self, asked: Tab, busy: set[int]) -> list[int]:
        """Once, the numbers of the tabs that no action is known to have opened, as when a timer of the page did. Those of ``busy``
        tabs other than ``asked`` may yet be told as the doing of the action that is under way there."""
        rest = [tab for tab in self._untold if tab.opener == asked.browser_id or tab.opener not in busy]
        self.tell(rest)
        return [tab.browser_id for tab in rest if not tab.closed]
