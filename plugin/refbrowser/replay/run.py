"""Carries a recorded session out again, in a chat of its own, and says of each call what was the same."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.seek import seek
from refbrowser.errors import RefbrowserError
from refbrowser.journal.store import Session
from refbrowser.journal.summary import Entry, asked
from refbrowser.replay.comparing import differences
from refbrowser.replay.matching import Match, NoMatch, match
from refbrowser.replay.steps import Inputs, Missing, Tabs, call_of, first_origin, wanted_targets
from refbrowser.service.chat import Chat

Status = Literal["same", "healed", "diverged", "stopped"]

PATIENCE_MS: Final = 5_000
"""How long an element that is not there yet is looked for."""

RECHECK_MS: Final = 100

_ANSWERED_BY_A_PERSON: Final = "a person took part, which is not repeated"


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one recorded call. ``said``: how it was healed, what differs, or why it was not carried out."""

    n: int
    asked: str
    status: Status
    said: str = ""
    recorded_ms: float = 0
    ms: float = 0
    now: int | None = None

    @property
    def passed(self) -> bool:
        """Whether the call did what it had done."""
        return self.status in ("same", "healed")


@dataclass(frozen=True, slots=True)
class Plan:
    """How to go through a session. ``pace``: 0 is as fast as it goes, 1 as recorded, 0.5 at twice that speed. Calls before
    ``start`` are left out: the page that it was on is opened instead. ``keep_going``: a call that cannot be carried out does not
    end it."""

    inputs: Inputs = field(default_factory=Inputs)
    pace: float = 0
    start: int = 1
    until: int | None = None
    keep_going: bool = False
    patience_ms: int = PATIENCE_MS
    before_step: Callable[[Entry], Awaitable[None]] | None = None


async def replay(session: Session, chat: Chat, plan: Plan) -> AsyncIterator[Row]:
    """A row for each call, as soon as it has been carried out; a last row says what was not."""
    calls = [entry for entry in session.calls if entry["n"] >= plan.start and (plan.until is None or entry["n"] <= plan.until)]
    steps = _Steps(chat, plan, first_origin(session.calls))
    if plan.start > 1 and calls and (page := calls[0].get("page")):
        await chat.call({"action": "open", "url": plan.inputs.address(page["url"], steps.origin)})
        steps.calls += 1
    previous: Entry | None = None
    for index, entry in enumerate(calls):
        if plan.pace and previous is not None:
            await asyncio.sleep(
                max(0.0, entry["at"] - previous["at"] - previous["ms"]) * plan.pace / 1000
            )  # the pace of the record
        previous = entry
        if plan.before_step is not None:
            await plan.before_step(entry)
        row, goes_on = await steps.carry_out(entry)
        yield row
        if not goes_on and not plan.keep_going:
            left = calls[index + 1 :]
            if left:
                yield Row(left[0]["n"], asked(left[0]), "stopped", f"{len(left)} calls were not carried out")
            return


class _Steps:
    """The state of a replay: which tabs and values of the record are which now, and how many calls the new chat has made."""

    def __init__(self, chat: Chat, plan: Plan, origin: str | None) -> None:
        self.calls = 0
        self.origin = origin
        self._chat = chat
        self._plan = plan
        self._tabs = Tabs()

    async def carry_out(self, entry: Entry) -> tuple[Row, bool]:
        """The row of one call, and whether the next one makes sense."""
        began = time.monotonic()

        def row(status: Status, said: str = "", *, made: bool = True) -> Row:
            took = round((time.monotonic() - began) * 1000, 1)
            return Row(entry["n"], asked(entry), status, said, entry["ms"], took, self.calls if made else None)

        if entry["action"] == "handoff":
            return row("diverged", _ANSWERED_BY_A_PERSON, made=False), True
        refs: dict[str, int] = {}
        healed: list[str] = []
        for key, meaning in wanted_targets(entry):
            found = (
                await self._found(entry, meaning) if meaning is not None else NoMatch(f"the record does not say what ref {key} was")
            )
            if isinstance(found, NoMatch):
                if not entry["ok"]:
                    # It had not been found, or not been usable, then: the call fails again, or something else has changed.
                    return row("same", "it failed when it was recorded too", made=False), True
                return row("diverged", found.why, made=False), False
            refs[key] = found.found["ref"]
            healed += [found.how] if found.how else []
        try:
            call = call_of(entry, refs, self._tabs, self._plan.inputs, self.origin)
        except Missing as missing:
            return row("stopped", str(missing), made=False), False
        answer = await self._chat.call(call)
        self.calls += 1
        now = {"action": entry["action"], **answer}
        self._tabs.learn(entry, now)
        if found_differences := differences(entry, now, self._plan.inputs.used):
            return row("diverged", "; ".join(found_differences[:5])), entry["ok"] == now["ok"]
        return row("healed", "; ".join(dict.fromkeys(healed))) if healed else row("same"), True

    async def _found(self, entry: Entry, meaning: Mapping[str, Any]) -> Match | NoMatch:
        """The element of ``meaning``, waited for as long as the plan's patience lasts."""
        session = self._chat.existing()
        number = self._tabs.of((entry.get("page") or {}).get("browser_id"))
        if session is None or number not in session:
            return NoMatch("its tab is not open")
        tab = session.tab(number)
        deadline = Deadline(self._plan.patience_ms)
        while True:
            try:
                async with deadline.waiting_for("the page to say what is on it"):
                    result = match(meaning, await seek(tab, session.refs, dict(meaning), deadline))
            except RefbrowserError as failure:
                result = NoMatch(failure.message)
            if isinstance(result, Match) or deadline.remaining_ms <= RECHECK_MS or tab.closed:
                return result
            await tab.activity.change(RECHECK_MS)
