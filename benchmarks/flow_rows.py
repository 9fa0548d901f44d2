"""What a row of a table costs by a flow, beside the same steps by ``multi`` and by a hand-written Playwright script.

``python -m benchmarks.flow_rows [--rows 100] [--block 5]``. The three take turns in blocks of rows, each row in a chat or context of
its own. Processor time is that of this process, Playwright's driver and Chromium together; on a shared machine it counts, not the
milliseconds.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

from playwright.async_api import Browser as Chromium
from playwright.async_api import async_playwright, expect

from benchmarks import machine
from refbrowser import Browser, Settings
from refbrowser.browser.launch.executables import find
from refbrowser.flows.checking import read_flow
from refbrowser.service.chats.flow_calls import run_in
from tests.support.calls import do
from tests.support.server import Request, Site

Row = Callable[[str], Awaitable[float]]
"""Carries out the steps for one query, and returns the total that the page shows."""

_START: Final = "<title>Shop</title><h1>Shop</h1><form action=/search><label>Search <input type=search name=q></label><button>Go</button></form>"
_FOUND: Final = """<title>Found</title><h1>Results</h1><ul>{}</ul><p id=said></p><p>Total: <b id=total>0.00</b></p><script>
document.onclick = async (event) => {{
  if (event.target.localName !== 'button') return
  total.textContent = await (await fetch('/add?item=' + event.target.dataset.item)).text()
  said.textContent = 'In the basket'
}}</script>"""
_ITEMS: Final = 20

_FLOW: Final = """
flow: 1
name: order
site: {site}
inputs: {{query: {{default: lamp}}}}
outputs: {{total: {{type: number}}}}
steps:
  - {{action: navigate, with: {{url: /}}}}
  - {{action: type_submit, target: {{kind: input search, name: Search}}, with: {{text: "${{query}}"}}, expect: {{page: "/search?q=${{query}}"}}}}
  - {{action: click, target: {{kind: button, name: Add, item: "${{query}} 7"}}, once: true, expect: {{text: In the basket}}}}
  - {{action: find, with: {{text: Total}}, read: {{total: {{after: Total}}}}}}
"""


def _results(request: Request) -> str:
    query = request.argument("q", "")
    entries = (
        f"<li><a href=/item>{query} {number}</a> <button data-item='{query} {number}'>Add</button>" for number in range(_ITEMS)
    )
    return _FOUND.format("".join(entries))


def served(site: Site) -> None:
    """Serve the shop."""
    site.page(_START, "/")
    site.route("/search", _results)
    site.route("/add", lambda request: f"{len(request.argument('item', ''))}.50")


def contestants(browser: Browser, chromium: Chromium, site: Site) -> Mapping[str, Row]:
    """Return the three ways, by name."""
    flow = read_flow(_FLOW.format(site=site.url("")), "order")

    async def by_flow(query: str) -> float:
        result = await run_in(browser.chat(f"flow {query}"), flow, {"query": query})
        return float(result["outputs"]["total"])

    async def by_multi(query: str) -> float:
        chat = browser.chat(f"multi {query}")
        calls = [
            {"action": "open", "url": site.url("/")},
            {"action": "type_submit", "selector": "input", "text": query},
            {"action": "click", "selector": f"li:has-text('{query} 7') button"},
            {"action": "expect", "text": "In the basket"},
            {"action": "find", "text": "Total"},
        ]
        done = await do(chat, "multi", calls=calls)
        await chat.close()
        return float(str(done[-1]["result"]["matches"][0]["text"]).rpartition(" ")[2])

    async def by_hand(query: str) -> float:
        context = await chromium.new_context()
        page = await context.new_page()
        await page.goto(site.url("/"))
        await page.get_by_label("Search").fill(query)
        await page.get_by_label("Search").press("Enter")
        await expect(page).to_have_url(site.url(f"/search?q={query}"))
        await page.get_by_role("listitem").filter(has_text=f"{query} 7").get_by_role("button", name="Add").click()
        await expect(page.get_by_text("In the basket")).to_be_visible()
        total = await page.locator("p", has_text="Total").inner_text()
        await context.close()
        return float(total.rpartition(" ")[2])

    return {"flow": by_flow, "multi": by_multi, "Playwright": by_hand}


def processor_s() -> float:
    """Return the processor time of this process and all below it, those that have ended too, in seconds."""
    below: dict[int, list[int]] = {}
    used: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parts = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            below.setdefault(int(parts[1]), []).append(int(folder.name))
            used[int(folder.name)] = sum(map(int, parts[11:15]))
    waiting, total = [os.getpid()], 0
    while waiting:
        process = waiting.pop()
        total += used.get(process, 0)
        waiting += below.get(process, [])
    return total / os.sysconf("SC_CLK_TCK")


async def measure(rows: int, block: int) -> dict[str, tuple[list[float], list[float]]]:
    """Return seconds and processor seconds a row of each block, by contestant."""
    found: dict[str, tuple[list[float], list[float]]] = {}
    with Site() as site:
        served(site)
        home = Path(tempfile.mkdtemp(prefix="flow-rows-"))
        async with Browser(Settings(home=home)) as browser, async_playwright() as playwright:
            chromium = await playwright.chromium.launch(executable_path=find().path, chromium_sandbox=False)
            ways = contestants(browser, chromium, site)
            for first in range(-block, rows, block):
                for name, row in list(ways.items())[:: 1 if (first // block) % 2 else -1]:
                    await machine.rest()
                    began, used = time.monotonic(), processor_s()
                    for number in range(first, first + block):
                        total = await row(f"lamp{number + block:04}")
                        assert total == len("lamp0000 7") + 0.5, (name, total)
                    await machine.rest()
                    if first >= 0:  # the first block warms up
                        times = found.setdefault(name, ([], []))
                        times[0].append((time.monotonic() - began) / block)
                        times[1].append((processor_s() - used) / block)
            await chromium.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures rows by a flow, by multi, and by a hand-written Playwright script.")
    parser.add_argument("--rows", type=int, default=100)
    parser.add_argument("--block", type=int, default=5)
    options = parser.parse_args()
    found = asyncio.run(measure(options.rows, options.block))
    print(f"{options.rows} rows, load {machine.load()}")
    by_hand = found["Playwright"][1]
    for name, (seconds, processor) in found.items():
        ratios = [own / other for own, other in zip(processor, by_hand, strict=True)]
        print(
            f"{name:12} {statistics.median(seconds) * 1000:7.0f} ms, processor {statistics.median(processor) * 1000:6.0f} ms a row;"
            f" against Playwright: all {sum(processor) / sum(by_hand):.2f}, median of pairs {statistics.median(ratios):.2f}"
        )


if __name__ == "__main__":
    main()
