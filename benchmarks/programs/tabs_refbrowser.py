"""Twenty-five tabs with refbrowser: ``tabs_refbrowser.py EXECUTABLE URL`` prints ``ready`` and waits for its input to end."""

import asyncio
import sys

from refbrowser import Browser, Settings


async def main(executable: str, url: str) -> None:
    async with Browser(Settings(executable_path=executable)) as browser:
        chat = browser.chat("user")
        for _ in range(25):
            await chat.call({"action": "open", "url": url})
            await chat.call({"action": "content"})
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.read)


asyncio.run(main(*sys.argv[1:]))
