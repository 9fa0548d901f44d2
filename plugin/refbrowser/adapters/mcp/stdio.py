"""``refbrowser mcp``: a browser of its own for the one client at standard input and output; both end together."""

import os

from refbrowser import Browser
from refbrowser.adapters.mcp.offer import Offer
from refbrowser.adapters.mcp.sdk import installed
from refbrowser.adapters.mcp.service import Service
from refbrowser.adapters.mcp.stdin import Stdin
from refbrowser.settings import Settings


async def run(settings: Settings, offer: Offer, chat: str | None = None) -> None:
    """Serves until the client closes its end. ``chat`` names the chat, and with it the folder of its files."""
    name = chat or f"mcp-{os.getpid()}"
    sdk = installed()
    async with Browser(settings) as browser:
        service = Service(
            browser,
            offer,
            perform=lambda chat_id, call, caller: browser.chat(chat_id).call(call, caller=caller),
            vision_load=lambda chat_id, paths: browser.chat(chat_id).vision_load(paths),
            chat_of=lambda _: name,
            local=True,
        )
        stdin = Stdin(sdk.has_id)
        await sdk.serve_lines(sdk.server(service), stdin, stdin.stdout)
