"""A first page with refbrowser: ``cold_refbrowser.py EXECUTABLE URL`` prints the page's content and a line ``ready``, and waits
for its input to end.
"""

import asyncio
import sys

from refbrowser import Browser, Settings


async def main(executable: str, url: str) -> None:
    async with Browser(Settings(executable_path=executable)) as browser:
        chat = browser.chat("bench")
        await chat.call({"action": "open", "url": url})
        answer = await chat.call({"action": "content"})
        print(answer["result"], "ready", sep="\n", flush=True)
        await asyncio.to_thread(sys.stdin.read)


asyncio.run(main(*sys.argv[1:]))
