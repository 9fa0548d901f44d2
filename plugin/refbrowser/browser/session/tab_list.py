"""The tabs of one chat by number and by the browser's own target, which of them is active, and which have been."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from playwright.async_api import Page

from refbrowser.browser.session.last_state import Counters, TabSeen
from refbrowser.browser.tab.tab import Tab, tab_closed
from refbrowser.errors import Remedy, StateError

RETIRED_KEPT: Final = 1_000
"""Targets of closed tabs, kept because the browser may still report one as if it were new."""

CLOSED_KEPT: Final = 1_000
"""Numbers of closed tabs that a checkpoint has."""


class TabList:
    """Owned by a session. Numbers are not used again, neither in the session nor in the one that ``goes_on`` with them."""

    def __init__(self) -> None:
        self.active: int | None = None
        """The number of the tab that calls without a ``browser_id`` go to."""
        self._tabs: dict[int, Tab] = {}
        self._closed: set[int] = set()
        self._by_target: dict[str, Tab] = {}
        self._retired: deque[str] = deque(maxlen=RETIRED_KEPT)
        self._recent: list[int] = []
        self._newest = 0
        self._next = 1

    def goes_on(self, before: "TabList") -> None:
        """Counts on from a list whose tabs are all closed."""
        self._next, self._closed = before._next, before._closed

    def counts_after(self, tabs: Iterable[TabSeen], counters: Counters) -> None:
        """The next number is later than those of ``tabs``, and than all that the chat has ever given."""
        self._next = max(self._next, counters.next_tab, *(tab.browser_id + 1 for tab in tabs))
        self._closed.update(counters.closed)

    @property
    def closed(self) -> tuple[int, ...]:
        """The numbers of the tabs that were closed last."""
        return tuple(sorted(self._closed)[-CLOSED_KEPT:])

    @property
    def next(self) -> int:
        """The number that no tab has had yet."""
        return self._next

    @property
    def all(self) -> list[Tab]:
        """In the order of their numbers."""
        return [self._tabs[browser_id] for browser_id in sorted(self._tabs)]

    def __len__(self) -> int:
        return len(self._tabs)

    def __contains__(self, browser_id: object) -> bool:
        return browser_id in self._tabs

    def find(self, browser_id: int | None) -> Tab:
        """The tab with that number; without one, the active tab. Raises ``tab_closed`` or ``no_tab``."""
        wanted = self.active if browser_id is None else browser_id
        if wanted is None:
            raise StateError("This chat has no open tab; open one.", remedy=Remedy("open", hint="with the url of a page"))
        tab = self._tabs.get(wanted)
        if tab is not None:
            return tab
        if wanted in self._closed:
            raise tab_closed(wanted)
        raise StateError(
            f"This chat has no tab {wanted}.",
            remedy=Remedy("list"),
            details={"browser_id": wanted, "open": sorted(self._tabs)},
        )

    def take_number(self) -> int:
        """The number of the next tab."""
        self._next += 1
        return self._next - 1

    def add(self, tab: Tab, target_id: str) -> None:
        """``tab`` has come, or has come back, in the browser's target ``target_id``."""
        self._tabs[tab.browser_id] = tab
        self._by_target[target_id] = tab
        self._closed.discard(tab.browser_id)

    def moved(self, tab: Tab, target_id: str) -> None:
        """``tab`` shows another target from now on."""
        self._by_target[target_id] = tab

    def of_target(self, target_id: str) -> Tab | None:
        """The tab that shows the target."""
        return self._by_target.get(target_id)

    def targets_of(self, tab: Tab) -> list[str]:
        """The targets that show the tab."""
        return [target for target, owner in self._by_target.items() if owner is tab]

    def of_page(self, page: Page | None) -> Tab | None:
        """The tab that shows the page."""
        return next((tab for tab in self._tabs.values() if tab.attached and tab.page is page), None)

    def is_retired(self, target_id: str) -> bool:
        """Whether the target was that of a tab which has been closed."""
        return target_id in self._retired

    def activate(self, tab: Tab) -> bool:
        """Makes ``tab`` the active one; whether another was."""
        changed, self.active = self.active != tab.browser_id, tab.browser_id
        if tab.browser_id in self._recent:
            self._recent.remove(tab.browser_id)
        self._recent.append(tab.browser_id)
        return changed

    def opened(self, tab: Tab) -> bool:
        """The chat opened ``tab``; whether another tab is active for it.

        When tabs are opened concurrently, the one asked for last is active, whichever arrives first.
        """
        if tab.browser_id > self._newest:
            self._newest = tab.browser_id
            return self.activate(tab)
        later = (place for place, number in enumerate(self._recent) if number > tab.browser_id)
        self._recent.insert(next(later, len(self._recent)), tab.browser_id)
        return False

    def remove(self, tab: Tab) -> None:
        """Takes the tab off the list; if it was active, its opener becomes so, else the one used last."""
        self._tabs.pop(tab.browser_id, None)
        for target in self.targets_of(tab):
            del self._by_target[target]
            self._retired.append(target)
        self._closed.add(tab.browser_id)
        if tab.browser_id in self._recent:
            self._recent.remove(tab.browser_id)
        if self.active == tab.browser_id:
            self.active = self._heir(tab)

    def _heir(self, tab: Tab) -> int | None:
        if tab.opener in self._tabs:
            return tab.opener
        used_last = next((number for number in reversed(self._recent) if number in self._tabs), None)
        return used_last if used_last is not None else max(self._tabs, default=None)


def tab_limit(tabs: Sequence[Tab], limit: int) -> StateError:
    """The chat may have no more tabs."""
    return StateError(
        f"This chat has {len(tabs)} open tabs, which is its limit.",
        code="tab_limit",
        remedy=Remedy("close", {"browser_id": tabs[0].browser_id} if tabs else {}, hint="close tabs that are no longer needed"),
        details={"limit": limit},
    )
