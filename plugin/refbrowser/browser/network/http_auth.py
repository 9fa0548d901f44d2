"""Answers the HTTP authentication of one origin while a navigation lasts. Chromium keeps what was accepted, for that origin.

Once a context has a route, Playwright intercepts its requests, and Chromium reports challenges to Playwright alone. So a challenge
is answered by a CDP session of the navigating page, which disturbs no other page, and by Playwright while the chat has routes.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.async_api import CDPSession, Error, HttpCredentials, Page

from refbrowser.browser.network.routes import Routes
from refbrowser.browser.playwright_internals.listeners import listener
from refbrowser.errors import CallError
from refbrowser.policy.hosts import authority, host_and_port
from refbrowser.tasks import Tasks

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Credentials:
    """What one origin is given."""

    username: str
    password: str = field(repr=False)


def origin_of(url: str) -> str | None:
    """Scheme, host and port of a http or https ``url``, as Chromium writes an origin; None of another."""
    scheme, place = urlsplit(url).scheme.lower(), host_and_port(url)
    if place is None or scheme not in _DEFAULT_PORTS:
        return None
    host, port = place
    return f"{scheme}://{authority(host, port)}".removesuffix(f":{_DEFAULT_PORTS[scheme]}")


@dataclass(frozen=True, slots=True)
class Authentication:
    """The credentials for one navigation, and the routes of its chat."""

    credentials: Credentials
    routes: Routes


class Answerer:
    """Gives the credentials to the first challenge of each request, and to no other origin than its own."""

    def __init__(self, session: CDPSession, origin: str, credentials: Credentials) -> None:
        self._session = session
        self._origin = origin
        self._credentials = credentials
        self._answered: set[str] = set()
        self._tasks = Tasks()
        session.on("Fetch.requestPaused", listener(self._paused))
        session.on("Fetch.authRequired", self._challenged)

    async def begin(self) -> None:
        """From now on challenges are answered. Raises Playwright's Error."""
        patterns = [{"urlPattern": f"{self._origin}/*"}]
        await self._session.send("Fetch.enable", {"patterns": patterns, "handleAuthRequests": True})

    async def end(self) -> None:
        """Lets go of what is held."""
        with suppress(Error):
            await self._session.detach()
        await self._tasks.cancel_all(1.0)

    def _paused(self, event: dict[str, Any]) -> None:
        self._tasks.spawn(self._send("Fetch.continueRequest", {"requestId": event["requestId"]}))

    def _challenged(self, event: dict[str, Any]) -> None:
        challenge, request = event["authChallenge"], event["requestId"]
        granted = challenge.get("source") != "Proxy" and origin_of(challenge["origin"]) == self._origin
        answer: dict[str, str] = {"response": "CancelAuth"}
        # A server that challenges again does not take them.
        if granted and request not in self._answered:
            self._answered.add(request)
            answer = {
                "response": "ProvideCredentials",
                "username": self._credentials.username,
                "password": self._credentials.password,
            }
        self._tasks.spawn(self._send("Fetch.continueWithAuth", {"requestId": request, "authChallengeResponse": answer}))

    async def _send(self, method: str, parameters: dict[str, Any]) -> None:
        with suppress(Error):
            # The request was given up before its answer came.
            await self._session.send(method, parameters)


@asynccontextmanager
async def answering(page: Page, url: str, authentication: Authentication | None) -> AsyncIterator[None]:
    """While this lasts, the origin of ``url`` is given the credentials if it asks. Raises ``invalid_arguments`` for an address that
    cannot ask."""
    if authentication is None:
        yield
        return
    origin, credentials = origin_of(url), authentication.credentials
    if origin is None:
        raise CallError("http_auth is for http and https addresses.")
    given: HttpCredentials = {"username": credentials.username, "password": credentials.password, "origin": origin}
    session = await page.context.new_cdp_session(page)
    answerer = Answerer(session, origin, credentials)
    try:
        await answerer.begin()
        async with authentication.routes.authenticating(page.context, given):
            yield
    finally:
        await asyncio.shield(answerer.end())
