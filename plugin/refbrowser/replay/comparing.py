"""What is different between a recorded answer and that of the same call now."""

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from refbrowser.journal.summary import Entry, receipt, state

_KINDS: Final = ("dialog", "file_chooser", "validation", "downloads", "opened_browser_ids", "closed_browser_ids", "failed_requests")
"""Parts of a receipt of which there are some or none; what is in them may name the moment."""

_WORDS: Final = 3
"""A request in a receipt: status, method, address."""

_NUMBER: Final = re.compile(r"\d{5,}|(?=[0-9a-f-]*\d)[0-9a-f]{8}[0-9a-f-]*")

_READ_BACK: Final = ("value", "checked", "chosen", "files")


def differences(recorded: Entry, replayed: Entry, entered: Mapping[str, str], renamed: Mapping[str, str]) -> list[str]:
    """Each difference that a person would call one: success, error, page, status, element, value, effect. ``entered`` are values
    that the replay gave instead of the recorded ones, ``renamed`` labels that it has found reworded."""
    if recorded["ok"] != replayed["ok"]:
        return [f"the call returned {_outcome(replayed)}, was {_outcome(recorded)}"]
    if not recorded["ok"]:
        return [] if recorded["code"] == replayed["code"] else [f"the error is {replayed['code']}, was {recorded['code']}"]
    return [*_pages(state(recorded), state(replayed), entered, renamed), *_receipts(receipt(recorded), receipt(replayed), entered)]


def _pages(
    before: Mapping[str, Any], after: Mapping[str, Any], entered: Mapping[str, str], renamed: Mapping[str, str]
) -> list[str]:
    found = []
    if before and after:
        if (was := place_of(before["url"], entered)) != (is_now := place_of(after["url"], entered)):
            found.append(f"the page is {is_now}, was {was}")
        titled = not entered and _has_title(before) and _has_title(after)
        for name, what in (("title", "title"), ("http_status", "status")):
            if name == "title" and (not titled or reworded(str(before.get(name)), renamed) == after.get(name)):
                continue
            if before.get(name) != after.get(name):
                found.append(f"the {what} is {after.get(name)!r}, was {before.get(name)!r}")
    return found


def reworded(text: str, renamed: Mapping[str, str]) -> str:
    """A recorded text with the labels that a replay has found in place of others."""
    for was, is_now in renamed.items():
        text = text.replace(was, is_now)
    return text


def _has_title(state: Mapping[str, Any]) -> bool:
    """Whether the page itself reported the title, and had loaded: until then it may come."""
    return state.get("viewport") is not None and not state.get("loading")


def place_of(url: str, entered: Mapping[str, str]) -> str:
    """An address without its origin, and without what was entered into forms that are sent by their address."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https"):
        return url
    query = "&".join(
        sorted(
            name if value in entered or value in entered.values() else f"{name}={value}"
            for name, value in parse_qsl(parts.query, keep_blank_values=True)
        )
    )
    return (parts.path or "/") + (f"?{query}" if query else "")


def _receipts(before: Mapping[str, Any], after: Mapping[str, Any], entered: Mapping[str, str]) -> list[str]:
    found = [
        f"its {name} is {after.get(name)!r}, was {before[name]!r}"
        for name in _READ_BACK
        if name in before and before[name] != after.get(name) and str(before[name]) not in entered
    ]
    for name in _KINDS:
        was, is_now = _what(name, before.get(name)), _what(name, after.get(name))
        if was != is_now:
            found.append(f"{name.replace('_', ' ')}: {is_now or 'none'}, was {was or 'none'}")
    if before.get("effect") != after.get("effect"):
        found.append("it has no effect now" if after.get("effect") else "it has an effect now, had none")
    asked, asks = (_requested(receipt, entered) for receipt in (before, after))
    if asked and asks and not asked & asks:
        # Which of several are answered in time differs from run to run; none of the same is something else.
        found.append(f"it requests {', '.join(sorted(asks)[:2])}, and had requested {', '.join(sorted(asked)[:2])}")
    navigation, goes = before.get("navigation"), after.get("navigation")
    if bool(navigation) != bool(goes):
        found.append("it does not navigate now" if navigation else "it navigates now, did not before")
    elif navigation and goes and navigation.get("http_status") != goes.get("http_status"):
        found.append(f"the navigation's status is {goes.get('http_status')}, was {navigation.get('http_status')}")
    return found


def _requested(receipt: Mapping[str, Any], entered: Mapping[str, str]) -> set[str]:
    """The requests of a receipt, each its method and address, without what names the moment."""
    requests = [str(request).split() for request in receipt.get("requests") or ()]
    return {f"{words[1]} {_NUMBER.sub('#', place_of(words[2], entered))}" for words in requests if len(words) >= _WORDS}


def _what(name: str, value: Any) -> str:
    if not value:
        return ""
    if isinstance(value, Mapping):
        return f"{value.get('type', name)} {value.get('message', '')}".strip()
    if name == "downloads":
        return ", ".join(sorted(map(str, value)))
    return f"{len(value)} {name.replace('_', ' ')}" if isinstance(value, list) else str(value)


def _outcome(entry: Entry) -> str:
    return "ok" if entry["ok"] else f"{entry['code']} ({entry.get('error', '')})"
