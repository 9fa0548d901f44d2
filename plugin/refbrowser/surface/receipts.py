"""Render a receipt in a few lines: what was done to which element, then what came of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from refbrowser.addresses import shortened
from refbrowser.page_text import one_line, readable
from refbrowser.surface import lists
from refbrowser.surface.fields import as_json, dialog_line, field, readable_value, request_line

_FIRST: Final = ("performed", "element", "ref", "point", "healed")


def receipt(action: Mapping[str, Any]) -> list[str]:
    """Return the lines of a receipt, without the page that it may hold."""
    head = f"{action['performed']} {action.get('element') or ''}".strip()
    if action.get("healed"):
        head += " (healed: an identical element had replaced it)"
    if "point" in action and "element" not in action:
        head += f" at {action['point'][0]:g},{action['point'][1]:g}"
    lines = [head]
    rest = {name: value for name, value in action.items() if name not in (*_FIRST, "content")}
    if rest.get("focus") is not None and rest["focus"] == action.get("ref"):
        del rest["focus"]
        lines[0] += " (focused)"
    if "scroll_before" in rest and "scroll_after" in rest:
        lines += _scrolled(rest.pop("scroll_before"), rest.pop("scroll_after"))
        rest.pop("scrolled", None)
    if rest.get("already_so") and str(rest.get("effect", "")).startswith("none observed"):
        del rest["effect"]
    if saved := rest.get("saved"):
        names = [entry["name"] for entry in saved]
        rest["downloads"] = [name for name in rest.get("downloads", ()) if name not in names]
    for name, value in rest.items():
        if name == "downloads" and not value:
            continue
        if name == "changes":
            lines.extend([f"{name}:", str(value)])
        elif name == "fields":
            lines.extend(map(_filled, value))
        elif name == "navigation":
            lines.append(f"navigated: {_navigation(value)}")
        elif name == "dialog":
            lines.append(dialog_line(value))
        elif name in _LINES:
            lines += _LINES[name](value)
        else:
            lines += field(name, value)
    return lines


def _filled(field: Mapping[str, Any]) -> str:
    if gone := field.get("gone"):
        return f"{field['element']}: gone ({gone})"
    marks = "".join(f" ({mark})" for mark in ("differs_from_typed", "untrusted_events") if field.get(mark))
    return f"{field['element']} = {readable_value(field.get('value', field.get('checked')))}{marks}"


def _opened(tabs: Sequence[Mapping[str, Any]]) -> list[str]:
    def parts(tab: Mapping[str, Any]) -> list[str]:
        dialog = dialog_line(tab["dialog"]) if "dialog" in tab else ""
        return [one_line(tab.get("title") or ""), shortened(tab["url"]), one_line(tab.get("failed") or ""), dialog]

    return [f"opened tab {tab['browser_id']}: {' · '.join(filter(None, parts(tab)))}" for tab in tabs]


def _other_tab(tab: Mapping[str, Any]) -> str:
    if title := tab.get("title"):
        return f"tab {tab['browser_id']}: title {one_line(title['to'])!r}, was {one_line(title['from'])!r}"
    what = "has changed" if tab.get("changed") else f"goes to {shortened(tab['url'])}"
    return f"tab {tab['browser_id']} {what}"


def _scrolled_boxes(boxes: Sequence[Mapping[str, Any]]) -> list[str]:
    lines = []
    for box in boxes:
        (left, top), (to_left, to_top) = box["from"], box["to"]
        way = f"{top} → {to_top}" if top != to_top else f"{left} → {to_left} across"
        lines.append(f"scrolled {box['box']} {way}")
    return lines


def _file_chooser(chooser: Mapping[str, Any]) -> list[str]:
    takes = "files" if chooser["multiple"] else "one file"
    answer = f" Next: {as_json(chooser['answer_with'])}" if "answer_with" in chooser else ""
    return [f"file chooser opened, for {takes}.{answer}"]


def _asked(requests: Sequence[Mapping[str, Any]]) -> list[str]:
    lines = []
    for request in requests:
        got = f": {one_line(request['got'])}" if request["got"] else ""
        answer = f" Next: {as_json(request['answer_with'])}" if "answer_with" in request else ""
        # The file chooser has a line of its own, with the call that answers it.
        lines += [] if request["what"] == "file picker" and answer else [f"the page asked for {request['what']}{got}.{answer}"]
    return lines


_LINES: Final[Mapping[str, Callable[[Any], list[str]]]] = {
    "opened_browser_ids": lambda _: [],
    "opened": _opened,
    "turned_away": lambda count: [f"closed {count} tabs that the page opened: the chat has reached its limit of tabs"],
    "flooding": lambda notice: [notice],
    "closed_browser_ids": lambda tabs: ["closed: " + ", ".join(f"tab {number}" for number in tabs)],
    "other_tabs": lambda tabs: [_other_tab(tab) for tab in tabs],
    "earlier_dialogs": lambda dialogs: [dialog_line(dialog) for dialog in dialogs],
    "title": lambda title: [f"title: {one_line(title['to'])!r}, was {one_line(title['from'])!r}"],
    "restated": lambda fields: [f"changed values: {', '.join(fields)}"],
    "media": lambda notes: [f"media: {', '.join(map(one_line, notes))}"],
    "pending": lambda notes: [f"pending: {'; '.join(notes)}"],
    "pending_requests": lambda _: [],
    "looks_changed": lambda looks: [f"looks changed: {'; '.join(looks)}"],
    "focus_lost": lambda number: [f"focus lost: ref {number} had it"],
    "scrolled_boxes": _scrolled_boxes,
    "file_chooser": _file_chooser,
    "asked": _asked,
    "requests": lambda notes: [f"requests, nothing else observed: {'; '.join(map(request_line, notes))}"],
    "earlier_changes": lambda text: ["changed before this action:", text],
    "saved": lambda files: [
        f"downloaded {one_line(file['name'])}: {file['size']} bytes, {readable(file['path'])}" for file in files
    ],
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
        why = f"{value['because']};" if "because" in value else f"HTTP {value['http_status']} without content:"
        return f"{to} ({why} the page stays)"
    how = "within the page" if value.get("same_document") else f"HTTP {value['http_status']}" if value.get("http_status") else ""
    redirects = "".join(f"{_hop(redirect, value['to'])} → " for redirect in value.get("redirects", ()))
    return redirects + to + (f" ({how})" if how else "")


def _hop(redirect: Mapping[str, Any], to: str) -> str:
    """Return an address that redirected, with its status; without its site where that is the one that it led to."""
    site = to.split("/", 3)[:3]
    url = shortened(redirect["url"])
    local = "/" + url.split("/", 3)[3] if redirect["url"].split("/", 3)[:3] == site and url.count("/") > 2 else url
    return f"{local} {redirect['http_status']}" if redirect["http_status"] else local
