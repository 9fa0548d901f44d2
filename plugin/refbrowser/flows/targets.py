"""Targets of a flow as the meanings that a replay compares, and back."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from refbrowser.flows.model import Target
from refbrowser.flows.values import Value, filled
from refbrowser.replay.matching import Match, Meaning, NoMatch, match

SAID: Final = ("kind", "name", "item", "row", "heading", "form", "frame", "href")
HINTED: Final = ("near", "role", "id", "field", "test_id", "placeholder", "path", "place", "alike", "same")
_OF_THE_PAGE: Final = ("ref", "kind", "name", "place", "alike")
"""What a candidate has whatever the target says."""


def meaning_of(target: Target, inputs: Mapping[str, Value]) -> dict[str, Any]:
    """Return the meaning that a replay looks for, with the inputs in it."""
    given = target.model_dump(exclude_none=True)
    parts = {**given, **given.pop("hints", {})}
    return {name: filled(str(value), inputs, str) if isinstance(value, str) else value for name, value in parts.items()}


def match_said(wanted: Meaning, candidates: Sequence[Meaning]) -> Match | NoMatch:
    """As :func:`match`, of what the target says alone: what it leaves out may be anything."""
    kept = [name for name in (*SAID, *HINTED) if name in wanted]
    name = str(wanted.get("name", ""))
    compared = [_only(candidate, (*_OF_THE_PAGE, *kept)) for candidate in candidates]
    # Capitals of a name are no difference: an input may be written with others.
    found = match(wanted, [{**each, "name": name} if _alike(name, str(each["name"])) else each for each in compared])
    if isinstance(found, NoMatch):
        return found
    whole = next(candidate for candidate in candidates if candidate["ref"] == found.found["ref"])
    return Match(whole, found.how)


def _alike(name: str, other: str) -> bool:
    return " ".join(name.casefold().split()) == " ".join(other.casefold().split())


def _only(candidate: Meaning, names: Sequence[str]) -> dict[str, Any]:
    return {name: candidate[name] for name in names if name in candidate}


def target_of(meaning: Mapping[str, Any]) -> Target:
    """Return a recorded meaning as a target: what a person reads, and the hints."""
    parts = {name: str(meaning[name]) for name in SAID if meaning.get(name)}
    if parts.get("item") == parts.get("name"):
        del parts["item"]
    counts = {name: meaning[name] for name in ("place", "alike", "same") if isinstance(meaning.get(name), int)}
    if counts.get("alike", 0) <= 1 and counts.get("same", 0) <= 1:
        counts = {}
    left_out = {"place", "alike", "same", "role"}
    # Compared among twins alone, and what stands before it is its heading.
    left_out |= {"path"} if counts.get("same", 0) <= 1 else set()
    left_out |= {"near"} if meaning.get("near") == meaning.get("heading") else set()
    hints = {name: str(meaning[name]) for name in HINTED if meaning.get(name) and name not in left_out}
    return Target.model_validate({"name": "", **parts, **({"hints": {**hints, **counts}} if hints or counts else {})})


def shown(target: Target) -> str:
    """Return a target in a few words."""
    if target.selector is not None:
        return f"selector {target.selector}"
    place = target.item or target.row or target.heading
    return f"[{target.kind}] {target.name}".rstrip() + (f" at “{place}”" if place else "")
