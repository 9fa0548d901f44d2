"""The site of the soak: pages that know whose they are, slow ones, and one that never answers."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

PAGE = """<!doctype html><title>{name}</title><h1>{name}</h1>
<button id=add onclick="count.textContent = Number(count.textContent) + 1">Add one</button> <b id=count>0</b>
<button id=ask onclick="answer.textContent = confirm('Is this {name}?')">Ask</button> <b id=answer>none</b>
<label>Note <input id=note></label>
<a href="/page?name={name}-next">Next</a>
"""


class _Handler(BaseHTTPRequestHandler):
    released = threading.Event()

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        name = parse_qs(address.query).get("name", ["nobody"])[0]
        if address.path == "/slow":
            time.sleep(0.3)  # it is the slow page
        if address.path == "/hang":
            self.released.wait(30)
        body = PAGE.format(name=name).encode()
        try:
            self.send_response(204 if address.path == "/favicon.ico" else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", "0" if address.path == "/favicon.ico" else str(len(body)))
            self.end_headers()
            if address.path != "/favicon.ico":
                self.wfile.write(body)
        except OSError:
            return  # the browser did not wait

    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing: the soak counts for itself."""


@contextmanager
def soak_site() -> Iterator[str]:
    """The address of the running site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        _Handler.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
