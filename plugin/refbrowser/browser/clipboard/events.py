"""Copy, cut and paste as a page receives them: events in the focused frame that carry the data.

The browser's own clipboard, which all chats would share, is not touched.
"""

import base64
import mimetypes
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.wire_requests import PastedFile
from refbrowser.browser.tab.tab import Tab


@dataclass(frozen=True, slots=True)
class Copied:
    """``text`` is what was copied; ``handled``: the page made it in its own listener, and does the cutting."""

    text: str
    handled: bool


async def paste(tab: Tab, text: str, html: str, files: Sequence[Path], deadline: Deadline) -> bool:
    """Fires ``paste`` at the focus; whether the page handled it, so that there is nothing left to insert."""
    data = {kind: value for kind, value in {"text/plain": text, "text/html": html}.items() if value}
    sent: list[PastedFile] = [
        {
            "name": path.name,
            "type": mimetypes.guess_type(path.name)[0] or "application/octet-stream",
            "base64": base64.b64encode(path.read_bytes()).decode(),
        }
        for path in files
    ]
    for frame in tab.page.frames:
        # A frame may go away, and the focus with it.
        with suppress(Error):
            _, pasted = await tab.engine.paste(frame, data, sent, deadline)
            if pasted["handled"] is not None:
                return pasted["handled"]
    return False


async def copy(tab: Tab, deadline: Deadline, *, cut: bool = False) -> Copied:
    """Fires ``copy`` or ``cut`` at the focus. What a cut takes away is still to be deleted unless the page handled it."""
    for frame in tab.page.frames:
        with suppress(Error):
            _, copied = await tab.engine.copy(frame, deadline, cut=cut)
            if copied["handled"] is not None:
                return Copied(copied["text"], copied["handled"])
    return Copied("", handled=False)
