"""Waiting for something to become true of a page; every condition is bounded by the call's deadline."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from fnmatch import fnmatchcase
from typing import Any, Final, Literal

from playwright.async_api import Error, Frame, Response

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.scripts import evaluate
from refbrowser.browser.tab import Tab
from refbrowser.browser.targets import Element
from refbrowser.browser.translate import is_selector_error
from refbrowser.errors import TargetError
from refbrowser.redact import redacted

ElementState = Literal["visible", "hidden", "attached", "detached", "enabled"]

RECHECK_MS: Final = 50
"""Between two looks at a condition that no event announces; a look costs about a millisecond."""


async def until(tab: Tab, what: str, holds: Callable[[], Awaitable[bool]], deadline: Deadline) -> int:
    """Waits until ``holds``; returns after how many milliseconds it did. Raises :class:`TimeoutExceeded` naming ``what``."""
    began = time.monotonic()
    deadline.stage = what
    while True:
        if await holds():
            return _since(began)
        if tab.closed or tab.crashed:
            tab.usable()
        if deadline.remaining_ms <= RECHECK_MS:
            raise deadline.exceeded(what)
        await tab.activity.change(RECHECK_MS)


async def text_shown(tab: Tab, text: str) -> bool:
    """Whether ``text`` is visible in any frame of the page."""
    return any(await asyncio.gather(*(_frame_shows(frame, text) for frame in tab.page.frames)))


async def _frame_shows(frame: Frame, text: str) -> bool:
    try:
        return await frame.get_by_text(text).filter(visible=True).count() > 0
    except Error:
        # It is navigating or gone; the next look will tell.
        return False


async def selector_is(tab: Tab, selector: str, state: ElementState) -> bool:
    """Whether the first match of ``selector`` in any frame is in ``state`` (hidden and detached hold when nothing matches)."""
    matches = []
    for frame in tab.page.frames:
        locator = frame.locator(selector)
        try:
            if state in ("attached", "detached"):
                matches.append(await locator.count() > 0)
            elif state == "enabled":
                first = locator.first
                matches.append(await locator.count() > 0 and await first.is_visible() and await first.is_enabled(timeout=1000))
            else:
                matches.append(await locator.filter(visible=True).count() > 0)
        except Error as failure:
            if is_selector_error(failure.message):
                raise TargetError(f"The selector {selector!r} is not valid.", code="selector_invalid") from None
    found = any(matches)
    return not found if state in ("hidden", "detached") else found


async def element_is(find: Callable[[], Awaitable[Element]], state: ElementState) -> bool:
    """Whether a ref's element is in ``state``; a stale ref is detached and hidden, and can become nothing else."""
    try:
        element = await find()
    except TargetError as gone:
        if gone.code == "ref_stale" and state in ("hidden", "detached"):
            return True
        raise
    probe = element.probe
    return {
        "visible": bool(probe["visible"]),
        "hidden": not probe["visible"],
        "attached": True,
        "detached": False,
        "enabled": bool(probe["visible"] and probe["enabled"]),
    }[state]


def url_matches(url: str, pattern: str) -> bool:
    """Whether ``url`` matches a glob (``*``, ``?``), or contains a pattern that has none."""
    return fnmatchcase(url, pattern) if any(sign in pattern for sign in "*?") else pattern in url


async def script_truthy(tab: Tab, script: str, deadline: Deadline) -> bool:
    return bool(await evaluate(tab, script, deadline))


async def response_arrives(tab: Tab, pattern: str, deadline: Deadline) -> dict[str, Any]:
    """The first response from now on whose url matches ``pattern``: ``{url, http_status, after_ms}``."""
    began = time.monotonic()
    waiter: asyncio.Future[Response] = asyncio.get_running_loop().create_future()

    def seen(response: Response) -> None:
        if url_matches(response.url, pattern) and not waiter.done():
            waiter.set_result(response)

    tab.page.on("response", seen)
    try:
        async with deadline.waiting_for(f"a response from {pattern}"):
            response = await waiter
    finally:
        tab.page.remove_listener("response", seen)
    return {"url": redacted(response.url), "http_status": response.status, "after_ms": _since(began)}


async def load_state(tab: Tab, state: Literal["domcontentloaded", "load", "networkidle"], deadline: Deadline) -> int:
    """Waits for the page's load state; returns after how many milliseconds it was reached."""
    began = time.monotonic()
    async with deadline.waiting_for(f"the page's {state}"):
        await tab.page.wait_for_load_state(state, timeout=0)
    return _since(began)


async def elapsed(time_ms: int, deadline: Deadline) -> int:
    """Lets ``time_ms`` pass, which is what was asked for. Raises :class:`TimeoutExceeded` when the deadline comes first."""
    began = time.monotonic()
    async with deadline.waiting_for(f"{time_ms} ms to pass"):
        await asyncio.sleep(time_ms / 1000)
    return _since(began)


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)
