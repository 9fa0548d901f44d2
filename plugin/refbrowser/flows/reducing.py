"""Which calls of a session a flow is made of: those that failed, did nothing, or were taken back, are left out."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Final

from refbrowser.actions.catalog import BY_NAME
from refbrowser.flows.calls import refused_action
from refbrowser.journal.entry import key_of
from refbrowser.journal.summary import Entry, asked, is_fruitless, receipt, state
from refbrowser.replay.comparing import place_of

READINGS: Final = frozenset({"content", "find", "read", "evaluate"})
"""Calls whose answers may be outputs."""

ONLY_LOOKED: Final = "it only looked"
WAITS: Final = frozenset({"wait", "expect"})
_VIEW: Final = frozenset({"scroll", "wheel", "hover", "focus"})
"""Calls that a run mostly does without, as it brings what it presses into view: put back where a trial needs them."""

_PRESSES: Final = frozenset({"click", "double_click", "right_click"})
_FOCUS: Final = frozenset({"performed", "element", "ref", "point", "focus_lost"})
"""What the receipt has of a press that did nothing but end the focus, as what is filled or pressed next does."""

_LOADING: Final = frozenset({"navigate", "open", "reload"})
_ENTERING: Final = frozenset({"type", "select_option", "set_checked", "upload_file", "fill_form"})
_SAME: Final = ("kind", "name", "item", "row", "heading", "form", "frame", "field", "place")


@dataclass(frozen=True, slots=True)
class Dropped:
    """A call that the flow has not, and why."""

    n: int
    asked: str
    why: str

    def as_dict(self) -> dict[str, Any]:
        return {"call": self.n, "asked": self.asked, "why": self.why}


@dataclass(slots=True)
class Reduced:
    """``kept`` are entries in their order, readings and waits among them."""

    kept: list[Entry]
    dropped: list[Dropped] = field(default_factory=list)

    def drop(self, entry: Entry, why: str) -> None:
        """Leave a call out."""
        self.kept.remove(entry)
        self.dropped.append(Dropped(entry["n"], asked(entry), why))


def reduced(
    calls: Sequence[Entry], *, needed: Set[int] = frozenset(), with_views: bool = False, with_corrected: bool = False
) -> Reduced:
    """Return the calls to make a flow of. ``needed`` are the numbers of readings that something later depends on. ``with_views``
    keeps scrolling and the like, ``with_corrected`` what was taken back."""
    result = Reduced(list(calls))
    for entry in calls:
        if (why := _fruitless(entry, with_views=with_views)) is not None:
            result.drop(entry, why)
    if not with_corrected:
        _drop_side_tabs(result, needed)
        _drop_detours(result, needed)
        _drop_dismissed(result)
        _drop_corrected(result)
    return result


def _fruitless(entry: Entry, *, with_views: bool) -> str | None:
    name = entry["action"]
    if not entry["ok"]:
        return f"it failed: {entry['code']}"
    if name == "flow" or name not in BY_NAME or refused_action(name) is not None:
        return "it is no step of a flow"
    if is_fruitless(entry) and receipt(entry).get("dialog") is None:
        return "it had no effect"
    if name in _PRESSES and "focus_lost" in receipt(entry) and receipt(entry).keys() <= _FOCUS:
        return "it had no effect but on the focus"
    if name == "set_active":
        return "a step names its tab"
    if name in _VIEW and not with_views:
        return "a run brings into view what it presses"
    if name == "handoff":
        return None
    action = BY_NAME[name]
    if name in READINGS or name in WAITS:
        return "it waited for time alone" if set(entry.get("arguments") or {}) == {"time_ms"} else None
    return ONLY_LOOKED if action.effect == "read" else None


def _acts(entry: Entry) -> bool:
    return entry["action"] not in READINGS and entry["action"] not in WAITS


def _tab(entry: Entry) -> Any:
    page = entry.get("page")
    return page.get("browser_id") if isinstance(page, Mapping) else None


def _drop_side_tabs(result: Reduced, needed: Set[int]) -> None:
    """Tabs that were opened, looked at, and closed."""
    for entry in list(result.kept):
        if entry["action"] != "open":
            continue
        opened = (entry.get("result") or {}).get("browser_id")
        inside = [other for other in result.kept if other["n"] > entry["n"] and _tab(other) == opened]
        only_looked = inside and inside[-1]["action"] == "close" and not any(_acts(other) for other in inside[:-1])
        if only_looked and needed.isdisjoint(other["n"] for other in inside):
            for other in [entry, *inside]:
                result.drop(other, "its tab was looked at and closed")


def _drop_detours(result: Reduced, needed: Set[int]) -> None:
    """Pages that were left again without anything done there: by ``back``, or for another address."""
    for entry in list(result.kept):
        if entry not in result.kept:
            continue
        before = [other for other in result.kept if other["n"] < entry["n"] and _tab(other) == _tab(entry)]
        acting = [other for other in before if _acts(other)]
        if entry["action"] == "back" and acting:
            leaving = acting[-1]
            was, is_now = (leaving.get("page") or {}).get("url"), state(entry).get("url")
            if was and is_now and place_of(was, {}) == place_of(is_now, {}) and not receipt(leaving).get("downloads"):
                detour = [leaving, *(each for each in before if each["n"] > leaving["n"]), entry]
                for other in detour if needed.isdisjoint(each["n"] for each in detour) else ():
                    result.drop(other, f"it was taken back by #{entry['n']}")
        elif entry["action"] == "navigate" and acting and acting[-1]["action"] in _LOADING:
            leaving = acting[-1]
            looked = [each for each in before if each["n"] > leaving["n"]]
            if not needed.isdisjoint(each["n"] for each in looked):
                continue
            for other in looked:
                result.drop(other, "its page was left without anything done there")
            if leaving["action"] != "open" or _is_first_open(result, leaving):
                result.drop(leaving, "its page was left without anything done there")


def _is_first_open(result: Reduced, entry: Entry) -> bool:
    return not any(other["n"] < entry["n"] for other in result.kept)


def _drop_dismissed(result: Reduced) -> None:
    """Presses whose dialog was dismissed, and that were then repeated."""
    acting = [entry for entry in result.kept if _acts(entry)]
    for press, answer, again in zip(acting, acting[1:], acting[2:], strict=False):
        dismissed = answer["action"] == "dialog" and (answer.get("arguments") or {}).get("operation") == "dismiss"
        if dismissed and press["action"] == again["action"] and _target(press) is not None and _target(press) == _target(again):
            for other in (press, answer):
                result.drop(other, f"it was repeated by #{again['n']}")


def _drop_corrected(result: Reduced) -> None:
    """Fields that were filled again before anything else was done with them."""
    for index, entry in reversed(list(enumerate(result.kept))):
        later = _filled(entry)
        if not later:
            continue
        for other in reversed(result.kept[:index]):
            if not _acts(other):
                continue
            if other["action"] not in _ENTERING or _tab(other) != _tab(entry):
                break
            if (earlier := _filled(other, whole=False)) and earlier <= later:
                result.drop(other, f"it was corrected by #{entry['n']}")
                break


def _filled(entry: Entry, *, whole: bool = True) -> set[tuple[Any, ...]]:
    """The fields that a call fills; with ``whole``, those in which nothing of what stood there is left."""
    arguments = entry.get("arguments") or {}
    if entry["action"] not in _ENTERING or (whole and entry["action"] == "type" and not arguments.get("clear", True)):
        return set()
    holders = arguments.get("fields") if entry["action"] == "fill_form" else [arguments]
    found = [_target(entry, holder) for holder in holders or [] if isinstance(holder, Mapping)]
    return {each for each in found if each is not None} if None not in found else set()


def _target(entry: Entry, holder: Mapping[str, Any] | None = None) -> tuple[Any, ...] | None:
    meaning = (entry.get("targets") or {}).get(key_of(holder if holder is not None else entry.get("arguments") or {}))
    return tuple(meaning.get(name) for name in _SAME) if isinstance(meaning, Mapping) else None
