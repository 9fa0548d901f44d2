"""A document that has come, and whose end does not: a script that it waits for hangs, or its server goes on sending."""

import time
from typing import Final

from playwright.async_api import Error

from refbrowser.browser.monitor.top_navigation import Navigation
from refbrowser.browser.tab.tab import Tab

STALLED_S: Final = 5.0
"""For how long no request of a document has ended when no more of it is waited for."""

LOOK_S: Final = 0.25
"""How often that is checked."""

_ANSWER_MS: Final = 500

_SHOWS: Final = """String(document.body !== null && (document.body.innerText.trim() !== ''
  || document.body.querySelector('button,canvas,iframe,img,input,select,svg,textarea,video') !== null))"""


class StalledLoad:
    """The load of a document that takes the place of the one of the navigation ``before``."""

    def __init__(self, tab: Tab, before: Navigation | None) -> None:
        self._tab = tab
        self._before = before
        self._ended = -1
        self._since = time.monotonic()

    async def is_over(self) -> bool:
        """Whether the document shows something and has stalled."""
        activity = self._tab.activity
        if self._navigation is None or activity.ended_requests != self._ended:
            self._ended, self._since = activity.ended_requests, time.monotonic()
        return time.monotonic() - self._since >= STALLED_S and await self.shows()

    async def shows(self) -> bool:
        """Whether the document has come and shows something: it is used as it is from now on."""
        navigation = self._navigation
        if navigation is None or self._tab.closed or self._tab.crashed or self._tab.dialogs.pending:
            return False
        try:
            shows = await self._tab.cdp.isolated(_SHOWS, _ANSWER_MS) == "true"
        except Error:
            return False
        navigation.stalled = navigation.stalled or shows
        return shows

    @property
    def _navigation(self) -> Navigation | None:
        navigation = self._tab.activity.navigation
        return navigation if navigation is not None and navigation is not self._before and navigation.committed else None
