"""A call of a journal in words: one line of what was asked and what came of it, and the facts behind a failure."""

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from refbrowser.journal.entry import key_of
from refbrowser.page_text import printable

Entry = Mapping[str, Any]

_MOST_ARGUMENTS: Final = 80
_LONGEST: Final = 300


def line(entry: Entry) -> str:
    """``#3 18:55:04 click [button 3] Go: ok, 53 ms``."""
    began = time.strftime("%H:%M:%S", time.localtime(entry["at"] / 1000))
    return f"#{entry['n']} {began} {asked(entry)}: {outcome(entry)}, {entry['ms']:g} ms"


def asked(entry: Entry) -> str:
    """The action, and its element by name or its arguments, in one line: any client may have written it."""
    called = called_element(entry)
    if called:
        return printable(f"{entry['action']} {called}")
    arguments = entry.get("arguments") or {}
    shown = " ".join(f"{name}={_short(value, _MOST_ARGUMENTS)}" for name, value in arguments.items() if name != "browser_id")
    return printable(f"{entry['action']} {shown}".rstrip())


def outcome(entry: Entry) -> str:
    """``ok``, ``no effect``, or the error's code."""
    if not entry["ok"]:
        return str(entry["code"])
    return "no effect observed" if is_fruitless(entry) else "ok"


def is_fruitless(entry: Entry) -> bool:
    """Whether the call succeeded and its receipt found no effect."""
    return bool(entry["ok"]) and receipt(entry).get("effect") == "none observed"


def receipt(entry: Entry) -> Mapping[str, Any]:
    """The receipt of an acting call; else nothing."""
    result = entry.get("result")
    action = result.get("action") if isinstance(result, Mapping) else None
    return action if isinstance(action, Mapping) else {}


def state(entry: Entry) -> Mapping[str, Any]:
    """The tab's state as the call's answer has it; else nothing."""
    result = entry.get("result")
    if not isinstance(result, Mapping):
        return {}
    found = result.get("state", result if "context_id" in result else None)
    return found if isinstance(found, Mapping) else {}


def called_element(entry: Entry) -> str:
    """The call's element, as its receipt or its target has it."""
    if element := receipt(entry).get("element"):
        return str(element)
    target = (entry.get("targets") or {}).get(key_of(entry.get("arguments") or {}))
    return f"[{target['kind']}] {target['name']}".rstrip() if isinstance(target, Mapping) else ""


def to_explain(calls: Sequence[Entry]) -> Entry | None:
    """The last call that failed or had no effect."""
    return next((entry for entry in reversed(calls) if not entry["ok"] or is_fruitless(entry)), None)


def explained(calls: Sequence[Entry], entry: Entry) -> list[str]:
    """What the record says about one call, in the order in which it came: what was seen, asked, found and hit, what stood in the
    way, what failed, and what else had changed."""
    return [*_seen(calls, entry), *_asked(entry), *_result(entry), *_around(entry), *_next(calls, entry)]


def _seen(calls: Sequence[Entry], entry: Entry) -> Iterator[str]:
    page = entry.get("page")
    if not page:
        return
    yield f"Before: tab {page['browser_id']} was at {page['url']}."
    earlier = [
        entry_before
        for entry_before in calls
        if entry_before["n"] < entry["n"] and (entry_before.get("page") or {}).get("browser_id") == page["browser_id"]
    ]
    showed = next((entry_before for entry_before in reversed(earlier) if entry_before["ok"] and _shows_page(entry_before)), None)
    if showed is None:
        yield "No call before it had shown this page."
    else:
        ago = (entry["at"] - showed["at"] - showed["ms"]) / 1000
        yield f"The page was last shown {max(0.0, ago):.1f} s before, by #{showed['n']} {showed['action']}."
    if earlier and not earlier[-1]["ok"]:
        yield f"The call before it on this tab failed too: {line(earlier[-1])}."


def _shows_page(entry: Entry) -> bool:
    result = entry.get("result")
    return (
        entry["action"] in ("content", "find")
        or (isinstance(result, Mapping) and "content" in result)
        or "changes" in receipt(entry)
    )


def _asked(entry: Entry) -> Iterator[str]:
    yield f"Asked: {asked(entry)}."
    for key, target in (entry.get("targets") or {}).items():
        where = [f"under “{target['heading']}”"] if target.get("heading") else []
        where += [f"in “{target['row']}”"] if target.get("row") else []
        where += [f"in the form {target['form']}"] if target.get("form") else []
        alike = f"; number {target['place']} of {target['alike']} elements with that name" if target.get("alike", 0) > 1 else ""
        named = f"ref {key}" if key.isdigit() else key
        yield f"Found: {named} was [{target['kind']}] {target['name']} {' '.join(where)}".rstrip() + alike + "."


def _result(entry: Entry) -> Iterator[str]:
    for approval in entry.get("approvals") or []:
        note = f" and wrote “{_short(approval['said'], _LONGEST)}”" if approval.get("said") else ""
        yield f"A person was asked, because of the rule {approval['rule']}, and answered {approval['answer']}{note}."
    if not entry["ok"]:
        yield f"Failed after {entry['ms']:g} ms: {entry['code']}. {entry.get('error', '')}".rstrip()
        details = entry.get("details") or {}
        if isinstance(cover := details.get("covered_by"), Mapping):
            yield f"Covered by: {cover.get('kind', '')} {cover.get('name') or cover.get('description') or ''}".rstrip() + "."
        for name in ("reason", "net_error", "rule"):
            if name in details:
                yield f"{name.capitalize().replace('_', ' ')}: {details[name]}."
        return
    fields = receipt(entry)
    if point := fields.get("point"):
        yield f"Hit: {fields.get('element', 'the page')} at {point[0]:g},{point[1]:g}."
    if fields.get("healed"):
        yield "An identical element had replaced it."
    if is_fruitless(entry):
        yield "No effect was observed: text, values, states, focus, scroll, tabs, dialogs, downloads and requests were as before."
    if navigation := fields.get("navigation"):
        status = f" (HTTP {navigation['http_status']})" if navigation.get("http_status") else ""
        yield f"Navigated to {navigation['to']}{status}."


def _around(entry: Entry) -> Iterator[str]:
    fields = receipt(entry)
    for name, words in (
        ("failed_requests", "Failed request"),
        ("console_errors", "Error in the console"),
        ("validation", "The form said"),
        ("pending", "Still pending"),
        ("requests", "Request, nothing else observed"),
    ):
        for note in fields.get(name) or []:
            yield f"{words}: {_short(note, _LONGEST)}."
    if dialog := fields.get("dialog"):
        yield f"A {dialog['type']} dialog opened: “{dialog['message']}”."
    if earlier := fields.get("earlier_changes"):
        yield f"Changed between the last answer and this call: {_short(' | '.join(str(earlier).splitlines()), _LONGEST)}."
    for name, words in (
        ("by_person", "A person had acted"),
        ("opened_meanwhile", "Tabs had opened"),
        ("closed_meanwhile", "Tabs had closed"),
    ):
        if value := fields.get(name):
            yield f"{words}: {_short(value, _LONGEST)}."
    result = entry.get("result")
    for remark in fields.get("remarks") or (result.get("remarks") if isinstance(result, Mapping) else None) or []:
        yield f"A person commented: {_short(remark, _LONGEST)}."
    if (status := state(entry).get("http_status")) is not None and status >= 400:
        yield f"The page's status was {status}."


def _next(calls: Sequence[Entry], entry: Entry) -> Iterator[str]:
    if (remedy := entry.get("remedy")) and not entry["ok"]:
        yield f"Proposed: {_short(remedy, _LONGEST)}."
    following = next((call for call in calls if call["n"] > entry["n"]), None)
    if following is not None:
        yield f"Next call: {line(following)}."


def _short(value: object, most: int) -> str:
    text = value if isinstance(value, str) else repr(value)
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"
