"""What a wait that timed out has seen last, for its error."""

import re
from collections.abc import Sequence
from typing import Any, Final

from refbrowser.actions.reading import masked_lines
from refbrowser.actions.spec import ActionContext
from refbrowser.browser.scripting import expectations
from refbrowser.browser.tab.tab import Tab
from refbrowser.page_text import truncated
from refbrowser.redact import redacted

LOOK_S: Final = 0.1
"""How long the page may take to answer, after the deadline."""

_MOST_COMPARED: Final = 2_000
_MOST_LINES: Final = 2
_MOST_LINE: Final = 200
_WORD: Final = re.compile(r"\w+")


async def near_text(context: ActionContext, lines: Sequence[str], text: str) -> list[str]:
    """Return those of the page's ``lines`` that share most words with ``text``."""
    words = set(_WORD.findall(text.casefold()))
    shared = [(len(words.intersection(_WORD.findall(line.casefold()))), line.strip()) for line in lines[:_MOST_COMPARED]]
    nearest = sorted((pair for pair in shared if pair[0]), key=lambda pair: -pair[0])[:_MOST_LINES]
    return [truncated(line, _MOST_LINE) for line in await masked_lines([line for _, line in nearest], context.masker)]


async def matches(context: ActionContext, selector: str) -> Any:
    """Return how many elements match the selector, and how many of them are visible; None if the page does not answer at once."""
    counts = await expectations.count_soon(context.tab, selector, LOOK_S)
    return None if counts is None else f"{counts[0]} match{'' if counts[0] == 1 else 'es'}, {counts[1]} visible"


def address(tab: Tab) -> Any:
    """Return where the tab is."""
    return truncated(redacted(tab.url), 500)


def pending(tab: Tab) -> Any:
    """Return how many requests the page has under way."""
    count = tab.activity.fetches_under_way()
    return f"{count} request{'' if count == 1 else 's'} pending" if count else None


def arriving(context: ActionContext) -> Any:
    """Return the downloads that go on."""
    return [record.as_dict() for record in context.session.downloads.records if record.state == "in_progress"][-3:]
