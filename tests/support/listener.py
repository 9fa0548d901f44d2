"""An HTTP listener on a free loopback port that stops promptly, whatever its clients and routes are doing."""

from __future__ import annotations

import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.support.exchange import Request, Response

CLOSE_TIMEOUT = 2.0


class Listener(ThreadingHTTPServer):
    """Answers every request with `answer(request)`, each on a thread of its own, one request per connection.

    An exception out of `answer` becomes a 500 response and is kept in `failures`; ConnectionAbortedError is how it says
    that there will be no answer.
    """

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, answer: Callable[[Request], Response], address: str = "127.0.0.1", port: int = 0) -> None:
        super().__init__((address, port), _Handler)
        self.answer = answer
        self.failures: list[Exception] = []
        self._open: dict[threading.Thread, socket.socket] = {}
        self._lock = threading.Lock()
        self._loop = threading.Thread(target=self.serve_forever, args=(0.02,), name="test-site", daemon=True)
        self._loop.start()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve one connection on its own thread, remembered so that `stop` can end it."""
        thread = threading.Thread(target=self._serve, args=(request, client_address), name="test-site-exchange", daemon=True)
        with self._lock:
            self._open[thread] = request
        thread.start()

    def _serve(self, request: Any, client_address: Any) -> None:
        try:
            self.process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._open.pop(threading.current_thread(), None)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Keep the error of a body that failed half-way; a client that went away is normal in browser tests."""
        error = sys.exception()
        if isinstance(error, Exception) and not isinstance(error, OSError):
            self.failures.append(error)

    def stop(self) -> None:
        """Refuse new connections, cut the open ones and wait, at most `CLOSE_TIMEOUT` seconds, for their threads."""
        with suppress(OSError):
            # Wakes the loop, which otherwise looks up only at its next interval: 20 ms that every test would pay.
            self.socket.shutdown(socket.SHUT_RDWR)
        self.shutdown()
        self.server_close()
        with self._lock:
            open_now = dict(self._open)
        for connection in open_now.values():
            # Browsers keep spare connections that never send a byte: reading from one must end now.
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        deadline = time.monotonic() + CLOSE_TIMEOUT
        for thread in [self._loop, *open_now]:
            thread.join(max(0.0, deadline - time.monotonic()))


class _Handler(BaseHTTPRequestHandler):
    server: Listener
    protocol_version = "HTTP/1.1"

    def handle_any(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        request = Request.received(self.command, self.path, self.headers, self.rfile.read(length))
        try:
            response = self.server.answer(request)
        except ConnectionAbortedError:
            return
        except Exception as error:
            self.server.failures.append(error)
            response = Response(f"{type(error).__name__}: {error}".encode(), 500, {"Content-Type": "text/plain"})
        self._send(response)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = handle_any  # noqa: N815

    def _send(self, response: Response) -> None:
        self.send_response(response.status)
        for name, value in response.headers.items():
            self.send_header(name, value)
        if isinstance(response.body, bytes) and response.status not in (204, 304):
            self.send_header("Content-Length", str(len(response.body)))
        self.send_header("Connection", "close")
        self.end_headers()
        if self.command == "HEAD":
            return
        for piece in [response.body] if isinstance(response.body, bytes) else response.body:
            self.wfile.write(piece)

    def log_message(self, *_: Any) -> None:
        """Quiet: what was requested is in `Site.requests`."""
