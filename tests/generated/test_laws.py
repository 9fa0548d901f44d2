"""Actions on generated pages break none of the laws. ``GENERATED_SEEDS=FIRST:COUNT`` draws other pages."""

import asyncio
import os
from collections.abc import AsyncIterator

import pytest

from refbrowser import Browser, Chat
from tests.generated.components import LIBRARIES
from tests.generated.grammar import Cell, Plan, plan
from tests.generated.laws import broken, reduced
from tests.support.calls import do
from tests.support.server import Site

ACTIONS = 300
"""How many presses the usual run makes."""

CELLS = 4
"""How many controls a page has."""

PARTS = 3

AT_ONCE = 5
"""Chats whose pages wait at the same time."""


@pytest.fixture
async def chats(browser: Browser) -> AsyncIterator[list[Chat]]:
    made = [browser.chat(f"generated-{number}") for number in range(AT_ONCE)]
    for chat in made:
        await do(chat, "open")
    yield made
    for chat in made:
        await chat.close()


def parts() -> list[range]:
    """The seeds of the pages, in a part for each worker of the usual run."""
    first, count = (int(part) for part in os.environ.get("GENERATED_SEEDS", f"0:{ACTIONS // CELLS}").split(":"))
    return [range(first + part, first + count, PARTS) for part in range(PARTS)]


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seeds", parts(), ids=[f"part {part}" for part in range(PARTS)])
async def test_actions_on_generated_pages_break_no_law(chats: list[Chat], site: Site, seeds: range) -> None:
    await _break_none(chats, site, seeds)


COMPONENT_ACTIONS = 60
"""How many actions there are on the controls of each component library."""


@pytest.mark.long("generated/test_laws.py::test_actions_on_generated_pages_break_no_law")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("library", LIBRARIES)
async def test_actions_on_components_of_libraries_break_no_law(chats: list[Chat], site: Site, library: str) -> None:
    first, count = (int(part) for part in os.environ.get("GENERATED_SEEDS", f"0:{COMPONENT_ACTIONS // CELLS}").split(":"))
    await _break_none(chats, site, range(first, first + count), library)


FOUND = {
    "ticker": ("select_option, select, other frame, input, now, removed, far", "fill_form, field, other frame, input, now, removed, far"),
    "frames": ("type, area, other frame, input, frames, position, far", "type, field, other frame, input, frames, text, far",
               "space, summary, open shadow, keyup, fade, address, far"),
    "still": ("click, menuitem, frame, pointerup, fade, title, far", "space, checkbox, other frame, keydown, now, scroll, far",
              "enter, summary, page, keyup, channel, scroll, far", "letter, field, other frame, keyup, channel, text, far",
              "type slowly, field, dialog, input, channel, added, far", "double_click, search, columns, pointerup, digest, row, far",
              "right_click, field, page, mouseup, fetch, selection, far", "click, radio, page, click, now, selection, far",
              "type, field, page, input, now, transition, far", "click, image, reversed, pointerup, transition, placeholder, far"),
    "sheet": ("double_click, menuitem, page, pointerdown, now, rule, far", "click, link, page, click, timer 30, adopted, neighbour"),
    "slow ticker": ("set_checked, labelled, other frame, click, timer 250, scroll, far", "set_checked, checkbox, open shadow, input, worker, removed, neighbour"),
}  # fmt: skip
"""By the background of their page, cells that broke a law when they were drawn."""


@pytest.mark.parametrize("background", FOUND)
async def test_what_was_found_breaks_no_law_again(common_chat: Chat, site: Site, background: str) -> None:
    cells = tuple(_cell(number, line) for number, line in enumerate(FOUND[background]))
    assert [str(breach) for breach in await broken(common_chat, site, Plan(0, cells, background))] == []


def _cell(number: int, line: str) -> Cell:
    action, control, place, event, time, effect, on = line.split(", ")
    return Cell(f"Own {number}", control, place, action, event, time, effect, on)


async def _break_none(chats: list[Chat], site: Site, seeds: range, library: str = "") -> None:
    """Act on the pages of the seeds, several at the same time."""
    left = iter(seeds)

    async def run(chat: Chat) -> list[str]:
        found: list[str] = []
        for seed in left:
            try:
                for breach in await broken(chat, site, plan(seed, CELLS, library)):
                    found += [str(breach), f"  smallest: {await reduced(chat, site, breach)}"]
            except Exception as failure:
                failure.add_note(f"seed {seed}")
                raise
        return found

    found = [breach for breaches in await asyncio.gather(*map(run, chats)) for breach in breaches]
    assert not found, f"{len(found) // 2} breaches in {len(seeds) * CELLS} actions:\n" + "\n".join(found)
