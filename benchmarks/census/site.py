"""A web server for the packages: each npm package is a site of its own, Debian's are one, as they link to each other."""

import mimetypes
import posixpath
import threading
import urllib.parse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

from benchmarks.census.shelves import Shelved

TRUTH: Final = Path(__file__).with_name("truth.js")

TRUTH_PATH: Final = "/.census/truth.js"

POLICY: Final = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:"
"""What a page may load: nothing from the network, so that it is the same page everywhere."""

ALIASES: Final = {"/usr/share/nodejs/require.js": "/usr/share/nodejs/requirejs/require.js"}
"""Files that Debian's packages look for elsewhere than where its other packages put them."""


@dataclass(frozen=True, slots=True)
class CensusPage:
    """One page that is counted, of one package."""

    package: str
    group: str
    path: str
    url: str


@contextmanager
def served(shelves: Sequence[Shelved]) -> Iterator[list[CensusPage]]:
    """The pages, under addresses that answer as long as the context lasts."""
    sites: dict[str, list[Path]] = {}
    for shelf in shelves:
        sites.setdefault(_site(shelf), []).append(shelf.root)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, sites))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, name="census", daemon=True)
    thread.start()
    try:
        yield [
            CensusPage(shelf.package.name, shelf.package.group, path, f"http://{_site(shelf)}:{server.server_port}/{path}")
            for shelf in shelves
            for path in shelf.pages()
        ]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _site(shelf: Shelved) -> str:
    """A host name: every name below ``localhost`` is this machine to a browser."""
    package = shelf.package
    return "debian.localhost" if package.registry == "Debian" else f"{package.name.replace('.', '-')}.localhost"


class _Files(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, sites: dict[str, list[Path]], *arguments: object) -> None:
        self._sites = sites
        super().__init__(*arguments)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        file = TRUTH if self.path == TRUTH_PATH else self._file()
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream" if file else "text/plain"
        content = file.read_bytes() if file else b""
        if kind == "text/html":
            content = self._with_truth(content)
        self.send_response(200 if file else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(content)

    def _file(self) -> Path | None:
        path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
        # Normalised as the path of a URL, so that no ".." leaves the root; links between Debian's packages are absolute.
        path = posixpath.normpath(ALIASES.get(path, path)).lstrip("/")
        for root in self._sites.get(self.headers.get("Host", "").partition(":")[0], ()):
            file = _followed(root, root / path)
            if file.is_dir():
                file = file / "index.html"
            if file.is_file():
                return file
        return None

    def _with_truth(self, content: bytes) -> bytes:
        """The document with the script before all others, but behind what decides how the document is read."""
        head = content[:4000].lower()
        place = head.find(b"<!doctype")
        end = head.find(b">", place) + 1 if place >= 0 else 0
        return content[:end] + f'<script src="{TRUTH_PATH}"></script>'.encode() + content[end:]

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: the terminal is the report's."""


def _followed(root: Path, file: Path) -> Path:
    """The file, where a link leads that is meant from the package's root."""
    if file.is_symlink() and file.readlink().is_absolute():
        return root / file.readlink().relative_to("/")
    return file
