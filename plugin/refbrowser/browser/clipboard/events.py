"""Copy, cut and paste as a page receives them: events in the focused frame that carry the data.

The browser's own clipboard, which all chats would share, is not touched.
"""

import base64
import mimetypes
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.tab.tab import Tab


@dataclass(frozen=True, slots=True)
class Copied:
    """``text`` is what was copied; ``handled``: the page made it in its own listener, and does the cutting."""

    text: str
    handled: bool


async def paste(tab: Tab, text: str, html: str, files: Sequence[Path], deadline: Deadline) -> bool:
    """Fires ``paste`` at the focus; whether the page handled it, so that there is nothing left to insert."""
    data = {"text/plain": text, "text/html": html}
    sent = [
        {
            "name": path.name,
            "type": mimetypes.guess_type(path.name)[0] or "application/octet-stream",
            "base64": base64.b64encode(path.read_bytes()).decode(),
        }
        for path in files
    ]
    request = {"op": "paste", "data": {kind: value for kind, value in data.items() if value}, "files": sent}
    answer = await _in_focused_frame(tab, request, deadline)
    return bool(answer and answer["handled"])


async def copy(tab: Tab, deadline: Deadline, *, cut: bool = False) -> Copied:
    """Fires ``copy`` or ``cut`` at the focus. What a cut takes away is still to be deleted unless the page handled it."""
    answer = await _in_focused_frame(tab, {"op": "copy", "cut": cut}, deadline)
    return Copied(str(answer["text"]), bool(answer["handled"])) if answer else Copied("", handled=False)


async def _in_focused_frame(tab: Tab, request: dict[str, Any], deadline: Deadline) -> dict[str, Any] | None:
    for frame in tab.page.frames:
        answer: dict[str, Any]
        try:
            _, answer, _ = await tab.frames.ask(frame, request, deadline)
        except Error:
            # It went away, and the focus with it.
            continue
        if answer["handled"] is not None:
            return answer
    return None
