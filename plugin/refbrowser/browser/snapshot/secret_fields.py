"""What the secret fields of a page hold: read to be taken out of other text, and shown nowhere."""

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.tab.tab import Tab


async def secret_values(tab: Tab, deadline: Deadline) -> list[str]:
    """Of the top document, whose HTML ``source`` shows."""
    return (await tab.engine.secrets(tab.page.main_frame, deadline)).answer["values"]
