"""The record of one call: what was asked, and how it ended. Written once; events, spans and the journal read it."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from refbrowser.actions.spec import Action
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import InternalError, RefbrowserError
from refbrowser.journal.recording import Recording


@dataclass(slots=True)
class CallRecord:
    """A call from its start to its end.

    ``existing`` returns the chat's session, which the call may begin. ``browser_id`` is the tab that the call is about: named, else
    the active one, else the one in its result. When it has ended, ``code`` is that of its error, None for success, ``result`` what
    it returned, and ``failure`` the error, if it is understood. ``recording`` is what a journal keeps of its targets and approvals.
    """

    chat_id: str
    action: Action
    arguments: BaseModel
    existing: Callable[[], BrowserSession | None]
    browser_id: int | None = None
    recording: Recording | None = None
    tab: Tab | None = None
    at_ms: int = 0
    duration_ms: float = 0
    code: str | None = InternalError.default_code
    result: Any = None
    failure: RefbrowserError | None = None
    _began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.at_ms = int(time.time() * 1000)
        self.browser_id = getattr(self.arguments, "browser_id", None)
        if self.action.scope == "tab" and (session := self.existing()) is not None:
            self.browser_id = self.browser_id if self.browser_id is not None else session.last_interacted
            self.tab = session.tab(self.browser_id) if self.browser_id in session else None

    @contextmanager
    def ending(self) -> Iterator[None]:
        """Write down how the call in the block ends."""
        try:
            yield
            self.code = None
            if self.browser_id is None and isinstance(self.result, dict):
                self.browser_id = self.result.get("browser_id")
        except BaseException as failure:
            if isinstance(failure, RefbrowserError):
                self.code, self.failure = failure.code, failure
            elif not isinstance(failure, Exception):
                self.code = "cancelled"
            raise
        finally:
            self.duration_ms = (time.monotonic() - self._began) * 1000
