"""Cut a capture to a token budget, with the calls that read the rest."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from refbrowser.addresses import shortened
from refbrowser.content.capture import START, Capture, Place
from refbrowser.content.overview import Span, overview
from refbrowser.page_text import one_line
from refbrowser.redact import redacted

CHARACTERS_PER_TOKEN: Final = 3.5
"""Measured with o200k on generated pages (3.4) and on the documentation of Python (3.9) and PostgreSQL (3.6) in this form."""

MOST_TITLE: Final = 120


def estimate_tokens(text: str) -> int:
    """Estimate the tokens of ``text``."""
    return round(len(text) / CHARACTERS_PER_TOKEN)


@dataclass(frozen=True, slots=True)
class Cut:
    """Part of a capture: the lines to show, the place of the rest (None at the end), and the characters left in the budget."""

    lines: Sequence[str]
    rest: Place | None
    room: int = 0


def cut(lines: Sequence[str], room: int, place: Place = START, *, some: bool = True) -> Cut:
    """Return the lines from ``place`` that fit into ``room`` characters. With ``some``, a first line that is too long is cut."""
    shown: list[str] = []
    end = len(lines) if place.end is None else place.end
    for index in range(place.line, end):
        start = place.character if index == place.line else 0
        text = lines[index][start:]
        if len(text) + 1 > room:
            if shown or not some:
                return Cut(shown, Place(index, 0, place.end))
            return Cut([text[:room]], Place(index, start + room, place.end))
        shown.append(text)
        room -= len(text) + 1
    return Cut(shown, None, room)


def boundary() -> str:
    """Return a random marker for the page fence, which separates page text from the tool's text and which no page can guess."""
    return secrets.token_hex(3)


def render(
    capture: Capture,
    browser_id: int,
    fence: str,
    max_tokens: int,
    snapshot: str,
    *,
    place: Place = START,
    about: str = "",
    hidden: bool = True,
) -> str:
    """Return the capture as the agent reads it: a header, the fenced page text, and a footer if something was left out.

    Without ``hidden``, the header says nothing of hidden texts. Over ``max_tokens``, repeated rows are dropped first, then the
    tail. A note outside the fence marks each gap.
    """
    room = int(max_tokens * CHARACTERS_PER_TOKEN)
    whole = place.end is not None or place.character
    spans = [Span(place.line, place.end or len(capture.lines))] if whole else overview(capture.lines, place.line, room)

    def call(rest: Place) -> str:
        return json.dumps({"action": "content", "browser_id": browser_id, "cursor": f"{snapshot}:{rest}"})

    parts = [_without_fence(_header(capture, browser_id, about, hidden=hidden), fence)]
    rest = None
    for number, (start, end) in enumerate(spans):
        until = place.end if number == len(spans) - 1 else end
        part = cut(capture.lines, room, Place(start, place.character if number == 0 else 0, until), some=number == 0)
        body = [_without_fence("\n".join(part.lines), fence)] if part.lines else []
        parts += [f"<page {fence}>", *body, f"</page {fence}>"] if body or number == 0 else []
        room, rest = part.room, part.rest
        if rest is not None:
            # The rest contains everything after this span, including repeated rows.
            rest = rest._replace(end=place.end)
            break
        if until is not None and number < len(spans) - 1:
            goes_on = spans[number + 1].start
            parts.append(f"{goes_on - end} similar lines left out: {call(Place(end, 0, goes_on))}")
    if rest is not None:
        last = len(capture.lines) if place.end is None else place.end
        tokens = estimate_tokens("\n".join(capture.lines[rest.line : last]))
        parts.append(f"Cut at line {rest.line} of {len(capture.lines)}; about {tokens} tokens more: {call(rest)}")
    if outside := capture.counts.get("outside"):
        parts.append(f'{outside} blocks outside the viewport left out: scroll, or use mode "full".')
    return "\n".join(parts)


def _without_fence(text: str, fence: str) -> str:
    """Mask the marker in page text: a page may have learned it, for example because the agent typed it there."""
    return text.replace(fence, "•" * len(fence))


def _header(capture: Capture, browser_id: int, about: str, *, hidden: bool) -> str:
    scroll = capture.scroll
    parts = [f"Tab {browser_id}: {one_line(capture.title, MOST_TITLE) or 'untitled'}", shortened(redacted(capture.url))]
    if scroll and scroll.get("height", 0) > scroll.get("viewport_height", 0):
        parts.append(f"scrolled {scroll['y']} of {scroll['height'] - scroll['viewport_height']} px")
    parts.append(f"{capture.counts.get('refs', 0)} refs")
    if hidden and (count := capture.counts.get("hidden")):
        parts.append(f"{count} hidden texts left out, which source has")
    if about:
        parts.append(about)
    return " · ".join(parts)
