"""What is selected on a page, which a copy would take."""

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.tab.tab import Tab


async def selected_text(tab: Tab, deadline: Deadline) -> str:
    """What is selected in the focused frame: in a text field, else on the page; never a secret field's text."""
    for frame in tab.page.frames:
        try:
            _, answer, _ = await tab.frames.ask(frame, {"op": "selection"}, deadline)
        except Error:
            continue
        if text := str(answer.get("text") or ""):
            return text
    return ""
