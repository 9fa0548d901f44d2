"""A browser that another program runs: reached through its DevTools address or a Playwright server, and never closed by us.

Addresses carry tokens in their user part, path or query, so no message and no log shows more of one than scheme and host.
"""

import asyncio
import socket
from collections.abc import Mapping
from errno import errorcode
from typing import Final
from urllib.parse import urlsplit

from playwright.async_api import Browser, Dialog, Error, Playwright

from refbrowser.browser.launch.own_targets import OwnTargets, Unreachable
from refbrowser.errors import LaunchFailed, Remedy
from refbrowser.settings import Settings

ATTEMPT_MS: Final = 10_000
PATIENCE_S: Final = 12.0
"""How long in all a browser that does not answer is asked again."""

BACK_OFF_S: Final = (0.25, 0.5, 1.0, 2.0, 4.0)
"""The pauses between attempts; the last one repeats."""

PLAYWRIGHT: Final = "playwright+"
"""Before the address of a Playwright server; any other address is a browser's own DevTools address."""


async def connect(playwright: Playwright, address: str, settings: Settings) -> Browser:
    """A connection to the browser at ``address`` (``http://…``, ``ws://…/devtools/browser/…``, ``playwright+ws://…``), asked for 12
    seconds again and again.

    Raises :class:`LaunchFailed`, which shows the address without its secrets.
    """
    headers = dict(_header(line) for line in settings.connect_headers)
    loop = asyncio.get_running_loop()
    ends, attempts = loop.time() + PATIENCE_S, 0
    while True:
        try:
            return await _connected(playwright, address, headers)
        except (Error, Unreachable, OSError) as failure:
            pause = BACK_OFF_S[min(attempts, len(BACK_OFF_S) - 1)]
            attempts += 1
            if loop.time() + pause >= ends:
                raise _unreachable(address, _reason(failure), attempts) from None
            await asyncio.sleep(pause)  # the other side may be starting


async def _connected(playwright: Playwright, address: str, headers: Mapping[str, str]) -> Browser:
    # Before 1.65, Playwright refuses no headers but None.
    given = dict(headers) or None
    if address.startswith(PLAYWRIGHT):
        return await playwright.chromium.connect(address.removeprefix(PLAYWRIGHT), headers=given, timeout=ATTEMPT_MS)
    if urlsplit(address).scheme in ("https", "wss"):
        # A service's browser, which has no tabs of a person. Should it be one, they keep their downloads, focus and media,
        # and their dialogs, which Playwright answers where nobody listens.
        browser = await playwright.chromium.connect_over_cdp(address, headers=given, timeout=ATTEMPT_MS, no_defaults=True)
        for context in browser.contexts:
            context.on("dialog", _leave_open)
        return browser
    async with asyncio.timeout(ATTEMPT_MS / 1000):
        relay = await OwnTargets.reach(address, headers)
    try:
        return await playwright.chromium.connect_over_cdp(await relay.listen(), timeout=ATTEMPT_MS, no_defaults=True)
    except BaseException:
        await relay.close()
        raise


def _leave_open(_: Dialog) -> None:
    """A dialog of a tab that is not ours: it stays open until its owner answers."""


def shown(address: str) -> str:
    """The address without what may be secret in it: scheme, host and port."""
    parts = urlsplit(address.removeprefix(PLAYWRIGHT))
    try:
        port = f":{parts.port}" if parts.port is not None else ""
    except ValueError:
        port = ""
    return f"{parts.scheme}://{parts.hostname or '?'}{port}"


def _header(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name.strip(), value.strip()


def _reason(failure: Error | Unreachable | OSError) -> str:
    """Why, without the address: the driver's message repeats it, and only these words are safe to repeat."""
    if isinstance(failure, Unreachable):
        return str(failure)
    if isinstance(failure, socket.gaierror):
        return "ENOTFOUND"
    if isinstance(failure, TimeoutError):
        return "Timeout"
    if isinstance(failure, OSError):
        return errorcode.get(failure.errno or 0, "ECONNREFUSED")
    safe_words = ("ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "ECONNRESET", "401", "403", "404", "429", "502", "503", "Timeout")
    return next((word for word in safe_words if word in failure.message), "no connection")


def _unreachable(address: str, reason: str, attempts: int) -> LaunchFailed:
    return LaunchFailed(
        f"The browser at {shown(address)} could not be reached ({reason}).",
        remedy=Remedy(hint="check that it runs, and check the settings connect and connect_headers"),
        details={"address": shown(address), "reason": reason, "attempts": attempts},
    )
