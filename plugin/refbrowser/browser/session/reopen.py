"""Open the tabs that a chat had before its browser ended, or before it was idle."""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.session.chat_context import close_page
from refbrowser.browser.session.documents import restore_documents
from refbrowser.browser.session.history import walk
from refbrowser.browser.session.last_state import LastState, TabSeen
from refbrowser.browser.tab import navigation
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import RefbrowserError

if TYPE_CHECKING:
    from refbrowser.browser.session.session import BrowserSession


async def reopen(session: "BrowserSession", last: LastState, deadline: Deadline) -> dict[str, Any] | None:
    """Open the tabs again under their numbers. Return what the next answer says of that; None where there was no tab.

    They load behind this, and calls on them wait for that.
    """
    without_history: list[int] = []
    await _all(*(_reopen_tab(session, seen, last.because, deadline, without_history) for seen in last.tabs))
    reopened = [seen.browser_id for seen in last.tabs if seen.browser_id in session]
    active = last.active if last.active in session else max(reopened, default=None)
    if active is not None:
        session.activate(session.tab(active))
    return last.note(reopened, bool(without_history)) if last.tabs else None


async def _reopen_tab(
    session: "BrowserSession", seen: TabSeen, because: str, deadline: Deadline, without_history: list[int]
) -> None:
    page, cdp = await session.new_page(deadline)
    history = seen.history.walkable()
    if history is not None and not await walk(page, history, seen.session_storage):
        session.tasks.spawn(close_page(page))
        page, cdp = await session.new_page(deadline)
        without_history.append(seen.browser_id)
        history = None
    tab = session.register(seen.browser_id, seen.opener, cdp.target_id, seen.url)
    session.bind(tab, page, cdp)
    if seen.emulation:
        await _emulate(session, tab, seen, because)
    if seen.url != "about:blank":
        tab.arrival.restoring = True
        url = None if history is not None else seen.url
        session.tasks.spawn(_load(session, tab, url, seen, because, Deadline(session.settings.timeout_ms)))
        await asyncio.sleep(0)  # one step of the loop, in which the load takes the tab before any call can


async def _load(session: "BrowserSession", tab: Tab, url: str | None, seen: TabSeen, because: str, deadline: Deadline) -> None:
    """Load ``url``, or the address that the tab is at for None; then give the documents what they had."""
    until: navigation.WaitUntil = "domcontentloaded"
    load = partial(navigation.reload, tab, until, deadline) if url is None else partial(navigation.go, tab, url, until, deadline)
    try:
        with suppress(RefbrowserError, Error):
            # What went wrong is in the tab's state: its address, its http status, its console.
            async with tab.turn(deadline):
                await tab.operations.perform(load, deadline)
                tab.arrival.restoring = False
                if seen.documents:
                    lost = await restore_documents(tab, seen.documents, session.refs)
                    session.unrestored += [(tab.browser_id, because, what) for what in lost]
    finally:
        tab.arrival.restoring = False


async def _emulate(session: "BrowserSession", tab: Tab, seen: TabSeen, because: str) -> None:
    try:
        await session.emulator(tab).apply(seen.emulation)
    except (RefbrowserError, Error):
        session.unrestored.append((tab.browser_id, because, "emulation"))


async def _all(*opening: Awaitable[None]) -> None:
    """Wait for every tab, and then raise the first failure: no tab is still loading."""
    for outcome in await asyncio.gather(*opening, return_exceptions=True):
        if isinstance(outcome, BaseException):
            raise outcome
