"""The service workers that the sites of a chat have registered, and the caches and files of these sites."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final

from playwright.async_api import Page

from refbrowser.browser.deadline import Deadline

_KINDS: Final = "service_workers,cache_storage,file_systems"
_ALL_ORIGINS: Final = "*"


async def scopes(page: Page, deadline: Deadline) -> list[str]:
    """The scopes of the service workers in the browser context of ``page``, also of sites without an open page."""
    session = await page.context.new_cdp_session(page)
    try:
        reported: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        session.on("ServiceWorker.workerRegistrationUpdated", reported.put_nowait)
        async with deadline.waiting_for("the service workers to be listed"):
            await session.send("ServiceWorker.enable")
            # Chromium reports all of them at once, also when there are none.
            registrations = (await reported.get())["registrations"]
        return [registration["scopeURL"] for registration in registrations if not registration["isDeleted"]]
    finally:
        await asyncio.shield(session.detach())


async def clear(page: Page, origins: Iterable[str] | None, deadline: Deadline) -> None:
    """Unregisters the service workers of ``origins`` and deletes their Cache Storage and private files; None: of all origins."""
    session = await page.context.new_cdp_session(page)
    try:
        for origin in [_ALL_ORIGINS] if origins is None else origins:
            async with deadline.waiting_for("the service workers to be unregistered"):
                await session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": _KINDS})
    finally:
        await asyncio.shield(session.detach())
