"""What the chat knows of a tab's page: how it was last read, what of that was shown, and what is cached of it."""

import math
from dataclasses import dataclass
from typing import Final

from refbrowser.browser.engine.cdp_session import Counts
from refbrowser.browser.engine.wire_requests import KnownReading
from refbrowser.browser.tab.recurring import Recurring
from refbrowser.content.capture import Capture, Snapshots, Wanted

MOST_EARLIER: Final = 4_000
"""Characters of changes that are kept for a later receipt."""


@dataclass(slots=True)
class Reading:
    """A page as it was read in a mode, and what Chromium had counted when that ended.

    ``listed`` are the counts at a moment since which no listener was added that the reading does not know of; None where that
    is not known.
    """

    capture: Capture
    ended: Counts
    listed: Counts | None

    def holds(self, counts: Counts | None) -> bool:
        """Whether nothing was rendered since the reading, provided that the engine found all else as it was."""
        return counts is not None and self.ended.rendering == counts.rendering

    def has_all_listeners(self, counts: Counts | None) -> bool:
        """Whether there is no new listener since all were listed, provided that no garbage was collected."""
        return counts is not None and self.listed is not None and self.listed.listening == counts.listening

    @property
    def identity(self) -> KnownReading:
        """What the engine knows the reading by."""
        token = self.capture.epoch
        return {"doc": token, "version": self.capture.versions[token].changes}


class SeenPage:
    """Owned by a tab. Receipts compare with ``last``, ``content`` with mode changes with ``shown``.

    ``unobserved``: an action was dispatched since ``last``, and its effects were not observed. ``read_back`` are refs whose values
    receipts have reported since, ``focused`` the one that last had the focus, ``unread`` the tokens of documents that are in no
    reading. ``readings``, by mode, and ``text`` are the caches of the page and of its markdown. ``told``: the address and title of
    the tab, and whether it was active, as an answer has last shown them. ``acted``: when the last receipt was written
    (``time.monotonic``), and how many documents the tab had shown by then. ``earlier``: changes from between two calls that no
    receipt has reported. ``failing_hosts``: other sites whose failed requests have been reported. ``recurring``: reports that come
    without an action.
    """

    def __init__(self) -> None:
        self.last: Capture | None = None
        self.shown: Capture | None = None
        self.unobserved = False
        self.told: tuple[str, str, bool] | None = None
        self.acted = (-math.inf, 0)
        self.read_back: set[int] = set()
        self.focused: int | None = None
        self.unread: set[str] = set()
        self.failing_hosts: set[str] = set()
        self.recurring = Recurring()
        self._hidden = "", 0
        self.earlier = ""
        self.readings: dict[str, Reading] = {}
        self.text: tuple[Wanted, str] | None = None
        self.snapshots = Snapshots()

    def mark(self, captured: Capture | None, *, changes_shown: bool | None = None) -> None:
        """Receipts compare with ``captured`` from now on. ``changes_shown``: the chat was shown all that changed since the last, or
        not all; None if it was shown all of the page."""
        if changes_shown is None:
            self.earlier = ""
        if changes_shown is None or (changes_shown and self.shown is self.last):
            self.shown = captured
        self.last = captured
        self.unobserved = False
        self.focused = captured.focused if captured else None
        self.read_back.clear()

    def note_earlier(self, changes: str) -> None:
        """Keep what changed before an action in ``earlier`` until a receipt has reported it: the action may fail."""
        kept = f"{self.earlier}\n{changes}" if self.earlier and changes else self.earlier or changes
        self.earlier = kept if len(kept) <= MOST_EARLIER else changes

    def last_reading(self, mode: str) -> Reading | None:
        """Return the last reading in ``mode``; None where the page was seen to change since, which is then not asked."""
        reading, seen = self.readings.get(mode), self.last
        if reading is None or seen is None or seen.epoch != reading.capture.epoch:
            return reading
        changed = any(seen.versions.get(token) != version for token, version in reading.capture.versions.items())
        return None if changed else reading

    def doubt_listeners(self) -> None:
        """Garbage was collected, and listeners may have gone with it: their number proves nothing for any reading."""
        for reading in self.readings.values():
            reading.listed = None

    def take_hidden(self, captured: Capture) -> bool:
        """Return whether there are hidden texts in the document that the chat was not told of."""
        document, most = self._hidden
        count = captured.counts["hidden"]
        was_told = document == captured.epoch and count <= most
        self._hidden = captured.epoch, count if not was_told else most
        return count > 0 and not was_told

    def forget(self) -> None:
        """Another document takes the page's place; cursors into earlier captures stay."""
        self.mark(None)
        self.unread.clear()
        self.failing_hosts.clear()
        self.recurring.clear()
        self.readings.clear()
        self.text = None
