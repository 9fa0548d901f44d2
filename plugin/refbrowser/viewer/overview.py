"""The overview of chats and tabs, read after changes, once for all viewers, and never on a timer."""

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.tab import Tab
from refbrowser.browser.takeover.remark import waiting
from refbrowser.redact import redacted
from refbrowser.service.chats.chat import Chat
from refbrowser.service.chats.manager import Browser
from refbrowser.viewer.access import Grant
from refbrowser.viewer.icons import Icons
from refbrowser.viewer.takeovers import Takeovers

PAUSE_S: Final = 0.1
"""Time in which changes are gathered: those of one navigation are read once."""

TITLE_LIMIT: Final = 300
URL_LIMIT: Final = 2_000
ERROR_PAGE: Final = "chrome-error:"
DOWNLOADS: Final = 20
DOWNLOAD_PARTS: Final = ("download_id", "browser_id", "name", "state", "size")

Listener = Callable[[str, Sequence[str]], None]
"""Takes the overview as JSON and the digests of its icons."""


class Overview:
    """The chats as last read. Nothing is read while there are no listeners."""

    def __init__(self, browser: Browser, takeovers: Takeovers) -> None:
        self._browser = browser
        self._takeovers = takeovers
        self.icons = Icons(self.changed)
        self._chats: dict[str, dict[str, Any]] = {}
        self._stale: set[str] = set()
        self._listeners: dict[Listener, Grant] = {}
        self._task: asyncio.Task[None] | None = None

    def listen(self, grant: Grant, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` with the chats in ``grant``, now and after each change. Returns a function that unsubscribes it."""
        if not self._listeners:
            self._stale.update(chat.id for chat in self._browser.chats)
        self._listeners[listener] = grant
        self._run()
        if self._task is None:
            listener(*self._messages(grant))
        return lambda: self._forget(listener)

    def has_remarks(self, chat_id: str) -> bool:
        """Return whether the chat, as it was read last, has remarks that wait for the agent."""
        return bool(self._chats.get(chat_id, {}).get("remarks"))

    def changed(self, chat_id: str) -> None:
        """Read the chat again."""
        if self._listeners:
            self._stale.add(chat_id)
            self._run()

    async def end(self) -> None:
        self._listeners.clear()
        await self.icons.end()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    def _forget(self, listener: Listener) -> None:
        self._listeners.pop(listener, None)

    def _run(self) -> None:
        if self._stale and self._task is None:
            self._task = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        try:
            while self._stale and self._listeners:
                await asyncio.sleep(PAUSE_S)  # gathers a burst
                stale, self._stale = self._stale, set()
                chats = {chat.id: chat for chat in self._browser.chats}
                reading = (self._chat(chats[name]) for name in stale if name in chats)
                # A chat that ends while it is read must not hide the others.
                read = [row for row in await asyncio.gather(*reading, return_exceptions=True) if not isinstance(row, BaseException)]
                self._chats = {name: self._chats[name] for name in chats if name in self._chats}
                self._chats |= {entry["id"]: entry for entry in read}
                messages = {grant: self._messages(grant) for grant in set(self._listeners.values())}
                for listener, grant in list(self._listeners.items()):
                    listener(*messages[grant])
        finally:
            self._task = None

    def _messages(self, grant: Grant) -> tuple[str, list[str]]:
        chats = [entry for name, entry in self._chats.items() if grant.covers(name)]
        icons = [tab["icon"] for entry in chats for tab in entry["tabs"] if "icon" in tab]
        return json.dumps({"type": "overview", "chats": chats}, ensure_ascii=False), icons

    async def _chat(self, chat: Chat) -> dict[str, Any]:
        session = chat.existing()
        control = {name: value for name, value in chat.control.state.as_dict().items() if name != "chat"}
        control["note_read"] = chat.control.note_read
        if session is None:
            return {"id": chat.id, "active": None, "tabs": [], "downloads": [], "control": control, "remarks": []}
        tabs = await asyncio.gather(*(self._tab(session, tab) for tab in session.tabs))
        downloads = [
            {
                name: value
                for name, value in record.as_dict().items()
                if name in ("download_id", "browser_id", "name", "state", "size")
            }
            for record in session.downloads.records[-DOWNLOADS:]
        ]
        remarks = [{**remark, "comment": remark["comment"][:TITLE_LIMIT]} for remark in waiting(session)]
        return {
            "id": chat.id,
            "active": session.last_interacted,
            "tabs": tabs,
            "downloads": downloads,
            "control": control,
            "remarks": remarks,
        }

    async def _tab(self, session: BrowserSession, tab: Tab) -> dict[str, Any]:
        state = (await tab.state(active=session.last_interacted == tab.browser_id)).as_dict()
        entry = {name: value for name, value in state.items() if name not in ("context_id", "scroll", "active")}
        entry["url"], entry["title"] = state["url"][:URL_LIMIT], state["title"][:TITLE_LIMIT]
        entry["secure"] = state["url"].startswith("https://")
        if tab.attached:
            activity = tab.activity
            entry["console_errors"] = _count_since(activity.console_errors, activity.document_began)
            entry["failed_requests"] = _count_since(activity.failed_requests, activity.document_began)
            navigation = activity.navigation
            if navigation is not None and navigation.failure and tab.url.startswith(ERROR_PAGE):
                # Replace the URL and title of Chromium's error page.
                entry |= {"url": redacted(navigation.url)[:URL_LIMIT], "title": "", "failure": navigation.failure}
            if not (state["loading"] or tab.crashed or tab.closed) and (icon := self.icons.of(tab)) is not None:
                entry["icon"] = icon
        if (hold := tab.lock.hold) is not None:
            entry["held"] = {"by": hold.holder, "granted": hold.granted, "waiting": tab.lock.waiting}
        if (several := self._takeovers.awaits_files(tab)) is not None:
            entry["awaits_files"] = "several" if several else "one"
        if tab.handoff is not None:
            entry["handoff"] = {"reason": tab.handoff.reason, "since_ms": int(tab.handoff.since * 1000)}
        return entry


def _count_since(log: Sequence[tuple[int, str]], mark: int) -> int:
    return sum(1 for sequence, _ in log if sequence > mark)
