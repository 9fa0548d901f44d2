"""The browsers that a person runs themselves: those on this machine that allow debugging, and what their sites have stored."""

import asyncio
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.async_api import Browser, Error, StorageState

from refbrowser.browser.indexed_db.databases import stored
from refbrowser.browser.launch.remote import connect
from refbrowser.errors import LaunchFailed, Remedy
from refbrowser.page_text import truncated
from refbrowser.settings import Settings

AUTO: Final = "auto"
"""The address that stands for whichever browser is found."""

_PORT_FILE: Final = "DevToolsActivePort"
_USUAL_PORT: Final = 9222
"""The port that documentation names. A browser that is given a port writes none down."""

_PROBE_S: Final = 0.5
_READ_S: Final = 60.0
_VISITS_S: Final = 45.0

_FOLDERS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "linux": (
        ("Chrome", "~/.config/google-chrome"),
        ("Chromium", "~/.config/chromium"),
        ("Chromium", "~/snap/chromium/common/chromium"),
        ("Chromium", "~/.var/app/org.chromium.Chromium/config/chromium"),
        ("Edge", "~/.config/microsoft-edge"),
        ("Brave", "~/.config/BraveSoftware/Brave-Browser"),
    ),
    "darwin": (
        ("Chrome", "~/Library/Application Support/Google/Chrome"),
        ("Chromium", "~/Library/Application Support/Chromium"),
        ("Edge", "~/Library/Application Support/Microsoft Edge"),
        ("Brave", "~/Library/Application Support/BraveSoftware/Brave-Browser"),
    ),
    "win32": (
        ("Chrome", "%LOCALAPPDATA%/Google/Chrome/User Data"),
        ("Chromium", "%LOCALAPPDATA%/Chromium/User Data"),
        ("Edge", "%LOCALAPPDATA%/Microsoft/Edge/User Data"),
        ("Brave", "%LOCALAPPDATA%/BraveSoftware/Brave-Browser/User Data"),
    ),
}
"""The user data folders of each system's browsers, as their vendors document them."""


@dataclass(frozen=True, slots=True)
class RunningBrowser:
    """A browser that answers on its debugging port; ``address`` is its DevTools address, ``folder`` None where it is not known."""

    name: str
    folder: Path | None
    address: str


def user_data_folders() -> list[tuple[str, Path]]:
    """Where the browsers of this system keep their user data, with the browsers' names. ``CHROME_USER_DATA_DIR`` comes first."""
    own = os.environ.get("CHROME_USER_DATA_DIR")
    folders = _FOLDERS.get(sys.platform, _FOLDERS["linux"])
    found = [("Chromium", Path(own).expanduser())] if own else []
    return found + [(name, Path(os.path.expandvars(folder)).expanduser()) for name, folder in folders]


async def running_browsers() -> list[RunningBrowser]:
    """Every browser that wrote down a debugging port on which something answers; last, whatever answers on the usual port."""
    noted = list(_noted())
    if all(port != _USUAL_PORT for _, port in noted):
        noted.append((RunningBrowser("Chromium", None, f"http://127.0.0.1:{_USUAL_PORT}"), _USUAL_PORT))
    answers = await asyncio.gather(*(_answers(port) for _, port in noted))
    return [browser for (browser, _), answered in zip(noted, answers, strict=True) if answered]


async def address_of_running() -> str:
    """The DevTools address of the browser that the person runs. Raises ``launch_failed``, which says how to allow it."""
    found = await running_browsers()
    if found:
        return found[0].address
    raise LaunchFailed(
        "No running Chrome, Chromium or Edge has remote debugging enabled.",
        remedy=Remedy(
            command="google-chrome --remote-debugging-port=9222 --user-data-dir=$HOME/.config/chrome-for-agents",
            hint="or enable it in the running browser, on the page chrome://inspect/#remote-debugging (Chrome 144 or later)",
        ),
        details={"looked_in": [str(folder) for _, folder in user_data_folders()]},
    )


async def stored_in(address: str, settings: Settings, sites: Iterable[str] = ()) -> StorageState:
    """Cookies of the browser at ``address`` (``auto``: the one that the person runs), with local storage and IndexedDB of
    ``sites``, hosts or origins, and of the pages that are open.

    Only a page of an origin can read that origin's storage, so a tab opens for a moment on empty documents, which are answered
    here: no site receives a request. Raises ``launch_failed``.
    """
    from playwright.async_api import async_playwright

    if address == AUTO:
        address = await address_of_running()
    async with async_playwright() as playwright:
        browser = await connect(playwright, address, settings)
        try:
            async with asyncio.timeout(_READ_S):
                return await _stored(browser, sites)
        except (Error, TimeoutError) as failure:
            reason = str(failure).splitlines()[0] if str(failure) else f"it did not answer within {_READ_S:.0f} seconds"
            raise LaunchFailed(f"The browser's stored data could not be read: {truncated(reason, 300)}") from None
        finally:
            # Ends the connection, not the browser.
            await browser.close()


async def _stored(browser: Browser, sites: Iterable[str]) -> StorageState:
    # The first context is the person's own; further ones are incognito.
    context = browser.contexts[0]
    addresses = [*(site if "://" in site else f"https://{site}" for site in sites), *await _open_pages(browser)]
    parts = [urlsplit(address) for address in addresses]
    origins = dict.fromkeys(f"{part.scheme}://{part.netloc}" for part in parts if part.scheme in ("http", "https"))
    cookies: Any = await context.cookies()
    # The person's pages are not asked: one with an open dialog or a busy script does not answer.
    return {"cookies": cookies, "origins": await stored(origins, lambda _: True, (), context.new_page, _VISITS_S)}


async def _open_pages(browser: Browser) -> list[str]:
    """The addresses of the pages that the person has open."""
    session = await browser.new_browser_cdp_session()
    incognito = (await session.send("Target.getBrowserContexts"))["browserContextIds"]
    targets = (await session.send("Target.getTargets"))["targetInfos"]
    return [target["url"] for target in targets if target["type"] == "page" and target.get("browserContextId") not in incognito]


def _noted() -> Iterator[tuple[RunningBrowser, int]]:
    for name, folder in user_data_folders():
        try:
            lines = (folder / _PORT_FILE).read_text(encoding="ascii").split()
            port, path = int(lines[0]), lines[1]
        except (OSError, ValueError, IndexError):
            continue
        if 0 < port < 65536 and path.startswith("/devtools/browser"):
            yield RunningBrowser(name, folder, f"ws://127.0.0.1:{port}{path}"), port


async def _answers(port: int) -> bool:
    """Whether something listens: a browser that was killed leaves its note."""
    try:
        async with asyncio.timeout(_PROBE_S):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True
