"""What a card shows of a call: all of it, or how much it leaves out."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pydantic import BaseModel

from refbrowser.redact import redacted

_MOST: Final = 60_000
"""Characters of all texts of a call."""

_MOST_OF_TEXT: Final = 4_000
_LEAST_OF_TEXT: Final = 200
_MOST_OF_NAME: Final = 600
_MOST_ITEMS: Final = 400
_DEEPEST: Final = 8


def shortened(text: str, most: int = _MOST_OF_NAME) -> str:
    """Return ``text``, or its head and its tail with how many characters between them are left out."""
    if len(text) <= most:
        return text
    tail = most // 3
    return f"{text[: most - tail]} [… {len(text) - most} characters left out …] {text[-tail:]}"


def shown_arguments(arguments: BaseModel) -> dict[str, Any]:
    """Return the arguments that the call names, for a person: refs as numbers, addresses without their secrets."""
    given = arguments.model_dump(exclude_unset=True, exclude_none=True)
    most = max(_LEAST_OF_TEXT, min(_MOST_OF_TEXT, _MOST // (_count(given) or 1)))
    return dict(_shown(given, most, _DEEPEST))


def _count(value: object) -> int:
    if isinstance(value, Mapping):
        return sum(map(_count, value.values()))
    return sum(map(_count, value)) if isinstance(value, list | tuple) else isinstance(value, str)


def _shown(value: object, most: int, depth: int) -> Any:
    if isinstance(value, str):
        return shortened(redacted(value), most)
    if value is None or isinstance(value, bool | int | float):
        return value
    if depth == 0:
        return shortened(json.dumps(value, ensure_ascii=False, default=str), most)
    if isinstance(value, Mapping):
        if "number" in value and value.keys() <= {"number", "kind"}:
            return value["number"]
        parts = {str(key): _shown(part, most, depth - 1) for key, part in list(value.items())[:_MOST_ITEMS]}
        return parts | ({"…": f"{len(value) - _MOST_ITEMS} left out"} if len(value) > _MOST_ITEMS else {})
    if isinstance(value, list | tuple):
        items = [_shown(part, most, depth - 1) for part in value[:_MOST_ITEMS]]
        return [*items, f"… {len(value) - _MOST_ITEMS} left out"] if len(value) > _MOST_ITEMS else items
    return _shown(str(value), most, depth)


_LISTS: Final = {"shown": "it reads", "activates": "it activates", "leads_to": "leads to", "sends": "it sends besides"}
_JOINED: Final = {
    "form_fields": "its form contains",
    "carries": "would send text from",
    "carries_to": "would send it to",
    "unread": "cannot be read",
}


def lines_of(card: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what a card says besides who asks and why, as labels and texts, for a place that shows lines alone."""
    if card.get("element"):
        yield "element", str(card["element"])
    for name, label in _LISTS.items():
        for text in card.get(name) or ():
            yield label, str(text)
    for name, label in _JOINED.items():
        if texts := card.get(name):
            yield label, ", ".join(texts)
    yield from _lines_of_arguments(card.get("arguments") or {})
    calls: Sequence[Mapping[str, Any]] = card.get("calls") or ()
    for place, call in enumerate(calls, start=1):
        if "arguments" not in call:
            yield f"also {place} of {len(calls)}", json.dumps(call, ensure_ascii=False)
            continue
        yield f"call {place} of {len(calls)}", f"{call['action']} on {call['site']}"
        for label, text in lines_of(call):
            yield f"  {label}", text


def _lines_of_arguments(arguments: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    lists = {name: value for name, value in arguments.items() if isinstance(value, list) and len(value) > 1}
    if rest := {name: value for name, value in arguments.items() if name not in lists}:
        yield "call", json.dumps(rest, ensure_ascii=False)
    for name, items in lists.items():
        for place, item in enumerate(items, start=1):
            yield f"{name} {place} of {len(items)}", json.dumps(item, ensure_ascii=False)
