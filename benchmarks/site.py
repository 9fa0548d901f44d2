"""A web server for the pages, on the loopback address and a port that the system chooses."""

import mimetypes
import posixpath
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

from benchmarks.pages import SIZES, answering, moving, page

SLOW_MS: Final = 500
"""How long the server thinks about ``/slow``, which is then the smallest page."""


@dataclass(frozen=True, slots=True)
class Manual:
    """Documentation on this machine: the tree under ``root`` is served below ``prefix``, and ``document`` is the page to read."""

    prefix: str
    root: Path
    document: str

    @property
    def path(self) -> str:
        """Where the page is."""
        return f"{self.prefix}/{self.document}"


def _manual(prefix: str, packages: str, document: str) -> Manual | None:
    """The newest of the Debian packages that have the document; None where there is none."""
    found = sorted(Path("/usr/share/doc").glob(f"{packages}/html/{document}"))
    return Manual(prefix, found[-1].parents[document.count("/")], document) if found else None


PYTHON: Final = _manual("/python", "python3*", "library/stdtypes.html")
POSTGRESQL: Final = _manual("/postgresql", "postgresql-doc-*", "bookindex.html")


@contextmanager
def served() -> Iterator[str]:
    """The address under which ``/1000`` is the page of 1 000 elements, and ``/1000/moving`` the same one that never rests."""
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
        document = self._document(path)
        kind = mimetypes.guess_type(path)[0] or "text/html"
        self.send_response(404 if document is None else 200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        self.send_header("Content-Length", str(len(document or b"")))
        self.end_headers()
        self.wfile.write(document or b"")

    def _document(self, path: str) -> bytes | None:
        if path.endswith("/moving"):
            still = self.documents.get(path.removesuffix("/moving"))
            return None if still is None else moving(still.decode()).encode()
        if path.endswith("/answering"):
            still = self.documents.get(path.removesuffix("/answering"))
            return None if still is None else answering(still.decode()).encode()
        for manual in (PYTHON, POSTGRESQL):
            if manual is not None and path.startswith(f"{manual.prefix}/"):
                # Normalised as the path of a URL, so that no ".." leaves the root; links inside the package may.
                file = manual.root / posixpath.normpath(path.removeprefix(manual.prefix)).lstrip("/")
                return file.read_bytes() if file.is_file() else None
        return self.documents.get(path)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: the terminal is the report's."""
