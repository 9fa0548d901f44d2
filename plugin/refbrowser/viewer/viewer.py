"""What all viewers of one browser share: its tabs' pictures, the overview, and the tabs that people hold."""

import time
from functools import partial
from typing import Final

from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import StateError
from refbrowser.events import CallBegan, CallEnded, ChatChanged, Event
from refbrowser.service.manager import Browser
from refbrowser.viewer.broadcast import Broadcast
from refbrowser.viewer.calls import Wire
from refbrowser.viewer.overview import Overview
from refbrowser.viewer.takeovers import Takeovers

GLANCE_S: Final = 1.0
"""A page that changes its picture may have changed its title too: it is looked at this often, and never while it is still."""


class Viewer:
    """Lives on the browser's event loop. :meth:`close` gives every held tab back and ends every capture."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.takeovers = Takeovers()
        self.overview = Overview(browser, self.takeovers)
        self.wire = Wire()
        self._broadcasts: dict[Tab, Broadcast] = {}
        self._glanced: dict[str, float] = {}
        self._unsubscribe = browser.hub.subscribe(self._heard)

    def tab(self, chat_id: str, browser_id: int) -> tuple[BrowserSession, Tab]:
        """Raises ``no_tab`` or ``tab_closed``."""
        session = self.session(chat_id)
        if session is None:
            raise StateError(f"The chat {chat_id[:80]!r} has no tab open.")
        return session, session.tab(browser_id)

    def session(self, chat_id: str) -> BrowserSession | None:
        """The chat's session if it has one; none is started."""
        return next((chat.existing() for chat in self.browser.chats if chat.id == chat_id), None)

    def broadcast(self, tab: Tab) -> Broadcast:
        """The pictures of that tab."""
        for known in [known for known, broadcast in self._broadcasts.items() if not broadcast.watched]:
            del self._broadcasts[known]
        if tab not in self._broadcasts:
            self._broadcasts[tab] = Broadcast(tab, partial(self._glance, tab.context_id))
        return self._broadcasts[tab]

    def changed(self, chat_id: str) -> None:
        """The chat's tabs changed: the overview is read again, and captures follow pages that were replaced."""
        self.overview.changed(chat_id)
        self.takeovers.release_closed()
        for tab, broadcast in self._broadcasts.items():
            if tab.context_id == chat_id and broadcast.watched:
                broadcast.changed()

    async def close(self) -> None:
        self._unsubscribe()
        await self.takeovers.end()
        await self.overview.end()
        for broadcast in self._broadcasts.values():
            await broadcast.end()
        self._broadcasts.clear()

    def _heard(self, event: Event) -> None:
        if isinstance(event, ChatChanged):
            self.changed(event.chat_id)
        elif isinstance(event, CallBegan | CallEnded):
            for tab, broadcast in self._broadcasts.items():
                if broadcast.watched and tab.context_id == event.chat_id and tab.browser_id == event.browser_id:
                    if isinstance(event, CallBegan):
                        broadcast.call_began()
                    else:
                        broadcast.call_ended()

    def _glance(self, chat_id: str) -> None:
        now = time.monotonic()
        if now - self._glanced.get(chat_id, 0.0) >= GLANCE_S:
            self._glanced[chat_id] = now
            self.overview.changed(chat_id)
