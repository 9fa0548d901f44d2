"""Playwright's errors become ours here and nowhere else. Each row is provoked in a real browser by a test."""

import re
from collections.abc import Callable
from typing import Final

from playwright.async_api import Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.tab.navigation import net_error
from refbrowser.browser.tab.tab import Tab, tab_closed
from refbrowser.errors import (
    BrowserFailure,
    InternalError,
    NavigationError,
    RefbrowserError,
    Remedy,
    StateError,
    TargetError,
)
from refbrowser.page_text import one_line
from refbrowser.redact import redacted

_CLOSED: Final = re.compile(
    r"Target (page, context or browser has been )?closed|Connection closed|has been closed|Browser closed|Target closed"
)
_CRASHED: Final = re.compile(r"Page crashed|Target crashed")
_DETACHED: Final = re.compile(r"[Ff]rame (was|got) detached|Frame has been detached")
_INTERRUPTED: Final = re.compile(r"interrupted by another navigation|net::ERR_ABORTED|Execution context was destroyed")
_SELECTOR: Final = re.compile(
    r"while parsing|Unknown engine|not a valid (selector|XPath)|Malformed (selector|attribute)|Unexpected end of selector"
    r"|Invalid regular expression"
    # An engine that Playwright reserves for itself and does not have, as `_react=`.
    r"|Cannot read properties of undefined \(reading 'queryAll'\)"
)
_AMBIGUOUS: Final = re.compile(r"strict mode violation")


def translated(
    failure: Exception, *, tab: Tab | None, deadline: Deadline, gone: Callable[[], RefbrowserError | None]
) -> RefbrowserError | None:
    """The typed error for one of Playwright's, given what is known of the tab and of the browser (``gone`` says why it cannot
    answer any more); None for others."""
    if isinstance(failure, StateError) and failure.code == "tab_closed":
        # Tabs close when their browser ends; that is the better answer.
        return gone()
    if not isinstance(failure, Error):
        return None
    if ended := gone():
        return ended
    message = failure.message
    browser_id = tab.browser_id if tab is not None else None
    if _CLOSED.search(message) or (tab is not None and tab.closed):
        if tab is not None and tab.crashed:
            return _crashed(tab)
        return tab_closed(browser_id) if browser_id is not None else StateError("The tab is closed.", code="tab_closed")
    if _CRASHED.search(message):
        return _crashed(tab) if tab is not None else _crashed_at_opening()
    if isinstance(failure, PlaywrightTimeout):
        return deadline.exceeded(deadline.stage)
    if _DETACHED.search(message):
        return TargetError(
            "The frame went away during the call.",
            code="frame_detached",
            remedy=Remedy("content", {"browser_id": browser_id} if browser_id else {}),
        )
    if _INTERRUPTED.search(message):
        return NavigationError("Another navigation of the same tab took over.", details={"net_error": net_error(message)})
    if name := net_error(message):
        return NavigationError(f"The page could not be loaded: {name}.", details={"net_error": name})
    if is_selector_error(message):
        return TargetError(
            f"The selector is not valid: {one_line(redacted(message.splitlines()[0]))[:300]}", code="selector_invalid"
        )
    if _AMBIGUOUS.search(message):
        return TargetError("The selector matches more than one element.", code="selector_ambiguous")
    return InternalError(f"The browser refused: {one_line(redacted(message.splitlines()[0]))[:300]}")


def is_selector_error(message: str) -> bool:
    """Whether Playwright refused a selector for what it says, and not for what it matched."""
    return bool(_SELECTOR.search(message))


def browser_gone(*, comes_back: bool) -> BrowserFailure:
    if comes_back:
        return BrowserFailure(
            "The browser ended during the call; the next call starts it again and opens its tabs at their last addresses.",
            code="browser_crashed",
            remedy=Remedy("list"),
        )
    return BrowserFailure(
        "The browser ended during the call; its tabs are gone.",
        code="browser_crashed",
        remedy=Remedy("open", {"url": "https://…"}, hint="starts a new browser"),
    )


def _crashed(tab: Tab) -> BrowserFailure:
    return BrowserFailure(
        f"The page of tab {tab.browser_id} crashed.",
        code="tab_crashed",
        remedy=Remedy("reload", {"browser_id": tab.browser_id}, hint="or close the tab"),
    )


def _crashed_at_opening() -> BrowserFailure:
    return BrowserFailure("The new tab's page crashed before it was there.", code="tab_crashed", remedy=Remedy("list"))
