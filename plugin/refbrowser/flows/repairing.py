"""The next revision of a flow: of a run that stopped or healed, and of what was done by hand after it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from refbrowser.errors import CallError
from refbrowser.flows.checking import read_flow
from refbrowser.flows.making import hand_steps
from refbrowser.flows.model import ONE_VALUE, FirstOf, OutputType, Reading, Repeat, Step
from refbrowser.flows.proposing import Inputs
from refbrowser.flows.read_values import READERS
from refbrowser.flows.reading_steps import only_table, value_after
from refbrowser.flows.readings import Unread, read_output
from refbrowser.flows.reducing import reduced
from refbrowser.flows.store import Kept, as_json, diff
from refbrowser.flows.targets import HINTED, SAID
from refbrowser.flows.values import filled, named_in, text_of
from refbrowser.flows.writing import Change, changed_text
from refbrowser.journal.summary import Entry

_LABEL: Final = re.compile(r"(\d+)(?:\.(\d+))?(?: page \d+)?( next)?")
_MADE: Final = ("expectation", "reading")
"""Reasons for which a run stopped after a step was made."""

_DIFFERS: Final = (
    ("the page is", "page"), ("no dialog", "dialog"), ("dialog opened", "dialog"), ("tabs opened", "opens"),
    ("downloads:", "download"), ("its value", "value"), ("checked is", "checked"), ("status", "status"), ("text", "text"),
    ("text", "text_gone"),
)  # fmt: skip
"""Words of a difference, and the expectation that they are about."""

_UNREAD: Final = re.compile(r"(\w+) cannot be read")


@dataclass(slots=True)
class Repaired:
    """The next revision: its text, what was changed in words, and the difference as lines."""

    text: str
    revision: int
    diff: str
    changed: list[str] = field(default_factory=list)


def repaired(kept: Kept, calls: Sequence[Entry]) -> Repaired:
    """Return the next revision, of the session's last run of the flow.

    Raises ``invalid_arguments`` where that gives no reason for one, or one that a person has to write.
    """
    run = next((entry for entry in reversed(calls) if _is_run(entry, kept.flow.name)), None)
    if run is None:
        raise CallError(f"The session has no run of {kept.flow.name}.")
    details = run.get("details") or {}
    revision = details.get("revision") if not run["ok"] else (run.get("result") or {}).get("revision")
    if revision != kept.flow.revision:
        raise CallError(f"The last run was of revision {revision} of {kept.flow.name}, and the file has {kept.flow.revision}.")
    repair = _Repair(kept, calls, run)
    outcomes = details.get("done") if not run["ok"] else (run.get("result") or {}).get("healed")
    for outcome in outcomes or []:
        if isinstance(outcome, Mapping) and outcome.get("status") == "healed":
            repair.heal(outcome)
    if run.get("code") == "flow_stopped":
        repair.go_on(details)
    return repair.finished()


def _is_run(entry: Entry, name: str) -> bool:
    given = entry.get("arguments") or {}
    return bool(entry["action"] == "flow" and given.get("name") == name and given.get("operation", "run") == "run")


def _reading_by_hand(entry: Entry, kind: OutputType, before: Reading) -> dict[str, Any] | None:
    """How the answer of a reading by hand has an output of that type; None where it has not exactly one."""
    answer, label = entry.get("result"), (entry.get("arguments") or {}).get("text")
    if before.table is not None:
        columns = only_table(answer)
        found: dict[str, Any] = {"table": columns} if columns is not None else {}
    elif before.after is not None and entry["action"] == "find" and isinstance(label, str) and isinstance(answer, Mapping):
        after = value_after(label, answer)
        found = after[0] if after is not None else {}
    else:
        found = {}
    try:
        if found and read_output(Reading.model_validate(found), kind, answer) is not None:
            return found if found != before.model_dump(exclude_none=True) else None
    except Unread:
        pass
    return None


def _in_words(found: Mapping[str, Any]) -> str:
    under = f" under “{found['under']}”" if "under" in found else ""
    return (f"after “{found['after']}”" if "after" in found else f"from the table with {', '.join(found['table'])}") + under


class _Repair:
    def __init__(self, kept: Kept, calls: Sequence[Entry], run: Entry) -> None:
        self._kept, self._calls, self._run = kept, calls, run
        self._flow = kept.flow
        self._changes: list[Change] = []
        self._said: list[str] = []
        given = {
            **{name: each.default for name, each in self._flow.inputs.items()},
            **((run.get("arguments") or {}).get("inputs") or {}),
        }
        known = {name: value for name, value in given.items() if value is not None and name in self._flow.inputs}
        read = ((run.get("details") if not run["ok"] else run.get("result")) or {}).get("outputs") or {}
        one_value = {name for name, each in self._flow.outputs.items() if each.type in ONE_VALUE}
        self._values = {**{name: value for name, value in read.items() if name in one_value}, **known}

    def heal(self, outcome: Mapping[str, Any]) -> None:
        """Have a target say what its element is like now."""
        place = self._place(str(outcome.get("step", "")))
        for at, meaning in (outcome.get("found") or {}).items():
            path = (*place, *(int(part) if part.isdigit() else part for part in at.split(".")))
            self._retarget(path, meaning)
            self._said.append(f"step {outcome.get('step')}: {outcome.get('said')}")

    def go_on(self, details: Mapping[str, Any]) -> None:
        """Have what was done by hand take the place of what stopped."""
        label, reason = str(details.get("step", "")), str(details.get("reason", ""))
        place = self._place(label)
        if reason == "reading":
            self._read_anew(place, label, details)
        hand = self._hand(details)
        if not hand and reason not in _MADE:
            raise CallError(f"Nothing was done by hand after the run stopped at step {label}: there is nothing to repair it with.")
        if len(place) != 2:
            if reason != "reading":
                self._inner(place, hand, label)
            return
        index = place[1]
        assert isinstance(index, int)
        replaced, goes_on = self._aligned(hand, index + 1)
        if reason in _MADE:
            if reason == "expectation":
                self._expect_less(index, details)
            if replaced:
                self._changes.append(((*place[:1], slice(index + 1, goes_on)), replaced))
        elif len(replaced) == 1 and goes_on == index + 1 and replaced[0]["action"] == self._step(index).action:
            self._rewrite(place, replaced[0])
        elif len(replaced) == 1 and isinstance(group := self._flow.steps[index], FirstOf) and "target" in replaced[0]:
            # One way more.
            self._changes.append(((*place, "first_of", slice(len(group.first_of), len(group.first_of))), replaced))
        else:
            self._changes.append((("steps", slice(index, goes_on)), replaced))
        self._said.append(f"step {label}: {'; '.join(map(str, details.get('differs') or []))}")

    def finished(self) -> Repaired:
        if not self._changes:
            raise CallError(f"The last run of {self._flow.name} was as the file says: there is nothing to repair.")
        revision = self._flow.revision + 1
        text = changed_text(self._kept.text, [*self._changes, (("revision",), revision)], as_json=as_json(self._kept.text))
        read_flow(text, f"{self._kept.path} repaired")
        return Repaired(text, revision, diff(self._kept.text, text, self._flow.name, self._flow.revision, revision), self._said)

    def _place(self, label: str) -> tuple[str | int, ...]:
        """The path of a step by its label; of the press that leads to the next page, that of ``repeat``."""
        match = _LABEL.fullmatch(label)
        index = int(match[1]) - 1 if match else -1
        if match is None or not 0 <= index < len(self._flow.steps):
            raise CallError(f"{self._flow.name} has no step {label[:40]!r}.")
        step = self._flow.steps[index]
        path: tuple[str | int, ...] = ("steps", index)
        if isinstance(step, Repeat):
            return (*path, "repeat") if match[3] or match[2] is None else (*path, "repeat", "steps", int(match[2]) - 1)
        return (*path, "first_of", int(match[2]) - 1) if isinstance(step, FirstOf) and match[2] else path

    def _step(self, index: int) -> Step:
        step = self._flow.steps[index]
        return step if isinstance(step, Step) else Step(action="")

    def _hand(self, details: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The steps that were made by hand after the run."""
        after = self._after()
        numbers = details.get("tabs") if isinstance(details.get("tabs"), Mapping) else {}
        tabs = {number: name for name, number in (numbers or {}).items()}
        return hand_steps(reduced(after).kept, self._known(), self._flow.site, tabs)

    def _after(self) -> list[Entry]:
        after = [entry for entry in self._calls if entry["n"] > self._run["n"] and "flow" not in entry]
        return after[: next((index for index, entry in enumerate(after) if _is_run(entry, self._flow.name)), None)]

    def _read_anew(self, place: tuple[str | int, ...], label: str, details: Mapping[str, Any]) -> None:
        """Read an output where it was found by hand: after the label, or in the table, of the last reading that has one alone."""
        differs = [str(each) for each in details.get("differs") or []]
        name = next((match[1] for each in differs if (match := _UNREAD.match(each))), "")
        step: Any = self._flow
        for part in place:
            step = getattr(step, part) if isinstance(part, str) else step[part]
        if name not in step.read:
            raise CallError(f"{self._flow.name} reads no {name!r} in step {label}.")
        kind = self._flow.outputs[name].type
        for entry in reversed([entry for entry in self._after() if entry["ok"] and entry["action"] in READERS]):
            found = _reading_by_hand(entry, kind, step.read[name])
            if found is not None:
                self._changes.append(((*place, "read", name), found))
                if step.action == "find" and (text := (entry.get("arguments") or {}).get("text")):
                    self._changes.append(((*place, "with", "text"), self._known().in_text(text)))
                self._said.append(f"step {label}: {name} is read {_in_words(found)}")
                return
        raise CallError(
            f"No reading by hand shows where {name} is now ({'; '.join(differs)}): find its label, as in "
            '{"action": "find", "text": "Total"}, or read the page that has its table, and repair again.'
        )

    def _known(self) -> Inputs:
        secret = {name for name, each in self._flow.inputs.items() if each.secret}
        return Inputs.of_run({name: text_of(value) for name, value in self._values.items() if name not in secret})

    def _filled(self, text: str) -> str:
        """The text with what is known; as it is where a later step would have read a value."""
        return str(filled(text, self._values, text_of)) if set(named_in(text)) <= self._values.keys() else text

    def _aligned(self, hand: Sequence[dict[str, Any]], following: int) -> tuple[list[dict[str, Any]], int]:
        """What of the steps made by hand is new, and the step of the flow that goes on after it."""
        for count, step in enumerate(hand):
            for index in range(following, len(self._flow.steps)):
                if self._is_same(step, self._flow.steps[index]):
                    return list(hand[:count]), index
        return list(hand), following

    def _is_same(self, step: Mapping[str, Any], other: Any) -> bool:
        if not isinstance(other, Step) or step["action"] != other.action:
            return False
        target = step.get("target")
        if (target is None) != (other.target is None):
            return False
        if target is None or other.target is None:
            return bool(step.get("with", {}) == other.arguments)
        called = [self._filled(str(name)).casefold() for name in (target.get("name", ""), other.target.name)]
        return bool(target.get("kind") == other.target.kind and called[0] == called[1])

    def _inner(self, place: tuple[str | int, ...], hand: Sequence[Mapping[str, Any]], label: str) -> None:
        """One of several steps, or the press that leads on: its target alone can be repaired."""
        presses = [step for step in hand if "target" in step]
        if len(presses) != 1:
            raise CallError(f"Step {label} is a part of a group, and {len(presses)} presses were made by hand: correct the file.")
        self._changes.append(((*place, "next" if place[-1] == "repeat" else "target"), presses[0]["target"]))
        self._said.append(f"step {label}: its target")

    def _rewrite(self, place: tuple[str | int, ...], step: Mapping[str, Any]) -> None:
        """The same action on another element: what else the step has stays."""
        if "target" in step:
            self._changes.append(((*place, "target"), step["target"]))
        if "fields" in step.get("with", {}):
            self._changes.append(((*place, "with"), step["with"]))
        assert isinstance(place[1], int)
        if self._step(place[1]).expect is None and "expect" in step:
            self._changes.append(((*place, "expect"), step["expect"]))

    def _expect_less(self, index: int, details: Mapping[str, Any]) -> None:
        """Leave out what did not hold, and expect what the step led to instead."""
        step = self._step(index)
        before = step.expect.model_dump(exclude_none=True, exclude_unset=True) if step.expect is not None else {}
        differences = [str(each) for each in details.get("differs") or []]
        failed = {key for each in differences for words, key in _DIFFERS if words in each}
        mark = f"{self._flow.name} {index + 1}"
        entry = next((each for each in reversed(self._calls) if each.get("flow") == mark and each["action"] == step.action), None)
        observed = hand_steps([entry], self._known(), self._flow.site, {})[0].get("expect", {}) if entry is not None else {}
        kept = {key: value for key, value in before.items() if key not in failed}
        expected = {
            **kept,
            **{key: observed[key] for key in ("page", "dialog", "download", "opens") if key in observed and key not in kept},
        }
        if any("no effect" in each for each in differences):
            expected["effect"] = "any"
        self._changes.append((("steps", index, "expect"), expected or None))

    def _retarget(self, path: tuple[str | int, ...], meaning: Mapping[str, Any]) -> None:
        """Renew what the target says, and nothing that it leaves to be anything, or to an input."""
        target: Any = self._flow.model_dump(by_alias=True)
        for part in path:
            target = target[part]
        hints = target.get("hints") or {}
        for holder, names, at in ((target, SAID, path), (hints, HINTED, (*path, "hints"))):
            for name in names:
                was, is_now = holder.get(name), meaning.get(name)
                if (
                    was is not None
                    and is_now is not None
                    and was != is_now
                    and "${" not in str(was)
                    and name not in ("alike", "place", "same")
                ):
                    self._changes.append(((*at, name), is_now))
                elif was is not None and not is_now and name not in ("kind", "name") and isinstance(was, str) and was:
                    self._changes.append(((*at, name), None))
