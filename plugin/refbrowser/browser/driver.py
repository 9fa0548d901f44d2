"""Playwright's driver process, started once per :class:`refbrowser.Browser` with our selector engine registered."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.async_api import Playwright, async_playwright

from refbrowser.browser import engine

_NODE_CACHE: Final = "NODE_COMPILE_CACHE"


async def start_driver(cache: Path) -> Playwright:
    """A running driver that knows the in-page engine. The caller stops it.

    ``cache`` is the folder in which Node keeps the driver compiled, which takes a quarter off every start but the first.
    """
    with _compiled_in(cache):
        playwright = await async_playwright().start()
    _hear_end(playwright)
    try:
        await playwright.selectors.register(engine.NAME, script=engine.source(), content_script=True)
    except BaseException:
        await playwright.stop()
        raise
    return playwright


def _hear_end(playwright: Playwright) -> None:
    """Playwright keeps the sudden end of its driver in a future that nobody awaits; unheard, Python complains of that at exit."""
    client = getattr(getattr(playwright.stop, "__self__", None), "_client", None)
    future = getattr(getattr(client, "_transport", None), "on_error_future", None)
    if future is not None:
        future.add_done_callback(lambda ended: ended.cancelled() or ended.exception())


@contextmanager
def _compiled_in(folder: Path) -> Iterator[None]:
    """Node is told by an environment variable alone, and Playwright passes its own environment on. A value of the user's stands."""
    if _NODE_CACHE in os.environ:
        yield
        return
    os.environ[_NODE_CACHE] = str(folder)
    try:
        yield
    finally:
        os.environ.pop(_NODE_CACHE, None)
