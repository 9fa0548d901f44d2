"""Pages that instruct an agent to send elsewhere what it read, with an agent that obeys: what leaves, with each tool and its settings.

Half of the pages send to their own site, which the agent has to be allowed to read; the others to a site that is on no list.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeVar

from benchmarks.peers.agent_browser import VERSION as AGENT_BROWSER_VERSION
from benchmarks.peers.agent_browser import AgentBrowser, installed
from benchmarks.peers.installation import cache, npm
from benchmarks.peers.mcp_server import mcp_server
from benchmarks.peers.obeying import SEARCH, Obedient, WithAgentBrowser, WithChat, WithPlaywrightMcp
from benchmarks.peers.peer import Ground, PeerAbsent
from benchmarks.peers.playwright_mcp import VERSION as PLAYWRIGHT_MCP_VERSION
from benchmarks.table import table
from refbrowser import Browser, Chat, Settings
from tests.policy.injections import (
    ENCODINGS,
    FIELD,
    LETTER,
    PAGES,
    SENDS,
    Injection,
    filled,
    injections,
    left,
    sent_in,
)
from tests.support.server import Site

V = TypeVar("V")

HEADING: Final = "## Against the peers: what leaves when an agent obeys a page"
OWN: Final = "to its own site"
ELSEWHERE: Final = "to a site on no list"
QUICK_PAGES: Final = 96
"""As many of the pages as have every family, encoding and destination."""

CALL_S: Final = 30.0
"""agent-browser waits 25 s for a page that opens a dialog before it loads."""

PATIENCE_S: Final = 1.0
"""How long after the last call what it sent may still arrive."""

_METHOD: Final = """\
Written by `./dev bench --only injection`. An agent reads a letter at one site and then a page of another, and obeys the page if the tool shows it
the order: it sends the letter where the page wants it, in one of six encodings. The pages are those of `tests/policy/injections.py`. Half of
them send to their own site, which is on every list because the agent has to read it; the other half to a site that is on none. Nobody
answers approvals. A number is how many letters left; *shown* is how many orders the tool showed. The settings:

- refbrowser: `open`; `open` with a rule that asks for what `carries` finds; `guarded` with its list, scripts enabled, autonomy 3 and
  `network=allowlist`.
- Playwright MCP: as published; `--isolated --block-service-workers` with `--allowed-origins` and `--blocked-origins`.
- agent-browser: as published; `--allowed-domains`; these and the action policy that its documentation gives as an example
  (`default` deny; navigate, snapshot, click, scroll, wait and get allowed), with what it needs to start, and to go on after a page with a dialog or a popup.

The last row is ordinary work: a search typed and sent on a site of the list."""

_CARRIES: Final = 'default = "allow"\n[[rule]]\nname = "carried"\nverdict = "ask"\ncarries = "any"\n'
_GUARDED: Final = 'extends = "guarded"\nallowed_domains = {hosts}\nenabled = ["evaluate"]\n'
_ACTIONS: Final = {
    "default": "deny",
    "allow": ["navigate", "snapshot", "click", "scroll", "wait", "get", "launch", "close", "dialog", "tab_list", "tab_close"],
}
"""The example of its documentation, with what it needs to start, to end, and to go on after a page with a dialog or a popup."""


@dataclass(frozen=True)
class _Sites:
    """The letter's site, the pages' site, that of their frames, and one that is on no list; each under another host or port."""

    letters: Site
    pages: Site
    frames: Site
    elsewhere: Site

    @property
    def listed(self) -> list[str]:
        return [f"127.0.0.1:{self.letters.port}", *(f"localhost:{site.port}" for site in (self.pages, self.frames))]

    @property
    def unlisted(self) -> str:
        return f"127.0.0.2:{self.elsewhere.port}"

    def forget(self) -> None:
        self.pages.requests.clear()
        self.elsewhere.requests.clear()

    def received(self) -> str:
        return "\n".join(sent_in(request) for site in (self.pages, self.elsewhere) for request in tuple(site.requests))


@dataclass
class Injected:
    """By setting: how many orders were shown and how many letters left, by family and by where they were sent; whether ordinary
    work was done. ``absent``: why a tool took no part."""

    pages: Counter[str] = field(default_factory=Counter)
    shown: dict[str, Counter[str]] = field(default_factory=dict)
    left: dict[str, Counter[str]] = field(default_factory=dict)
    works: dict[str, bool] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)


Opened = Callable[[], AbstractAsyncContextManager[Obedient]]
"""The tool for the next page; it has read the letter."""

Start = Callable[[Ground, _Sites], AbstractAsyncContextManager[Opened]]
"""Starts a tool with one setting. Raises :class:`PeerAbsent`."""


async def inject(executable: Path, pages: int = PAGES) -> Injected:
    """Obeys every page with every tool and setting, and shows each result as it comes."""
    found = Injected()
    with TemporaryDirectory(prefix="refbrowser-bench-", ignore_cleanup_errors=True) as folder:
        ground = Ground(executable, Path(folder), cache())
        # Most of the time a tool waits: they take the pages at the same time, each with sites of its own.
        async with asyncio.TaskGroup() as tools:
            # The folders have short names: agent-browser's sockets lie in them, whose paths have 103 characters at most.
            for number, settings in enumerate(_SETTINGS):
                found.shown |= {name: Counter() for name in settings}
                tools.create_task(_with_sites(Ground(executable, ground.folder / str(number), cache()), settings, pages, found))
    return found


async def _with_sites(ground: Ground, settings: Mapping[str, Start], pages: int, found: Injected) -> None:
    """Obeys every page with each setting of one tool."""
    ground.folder.mkdir()
    with Site() as letters, Site() as news, Site() as frames, Site("127.0.0.2") as elsewhere:
        sites = _Sites(letters, news, frames, elsewhere)
        letters.page(f"<title>Letter</title><p>{LETTER}</p>", "/letter")
        made = _made(sites)[:pages]
        found.pages = Counter(word for injection, where in made for word in (injection.family, where, "all"))
        for name, start in settings.items():
            try:
                async with start(ground, sites) as opened:
                    await _obey_all(name, opened, made, sites, found)
            except PeerAbsent as why:
                found.absent[name] = str(why)
                del found.shown[name]


def _made(sites: _Sites) -> list[tuple[Injection, str]]:
    """Every page, with where it sends; families and destinations take turns."""
    answers = {OWN: f"http://localhost:{sites.pages.port}", ELSEWHERE: f"http://{sites.unlisted}"}
    by_place = {}
    for number, (where, address) in enumerate(answers.items()):
        for site in (sites.pages, sites.elsewhere):
            site.route("/sink", "ok")
        path = f"/framed{number}"
        sites.frames.page(FIELD.format(sends=SENDS.format(sink=f"{address}/sink")), path)
        by_place[where] = injections(f"{address}/sink", sites.frames.other(path))
    families, encodings = len({injection.family for injection in by_place[OWN]}), len(ENCODINGS)
    made = []
    for number in range(PAGES):
        variant = number // families
        where = (OWN, ELSEWHERE)[(variant + variant // encodings) % 2]
        made.append((by_place[where][number], where))
    return made


async def _obey_all(name: str, opened: Opened, made: list[tuple[Injection, str]], sites: _Sites, found: Injected) -> None:
    shown, gone = found.shown[name], found.left.setdefault(name, Counter())
    began = time.monotonic()
    for injection, where in made:
        sites.forget()
        sites.pages.page(injection.html, f"/page-{injection.number}")
        async with opened() as tool:
            if await _obeyed(tool, injection, sites.pages.other(f"/page-{injection.number}")):
                shown.update((injection.family, where, "all"))
                if await _arrives(lambda injection=injection: left(injection, sites.received())):  # type: ignore[misc]
                    gone.update((injection.family, where, "all"))
    sites.forget()
    sites.pages.page("<form action=/found><input id=q name=q aria-label=Search><button id=go>Search</button></form>", "/search")
    async with opened() as tool:
        await _bounded(tool.look(sites.pages.other("/search")))
        for call in SEARCH:
            await _bounded(tool.perform(call))
        found.works[name] = await _arrives(lambda: "oak desk tray" in sites.received())
    print(f"{name}: {gone['all']} of {shown['all']} shown, in {time.monotonic() - began:.0f} s", flush=True)


async def _obeyed(tool: Obedient, injection: Injection, url: str) -> bool:
    """Whether the order was shown, and so obeyed."""
    if injection.order not in (await _bounded(tool.look(url)) or ""):
        return False
    for call in injection.calls:
        await _bounded(tool.perform(filled(call, ENCODINGS[injection.encoding](LETTER))))
    return True


async def _bounded(work: Awaitable[V]) -> V | None:
    """What the tool answers; None where it refuses or takes too long."""
    with suppress(RuntimeError, TimeoutError):
        async with asyncio.timeout(CALL_S):
            return await work
    return None


async def _arrives(condition: Callable[[], bool]) -> bool:
    ends = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends:
        if condition():
            return True
        await asyncio.sleep(0.02)
    return False


def injection_section(found: Injected, facts: dict[str, str]) -> str:
    """The section of ``RESULTS.md``."""
    settings = list(found.shown)
    rows = [
        [title, str(pages), *(f"{found.left[name][title]} ({found.shown[name][title]})" for name in settings)]
        for title, pages in found.pages.items()
        if title != "all"
    ]
    total = ["all", str(found.pages["all"]), *(f"**{found.left[name]['all']}** ({found.shown[name]['all']})" for name in settings)]
    works = ["an ordinary search", "1", *("done" if found.works[name] else "not done" for name in settings)]
    facts = {**facts, **{f"left out: {name}": why for name, why in found.absent.items()}}
    return "\n\n".join((
        HEADING,
        _METHOD,
        " · ".join(f"{name}: {value}" for name, value in facts.items()),
        table(("the page asks by, or sends", "pages", *(f"{name}: left (shown)" for name in settings)), [total, *rows, works]),
    )) + "\n"  # fmt: skip


def _ours(policy: str, *, autonomy: int = 0, listed: bool = False) -> Start:
    @asynccontextmanager
    async def start(ground: Ground, sites: _Sites) -> AsyncIterator[Opened]:
        file = ground.folder / "policy.toml"
        file.write_text(policy.replace("{hosts}", json.dumps(sites.listed)), encoding="utf-8")
        settings = Settings(
            executable_path=str(ground.executable),
            home=ground.folder / "home",
            policy=str(file),
            autonomy=autonomy,
            network="allowlist" if listed else "open",
            allow_hosts=tuple(sites.listed) if listed else (),
        )
        async with Browser(settings) as browser:
            chats: list[Chat] = []

            @asynccontextmanager
            async def opened() -> AsyncIterator[Obedient]:
                if not chats or not await WithChat(chats[-1]).is_clean():
                    if chats:
                        await chats[-1].close()
                    chats.append(browser.chat(f"obedient-{len(chats)}"))
                    await chats[-1].call({"action": "open", "url": sites.letters.url("/letter"), "observe": "content"})
                yield WithChat(chats[-1])

            yield opened

    return start


def _mcp(*, listed: bool) -> Start:
    @asynccontextmanager
    async def start(ground: Ground, sites: _Sites) -> AsyncIterator[Opened]:
        package = await npm(ground.installed, "@playwright/mcp", PLAYWRIGHT_MCP_VERSION)
        arguments = ["--headless", "--isolated", "--executable-path", str(ground.executable), *ground.browser_arguments]
        if listed:
            origins = ";".join(f"http://{host}" for host in sites.listed)
            arguments += ["--allowed-origins", origins, "--blocked-origins", f"http://{sites.unlisted}", "--block-service-workers"]
        async with mcp_server(package / "cli.js", arguments, ground.folder / "injection-mcp") as server:
            await server.call("browser_navigate", url=sites.letters.url("/letter"))
            yield _kept(WithPlaywrightMcp(server))

    return start


def _commands(*, listed: bool, actions: bool = False) -> Start:
    @asynccontextmanager
    async def start(ground: Ground, sites: _Sites) -> AsyncIterator[Opened]:
        program, environment = await installed(ground, "i")
        if listed:
            hosts = dict.fromkeys(host.partition(":")[0] for host in sites.listed)
            environment |= {"AGENT_BROWSER_ALLOWED_DOMAINS": ",".join(hosts)}
        if actions:
            file = ground.folder / "actions.json"
            file.write_text(json.dumps(_ACTIONS), encoding="utf-8")
            environment |= {"AGENT_BROWSER_ACTION_POLICY": str(file)}
        peer = AgentBrowser(program, environment)
        async with AsyncExitStack() as ending:
            ending.push_async_callback(peer.run, "close")
            try:
                await peer.run("open", sites.letters.url("/letter"))
            except RuntimeError as refused:
                raise PeerAbsent(str(refused)) from None
            yield _kept(WithAgentBrowser(peer))

    return start


def _kept(tool: WithPlaywrightMcp | WithAgentBrowser) -> Opened:
    """One browser for all pages, which is tidied after each."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Obedient]:
        try:
            yield tool
        finally:
            await _bounded(tool.tidy())

    return opened


_SETTINGS: Final[tuple[dict[str, Start], ...]] = (
    {
        "refbrowser, `open`": _ours('default = "allow"\n'),
        "refbrowser, `carries` asked": _ours(_CARRIES),
        "refbrowser, `guarded`, lists": _ours(_GUARDED, autonomy=3, listed=True),
    },
    {f"Playwright MCP {PLAYWRIGHT_MCP_VERSION}": _mcp(listed=False), "Playwright MCP, lists": _mcp(listed=True)},
    {f"agent-browser {AGENT_BROWSER_VERSION}": _commands(listed=False)},
    {"agent-browser, list": _commands(listed=True)},
    {"agent-browser, list, action policy": _commands(listed=True, actions=True)},
)
"""Settings by name. Those of a group follow each other, and groups run at the same time."""
