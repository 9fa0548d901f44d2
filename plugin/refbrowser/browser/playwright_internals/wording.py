"""The error texts of Playwright and Chromium that say what an error is: neither gives codes.

Each row is provoked by ``tests/playwright_internals/test_wording.py``, which fails for a row that has no such test.
"""

import re
from enum import Enum

from playwright.async_api import Error


class Wording(Enum):
    """What an error can be, by a pattern that its text contains."""

    ALREADY_OVERRIDDEN = r"already in effect"
    """An emulation that another session has set: of the locale or the timezone."""
    BAD_OVERRIDE = r"[Ii]nvalid"
    """An emulation that is given a value which Chromium does not know."""
    CLOSED = r"Target (page, context or browser has been )?closed|Connection closed|has been closed|Browser closed|Target closed"
    COOKIE_REJECTED = r"Invalid cookie fields|Cookie should have|cookies\["
    CRASHED = r"Page crashed|Target crashed"
    DOCUMENT_WENT = r"Cannot find context|context was destroyed|target navigated"
    """A question whose document gave way to another, before it was asked or while it was."""
    ELEMENT_OF_ANOTHER_DOCUMENT = r"element belongs to another document"
    """A locator of the engine's, in a frame that shows another document by now."""
    DOWNLOAD_CANCELED = r"save_as: canceled"
    """A download that ended before all of the file had come, for whatever reason."""
    DOWNLOAD_STARTS = r"Download is starting"
    FRAME_DETACHED = r"[Ff]rame (was|got) detached|Frame has been detached"
    FORCED_PRESS_LANDS_NOWHERE = r"Element is (outside of the viewport|not visible)"
    FULL_SCREEN = r"To resize minimized/maximized/fullscreen window"
    INTERRUPTED = r"interrupted by another navigation|net::ERR_ABORTED|Execution context was destroyed"
    LEAVING = r"page is navigating and changing the content"
    NAVIGATION_ABORTED = r"net::ERR_ABORTED"
    NO_ACTIVE_PAGE = r"Not attached to an active page"
    """A command that came while another document was taking the page's place; it was not carried out."""
    NO_SUCH_ENTRY = r"No entry with passed id"
    """A step to an entry that has left the tab's history since that was read."""
    NOTHING_DRAWN = r"Unable to capture screenshot"
    """Chromium gives up at once where it has drawn nothing: a page that has just come, or whose GPU process ended."""
    PRINTING_FAILED = r"Printing failed"
    SELECTOR_AMBIGUOUS = r"strict mode violation"
    SELECTOR_INVALID = (
        r"while parsing|Unknown engine|not a valid (selector|XPath)|Malformed (selector|attribute)|Unexpected end of selector"
        r"|Invalid regular expression"
        # An engine that Playwright reserves for itself and does not have, as `_react=`.
        r"|Cannot read properties of undefined \(reading 'queryAll'\)"
        # Its own engines, given what it never gives them itself.
        r"|unknown internal:|Selector cannot start with|selector cannot be first"
        r"|Cannot read properties of null \(reading 'toLowerCase'\)"
    )
    SESSION_CLOSED = r"closed"
    """A command was under way when its session or its page closed."""
    STATE_REJECTED = r"Error setting storage state|storageState|storage_state"
    UNKNOWN_COMMAND = r"wasn't found"
    UNKNOWN_KEY = r"Unknown key"
    URL_INVALID = r"Cannot navigate to invalid URL"


_PATTERNS = {wording: re.compile(wording.value) for wording in Wording}
_CALL = re.compile(r"^(?:[A-Z]\w+\.)+\w+: ")
_REFUSAL = re.compile(r"Protocol error \([^)]*\): (.*)", re.DOTALL)


def says(failure: Error, wording: Wording) -> bool:
    """Whether that is what the error is."""
    return _PATTERNS[wording].search(failure.message) is not None


def first_line(failure: Error) -> str:
    """What the error says, without the call that it begins with and the log that follows."""
    return _CALL.sub("", failure.message.partition("\n")[0])


def net_error(failure: Error) -> str | None:
    """``ERR_…`` of an error of Chromium's network stack."""
    _, found, rest = failure.message.partition("net::")
    return (rest.split()[0].rstrip(".,;:") or None) if found and rest.split() else None


def protocol_refusal(failure: Error) -> str | None:
    """Why Chromium refused a command; None when the error is of another kind."""
    refused = _REFUSAL.search(failure.message)
    return refused[1] if refused is not None else None
