"""What went wrong, in words for the person who watches."""

import logging
from typing import Any

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.tab.playwright_errors import translated
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import RefbrowserError

log = logging.getLogger("refbrowser.viewer")


def problem(failure: Exception, tab: Tab | None = None, deadline: Deadline | None = None) -> dict[str, Any]:
    """The failure as a message to the page; a defect of ours goes to the log too."""
    if isinstance(failure, RefbrowserError):
        known: RefbrowserError | None = failure
    else:
        known = translated(failure, tab=tab, deadline=deadline or Deadline(1), gone=lambda: None)
    if known is None:
        log.error("something a viewer asked for failed in an unforeseen way", exc_info=failure)
        return {"type": "problem", "code": "internal_error", "message": f"Unforeseen {type(failure).__name__}."}
    return {"type": "problem", "code": known.code, "message": known.message}
