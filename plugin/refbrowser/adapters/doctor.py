"""``refbrowser doctor``: what this machine has, and whether one page can really be loaded and read."""

import platform
import sys
import time
from importlib.metadata import version
from typing import Any

from refbrowser import Browser, __version__
from refbrowser.browser.launch.executables import find
from refbrowser.demo.server import ShopServer
from refbrowser.settings import Settings
from refbrowser.surface.render import failure


async def run(settings: Settings) -> int:
    """Prints the findings; 0 when the page was read, else 1 after the typed error."""
    _row("refbrowser", __version__)
    _row("python", f"{platform.python_version()} ({sys.executable})")
    _row("playwright", version("playwright"))
    _row("system", f"{platform.system()} {platform.release()} {platform.machine()}")
    executable = find(settings.executable_path, headless_shell=settings.headless_shell and settings.headless)
    _row("chromium", f"{executable.path} ({executable.flavour}, {executable.source})")
    _row("files", str(settings.home))
    with ShopServer() as shop:
        began = time.monotonic()
        async with Browser(settings) as browser:
            chat = browser.chat("doctor")
            for call in ({"action": "open", "url": shop.url}, {"action": "content", "max_tokens": 200}):
                answer = await chat.call(call)
                if not answer["ok"]:
                    return _failed(answer)
            process = browser.running
            _row("version", process.version if process is not None else "gone")
        _row("live page", f"loaded, read and closed in {(time.monotonic() - began) * 1000:.0f} ms")
    _row("verdict", "all is well")
    return 0


def _row(name: str, value: str) -> None:
    print(f"{name:<12}{value}", flush=True)  # noqa: T201


def _failed(answer: dict[str, Any]) -> int:
    print(failure(answer), file=sys.stderr)  # noqa: T201
    if output := answer["details"].get("output"):
        print(output, file=sys.stderr)  # noqa: T201
    return 1
