"""The state that all viewers of one browser share: broadcasts of tabs, the overview, and takeovers."""

import time
from functools import partial
from typing import Final

from refbrowser.actions.catalog import BY_NAME
from refbrowser.browser.imaging.around import small_picture
from refbrowser.browser.imaging.screencast import Picture
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import StateError
from refbrowser.events import CallBegan, CallEnded, ChatChanged, Event
from refbrowser.page_text import truncated
from refbrowser.service.calls.journaling import is_pictured
from refbrowser.service.chats.manager import Browser
from refbrowser.tasks import Tasks
from refbrowser.viewer.broadcast import Broadcast
from refbrowser.viewer.calls import Wire
from refbrowser.viewer.overview import Overview
from refbrowser.viewer.takeovers import Takeovers

TITLE_CHECK_S: Final = 1.0
"""A page whose picture changes may have a new title; it is read at most this often, and never while the page is still."""


class Viewer:
    """Runs on the browser's event loop. :meth:`close` hands every tab back and ends every capture."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.takeovers = Takeovers()
        self.overview = Overview(browser, self.takeovers)
        self.wire = Wire()
        self._broadcasts: dict[Tab, Broadcast] = {}
        self._titles_read: dict[str, float] = {}
        self._keeping = Tasks()
        self._unsubscribe = browser.hub.subscribe(self._on_event)

    def tab(self, chat_id: str, browser_id: int) -> tuple[BrowserSession, Tab]:
        """Return the session of the chat and its tab. Raises :class:`StateError`: ``no_tab`` or ``tab_closed``."""
        session = self.session(chat_id)
        if session is None:
            raise StateError(f"The chat {truncated(chat_id, 80)!r} has no open tab.")
        return session, session.tab(browser_id)

    def session(self, chat_id: str) -> BrowserSession | None:
        """Return the chat's session, or None; never start one."""
        return next((chat.existing() for chat in self.browser.chats if chat.id == chat_id), None)

    def broadcast(self, tab: Tab) -> Broadcast:
        """Return the broadcast of the tab."""
        for key in [key for key, broadcast in self._broadcasts.items() if key is not tab and broadcast.idle]:
            del self._broadcasts[key]
        if tab not in self._broadcasts:
            self._broadcasts[tab] = Broadcast(tab, partial(self._on_picture, tab.context_id), partial(self._on_step, tab))
        return self._broadcasts[tab]

    def changed(self, chat_id: str) -> None:
        """Read the chat's overview again, and move captures to pages that replaced others."""
        self.overview.changed(chat_id)
        self.takeovers.release_closed()
        for tab, broadcast in self._broadcasts.items():
            if tab.context_id == chat_id and broadcast.watched:
                broadcast.changed()

    async def close(self) -> None:
        self._unsubscribe()
        await self.takeovers.end()
        await self.overview.end()
        await self._keeping.cancel_all()
        for broadcast in self._broadcasts.values():
            await broadcast.end()
        self._broadcasts.clear()

    def _on_event(self, event: Event) -> None:
        if isinstance(event, ChatChanged):
            self.changed(event.chat_id)
        elif isinstance(event, CallBegan | CallEnded):
            if isinstance(event, CallEnded) and self.overview.has_remarks(event.chat_id):
                self.overview.changed(event.chat_id)
            for tab, broadcast in self._broadcasts.items():
                if broadcast.watched and tab.context_id == event.chat_id and tab.browser_id == event.browser_id:
                    if isinstance(event, CallBegan):
                        broadcast.call_began()
                    else:
                        broadcast.call_ended(event.step if is_pictured(BY_NAME[event.action]) else None)

    def _on_step(self, tab: Tab, step: tuple[str, int], picture: Picture) -> None:
        self._keeping.spawn(self._keep(tab, step, picture))

    async def _keep(self, tab: Tab, step: tuple[str, int], picture: Picture) -> None:
        """Have the journal keep what people saw after a call, with secrets painted over."""
        chat = next((chat for chat in self.browser.chats if chat.id == tab.context_id), None)
        session = chat.existing() if chat is not None else None
        if chat is None or session is None:
            return
        masker = self.browser.hub.masker
        data = await small_picture(tab, session.refs, masker) if masker.values else picture.jpeg
        if data is not None:
            chat.picture_seen(step, data)

    def _on_picture(self, chat_id: str) -> None:
        moment = time.monotonic()
        if moment - self._titles_read.get(chat_id, 0.0) >= TITLE_CHECK_S:
            self._titles_read[chat_id] = moment
            self.overview.changed(chat_id)
