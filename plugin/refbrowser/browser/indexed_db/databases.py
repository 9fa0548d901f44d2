"""What the origins of a browser context have stored, as part of Playwright's storage state. Playwright's own reader loses values of
IndexedDB that it does not know, such as a Blob; its driver ends over a value that refers to itself; and it waits for a page that
hangs. So it is read here, and IndexedDB is written here.

What cannot be read or written is named in the state (``content/stored_databases.py``), and keeps nothing else from it.
"""

import json
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

from playwright.async_api import Error, Page

from refbrowser.browser.indexed_db.visits import NewPage, Visits
from refbrowser.content.stored_databases import NOT_KEPT, UNREAD

MOST_CHARACTERS: Final = 40_000_000
"""What the records of all origins may take; files are read back up to 50 MB."""

ORIGIN_S: Final = 8.0
"""How long one origin may take."""

RECORDS_MS: Final = 4_000
"""How long the records of one origin are looked at; handing them over takes about as long again."""

PATIENCE_MS: Final = 2_000
"""How long one database may take to open, and to go on with its transaction."""

EVERY_KIND: Final = ("local_storage", "indexeddb", "file_systems", "service_workers")
"""Chromium's names for what an origin stores."""

NO_TIME: Final = "no time was left for it"


async def stored(
    origins: Iterable[str], databases: Callable[[str], bool], pages: Iterable[Page], new_page: NewPage, within_s: float
) -> list[Any]:
    """What ``origins``, the most important first, have stored, each as Playwright's storage state has it: local storage, and of
    those that ``databases`` takes IndexedDB. It is read through one of ``pages`` that is of the origin, or an empty page of it; no
    other origin is begun after ``within_s``."""
    found = []
    ends = time.monotonic() + within_s
    room = MOST_CHARACTERS
    async with Visits(pages, new_page) as visits:
        for address in origins:
            entry: dict[str, Any] = {"origin": address, "localStorage": []}
            patience_s = min(ORIGIN_S, ends - time.monotonic())
            answer, why = None, NO_TIME
            if patience_s > 0:
                limits = {"most": room, "time": min(RECORDS_MS, patience_s * 500), "patience": PATIENCE_MS}
                answer, why = await _answered(visits, address, "read", {"databases": databases(address), **limits}, patience_s)
            if answer is None:
                entry[UNREAD] = [{"name": None, "why": why}]
            else:
                read = json.loads(answer)
                entry["localStorage"] = read["local"]
                entry |= {key: read[part] for key, part in (("indexedDB", "databases"), (UNREAD, "unread")) if read[part]}
                room = max(0, room - len(answer))
            if len(entry) > 2 or entry["localStorage"]:
                found.append(entry)
    return found


async def put(state: Any, new_page: NewPage, within_s: float, *, local: bool = False) -> None:
    """Writes the databases of ``state``, with ``local`` also local storage, into a context that has none of these. What a site
    refuses is named in ``state``."""
    ends = time.monotonic() + within_s
    async with Visits((), new_page) as visits:
        for origin in state["origins"]:
            entries, databases = origin.get("localStorage", []) if local else [], origin.get("indexedDB", [])
            if not entries and not databases:
                continue
            patience_s = min(ORIGIN_S, ends - time.monotonic())
            answer, why = None, NO_TIME
            if patience_s > 0:
                argument = {"local": entries, "databases": databases, "patience": PATIENCE_MS}
                answer, why = await _answered(visits, origin["origin"], "write", argument, patience_s)
            if answer is None:
                names = [None] if entries else [database["name"] for database in databases]
                every = [{"name": name, "why": f"not restored: {why}"} for name in names]
                origin[UNREAD] = [*origin.get(UNREAD, []), *every]
                continue
            report = json.loads(answer)
            if report["unread"]:
                origin[UNREAD] = [*origin.get(UNREAD, []), *report["unread"]]
            stores = {(database["name"], store["name"]): store for database in databases for store in database["stores"]}
            for refused in report["refused"]:
                stores[refused["database"], refused["store"]].setdefault(NOT_KEPT, {}).update(refused["notKept"])


async def clear(origins: Iterable[str], new_page: NewPage, kinds: Iterable[str] = EVERY_KIND) -> None:
    """Deletes what ``origins`` have stored of ``kinds``, also databases that pages hold open; with all kinds, it unregisters their
    service workers too. Raises Playwright's Error."""
    page = await new_page()
    try:
        session = await page.context.new_cdp_session(page)
        for origin in origins:
            await session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": ",".join(kinds)})
    finally:
        await page.close()


async def _answered(visits: Visits, origin: str, method: str, argument: Any, patience_s: float) -> tuple[str | None, str]:
    """The answer, or None and why there is none."""
    try:
        return await visits.call(origin, method, json.dumps(argument), patience_s), ""
    except TimeoutError:
        return None, f"its page did not answer within {patience_s:.1f} s"
    except Error as failure:
        return None, failure.message.splitlines()[0][:200]
