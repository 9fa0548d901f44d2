"""What a person did in a recorded session: how far it is known, and what of it can be done again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from refbrowser.journal.summary import Entry, receipt

_INPUT: Final = (("presses", "pressed", "times"), ("keystrokes", "pressed", "keys"), ("pastes", "pasted", "times"))

_ENDED: Final = {
    "person": "said that it was done",
    "declined": "declined",
    "dismissed": "closed the question",
    "timeout": "did not answer in time",
}


@dataclass(frozen=True, slots=True)
class PersonsPart:
    """``did``: in words. ``needed``: their input is not in the record, so only a person can give it again. ``went_to``: the address
    that they loaded, where that is all they did."""

    did: str
    needed: bool
    went_to: str | None = None


def persons_part(entry: Entry) -> PersonsPart:
    """What a person did in a ``handoff``."""
    result = entry.get("result") if entry["ok"] else None
    if not isinstance(result, Mapping):
        return PersonsPart(f"nobody took part; it ended with {entry.get('code')}", needed=False)
    by_person = result.get("by_person")
    report = by_person if isinstance(by_person, Mapping) else {}
    did = [_ENDED.get(str(result.get("ended_by")), "took part"), *_input(report)]
    if note := result.get("said"):
        did.append(f"wrote “{str(note)[:100]}”")
    navigation = report.get("navigation")
    to = navigation.get("to") if isinstance(navigation, Mapping) else None
    needed = bool(_input(report) or report.get("opened_browser_ids"))
    if to:
        did.append(f"went to {to}")
    return PersonsPart(f"the person {' and '.join(did)}", needed, None if needed else to)


def acted_before(entry: Entry) -> str:
    """What a person had done on the tab before a call of the agent, in words; empty if nothing."""
    result = entry.get("result")
    report = receipt(entry).get("by_person") or (result.get("by_person") if isinstance(result, Mapping) else None)
    return " and ".join(_input(report)) if isinstance(report, Mapping) else ""


def _input(report: Mapping[str, Any]) -> list[str]:
    return [f"{verb} {report[name]} {what}" for name, verb, what in _INPUT if report.get(name)]
