"""`Site`: the local web server that the browser tests use. It listens on one port and is two sites.

Chromium treats `http://127.0.0.1:PORT` and `http://localhost:PORT` as different sites (other cookies, other storage,
frames in other processes), so one listener is enough for every cross-origin test. What it answers without a page or
route being registered is listed in `tests/support/behaviours.py`.

    with Site() as site:
        url = site.page("<button>Buy</button>")
        frame = site.page(f'<iframe src="{site.other("/widget")}"></iframe>')
        site.route("/api", lambda request: b'{"ok": true}', headers={"Content-Type": "application/json"})
        await asyncio.to_thread(site.wait_for_request, "/api")
"""

from __future__ import annotations

import itertools
import mimetypes
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType

from tests.support.behaviours import builtin
from tests.support.exchange import Request, Response, html
from tests.support.listener import Listener
from tests.support.waiting import PATIENCE_S

Route = Callable[[Request], Response | str | bytes]

__all__ = ["Request", "Response", "Site", "refused_url"]


class Site:
    """A running web site. `requests` holds every request in order of arrival, favicons excepted."""

    def __init__(self, address: str = "127.0.0.1", port: int = 0) -> None:
        self.requests: list[Request] = []
        self._routes: dict[str, Callable[[Request], Response]] = {}
        self._page_numbers = itertools.count(1)
        self._changed = threading.Condition()
        self._releases = 0
        self._closed = False
        self._listener = Listener(self._answer, address, port)

    @property
    def port(self) -> int:
        return self._listener.port

    def url(self, path: str = "/") -> str:
        """The address of `path` on the first origin."""
        return f"http://127.0.0.1:{self._listener.port}{path}"

    def other(self, path: str = "/") -> str:
        """The address of `path` on the second origin: the same content, another site."""
        return f"http://localhost:{self._listener.port}{path}"

    def page(self, text: str, path: str | None = None, headers: Mapping[str, str] | None = None, status: int = 200) -> str:
        """Serve this HTML, at a path of its own unless one is given; returns its address on the first origin."""
        path = path or f"/page/{next(self._page_numbers)}"
        response = html(text, status, headers)
        self._routes[path] = lambda _request: response
        return self.url(path)

    def route(
        self,
        path: str,
        answer: Route | Response | str | bytes,
        headers: Mapping[str, str] | None = None,
        status: int = 200,
    ) -> str:
        """Answer `path`, whatever the query, with this text or these bytes or what the callable gives; returns the URL.

        The callable runs on a server thread and may block. Text and bytes get the content type of the path's suffix,
        else HTML and `application/octet-stream`. A `Response` is sent as it is: `headers` and `status` do not apply.
        """

        def respond(request: Request) -> Response:
            given = answer(request) if callable(answer) else answer
            if isinstance(given, Response):
                return given
            fallback = "text/html; charset=utf-8" if isinstance(given, str) else "application/octet-stream"
            content_type = mimetypes.guess_type(path)[0] or fallback
            body = given.encode() if isinstance(given, str) else given
            return Response(body, status, {"Content-Type": content_type, **(headers or {})})

        self._routes[path] = respond
        return self.url(path)

    def hits(self, path: str) -> int:
        """How often `path` was requested, whatever the query."""
        with self._changed:
            return sum(request.path == path for request in self.requests)

    def wait_for_request(self, path: str, timeout: float = PATIENCE_S, count: int = 1) -> Request:
        """Block until `path` was requested `count` times in all and return that request; TimeoutError otherwise.

        Requests that came before the call count too. In a coroutine call it through `asyncio.to_thread`.
        """
        with self._changed:
            if not self._changed.wait_for(lambda: self.hits(path) >= count, timeout):
                seen = ", ".join(f"{request.method} {request.path}" for request in self.requests) or "nothing"
                raise TimeoutError(f"{path}: {self.hits(path)} of {count} requests in {timeout} s; seen: {seen}")
            return [request for request in self.requests if request.path == path][count - 1]

    def release(self) -> None:
        """Let every request that has arrived at `/hang` or `/slow` by now be answered."""
        with self._changed:
            self._releases += 1
            self._changed.notify_all()

    def close(self) -> None:
        """Stop listening, end hanging requests, and wait a bounded time for the server's threads."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._listener.stop()

    def __enter__(self) -> Site:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
        if error is None and self._listener.failures:
            raise ExceptionGroup("routes of the test site failed", self._listener.failures)

    def _answer(self, request: Request) -> Response:
        if request.path == "/favicon.ico" and request.path not in self._routes:
            return Response(status=204)
        with self._changed:
            # Read together with the arrival: a release after `wait_for_request` must never miss this request.
            releases = self._releases
            self.requests.append(request)
            self._changed.notify_all()

        def hold(seconds: float | None) -> None:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._releases > releases, seconds)
                if self._closed:
                    raise ConnectionAbortedError

        route = self._routes.get(request.path)
        return route(request) if route else builtin(request, hold)


@contextmanager
def refused_url(path: str = "/") -> Iterator[str]:
    """The address of a port that refuses connections.

    The port stays bound, but not listening, until the block ends: nobody else can take it and start to answer.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as bound:
        bound.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{bound.getsockname()[1]}{path}"
