"""Mixed calls of several chats while processes of the browser die: typed errors alone, no wrong result, nothing left behind.

`REFBROWSER_SOAK_S` is how long, 60 seconds without it.
"""

import asyncio
import os
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Browser, Chat, Settings
from tests.support import processes
from tests.support.chromium import kill, parts
from tests.support.server import Site

SOAK_S = float(os.environ.get("REFBROWSER_SOAK_S", "60"))
CHATS = 4
KILL_EVERY_S = 6.0
DEADLINE_MS = 10_000
PARTS = ("zygote", "gpu-process", "network", "renderer", "driver", "browser")

PAGE = """<title>Page</title><button onclick="sessionStorage.presses = 1 + Number(sessionStorage.presses || 0)">Press</button>
<input aria-label=Field oninput="sessionStorage.typed = value"><x-c>Choice</x-c><p>Words of NAME<script>
customElements.define('x-c', class extends HTMLElement { static formAssociated = true; constructor() {
super(); const own = this.attachInternals(); own.role = 'checkbox'; own.ariaChecked = 'false';
this.onclick = () => { sessionStorage.ticked = own.ariaChecked = String(own.ariaChecked !== 'true') } } })</script>"""


class Visitor:
    """One chat that does what comes, and compares with what its page recorded."""

    def __init__(self, chat: Chat, name: str, site: Site, choice: random.Random) -> None:
        self.chat, self.name, self.choice = chat, name, choice
        self.url = site.page(PAGE.replace("NAME", name), path=f"/soak/{name}")
        self.codes: Counter[str] = Counter()
        self.wrong: list[Any] = []
        self.late: list[Any] = []
        self.restored = 0

    async def call(self, action: str, **arguments: Any) -> dict[str, Any]:
        began = time.monotonic()
        answer = await self.chat.call({"action": action, "timeout_ms": DEADLINE_MS, **arguments})
        if (time.monotonic() - began) * 1000 > DEADLINE_MS + 1000:
            self.late.append((action, time.monotonic() - began))
        self.codes["ok" if answer["ok"] else answer["code"]] += 1
        self.restored += any(note in str(answer) for note in ("'restored': {", "(Restored, because"))
        return answer

    async def recorded(self, name: str) -> str | None:
        answer = await self.call("evaluate", script=f"sessionStorage.{name} || ''")
        return answer["result"]["result"] if answer["ok"] else None

    async def walk(self, ends: float) -> None:
        while time.monotonic() < ends:
            await self.choice.choice((self.press, self.type, self.tick, self.read, self.open, self.close))()

    async def press(self) -> None:
        restored, before = self.restored, await self.recorded("presses")
        answer = await self.call("click", selector="button", observe="none")
        after = await self.recorded("presses")
        if self.restored > restored:
            # What the page recorded came back as it was some seconds before.
            return
        if answer["ok"] and before is not None and after is not None and int(after or 0) != int(before or 0) + 1:
            self.wrong.append(("press", before, after))

    async def type(self) -> None:
        restored, text = self.restored, f"{self.choice.random()}"
        answer = await self.call("type", selector="input", text=text, observe="none")
        typed = await self.recorded("typed")
        if self.restored == restored and answer["ok"] and typed is not None and typed != text:
            self.wrong.append(("type", text, typed))

    async def tick(self) -> None:
        restored, wanted = self.restored, self.choice.random() < 0.5
        answer = await self.call("set_checked", selector="x-c", checked=wanted, observe=self.choice.choice(("none", "changes")))
        ticked = await self.recorded("ticked")
        acted = answer["ok"] and not answer["result"]["action"].get("already_so")
        if self.restored == restored and acted and ticked is not None and ticked != str(wanted).lower():
            self.wrong.append(("tick", wanted, ticked))

    async def read(self) -> None:
        answer = await self.call("content")
        if answer["ok"] and "Words of" in answer["result"] and f"Words of {self.name}" not in answer["result"]:
            self.wrong.append(("content", answer["result"]))

    async def open(self) -> None:
        await self.call("open", url=self.url)

    async def close(self) -> None:
        listed = await self.call("list")
        if listed["ok"] and len(listed["result"]["browsers"]) > 2:
            await self.call("close", browser_id=listed["result"]["browsers"][0]["browser_id"])


@pytest.mark.timeout(SOAK_S + 120)
async def test_deaths_of_processes_leave_typed_errors_and_nothing_else(tmp_path: Path, marker: str, site: Site) -> None:
    known, choice = set(processes.browsers(marker)), random.Random(11)
    handles, tasks = _handles(), asyncio.all_tasks()
    ends = time.monotonic() + SOAK_S
    killed: Counter[str] = Counter()
    async with Browser(Settings(home=tmp_path)) as browser:
        visitors = [Visitor(browser.chat(f"c{n}"), f"visitor{n}", site, random.Random(n)) for n in range(CHATS)]

        async def deaths() -> None:
            while time.monotonic() < ends:
                await asyncio.sleep(KILL_EVERY_S)  # deaths come in intervals
                if (set(processes.browsers(marker)) - known) and browser.running is not None:
                    part = choice.choice(PARTS)
                    kill(set(sorted(parts(marker, known).get(part, set()))[:2]))
                    killed[part] += 1

        await asyncio.gather(deaths(), *(visitor.walk(ends) for visitor in visitors))
    codes = sum((visitor.codes for visitor in visitors), Counter[str]())
    print(f"calls {dict(codes)}; killed {dict(killed)}")
    assert [visitor.wrong for visitor in visitors] == [[]] * CHATS
    assert [visitor.late for visitor in visitors] == [[]] * CHATS
    assert codes["internal_error"] == 0, codes
    assert codes["ok"] > codes.total() / 2, codes
    assert set(processes.browsers(marker)) == known
    assert asyncio.all_tasks() == tasks
    assert _handles() <= handles + 2


def _handles() -> int:
    return len(os.listdir("/proc/self/fd"))
