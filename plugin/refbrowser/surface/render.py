"""Render answers as text: content as markdown, a receipt in a few lines, a failure in one line with its remedy."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from refbrowser.addresses import shortened
from refbrowser.page_text import one_line
from refbrowser.surface import lists
from refbrowser.surface.details import detail
from refbrowser.surface.fields import as_json, dialog_line, field_lines, remedy_text

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
    return f"error {code}: {answer['error']}" + (f" Next: {remedy_text(remedy)}" if remedy else "")


def result(value: object) -> str:
    """Return the text of any action's result."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(item, dict) and "ok" in item for item in value):
        return "\n".join(f"#{index} {_indented(render(item))}" for index, item in enumerate(value))
    if not isinstance(value, dict):
        return as_json(value)
    if "restored" in value:
        rest = {key: part for key, part in value.items() if key != "restored"}
        return f"{restored(value['restored'])}\n{result(rest)}"
    if "help" in value and "topic" in value:
        return str(value["help"])
    if "browsers" in value:
        return _listing(value)
    if "context_id" in value:
        extra = {key: part for key, part in value.items() if key in _AFTER_STATE}
        page = value.get("content")
        return "\n".join([state(value), *field_lines(extra)] if page is None else [*field_lines(extra), *_ended(value, page)])
    if "label" in value and "states" in value:
        return "\n".join([*detail(value), *field_lines({key: value[key] for key in _AFTER_STATE if key in value})])
    return "\n".join(_parts(value))


def restored(note: Mapping[str, Any]) -> str:
    """Return the line about tabs that were restored after the browser ended."""
    tabs = ", ".join(map(str, note["browser_ids"])) or "none"
    return f"(Restored, because {note['because']}: tabs {tabs}. Lost: {', '.join(note['lost'])}.)"


def state(seen: Mapping[str, Any], reported: Collection[str] = ()) -> str:
    """Return the line of a tab: number, title, URL, and unusual facts. The messages of dialogs in ``reported`` are not repeated."""
    notes = []
    if seen.get("http_status") not in (None, 200):
        notes.append(f"HTTP {seen['http_status']}")
    if seen.get("loading"):
        notes.append("restoring" if seen.get("restoring") else "loading")
    if cut := seen.get("cut"):
        notes.append(f"cut off by {cut}")
    if seen.get("crashed"):
        notes.append("crashed")
    scroll, viewport = seen.get("scroll"), seen.get("viewport")
    if scroll and viewport and scroll["height"] > viewport["height"]:
        notes.append(f"scrolled {scroll['y']} of {scroll['height'] - viewport['height']} px")
    for dialog in seen.get("dialogs", []):
        message = "" if dialog["dialog_id"] in reported else f": {one_line(dialog['message'])!r}"
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
        # Not at the top: many a command from the shell has no receipt.
        from refbrowser.surface.receipts import receipt

        lines += receipt(action)
        page = action.get("content") if page is None else page
    if isinstance(outcome := parts.get("outcome"), dict):
        del parts["outcome"]
        lines += _blocked(outcome, parts.pop("performed", None), parts.pop("dialog", None))
        seen = None if "state" in outcome or "context_id" in outcome else seen
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
    lines += field_lines(parts)
    opened = [holder.get(name) for holder in (value, action) if isinstance(holder, dict) for name in ("dialog", "next_dialog")]
    dialog_ids = {dialog["dialog_id"] for dialog in opened if isinstance(dialog, dict)}
    if lines and page is None and isinstance(seen, dict) and _is_known(seen):
        return lines
    return lines + _ended(seen if isinstance(seen, dict) else None, page, dialog_ids)


def _is_known(seen: Mapping[str, Any]) -> bool:
    """Return whether the line of the tab would repeat what the chat has been told."""
    unusual = seen.get("dialogs") or seen.get("crashed") or seen.get("loading") or seen.get("cut")
    return bool(seen.get("as_told")) and not unusual


def _blocked(outcome: Mapping[str, Any], performed: str | None, dialog: Mapping[str, Any] | None) -> list[str]:
    """Return the lines of an action that goes on after its dialog; only a receipt names the action and the dialog itself."""
    has_receipt = isinstance(outcome.get("action"), dict)
    head = "The action that the dialog blocked:" + (f" {performed}" if performed and not has_receipt else "")
    return [head, *([dialog_line(dialog)] if dialog and not has_receipt else []), *result(outcome).splitlines()]


def _ended(seen: Mapping[str, Any] | None, page: str | None, reported: Collection[str] = ()) -> list[str]:
    """Return the page, whose header repeats the state, or else the line of the state."""
    if page is None:
        return [] if seen is None else [state(seen, reported)]
    dialogs = [] if seen is None else seen.get("dialogs", [])
    return [page, *(dialog_line(dialog) for dialog in dialogs if dialog["dialog_id"] not in reported)]


def _listing(value: Mapping[str, Any]) -> str:
    lines = []
    for seen in value["browsers"]:
        lines.append(state(seen))
        if "content" in seen:
            lines.append(str(seen["content"] or f"not read: {seen.get('content_error')}"))
    lines.extend(field_lines({key: part for key, part in value.items() if key not in ("browsers", "last_interacted_browser_id")}))
    return "\n".join(lines) or "No tab is open."


def _indented(text: str) -> str:
    return text.replace("\n", "\n   ")
