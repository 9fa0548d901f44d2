"""Pages drawn at random, whose scripts keep a record of what they received and did: the oracle of the laws.

A page has some controls. Each control answers to one event with one effect, at once or later, on itself, on its neighbour or elsewhere.
"""

import random
from dataclasses import dataclass, replace
from typing import Final

from tests.generated.components import LIBRARIES
from tests.generated.kinds import ACTIONS, BACKGROUNDS, CONTROLS, EFFECTS, PLACES, TIMES


@dataclass(frozen=True, slots=True)
class Cell:
    """One control, what is done to it, and what it does then."""

    name: str
    control: str
    place: str
    action: str
    event: str
    time: str
    effect: str
    on: str

    @property
    def word(self) -> str:
        """What its effect writes."""
        return f"Marker{self.name.removeprefix('Own ')}"

    def __str__(self) -> str:
        return f"{self.action} {self.control} in {self.place}: {self.effect} on {self.on} by {self.event}, {self.time}"


@dataclass(frozen=True, slots=True)
class Plan:
    """A page, and what is done on it; ``library`` is what its controls are of, '' for plain ones."""

    seed: int
    cells: tuple[Cell, ...]
    background: str
    library: str = ""

    def markup(self, cell: Cell) -> str:
        """The control of the cell, without its id and name."""
        return LIBRARIES[self.library][cell.control].html if self.library else CONTROLS[cell.control]

    def plain(self, cell: Cell) -> str:
        """The plain control whose actions that of the cell takes."""
        return plain(self.library, cell.control)


def plain(library: str, control: str) -> str:
    """The plain control that the one of ``library`` stands for."""
    return LIBRARIES[library][control].stands_for if library else control


FIELDS: Final = ("field", "area", "select", "search", "editable")
FRAMES: Final = ("frame", "other frame")
AT_PRESSES: Final = ("dialog", "window", "focus", "print", "clipboard")
"""Effects that a page has at a click."""


SAME: Final = {"title": "title", "bar": "progress", "scroll": "inner scroll"}
"""By background, an effect on what that changes, which cannot be told from it."""


def plan(seed: int, count: int, library: str = "") -> Plan:
    """Draw a page of ``count`` controls, of a ``library`` if one is named."""
    draw = random.Random(seed)
    cells = tuple(_cell(draw, number, library) for number in range(count))
    background = draw.choice(list(BACKGROUNDS))
    if background in SAME and any(cell.effect == SAME[background] for cell in cells):
        background = "still"
    return Plan(seed, cells, background, library)


def _cell(draw: random.Random, number: int, library: str) -> Cell:
    control, place = draw.choice(list(LIBRARIES[library] if library else CONTROLS)), draw.choice(list(PLACES))
    effect = draw.choice(list(EFFECTS))
    fitting = actions_on(library, control)
    action = draw.choices(fitting, [ACTIONS[name].often for name in fitting])[0]
    if control == "select" and action in ("double_click", "right_click"):
        action = "click"
    time = draw.choice(list(TIMES))
    event = draw.choice([event for event in ACTIONS[action].events if not library or event not in UNSHARED])
    cell = Cell(f"Own {number}", control, place, action, event, time, effect, draw.choice(EFFECTS[effect].on))
    return consistent(cell, library)


UNSHARED: Final = ("focus", "change", "beforeinput")
"""Events that stay in the shadow root of a component, or do not bubble to what a component is mounted in."""


def actions_on(library: str, control: str) -> list[str]:
    """The actions that the control takes. A select of a library is chosen in, not opened: what it opens covers others."""
    kind = plain(library, control)
    if library and kind == "select":
        return ["select_option", "hover"]
    return [name for name, one in ACTIONS.items() if not one.on or kind in one.on]


def consistent(cell: Cell, library: str = "") -> Cell:
    """The cell without what no page can show."""
    if library == "ionic" and cell.effect == "scroll":
        # Its style sheet keeps the page from scrolling.
        cell = replace(cell, effect="title", on="far")
    if library == "aria" and cell.control == "switch" and cell.place.endswith("shadow"):
        # There React Aria's switch takes no press, of a person's mouse either.
        cell = replace(cell, place="page")
    if library and plain(library, cell.control) == "select":
        if cell.effect in (*AT_PRESSES, "download"):
            cell = replace(cell, effect="text", on="far")
        if library == "vaadin" and cell.place == "closed shadow":
            # There Vaadin's select takes no choice, of a person's mouse either.
            cell = replace(cell, place="open shadow")
        return replace(cell, event="click") if cell.action == "select_option" else cell
    if cell.control == "select" and cell.effect == "scroll" and cell.action == "click":
        # While its list is open, Chromium scrolls no page.
        cell = replace(cell, effect="title", on="far")
    if ACTIONS[cell.action].value is not None or cell.action == "focus":
        if cell.time in ("resize observer", "intersection"):
            # That one was made leaves no sign, and an entry and the focus are told at once.
            cell = replace(cell, time="frame")
        if cell.effect == "selection":
            # An entry selects what it replaces.
            cell = replace(cell, effect="text", on="far")
    if cell.effect == "selection" and cell.event in ("pointerdown", "mousedown"):
        # Chromium begins another selection then.
        cell = replace(cell, action="click", event="click")
    if cell.effect in AT_PRESSES:
        cell = replace(cell, action="click", event="click")
    if cell.effect in ("window", "download"):
        if ACTIONS[cell.action].presses == 0 or cell.action.startswith(("type", "fill", "select")):
            # Chromium opens no window without a press, and the rest of a text would go there.
            cell = replace(cell, action="click", event="click")
        if cell.time not in ("now", "timer 0", "timer 30"):
            cell = replace(cell, time="now")
    return cell
