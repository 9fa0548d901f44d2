"""Playwright's errors become typed errors here and nowhere else."""

from collections.abc import Callable

from playwright.async_api import Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.cdp_session import KEPT_CHANGING
from refbrowser.browser.playwright_internals.wording import Wording, net_error, says
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
from refbrowser.policy.outcomes import egress_blocked, explained
from refbrowser.redact import redacted


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
    browser_id = tab.browser_id if tab is not None else None
    if says(failure, Wording.CLOSED) or (tab is not None and tab.closed):
        if tab is not None and tab.crashed:
            return _crashed(tab)
        return tab_closed(browser_id) if browser_id is not None else StateError("The tab is closed.", code="tab_closed")
    if says(failure, Wording.CRASHED) or (tab is not None and tab.crashed):
        return _crashed(tab) if tab is not None else _crashed_at_opening()
    if isinstance(failure, PlaywrightTimeout):
        return deadline.exceeded(deadline.stage)
    if says(failure, Wording.ELEMENT_OF_ANOTHER_DOCUMENT):
        return TargetError(
            "The element's page or frame was navigated during the call.",
            code="ref_stale",
            remedy=Remedy("content", {"browser_id": browser_id} if browser_id else {}, hint="gives the current refs"),
            details={"reason": "the page was navigated"},
        )
    if says(failure, Wording.FRAME_DETACHED):
        return TargetError(
            "The frame was removed during the call.",
            code="frame_detached",
            remedy=Remedy("content", {"browser_id": browser_id} if browser_id else {}),
        )
    if says(failure, Wording.NO_ACTIVE_PAGE) or failure.message == KEPT_CHANGING:
        return NavigationError("Another document was taking the page's place all the time.")
    if says(failure, Wording.NO_SUCH_ENTRY):
        return NavigationError("The page changed the tab's history all the time.")
    if says(failure, Wording.INTERRUPTED):
        return NavigationError("Another navigation of the tab replaced this one.", details={"net_error": net_error(failure)})
    if name := net_error(failure):
        outcome = tab.failed_connection(name) if tab is not None else None
        if outcome is not None and outcome.rule is not None:
            return egress_blocked(outcome, redacted(tab.url if tab is not None else outcome.host))
        name = outcome.net_error if outcome is not None else name
        return NavigationError(f"The page could not be loaded: {explained(name)}.", details={"net_error": name})
    if says(failure, Wording.SELECTOR_INVALID):
        return TargetError(
            f"The selector is not valid: {one_line(redacted(failure.message.splitlines()[0]), 300)}", code="selector_invalid"
        )
    if says(failure, Wording.SELECTOR_AMBIGUOUS):
        return TargetError("The selector matches more than one element.", code="selector_ambiguous")
    return InternalError(f"The browser reported an error: {one_line(redacted(failure.message.splitlines()[0]), 300)}")


def browser_gone(*, comes_back: bool, connected: bool = False) -> BrowserFailure:
    """``connected``: another program runs the browser, and may start it again or not."""
    if connected:
        return BrowserFailure(
            "The browser that this chat is connected to ended during the call; the next call connects to it again, once it runs"
            + (", and restores the tabs at their last urls." if comes_back else "."),
            code="browser_crashed",
            remedy=Remedy("list"),
        )
    if comes_back:
        return BrowserFailure(
            "The browser ended during the call; the next call restarts it and restores the tabs at their last urls.",
            code="browser_crashed",
            remedy=Remedy("list"),
        )
    return BrowserFailure(
        "The browser ended during the call, and its tabs are lost.",
        code="browser_crashed",
        remedy=Remedy("open", hint="starts a new browser"),
    )


def _crashed(tab: Tab) -> BrowserFailure:
    return BrowserFailure(
        f"The page of tab {tab.browser_id} crashed.",
        code="tab_crashed",
        remedy=Remedy("reload", {"browser_id": tab.browser_id}, hint="or close the tab"),
    )


def _crashed_at_opening() -> BrowserFailure:
    return BrowserFailure("The page of the new tab crashed while it opened.", code="tab_crashed", remedy=Remedy("list"))
