"""Actions by ref on a page of a component library, judged by the record that the page keeps itself (``recorder.js``)."""

import asyncio
import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from refbrowser import Chat
from refbrowser.surface.render import render
from tests.support.calls import do, evaluated

LATER_S: Final = 1.2
"""When, after its receipt, an action has had its effects."""

RELOADED_AFTER: Final = 25
"""Actions until the page is loaded anew: what was removed is back."""

READY_MS: Final = 60_000

_REF: Final = re.compile(r"\[(?P<words>[^\[\]\n]*?) (?P<number>\d+)\](?P<label>[^\[\n|]*)")
_STATES: Final = frozenset(
    (
        "disabled",
        "highlighted",
        "checked",
        "unchecked",
        "mixed",
        "selected",
        "expanded",
        "collapsed",
        "pressed",
        "invalid",
        "required",
        "readonly",
        "focused",
        "blocked",
        "current",
    )
)
NEVER_PRESSED: Final = frozenset({"scrollable", "frame", "iframe", "file", "image"})
PRESSES: Final = {"click": 1, "double_click": 2, "right_click": 1}
"""How often the button goes down in each action that presses."""
UNREACHED: Final = ("covered", "out_of_viewport", "not_visible")
"""What a press is refused with that a person may not be able to make either."""
DRAGGED: Final = re.compile(r"^treeitem|\b(Row|Other|File|Item|Virtual row) \d+$")
"""What is dragged onto another of its kind."""
CHOSEN: Final = ("select", "combobox", "listbox")
CHOICES: Final = ("Berlin", "Paris", "Rome", "Apple", "Pear", "B", "20")
FIELDS: Final = ("input text", "input email", "input search", "textbox", "searchbox", "textarea", "input number", "input password")


@dataclass(frozen=True, slots=True)
class Offered:
    """A ref of a page, as ``content`` has it."""

    number: int
    kind: str
    label: str
    states: frozenset[str]

    @property
    def sign(self) -> str:
        """What stays the same of it when the page is loaded anew."""
        return f"{self.kind} {self.label}"


@dataclass(slots=True)
class Tally:
    """What became of the presses on one library, and each fault in words."""

    library: str
    actions: int = 0
    asked: int = 0
    landed: int = 0
    counted: int = 0
    offered: set[str] = field(default_factory=set)
    faults: dict[str, list[str]] = field(default_factory=dict)
    """By kind; of "out of reach" and "pressed less, and said so" none is a breach."""
    trace: list[str] = field(default_factory=list)

    def note(self, kind: str, says: str) -> None:
        """Keep a fault."""
        self.faults.setdefault(kind, []).append(says)

    def __str__(self) -> str:
        kinds = ", ".join(f"{kind} {len(said)}" for kind, said in sorted(self.faults.items())) or "no fault"
        return f"{self.library}: {self.actions} actions, landed {self.landed}/{self.asked}, counted {self.counted}/{self.asked}, {len(self.offered)} refs; {kinds}"


def offered(markdown: str) -> list[Offered]:
    """The refs in ``markdown``, in order."""
    found: dict[int, Offered] = {}
    for match in _REF.finditer(markdown):
        words = match["words"].split()
        states = frozenset(word for word in words if word in _STATES)
        kind = " ".join(word for word in words if word not in _STATES)
        label = re.sub(r"\s+(?:value|placeholder|description|error|min|max|options)=.*$", "", match["label"]).strip()
        found.setdefault(int(match["number"]), Offered(int(match["number"]), kind, label, states))
    return list(found.values())


class Session:
    """One library's page in one chat."""

    def __init__(self, chat: Chat, url: str, library: str, seed: int = 0) -> None:
        self._chat = chat
        self._url = url
        self._draw = random.Random(seed)
        self._pressed: Counter[str] = Counter()
        self.tally = Tally(library)

    async def run(self, actions: int, *, mixed: bool = False, minutes: float = 60) -> Tally:
        """Press what the page offers, the least pressed ref first; ``mixed``: type, choose, drag, hover and press keys, too.

        What does not end within ``minutes`` ends before its next action.
        """
        ends = time.monotonic() + minutes * 60
        for number in range(actions):
            if time.monotonic() > ends:
                break
            if number % RELOADED_AFTER == 0:
                await self._load()
            found = await self._pressable()
            if not found:
                await self._load()
                found = await self._pressable()
            fewest = min(self._pressed[one.sign] for one in found)
            one = self._draw.choice([one for one in found if self._pressed[one.sign] == fewest])
            self._pressed[one.sign] += 1
            await self._act(one, self._call(one, found, mixed=mixed))
            self.tally.actions += 1
        return self.tally

    async def _load(self) -> None:
        await do(self._chat, "mouse", event_type="move", x=1, y=1, observe="none")
        await do(self._chat, "navigate", url="about:blank")
        await do(self._chat, "navigate", url=self._url)
        await do(self._chat, "wait", script="document.querySelectorAll('#root *, ion-app *').length > 10", timeout_ms=READY_MS)
        await asyncio.sleep(LATER_S)

    async def _pressable(self) -> list[Offered]:
        text = await do(self._chat, "content", max_tokens=30_000)
        return [
            one
            for one in offered(text)
            if one.kind not in NEVER_PRESSED and not one.states & {"disabled", "blocked"} and one.label != "Rest"
        ]

    def _call(self, one: Offered, found: list[Offered], *, mixed: bool) -> dict[str, Any]:
        press = {"action": "click", "ref": one.number}
        if not mixed or self._draw.random() < 0.5:
            return press
        if one.kind in FIELDS:
            return {"action": "type", "ref": one.number, "text": self._draw.choice(["12", "Ada", "x y"])}
        if one.kind in ("slider", "spinbutton"):
            return {"action": "type", "ref": one.number, "text": self._draw.choice(["4", "7"])}
        if one.kind in CHOSEN:
            return {"action": "select_option", "ref": one.number, "value": self._draw.choice(CHOICES)}
        if one.kind in ("checkbox", "switch"):
            return {"action": "set_checked", "ref": one.number, "checked": "checked" not in one.states}
        targets = [other.number for other in found if other.kind == one.kind and other is not one and DRAGGED.search(other.sign)]
        if DRAGGED.search(one.sign) and targets:
            return {"action": "drag", "ref": one.number, "target_ref": self._draw.choice(targets)}
        return self._draw.choice(
            [
                press,
                {"action": "hover", "ref": one.number},
                {"action": "keyboard", "key": self._draw.choice(["Tab", "Escape", "ArrowDown", "Enter"])},
                {"action": "double_click", "ref": one.number},
                {"action": "right_click", "ref": one.number},
            ]
        )

    async def _act(self, one: Offered, call: dict[str, Any]) -> None:
        by_ref = {"ref": call["ref"]} if "ref" in call else {}
        begun = await self._chat.call(
            {"action": "evaluate", "script": "element => judge.begin(element)" if by_ref else "judge.begin()", **by_ref}
        )
        if not begun["ok"]:
            self.tally.note("no element", f"{one}: {begun['error']}")
            return
        aimed = begun["result"]["result"] or {}
        answer = await self._chat.call(call)
        await asyncio.sleep(LATER_S)
        await self._close_opened(answer)
        try:
            record = await evaluated(self._chat, "judge.end()")
        except (AssertionError, TypeError):
            record = {"presses": [], "changes": 1, "first": ["another page"], "acted": True, "stirred": ["all"]}
        says = f"{call['action']} [{one.kind} {one.number}] {one.label[:40]} = {aimed.get('element')} {aimed.get('box')}: {render(answer)[:700]!r} presses {record['presses'][:3]} changed {record['changes']} {record['first'][:4]}"
        self.tally.trace.append(says)
        if answer.get("code") in UNREACHED and await self._is_out_of_reach(call):
            self.tally.note("out of reach", says)
            return
        if call["action"] in PRESSES:
            self._press(one, aimed, answer, record, says, PRESSES[call["action"]])
        # For a choice a list is opened and its option pressed; what is mixed may take two presses to be checked.
        elif call["action"] != "select_option" and [press["type"] for press in record["presses"]].count("pointerdown") > (
            2 if call["action"] == "set_checked" and "mixed" in says else 1
        ):
            self.tally.note("pressed again", says)
        self._receipt(answer, record, says)

    async def _close_opened(self, answer: dict[str, Any]) -> None:
        """Close the tabs that the action opened: the page's own record is in the tab before them."""
        opened = answer["result"].get("action", {}).get("opened_browser_ids", []) if answer["ok"] else []
        for browser_id in opened:
            await do(self._chat, "close", browser_id=browser_id)

    async def _is_out_of_reach(self, call: dict[str, Any]) -> bool:
        """Whether the page says that nobody can press the element."""
        if "ref" not in call:
            return False
        asked = {"action": "evaluate", "script": "element => judge.reachable(element)", "ref": call["ref"]}
        answer = await self._chat.call(asked)
        return answer["ok"] is True and answer["result"]["result"] is False

    def _press(
        self, one: Offered, aimed: dict[str, Any], answer: dict[str, Any], record: dict[str, Any], says: str, asked: int
    ) -> None:
        tally, presses = self.tally, record["presses"]
        downs = [press for press in presses if press["type"] == "pointerdown"]
        tally.asked += 1
        tally.offered.add(one.sign)
        fewer = answer["ok"] and "not_repeated" in answer["result"].get("action", {})
        tally.counted += len(downs) == asked or (fewer and len(downs) < asked)
        if not aimed.get("evidence") and not record["changes"]:
            tally.note("no control", says)
        if len(downs) > asked:
            tally.note("pressed again", says)
        if len(downs) < asked and answer["ok"]:
            tally.note("pressed less, and said so" if fewer else "pressed less", says)
        if not answer["ok"]:
            tally.note("refused", says)
        elif any(press["on"] for press in presses) or record["acted"]:
            tally.landed += 1
        else:
            tally.note("landed elsewhere" if downs else "not received", says)

    def _receipt(self, answer: dict[str, Any], record: dict[str, Any], says: str) -> None:
        if not answer["ok"]:
            return
        receipt = answer["result"].get("action", {})
        if receipt.get("effect") == "none observed" and record["changes"]:
            self.tally.note("false none", says)
        if not record["changes"] and not record["stirred"] and (receipt.get("changes") or receipt.get("looks_changed")):
            self.tally.note("told late", says)
