"""The tabs that a chat's pages opened and closed: in which order, by whose doing, and which of them no answer has reported yet."""

from collections import deque
from collections.abc import Callable
from typing import Final

from refbrowser.browser.tab.tab import Tab

KEPT: Final = 200
"""For the receipts of the actions that are under way."""


class Openings:
    """Owned by a session. ``count`` only grows: it is a moment, and what came since has a greater number.

    ``unreported`` are the tabs that pages opened, and ``closed_unreported`` those that they closed, which no answer has reported.
    """

    def __init__(self) -> None:
        self.count = 0
        self._kept: deque[tuple[int, Tab]] = deque(maxlen=KEPT)
        self.unreported: deque[Tab] = deque(maxlen=KEPT)
        self._closed: deque[tuple[int, Tab]] = deque(maxlen=KEPT)
        self.closed_unreported: deque[Tab] = deque(maxlen=KEPT)
        self._persons: deque[Tab] = deque(maxlen=KEPT)
        self._followed: dict[Tab, Callable[[Tab], None]] = {}

    def follow(self, opener: Tab, opened: Callable[[Tab], None] | None) -> None:
        """From now on what ``opener``'s page opens is given to ``opened``, and no receipt reports it; None ends that."""
        if opened is None:
            self._followed.pop(opener, None)
        else:
            self._followed[opener] = opened

    def note(self, tab: Tab) -> None:
        """A page opened ``tab``."""
        follower = next((opened for opener, opened in self._followed.items() if opener.browser_id == tab.opener), None)
        if follower is not None:
            self._persons.append(tab)
            follower(tab)
            return
        self.count += 1
        self._kept.append((self.count, tab))
        self.unreported.append(tab)

    def note_closed(self, tab: Tab) -> None:
        """A page closed ``tab``, its own or one that it had opened. What a person's page opened is in that person's report."""
        if tab in self._persons:
            return
        self.count += 1
        self.unreported = deque((reported for reported in self.unreported if reported is not tab), KEPT)
        self._closed.append((self.count, tab))
        self.closed_unreported.append(tab)

    def closed_since(self, mark: int, acting: Tab) -> list[Tab]:
        """Tabs that pages closed since ``mark``: ``acting`` itself, one that it opened, or its opener."""
        near = (acting.browser_id, acting.opener)
        return [
            tab for number, tab in self._closed if number > mark and (tab.browser_id in near or tab.opener == acting.browser_id)
        ]

    def report_closed(self, tabs: list[Tab]) -> list[int]:
        """The numbers of ``tabs``, which an answer reports now."""
        self.closed_unreported = deque((tab for tab in self.closed_unreported if tab not in tabs), KEPT)
        return [tab.browser_id for tab in tabs]

    def report_closed_rest(self) -> list[int]:
        """Once, the numbers of the closed tabs that no receipt reported."""
        return self.report_closed(list(self.closed_unreported))

    def turned_away_since(self, mark: int, opener: Tab) -> int:
        """How many tabs that ``opener``'s page opened since ``mark`` were closed at once, because the chat has no room for more."""
        return sum(tab.arrival.turned_away for tab in self.since(mark, opener))

    def since(self, mark: int, opener: Tab) -> list[Tab]:
        """Tabs that ``opener``'s page opened since ``mark``; a tab that names no opener counts for the one that acted."""
        return [tab for number, tab in self._kept if number > mark and tab.opener in (opener.browser_id, None)]

    def report(self, tabs: list[Tab]) -> list[int]:
        """The numbers of ``tabs``, which an answer reports now."""
        self.unreported = deque((tab for tab in self.unreported if tab not in tabs), KEPT)
        return [tab.browser_id for tab in tabs]

    def report_rest(self, asked: Tab, busy: set[int]) -> list[int]:
        """Once, the numbers of the tabs that no action is known to have opened, as when a timer of the page did. Those of ``busy``
        tabs other than ``asked`` may yet be reported as opened by the action that is under way there."""
        rest = [tab for tab in self.unreported if tab.opener == asked.browser_id or tab.opener not in busy]
        self.report(rest)
        return [tab.browser_id for tab in rest if not tab.closed and not tab.is_extra]
