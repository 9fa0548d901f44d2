"""A document's HTML, with the secrets that were entered into it."""

from collections.abc import Sequence
from typing import Final

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.playwright_internals.wording import Wording, says
from refbrowser.browser.snapshot.secret_fields import secret_values
from refbrowser.browser.tab.tab import Tab

_LEAVES_MS: Final = 50


async def page_source(tab: Tab, deadline: Deadline) -> tuple[str, Sequence[str]]:
    """The HTML of the top document, and the values of its secret fields: both of one document, also while another comes.

    Raises ``timeout`` for a page that never stays.
    """
    while not deadline.passed:
        commits = tab.activity.commits
        try:
            written, entered = await tab.page.content(), await secret_values(tab, deadline)
        except Error as failure:
            if not says(failure, Wording.LEAVING):
                raise
            await tab.activity.change(_LEAVES_MS)
        else:
            if tab.activity.commits == commits:
                return written, entered
    raise deadline.exceeded("the page to stay")
