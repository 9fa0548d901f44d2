"""Whether the driver sends a page's console messages: by Playwright's public interface, only while a listener is registered."""

from typing import Any

from playwright.async_api import Page


def send_console(page: Page, *, wanted: bool) -> None:
    """Have the driver send what ``page`` and its workers write to the console, or not, with or without a listener. Messages that
    are on their way still come. A Playwright that cannot do so sends them while there is a listener."""
    update: Any = getattr(page._impl_obj, "_update_subscription", None)
    if update is not None:
        update("console", wanted)
