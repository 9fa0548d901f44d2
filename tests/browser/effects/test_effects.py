"""What happened on a page, against what its receipt says: what changes × which action × which ``observe``.

The oracle is the page's own record. Where something happened the text that a model reads names it, or says that it is pending; it never
says that no effect was observed. Where nothing happened it says just that. With ``observe`` ``none`` or ``content`` it claims nothing.
"""

import re
from dataclasses import dataclass

import pytest

from tests.browser.effects.causes import CAUSES, CLICK, Cause
from tests.browser.effects.ground import Answered, Ground
from tests.browser.effects.outcomes import (
    IDLE,
    LATER,
    NOTHING,
    SHOWN,
    STATES,
    STRUCTURE,
    TEXT,
    TIME,
    UNSEEN,
    UNTIED,
    VALUE,
    WORLD,
    Outcome,
)


@dataclass(frozen=True, slots=True)
class Cell:
    outcome: Outcome
    cause: Cause
    observe: str = "changes"

    @property
    def name(self) -> str:
        return f"{self.outcome.name}-{self.cause.name}-{self.observe}"


_ALSO_UNOBSERVED = {
    "text",
    "value",
    "checked",
    "scrolled",
    "focus_moves",
    "popup",
    "alert",
    "console_error",
    "leaves",
    "idle",
    "fetch_fast",
    "title",
}

CELLS = [
    *(Cell(outcome, CLICK) for outcome in (*STRUCTURE, *STATES, *TIME, *WORLD, IDLE)),
    *(Cell(outcome, cause) for cause in CAUSES[1:] for outcome in (TEXT, VALUE, IDLE)),
    *(
        Cell(outcome, CLICK, observe)
        for observe in ("none", "content")
        for outcome in (*STRUCTURE, *STATES, *TIME, *WORLD, IDLE)
        if outcome.name in _ALSO_UNOBSERVED
    ),
]


_EVERY_CAUSE_ONCE = pytest.mark.long("browser/effects/test_effects.py::test_the_receipt_says_what_happened")
"""That each cause is seen to change a text, and to change nothing, is enough for the usual run."""


def _marks(cell: Cell) -> list[pytest.MarkDecorator]:
    return [_EVERY_CAUSE_ONCE] if cell.outcome is VALUE and cell.cause is not CLICK else []


ROWS = [pytest.param(cell, id=cell.name, marks=_marks(cell)) for cell in CELLS]


async def performed(ground: Ground, cell: Cell) -> Answered:
    outcome, cause = cell.outcome, cell.cause
    if "hover" in cause.name or "move" in cause.name:
        # Where the pointer lies already nothing moves.
        await ground.call(action="mouse", event_type="move", x=900, y=600, observe="none")
    await ground.show(outcome.stage, outcome.act, cause.html, outcome.ready + ";" + cause.ready)
    for call in cause.before:
        assert (await ground.call(**call)).data["ok"]
    call = dict(cause.call)
    if cell.observe != "changes":
        call["observe"] = cell.observe
    return await ground.call(**call)


@pytest.mark.rows(6)
@pytest.mark.parametrize("cell", ROWS)
async def test_the_receipt_says_what_happened(ground: Ground, cell: Cell) -> None:
    answered = await performed(ground, cell)
    happened = await ground.happened(awaited=bool(cell.outcome.act))
    assert answered.data["ok"], answered.line
    if cell.outcome.expected != UNTIED:
        assert bool(happened) == bool(cell.outcome.act), f"the page's own record: {happened} in: {answered.line}"
    if cell.observe != "changes":
        assert not answered.claims_none, f"claims what it did not look for: {answered.line}"
    else:
        judge(cell, answered)


def judge(cell: Cell, answered: Answered) -> None:
    outcome, own = cell.outcome, cell.cause.own
    if own and not cell.cause.quiet:
        assert re.search(own, answered.text), f"its own effect is not named ({own}): {answered.line}"
        assert not answered.claims_none, f"claims none, and did something itself: {answered.line}"
    if outcome.expected == SHOWN:
        assert not answered.claims_none, f"FALSE: claims none: {answered.line}"
        assert re.search(outcome.says, answered.text), f"not named ({outcome.says}): {answered.line}"
    elif outcome.expected == LATER:
        assert not answered.claims_none, f"FALSE: claims none: {answered.line}"
        assert re.search(f"{outcome.says}|pending", answered.text), f"neither named ({outcome.says}) nor pending: {answered.line}"
    elif outcome.expected in (NOTHING, UNSEEN):
        if outcome.expected == NOTHING and not own and not cell.cause.quiet:
            assert answered.claims_none, f"nothing happened, and it is not said: {answered.line}"
        assert "pending" not in answered.text, answered.line
        assert "Ghost" not in answered.text, answered.line
