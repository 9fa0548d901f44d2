"""``refbrowser doctor``: what this machine has, and whether one page can really be loaded and read."""

import asyncio
import os
import platform
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from refbrowser import Browser, __version__
from refbrowser.browser.launch.executables import find
from refbrowser.browser.launch.launcher import APPARMOR, apparmor_restricts
from refbrowser.errors import FileError, Remedy
from refbrowser.extras import installed
from refbrowser.files import write_private
from refbrowser.posix import is_root
from refbrowser.settings import Settings
from refbrowser.surface.render import failure
from refbrowser.terminal import write

_PICTURE_BYTES: Final = 500_000


async def run(settings: Settings) -> int:
    """Prints the findings; 0 when the page was read, else 1 after the typed error."""
    _row("refbrowser", __version__)
    _row("python", f"{platform.python_version()} ({sys.executable})")
    _row("playwright", version("playwright"))
    _row("extras", ", ".join(installed()) or "none")
    _row("system", f"{platform.system()} {platform.release()} {platform.machine()}")
    executable = find(settings.executable_path, headless_shell=settings.headless_shell and settings.headless)
    _row("chromium", f"{executable.path} ({executable.flavour}, {executable.source})")
    _row("sandbox", _sandbox(settings))
    try:
        await asyncio.to_thread(_check_writable, settings.home)
    except FileError as unwritable:
        return _failed(unwritable.as_dict())
    _row("files", f"{settings.home} (writable)")
    with _page() as url:
        began = time.monotonic()
        async with Browser(settings) as browser:
            # The page is on this machine, whatever the settings let chats reach.
            chat = browser.chat("doctor", network="open")
            for call in ({"action": "open", "url": url}, {"action": "content", "max_tokens": 200}):
                answer = await chat.call(call)
                if not answer["ok"]:
                    return _failed(answer)
            process = browser.running
            _row("version", process.version if process is not None else "gone")
        _row("live page", f"loaded, read and closed in {(time.monotonic() - began) * 1000:.0f} ms")
    _row("verdict", "all checks passed")
    return 0


def _sandbox(settings: Settings) -> str:
    """Say whether Chromium runs in its sandbox, and what may keep it from that."""
    if settings.sandbox is False:
        return "off: REFBROWSER_SANDBOX"
    if settings.sandbox is None and is_root():
        return "off: Chromium has none for root"
    if apparmor_restricts():
        return f"AppArmor restricts user namespaces ({APPARMOR} is 1): Chromium needs a profile that allows userns"
    return "on"


def _check_writable(home: Path) -> None:
    """Raises ``file_unwritable`` for a home folder that takes no picture: it is read-only, or its disk is full."""
    probe = home / f".doctor-{os.getpid()}"
    try:
        write_private(probe, bytes(_PICTURE_BYTES))
        probe.unlink()
    except FileError as failure:
        raise FileError(
            failure.message,
            code=failure.code,
            details=failure.details,
            remedy=Remedy(hint="free space there, or set REFBROWSER_HOME to a folder that can be written"),
        ) from None
    except OSError as failure:
        raise FileError(
            f"{probe} cannot be removed: {failure.strerror}.", code="file_unwritable", details={"path": str(probe)}
        ) from None


async def run_leaks(settings: Settings) -> int:
    """Prints, for each way past the proxy, whether it is shut; 0 when all are."""
    from refbrowser.adapters.leak_probes import probes

    done = await probes(settings)
    for probe in done:
        _row(probe.name, f"{'pass' if probe.passed else 'FAIL'}  {probe.seen}")
    shut = all(probe.passed for probe in done)
    _row("verdict", "no traffic bypasses the proxy" if shut else "traffic bypasses the proxy")
    return 0 if shut else 1


class _Page(BaseHTTPRequestHandler):
    """One small page."""

    def do_GET(self) -> None:
        body = b"<!doctype html><title>refbrowser</title><h1>It works</h1>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Requests are not logged."""


@contextmanager
def _page() -> Iterator[str]:
    """The address of a page on this machine, served by the standard library: the demo shop needs an extra."""
    with HTTPServer(("127.0.0.1", 0), _Page) as server:
        serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        serving.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            serving.join()


def _row(name: str, value: str) -> None:
    write(f"{name:<14}{value}\n")


def _failed(answer: dict[str, Any]) -> int:
    write(failure(answer) + "\n", sys.stderr)
    if output := answer["details"].get("output"):
        write(f"{output}\n", sys.stderr)
    return 1
