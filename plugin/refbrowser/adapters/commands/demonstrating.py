"""``refbrowser demo``: drives the bundled shop, reads a page, or serves the shop for one's own calls."""

import argparse
import asyncio
import sys
from contextlib import suppress
from typing import Any, Final

from refbrowser.errors import Remedy, ServerError
from refbrowser.terminal import write

PORT: Final = 8765
"""The port of ``demo --serve``: fixed, so that examples can name the shop's address."""


def add(commands: Any) -> None:
    """Adds the command to the parser."""
    demo = commands.add_parser("demo", help="drive the bundled shop, or read the page at URL, and show every call and answer")
    demo.add_argument("url", nargs="?")
    demo.add_argument("--json", action="store_true", help="print the envelopes instead of what an agent reads")
    demo.add_argument("--serve", action="store_true", help="serve the shop until Ctrl+C, for calls of your own")
    demo.add_argument("--port", type=int, default=PORT, help=f"port of --serve; 0 is any free one (default: {PORT})")
    demo.set_defaults(run=_demo)


def _demo(options: argparse.Namespace) -> int:
    if options.serve:
        return _serve(options.port)
    from refbrowser.demo.walk import run
    from refbrowser.settings import Settings

    return asyncio.run(run(options.url, Settings.from_environment(), as_json=options.json))


def _serve(port: int) -> int:
    from refbrowser.demo.server import ShopServer

    try:
        shop = ShopServer(port)
    except (OSError, OverflowError) as refused:
        raise ServerError(
            f"The shop cannot listen on port {port}: {str(refused).rstrip('.')}.",
            code="port_taken",
            remedy=Remedy(command="refbrowser demo --serve --port 0", hint="takes any free port"),
            details={"port": port},
        ) from None
    with shop:
        write(f"The shop is open at {shop.url} (Ctrl+C closes it)\n")
        sys.stdout.flush()
        with suppress(KeyboardInterrupt):
            shop.wait()
    return 0
