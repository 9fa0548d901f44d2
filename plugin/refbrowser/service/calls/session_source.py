"""The interface between a call and its chat."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from refbrowser.actions.spec import Secrets
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.session.session import BrowserSession
from refbrowser.egress.boundary import Boundary
from refbrowser.errors import RefbrowserError
from refbrowser.events import Hub
from refbrowser.service.calls.control import CallControl
from refbrowser.service.calls.journaling import ChatJournal
from refbrowser.service.oversight.caller import Caller
from refbrowser.service.oversight.oversight import Oversight
from refbrowser.settings import Settings


class SessionSource(Protocol):
    """Provides the session, settings and events of a chat."""

    opening: "set[asyncio.Future[None]]"
    """The calls that are opening tabs, each until it is over."""

    @property
    def id(self) -> str:
        """The name of the chat."""
        ...

    @property
    def task(self) -> Sequence[str]:
        """What the chat is for, in the words of its host or person."""
        ...

    @property
    def hub(self) -> Hub:
        """The hub that publishes the chat's events."""
        ...

    @property
    def settings(self) -> Settings:
        """The settings of the browser."""
        ...

    def journal(self) -> ChatJournal | None:
        """Where its calls are recorded; None where the setting is off."""
        ...

    @property
    def secrets(self) -> Secrets | None:
        """The secrets that its calls may name; None where none are set."""
        ...

    @property
    def oversight(self) -> Oversight | None:
        """What its calls are judged by; None where nothing is to be judged."""
        ...

    def flow_calls(self, caller: Caller) -> Callable[[Any], Awaitable[dict[str, Any]]]:
        """Return what carries out a call of ``flow`` by ``caller``."""
        ...

    def admit(self) -> None:
        """Count one more call. Raises ``rate_limit``."""
        ...

    @property
    def control(self) -> CallControl:
        """What a person's stop, pause and step act on."""
        ...

    def existing(self) -> BrowserSession | None:
        """Return the chat's session, or None; never start a browser."""
        ...

    async def started(self, deadline: Deadline) -> BrowserSession:
        """Return the chat's session; start it, and the browser, if needed."""
        ...

    @property
    def start_failure(self) -> str | None:
        """Why the browser could not be started for the chat's last call that needed one; None once it could."""
        ...

    @property
    def tor_ended(self) -> bool:
        """Whether the Tor client that refbrowser started for the chat has ended."""
        ...

    async def boundary(self) -> Boundary:
        """The chat's network boundary, started; also of a chat without a session."""
        ...

    def comes_back(self) -> bool:
        """Whether the next call restores tabs that were open when the browser ended or the chat became idle."""
        ...

    def gone(self) -> RefbrowserError | None:
        """Return why the browser does not answer, or None while it runs."""
        ...
