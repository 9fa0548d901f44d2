"""Pages that flood: each script sends what it names without end, as fast as it can. `storming` measures calls during one."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from refbrowser import Chat
from tests.support.calls import do
from tests.support.server import Site, refused_url

SCRIPTS = {
    "console lines": "setInterval(() => { for (let i = 0; i < 2000; i++) console.log('line ' + i) })",
    "console lines in one task": "setTimeout(() => { const end = Date.now() + 60000; while (Date.now() < end) console.log('x') }, 300)",
    "large console arguments": "const all = Array.from({length: 200}, (_, i) => ({i, text: 'y'.repeat(200)}));"
    "setInterval(() => { for (let i = 0; i < 300; i++) console.log(all, all, {i}, document.body) })",
    "long console lines": "const line = 'z'.repeat(1e6); setInterval(() => { for (let i = 0; i < 10; i++) console.log(line) })",
    "one console line of 100 MB": "setTimeout(() => console.log('x'.repeat(1e8)), 300)",
    "unhandled rejections": "setInterval(() => { for (let i = 0; i < 1000; i++) Promise.reject(new Error('no ' + i)) })",
    "uncaught errors": "for (let i = 0; i < 50; i++) setInterval(() => { throw new Error('no') })",
    "requests": "setInterval(() => { for (let i = 0; i < 100; i++) fetch(REFUSED + i).catch(() => 0) })",
    "pictures": "setInterval(() => { for (let i = 0; i < 200; i++) new Image().src = REFUSED + Math.random() })",
    "data addresses": "setInterval(() => { for (let i = 0; i < 300; i++) new Image().src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' + i })",
    "console.timeStamp": "setInterval(() => { for (let i = 0; i < 2000; i++) console.timeStamp('s' + i) })",
    "console.trace": "const down = n => n ? down(n - 1) : console.trace('x');"
    "setInterval(() => { for (let i = 0; i < 1000; i++) down(50) })",
    "pushState": "setInterval(() => { for (let i = 0; i < 500; i++) try { history.pushState(0, '', '?' + Math.random()) } catch {} })",
    "fragments": "setInterval(() => { for (let i = 0; i < 500; i++) try { location.hash = 'h' + Math.random() } catch {} })",
    "titles": "setInterval(() => { for (let i = 0; i < 1000; i++) document.title = i })",
    "frames": "setInterval(() => { for (let i = 0; i < 20; i++) { const frame = document.createElement('iframe'); frame.srcdoc = '<p>x';"
    "document.body.append(frame); setTimeout(() => frame.remove(), 5) } })",
    "messages between frames": "const frame = document.createElement('iframe'); document.body.append(frame); onmessage = () => 0;"
    "setInterval(() => { for (let i = 0; i < 5000; i++) { frame.contentWindow.postMessage(i, '*'); postMessage(i, '*') } })",
    "workers' console": "for (let i = 0; i < 2; i++) new Worker(URL.createObjectURL(new Blob(["
    "'setInterval(() => { for (let i = 0; i < 2000; i++) console.log(i) })'])))",
    "workers": "setInterval(() => { for (let i = 0; i < 10; i++) { const one = new Worker('data:text/javascript,1');"
    "setTimeout(() => one.terminate(), 3) } })",
    "popups": "setInterval(() => { for (let i = 0; i < 3; i++) window.open('about:blank') }, 30)",
    "downloads": "setInterval(() => { const link = document.createElement('a'); link.download = 'f.txt'; link.href = 'data:,x';"
    "link.click() }, 5)",
    "mutations": "setInterval(() => { for (let i = 0; i < 3000; i++) { const one = document.createElement('button'); one.textContent = i;"
    "one.onclick = () => 0; document.body.append(one) } while (document.body.children.length > 6000) document.body.firstChild.remove() })",
    "listeners": "setInterval(() => { for (let i = 0; i < 3000; i++) document.body.addEventListener('click', () => i) })",
    "dialogs": "setInterval(() => alert('again'), 1)",
    "cookies": "setInterval(() => { for (let i = 0; i < 300; i++) document.cookie = 'c' + i % 20 + '=' + Math.random() })",
}


@dataclass
class Measured:
    """What calls in the other chat took, in milliseconds, with the codes of those that failed; and how often the button there counted
    a press that was reported."""

    list_ms: list[float] = field(default_factory=list)
    content_ms: list[float] = field(default_factory=list)
    click_ms: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    reported: int = 0
    counted: int = 0

    @property
    def summary(self) -> str:
        worst = {name: round(max(getattr(self, f"{name}_ms"), default=0)) for name in ("list", "content", "click")}
        return f"worst {worst} of {len(self.list_ms)}/{len(self.content_ms)}/{len(self.click_ms)}; failed {self.failed}"


async def storming(name: str, noisy: Chat, quiet: Chat, site: Site, seconds: float) -> Measured:
    """Loads the page in ``noisy`` and, from then on, calls ``list``, ``content`` and ``click`` in ``quiet``."""
    await do(quiet, "open", url=site.page("<button onclick='this.dataset.n = window.n = (window.n || 0) + 1'>Press</button>"))
    await do(noisy, "open")
    measured = Measured()
    with refused_url("/") as refused:
        url = site.page(f"<body><p>Noise</p><script>const REFUSED = '{refused}';{SCRIPTS[name]}</script>")
        ends = time.monotonic() + seconds
        loading = asyncio.ensure_future(noisy.call({"action": "navigate", "url": url, "wait_until": "commit", "timeout_ms": 5000}))

        async def again(took: list[float], call: Callable[[], Awaitable[dict[str, Any]]]) -> None:
            while time.monotonic() < ends:
                began = time.monotonic()
                answer = await call()
                took.append((time.monotonic() - began) * 1000)
                if not answer["ok"]:
                    measured.failed.append(answer["code"])
                await asyncio.sleep(0.03)  # a call every few hundredths of a second is the load that is measured

        async def press() -> dict[str, Any]:
            answer = await quiet.call({"action": "click", "selector": "button", "observe": "none"})
            measured.reported += answer["ok"]
            return answer

        await asyncio.gather(
            again(measured.list_ms, lambda: quiet.call({"action": "list"})),
            again(measured.content_ms, lambda: quiet.call({"action": "content"})),
            again(measured.click_ms, press),
        )
        await loading
    measured.counted = (await do(quiet, "evaluate", script="window.n || 0"))["result"]
    return measured
