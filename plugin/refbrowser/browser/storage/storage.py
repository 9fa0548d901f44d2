"""Cookies, local and session storage and IndexedDB of one chat: read, set, cleared, and kept in files."""

import asyncio
import json
from collections.abc import Iterable
from functools import partial
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.async_api import Error, StorageState

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.indexed_db.databases import EVERY_KIND
from refbrowser.browser.network.http_auth import origin_of
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.session.stored_data import Part, Rejected
from refbrowser.browser.storage import service_workers
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import CallError, FileError, Remedy, StateError
from refbrowser.page_text import truncated

_WORLD: Final = "refbrowser_storage"
_KINDS: Final = {"local": ("local_storage",), "indexeddb": ("indexeddb",)}
_VISITS: Final = 0.7
"""The part of a call's time in which origins are visited; the last of them, and the file, take the rest."""

_PATIENCE_MS: Final = 2_000
"""How long one page may take to answer."""


def host_of(site: str) -> str:
    """``shop.example:8080`` of an address, an origin or a host."""
    return urlsplit(site if "://" in site else f"//{site}").netloc.rpartition("@")[2].lower()


def is_of(site: str | None, place: str) -> bool:
    """Whether ``place``, a cookie's domain or an origin, belongs to ``site``: the same host, or one below it."""
    if site is None:
        return True
    wanted, host = host_of(site), host_of(place.removeprefix("."))
    if ":" not in wanted:
        host = host.partition(":")[0]
    elif ":" not in host:
        # A cookie belongs to all ports of its host.
        wanted = wanted.partition(":")[0]
    return host == wanted or host.endswith(f".{wanted}")


class Storage:
    """What the sites of one chat have stored."""

    def __init__(self, session: BrowserSession, tab: Tab, deadline: Deadline) -> None:
        self._session = session
        self._context = session.context
        self._tab = tab
        self._deadline = deadline

    async def cookies(self, site: str | None, name: str | None) -> list[Any]:
        cookies = await self._waited(self._context.cookies(), "the cookies")
        return [cookie for cookie in cookies if is_of(site, cookie["domain"]) and name in (None, cookie["name"])]

    async def set_cookie(self, site: str | None, name: str, value: str) -> None:
        """Raises ``invalid_arguments`` for a cookie that Chromium does not take."""
        cookie: Any = {"name": name, "value": value, "url": self._address(site)}
        await self.add_cookies([cookie])

    async def add_cookies(self, cookies: list[Any]) -> None:
        try:
            await self._waited(self._context.add_cookies(cookies), "the cookies to be set")
        except Error as failure:
            reason = failure.message.splitlines()[0][:200]
            raise CallError(f"Chromium rejected the cookies: {reason}") from None

    async def clear_cookies(self, site: str | None, name: str | None) -> int:
        """How many went."""
        gone = await self.cookies(site, name)
        for cookie in gone:
            pattern = {"name": cookie["name"], "domain": cookie["domain"], "path": cookie["path"]}
            await self._waited(self._context.clear_cookies(**pattern), "the cookies to be cleared")
        return len(gone) - len(await self.cookies(site, name))

    async def state(self, site: str | None = None, *, databases: bool) -> StorageState:
        """Cookies and each origin's local storage, with ``databases`` also the IndexedDB of ``site``, or of all sites."""
        async with self._deadline.waiting_for("the stored data to be read"):
            within_s = _VISITS * self._deadline.remaining_ms / 1000
            return await self._session.stored.state(lambda origin: databases and is_of(site, origin), within_s)

    async def replace(self, state: StorageState, kind: str, site: str | None) -> None:
        """Puts ``state`` in place of what the chat has stored of ``kind`` (local, indexeddb, or all) and of ``site``, or of all
        sites; what of IndexedDB a site refuses is named in it. Raises ``file_unreadable`` for what Chromium rejects, after which
        the earlier cookies are put back and nothing else is changed."""
        part = Part(partial(is_of, site), kind == "all", _KINDS.get(kind, EVERY_KIND))
        try:
            async with self._deadline.waiting_for("the stored data to be replaced"):
                await self._session.stored.replace(state, _VISITS * self._deadline.remaining_ms / 1000, part)
        except Rejected as failure:
            outcome = "were put back" if failure.put_back else "could not all be put back"
            raise FileError(
                f"Chromium rejected the cookies: {failure.reason}. The cookies of before {outcome}, and nothing else was changed.",
                code="file_unreadable",
                details={"put_back": failure.put_back},
            ) from None

    async def items(self, area: str, site: str | None) -> list[tuple[str, str, str]]:
        """``(origin, name, value)`` in the session or local storage of the open pages."""
        found: dict[tuple[str, str], str] = {}
        script = f"JSON.stringify([origin, Object.entries({area}Storage)])"
        for stored in await asyncio.gather(*(self._in_page(tab, script) for tab in self._session.tabs)):
            origin, entries = json.loads(stored) if stored else ("", [])
            if is_of(site, origin):
                found |= {(origin, name): value for name, value in entries}
        return [(origin, name, value) for (origin, name), value in found.items()]

    async def set_item(self, area: str, site: str | None, name: str, value: str) -> str:
        """The origin. Raises ``no_tab`` when no open page is of the site, ``invalid_arguments`` when it stores nothing."""
        tab = self._tab_of(site)
        script = f"{area}Storage.setItem({json.dumps(name)}, {json.dumps(value)}), origin"
        stored = await self._in_page(tab, script)
        if stored is None:
            raise CallError(
                f"The {area} storage of {truncated(tab.url, 200)} did not accept the value.",
                details={"url": truncated(tab.url, 500)},
            )
        return stored

    async def clear_items(self, area: str, site: str | None, name: str | None) -> int:
        """How many went from the storage of the open pages."""
        before = [item for item in await self.items(area, site) if name in (None, item[1])]
        names = json.dumps([item[1] for item in before])
        script = f"{names}.forEach((name) => {area}Storage.removeItem(name)), origin"
        await asyncio.gather(*(self._in_page(tab, script) for tab in self._session.tabs if is_of(site, tab.url)))
        return len(before) - len([item for item in await self.items(area, site) if name in (None, item[1])])

    async def clear_origins(self, origins: Iterable[str], kinds: str) -> None:
        """Clears what closed pages stored too: ``local_storage`` or ``indexeddb``."""
        for origin in origins:
            async with self._deadline.waiting_for(f"the data of {origin} to be cleared"):
                await self._tab.cdp.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": kinds})

    async def clear_service_workers(self, site: str | None, stored: Iterable[str]) -> int:
        """Unregister the service workers of ``site``, or of all sites, and delete Cache Storage and private files; return how many
        service workers went. ``stored`` are origins that have stored something."""
        page = self._tab.page
        before = [scope for scope in await service_workers.scopes(page, self._deadline) if is_of(site, scope)]
        origins = None
        if site is not None:
            open_pages = (frame.url for tab in self._session.tabs if tab.attached for frame in tab.page.frames)
            stored_origins = {origin for url in (*before, *open_pages, *stored) if (origin := origin_of(url)) is not None}
            origins = sorted(origin for origin in stored_origins if is_of(site, origin))
        await service_workers.clear(page, origins, self._deadline)
        return len(before) - len([scope for scope in await service_workers.scopes(page, self._deadline) if is_of(site, scope)])

    def _tab_of(self, site: str | None) -> Tab:
        tabs = [self._tab, *self._session.tabs]
        for tab in tabs if site is not None else tabs[:1]:
            if tab.url.startswith(("http://", "https://")) and is_of(site, tab.url) and tab.attached:
                return tab
        raise StateError(
            f"No open page belongs to {site}." if site is not None else "The tab's page cannot store anything.",
            remedy=Remedy(
                "open", {"url": f"https://{host_of(site)}/"} if site else {}, hint="a page of the site: storage is read through it"
            ),
        )

    def _address(self, site: str | None) -> str:
        if site is None or is_of(site, self._tab.url):
            return self._tab_of(None).url if site is None else f"{urlsplit(self._tab.url).scheme}://{host_of(site)}/"
        if site.startswith(("http://", "https://")):
            return site
        host = host_of(site)
        return f"{'http' if _is_local(host.partition(':')[0]) else 'https'}://{host}/"

    async def _in_page(self, tab: Tab, script: str) -> str | None:
        """What the page's isolated world says; None for a page that has no storage, or that does not answer."""
        if not tab.attached or tab.crashed or tab.dialogs.pending or not tab.url.startswith(("http://", "https://")):
            return None
        patience = min(_PATIENCE_MS, self._deadline.remaining_ms)
        try:
            async with asyncio.timeout(patience / 1000):
                frame = {"frameId": tab.cdp.target_id, "worldName": _WORLD}
                world = (await tab.cdp.send("Page.createIsolatedWorld", frame))["executionContextId"]
                answer = await tab.cdp.send("Runtime.evaluate", {"expression": script, "contextId": world})
        except (Error, TimeoutError):
            return None
        value = answer["result"].get("value")
        return value if isinstance(value, str) else None

    async def _waited(self, work: Any, what: str) -> Any:
        async with self._deadline.waiting_for(what):
            return await work


def _is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
