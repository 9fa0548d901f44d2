"""Pages drawn at random, whose scripts keep a record of what they received and did: the oracle of the laws.

A page has some controls. Each control answers to one event with one effect, at once or later, on itself, on its neighbour or elsewhere.
"""

import random
from dataclasses import dataclass, replace
from typing import Any, Final

from tests.generated.components import LIBRARIES

CONTROLS: Final = {
    "button": "<button id={id}>{name}</button>",
    "link": "<a id={id} href='#here'>{name}</a>",
    "div": "<div id={id} role=button tabindex=0>{name}</div>",
    "clickable": "<div id={id} style='cursor:pointer'>{name}</div>",
    "nested": "<div id={id} role=button tabindex=0><span><i>{name}</i></span></div>",
    "tab": "<div role=tablist><div id={id} role=tab tabindex=0 aria-selected=false>{name}</div></div>",
    "menuitem": "<div role=menu><div id={id} role=menuitem tabindex=-1>{name}</div></div>",
    "switch": "<button id={id} role=switch aria-checked=false>{name}</button>",
    "checkbox": "<input id={id} type=checkbox aria-label='{name}'>",
    "labelled": "<label><input id={id} type=checkbox> {name}</label>",
    "field": "<input id={id} aria-label='{name}'>",
    "area": "<textarea id={id} aria-label='{name}'></textarea>",
    "select": "<select id={id} aria-label='{name}'><option>One<option>Two</select>",
    "summary": "<details><summary id={id}>{name}</summary>More</details>",
}
"""The control has the id; its name is what refs are found by."""

PLACES: Final = {
    "page": "{0}",
    "table": "<table><tr><th>Head<th>Other<tr><td>Cell<td>{0}</table>",
    "list": "<ul><li>First<li>{0}</ul>",
    "scroller": "<div style='height:90px;overflow:auto'><div style='height:300px'>Above</div>{0}<div style='height:300px'></div></div>",
    "reversed": "<div style='display:flex;flex-direction:column-reverse;height:90px;overflow:auto'><p style='flex:none;height:200px;margin:0'>Last</p><div style='flex:none'>{0}</div><p style='flex:none;height:200px;margin:0'>First</p></div>",
    "sideways": "<div style='width:200px;overflow:auto;display:flex'><div style='flex:none;width:400px'>Left</div><div style='flex:none'>{0}</div></div>",
    "open shadow": "<x-open>{0}</x-open>",
    "closed shadow": "<x-closed>{0}</x-closed>",
    "slot": "<x-slot>{0}</x-slot>",
    "frame": "<iframe data-origin=own title=Frame style='width:600px;height:80px'>{0}</iframe>",
    "other frame": "<iframe data-origin=other title=Frame style='width:600px;height:80px'>{0}</iframe>",
    "dialog": "<dialog open style='position:static;margin:0'><form method=dialog onsubmit='return false'>{0}</form></dialog>",
    "grid": "<div role=grid><div role=row><div role=columnheader>Head</div></div><div role=row><div role=gridcell>{0}</div></div></div>",
    "vertical": "<div style='writing-mode:vertical-rl;height:200px;width:140px;overflow:auto'>Down {0}</div>",
    "scaled": "<div style='transform:scale(.8);transform-origin:0 0'>{0}</div>",
}

PRESS_EVENTS: Final = ("pointerdown", "mousedown", "pointerup", "mouseup", "click")
KEYED: Final = ("button", "link", "div", "nested", "tab", "switch", "checkbox", "field", "summary")


@dataclass(frozen=True, slots=True)
class Action:
    """``call`` is the call without its ref; ``presses`` how many presses the control receives, None for one at most. ``on``: the
    controls that take it, all if empty. ``value``: what the control holds then."""

    call: dict[str, Any]
    events: tuple[str, ...]
    presses: int | None
    on: tuple[str, ...] = ()
    value: str | bool | None = None
    often: int = 1


ACTIONS: Final = {
    "click": Action({"action": "click"}, PRESS_EVENTS, 1, often=12),
    "double_click": Action({"action": "double_click"}, PRESS_EVENTS, 2, often=3),
    "right_click": Action({"action": "right_click"}, PRESS_EVENTS, 1, often=3),
    "hover": Action({"action": "hover"}, ("pointerover", "mouseover", "mousemove"), 0, often=2),
    "focus": Action({"action": "focus"}, ("focus", "focusin"), 0, (*KEYED, "area", "select")),
    "enter": Action({"action": "keyboard", "key": "Enter"}, ("keydown", "keyup"), 0, KEYED),
    "space": Action(
        {"action": "keyboard", "key": "Space"}, ("keydown", "keyup"), 0, ("button", "div", "switch", "checkbox", "summary")
    ),
    "letter": Action({"action": "keyboard", "key": "a"}, ("keydown", "keyup", "input"), None, ("field", "area"), "a"),
    "arrow": Action({"action": "keyboard", "key": "ArrowDown"}, ("keydown", "keyup", "input"), None, ("select",), "Two"),
    "set_checked": Action(
        {"action": "set_checked", "checked": True}, ("click", "input", "change"), 1, ("checkbox", "labelled"), True, often=4
    ),
    "type": Action({"action": "type", "text": "ab"}, ("input", "beforeinput"), None, ("field", "area"), "ab", often=4),
    "type slowly": Action(
        {"action": "type", "text": "ab", "slowly": True}, ("keydown", "keyup", "input"), None, ("field", "area"), "ab", often=2
    ),
    "fill_form": Action({"action": "fill_form", "value": "ab"}, ("input", "beforeinput"), None, ("field", "area"), "ab", often=2),
    "fill_form box": Action(
        {"action": "fill_form", "value": True}, ("click", "input", "change"), 1, ("checkbox", "labelled"), True, often=2
    ),
    "select_option": Action({"action": "select_option", "value": "Two"}, ("input", "change"), None, ("select",), "Two", often=4),
}
"""A key is pressed once the control has the focus."""

TIMES: Final = {
    "now": "act()",
    "microtask": "Promise.resolve().then(act)",
    "timer 0": "setTimeout(act)",
    "timer 30": "setTimeout(act, 30)",
    "timer 90": "setTimeout(act, 90)",
    "timer 250": "setTimeout(act, 250)",
    "timer 800": "setTimeout(act, 800)",
    "frame": "requestAnimationFrame(act)",
    "frames": "requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(act)))",
    "idle": "requestIdleCallback(act)",
    "animation": "own.animate([{ opacity: 1 }, { opacity: .5 }, { opacity: 1 }], 150).finished.then(act)",
    "fade": "{ let left = 12; const step = () => { own.style.opacity = left / 12; if (--left) requestAnimationFrame(step); else { own.style.opacity = ''; act() } }; step() }",
    "fetch": "fetch('/slow?ms=80', { mode: 'no-cors' }).then(act, act)",
    "worker": "{ const worker = new Worker(URL.createObjectURL(new Blob(['setTimeout(() => postMessage(1), 120)']))); worker.onmessage = () => { worker.terminate(); act() } }",
    "channel": "{ const channel = new MessageChannel(); channel.port1.onmessage = act; channel.port2.postMessage(1) }",
}


USUAL_MS: Final = {
    "timer 30": 30, "timer 90": 90, "timer 250": 250, "timer 800": 800, "frame": 17, "frames": 50, "idle": 50, "animation": 150, "fade": 200,
    "fetch": 100, "worker": 150,
}  # fmt: skip
"""How long after its event an effect comes on a machine that keeps up."""


@dataclass(frozen=True, slots=True)
class Effect:
    """``script`` changes ``it``; ``told`` is what a receipt says of that (``@`` is a word of the page's own). ``only``: on which
    element it makes sense."""

    script: str
    told: str
    on: tuple[str, ...] = ("own", "neighbour", "far")


EFFECTS: Final = {
    "nothing": Effect("", ""),
    "text": Effect("it.textContent = '@'", "@", ("neighbour", "far")),
    "name": Effect("it.ariaLabel = '@'", "@", ("neighbour",)),
    "role": Effect("it.role = 'link'", r"changes", ("neighbour",)),
    "state": Effect("it.ariaPressed = 'true'", r"pressed", ("neighbour",)),
    "disabled": Effect("it.disabled = true", r"disabled", ("neighbour",)),
    "class": Effect("it.classList.add('hot')", r"looks changed"),
    "colour": Effect("it.style.background = 'gold'", r"looks changed"),
    "position": Effect("it.style.marginLeft = '30px'", r"looks changed", ("far",)),
    "added": Effect("it.insertAdjacentHTML('afterend', '<p>@</p>')", "@", ("neighbour", "far")),
    "button added": Effect("it.insertAdjacentHTML('afterend', '<button>@</button>')", r"\[button \d+\] @", ("neighbour", "far")),
    "removed": Effect("it.remove()", r"changes", ("neighbour", "far")),
    "order": Effect("it.parentNode.append(it)", r"changes", ("far",)),
    "focus": Effect("field.focus()", r"focus", ("far",)),
    "scroll": Effect("scrollTo(0, 300)", r"scroll", ("far",)),
    "value": Effect("field.value = '@'", "@", ("far",)),
    "title": Effect("document.title = '@'", "@", ("far",)),
    "address": Effect("history.pushState(0, '', '?@')", "@", ("far",)),
    "dialog": Effect("alert('@')", "@", ("far",)),
    "window": Effect("open('/goal')", "opened", ("far",)),
    "download": Effect(
        "{ const a = document.createElement('a'); a.download = '@.txt'; a.href = URL.createObjectURL(new Blob(['x'])); a.click() }",
        "@",
        ("far",),
    ),
}

BACKGROUNDS: Final = {
    "still": "",
    "ticker": "setInterval(() => { clock.textContent = 'Tick ' + ++ticks }, 50)",
    "slow ticker": "setInterval(() => { clock.textContent = 'Tick ' + ++ticks }, 180)",
    "title": "setInterval(() => { document.title = 'Tick ' + ++ticks }, 70)",
    "frames": "(function turn() { clock.style.width = ++ticks % 99 + 'px'; requestAnimationFrame(turn) })()",
}


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


FIELDS: Final = ("field", "area", "select")
FRAMES: Final = ("frame", "other frame")
AT_PRESSES: Final = ("dialog", "window", "focus")
"""Effects that a page has at a click."""


def plan(seed: int, count: int, library: str = "") -> Plan:
    """Draw a page of ``count`` controls, of a ``library`` if one is named."""
    draw = random.Random(seed)
    cells = tuple(_cell(draw, number, library) for number in range(count))
    background = draw.choice(list(BACKGROUNDS))
    if any(cell.effect == "title" for cell in cells) and background == "title":
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
    if cell.effect in AT_PRESSES:
        cell = replace(cell, action="click", event="click")
    if cell.effect in ("window", "download"):
        if ACTIONS[cell.action].presses == 0 or cell.action.startswith(("type", "fill", "select")):
            # Chromium opens no window without a press, and the rest of a text would go there.
            cell = replace(cell, action="click", event="click")
        if cell.time not in ("now", "timer 0", "timer 30"):
            cell = replace(cell, time="now")
    return cell
