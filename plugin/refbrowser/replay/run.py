"""Carries a recorded session out again, in a chat of its own, and says of each call what was the same."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

from refbrowser.browser.session.session import BrowserSession
from refbrowser.journal.store import Gap, Session
from refbrowser.journal.summary import Entry, asked, receipt
from refbrowser.replay.batches import lanes, together
from refbrowser.replay.comparing import differences, place_of
from refbrowser.replay.finding import found_again
from refbrowser.replay.matching import Match, NoMatch
from refbrowser.replay.page_changes import Moving, difference
from refbrowser.replay.people import acted_before, persons_part
from refbrowser.replay.readings import reading_difference
from refbrowser.replay.steps import Inputs, Missing, Tabs, call_of, first_origin, wanted_targets

Status = Literal["same", "healed", "diverged", "stopped"]

PATIENCE_MS: Final = 5_000
"""How long an element that is not there yet is looked for."""

_NOT_RECORDED: Final = "what they pressed and typed is not recorded, so a person is needed; --from {next} goes on after it"


_REFUSED: Final = frozenset({
    "policy_denied", "approval_denied", "approval_expired", "approval_unavailable", "egress_blocked", "stopped_by_person",
    "paused_by_person",
})  # fmt: skip
"""Codes of calls that somebody or some rule kept from being done. A replay has the permissions of the person who starts it, which
may be more than those of the client that made the call: what that was refused, it is not given in this way."""


class Caller(Protocol):
    """The chat in which calls are carried out."""

    async def call(self, request: object) -> dict[str, Any]: ...

    def existing(self) -> BrowserSession | None: ...


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one recorded call. ``said``: how it was healed, what differs, or why it was not carried out; ``looks``: where
    the page looks different although the call did what it had done."""

    n: int
    asked: str
    status: Status
    said: str = ""
    recorded_ms: float = 0
    ms: float = 0
    now: int | None = None
    looks: str = ""

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


async def replay(session: Session, chat: Caller, plan: Plan) -> AsyncIterator[Row]:
    """A row for each call, as soon as it has been carried out; a last row says what was not."""
    calls = [entry for entry in session.calls if entry["n"] >= plan.start and (plan.until is None or entry["n"] <= plan.until)]
    steps = _Steps(chat, plan, first_origin(session.calls))
    for recorded in session.calls:
        steps.moving.learn(receipt(recorded))
    if plan.start > 1 and calls and (page := calls[0].get("page")):
        await chat.call({"action": "open", "url": plan.inputs.address(page["url"], steps.origin)})
        steps.calls += 1
    previous: Entry | None = None
    remaining = len(calls)
    gaps = deque(gap for gap in session.gaps if _in_plan(gap, plan))
    for group in together(calls):
        while gaps and gaps[0].first < group[-1]["n"]:
            yield _not_recorded(gaps.popleft(), plan)
            if not plan.keep_going:
                yield _not_run(group[0], remaining)
                return
        if plan.pace and previous is not None:
            await asyncio.sleep(
                max(0.0, group[0]["at"] - previous["at"] - previous["ms"]) * plan.pace / 1000
            )  # the pace of the record
        previous = group[-1]
        if plan.before_step is not None:
            for entry in group:
                await plan.before_step(entry)
        carried_out = await _together(steps, group, plan)
        remaining -= len(group)
        for row, _ in carried_out:
            yield row
        if not all(goes_on for _, goes_on in carried_out) and not plan.keep_going:
            if remaining:
                yield _not_run(next(entry for entry in calls if entry["n"] > group[-1]["n"]), remaining)
            return
    for gap in gaps:
        yield _not_recorded(gap, plan)


def _in_plan(gap: Gap, plan: Plan) -> bool:
    return (gap.last is None or gap.last >= plan.start) and (plan.until is None or gap.first <= plan.until)


def _not_recorded(gap: Gap, plan: Plan) -> Row:
    """The row of calls of which there is no record: what they did is missing from the page that the next call finds."""
    rest = f"; --from {gap.last + 1} goes on after it" if gap.last is not None else ""
    return Row(max(gap.first, plan.start), "not recorded", "stopped", gap.as_text() + rest)


def _not_run(following: Entry, remaining: int) -> Row:
    return Row(following["n"], asked(following), "stopped", f"{remaining} calls were not run")


async def _together(steps: "_Steps", group: Sequence[Entry], plan: Plan) -> list[tuple[Row, bool]]:
    """The rows of a call, or of a batch's calls in the record's order, each with whether the next one makes sense."""

    async def in_order(lane: Sequence[Entry]) -> list[tuple[Row, bool]]:
        done: list[tuple[Row, bool]] = []
        for entry in lane:
            if done and not done[-1][1] and not plan.keep_going:
                done.append((Row(entry["n"], asked(entry), "stopped", "the call before it on its tab was not run"), False))
            else:
                done.append(await steps.carry_out(entry))
        return done

    async with asyncio.TaskGroup() as side_by_side:
        running = [side_by_side.create_task(in_order(lane)) for lane in lanes(group)]
    return sorted((row for lane in running for row in lane.result()), key=lambda row: row[0].n)


class _Steps:
    """The state of a replay: which tabs and values of the record are which now, and how many calls the new chat has made."""

    def __init__(self, chat: Caller, plan: Plan, origin: str | None) -> None:
        self.calls = 0
        self.origin = origin
        self.moving = Moving()
        self._renamed: dict[str, str] = {}
        self._chat = chat
        self._plan = plan
        self._tabs = Tabs()

    async def carry_out(self, entry: Entry) -> tuple[Row, bool]:
        """The row of one call, and whether the next one makes sense."""
        began = time.monotonic()

        def row(status: Status, said: str = "", *, made: bool = True) -> Row:
            took = round((time.monotonic() - began) * 1000, 1)
            return Row(entry["n"], asked(entry), status, said, entry["ms"], took, self.calls if made else None)

        if entry.get("code") in _REFUSED:
            return row("same", f"it was refused ({entry['code']}), and is not made again", made=False), True
        if entry["action"] == "flow":
            return row("same", "its steps are calls of their own", made=False), True
        if entry["action"] == "handoff":
            return await self._handed_off(entry, row)
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
            self._note_name(meaning, found)
        try:
            call = call_of(entry, refs, self._tabs, self._plan.inputs, self.origin)
        except Missing as missing:
            return row("stopped", str(missing), made=False), False
        answer = await self._chat.call(call)
        self.calls += 1
        replayed = {"action": entry["action"], **answer}
        self._tabs.learn(entry, replayed)
        if found_differences := [
            *differences(entry, replayed, self._plan.inputs.used, self._renamed),
            *self._changes(entry, replayed),
        ]:
            if by_person := acted_before(entry):
                found_differences.insert(0, f"before it a person {by_person}, which is not recorded")
            return row("diverged", "; ".join(found_differences[:5])), entry["ok"] == replayed["ok"]
        return row("healed", "; ".join(dict.fromkeys(healed))) if healed else row("same"), True

    def _note_name(self, meaning: Mapping[str, Any] | None, found: Match) -> None:
        was, name = str((meaning or {}).get("name") or ""), str(found.found.get("name") or "")
        if was and was != name:
            self._renamed[was] = name

    def _changes(self, entry: Entry, replayed: Entry) -> list[str]:
        """How the page's changes, or what was read, differ; empty with other inputs, since they change the page's texts."""
        self.moving.learn(receipt(replayed))
        if self._plan.inputs.used or not (entry["ok"] and replayed["ok"]):
            return []
        changes = difference(receipt(entry), receipt(replayed), self.moving, self._renamed)
        reading = reading_difference(entry, replayed, self.moving, self._renamed)
        return [found for found in (changes, reading) if found is not None]

    async def _handed_off(self, entry: Entry, row: "Callable[..., Row]") -> tuple[Row, bool]:
        """A handoff, without asking anybody: what the person did is done again as far as it is known."""
        part = persons_part(entry)
        if part.needed:
            return row("stopped", f"{part.did}; {_NOT_RECORDED.format(next=entry['n'] + 1)}", made=False), False
        if part.went_to is None:
            return row("same", f"{part.did}, which a replay does not ask for again", made=False), True
        number = self._tabs.of((entry.get("page") or {}).get("browser_id"))
        url = self._plan.inputs.address(part.went_to, self.origin)
        answer = await self._chat.call({"action": "navigate", "url": url, **({"browser_id": number} if number else {})})
        self.calls += 1
        if not answer["ok"]:
            return row("diverged", f"{part.did}; now {answer['error']}"), False
        if (was := place_of(part.went_to, {})) != (is_now := place_of(answer["result"]["url"], {})):
            return row("diverged", f"{part.did}; the page is {is_now}, was {was}"), True
        return row("same", f"{part.did}, which was repeated"), True

    async def _found(self, entry: Entry, meaning: Mapping[str, Any]) -> Match | NoMatch:
        """The element of ``meaning``, waited for as long as the plan's patience lasts."""
        number = self._tabs.of((entry.get("page") or {}).get("browser_id"))
        return await found_again(self._chat.existing(), number, meaning, self._plan.patience_ms)
