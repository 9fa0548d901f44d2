"""Navigations that the agent asks for: they end in a document, a typed failure, or the deadline."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import nullcontext
from typing import Any, Final, Literal

from playwright.async_api import Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.monitor.page_activity import since
from refbrowser.browser.monitor.top_navigation import Navigation
from refbrowser.browser.network.http_auth import Authentication, answering, origin_of
from refbrowser.browser.playwright_internals.wording import Wording, net_error, says
from refbrowser.browser.tab.gate import Gate
from refbrowser.browser.tab.resubmission import WITHOUT_EFFECTS
from refbrowser.browser.tab.stalled_load import LOOK_S, StalledLoad
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import CallError, NavigationError, Remedy, StateError
from refbrowser.page_text import one_line, truncated
from refbrowser.policy.outcomes import egress_blocked, explained
from refbrowser.redact import redacted

WaitUntil = Literal["commit", "domcontentloaded", "load", "networkidle"]

_ANSWER_MS: Final = 200
"""Kept back from the deadline so that a navigation that timed out can still be stopped and reported."""

_REFUSED_MS: Final = 100
"""How long after a dialog refused a navigation Playwright may take to say so itself, where it does."""

_LOOK_MS: Final = 50
_SEEN_STAYING: Final = 3
"""So often in a row the page is seen to stay while its history has moved: the events of a new page come a little later."""

_ERROR_PAGE_MS: Final = 500
"""Chromium's error page comes within a few milliseconds of the failure, or (for an aborted load) never."""


async def go(
    tab: Tab, url: str, wait_until: WaitUntil, deadline: Deadline, authentication: Authentication | None = None
) -> dict[str, Any]:
    """Loads ``url``, whose origin is given the credentials of ``authentication`` if it asks for some. The answer has ``download``
    when the address gave a file and no page.

    Raises ``navigation_failed`` (``details.net_error``), ``http_auth_required``, or ``navigation_timeout``: a load that has
    brought no document is stopped, so that the tab stays usable; a document that has come goes on loading.
    """
    mark = tab.activity.mark()

    async def load() -> None:
        await tab.page.goto(url, wait_until=wait_until, timeout=max(1.0, deadline.remaining_ms - _ANSWER_MS))

    try:
        async with answering(tab.page, url, authentication):
            await _load(tab, url, load, deadline, leads_to=url, may_stall=wait_until == "domcontentloaded")
    except Error as failure:
        aborted = says(failure, Wording.NAVIGATION_ABORTED)
        if (aborted or says(failure, Wording.DOWNLOAD_STARTS)) and await _download_began(tab, mark):
            return {"download": since(tab.activity.downloads, mark)}
        navigation = tab.activity.navigation
        if aborted and navigation is not None and navigation.no_content:
            raise NavigationError(
                f"{one_line(redacted(url), 200)} responded without content (HTTP {navigation.status}), so the tab keeps its page.",
                details={"url": truncated(redacted(url), 500), "http_status": navigation.status},
            ) from None
        raise
    navigation = tab.activity.navigation
    if navigation is not None and navigation.asks_for_credentials:
        raise _asks_for_credentials(url, navigation, given=authentication is not None)
    return {}


def _asks_for_credentials(url: str, navigation: Navigation, *, given: bool) -> NavigationError:
    asking = redacted(navigation.url)[:500]
    status = f"(HTTP {navigation.status})"
    if given and origin_of(navigation.url) == origin_of(url):
        why = f"{asking[:200]} does not take the user name and password of http_auth {status}."
    else:
        why = f"{asking[:200]} asks for a user name and a password {status}"
        why += f"; http_auth is given to {origin_of(url)} alone." if given else "."
    return NavigationError(
        why,
        code="http_auth_required",
        remedy=Remedy("navigate", {"url": asking, "http_auth": {"username": "…", "password": "…"}}),
        details={"url": asking, "http_status": navigation.status, "origin": origin_of(navigation.url)},
    )


async def step(
    tab: Tab, direction: Literal["back", "forward"], wait_until: WaitUntil, deadline: Deadline, gate: Gate | None = None
) -> dict[str, Any]:
    """One step in the tab's history. The answer has ``resubmitted`` when that sent a form again. Raises ``no_history`` at its end,
    what :func:`go` raises, and as :func:`_once_judged`."""
    while True:
        history = await tab.cdp.history(deadline.remaining_ms)
        leads_to = history.back_url if direction == "back" else history.forward_url
        if not leads_to or gate is None or await gate.pass_address(leads_to):
            break
    if not (history.can_go_back if direction == "back" else history.can_go_forward):
        raise StateError(
            f"Tab {tab.browser_id} has no page to go {direction} to.",
            code="no_history",
            remedy=Remedy("state", {"browser_id": tab.browser_id}),
        )
    move = tab.page.go_back if direction == "back" else tab.page.go_forward

    target, commits = history.index + (-1 if direction == "back" else 1), tab.activity.commits

    async def load() -> None:
        moving = asyncio.ensure_future(move(wait_until=wait_until, timeout=max(1.0, deadline.remaining_ms - _ANSWER_MS)))
        in_frame = asyncio.ensure_future(_is_at(tab, target, commits, deadline))
        try:
            await asyncio.wait({moving, in_frame}, return_when=asyncio.FIRST_COMPLETED)
            if moving.done() or in_frame.exception() is not None:
                await moving
        finally:
            in_frame.cancel()
            moving.cancel()
            await asyncio.gather(moving, in_frame, return_exceptions=True)

    what, may_stall = f"the page {'before' if direction == 'back' else 'after'} this one", wait_until == "domcontentloaded"

    async def attempt() -> None:
        loading = _load(tab, what, load, deadline, leads_to=leads_to, may_stall=may_stall)
        await _or_overtaken(tab, leads_to, wait_until, deadline, loading)

    return await _once_judged(tab, gate, attempt)


async def _is_at(tab: Tab, entry: int, commits: int, deadline: Deadline) -> None:
    """Until the tab is at that entry of its history while its page has stayed: an entry that a frame made moves the frame alone, of
    which Playwright's own wait does not hear."""
    seen = 0
    while seen < _SEEN_STAYING:
        await tab.activity.change(_LOOK_MS)
        navigation = tab.activity.navigation
        if tab.activity.commits != commits or (navigation is not None and navigation.in_flight):
            # The page goes; its end is Playwright's to report.
            seen = 0
            await tab.activity.change(_LOOK_MS)
            continue
        seen = seen + 1 if (await tab.cdp.history(deadline.remaining_ms)).index == entry else 0


async def reload(tab: Tab, wait_until: WaitUntil, deadline: Deadline, gate: Gate | None = None) -> dict[str, Any]:
    """Loads the present address anew. The answer has ``resubmitted`` when that sent a form again. Raises as
    :func:`_once_judged`."""

    async def load() -> None:
        await tab.page.reload(wait_until=wait_until, timeout=max(1.0, deadline.remaining_ms - _ANSWER_MS))

    failed = tab.activity.failed_load
    url = tab.url if failed is None else failed.url

    async def attempt() -> None:
        loading = _load(tab, url, load, deadline, leads_to=url, may_stall=wait_until == "domcontentloaded")
        await _or_overtaken(tab, url, wait_until, deadline, loading)

    return await _once_judged(tab, gate, attempt, reloads=True)


def check_loaded(tab: Tab) -> None:
    """Raise ``navigation_failed`` while Chromium shows its own error page, on which nothing of the page will appear."""
    navigation = tab.activity.navigation
    if (why := tab.activity.load_failure) is None or (navigation is not None and navigation.in_flight):
        return
    failed = tab.activity.failed_load
    raise NavigationError(
        f"Tab {tab.browser_id} shows Chromium's error page: {why}.",
        remedy=Remedy("reload", {"browser_id": tab.browser_id}, hint="tries it again; navigate loads another address"),
        details={"url": truncated(redacted(failed.url if failed is not None else tab.url), 500), "error_page": True},
    )


async def _once_judged(
    tab: Tab, gate: Gate | None, attempt: Callable[[], Awaitable[None]], *, reloads: bool = False
) -> dict[str, Any]:
    """Carry out ``attempt``; once more where that would have sent a form again and the policy permits it. Raises ``policy_denied``
    and the codes of approvals."""
    forms = tab.resubmissions
    while True:
        kept = forms.kept
        try:
            await attempt()
        except (Error, NavigationError):
            if forms.kept == kept:
                raise
        finally:
            forms.permit(None)
        if forms.kept == kept or forms.last is None:
            break
        again = forms.last
        while gate is not None and not await gate.pass_resubmission(again.url):
            continue
        forms.permit(again)
    navigation = tab.activity.navigation
    method = navigation.method if navigation is not None and (reloads or forms.uncached) else "GET"
    if navigation is None or method in WITHOUT_EFFECTS:
        return {}
    return {"resubmitted": {"method": method, "url": truncated(redacted(navigation.url), 500)}}


async def _or_overtaken(tab: Tab, url: str, wait_until: WaitUntil, deadline: Deadline, load: Coroutine[Any, Any, None]) -> None:
    """Carries out ``load``, which leads to ``url``. To a reload, or a step in the history, Playwright ascribes how the tab's next
    navigation ends, which may be one that the page began. Raises ``navigation_failed`` where that one took its place."""
    before, commits = tab.activity.navigation, tab.activity.commits
    own = before is None or not before.in_flight
    try:
        await load
    except (Error, NavigationError) as failure:
        last = tab.activity.navigation
        ended = net_error(failure) if isinstance(failure, Error) else failure.details.get("net_error")
        swapped = isinstance(failure, Error) and says(failure, Wording.FRAME_DETACHED)
        is_of_another = last is not None and (last is not before or not own) and (last.failure is None or not _begins_at(last, url))
        if not (swapped or (ended and is_of_another)):
            raise
    else:
        return
    patience = deadline.sooner(deadline.remaining_ms - _ANSWER_MS)
    while (last := tab.activity.navigation) is not None and last.in_flight and not patience.passed and not tab.closed:
        await tab.activity.change(patience.remaining_ms)
    if tab.closed or tab.crashed:
        raise Error("Target closed" if tab.closed else "Page crashed")
    if last is not None and last.in_flight:
        raise await _timed_out(tab, url, before, deadline)
    if tab.activity.commits == commits or not _is_same(tab.url, url):
        raise NavigationError("Another navigation of the tab replaced this one.", details={"net_error": "ERR_ABORTED"})
    if wait_until != "commit":
        await tab.page.wait_for_load_state(wait_until, timeout=max(1.0, deadline.remaining_ms - _ANSWER_MS))


def _begins_at(navigation: Navigation, url: str) -> bool:
    """Whether ``url`` was asked for first, wherever that was redirected to."""
    request = navigation.request
    while request is not None and request.redirected_from is not None:
        request = request.redirected_from
    return _is_same(request.url if request is not None else navigation.url, url)


def _is_same(url: str, other: str) -> bool:
    return url.partition("#")[0] == other.partition("#")[0]


async def _load(
    tab: Tab, what: str, load: Callable[[], Awaitable[None]], deadline: Deadline, *, leads_to: str, may_stall: bool
) -> None:
    """``what`` is what messages call it; ``leads_to`` is where the agent wants to be, which a boundary lets it reach. With
    ``may_stall``, a document that shows something and of which no more comes is enough."""
    before, mark = tab.activity.navigation, tab.activity.mark()
    with tab.boundary.expecting([leads_to]) if tab.boundary is not None else nullcontext():
        try:
            await _loaded(tab, what, load, deadline, may_stall=may_stall)
        except Error as failure:
            navigation = tab.activity.navigation
            if navigation is None or navigation is before or not navigation.no_page or await _download_began(tab, mark):
                raise
            if tab.closed or tab.crashed:
                # Its navigations end before a tab does.
                raise
            name = net_error(failure) or "ERR_ABORTED"
            reason = "another program opens such addresses" if navigation.for_program else explained(name)
            raise NavigationError(
                f"{one_line(redacted(what), 200)} could not be loaded, so the tab keeps its page: {reason}.",
                details={"url": truncated(redacted(what), 500), "net_error": name},
            ) from None


async def _loaded(tab: Tab, what: str, load: Callable[[], Awaitable[None]], deadline: Deadline, *, may_stall: bool) -> None:
    deadline.stage = f"{one_line(redacted(what), 200)} to load"
    before, commits, dialogs = tab.activity.navigation, tab.activity.commits, tab.dialogs.count
    tab.activity.acted_at = tab.activity.mark()
    loading = asyncio.ensure_future(_when_possible(tab, load, deadline))
    refused = tab.dialogs.next_refusal()
    cut = asyncio.ensure_future(tab.activity.cut_short(tab.activity.document))
    try:
        # Chromium reports no end of a reload that a dialog stopped.
        first: set[asyncio.Future[Any]] = {loading, refused, cut}
        stall = StalledLoad(tab, before) if may_stall else None
        while not (await asyncio.wait(first, timeout=LOOK_S if stall else None, return_when=asyncio.FIRST_COMPLETED))[0]:
            if stall is not None and await stall.is_over():
                return
        if cut.done() and not loading.done():
            # Playwright waits for events that Chromium never sends for such a document.
            return
        if refused.done() and not loading.done():
            await asyncio.wait({loading}, timeout=_REFUSED_MS / 1000)
        if not loading.done():
            raise _stays(tab)
        await loading
    except asyncio.CancelledError:
        await _stop_loading(tab)
        raise
    except PlaywrightTimeout:
        if may_stall and await StalledLoad(tab, before).shows():
            return
        raise await _timed_out(tab, what, before, deadline) from None
    except Error as failure:
        name = net_error(failure)
        if any(view.kind == "beforeunload" and view.accepted is False for view in tab.dialogs.seen_since(dialogs)):
            raise _stays(tab) from None
        if says(failure, Wording.URL_INVALID):
            raise CallError(
                f"The url {one_line(redacted(what), 200)!r} is malformed: it has no host that Chromium accepts."
            ) from None
        if name is None or says(failure, Wording.NAVIGATION_ABORTED):
            raise
        await _error_page_comes(tab, commits)
        if tab.crashed or tab.closed:
            # The load failed because a process of the browser ended, which is reported a moment later.
            raise
        if (outcome := tab.failed_connection(name)) is not None:
            if outcome.rule is not None:
                last = tab.activity.navigation
                raise egress_blocked(outcome, redacted(last.url if last is not None else what)) from None
            name = outcome.net_error
        raise NavigationError(
            f"{one_line(redacted(what), 200)} could not be loaded: {explained(name)}.",
            code="http_auth_required" if name == "ERR_INVALID_AUTH_CREDENTIALS" else "navigation_failed",
            details={"url": truncated(redacted(what), 500), "net_error": name},
        ) from None
    finally:
        refused.cancel()
        cut.cancel()
        loading.cancel()
        # Waited for also when it is over, so that its failure counts as retrieved.
        await asyncio.gather(loading, cut, return_exceptions=True)


async def _when_possible(tab: Tab, load: Callable[[], Awaitable[None]], deadline: Deadline) -> None:
    """Begins again what was not carried out, because another document was taking the page's place or the history had changed."""
    while True:
        try:
            return await load()
        except Error as failure:
            if deadline.passed or not (says(failure, Wording.NO_ACTIVE_PAGE) or says(failure, Wording.NO_SUCH_ENTRY)):
                raise
        await tab.activity.change(_LOOK_MS)


async def _timed_out(tab: Tab, what: str, before: Navigation | None, deadline: Deadline) -> NavigationError:
    """``before`` is the navigation before the one that took too long."""
    navigation = tab.activity.navigation if tab.activity.navigation is not before else None
    committed = navigation is not None and navigation.committed
    if navigation is not None and navigation.loaded:
        how, hint = "loaded, but its network was never idle", "shows the page"
    elif navigation is not None and committed:
        navigation.stalled = True
        how, hint = "did not finish loading", "shows what has loaded by then"
    else:
        await _stop_loading(tab)
        how, hint = "did not answer", ""
    return NavigationError(
        f"{one_line(redacted(what), 200)} {how} within {deadline.total_ms:.0f} ms.",
        code="navigation_timeout",
        remedy=Remedy("content", {"browser_id": tab.browser_id}, hint=hint) if committed else None,
        details={"url": truncated(redacted(what), 500), "committed": committed, "timeout_ms": deadline.total_ms},
    )


def _stays(tab: Tab) -> NavigationError:
    return NavigationError(
        f"Tab {tab.browser_id} stays on its page: the dialog that asked whether to leave it was dismissed.",
        details={"stayed": True},
    )


async def _stop_loading(tab: Tab) -> None:
    """Until a pending navigation ends, the old page answers nothing; this ends it."""
    try:
        await tab.cdp.send("Page.stopLoading")
    except Error:
        return
    if (navigation := tab.activity.navigation) is not None and navigation.in_flight:
        # A page that hangs does not report that.
        navigation.failure = "net::ERR_ABORTED"


async def _download_began(tab: Tab, mark: int) -> bool:
    """Playwright reports the navigation's end before the download."""
    patience = Deadline(_ANSWER_MS)
    while not since(tab.activity.downloads, mark) and not patience.passed:
        await tab.activity.change(patience.remaining_ms)
    return bool(since(tab.activity.downloads, mark))


async def _error_page_comes(tab: Tab, commits: int) -> None:
    """Chromium shows a page of its own after a failure; until that has come it would take the next navigation's place."""
    patience = Deadline(_ERROR_PAGE_MS)
    while tab.activity.commits == commits and not patience.passed and not tab.closed and not tab.crashed:
        await tab.activity.change(patience.remaining_ms)
