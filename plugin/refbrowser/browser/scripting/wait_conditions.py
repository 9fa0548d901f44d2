"""Waiting for something to become true of a page; every condition is bounded by the call's deadline."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from fnmatch import fnmatchcase
from typing import Any, Final, Literal, TypeVar

from playwright.async_api import Error, Frame, Locator, Response

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.element import Element
from refbrowser.browser.element.resolve import ANOTHER_TAB
from refbrowser.browser.element.selectors import any_reading
from refbrowser.browser.engine import script
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.playwright_internals.wording import Wording, says
from refbrowser.browser.scripting.evaluate import truthy
from refbrowser.browser.scripting.plain_text import is_shown_plainly
from refbrowser.browser.snapshot.capture import capture_thoroughly
from refbrowser.browser.tab.navigation import check_loaded
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import NavigationError, RefbrowserError, Remedy, ScriptError, TargetError
from refbrowser.page_text import truncated
from refbrowser.redact import redacted

T = TypeVar("T")

ElementState = Literal["visible", "hidden", "attached", "detached", "enabled"]

RECHECK_MS: Final = 50
"""Between two looks at a condition that no event announces; a look costs about a millisecond."""

FRAME_PATIENCE_MS: Final = 1000
"""How long one frame may take to answer a look."""


READ_AGAIN_S: Final = 0.5
"""How often a page that does not show a text is read for closed shadow roots that have come."""


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


async def while_open(tab: Tab, condition: Coroutine[Any, Any, T]) -> T:
    """Return what ``condition`` comes to. Raises ``tab_closed`` or ``tab_crashed`` as soon as that happens to the tab: no event of
    its page comes then, and what has no need of the page would hold of a tab that is gone."""
    task = asyncio.ensure_future(condition)
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=RECHECK_MS / 1000)
            if tab.closed or tab.crashed:
                tab.usable()
        return task.result()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class TextLook:
    """Looks whether ``text`` is visible in some frame of the page or, with ``shown`` false, in none.

    Before it says that no frame shows it, the page is read as ``content`` reads it. That finds closed shadow roots, and what is no
    text of an element: values, placeholders, what style sheets generate. ``lines`` are those of the last reading.
    """

    def __init__(self, tab: Tab, refs: RefTable, text: str, deadline: Deadline, *, shown: bool) -> None:
        self.lines: Sequence[str] = ()
        self._tab, self._refs, self._text, self._deadline, self._shown = tab, refs, text, deadline, shown
        self._read_at = -READ_AGAIN_S

    async def _visible(self, frame: Frame) -> bool:
        roots = (frame.get_by_text(self._text), frame.locator(script.CLOSED_ROOTS).get_by_text(self._text))
        for within in roots:
            if await within.filter(visible=True).count() > 0:
                return True
        return False

    async def holds(self) -> bool:
        tab, text, shown = self._tab, self._text, self._shown
        found = await is_shown_plainly(tab, text) or await _in_some_frame(tab, self._visible)
        if found is False and (not shown or time.monotonic() - self._read_at >= READ_AGAIN_S):
            self._read_at = time.monotonic()
            try:
                captured = await capture_thoroughly(tab, self._refs, self._deadline.sooner(FRAME_PATIENCE_MS))
            except (RefbrowserError, Error):
                return False
            self.lines = captured.lines
            found = any(is_in(text, line) for line in captured.lines) or await _in_some_frame(tab, self._visible)
        if shown and not found:
            check_loaded(tab)
        return found is shown


async def lines_of(tab: Tab, refs: RefTable, deadline: Deadline) -> Sequence[str]:
    """Return the lines of the page, with refs; none where it does not answer soon."""
    try:
        return (await capture_thoroughly(tab, refs, deadline.sooner(FRAME_PATIENCE_MS))).lines
    except (RefbrowserError, Error):
        return ()


def is_in(text: str, line: str) -> bool:
    """Return whether a line of a page has the text: case and the kind of white space do not count, nor do tags of refs."""
    return _flat(text) in _flat(_TAG.sub(" ", line))


_TAG: Final = re.compile(r"\[(?:[^\[\]]* )?\d+\]")
"""The tag of a ref, whose number is no text of the page."""


def _flat(text: str) -> str:
    return " ".join(text.split()).casefold()


async def selector_is(tab: Tab, selector: str, state: ElementState) -> bool:
    """Whether a match of ``selector`` in some frame is in ``state``; hidden and detached hold when no frame has one that is not.

    Raises ``selector_invalid``, and ``navigation_failed`` where none can come because Chromium shows its error page.
    """

    within = any_reading(selector)

    async def holds(frame: Frame) -> bool:
        return await matches(frame.locator(within)) or await matches(frame.locator(f"{script.CLOSED_ROOTS} >> {within}"))

    async def matches(locator: Locator) -> bool:
        try:
            if state in ("attached", "detached"):
                return await locator.count() > 0
            visible = locator.filter(visible=True)
            if state == "enabled":
                return await visible.count() > 0 and await visible.first.is_enabled(timeout=FRAME_PATIENCE_MS)
            return await visible.count() > 0
        except Error as failure:
            if says(failure, Wording.SELECTOR_INVALID):
                raise TargetError(f"The selector {selector!r} is not valid.", code="selector_invalid") from None
            raise

    found, wanted = await _in_some_frame(tab, holds), state not in ("hidden", "detached")
    if wanted and not found:
        check_loaded(tab)
    return found is wanted


async def _in_some_frame(tab: Tab, holds: Callable[[Frame], Awaitable[bool]]) -> bool | None:
    """Whether it holds in a frame of the page; None when it does in none, but the top one or one that is about to show something
    else could not say. Another frame that hangs does not count."""

    async def look(frame: Frame) -> bool | None:
        try:
            async with asyncio.timeout(FRAME_PATIENCE_MS / 1000):
                return await holds(frame)
        except TimeoutError:
            # A page that waits for its next document answers nothing, and shows all that it did.
            return None if frame is tab.page.main_frame else False
        except Error:
            return False if frame.is_detached() else None

    looks = [asyncio.ensure_future(look(frame)) for frame in tab.page.frames]
    unsure = False
    try:
        for answer in asyncio.as_completed(looks):
            holding = await answer
            if holding:
                return True
            unsure = unsure or holding is None
    finally:
        for task in looks:
            task.cancel()
        await asyncio.gather(*looks, return_exceptions=True)
    return None if unsure else False


async def element_is(find: Callable[[], Awaitable[Element]], state: ElementState) -> bool:
    """Whether a ref's element is in ``state``; a stale ref is detached and hidden, and can become nothing else. That of another tab
    is no element of this one."""
    try:
        element = await find()
    except TargetError as gone:
        if gone.code == "ref_stale" and gone.details["reason"] != ANOTHER_TAB and state in ("hidden", "detached"):
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
    """Whether ``url`` contains the pattern, or matches it as a glob (``*``, ``?``): the ``?`` of a query is no sign of one."""
    return pattern in url or (any(sign in pattern for sign in "*?") and fnmatchcase(url, pattern))


def is_at(tab: Tab, pattern: str) -> bool:
    """Whether the tab's url matches ``pattern`` and its document is parsed: what is asked next is asked of all of it."""
    navigation = tab.activity.navigation
    return url_matches(tab.url, pattern) and not (navigation is not None and navigation.awaited)


async def script_truthy(tab: Tab, script: str, deadline: Deadline) -> bool:
    """Whether the script's value is truthy. Raises what :func:`truthy` raises, and :class:`TimeoutExceeded` at the deadline."""
    try:
        return await truthy(tab, script, deadline)
    except ScriptError as failure:
        if failure.code == "script_timeout":
            raise deadline.exceeded("the script to be truthy") from None
        raise


async def response_arrives(tab: Tab, pattern: str, deadline: Deadline) -> dict[str, Any]:
    """The first response since the tab's last action or navigation began whose url matches ``pattern``, waited for if need be:
    ``{url, http_status, after_ms}``. The next wait finds the next one."""
    began = time.monotonic()
    if (earlier := tab.activity.take_response(lambda url: url_matches(url, pattern))) is not None:
        return {"url": redacted(earlier.url), "http_status": earlier.status, "after_ms": 0}
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
    tab.activity.take_response(lambda url: url == response.url)
    return {"url": redacted(response.url), "http_status": response.status, "after_ms": _since(began)}


async def load_state(tab: Tab, state: Literal["domcontentloaded", "load", "networkidle"], deadline: Deadline) -> int:
    """Waits for the page's load state; returns after how many milliseconds it was reached."""
    began = time.monotonic()
    reached = asyncio.ensure_future(tab.page.wait_for_load_state(state, timeout=0))
    cut = asyncio.ensure_future(tab.activity.cut_short())
    try:
        async with deadline.waiting_for(f"the page's {state}"):
            await asyncio.wait({reached, cut}, return_when=asyncio.FIRST_COMPLETED)
        if not reached.done():
            raise NavigationError(
                f"The page's {state} never comes: its document was not loaded to its end ({cut.result()}).",
                remedy=Remedy("reload", {"browser_id": tab.browser_id}),
                details={"url": truncated(redacted(tab.url), 500), "net_error": cut.result()},
            )
        await reached
    finally:
        reached.cancel()
        cut.cancel()
        await asyncio.gather(reached, cut, return_exceptions=True)
    return _since(began)


async def elapsed(time_ms: int, deadline: Deadline) -> int:
    """Lets ``time_ms`` pass, which is what was asked for. Raises :class:`TimeoutExceeded` when the deadline comes first."""
    began = time.monotonic()
    async with deadline.waiting_for(f"{time_ms} ms to pass"):
        await asyncio.sleep(time_ms / 1000)  # the pause is what was asked for
    return _since(began)


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)
