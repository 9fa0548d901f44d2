"""What the network boundary costs: the same pages with it and past it, in turn. ``python -m benchmarks.boundary``."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from refbrowser import Browser, Chat, Settings
from refbrowser.browser.network import boundary
from refbrowser.browser.session import chat_context
from tests.support.calls import do, evaluated
from tests.support.server import Site

ROUNDS = 30
IMAGES = 300
CONNECTIONS = 500
DOWNLOAD = 100_000_000

Work = Callable[[Chat, Site], Awaitable[None]]


async def open_and_read(chat: Chat, site: Site) -> None:
    await do(chat, "navigate", url=site.url("/page"))
    await do(chat, "content")


async def many_images(chat: Chat, site: Site) -> None:
    await do(chat, "navigate", url=site.url("/images"), wait_until="load", timeout_ms=60_000)


async def many_connections(chat: Chat, site: Site) -> None:
    script = f"Promise.all(Array.from({{length: {CONNECTIONS}}}, (_, i) => fetch('/status/200?' + i, {{cache: 'no-store'}}))).then(all => all.length)"
    assert await evaluated(chat, script, timeout_ms=120_000) == CONNECTIONS


async def download(chat: Chat, site: Site) -> None:
    script = "fetch('/big', {cache: 'no-store'}).then(a => a.body.pipeTo(new WritableStream({write() {}}))).then(() => 1)"
    assert await evaluated(chat, script, timeout_ms=120_000) == 1


async def measured(chats: dict[str, Chat], site: Site, work: Work, rounds: int) -> dict[str, float]:
    """Milliseconds, the median of ``rounds`` that alternate."""
    times: dict[str, list[float]] = {name: [] for name in chats}
    for number in range(rounds + 1):
        for name, chat in chats.items():
            began = time.perf_counter()
            await work(chat, site)
            if number:
                times[name].append((time.perf_counter() - began) * 1000)
    return {name: statistics.median(values) for name, values in times.items()}


async def main() -> None:
    with Site() as site, tempfile.TemporaryDirectory() as home:
        site.page("<h1>Page</h1>" + "".join(f"<p><a href='/p{n}'>Link {n}</a> and text" for n in range(200)), "/page")
        site.page("".join(f"<img src='/image?{number}'>" for number in range(IMAGES)), "/images")
        site.route(
            "/image",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>",
            headers={"Content-Type": "image/svg+xml", "Cache-Control": "no-store"},
        )
        site.route("/big", b"x" * DOWNLOAD)
        async with Browser(Settings(home=Path(home))) as browser:
            chats = {"boundary": browser.chat("boundary"), "past it": browser.chat("past")}
            await do(chats["boundary"], "open", url=site.url("/page"))
            # The same product with its contexts made without a proxy.
            made, chat_context.proxied = chat_context.proxied, lambda _: None  # type: ignore[assignment]
            await do(chats["past it"], "open", url=site.url("/page"))
            chat_context.proxied = made
            assert boundary.proxied is made
            for title, work, rounds in (
                ("open + content", open_and_read, ROUNDS), (f"{IMAGES} images", many_images, 5),
                (f"{CONNECTIONS} fetches at once", many_connections, 5), ("100 MB", download, 5),
            ):  # fmt: skip
                found = await measured(chats, site, work, rounds)
                ratio = found["boundary"] / found["past it"]
                print(
                    f"{title:<24}" + "".join(f"{name} {value:8.1f} ms   " for name, value in found.items()) + f"{ratio:.2f} x",
                    flush=True,
                )


if __name__ == "__main__":
    asyncio.run(main())
