"""The four laws of an action, checked with the page's own record.

*once*: what was named received what was asked for, and nothing else received anything. *told*: an effect is named in the receipt, or
something is pending; "none observed" is claimed only where there was none. *nobody else's*: neither what the page does by itself nor
what an earlier action did is told as an effect. *reached*: each control has a ref, and a press by it is received.
"""

import random
import re
from dataclasses import dataclass
from typing import Any, Final

from refbrowser import Chat
from refbrowser.surface.render import render
from tests.generated import grammar
from tests.generated.grammar import BACKGROUNDS, EFFECTS, FIELDS, FRAMED, OTHER_SITE, USUAL_MS, Cell
from tests.support.calls import do, evaluated, refs
from tests.support.server import Site

NONE: Final = "effect: none observed"
PRESSES: Final = {"click": 1, "double_click": 2, "right_click": 1}
SLOW_MS: Final = 40
"""An effect that comes so much later than it should, on a machine that does not keep up, need not be told."""

CELLS: Final = 4
"""How many controls a page has."""


LEARNED: Final = "new Promise(done => { const from = ticks; const look = () => ticks > from + 6 ? done() : setTimeout(look, 20); setTimeout(look, 200) })"
"""Waits until what the page does by itself has been seen to."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A law that an action broke."""

    law: str
    seed: int
    cell: str
    background: str
    says: str

    def __str__(self) -> str:
        return f"{self.law} (seed {self.seed}, {self.background}): {self.cell}\n    {self.says}"


async def broken(chat: Chat, site: Site, seed: int) -> list[Breach]:
    """The laws that the actions on the page of ``seed`` break."""
    draw = random.Random(seed)
    cells = [grammar.cell(draw, number) for number in range(CELLS)]
    background = draw.choice(list(BACKGROUNDS))
    if any(cell.effect == "title" for cell in cells) and background == "title":
        background = "still"
    site.page(FRAMED, "/blank")
    site.page("<title>Goal</title>", "/goal")
    site.page(OTHER_SITE, "/other")
    await do(chat, "mouse", event_type="move", x=1200, y=700, observe="none")
    await do(chat, "navigate", url=site.page(grammar.page(cells, background, site.other("/other")), f"/seed/{seed}"))
    await evaluated(chat, "whenReady()")
    if background != "still":
        await evaluated(chat, LEARNED)
    page = _Page(chat, seed, background)
    for index, cell in enumerate(cells):
        await page.act(cell, index, draw)
    return page.breaches


def _without_tab(text: str) -> str:
    """The text of a receipt without the line of its tab."""
    return re.sub(r"\nTab \d+\*?: .*", "", text)


class _Page:
    def __init__(self, chat: Chat, seed: int, background: str) -> None:
        self._chat = chat
        self._seed = seed
        self._background = background
        self.breaches: list[Breach] = []

    async def act(self, cell: Cell, index: int, draw: random.Random) -> None:
        """Presses the control, lets the page end what that caused, then presses one that does nothing."""
        found = refs(await do(self._chat, "content"))
        number = found.get(cell.name)
        if number is None:
            self._note("reached", cell, "it has no ref")
            return
        action = draw.choice(["click", "click", "click", "double_click", "right_click"])
        if cell.control == "select" or cell.effect == "focus":
            action = "click"
        before = len(await evaluated(self._chat, "record"))
        answer = await self._chat.call({"action": action, "ref": number})
        text = _without_tab(render(answer))
        left = await self._ended()
        received = (await evaluated(self._chat, "record"))[before:]
        text = f"{action}: {text}"
        if not answer["ok"]:
            self._note("reached", cell, text)
            return
        self._once(cell, index, action, received, text)
        acted = [index, cell.event] in received or cell.event in ("pointerup", "mouseup")
        took_ms = await evaluated(self._chat, "took")
        if acted and not left and took_ms < 1.5 * USUAL_MS.get(cell.time, 0) + SLOW_MS:
            self._told(cell, text)
        await self._rest(cell, found)

    def _once(self, cell: Cell, index: int, action: str, received: list[list[Any]], text: str) -> None:
        own = [kind for name, kind in received if name == index]
        others = [entry for entry in received if entry[0] != index]
        wanted = PRESSES[action]
        told = re.search("not_repeated|not repeated|suspended", text)
        if own.count("pointerdown") > wanted or (own.count("pointerdown") < wanted and not told):
            self._note("once", cell, f"received {received}: {text}")
        if any(kind in ("pointerdown", "mousedown", "contextmenu") for _, kind in others):
            self._note("once", cell, f"others received {others}: {text}")

    def _told(self, cell: Cell, text: str) -> None:
        effect = EFFECTS[cell.effect]
        if "pending" in text:
            return
        if not effect.script:
            own = cell.control in ("checkbox", "labelled", "summary", *FIELDS)
            if not own and re.search(r"changes:|title:|looks changed|scrolled", text):
                self._note("nobody else's", cell, text)
            return
        if effect.told == "looks changed" and "changes:" in text:
            # What only shows is told where nothing else is.
            return
        if NONE in text or not re.search(effect.told.replace("@", cell.word), text.replace(f"{cell.name}", "")):
            self._note("told", cell, text)

    async def _rest(self, cell: Cell, found: dict[str, int]) -> None:
        answer = await self._chat.call({"action": "click", "ref": found["Rest"]})
        text = _without_tab(render(answer))
        await self._tidy()
        if not answer["ok"]:
            self._note("reached", cell, f"Rest: {text}")
            return
        own = re.sub(r"(?s)changed before this action:.*?(?=\n(?:effect|focus|changes|pending|[a-z_]+):|\Z)", "", text)
        if re.search(r"changes:|title:|looks changed|navigated|opened|download", own) or cell.word in own:
            self._note("nobody else's", cell, f"the next receipt: {text}")

    async def _ended(self) -> int:
        """Wait until the page has done what it was about to do; how much it has not."""
        for _ in range(4):
            await self._tidy()
            answer = await self._chat.call({"action": "evaluate", "script": "whenDone()", "browser_id": 1})
            if answer["ok"] and "result" in answer["result"]:
                await self._tidy()
                return int(answer["result"]["result"])
        return 1

    async def _tidy(self) -> None:
        """Answer dialogs, and close tabs that the page opened."""
        for _ in range(3):
            if not (await do(self._chat, "state", browser_id=1))["dialogs"]:
                break
            await do(self._chat, "dialog", operation="accept", browser_id=1)
        for tab in (await do(self._chat, "list"))["browsers"][1:]:
            await do(self._chat, "close", browser_id=tab["browser_id"])

    def _note(self, law: str, cell: Cell, says: str) -> None:
        self.breaches.append(Breach(law, self._seed, str(cell), self._background, says.replace("\n", " | ")[:500]))
