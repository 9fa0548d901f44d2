"""Failures as messages to the viewer's page."""

import logging
from typing import Any

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.tab.playwright_errors import translated
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import RefbrowserError

log = logging.getLogger("refbrowser.viewer")


def problem(failure: Exception, tab: Tab | None = None, deadline: Deadline | None = None) -> dict[str, Any]:
    """Return the failure as a message to the page. Unexpected exceptions are logged."""
    if isinstance(failure, RefbrowserError):
        translated_failure: RefbrowserError | None = failure
    else:
        translated_failure = translated(failure, tab=tab, deadline=deadline or Deadline(1), gone=lambda: None)
    if translated_failure is None:
        log.error("A viewer's request failed with an unexpected exception", exc_info=failure)
        message = f"Internal error ({type(failure).__name__}); see the log of refbrowser."
        return {"type": "problem", "code": "internal_error", "message": message}
    return {"type": "problem", "code": translated_failure.code, "message": translated_failure.message}
