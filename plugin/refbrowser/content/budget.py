"""Cutting a capture to a number of tokens, with the way to the rest."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from refbrowser.content.capture import Capture

CHARACTERS_PER_TOKEN: Final = 3.5
"""Measured with o200k on generated pages (3.4), Python's (3.9) and PostgreSQL's (3.6) documentation in this form."""


def estimate_tokens(text: str) -> int:
    """About how many tokens ``text`` costs a model."""
    return round(len(text) / CHARACTERS_PER_TOKEN)


@dataclass(frozen=True, slots=True)
class Cut:
    """Part of a capture: the lines to show, and where it goes on (None at the end)."""

    lines: Sequence[str]
    next_line: int | None
    next_character: int = 0


def cut(lines: Sequence[str], max_tokens: int, line: int = 0, character: int = 0) -> Cut:
    """As many lines from ``line``, ``character`` on as fit; a line too long for the whole budget is itself cut."""
    room = int(max_tokens * CHARACTERS_PER_TOKEN)
    shown: list[str] = []
    for index in range(line, len(lines)):
        text = lines[index][character:] if index == line else lines[index]
        if len(text) + 1 > room:
            if shown:
                return Cut(shown, index)
            start = character if index == line else 0
            return Cut([text[:room]], index, start + room)
        shown.append(text)
        room -= len(text) + 1
    return Cut(shown, None)


def boundary() -> str:
    """A marker that no page can guess; it fences page text off from what the tool says."""
    return secrets.token_hex(3)


def render(
    capture: Capture,
    browser_id: int,
    fence: str,
    max_tokens: int,
    snapshot: str,
    *,
    line: int = 0,
    character: int = 0,
    about: str = "",
) -> str:
    """The capture as the agent reads it: a header, the fenced page text, and a footer if something was left out."""
    part = cut(capture.lines, max_tokens, line, character)
    # A page that has come to know the marker (an agent may have typed it there) still cannot write it.
    header, body = (said.replace(fence, "•" * len(fence)) for said in (_header(capture, browser_id, about), "\n".join(part.lines)))
    text = "\n".join([header, f"<page {fence}>", *([body] if part.lines else []), f"</page {fence}>"])
    notes = []
    if part.next_line is not None:
        cursor = f"{snapshot}:{part.next_line}" + (f".{part.next_character}" if part.next_character else "")
        rest = estimate_tokens("\n".join(capture.lines[part.next_line :]))
        call = json.dumps({"action": "content", "browser_id": browser_id, "cursor": cursor})
        notes.append(f"Cut at line {part.next_line} of {len(capture.lines)}; about {rest} tokens more: {call}")
    if outside := capture.counts.get("outside"):
        notes.append(f'{outside} blocks outside the viewport left out: scroll, or mode "full".')
    return "\n".join([text, *notes])


def _header(capture: Capture, browser_id: int, about: str) -> str:
    scroll = capture.scroll
    parts = [f"Tab {browser_id}: {one_line(capture.title) or 'untitled'}", capture.url[:300]]
    if scroll and scroll.get("height", 0) > scroll.get("viewport_height", 0):
        parts.append(f"scrolled {scroll['y']} of {scroll['height'] - scroll['viewport_height']} px")
    parts.append(f"{capture.counts.get('refs', 0)} refs")
    if hidden := capture.counts.get("hidden"):
        parts.append(f"{hidden} hidden texts left out")
    if about:
        parts.append(about)
    return " · ".join(parts)


def one_line(text: str, most: int = 120) -> str:
    """``text`` on one line, shortened."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
