"""Ways past a list of allowed hosts, tried with the same pages in every tool that has such a list: reached, or not.

One site is allowed, by the name ``localhost``; what lies at ``127.0.0.1`` on another port is not, and notes who comes.
"""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.peers.agent_browser import AgentBrowser, installed
from benchmarks.peers.bound import CALLED, Bound, CommandLine, Ours, Server
from benchmarks.peers.installation import cache, npm
from benchmarks.peers.mcp_server import mcp_server
from benchmarks.peers.peer import Ground, PeerAbsent
from benchmarks.peers.playwright_mcp import VERSION as PLAYWRIGHT_MCP_VERSION
from benchmarks.table import table
from refbrowser import Browser, Settings
from tests.egress.attempts import FROM_PAGES, SPELLINGS
from tests.support.server import Site

HEADING: Final = "## Against the peers: ways past a list of allowed hosts"
REACHED: Final = "**reached**"
_NONE: Final = object()
PATIENCE_S: Final = 1.5
"""How long after the tool has answered a forbidden request may still arrive."""

CALL_S: Final = 12.0
"""How long one call may take; a page whose load was refused keeps some tools waiting."""

_METHOD: Final = """\
Written by `./dev bench --only bypass`. Every tool is configured to allow `localhost` alone: refbrowser by `network=allowlist`, agent-browser by
its allowed domains, Playwright MCP by `--allowed-origins` (whose help says that it is no security boundary). A second server on
this machine, of another host and port, notes what reaches it. **Reached** is a request that arrived there; for WebRTC, a packet; for a
file of this machine, its words. A raw command is `cdp` here, and code that Playwright MCP runs there."""

_WORKER: Final = "fetch('INNER/secret', {mode: 'no-cors'}); onfetch = () => 0"
_STUN: Final = """<script>const p = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:STUN'}]}); p.createDataChannel('x');
p.createOffer().then(o => p.setLocalDescription(o))</script>"""

PAGES: Final = {
    **FROM_PAGES,
    **{
        f"fetch of {spelling}": f"<script>fetch('http://{spelling}:PORT/secret', {{mode: 'no-cors'}})</script>"
        for spelling in SPELLINGS
        if "ocal" not in spelling.lower() and "example" not in spelling and spelling.isascii() and "[2002" not in spelling
    },
    "service worker": "<script>navigator.serviceWorker.register('PUBLIC/worker.js')</script>",
    "WebRTC": _STUN,
}
OPENED: Final = {
    "the tool opens it": "INNER/secret",
    "the tool opens a redirect to it": "PUBLIC/redirect?to=INNER/secret",
    "the tool opens it behind a user name": "http://localhost:80@127.0.0.1:PORT/secret",
    "the tool opens it as a data address": "data:text/html,<img src='INNER/secret'>",
}
EVALUATED: Final = {
    "a script of the tool's fetches it": "fetch('INNER/secret', {mode: 'no-cors'}).then(() => 1, () => 0)",
    "a script of the tool's opens it": "(open('INNER/secret'), 1)",
}

_FILE: Final = "the tool opens a file of this machine"
_LOCAL: Final = "the tool opens a file that fetches it"
_MARKER: Final = "words of a file"


@dataclass
class Bypasses:
    """What reached the forbidden server: by attempt, by tool. Empty: nothing did; ``not loaded``: the tool did not load the page;
    ``no tool``: it has none for that."""

    reached: dict[str, dict[str, str]] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Places:
    """The allowed site, the forbidden one, and a UDP port."""

    allowed: Site
    forbidden: Site
    stun: socket.socket

    def embedded(self, text: str, secret: str) -> str:
        """``text`` with the addresses of this run, and its own forbidden path."""
        inner = self.forbidden.url("").rstrip("/")
        words = {
            "/secret": secret,
            "INNER": inner,
            "LOCAL": self.forbidden.other("").rstrip("/").replace("localhost", "other.localhost"),
            "SOCKET": inner.replace("http", "ws"),
            "PUBLIC": self.allowed.other("").rstrip("/"),
            "PORT": str(self.forbidden.port),
            "STUN": str(self.stun.getsockname()[1]),
        }
        for word, value in words.items():
            text = text.replace(word, value)
        return text

    async def came(self, secret: str) -> bool:
        """Whether something arrives at ``secret``, or at the UDP port, in time."""
        ends = time.monotonic() + PATIENCE_S
        while time.monotonic() < ends:
            if self.forbidden.hits(secret):
                return True
            with suppress(BlockingIOError):
                return bool(self.stun.recv(2048))
            await asyncio.sleep(0.02)
        return False


async def bypasses(executable: Path) -> Bypasses:
    """Tries everything with every tool, and shows each result as it comes."""
    found = Bypasses()
    with TemporaryDirectory(prefix="refbrowser-bench-", ignore_cleanup_errors=True) as folder:
        for name, start in _TOOLS.items():
            ground = Ground(executable, Path(folder), cache())
            with Site() as allowed, Site() as forbidden, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stun:
                stun.bind(("127.0.0.1", 0))
                stun.setblocking(False)
                places = _Places(allowed, forbidden, stun)
                try:
                    async with start(ground, places) as tool:
                        await _try_all(tool, places, found)
                except PeerAbsent as why:
                    found.absent[name] = str(why)
    return found


def bypass_section(found: Bypasses, facts: dict[str, str]) -> str:
    """The section of ``RESULTS.md``."""
    tools = list(next(iter(found.reached.values())))
    rows = [[attempt, *(by.get(tool, "") for tool in tools)] for attempt, by in found.reached.items()]
    totals = [
        "of all",
        *(f"{sum(by.get(tool) == REACHED for by in found.reached.values())} of {len(found.reached)}" for tool in tools),
    ]
    notes = [f"{name}: {why}" for name, why in found.absent.items()]
    described = " · ".join(f"{name}: {value}" for name, value in facts.items())
    return "\n\n".join([HEADING, _METHOD, described, table(["attempt", *tools], [totals, *rows]), *notes]) + "\n"


async def _try_all(tool: Bound, places: _Places, found: Bypasses) -> None:
    attempts: list[tuple[str, Callable[[str], Awaitable[object]]]] = []
    for name, text in PAGES.items():

        async def show(secret: str, text: str = text) -> object:
            places.allowed.route("/worker.js", places.embedded(_WORKER, secret), headers={"Content-Type": "text/javascript"})
            page = places.allowed.page(places.embedded(text, secret))
            return await tool.open(page.replace("127.0.0.1", "localhost"))

        attempts.append((name, show))
    for name, url in OPENED.items():
        attempts.append((name, lambda secret, url=url: tool.open(places.embedded(url, secret))))  # type: ignore[misc]
    for name, script in EVALUATED.items():

        async def evaluate(secret: str, script: str = script) -> object:
            await tool.open(places.allowed.other("/status/200"))
            return await tool.evaluate(places.embedded(script, secret))

        attempts.append((name, evaluate))
    for what in CALLED:

        async def call(secret: str, what: str = what) -> object:
            url = places.forbidden.url(secret)
            if what not in tool.calls:
                return _NONE
            page = places.allowed.page(f"<a id=get download href='{url}'>Get</a>")
            await tool.open(page.replace("127.0.0.1", "localhost"))
            return await tool.call(what, url)

        attempts.append((f"the tool {what}", call))
    with TemporaryDirectory() as folder:
        await _try_each(tool, places, found, [*attempts, *_of_files(tool, places, Path(folder))])


def _of_files(tool: Bound, places: _Places, folder: Path) -> list[tuple[str, Callable[[str], Awaitable[object]]]]:
    async def fetches(secret: str) -> object:
        (folder / "page.html").write_text(places.embedded("<img src='INNER/secret'>", secret), encoding="utf-8")
        return await tool.open((folder / "page.html").as_uri())

    async def shows(_: str) -> object:
        (folder / "words.txt").write_text(_MARKER, encoding="utf-8")
        with suppress(RuntimeError):
            await tool.open((folder / "words.txt").as_uri())
        return REACHED if _MARKER in str(await tool.evaluate("document.body.innerText")) else None

    return [(_LOCAL, fetches), (_FILE, shows)]


async def _try_each(
    tool: Bound, places: _Places, found: Bypasses, attempts: list[tuple[str, Callable[[str], Awaitable[object]]]]
) -> None:
    # That the server is reached at all where nothing forbids it shows in the tools that do not hold.
    for number, (name, attempt) in enumerate(attempts):
        secret, loaded = f"/secret{number}", len(places.allowed.requests)
        answer: object = None
        with suppress(RuntimeError, TimeoutError):
            async with asyncio.timeout(CALL_S):
                answer = await attempt(secret)
        reached = REACHED if answer == REACHED or await places.came(secret) else ""
        if answer is _NONE:
            reached = "no tool"
        if not reached and name in PAGES and len(places.allowed.requests) == loaded:
            reached = "not loaded"
        found.reached.setdefault(name, {})[tool.name] = reached
        print(f"{tool.name}: {name}: {reached or 'not reached'}", flush=True)


@asynccontextmanager
async def _ours(ground: Ground, places: _Places) -> AsyncIterator[Bound]:
    settings = Settings(
        executable_path=str(ground.executable), home=ground.folder / "home", network="allowlist", allow_hosts=("localhost",)
    )
    async with Browser(settings) as browser:
        chat = browser.chat("bypass")
        await chat.call({"action": "open"})
        yield Ours(chat)


@asynccontextmanager
async def _agent_browser(ground: Ground, places: _Places) -> AsyncIterator[Bound]:
    program, environment = await installed(ground, "bypass")
    peer = AgentBrowser(program, {**environment, "AGENT_BROWSER_ALLOWED_DOMAINS": "localhost"})
    async with AsyncExitStack() as ending:
        ending.push_async_callback(peer.run, "close")
        try:
            await peer.run("open", places.allowed.other("/status/200"))
        except RuntimeError as refused:
            raise PeerAbsent(str(refused)) from None
        yield CommandLine(peer, ground.folder)


@asynccontextmanager
async def _playwright_mcp(ground: Ground, places: _Places) -> AsyncIterator[Bound]:
    package = await npm(ground.installed, "@playwright/mcp", PLAYWRIGHT_MCP_VERSION)
    origin = places.allowed.other("").rstrip("/")
    arguments = ["--headless", "--isolated", "--executable-path", str(ground.executable), "--allowed-origins", origin]
    async with mcp_server(package / "cli.js", [*arguments, *ground.browser_arguments], ground.folder / "bypass-mcp") as server:
        yield Server(server)


_TOOLS: Final[dict[str, Callable[[Ground, _Places], AbstractAsyncContextManager[Bound]]]] = {
    "refbrowser": _ours,
    "agent-browser": _agent_browser,
    "Playwright MCP": _playwright_mcp,
}
