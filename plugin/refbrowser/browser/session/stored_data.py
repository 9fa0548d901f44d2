"""Cookies, local storage and IndexedDB of a chat, read and replaced as a whole: Playwright's storage state."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from playwright.async_api import BrowserContext, Error, Page, StorageState

from refbrowser.browser.indexed_db import databases as indexed_db
from refbrowser.browser.indexed_db.visited_origins import VisitedOrigins
from refbrowser.browser.network.http_auth import origin_of
from refbrowser.browser.session.chat_context import ChatContext
from refbrowser.browser.session.popups import Popups
from refbrowser.browser.tab.tab import Tab

Wanted = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of what is stored: of the sites that ``of`` takes (by origin, and by the domain of a cookie), the cookies, and
    Chromium's ``kinds`` of what an origin stores."""

    of: Wanted
    cookies: bool = True
    kinds: Sequence[str] = indexed_db.EVERY_KIND


EVERYTHING: Final = Part(lambda _: True)


class Rejected(Exception):
    """Chromium did not take the cookies of a state. ``put_back``: whether they are what they were; nothing else was changed."""

    def __init__(self, reason: str, put_back: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.put_back = put_back


class StoredData:
    """Owned by a session. It works in pages that are not tabs, and goes on when its caller is cancelled."""

    def __init__(self, context: ChatContext, popups: Popups, tabs: Callable[[], Iterable[Tab]]) -> None:
        self._context = context
        self._popups = popups
        self._tabs = tabs
        self._origins = VisitedOrigins()

    def watch(self, context: BrowserContext) -> None:
        """The chat's pages are those of ``context`` from now on."""
        self._origins.watch(context)

    def restored(self, state: Any) -> None:
        """The chat's context begins with ``state``."""
        self._origins.add(state)

    async def state(self, databases: Wanted, within_s: float) -> StorageState:
        """Cookies, each origin's local storage, and the IndexedDB of the origins that ``databases`` takes, as far as they can be
        read ``within_s`` (``indexed_db/databases.py``). Raises Playwright's Error."""
        return await self._popups.uncounted(self._state(databases, within_s))

    async def replace(self, state: Any, within_s: float, part: Part = EVERYTHING) -> None:
        """Puts ``state``, which holds nothing else, in place of ``part``; what of IndexedDB a site refuses is named in it. Raises
        :class:`Rejected`, and Playwright's Error where the browser ends."""
        await self._popups.uncounted(self._replace(state, within_s, part))

    async def _state(self, databases: Wanted, within_s: float) -> StorageState:
        cookies: Any = await self._context.current.cookies()
        pages = [tab.page for tab in self._tabs() if tab.attached and not (tab.crashed or tab.dialogs.pending)]
        present = (origin for page in pages if (origin := origin_of(page.url)) is not None)
        origins = dict.fromkeys([*present, *self._origins.latest_first])
        return {"cookies": cookies, "origins": await indexed_db.stored(origins, databases, pages, self._new_page, within_s)}

    async def _replace(self, state: Any, within_s: float, part: Part) -> None:
        # Playwright's set_storage_state waits for every open page, also for one that a dialog holds.
        if part.cookies:
            await self._replace_cookies(state["cookies"], part.of)
        origins = {*self._origins.latest_first, *(origin["origin"] for origin in state["origins"])}
        await indexed_db.clear([origin for origin in origins if part.of(origin)], self._new_page, part.kinds)
        self._origins.add(state)
        await indexed_db.put(state, self._new_page, within_s, local=True)

    async def _replace_cookies(self, cookies: Any, of: Wanted) -> None:
        context = self._context.current
        before: Any = await context.cookies()
        replaced = [cookie for cookie in before if of(cookie["domain"])]
        if len(replaced) == len(before):
            await context.clear_cookies()
        else:
            for cookie in replaced:
                await context.clear_cookies(name=cookie["name"], domain=cookie["domain"], path=cookie["path"])
        try:
            await context.add_cookies(cookies)
        except Error as failure:
            # Nothing else has been touched yet.
            raise Rejected(failure.message.splitlines()[0][:200], await self._put_back(before)) from None

    async def _put_back(self, cookies: Any) -> bool:
        """Whether the cookies are what they were."""
        context = self._context.current
        try:
            await context.clear_cookies()
            await context.add_cookies(cookies)
        except Error:
            return False
        return len(await context.cookies()) == len(cookies)

    async def _new_page(self) -> Page:
        page = await self._context.new_page()
        self._popups.claim(page)
        return page
