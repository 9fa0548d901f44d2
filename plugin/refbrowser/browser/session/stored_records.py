"""IndexedDB as part of Playwright's storage state. Playwright's own reader loses values that it does not know, such as a Blob, and
its driver ends over a value that refers to itself; so IndexedDB is read here.

An object store with a record that Playwright's form cannot say has all its records as :data:`EXACT`, in place of ``records``; and
:data:`NOT_KEPT` counts, by reason, the records that cannot be kept at all, such as those with a key that is not extractable.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from functools import cache
from importlib.resources import files
from typing import Any, Final

from playwright.async_api import CDPSession, Error, Page, Route

EXACT: Final = "exactRecords"
NOT_KEPT: Final = "notKept"

MOST_CHARACTERS: Final = 40_000_000
"""What the records of one origin may take; files are read back up to 50 MB."""

MOST_LINES: Final = 20

_WORLD: Final = "refbrowser_records"
_EMPTY: Final = "<!doctype html>"

NewPage = Callable[[], Awaitable[Page]]


async def add_databases(state: Any, origins: Iterable[str], pages: Iterable[Page], new_page: NewPage) -> None:
    """Adds the IndexedDB of ``origins`` to ``state``: read through one of ``pages`` that is of the origin, or an empty page of it.
    Raises Playwright's Error."""
    entries = {origin["origin"]: origin for origin in state["origins"]}
    async with _Visits(pages, new_page) as visits:
        for address in {*origins, *entries}:
            databases = json.loads(await visits.call(address, "read", MOST_CHARACTERS))
            if not databases:
                continue
            if address not in entries:
                entries[address] = {"origin": address, "localStorage": []}
                state["origins"].append(entries[address])
            entries[address]["indexedDB"] = databases


async def put(state: Any, new_page: NewPage) -> None:
    """Writes the exact records of ``state``, whose other parts the context already has. What a site's database refuses is counted
    in ``state``. Raises Playwright's Error."""
    async with _Visits((), new_page) as visits:
        for origin in state["origins"]:
            stores = {(database["name"], store["name"]): store for database, store in _stores(origin) if store.get(EXACT)}
            if not stores:
                continue
            asked = [
                {"database": database, "store": name, "records": store[EXACT], "notKept": {}}
                for (database, name), store in stores.items()
            ]
            for refused in json.loads(await visits.call(origin["origin"], "write", json.dumps(asked))):
                stores[refused["database"], refused["store"]].setdefault(NOT_KEPT, {}).update(refused["notKept"])


def plain(state: Any) -> Any:
    """``state`` as Playwright takes it."""
    if state is None:
        return None
    return {"cookies": state["cookies"], "origins": [_plain_origin(origin) for origin in state.get("origins", [])]}


def has_exact(state: Any) -> bool:
    """Whether ``state`` has records for :func:`put`."""
    return state is not None and any(store.get(EXACT) for origin in state.get("origins", []) for _, store in _stores(origin))


def not_kept(state: Mapping[str, Any]) -> list[str]:
    """What ``state`` does not have of IndexedDB, one line for each object store and reason."""
    lines = [
        f"{count} IndexedDB record{'s' if count != 1 else ''} of {origin['origin']} ({database['name']}/{store['name']}): {why}"
        for origin in state.get("origins", [])
        for database, store in _stores(origin)
        for why, count in store.get(NOT_KEPT, {}).items()
    ]
    more = len(lines) - MOST_LINES
    return [*lines[:MOST_LINES], *([f"and {more} more object stores"] if more > 0 else [])]


def _plain_origin(origin: Any) -> Any:
    if "indexedDB" not in origin:
        return origin
    databases = [
        {**database, "stores": [{key: store[key] for key in store if key not in (EXACT, NOT_KEPT)} for store in database["stores"]]}
        for database in origin["indexedDB"]
    ]
    return {**origin, "indexedDB": databases}


def _stores(origin: Any) -> Iterator[tuple[Any, Any]]:
    for database in origin.get("indexedDB", []):
        for store in database.get("stores", []):
            yield database, store


class _Visits:
    """Runs the script in pages of origins: in open ones where there are, and else in one page that shows an empty document."""

    def __init__(self, pages: Iterable[Page], new_page: NewPage) -> None:
        self._open = list(pages)
        self._new_page = new_page
        self._own: Page | None = None

    async def __aenter__(self) -> "_Visits":
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._own is not None:
            with suppress(Error):
                await self._own.close()

    async def call(self, origin: str, method: str, argument: object) -> str:
        """What ``method`` of the script returns in a page of ``origin``. Raises Playwright's Error."""
        page = next((page for page in self._open if page.url == origin or page.url.startswith(f"{origin}/")), None)
        if page is None:
            page = await self._at(origin)
        async with _session(page) as session:
            frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
            world = await session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": _WORLD})
            context = world["executionContextId"]
            await session.send("Runtime.evaluate", {"expression": _script(), "contextId": context})
            answer = await session.send(
                "Runtime.callFunctionOn",
                {
                    "functionDeclaration": f"argument => refbrowserRecords.{method}(argument)",
                    "arguments": [{"value": argument}],
                    "executionContextId": context,
                    "awaitPromise": True,
                    "returnByValue": True,
                },
            )
        if "exceptionDetails" in answer:
            raise Error(f"IndexedDB of {origin}: {answer['exceptionDetails'].get('exception', {}).get('description', '')[:200]}")
        result: str = answer["result"]["value"]
        return result

    async def _at(self, origin: str) -> Page:
        if self._own is None:
            self._own = await self._new_page()
            await self._own.route("**/*", _answer)
            # A service worker would answer with the site's own document.
            session = await self._own.context.new_cdp_session(self._own)
            await session.send("Network.enable", {"maxTotalBufferSize": 0})
            await session.send("Network.setBypassServiceWorker", {"bypass": True})
        await self._own.goto(origin)
        return self._own


async def _answer(route: Route) -> None:
    with suppress(Error):
        await route.fulfill(body=_EMPTY, content_type="text/html")


@asynccontextmanager
async def _session(page: Page) -> Any:
    session: CDPSession = await page.context.new_cdp_session(page)
    try:
        yield session
    finally:
        with suppress(Error):
            await asyncio.shield(session.detach())


@cache
def _script() -> str:
    return (files("refbrowser") / "browser" / "session" / "stored_records.min.js").read_text(encoding="ascii")
