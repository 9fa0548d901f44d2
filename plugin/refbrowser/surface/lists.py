"""Render lists, one line per entry: console messages, requests, WebSocket messages, frames, downloads, found lines."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from refbrowser.addresses import shortened
from refbrowser.page_text import one_line, readable

Line = Callable[[Mapping[str, Any]], str]


def lines(name: str, value: object) -> list[str] | None:
    """Return the lines of the list called ``name``, or None for any other value."""
    if not isinstance(value, list):
        return None
    line = next((render for fields, render in _LINES.get(name, ()) if all(fields <= set(entry) for entry in value)), None)
    if line is None:
        return None
    return [f"{name}:" + ("" if value else " none"), *(f"- {line(entry)}" for entry in value)]


def _message(entry: Mapping[str, Any]) -> str:
    level = f"uncaught {entry['level']}" if entry.get("uncaught") else entry["level"]
    return f"{level}: {one_line(entry['text'])}" + (f" ({shortened(entry['location'])})" if entry.get("location") else "")


def _frame_of_socket(entry: Mapping[str, Any]) -> str:
    return f"{entry['direction']}: {one_line(entry['text'])}"


def _request(entry: Mapping[str, Any]) -> str:
    facts = [str(entry[name]) for name in ("status", "failure") if entry.get(name) is not None]
    facts += ["pending"] if entry.get("pending") else []
    facts += [f"{entry['duration_ms']:g} ms"] if "duration_ms" in entry else []
    facts += [f"{entry['size']} bytes"] if "size" in entry else []
    facts += (
        [f"{entry['sent']} sent, {entry['received']} received, {'open' if entry['open'] else 'closed'}"] if "sent" in entry else []
    )
    return f"{entry['id']} {entry['type']} {entry['method']} {shortened(entry['url'])}: {', '.join(facts)}"


def _frame(entry: Mapping[str, Any]) -> str:
    named = f" {one_line(entry['name'])!r}" if entry.get("name") else ""
    process = ", own process" if entry.get("own_process") and entry["depth"] else ""
    return f"{'  ' * entry['depth']}{entry.get('frame_id', 'frame')}{named} {shortened(entry['url'])}{process}"


def download(entry: Mapping[str, Any]) -> str:
    """Return the line of one download, without its checksum and URL, which are for programs."""
    facts = [entry["state"], *([f"{entry['size']} bytes"] if "size" in entry else [])]
    facts += [str(entry[name]) for name in ("mime", "path", "error") if entry.get(name)]
    facts = [facts[0], *map(readable, facts[1:])]
    return f"{one_line(entry['name'])}: {', '.join(facts)}"


def visual_diff(value: Mapping[str, Any]) -> list[str]:
    """What a comparison of two pictures found: a line of counts, and one for each region."""
    if "not_compared" in value:
        return [f"pictures not compared: {value['not_compared']}"]
    for name, what in (("size_differs", "sizes"), ("scroll_differs", "scroll positions")):
        if name in value:
            before, after = ("x".join(f"{side:g}" for side in value[name][when]) for when in ("before", "after"))
            return [f"pictures not compared: their {what} differ, {before} and {after}"]
    small = "" if value["significant"] or not value["regions"] else ", in spots too small to count"
    picture = f"; {value['picture']} shows where" if "picture" in value else ""
    lines = [f"picture: {value['changed_percent']:g} % changed{small}{picture}"]
    for region in value["regions"]:
        x, y, width, height = region["box"]
        lines.append(f"- {width}x{height} at {x},{y}" + (f": {', '.join(region['names'])}" if region.get("names") else ""))
    if "regions_left_out" in value:
        lines.append(f"… and {value['regions_left_out']} smaller regions")
    if "ignored" in value:
        lines.append(f"not compared: {', '.join(value['ignored'])}")
    return lines


def found(value: Mapping[str, Any]) -> list[str]:
    """Return the lines that ``find`` matched, grouped by the headings above them."""
    count, left_out = value["count"], value["left_out"]
    text = "no line matches" if not count else "1 line matches" if count == 1 else f"{count} lines match"
    if value.get("read_as"):
        text += f" {value['read_as']!r}"
    if left_out:
        text += f", {count - left_out} shown; a higher limit shows more"
    lines = [text]
    under = ""
    for match in value["matches"]:
        # These lines come from a capture: page text in them is already sealed, and their refs are genuine.
        if match["under"] != under:
            under = match["under"]
            lines.append(f"{' '.join(under.split())}:" if under else "(under no heading):")
        lines.append(f"- {' '.join(match['text'].split())}")
    return lines


_LINES: Final[dict[str, tuple[tuple[set[str], Line], ...]]] = {
    "messages": (({"level", "text"}, _message), ({"direction", "text"}, _frame_of_socket)),
    "requests": (({"id", "method", "url", "type"}, _request),),
    "frames": (({"url", "depth"}, _frame),),
    "downloads": (({"name", "state"}, download),),
}
