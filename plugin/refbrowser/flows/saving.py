"""Makes a flow of a session's calls, and proves it by a run on a fresh chat."""

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from refbrowser.errors import CallError, FlowError, RefbrowserError
from refbrowser.flows.checking import read_flow
from refbrowser.flows.making import Made, made
from refbrowser.flows.model import Flow
from refbrowser.flows.proposing import Inputs
from refbrowser.flows.read_values import read_and_entered
from refbrowser.flows.reducing import ONLY_LOOKED, Dropped, reduced
from refbrowser.flows.writing import flow_text
from refbrowser.journal.summary import Entry

MOST_TRIALS: Final = 4

Trial = Callable[[Flow], Awaitable[Mapping[str, Any]]]
"""Runs a flow on a fresh chat; raises ``flow_stopped``."""


@dataclass(slots=True)
class Saved:
    """A flow with its text, what was left out, and how far a trial proved it; ``unproved`` says why not."""

    flow: Flow
    text: str
    made: Made
    dropped: list[Dropped]
    outputs: Mapping[str, Any] = field(default_factory=dict)
    unproved: str | None = None
    relaxed: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        proposed = {name: declared.get("default", "(a secret's name)") for name, declared in self.made.inputs.items()}
        return {
            "name": self.flow.name, "revision": self.flow.revision, "steps": len(self.flow.steps),
            "inputs": proposed, "once": self.made.once, "dropped": [each.as_dict() for each in self.dropped],
            "outputs": {name: self.outputs.get(name) for name in self.flow.outputs},
            "proved": self.unproved is None, **({"unproved": self.unproved} if self.unproved else {}),
            **({"relaxed": self.relaxed} if self.relaxed else {}), "text": self.text,
        }  # fmt: skip


async def saved(
    name: str,
    calls: Sequence[Entry],
    trial: Trial | None,
    *,
    inputs: Mapping[str, Any] | None = None,
    task: Sequence[str] = (),
    session: str = "",
    revision: int = 1,
) -> Saved:
    """Return the flow of the calls, without what failed, did nothing or was taken back.

    Where a trial shows that some of it is needed, it is put back; an expectation that held only once is left out. A trial that made
    a step marked as ``once`` is the last one. Raises ``invalid_arguments``.
    """
    ways: list[Mapping[str, bool]] = [{}, {"with_views": True}, {"with_views": True, "with_corrected": True}]
    relaxed: list[tuple[int, str]] = []
    result: Saved | None = None
    for _ in range(MOST_TRIALS):
        result = _saved(name, calls, ways[0], inputs, task, relaxed, session, revision)
        if trial is None:
            result.unproved = "no trial was asked for"
            return result
        try:
            outcome = await trial(result.flow)
        except FlowError as stopped:
            result.unproved = stopped.message
            step = str(stopped.details.get("step", ""))
            if _once_was_made(result, stopped):
                break
            if _relax(result.flow, step, str(stopped.details.get("reason")), relaxed):
                continue
            if len(ways) == 1:
                break
            ways.pop(0)
            continue
        except RefbrowserError as failure:
            result.unproved = failure.message
            break
        result.outputs = outcome["outputs"]
        return result
    assert result is not None
    return result


def _saved(
    name: str,
    calls: Sequence[Entry],
    way: Mapping[str, bool],
    inputs: Mapping[str, Any] | None,
    task: Sequence[str],
    relaxed: Sequence[tuple[int, str]],
    session: str,
    revision: int,
) -> Saved:
    proposed = Inputs(inputs, task)
    values = read_and_entered(calls, proposed.is_given)
    cut = reduced(calls, needed=values.keys(), **way)
    result = made(name, cut.kept, proposed, values)
    for index, key in relaxed:
        step = result.steps[index] if index < len(result.steps) else {}
        for holder in (step.get("expect", {}), *step.get("read", {}).values()):
            holder.pop(key, None)
        if not step.get("expect"):
            step.pop("expect", None)
    flow = result.as_flow(revision)
    remarks = [f"Made from the session {session}." if session else "Made from a session."]
    dropped = sorted(cut.dropped, key=lambda each: each.n)
    reported = [each for each in dropped if each.why != ONLY_LOOKED]
    remarks += [f"Left out: #{each.n} {each.asked[:80]}: {each.why}." for each in reported[:20]]
    text = flow_text(flow, remarks)
    read_flow(text, name)
    return Saved(flow, text, result, dropped, relaxed=[f"step {index + 1}: {key}" for index, key in relaxed])


def _once_was_made(result: Saved, stopped: FlowError) -> bool:
    done = {str(outcome["step"]) for outcome in stopped.details.get("done", [])}
    # A step that stopped at its expectation was made.
    made_now = {str(stopped.details.get("step"))} if stopped.details.get("reason") in ("expectation", "reading", "call") else set()
    return any(str(number) in done | made_now for number in result.made.once)


def _relax(flow: Flow, step: str, reason: str, relaxed: list[tuple[int, str]]) -> bool:
    """Leave out what did not hold in a second run: a text, an address or a heading that is another each time."""
    if not step.isdigit() or reason not in ("expectation", "reading"):
        return False
    index = int(step) - 1
    if reason == "reading":
        has_heading = any(reading.under for reading in getattr(flow.steps[index], "read", {}).values())
        if has_heading and (index, "under") not in relaxed:
            relaxed.append((index, "under"))
            return True
        return False
    expected = getattr(flow.steps[index], "expect", None)
    for key in ("text", "page"):
        if expected is not None and getattr(expected, key) is not None and (index, key) not in relaxed:
            relaxed.append((index, key))
            return True
    return False


def trial_name(chat: str) -> str:
    """Return a name for the chat of a trial."""
    return f"{chat[:150]} trial {secrets.token_hex(3)}"


def calls_between(calls: Sequence[Entry], first: int | None, until: int | None) -> list[Entry]:
    """Return the calls of a session from ``first`` until ``until``. Raises ``invalid_arguments`` where there are none."""
    found = [entry for entry in calls if (first is None or entry["n"] >= first) and (until is None or entry["n"] <= until)]
    if not found:
        raise CallError("The session has no calls there.", details={"calls": len(calls)})
    return found
