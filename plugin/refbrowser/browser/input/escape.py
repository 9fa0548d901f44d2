"""The Escape key of a browser, which ends what a page took before the page hears of the key."""

import asyncio
from collections.abc import Sequence
from typing import Final

from playwright.async_api import Error, Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.tab.tab import Tab

MOST_FRAMES: Final = 40

FRAME_MS: Final = 500
"""How long a frame may take to say what it has taken."""


def is_escape(keys: Sequence[str]) -> bool:
    """Whether the keys, by Playwright's names, are Escape alone."""
    return list(keys) == ["Escape"]


async def end_by_escape(tab: Tab, deadline: Deadline) -> list[str]:
    """End the pointer lock and the full screen that any document of the tab has, as Escape does in a browser. Return what ended;
    the page does not receive the key then."""

    async def ended_in(frame: Frame) -> list[str]:
        if tab.frames.document(frame) is None:
            # No document that was never asked anything has got the press that such a request needs.
            return []
        try:
            return (await tab.engine.escape(frame, deadline.sooner(FRAME_MS))).answer["left"]
        except Error:
            return []

    answers = await asyncio.gather(*map(ended_in, tab.page.frames[:MOST_FRAMES]))
    return list(dict.fromkeys(what for answer in answers for what in answer))
