"""Has rules hold for what redirects lead to: Playwright gives its routes the first request of a chain alone."""

import asyncio
import base64
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol
from weakref import WeakSet

from playwright.async_api import CDPSession, Error

from refbrowser.browser.playwright_internals.listeners import listener
from refbrowser.tasks import Tasks

_PATIENCE_S: Final = 0.5
"""How long a page may take to confirm."""

_NOTHING: Final = "about:nothing"
"""Matches no request; an empty list would match all."""


class Answer(Protocol):
    """What becomes of one request."""

    async def by_protocol(self) -> tuple[str, dict[str, Any]]:
        """The method of the ``Fetch`` domain that answers the paused request, and its arguments without ``requestId``."""
        ...


class Redirects:
    """``answer_for`` is asked for the rule about an address, None where there is none. Requests that no redirect led to go on to
    Playwright's routes."""

    def __init__(self, answer_for: Callable[[str], Answer | None]) -> None:
        self._answer_for = answer_for
        self._tasks = Tasks()
        self._sessions: WeakSet[CDPSession] = WeakSet()
        self._globs: tuple[str, ...] = ()

    async def watch(self, session: CDPSession) -> None:
        """From now on for the page of ``session``, until that is detached. Raises Playwright's Error."""
        session.on("Fetch.requestPaused", listener(lambda event: self._tasks.spawn(self._paused(session, event))))
        self._sessions.add(session)
        await self._enable(session)

    async def change(self, globs: Sequence[str]) -> None:
        """The addresses that rules are about are those that ``globs`` match; bounded."""
        self._globs = tuple(dict.fromkeys(globs))
        changing = [self._tasks.spawn(self._changed(session)) for session in self._sessions]
        if changing:
            await asyncio.wait(changing, timeout=_PATIENCE_S)

    async def _changed(self, session: CDPSession) -> None:
        # A page that has gone requests nothing.
        with suppress(Error):
            await self._enable(session)

    async def _enable(self, session: CDPSession) -> None:
        patterns = [{"urlPattern": _pattern(glob)} for glob in self._globs] or [{"urlPattern": _NOTHING}]
        await session.send("Fetch.enable", {"patterns": patterns})

    async def _paused(self, session: CDPSession, event: dict[str, Any]) -> None:
        method, arguments = "Fetch.continueRequest", dict[str, Any]()
        if event.get("redirectedRequestId") is not None and (answer := self._answer_for(event["request"]["url"])) is not None:
            method, arguments = await answer.by_protocol()
        # A page that has gone waits for nothing.
        with suppress(Error):
            await session.send(method, {"requestId": event["requestId"], **arguments})


def failed(reason: str) -> tuple[str, dict[str, Any]]:
    """The request fails with ``reason``, as ``Network.ErrorReason`` names it."""
    return "Fetch.failRequest", {"errorReason": reason}


def answered(status: int, headers: dict[str, str], body: bytes) -> tuple[str, dict[str, Any]]:
    """The request is answered without the network."""
    entries = [{"name": name, "value": value} for name, value in headers.items()]
    return "Fetch.fulfillRequest", {
        "responseCode": status,
        "responseHeaders": entries,
        "body": base64.b64encode(body).decode(),
    }


def _pattern(glob: str) -> str:
    """The glob of a rule as ``Fetch.enable`` has it: for a whole address, with a backslash before what means itself."""
    escaped = glob.replace("\\", "\\\\")
    return escaped if any(sign in glob for sign in "*?") else f"*{escaped}*"
