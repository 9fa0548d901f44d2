"""The first request of each tab that a page opens. Playwright reports the tab's page once that is over, and none of the
requests before: what the first came to is known from here alone."""

from collections.abc import Callable, Iterable
from weakref import WeakKeyDictionary

from playwright.async_api import BrowserContext, Error, Request, Response

from refbrowser.browser.playwright_internals.listeners import listener
from refbrowser.browser.tab.arrival import FirstRequest
from refbrowser.browser.tab.tab import Tab


class FirstRequests:
    """Owned by a session, whose present ``tabs`` are asked for."""

    def __init__(self, tabs: Callable[[], Iterable[Tab]], close: Callable[[Tab], None]) -> None:
        """``close`` is given each tab that stays blank since another program opens its address."""
        self._tabs = tabs
        self._close = close
        self._by_request: WeakKeyDictionary[Request, Tab] = WeakKeyDictionary()

    def listen(self, context: BrowserContext) -> None:
        context.on("request", listener(self._sent))
        context.on("response", listener(self._answered))
        context.on("requestfailed", listener(self._failed))

    def _sent(self, request: Request) -> None:
        if not request.is_navigation_request() or _has_frame(request):
            return
        if (before := request.redirected_from) is not None and (tab := self._by_request.get(before)) is not None:
            waiting = [tab]
        else:
            waiting = [tab for tab in self._tabs() if not tab.attached and not tab.closed and tab.arrival.request is None]
        if waiting:
            # Requests do not say which of several tabs they are for: their order is that in which the tabs were made.
            self._by_request[request] = waiting[0]
            waiting[0].arrival.request = FirstRequest(request.url)
            waiting[0].network.is_of_a_person(request)

    def _answered(self, response: Response) -> None:
        tab = self._by_request.get(response.request)
        if tab is not None and tab.arrival.request is not None:
            tab.arrival.request.status = response.status

    def _failed(self, request: Request) -> None:
        if (tab := self._by_request.get(request)) is not None:
            tab.first_request_failed((request.failure or "net::ERR_FAILED").removeprefix("net::"))
            if tab.for_program is not None:
                self._close(tab)


def _has_frame(request: Request) -> bool:
    try:
        return request.frame is not None
    except Error:
        # It was sent before there was a page for it.
        return False
