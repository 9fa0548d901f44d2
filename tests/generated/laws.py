"""The four laws of an action, checked with the page's own record.

*once*: what was named received what was asked for, and nothing else received anything. *told*: an effect is named in the receipt, or
something is pending; "none observed" is claimed only where there was none. *nobody else's*: neither what the page does by itself nor
what an earlier action did is told as an effect. *reached*: each control has a ref, and an action by it is received.

What breaks a law is reduced to the smallest page that breaks it, too.
"""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from refbrowser import Chat
from refbrowser.surface.render import render
from tests.generated.components import LIBRARIES
from tests.generated.grammar import FIELDS, Cell, Plan, actions_on, consistent
from tests.generated.kinds import ACTIONS, EFFECTS, USUAL_MS
from tests.generated.page import document, framed, other_site
from tests.libraries.bundling import bundled
from tests.support.calls import do, evaluated, refs
from tests.support.server import Request, Site

NONE: Final = "effect: none observed"
SLOW_MS: Final = 40
"""An effect that comes so much later than it should, on a machine that does not keep up, need not be told."""

MOST_REDUCTIONS: Final = 12
"""How many smaller pages are tried for a breach."""

COMPONENTS: Final = Path(__file__).parent / "components"
"""What mounts the controls of each library."""

AT_ONCE: Final = ("now", "microtask")
"""Times of effects that are told whatever else is pending."""

LEARNED: Final = "new Promise(done => { const from = ticks; const look = () => ticks > from + 6 ? done() : setTimeout(look, 20); setTimeout(look, 200) })"
"""Waits until what the page does by itself has been seen to."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A law that an action broke; ``cell`` is its place in the plan."""

    law: str
    plan: Plan
    cell: int
    says: str

    def __str__(self) -> str:
        return f"{self.law} (seed {self.plan.seed}, {self.plan.library} {self.plan.background}): {self.plan.cells[self.cell]}\n    {self.says}"


async def broken(chat: Chat, site: Site, plan: Plan) -> list[Breach]:
    """The laws that the actions of the plan break."""
    if plan.library:
        bundle = bundled(next(COMPONENTS.glob(f"{plan.library}.js*")))
        site.route(f"/component/{plan.library}.js", bundle.script)
        site.route(f"/component/{plan.library}.css", bundle.style)
    site.page(framed(plan), f"/blank{plan.library}")
    site.page("<title>Goal</title>", "/goal")
    site.route("/late.js", _late)
    site.page(other_site(plan), f"/other{plan.library}")
    await do(chat, "mouse", event_type="move", x=1200, y=700, observe="none")
    await do(chat, "navigate", url=site.page(document(plan, site.other(f"/other{plan.library}")), f"/seed/{plan.seed}"))
    await evaluated(chat, "whenReady()")
    if plan.background != "still":
        await evaluated(chat, LEARNED)
    page = _Page(chat, plan)
    for index, cell in enumerate(plan.cells):
        await page.act(cell, index)
    return page.breaches


def _late(_: Request) -> str:
    """A script without an effect, some while after it was asked for."""
    time.sleep(0.08)
    return "0"


async def reduced(chat: Chat, site: Site, breach: Breach) -> Breach:
    """The breach on the smallest page that still breaks the law; as it is where no smaller one does."""
    left = MOST_REDUCTIONS
    while left > 0:
        for plan in _smaller(breach):
            left -= 1
            found = [one for one in await broken(chat, site, plan) if one.law == breach.law]
            if found:
                breach = found[0]
                break
            if left <= 0:
                return breach
        else:
            return breach
    return breach


def _smaller(breach: Breach) -> Iterator[Plan]:
    plan, cell = breach.plan, breach.plan.cells[breach.cell]
    if len(plan.cells) > 1:
        yield replace(plan, cells=(cell,))
        yield replace(plan, cells=plan.cells[: breach.cell + 1])
    if plan.background != "still":
        yield replace(plan, background="still")
    simplest = next(iter(LIBRARIES[plan.library])) if plan.library else "button"
    for simpler in ({"place": "page"}, {"control": simplest}, {"time": "now"}, {"action": "click"}):
        changed = consistent(replace(cell, **simpler), plan.library)
        if changed != cell and changed.action in actions_on(plan.library, changed.control):
            event = changed.event if changed.event in ACTIONS[changed.action].events else ACTIONS[changed.action].events[-1]
            cells = [consistent(replace(changed, event=event), plan.library) if one is cell else one for one in plan.cells]
            yield replace(plan, cells=tuple(cells))


def _without_tab(text: str) -> str:
    """The text of a receipt without the line of its tab."""
    return re.sub(r"\nTab \d+\*?: .*", "", text)


class _Page:
    def __init__(self, chat: Chat, plan: Plan) -> None:
        self._chat = chat
        self._plan = plan
        self.breaches: list[Breach] = []

    async def act(self, cell: Cell, index: int) -> None:
        """Act on the control, let the page end what that caused, then press one that does nothing."""
        content = await do(self._chat, "content")
        if "read it again" in content.partition("\n\n")[0]:
            content = await do(self._chat, "content")
        found = {label.removesuffix(" |"): number for label, number in refs(content).items()}
        # The label of a field stands before it where it is on the same line.
        found |= {name: int(number) for name, number in re.findall(r"(Own \d) \[[^\]]* (\d+)\](?= *$)", content, re.M)}
        number = found.get(cell.name) or next((found[label] for label in found if self._plan.library and cell.name in label), None)
        if number is None:
            self._note("reached", cell, "it has no ref")
            return
        call = dict(ACTIONS[cell.action].call)
        if call["action"] == "keyboard":
            await self._chat.call({"action": "focus", "ref": number})
            await self._ended()
        elif call["action"] == "fill_form":
            call["fields"] = [{"ref": number, "value": call.pop("value")}]
        else:
            call["ref"] = number
        before = await evaluated(self._chat, "record.length")
        answer = await self._chat.call(call)
        text = _without_tab(render(answer))
        left = await self._ended()
        if self._plan.library and ACTIONS[cell.action].value is not None and answer["ok"]:
            await evaluated(self._chat, f"readHeld({index})")
        received, took_ms = await evaluated(self._chat, f"[record.slice({before}), took]")
        if not answer["ok"]:
            self._note("reached", cell, text)
            return
        self._once(cell, index, received, text)
        # A pointer that rests may have been met by its event before.
        acted = any(name == index and kind == "ran" for name, kind, _ in received)
        if acted and not left and took_ms < 1.5 * USUAL_MS.get(cell.time, 0) + SLOW_MS and not await self._undone(cell):
            self._told(cell, text)
        await self._rest(cell, found)

    def _once(self, cell: Cell, index: int, received: list[list[Any]], text: str) -> None:
        own = [kind for name, kind, _ in received if name == index]
        others = [entry for entry in received if entry[0] != index]
        action = ACTIONS[cell.action]
        presses, wanted = own.count("pointerdown"), action.presses
        told = re.search("not_repeated|not repeated|suspended", text)
        # A list of a component may lie in it: the first press opens it, the second chooses.
        most = 2 if self._plan.library and cell.action == "select_option" else 1
        if presses > (most if wanted is None else wanted) or (wanted and presses < wanted and not told):
            self._note("once", cell, f"received {received}: {text}")
        if action.call["action"] == "keyboard" and own.count("keydown") != 1:
            self._note("once", cell, f"received {received}: {text}")
        values = [value for name, kind, value in received if name == index and kind == ("held" if self._plan.library else "input")]
        if action.value is not None and values[-1:] != [action.value]:
            self._note("once", cell, f"holds {values}: {text}")
        chosen_elsewhere = self._plan.library and cell.action == "select_option"
        if not chosen_elsewhere and any(kind in ("pointerdown", "mousedown", "contextmenu", "keydown") for _, kind, _ in others):
            self._note("once", cell, f"others received {others}: {text}")

    async def _undone(self, cell: Cell) -> bool:
        """Whether Chromium has undone the effect: after a click on its label a field takes the focus, whatever a listener has focused."""
        return (
            cell.effect == "focus"
            and bool(self._plan.library)
            and await evaluated(self._chat, "document.activeElement.id !== 'field'")
        )

    def _told(self, cell: Cell, text: str) -> None:
        effect = EFFECTS[cell.effect]
        at_once = cell.time in AT_ONCE and (cell.place != "other frame" or cell.on == "own")
        if "pending" in text and not at_once:
            return
        if not effect.told:
            # A component changes by itself where it is pressed.
            own = (
                self._plan.library
                or cell.control in ("checkbox", "labelled", "radio", "summary", *FIELDS)
                or cell.action in ("enter", "space", "focus")
            )
            if (
                not own
                and cell.time not in ("transition", "style sheet")
                and re.search(r"changes:|title:|looks changed|scrolled", text)
            ):
                self._note("nobody else's", cell, text)
            return
        if effect.told.startswith("looks changed") and re.search("changes:|navigated:|console_errors:", text):
            # What only shows is told where nothing else is.
            return
        if (
            effect.told.startswith("looks changed")
            and self._plan.library
            and cell.on == "own"
            and ACTIONS[cell.action].value is not None
        ):
            # What is drawn around a field that holds something else now is told by that.
            return
        if NONE in text or not re.search(effect.told.replace("@", cell.word), text.replace(f"{cell.name}", "")):
            self._note("told", cell, text)

    async def _rest(self, cell: Cell, found: dict[str, int]) -> None:
        before = await self._stirred(cell)
        answer = await self._chat.call({"action": "click", "ref": found["Rest"]})
        text = _without_tab(render(answer))
        stirred = before is None or await self._stirred(cell) != before
        await self._tidy()
        if not answer["ok"]:
            self._note("reached", cell, f"Rest: {text}")
            return
        own = re.sub(r"(?s)changed before this action:.*?(?=\n(?:effect|focus|changes|pending|[a-z_]+):|\Z)", "", text)
        told = re.search(r"changes:|title:|looks changed|navigated|opened|download", own)
        if (told and not (self._plan.library and stirred)) or cell.word in own:
            self._note("nobody else's", cell, f"the next receipt: {text}")

    async def _stirred(self, cell: Cell) -> str | None:
        """How often a page of components has changed, and how much it shows; None where that is not known."""
        known = self._plan.library and cell.place != "other frame"
        return str(await evaluated(self._chat, "new Promise(done => setTimeout(() => done(appearance())))")) if known else None

    async def _ended(self) -> int:
        """Wait until the page has done what it was about to do; how much it has not."""
        for _ in range(4):
            answer = await self._chat.call({"action": "evaluate", "script": "whenDone()", "browser_id": 1})
            await self._tidy()
            if answer["ok"] and "result" in answer["result"]:
                return int(answer["result"]["result"])
        return 1

    async def _tidy(self) -> None:
        """Answer dialogs, and close tabs that the page opened."""
        for _ in range(3):
            own, *others = (await do(self._chat, "list"))["browsers"]
            if not own["dialogs"]:
                break
            await do(self._chat, "dialog", operation="accept", browser_id=1)
        for tab in others:
            await do(self._chat, "close", browser_id=tab["browser_id"])

    def _note(self, law: str, cell: Cell, says: str) -> None:
        self.breaches.append(Breach(law, self._plan, self._plan.cells.index(cell), says.replace("\n", " | ")[:500]))
