"""Every tool reads every page: how long, how much, and how much of what a person sees."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final, Literal

from playwright.async_api import async_playwright

from benchmarks.machine import rest
from benchmarks.peers.baselines import FLOOR, OWN, Refbrowser
from benchmarks.peers.installation import cache
from benchmarks.peers.lineup import ENTRANTS, LONGEST_S, Lineup, lineup
from benchmarks.peers.peer import Ground, Kinds, Peer, PeerAbsent, shared, words
from benchmarks.peers.tokens import counted_tokens
from benchmarks.sampling import Samples
from benchmarks.site import POSTGRESQL, PYTHON

Step = Literal["open", "first", "sum", "again"]
STEPS: Final[tuple[Step, ...]] = ("open", "first", "sum", "again")

SLOW_S: Final = 8
"""A tool whose round on a page takes longer is not asked for that page again."""

QUICK_MS: Final = 250
"""A tool that reads a page again in less is asked twice more: what takes milliseconds meets, once in a while, something of the
browser's own that takes longer (garbage that it collects, the state of forms that it saves a second after a page came)."""

CLOSE_ROUNDS: Final = 31
"""Rounds of the product and raw Playwright on large pages: a few do not decide between two that take nearly the same time."""

VISIBLE: Final = Path(__file__).with_name("visible.js")


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the benchmark; ``moving`` ones have no text to compare with, as it is another at every look. Of its ``rounds``
    the last ``close`` are the product's and raw Playwright's alone."""

    name: str
    path: str
    rounds: int
    moving: bool = False
    close: int = 0


@dataclass(frozen=True, slots=True)
class Shown:
    """What one tool showed of one page. The shares are percentages, None where there is nothing to compare with or, for tokens,
    nothing to count them."""

    characters: int
    tokens: int | None
    controls: float | None
    words: float | None


@dataclass(slots=True)
class Comparison:
    """All numbers of one run: milliseconds by step, page and tool, and what was shown by page and tool."""

    pages: list[Page]
    peers: list[str]
    absent: dict[str, str]
    failed: dict[str, str] = field(default_factory=dict)
    took_ms: dict[Step, dict[str, Samples]] = field(default_factory=lambda: {step: defaultdict(dict) for step in STEPS})
    shown: dict[str, dict[str, Shown]] = field(default_factory=lambda: defaultdict(dict))


def pages() -> tuple[list[Page], dict[str, str]]:
    """What can be read here, small pages first, and why some pages are missing."""
    found = [
        Page("100", "/100", 9),
        Page("1 000", "/1000", 7),
        Page("1 000, moving", "/1000/moving", 3, moving=True),
        Page("10 000", "/10000", CLOSE_ROUNDS, close=16),
        Page("10 000, moving", "/10000/moving", 3, moving=True),
    ]
    missing = {}
    for name, package, document in (("stdtypes", "python3-doc", PYTHON), ("bookindex", "postgresql-doc", POSTGRESQL)):
        if document is None:
            missing[name] = f"the Debian package {package} is not installed"
        else:
            found.append(Page(name, document.path, CLOSE_ROUNDS, close=20))
    found.append(Page("50 000", "/50000", 5))
    return found, missing


async def compare(address: str, executable: Path) -> Comparison:
    """Interleaved rounds, one tool working at a time. A first round on the smallest page is not counted: it starts the browsers."""
    chosen, missing = pages()
    with TemporaryDirectory(prefix="refbrowser-peers-", ignore_cleanup_errors=True) as folder:
        ground = Ground(executable, Path(folder), cache())
        async with lineup(ground, ENTRANTS) as tools:
            comparison = Comparison(chosen, [peer.name for peer in tools.present], tools.absent | missing)
            for peer in list(tools.present):
                await _timed(tools, peer, f"{address}{chosen[0].path}?warm", "the first page")
            contents = [await _page_read(tools, address, page, comparison) for page in chosen]
            comparison.failed |= tools.failed
        await _look(comparison, contents, address, ground)
    return comparison


async def _page_read(tools: Lineup, address: str, page: Page, comparison: Comparison) -> dict[str, tuple[str, Kinds]]:
    """Every tool's first content of the page, and its refs; the product's in a chat of its own, since its numbers go on over a chat."""
    contents: dict[str, tuple[str, Kinds]] = {}
    stopped: set[str] = set()
    for peer in tools.present:
        if isinstance(peer, Refbrowser):
            await peer.begin(f"{address}{comparison.pages[0].path}?begin")
    for number in range(page.rounds):
        order = list(tools.present if number % 2 else reversed(tools.present))
        for peer in order:
            if peer.name in stopped or (number >= page.rounds - page.close and peer.name not in (OWN, FLOOR)):
                continue
            timed = await _timed(tools, peer, f"{address}{page.path}?{number}", page.name)
            if timed is None:
                stopped.add(peer.name)
                continue
            if page.moving:
                # It would never rest.
                await tools.timed(peer, page.name, partial(peer.navigate, f"{address}/100"))
            took_ms, content = timed
            contents.setdefault(peer.name, (content, peer.refs(content)))
            for step in STEPS:
                comparison.took_ms[step][page.name].setdefault(peer.name, []).append(took_ms[step])
            if sum(took_ms[step] for step in ("sum", "again")) > SLOW_S * 1000:
                stopped.add(peer.name)
    print(f"read {page.name}", flush=True)
    return contents


async def _timed(tools: Lineup, peer: Peer, url: str, where: str) -> tuple[dict[Step, float], str] | None:
    """One round, begun when the others have come to rest; None when the tool failed in it."""
    await rest()
    took_ms = await tools.timed(peer, where, partial(peer.navigate, url), peer.content, peer.content)
    if took_ms is None:
        return None
    (opened, _), (first, _), (again, content) = took_ms
    if again < QUICK_MS:
        more = await tools.timed(peer, where, peer.content, peer.content)
        if more is None:
            return None
        again = median((again, *(took for took, _ in more)))
    return {"open": opened, "first": first, "sum": opened + first, "again": again}, content or ""


async def _look(comparison: Comparison, contents: list[dict[str, tuple[str, Kinds]]], address: str, ground: Ground) -> None:
    """Compares what was shown with what is to be seen."""
    texts = [content for page in contents for content, _ in page.values()]
    tokens: list[int | None]
    try:
        tokens = [*await counted_tokens(texts, ground.folder, ground.installed)]
    except PeerAbsent as absent:
        comparison.absent["token counts"] = str(absent)
        tokens = [None] * len(texts)
    remaining = iter(tokens)
    for page, by_peer in zip(comparison.pages, contents, strict=True):
        seen = None if page.moving else await visible(ground.executable, f"{address}{page.path}")
        for name, (content, refs) in by_peer.items():
            controls = words_shown = None
            if seen is not None:
                text, present = seen
                controls, words_shown = shared(refs, present), shared(words(content), text)
            comparison.shown[page.name][name] = Shown(len(content), next(remaining), controls, words_shown)


async def visible(executable: Path, url: str) -> tuple[Counter[str], Kinds]:
    """The words that a person sees on the page, and the native and ARIA controls."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable)
        page = await browser.new_page()
        await page.goto(url, timeout=LONGEST_S * 1000)
        seen = await page.evaluate(VISIBLE.read_text(encoding="utf-8"))
        await browser.close()
    return words(seen["text"]), Counter(seen["controls"])
