"""What a call needs of its chat: the session, and where events of the chat go."""

from typing import Protocol

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.session.session import BrowserSession
from refbrowser.egress.boundary import Boundary
from refbrowser.errors import RefbrowserError
from refbrowser.events import Hub
from refbrowser.settings import Settings


class SessionSource(Protocol):
    """Where a chat's session comes from."""

    @property
    def id(self) -> str:
        """The chat's name."""
        ...

    @property
    def hub(self) -> Hub:
        """Where calls are published."""
        ...

    @property
    def settings(self) -> Settings:
        """The settings of its browser."""
        ...

    def existing(self) -> BrowserSession | None:
        """The chat's session if it has one; never starts a browser."""
        ...

    async def started(self, deadline: Deadline) -> BrowserSession:
        """The chat's session, with a browser started for it if there is none."""
        ...

    @property
    def start_failure(self) -> str | None:
        """Why the browser could not be started for the chat's last call that needed one; None once it could."""
        ...

    async def boundary(self) -> Boundary:
        """The chat's network boundary, started; also of a chat without a session."""
        ...

    def comes_back(self) -> bool:
        """Whether the chat had tabs open, when its browser ended, that the next call restores."""
        ...

    def gone(self) -> RefbrowserError | None:
        """Why the browser cannot answer any more; None while it runs."""
        ...
