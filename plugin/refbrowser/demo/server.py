"""`ShopServer`: the demo shop on a port of this machine, under two names so that a page can frame another site."""

import json
import logging
import sys
import threading
from datetime import UTC, datetime
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, Self
from urllib.parse import parse_qs, urlsplit

from refbrowser.demo import forms, pages
from refbrowser.demo.orders import CartError, Sessions
from refbrowser.demo.products import find, reviews, search
from refbrowser.demo.templates import SITE, Html, render

_log = logging.getLogger(__name__)

_COOKIE: Final = "shop_session"
_LARGEST_BODY: Final = 5_000_000
_IDLE_TIMEOUT: Final = 10.0
_STATIC: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class ShopServer:
    """A running shop, on a free port unless one is given. Every visitor's cart is their own, kept by a cookie.

    Raises OSError when the port is taken.
    """

    def __init__(self, port: int = 0) -> None:
        self._server = _Server(("127.0.0.1", port), _Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), name="demo-shop", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The address of the front page. Product pages frame ``http://localhost`` on the same port: another site."""
        return f"http://127.0.0.1:{self._server.server_port}/"

    def close(self) -> None:
        """Stop serving. Takes a moment at most: connections still open are dropped with their threads."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=2)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(address, handler)
        self.sessions = Sessions()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log a defect of the shop; a visitor who leaves before the answer is none."""
        if not isinstance(sys.exception(), OSError):
            _log.exception("A request to the demo shop failed")


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    server_version = "DemoShop"
    timeout = _IDLE_TIMEOUT

    def do_GET(self) -> None:
        if self._is_for_us():
            self._get()

    def do_POST(self) -> None:
        if self._is_for_us():
            self._post()

    def _is_for_us(self) -> bool:
        # Another host name means that a page elsewhere has rebound its own name to this machine.
        port = self.server.server_port
        if self.headers.get("Host") in (f"127.0.0.1:{port}", f"localhost:{port}"):
            return True
        self._send(HTTPStatus.MISDIRECTED_REQUEST, b"", "text/plain")
        return False

    def _get(self) -> None:
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        session = self._session()
        match parts.path.strip("/").split("/"):
            case [""]:
                self._page("Alder & Co.", pages.home())
            case ["search"]:
                self._search(query)
            case ["product", id] if article := find(id):
                widget = f"http://localhost:{self.server.server_port}/widget/delivery?product={article.id}"
                self._page(article.name, pages.product(article, widget))
            case ["cart"]:
                self._page("Your cart", pages.cart(self.server.sessions.lines(session)))
            case ["checkout"]:
                if lines := self.server.sessions.lines(session):
                    self._page("Checkout", pages.checkout(lines, {}, {}))
                else:
                    self._redirect("/cart")
            case ["order", number] if placed := self.server.sessions.order(session, number):
                self._page(f"Order {placed.number}", pages.order(placed))
            case ["help"]:
                self._html(HTTPStatus.OK, render("help"))
            case ["widget", "delivery"] if article := find(query.get("product", "")):
                today = datetime.now(UTC).date()
                self._html(HTTPStatus.OK, pages.delivery(article, query.get("country", ""), today))
            case ["api", "reviews"] if article := find(query.get("product", "")):
                page = query.get("page", "1")
                entries, following = reviews(article, int(page) if page.isdecimal() else 0)
                self._json(HTTPStatus.OK, {"reviews": entries, "next": following})
            case ["static", *names]:
                self._static(names)
            case _:
                self._missing()

    def _post(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            return self._send(HTTPStatus.LENGTH_REQUIRED, b"", "text/plain")
        if int(length) > _LARGEST_BODY:
            return self._send(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, b"", "text/plain")
        form = forms.parse(self.headers.get("Content-Type", ""), self.rfile.read(int(length)))
        session = self.server.sessions.begin(self._session())
        match urlsplit(self.path).path.strip("/").split("/"):
            case ["cart", "add" | "update" | "remove" as operation]:
                return self._change_cart(session, operation, form)
            case ["checkout"]:
                return self._place_order(session, form)
            case _:
                return self._missing()

    def _search(self, query: dict[str, str]) -> None:
        text, category, in_stock = query.get("q", ""), query.get("category", ""), "in_stock" in query
        order = query.get("order", "relevance")
        found = search(text, category, in_stock, order)
        self._page("Search", pages.results(found, text, category, in_stock, order))

    def _change_cart(self, session: str, operation: str, form: dict[str, str]) -> None:
        given = "0" if operation == "remove" else form.get("quantity", "1")
        try:
            if not given.isdecimal():
                raise CartError("Enter the quantity as a whole number.")
            line = self.server.sessions.put(session, form.get("product", ""), int(given), add=operation == "add")
        except CartError as problem:
            if self._wants_json():
                return self._json(HTTPStatus.CONFLICT, {"problem": str(problem)}, session)
            lines = self.server.sessions.lines(session)
            return self._page("Your cart", pages.cart(lines, str(problem)), HTTPStatus.CONFLICT, session)
        if self._wants_json():
            said = f"{line.product.name} is in your cart ({line.quantity})."
            return self._json(HTTPStatus.OK, {"message": said, "in_cart": self._count(session)}, session)
        return self._redirect("/cart", session)

    def _place_order(self, session: str, form: dict[str, str]) -> None:
        lines = self.server.sessions.lines(session)
        if not lines:
            return self._redirect("/cart", session)
        if problems := forms.problems(form):
            main = pages.checkout(lines, form, problems)
            return self._page("Checkout", main, HTTPStatus.UNPROCESSABLE_ENTITY, session)
        return self._redirect(f"/order/{self.server.sessions.place(session, form).number}", session)

    def _static(self, names: list[str]) -> None:
        path = SITE.joinpath(*names).resolve()
        if not path.is_relative_to(SITE) or path.suffix not in _STATIC or not path.is_file():
            return self._missing()
        return self._send(HTTPStatus.OK, path.read_bytes(), _STATIC[path.suffix])

    def _missing(self) -> None:
        self._page("Not found", render("missing", path=self.path), HTTPStatus.NOT_FOUND)

    def _session(self) -> str | None:
        try:
            cookie = SimpleCookie(self.headers.get("Cookie", "")).get(_COOKIE)
        except CookieError:
            return None
        return cookie.value if cookie else None

    def _count(self, session: str | None) -> int:
        return sum(line.quantity for line in self.server.sessions.lines(session))

    def _wants_json(self) -> bool:
        return self.headers.get("Accept", "") == "application/json"

    def _page(self, title: str, main: Html, status: HTTPStatus = HTTPStatus.OK, session: str | None = None) -> None:
        self._html(status, pages.page(title, main, self._count(session or self._session())), session)

    def _html(self, status: HTTPStatus, text: Html, session: str | None = None) -> None:
        self._send(status, text.encode(), "text/html; charset=utf-8", session)

    def _json(self, status: HTTPStatus, value: dict[str, Any], session: str | None = None) -> None:
        self._send(status, json.dumps(value).encode(), "application/json", session)

    def _redirect(self, to: str, session: str | None = None) -> None:
        self._send(HTTPStatus.SEE_OTHER, b"", "text/plain", session, {"Location": to})

    def _send(
        self,
        status: HTTPStatus,
        body: bytes,
        content_type: str,
        session: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        self.send_response(status)
        frames = f"'self' http://localhost:{self.server.server_port}"
        sent = {
            "Content-Type": content_type,
            "Content-Length": str(len(body)),
            "Content-Security-Policy": f"default-src 'self'; frame-src {frames}; base-uri 'none'",
            "Cache-Control": "no-store",
            "Connection": "close",
            **(headers or {}),
        }
        if session:
            sent["Set-Cookie"] = f"{_COOKIE}={session}; Path=/; HttpOnly; SameSite=Lax"
        for name, value in sent.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Quiet: the caller shows what it does, not what is fetched."""
