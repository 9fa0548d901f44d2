"""Playwright's driver process, started once per :class:`refbrowser.Browser` with refbrowser's selector engine registered."""

import asyncio
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from playwright.async_api import Playwright, async_playwright

from refbrowser.browser.playwright_internals.outgoing import watch_messages
from refbrowser.errors import LaunchFailed, Remedy
from refbrowser.files import private_folder

_NODE_CACHE: Final = "NODE_COMPILE_CACHE"

_ASK_VERSION: Final = (sys.executable, "-m", "playwright", "--version")
_START_TIMEOUT: Final = 30.0

_MISSING_LIBRARY: Final = re.compile(r"loading shared libraries: (\S+):")
_PACKAGES: Final = {"libatomic.so.1": "libatomic1"}
"""The package of Debian and Ubuntu for each library that Playwright's Node is linked to and a minimal system lacks."""


async def start_driver(cache: Path, engine: str, source: str) -> Playwright:
    """A running driver that has the script ``source`` as a selector engine called ``engine``. The caller stops it.

    ``cache`` is the folder in which Node keeps the driver compiled, which takes a quarter off every start but the first.
    Raises ``launch_failed`` when it does not start.
    """
    try:
        with _compiled_in(cache):
            playwright = await _started()
    except Exception:
        # Playwright says only that the connection closed; the driver itself says why.
        reason = await asyncio.to_thread(failure_of_driver)
        if reason is None:
            raise
        raise driver_broken(reason) from None
    _hear_end(playwright)
    try:
        watch_messages(playwright)
        await playwright.selectors.register(engine, script=source, content_script=True)
    except BaseException:
        await playwright.stop()
        raise
    return playwright


async def _started() -> Playwright:
    """The driver. One that is still starting when the caller is cancelled cannot be stopped before it has started."""
    starting = asyncio.ensure_future(async_playwright().start())
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        await asyncio.wait({starting}, timeout=_START_TIMEOUT)
        if starting.done() and not starting.cancelled() and starting.exception() is None:
            await starting.result().stop()
        raise


def failure_of_driver() -> str | None:
    """What the driver says when it does not start; None when it does. Takes half a second."""
    from refbrowser.browser.subprocesses import run

    return run(_ASK_VERSION, _START_TIMEOUT)


def driver_broken(reason: str) -> LaunchFailed:
    """The error for a driver that does not start; ``details.package`` is what Debian calls the library that it lacks."""
    lacks = _MISSING_LIBRARY.search(reason)
    package = _PACKAGES.get(lacks[1]) if lacks else None
    by_hand = f"sudo apt-get install -y {package}" if package else f"{sys.executable} -m pip install --force-reinstall playwright"
    return LaunchFailed(
        f"Playwright's driver did not start: {reason}.",
        remedy=Remedy(command=by_hand, hint=f"or install your system's package of the library {lacks[1]}" if lacks else None),
        details={"output": reason, **({"package": package} if package else {})},
    )


def _hear_end(playwright: Playwright) -> None:
    """Playwright keeps the sudden end of its driver in a future that is never awaited, of which Python complains at exit."""
    client = getattr(getattr(playwright.stop, "__self__", None), "_client", None)
    future = getattr(getattr(client, "_transport", None), "on_error_future", None)
    if future is not None:
        future.add_done_callback(lambda ended: ended.cancelled() or ended.exception())


@contextmanager
def _compiled_in(folder: Path) -> Iterator[None]:
    """Node takes the folder from an environment variable, and Playwright passes its own on. A value set by the user stands."""
    if _NODE_CACHE in os.environ:
        yield
        return
    with suppress(OSError):
        private_folder(folder)
    os.environ[_NODE_CACHE] = str(folder)
    try:
        yield
    finally:
        os.environ.pop(_NODE_CACHE, None)
