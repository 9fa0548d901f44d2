"""Sites after a redesign, sessions replayed on them, and the same sessions as scripts of Playwright's codegen."""

import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.async_api import BrowserContext, ConsoleMessage, Error, Frame, Locator, Page

from refbrowser import Browser, Settings
from refbrowser.journal.store import Session
from refbrowser.replay.run import Plan, Row, replay
from tests.support.server import Site
from tests.support.sessions import SESSIONS
from tests.support.waiting import until

WORDS: Final = (
    ("Search the shop", "Search all products"), (">Search<", ">Find<"), ("Arc lamp", "Arc floor lamp"), ("Full name", "Your full name"),
    ("I agree to the terms", "I accept the terms"), ("Express delivery", "Express shipping"), ("Send order", "Place order"),
    ("Promo code", "Voucher code"), ("Apply code", "Redeem code"), ("Delete draft", "Discard draft"), ("Rate ${many} stars", "Give ${many} stars"),
    ("Open the preview", "See the preview"), ("Approve preview", "Accept preview"), ("Choose your file", "Pick your file"),
    ("Upload file now", "Send file now"), (">Invite<", ">Ask to join<"), ("Settings page", "Preferences"), ("Save settings", "Store settings"),
    ("Download the report", "Get the report"), ("<h1>Results</h1>", "<h1>What we found</h1>"), ("Country", "Country of delivery"),
)  # fmt: skip
"""What a redesign may call things. Pages and scripts have them as they stand here."""

SCRIPT: Final = (Path(__file__).parent / "redesign.js").read_text(encoding="utf-8").replace("WORDS", json.dumps(WORDS))


@pytest.fixture(scope="module")
async def own_browser(tmp_path_factory: pytest.TempPathFactory, marker: str) -> AsyncIterator[Browser]:
    """A browser with journals and flows of its own, whose chats may upload what other chats have."""
    async with Browser(Settings(home=tmp_path_factory.mktemp("home"), file_roots=(tmp_path_factory.getbasetemp(),))) as browser:
        yield browser


Used = tuple[str, str, Any]
"""What a person would see happen: the kind of event, which control it came to, and its value afterwards."""


@dataclass(slots=True)
class Tally:
    """What became of many runs and their steps. ``finished``: runs in which every step was carried out; ``wrong``: input that came to
    a control that the recorded session does not use so."""

    runs: int = 0
    finished: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


async def redesigned(page: Page, name: str, seed: int) -> Mapping[str, str]:
    """The pages of a site as ``seed`` has them, by path."""
    script = "(given) => (" + SCRIPT.strip() + ")(given)"
    return {
        path: text if path.endswith(".txt") else await page.evaluate(script, [text, path, seed])
        for path, text in SESSIONS[name].pages.items()
    }


def serve(site: Site, name: str, pages: Mapping[str, str]) -> str:
    """The address of the site's first page."""
    changed = {SESSIONS[name].pages[path]: text for path, text in pages.items()}
    return SESSIONS[name].serve(site, lambda page: changed[page])


def listen(context: BrowserContext, note: Callable[[Used], None]) -> None:
    """Calls ``note`` for each input that a control gets in the context's pages."""

    def heard(message: ConsoleMessage) -> None:
        if message.type == "debug" and message.text.startswith("truth "):
            kind, control, value = json.loads(message.text[6:])
            note((kind, control, value))

    context.on("console", heard)


async def replayed(browser: Browser, session: Session, patience_ms: int = 600) -> tuple[list[Row], list[list[Used]]]:
    """The rows of a replay, and for each what its controls got."""
    chat = browser.chat("redesigned")
    used: list[list[Used]] = []
    context: list[BrowserContext] = []

    async def before_step(_: Mapping[str, Any]) -> None:
        used.append([])
        if (open_session := chat.existing()) is not None and not context:
            context.append(open_session.context)
            listen(open_session.context, lambda one: used[-1].append(one))

    rows = [row async for row in replay(session, chat, Plan(patience_ms=patience_ms, before_step=before_step))]
    await chat.close()
    return rows, used


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a script: what is done to what ``selector`` finds in the ``tab``-th page."""

    tab: int
    selector: str
    act: str
    value: Any = None


def acts(used: list[list[Used]]) -> Iterator[tuple[str, str, Any]]:
    """The act, control and value of each input of a session, as codegen would write it."""
    entered = set[str]()
    for step in used:
        typed = {control: value for kind, control, value in step if kind in ("input", "change")}
        clicked = set[str]()
        for kind, control, _ in step:
            if control in entered or control in clicked:
                # The change that follows the input, or the click that a checkbox's change comes from.
                continue
            if control in typed:
                entered.add(control)
                value = typed[control]
                yield ("check" if isinstance(value, bool) else "upload" if isinstance(value, int) else "fill"), control, value
            elif kind == "click":
                clicked.add(control)
                yield "click", control, None


async def written(context: BrowserContext, url: str, used: list[list[Used]], file: Path) -> list[Line]:
    """The session's script: each selector is the one that Playwright's recorder makes for the element (``Locator.normalize``)."""
    pages: list[Page] = []
    context.on("page", lambda page: pages.append(page))
    await (await context.new_page()).goto(url)
    lines: list[Line] = []
    for act, control, value in acts(used):
        tab, found = await _where(pages, control)
        best = await found.normalize()
        selector: str = best._impl_obj._selector
        lines.append(Line(tab, selector, act, value))
        await _perform(found, act, value, file)
    return lines


async def run_script(
    context: BrowserContext, url: str, lines: list[Line], file: Path, tally: Tally, patience_ms: int = 1_000
) -> None:
    """Carries the script out, as far as it goes."""
    tally.runs += 1
    pages: list[Page] = []
    context.on("page", lambda page: pages.append(page))
    await (await context.new_page()).goto(url)
    for number, line in enumerate(lines):
        try:
            if line.tab >= len(pages):
                await context.wait_for_event("page", timeout=patience_ms)
            await _perform(pages[line.tab].locator(line.selector), line.act, line.value, file, patience_ms)
        except Error:
            tally.outcomes["failed"] += 1
            tally.outcomes["not reached"] += len(lines) - number - 1
            return
        tally.outcomes["done"] += 1
    tally.finished += 1


async def _where(pages: list[Page], control: str) -> tuple[int, Locator]:
    """The page and locator of the control, waited for in each of the pages."""

    async def found() -> tuple[int, Locator] | None:
        for tab, page in enumerate(pages):
            frames: list[Frame] = page.frames
            for frame in frames:
                located = frame.locator(f'[data-truth="{control}"]')
                if await located.count():
                    return tab, located
        return None

    where: tuple[int, Locator] = await until(found)
    return where


async def _perform(found: Locator, act: str, value: Any, file: Path, timeout: float = 5_000) -> None:
    if act == "click":
        await found.click(timeout=timeout)
    elif act == "check":
        await found.set_checked(value, timeout=timeout)
    elif act == "upload":
        await found.set_input_files(file, timeout=timeout)
    elif await found.evaluate("control => control.localName === 'select'", timeout=timeout):
        await found.select_option(value, timeout=timeout)
    else:
        await found.fill(value, timeout=timeout)
