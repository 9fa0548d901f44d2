"""What happens on a tab's network and console, bounded, with marks by which a receipt finds what an action caused."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from playwright.async_api import ConsoleMessage, Download, Error, FileChooser, Frame, Page, Request, Response, WebSocket, Worker

from refbrowser.browser.monitor.other_programs import is_for_program, not_opened
from refbrowser.browser.monitor.top_navigation import Navigation
from refbrowser.browser.playwright_internals.listeners import listener
from refbrowser.page_text import one_line
from refbrowser.policy.outcomes import Outcome, explains
from refbrowser.redact import redacted

KEPT: Final = 200
TEXT_LIMIT: Final = 300

_ABORTED: Final = "net::ERR_ABORTED"

POLLING_S: Final = 10.0
"""A fetch that is open for longer waits for news from its server; nothing is about to come of it."""

_PARTS: Final = frozenset({"script", "stylesheet", "font", "image"})

_SHOWN: Final = frozenset({"image", "font", "stylesheet", "media"})
"""What is requested only to show a page."""

PICKER: Final = "file picker"
"""What a receipt calls a request for files."""


class Answered(NamedTuple):
    """A response: its HTTP status, the request's method and address, and what the request was for, as Playwright calls that."""

    status: int
    method: str
    url: str
    resource_type: str

    def __str__(self) -> str:
        return f"{self.status} {self.method} {redacted(self.url)}"


class Activity:
    """Listens to one page. Counters only grow: a mark is a snapshot of them, and "since the mark" is what came later."""

    def __init__(
        self, page: Page, on_navigated: Callable[[Frame, bool], None], outcome_of: Callable[[str], Outcome | None] = lambda _: None
    ) -> None:
        self._page = page
        self._outcome_of = outcome_of
        self._on_navigated = on_navigated
        self._changed: set[asyncio.Future[None]] = set()
        self._in_flight: dict[Request, int] = {}
        self._began: WeakKeyDictionary[Request, float] = WeakKeyDictionary()
        self._sequence = 0
        self.navigation: Navigation | None = None
        self.document: Navigation | None = None
        """The navigation that brought the present document; None before the first, and for Chromium's error page."""
        self.document_status: int | None = None
        self.console_errors: deque[tuple[int, str]] = deque(maxlen=KEPT)
        self.failed_requests: deque[tuple[int, str]] = deque(maxlen=KEPT)
        self.blocked: deque[tuple[int, str]] = deque(maxlen=KEPT)
        """Requests that the chat's network rules refused: ``host (rule)``."""
        self.downloads: deque[tuple[int, str]] = deque(maxlen=KEPT)
        self.responses: deque[tuple[int, int, Answered]] = deque(maxlen=KEPT)  # when it came, when its request began
        self.acted_at = 0
        """The moment at which the last action began."""
        self.asked: deque[tuple[int, str, str]] = deque(maxlen=KEPT)
        """What the page asked of the browser, and what it got, each behind the moment."""
        self._chooser: tuple[int, FileChooser] | None = None
        self.commits = self.ended_requests = 0
        self.document_began = 0
        """The moment at which the present document came."""
        self.part_events = 0
        """Requests for parts of documents (scripts, styles, fonts, pictures), their responses and their ends."""
        self.document_parts = 0
        """Those requests since the present document came."""
        self.later_parts = 0
        """Those of them that were made after the document had been parsed, by scripts."""
        self.fetch_events = 0
        """All other requests, their responses and their ends."""
        self.document_fetches = 0
        """Those requests since the present document came."""
        self._last_worker = 0
        self._document_url = page.url
        self.last_page = ""
        """The last address that had a page, other than a blank one: where the tab was when Chromium shows its error page."""
        self._failed_load: Navigation | None = None
        listeners: dict[str, Callable[[Any], None]] = {
            "request": self._request,
            "response": self._response,
            "requestfinished": self._finished,
            "requestfailed": self._failed,
            "framenavigated": self._navigated,
            "domcontentloaded": self._parsed,
            "load": self._loaded,
            "console": self._console,
            "pageerror": self._page_error,
            "download": self._download,
            "filechooser": self._file_chooser,
            "websocket": self._socket,
            "worker": self._worker,
        }
        for event, hears in listeners.items():
            page.on(event, listener(hears))  # type: ignore[call-overload]

    def mark(self) -> int:
        """The present moment, to be handed to the ``…_since`` questions."""
        return self._sequence

    @property
    def failed_load(self) -> Navigation | None:
        """The navigation in place of whose document Chromium shows its own error page; None when it shows none."""
        return self._failed_load if self._document_url.startswith("chrome-error:") else None

    @property
    def load_failure(self) -> str | None:
        """Why Chromium shows its own error page in place of the document; None when it does not."""
        if not self._document_url.startswith("chrome-error:"):
            return None
        failed = self.failed_load
        if failed is None or failed.failure is None:
            return "the page could not be loaded"
        return f"{one_line(redacted(failed.url), 200)} could not be loaded: {failed.failure.removeprefix('net::')}"

    def requests_since(self, mark: int) -> int:
        """Requests that began after ``mark`` and are still under way."""
        return sum(1 for began in self._in_flight.values() if began > mark)

    def responses_since(self, mark: int) -> list[str]:
        """Return the responses to requests that began after ``mark``, each once, in order: status, method and address. Pictures,
        fonts and style sheets are left out."""
        answers = (answered for _, began, answered in self.responses if began > mark)
        return list(dict.fromkeys(str(answer)[:TEXT_LIMIT] for answer in answers if answer.resource_type not in _SHOWN))

    def take_response(self, matches: Callable[[str], bool]) -> Answered | None:
        """The first response since the last action began whose address ``matches``; it is not found a second time."""
        for sequence, _, answered in self.responses:
            if sequence > self.acted_at and matches(answered.url):
                self.acted_at = sequence
                return answered
        return None

    def fetches_under_way(self) -> int:
        """Scripts, and fetches of scripts, that have not been answered, but for those that have been open for long."""
        oldest = time.monotonic() - POLLING_S
        return sum(
            request.resource_type in ("fetch", "xhr", "script") and self._began[request] > oldest for request in self._in_flight
        )

    def is_at_work(self) -> bool:
        """Return whether the document is loading, or any of :meth:`fetches_under_way` is awaited."""
        return (self.document is not None and not self.document.loaded) or self.fetches_under_way() > 0

    def worker_since(self, mark: int) -> bool:
        """Return whether a worker began after ``mark``, which may have ended."""
        return self._last_worker > mark

    def open_since(self, mark: int) -> list[str]:
        """Those requests: their method and address."""
        return [f"{request.method} {request.url}" for request, began in self._in_flight.items() if began > mark]

    def downloads_since(self, mark: int) -> list[str]:
        """The names of the downloads that began after ``mark``, in order; one for each, also where they are alike."""
        return [name for sequence, name in self.downloads if sequence > mark]

    def chooser_since(self, mark: int) -> FileChooser | None:
        """The file chooser that the page last opened, if that was after ``mark``."""
        return self._chooser[1] if self._chooser is not None and self._chooser[0] > mark else None

    async def change(self, most_ms: float) -> bool:
        """Waits until anything at all happens here; False when nothing did within ``most_ms``."""
        try:
            async with asyncio.timeout(most_ms / 1000):
                await self.next_change()
        except TimeoutError:
            return False
        return True

    def next_change(self) -> "asyncio.Future[None]":
        """Return a future that resolves at the next activity of the page. Cancel it when it is no longer needed."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._changed.add(waiter)
        waiter.add_done_callback(self._changed.discard)
        return waiter

    async def cut_short(self, before: Navigation | None = None) -> str:
        """Returns when the end of the document, of a later one than ``before``, is known never to come: ``ERR_…``."""
        while (document := self.document) is None or document is before or document.cut is None:
            await self.next_change()
        return document.cut

    def notice(self) -> None:
        """Something happened elsewhere that may concern who waits for a change here."""
        self._tick()

    def _tick(self) -> int:
        self._sequence += 1
        for waiter in tuple(self._changed):
            if not waiter.done():
                waiter.set_result(None)
        return self._sequence

    def _request(self, request: Request) -> None:
        self._in_flight[request] = self._tick()
        self._began[request] = time.monotonic()
        if request.resource_type == "script" and request.url.startswith("blob:"):
            # The script of a worker is reported before the worker.
            self._last_worker = self._sequence
        part = self._count(request)
        self.document_parts += part
        self.later_parts += part and self.document is not None and self.document.parsed
        self.document_fetches += not part
        if is_for_program(request.url):
            self.note_asked("another program", not_opened(request.url))
        if _is_top_navigation(request, self._page):
            if request.redirected_from and self.navigation is not None:
                # The status was the redirect's.
                self.navigation.url, self.navigation.status = request.url, None
            else:
                self.navigation = Navigation(request.url)
            self.navigation.request = request

    def _count(self, request: Request) -> bool:
        """Count an event of ``request``; return whether that is for a part of a document."""
        part = _is_part(request)
        self.part_events += part
        self.fetch_events += not part
        return part

    def _response(self, response: Response) -> None:
        sequence = self._tick()
        if _is_top_navigation(response.request, self._page):
            if self.navigation is not None:
                self.navigation.status = response.status
                self.navigation.url = response.url
                self.navigation.asks_for_credentials = response.status in (401, 407) and "www-authenticate" in response.headers
            return
        self._count(response.request)
        began = self._in_flight.get(response.request, sequence)
        self.responses.append(
            (sequence, began, Answered(response.status, response.request.method, response.url, response.request.resource_type))
        )
        if response.status >= 400:
            self._note(self.failed_requests, sequence, f"{response.status} {response.request.method} {redacted(response.url)}")

    def _finished(self, request: Request) -> None:
        self._in_flight.pop(request, None)
        self._count(request)
        self.ended_requests += 1
        self._tick()

    def _failed(self, request: Request) -> None:
        self._in_flight.pop(request, None)
        self._count(request)
        self.ended_requests += 1
        sequence = self._tick()
        failure = request.failure or "failed"
        outcome = self._outcome_of(request.url)
        if outcome is not None and explains(outcome, failure):
            failure = f"net::{outcome.net_error}"
            if outcome.rule is not None:
                self._note(self.blocked, sequence, f"{outcome.host} ({outcome.rule})")
                if not _is_top_navigation(request, self._page):
                    return
        if _is_top_navigation(request, self._page):
            self._document_failed(request, failure)
        elif failure != _ABORTED:
            self._note(self.failed_requests, sequence, f"{failure} {request.method} {redacted(request.url)}")

    def _document_failed(self, request: Request, failure: str) -> None:
        if self.document is not None and self.document.request is request:
            if failure != _ABORTED:
                # Aborted is also one that gives way to another.
                self.document.broken_off = failure
        elif self.navigation is not None and not self.navigation.committed:
            self.navigation.failure = failure

    def stopped_loading(self) -> None:
        """Chromium reports that the tab loads no more: the end of a document that has not been parsed by now never comes."""
        document = self.document
        if document is not None and document is self.navigation and document.arriving:
            document.broken_off = _ABORTED
            self._tick()

    def _socket(self, socket: WebSocket) -> None:
        socket.on("socketerror", lambda _: self._socket_failed(socket.url))

    def _worker(self, _: Worker) -> None:
        self._last_worker = self._tick()

    def _socket_failed(self, url: str) -> None:
        outcome = self._outcome_of(url)
        if outcome is not None and outcome.rule is not None:
            self._note(self.blocked, self._tick(), f"{outcome.host} ({outcome.rule})")

    def _navigated(self, frame: Frame) -> None:
        self._tick()
        if frame is not self._page.main_frame:
            self._on_navigated(frame, True)
            return
        navigation, url = self.navigation, frame.url
        if not url.startswith(("chrome-error:", "about:")):
            self.last_page = url
        requested = (
            navigation is not None
            and navigation.in_flight
            and (navigation.status is not None or _base(navigation.url) == _base(url))
        )
        if not requested:
            if url.startswith("chrome-error:"):
                # Chromium's own page in place of one that failed; the navigation keeps its failure.
                self.document, self.document_status, self._document_url, self._failed_load = None, None, url, navigation
                self.document_began = self._sequence
                self.commits += 1
                self._on_navigated(frame, True)
                return
            # Nothing was fetched: either a document that needs no request, or a navigation inside the present document.
            if not url.startswith(("about:", "data:", "blob:", "chrome-error:")) or _base(url) == _base(self._document_url):
                self._on_navigated(frame, False)
                return
            navigation = self.navigation = Navigation(url)
        assert navigation is not None
        navigation.committed, navigation.url = True, url
        self.document, self.document_status, self._document_url = navigation, navigation.status, url
        self.document_parts = self.document_fetches = self.later_parts = 0
        self.document_began = self._sequence
        self.commits += 1
        self._on_navigated(frame, True)

    def _parsed(self, _: Page) -> None:
        if self.navigation is not None:
            self.navigation.parsed = True
        self._tick()

    def _loaded(self, _: Page) -> None:
        if self.navigation is not None:
            self.navigation.loaded = True
        self._tick()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._note(self.console_errors, self._tick(), redacted(message.text))

    def _page_error(self, error: Error) -> None:
        self._note(
            self.console_errors,
            self._tick(),
            redacted(f"{error.name}: {error.message}" if error.name else error.message),
        )

    def _download(self, download: Download) -> None:
        self._note(self.downloads, self._tick(), download.suggested_filename)

    def note_asked(self, what: str, got: str) -> None:
        """The page asked ``what`` of the browser, which a person would see."""
        self.asked.append((self._tick(), what, got[:TEXT_LIMIT]))

    def picker_opened(self, event: dict[str, Any]) -> None:
        """The listener of ``Page.fileChooserOpened``: one without a file input is of the File System Access API."""
        if "backendNodeId" not in event:
            self.note_asked(PICKER, "refused: none is shown, and the page is told that the person canceled")

    def _file_chooser(self, chooser: FileChooser) -> None:
        self._chooser = self._tick(), chooser

    @staticmethod
    def _note(log: "deque[tuple[int, str]]", sequence: int, text: str) -> None:
        log.append((sequence, text if len(text) <= TEXT_LIMIT else text[: TEXT_LIMIT - 1] + "…"))


def counted_since(log: "deque[tuple[int, str]]", mark: int) -> dict[str, int]:
    """The texts noted after ``mark`` with how often each was noted, in order."""
    return Counter(text for sequence, text in log if sequence > mark)


def since(log: "deque[tuple[int, str]]", mark: int) -> list[str]:
    """The texts noted after ``mark``, each once, in order."""
    return list(dict.fromkeys(text for sequence, text in log if sequence > mark))


def _is_part(request: Request) -> bool:
    return request.resource_type in _PARTS and not request.url.startswith("data:")


def _base(url: str) -> str:
    return url.partition("#")[0]


def _is_top_navigation(request: Request, page: Page) -> bool:
    try:
        return request.is_navigation_request() and request.frame is page.main_frame
    except Error:
        # The request of a service worker, or of a page that is not there yet, has no frame.
        return False
