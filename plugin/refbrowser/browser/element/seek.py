"""Looks through a tab for the elements that a recorded one may be."""

from typing import Any

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.frame_item import frame_item
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.tab.tab import Tab
from refbrowser.redact import redacted

MOST_FRAMES = 30


async def seek(tab: Tab, refs: RefTable, meaning: dict[str, Any], deadline: Deadline) -> list[dict[str, Any]]:
    """The meanings of all elements, in the page and its frames, that share the name, kind or a handle of ``meaning``, each with its
    ``ref``, which it gets if it has none. ``meaning`` is as a probe reports it, with ``frame`` for what is in a frame."""
    found: list[dict[str, Any]] = []
    for frame in tab.page.frames[:MOST_FRAMES]:
        in_frame = frame is not tab.page.main_frame
        if bool(meaning.get("frame")) != in_frame:
            continue
        try:
            document, answer = await tab.engine.seek(frame, meaning, deadline)
            around = {"frame": redacted(frame.url)} if in_frame else {}
            if in_frame and answer["found"]:
                around["frame_item"] = await frame_item(tab, frame, deadline)
        except Error:
            # The document goes away, and what is in it: the caller looks again.
            continue
        for match in answer["found"]:
            number = refs.number(document, match["local"])
            if number is not None:
                found.append({**match, "ref": number, **around})
    return found
