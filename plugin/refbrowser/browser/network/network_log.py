"""The requests and WebSockets of a tab's pages: the newest, bounded; headers and bodies are fetched when they are asked for."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.async_api import Page, Request, Response, WebSocket

from refbrowser.browser.network.withheld import WITHHELD, Withheld
from refbrowser.browser.playwright_internals.listeners import listener
from refbrowser.page_text import truncated
from refbrowser.policy.outcomes import BLOCKED, Outcome, explains
from refbrowser.redact import masked_body, redacted

KEPT: Final = 500
KEPT_FRAMES: Final = 100
LONGEST_FRAME: Final = 2_000
URL_SHOWN: Final = 300
MOST_REDIRECTS: Final = 5
"""Of a chain, the last ones."""


@dataclass(slots=True, eq=False)
class Exchange:
    """One request with what came of it; each hop of a redirect is one. ``failure`` is Chromium's name for a network error;
    ``blocked`` the rule of the chat's network that refused it; ``by_person``: what it sends was sent while a person had the tab."""

    number: int
    request: Request
    began_ms: int
    response: Response | None = None
    failure: str | None = None
    ended: bool = False
    blocked: str | None = None
    by_person: bool = False

    @property
    def failed(self) -> bool:
        """Whether it got no answer, or one that is an HTTP error."""
        return self.failure is not None or (self.response is not None and self.response.status >= 400)

    @property
    def kind(self) -> str:
        return self.request.resource_type

    @property
    def url(self) -> str:
        return redacted(self.request.url)

    @property
    def duration_ms(self) -> float | None:
        """From the start of the request to the last byte of the answer; None while that has not come."""
        end = self.request.timing["responseEnd"]
        return round(end, 1) if self.ended and end >= 0 else None

    def as_dict(self) -> dict[str, Any]:
        """One line of the list."""
        wire: dict[str, Any] = {"id": self.number, "method": self.request.method, "url": cut(self.url, URL_SHOWN)}
        wire |= {"status": self.response.status if self.response is not None else None, "type": self.kind}
        if self.failure is not None:
            wire["failure"] = self.failure
        if self.blocked is not None:
            wire["blocked"] = self.blocked
        if self.duration_ms is not None:
            wire["duration_ms"] = self.duration_ms
        if not self.ended:
            wire["pending"] = True
        return wire


@dataclass(frozen=True, slots=True)
class SocketFrame:
    """One message of a WebSocket; a binary one has its size alone."""

    sent: bool
    text: str
    size: int
    time_ms: int

    def as_dict(self) -> dict[str, Any]:
        return {"direction": "sent" if self.sent else "received", "text": self.text, "size": self.size, "time_ms": self.time_ms}


@dataclass(slots=True, eq=False)
class Socket:
    """One WebSocket with the last 100 of its messages."""

    number: int
    socket: WebSocket
    began_ms: int
    frames: deque[SocketFrame] = field(default_factory=lambda: deque(maxlen=KEPT_FRAMES))
    sent: int = 0
    received: int = 0
    failure: str | None = None
    blocked: str | None = None

    kind: Final = "websocket"

    @property
    def failed(self) -> bool:
        return self.failure is not None

    @property
    def url(self) -> str:
        return redacted(self.socket.url)

    def frame(self, payload: str | bytes, *, sent: bool, withheld: bool = False) -> None:
        """Playwright's listener. What the page sends while a person has the tab is ``withheld``."""
        if sent:
            self.sent += 1
        else:
            self.received += 1
        text = "(binary)" if isinstance(payload, bytes) else WITHHELD if withheld else masked_body(payload[:LONGEST_FRAME])
        self.frames.append(SocketFrame(sent, text, len(payload), _now_ms()))

    def failed_with(self, reason: str) -> None:
        self.failure = truncated(redacted(reason), 300)

    def as_dict(self) -> dict[str, Any]:
        """One line of the list."""
        wire: dict[str, Any] = {"id": self.number, "method": "GET", "url": cut(self.url, URL_SHOWN), "type": self.kind}
        wire |= {"sent": self.sent, "received": self.received, "open": not self.socket.is_closed()}
        wire |= {"failure": self.failure} if self.failure is not None else {}
        return wire | ({"blocked": self.blocked} if self.blocked is not None else {})


class NetworkLog:
    """The last 500 requests and sockets of one tab, numbered in the order in which they began."""

    def __init__(
        self,
        outcome_of: Callable[[str], Outcome | None] = lambda _: None,
        held: Callable[[], bool] = lambda: False,
        withheld: Withheld | None = None,
    ) -> None:
        self._outcome_of = outcome_of
        self._held = held
        self._withheld = withheld or Withheld()
        self._entries: deque[Exchange | Socket] = deque(maxlen=KEPT)
        self._by_request: dict[Request, Exchange] = {}
        self.count = 0
        self.messages_sent = 0

    def listen(self, page: Page) -> None:
        """Records what ``page`` reports from now on."""
        page.on("request", listener(self._began))
        page.on("response", listener(self._answered))
        page.on("requestfinished", listener(self._finished))
        page.on("requestfailed", listener(self._failed))
        page.on("websocket", self._socket)

    @property
    def entries(self) -> list[Exchange | Socket]:
        """Those that are kept, oldest first."""
        return list(self._entries)

    def entry(self, number: int) -> Exchange | Socket | None:
        """The one of that number, if it is kept."""
        return next((entry for entry in self._entries if entry.number == number), None)

    def _keep(self, entry: Exchange | Socket) -> None:
        if len(self._entries) == KEPT and isinstance(oldest := self._entries[0], Exchange):
            self._by_request.pop(oldest.request, None)
        self._entries.append(entry)

    def _began(self, request: Request) -> None:
        self.count += 1
        by_person = self.is_of_a_person(request)
        exchange = self._by_request[request] = Exchange(self.count, request, _now_ms(), by_person=by_person)
        self._keep(exchange)

    def redirects(self, request: Request) -> list[dict[str, Any]]:
        """Return the addresses that redirected to this one, the first first, each with its status."""
        before: list[dict[str, Any]] = []
        while (earlier := request.redirected_from) is not None and len(before) < MOST_REDIRECTS:
            exchange = next((entry for entry in self._entries if isinstance(entry, Exchange) and entry.request is earlier), None)
            status = exchange.response.status if exchange is not None and exchange.response is not None else None
            before.insert(0, {"url": redacted(earlier.url), "http_status": status})
            request = earlier
        return before

    def is_of_a_person(self, request: Request) -> bool:
        """Whether it is sent while a person has the tab, or sends again what was."""
        if not self._held():
            return self._withheld.covers(lambda: request.post_data_buffer)
        self._withheld.add(request.post_data_buffer)
        return True

    def _answered(self, response: Response) -> None:
        if exchange := self._by_request.get(response.request):
            exchange.response = response

    def _finished(self, request: Request) -> None:
        if exchange := self._by_request.pop(request, None):
            exchange.ended = True

    def _failed(self, request: Request) -> None:
        if exchange := self._by_request.pop(request, None):
            exchange.ended, exchange.failure = True, request.failure or "failed"
            outcome = self._outcome_of(request.url)
            if outcome is not None and explains(outcome, exchange.failure):
                exchange.failure, exchange.blocked = f"net::{outcome.net_error}", outcome.rule

    def _socket(self, socket: WebSocket) -> None:
        self.count += 1
        entry = Socket(self.count, socket, _now_ms())
        socket.on("framesent", listener(lambda payload: self._message_sent(entry, payload)))
        socket.on("framereceived", listener(lambda payload: entry.frame(payload, sent=False)))
        # Playwright keeps its wrapper on a bound method's object, which has slots.
        socket.on("socketerror", lambda reason: self._socket_failed(entry, reason))
        self._keep(entry)

    def _message_sent(self, entry: Socket, payload: str | bytes) -> None:
        self.messages_sent += 1
        entry.frame(payload, sent=True, withheld=self._held())

    def _socket_failed(self, entry: Socket, reason: str) -> None:
        outcome = self._outcome_of(entry.socket.url)
        entry.blocked = outcome.rule if outcome is not None else None
        entry.failed_with(f"net::{BLOCKED}" if entry.blocked is not None else reason)


def cut(text: str, most: int) -> str:
    """``text``, or its beginning with what was left out."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text) - most} more characters)"


def _now_ms() -> int:
    return round(time.time() * 1000)
