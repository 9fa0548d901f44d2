"""Render answers as text: content as markdown, a receipt in a few lines, a failure in one line with its remedy."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from refbrowser.addresses import shortened
from refbrowser.page_text import address, one_line, readable, readable_parts
from refbrowser.surface import lists
from refbrowser.surface.details import detail

_FIRST: Final = ("performed", "element", "ref", "point", "healed")

_WITH_REFS: Final = frozenset({"aimed_at", "at_point", "changes", "content", "earlier_changes", "element", "onto", "restated"})
"""Parts that contain genuine refs; page text in them is already sealed. Text of all other parts is sealed here."""

_MOST_JOINED: Final = 120
"""Characters of a list that is rendered on one line."""

_AFTER_STATE: Final = (
    "download", "dialog", "stayed", "content_error", "by_person", "remarks", "profile_unsaved",
    "opened_meanwhile", "closed_meanwhile", "dialogs_meanwhile",
)  # fmt: skip
"""Parts that are rendered after the line of a tab's state; further fields of the state are for programs."""

_SEQUENCE_ABORTED: Final = (
    "Sequence aborted ({}): a page did not load, so the calls after it were not run. Correct the url and run them again."
)


def render(answer: Any) -> str:
    """Return the text of an envelope."""
    if not answer["ok"]:
        return failure(answer)
    return result(answer["result"])


def failure(answer: Mapping[str, Any]) -> str:
    """Return the line of a failure: ``error ref_stale: … Next: {"action": "content"}``."""
    remedy = answer.get("remedy")
    code = answer["code"] + (" (may be retried)" if answer.get("retryable") else "")
    return f"error {code}: {answer['error']}" + (f" Next: {_remedy(remedy)}" if remedy else "")


def result(value: object) -> str:
    """Return the text of any action's result."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(item, dict) and "ok" in item for item in value):
        return "\n".join(f"#{index} {_indented(render(item))}" for index, item in enumerate(value))
    if not isinstance(value, dict):
        return _json(value)
    if "restored" in value:
        rest = {key: part for key, part in value.items() if key != "restored"}
        return f"{restored(value['restored'])}\n{result(rest)}"
    if "browsers" in value:
        return _listing(value)
    if "context_id" in value:
        extra = {key: part for key, part in value.items() if key in _AFTER_STATE}
        page = value.get("content")
        return "\n".join([state(value), *_fields(extra)] if page is None else [*_fields(extra), *_ended(value, page)])
    if "label" in value and "states" in value:
        return "\n".join([*detail(value), *_fields({key: value[key] for key in _AFTER_STATE if key in value})])
    return "\n".join(_parts(value))


def restored(note: Mapping[str, Any]) -> str:
    """Return the line about tabs that were restored after the browser ended."""
    tabs = ", ".join(map(str, note["browser_ids"])) or "none"
    return f"(Restored, because {note['because']}: tabs {tabs}. Lost: {', '.join(note['lost'])}.)"


def state(seen: Mapping[str, Any], said: Collection[str] = ()) -> str:
    """Return the line of a tab: number, title, URL, and unusual facts. The messages of dialogs in ``said`` are not repeated."""
    notes = []
    if seen.get("http_status") not in (None, 200):
        notes.append(f"HTTP {seen['http_status']}")
    if seen.get("loading"):
        notes.append("loading")
    if seen.get("crashed"):
        notes.append("crashed")
    scroll, viewport = seen.get("scroll"), seen.get("viewport")
    if scroll and viewport and scroll["height"] > viewport["height"]:
        notes.append(f"scrolled {scroll['y']} of {scroll['height'] - viewport['height']} px")
    for dialog in seen.get("dialogs", []):
        message = "" if dialog["dialog_id"] in said else f": {one_line(dialog['message'])!r}"
        notes.append(f"{dialog['type']} dialog {dialog['dialog_id']} open{message}")
    mark = "*" if seen.get("active") else ""
    return " · ".join(
        [
            f"Tab {seen['browser_id']}{mark}: {one_line(str(seen['title'])) or 'untitled'}",
            shortened(seen["url"]),
            *notes,
        ]
    )


def _parts(value: Mapping[str, Any]) -> list[str]:
    parts = dict(value)
    seen = parts.pop("state", None)
    page = parts.pop("content", None)
    lines = []
    if (calls := parts.pop("results", None)) is not None and "aborted" in parts:
        reason = parts.pop("abort_reason")
        lines += [_SEQUENCE_ABORTED.format(reason)] if parts.pop("aborted") else []
        lines += result(calls).splitlines()
    if isinstance(action := parts.pop("action", None), dict):
        lines += _receipt(action)
        page = action.get("content") if page is None else page
    if isinstance(outcome := parts.pop("outcome", None), dict):
        lines.append("The action that the dialog blocked:")
        lines += result(outcome).splitlines()
        seen = None if "state" in outcome else seen
        parts.pop("dialog", None)
    if "regions" in parts:
        lines += lists.visual_diff(parts)
        parts = {key: part for key, part in parts.items() if key in ("before", "after")}
    if "matches" in parts:
        lines += lists.found(parts)
        parts = {key: part for key, part in parts.items() if key not in ("matches", "count", "left_out", "read_as")}
    if "vision_load" in parts:
        del parts["vision_load"]
        size = f"{parts.pop('width')}x{parts.pop('height')}"
        parts = {"path": parts.pop("path"), "image": f"{size} {parts.pop('mime')}; vision_load shows it to you", **parts}
    if "held" in parts and "after_ms" in parts:
        parts = {"held": f"{parts['held']}, after {parts.pop('after_ms')} ms", **{k: v for k, v in parts.items() if k != "held"}}
    lines += _fields(parts)
    opened = [holder.get(name) for holder in (value, action) if isinstance(holder, dict) for name in ("dialog", "next_dialog")]
    said = {dialog["dialog_id"] for dialog in opened if isinstance(dialog, dict)}
    return lines + _ended(seen if isinstance(seen, dict) else None, page, said)


def _ended(seen: Mapping[str, Any] | None, page: str | None, said: Collection[str] = ()) -> list[str]:
    """Return the page, whose header repeats the state, or else the line of the state."""
    if page is not None:
        dialogs = [] if seen is None else [_dialog(dialog) for dialog in seen.get("dialogs", []) if dialog["dialog_id"] not in said]
        return [page, *dialogs]
    return [] if seen is None else [state(seen, said)]


def _listing(value: Mapping[str, Any]) -> str:
    lines = []
    for seen in value["browsers"]:
        lines.append(state(seen))
        if "content" in seen:
            lines.append(str(seen["content"] or f"not read: {seen.get('content_error')}"))
    lines.extend(_fields({key: part for key, part in value.items() if key not in ("browsers", "last_interacted_browser_id")}))
    return "\n".join(lines) or "No tab is open."


def _receipt(action: Mapping[str, Any]) -> list[str]:
    head = f"{action['performed']} {action.get('element') or ''}".strip()
    if action.get("healed"):
        head += " (healed: an identical element had replaced it)"
    if "point" in action and "element" not in action:
        head += f" at {action['point'][0]:g},{action['point'][1]:g}"
    lines = [head]
    rest = {name: value for name, value in action.items() if name not in (*_FIRST, "content")}
    if "scroll_before" in rest and "scroll_after" in rest:
        lines += _scrolled(rest.pop("scroll_before"), rest.pop("scroll_after"))
        rest.pop("scrolled", None)
    for name, value in rest.items():
        if name == "changes":
            lines.extend([f"{name}:", str(value)])
        elif name == "fields":
            lines.extend(map(_filled, value))
        elif name == "navigation":
            lines.append(f"navigated: {_navigation(value)}")
        elif name == "dialog":
            lines.append(_dialog(value))
        elif name in _RECEIPT_LINES:
            lines += _RECEIPT_LINES[name](value)
        else:
            lines += _field(name, value)
    return lines


def _filled(field: Mapping[str, Any]) -> str:
    differs = " (differs_from_typed)" if field.get("differs_from_typed") else ""
    return f"{field['element']} = {_value(field.get('value', field.get('checked')))}{differs}"


def _opened(tabs: Sequence[Mapping[str, Any]]) -> list[str]:
    return [
        f"opened tab {tab['browser_id']}: {' · '.join(filter(None, (one_line(tab.get('title') or ''), shortened(tab['url']))))}"
        for tab in tabs
    ]


def _scrolled_boxes(boxes: Sequence[Mapping[str, Any]]) -> list[str]:
    lines = []
    for box in boxes:
        (left, top), (to_left, to_top) = box["from"], box["to"]
        way = f"{top} → {to_top}" if top != to_top else f"{left} → {to_left} across"
        lines.append(f"scrolled {box['box']} {way}")
    return lines


def _file_chooser(chooser: Mapping[str, Any]) -> list[str]:
    takes = "files" if chooser["multiple"] else "one file"
    answer = f" Next: {_json(chooser['answer_with'])}" if "answer_with" in chooser else ""
    return [f"file chooser opened, for {takes}.{answer}"]


_RECEIPT_LINES: Final[Mapping[str, Callable[[Any], list[str]]]] = {
    "opened_browser_ids": lambda _: [],
    "opened": _opened,
    "turned_away": lambda count: [f"closed {count} tabs that the page opened: the chat has reached its limit of tabs"],
    "flooding": lambda notice: [notice],
    "closed_browser_ids": lambda tabs: ["closed: " + ", ".join(f"tab {number}" for number in tabs)],
    "closed_meanwhile": lambda tabs: ["closed since the last answer: " + ", ".join(f"tab {number}" for number in tabs)],
    "dialogs_meanwhile": lambda dialogs: [f"since the last answer: {_dialog(dialog)}" for dialog in dialogs],
    "earlier_dialogs": lambda dialogs: [_dialog(dialog) for dialog in dialogs],
    "title": lambda title: [f"title: {one_line(title['to'])!r}, was {one_line(title['from'])!r}"],
    "restated": lambda fields: [f"changed values: {', '.join(fields)}"],
    "media": lambda notes: [f"media: {', '.join(map(one_line, notes))}"],
    "pending": lambda notes: [f"pending: {'; '.join(notes)}"],
    "pending_requests": lambda _: [],
    "scrolled_boxes": _scrolled_boxes,
    "file_chooser": _file_chooser,
    "requests": lambda notes: [f"requests, nothing else observed: {'; '.join(map(_request, notes))}"],
    "earlier_changes": lambda text: ["changed before this action:", text],
    "visual_diff": lists.visual_diff,
    "spans_earlier": lambda _: ["(some of these changes may precede this action)"],
}
"""Formats of a receipt's parts; other parts are rendered as ``name: value``."""


def _scrolled(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return ``scrolled 0 → 612 of 4041`` for each axis that moved, or one line that nothing moved."""
    lines = []
    for axis, size, word in (("y", "height", ""), ("x", "width", "to the right ")):
        most = after[size] - after[f"viewport_{size}"]
        if before[axis] != after[axis]:
            lines.append(f"scrolled {word}{before[axis]:g} → {after[axis]:g} of {most:g}")
    end = after["height"] - after["viewport_height"]
    return lines or [f"not scrolled: at {after['y']:g} of {max(0, end):g}"]


def _navigation(value: Mapping[str, Any]) -> str:
    to = shortened(value["to"])
    if value.get("pending"):
        return f"{to} (no response yet)"
    if value.get("stayed"):
        return f"{to} (HTTP {value['http_status']} without content: the page stays)"
    how = "within the page" if value.get("same_document") else f"HTTP {value['http_status']}" if value.get("http_status") else ""
    return to + (f" ({how})" if how else "")


def _dialog(value: Mapping[str, Any]) -> str:
    text = f"{value['type']} dialog {value['dialog_id']}: {one_line(value['message'])!r}"
    if value.get("closed_by"):
        text += f" ({'accepted' if value.get('accepted') else 'dismissed'} by {value['closed_by']})"
    return text


def _fields(parts: Mapping[str, Any]) -> list[str]:
    return [line for name, value in parts.items() for line in _field(name, value)]


def _field(name: str, value: Any) -> list[str]:
    if name in ("closed_meanwhile", "dialogs_meanwhile"):
        return _RECEIPT_LINES[name](value)
    if name in ("dialog", "next_dialog") and isinstance(value, dict):
        return [_dialog(value)]
    if name == "answer_with" and isinstance(value, dict):
        return [f"answer_with: {_remedy(value)}"]
    if name == "download" and isinstance(value, dict):
        return [f"download: {lists.download(value)}"]
    if (known := lists.lines(name, value)) is not None:
        return known
    if isinstance(value, list) and value and all(isinstance(part, str | int) and not isinstance(part, bool) for part in value):
        parts = [str(part) if name in _WITH_REFS else _request(str(part)) for part in value]
        joined = ", ".join(parts)
        # Long texts and texts with commas get one line each.
        if len(value) == 1 or (len(joined) <= _MOST_JOINED and joined.count(",") == len(value) - 1):
            return [f"{name}: {joined}"]
        return [f"{name}:", *(f"- {part}" for part in parts)]
    return _several(f"{one_line(name)}: ", value if name in _WITH_REFS else _value(value))


def _several(head: str, text: str) -> list[str]:
    """Return ``head`` and ``text``. Lines of a multi-line text follow, each after a bar, so that none passes for the tool's own."""
    if not isinstance(text, str) or "\n" not in text:
        return [f"{head}{_plain(text)}"]
    return [head.rstrip(), *(f"| {line}" for line in text.split("\n"))]


def _value(value: object) -> str:
    """Return a value that a page may have written, made readable."""
    return readable(value) if isinstance(value, str) else _json(readable_parts(value))


def _request(note: str) -> str:
    """Return a one-line note with the URLs in it escaped as URLs."""
    return one_line(" ".join(address(word) if "://" in word else word for word in note.split(" ")))


def _remedy(remedy: Mapping[str, Any]) -> str:
    if "action" in remedy:
        call = _json(readable_parts({key: value for key, value in remedy.items() if key != "hint"}))
    elif "command" in remedy:
        call = str(remedy["command"])
    else:
        return f"{remedy['hint']}." if set(remedy) == {"hint"} else _json(remedy)
    return call + (f" ({remedy['hint']})" if remedy.get("hint") else "")


def _plain(value: object) -> str:
    return value if isinstance(value, str) else _json(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _indented(text: str) -> str:
    return text.replace("\n", "\n   ")
