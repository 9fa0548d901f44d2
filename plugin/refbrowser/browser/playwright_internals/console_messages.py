"""Whether the driver sends a page's console messages, which is up to whoever listens for them in Playwright's public interface."""

from playwright.async_api import Page


def send_console(page: Page, *, wanted: bool) -> None:
    """Has the driver send what ``page`` and its workers write to the console, or not, whoever listens. Messages that
    are on their way still come."""
    page._impl_obj._update_subscription("console", wanted)
