"""A web server for the pages, on the loopback address and a port that the system chooses."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from benchmarks.pages import SIZES, page

SLOW_MS: Final = 500
"""How long the server thinks about ``/slow``, which is then the smallest page."""


@contextmanager
def served() -> Iterator[str]:
    """The address under which ``/1000`` is the page of 1 000 elements. The system chooses the port."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Pages)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, name="pages", daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Pages(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    documents: Final = {f"/{size}": page(size).encode() for size in SIZES}

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path == "/slow":
            time.sleep(SLOW_MS / 1000)  # a server that takes its time, which is what is measured
            path = f"/{SIZES[0]}"
        document = self.documents.get(path)
        self.send_response(404 if document is None else 200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(document or b"")))
        self.end_headers()
        self.wfile.write(document or b"")

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: the terminal is the report's."""
