"""The focus of a page, as the clipboard sees it: what a copy would take, and which document a paste would go to."""

from dataclasses import dataclass

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.tab.tab import Tab


@dataclass(frozen=True, slots=True)
class ClipboardFocus:
    """``text`` is what is selected at the focus: in a text field, else in the document; empty for a secret field. ``origin`` is the
    document's own, ``"null"`` for an opaque one."""

    text: str = ""
    origin: str = "null"
    secret: bool = False


async def clipboard_focus(tab: Tab, deadline: Deadline) -> ClipboardFocus:
    """Return what the focused frame of ``tab`` says. A frame that is gone, or does not answer, has no focus."""
    for frame in tab.page.frames:
        try:
            _, answer, _ = await tab.frames.ask(frame, {"op": "selection"}, deadline)
        except Error:
            continue
        if answer.get("focused"):
            return ClipboardFocus(str(answer["text"]), str(answer["origin"]), bool(answer["secret"]))
    return ClipboardFocus()
