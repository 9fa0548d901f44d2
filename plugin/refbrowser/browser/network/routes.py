"""Requests that a chat blocks, answers itself, or sends with other headers; for all its tabs."""

import asyncio
import mimetypes
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.async_api import BrowserContext, Error, HttpCredentials, Page, Request, Route

from refbrowser.browser.network import redirects
from refbrowser.browser.network.every_page import EveryPage
from refbrowser.browser.network.interception import Interception
from refbrowser.browser.network.worker_bypass import WorkerBypass
from refbrowser.browser.playwright_internals.http_credentials import set_http_credentials
from refbrowser.errors import CallError, FileError, Remedy

MOST: Final = 50
MOST_STARS: Final = 50

_TYPES: Final = (("{", "application/json"), ("[", "application/json"), ("<", "text/html; charset=utf-8"))


@dataclass(frozen=True, slots=True)
class Reply:
    """What a request is answered with: the text, or the file at ``path``."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str = ""
    path: Path | None = None

    @property
    def media_type(self) -> str:
        """The type without its parameters."""
        guessed = mimetypes.guess_type(self.path.name)[0] if self.path is not None else None
        given = next((value for name, value in self.headers.items() if name.lower() == "content-type"), guessed)
        return (given or _typed(self)["content-type"]).partition(";")[0].strip().lower()

    def content(self) -> bytes:
        """What is answered. Raises OSError."""
        return self.body.encode("utf-8", "surrogatepass") if self.path is None else self.path.read_bytes()

    def text(self) -> str:
        """What is answered, as text. Raises ``file_unreadable``."""
        if self.path is None:
            return self.body
        try:
            return self.path.read_text(encoding="utf-8", errors="replace")
        except OSError as failure:
            raise FileError(f"{self.path} could not be read: {failure.strerror}.", code="file_unreadable") from None


@dataclass(eq=False)
class Rule:
    """One glob and what happens to the requests that match it: blocked, answered by ``reply``, or sent with ``headers``."""

    url: str
    pattern: "re.Pattern[str]"
    reply: Reply | None = None
    headers: Mapping[str, str] | None = None
    hits: int = 0

    @property
    def does(self) -> str:
        return "fulfil" if self.reply is not None else "headers" if self.headers is not None else "abort"

    def as_dict(self) -> dict[str, Any]:
        return {"url": self.url, "does": self.does, "hits": self.hits}

    async def by_protocol(self) -> tuple[str, dict[str, Any]]:
        """How a request that a redirect led to is answered, as :class:`refbrowser.browser.network.redirects.Answer`."""
        if self.reply is None:
            return redirects.failed("BlockedByClient")
        try:
            body = await asyncio.to_thread(self.reply.content)
        except OSError:
            return redirects.failed("Failed")
        named = any(name.lower() == "content-type" for name in self.reply.headers)
        typed = {"content-type": self.reply.media_type} if self.reply.path is not None and not named else {}
        return redirects.answered(self.reply.status, {**_typed(self.reply), **typed}, body)

    async def handle(self, route: Route, request: Request) -> None:
        self.hits += 1
        try:
            if self.headers is not None:
                # Further rules, and the network, come behind this one.
                own = {name.lower(): value for name, value in self.headers.items()}
                await route.fallback(headers={**request.headers, **own})
            elif self.reply is None:
                await route.abort("blockedbyclient")
            elif self.reply.path is not None:
                await route.fulfill(status=self.reply.status, headers=dict(self.reply.headers) or None, path=self.reply.path)
            else:
                await route.fulfill(status=self.reply.status, headers=_typed(self.reply), body=self.reply.body)
        except Error:
            # The page went away before its request was answered.
            return
        except OSError:
            await _given_up(route)


class Routes:
    """The rules of one chat, newest first: the first that blocks or answers a request decides."""

    def __init__(self) -> None:
        self._rules: list[tuple[Rule, Any]] = []
        self._credentials: list[HttpCredentials] = []
        self._authenticates = False
        self._redirects = redirects.Redirects(self.deciding)
        self._bypass = WorkerBypass(self._redirects.watch)
        self._interception = Interception()
        self._authentication = EveryPage()

    @property
    def rules(self) -> list[Rule]:
        return [rule for rule, _ in self._rules]

    @property
    def intercept(self) -> bool:
        """Whether Playwright holds the chat's requests, which keeps Chromium from using its cache."""
        return bool(self.rules) or self._authenticates

    @property
    def confirmed(self) -> bool:
        """False while a page that a dialog or a script holds does not have the rules as they are; it follows when it responds."""
        return self._interception.confirmed

    async def add(
        self, context: BrowserContext, url: str, *, reply: Reply | None = None, headers: Mapping[str, str] | None = None
    ) -> Rule:
        """Returns when the rule holds in every page that responds. Raises ``invalid_arguments`` when there are too many."""
        if len(self._rules) >= MOST:
            raise CallError(
                f"This chat has {MOST} routes, which is the limit; remove one first.",
                remedy=Remedy("route", {"operation": "remove"}),
                details={"limit": MOST},
            )
        rule = Rule(url, matching(url), reply, headers)
        first = not self._rules
        self._rules.insert(0, (rule, rule.handle))
        if first:
            if self._credentials:
                await self._authenticate(context)
            context.on("page", self._page_came)
        await self._judge_redirects()
        covering = [self._bypass.cover(*context.pages)] if first else []
        await asyncio.gather(self._interception.change(context, context.route(rule.pattern, self._rules[0][1])), *covering)
        return rule

    async def remove(self, context: BrowserContext, url: str | None) -> list[Rule]:
        """Removes the rules with that glob, without one all; returns them."""
        gone = [(rule, handler) for rule, handler in self._rules if url in (None, rule.url)]
        for rule, handler in gone:
            self._rules.remove((rule, handler))
        await self._judge_redirects()
        ending = []
        if gone and not self._rules:
            context.remove_listener("page", self._page_came)
            ending = [self._bypass.end()]
        await asyncio.gather(self._interception.change(context, _unrouted(context, gone)), *ending)
        return [rule for rule, _ in gone]

    async def _judge_redirects(self) -> None:
        await self._redirects.change([rule.url for rule in self.rules if rule.headers is None])

    async def cover(self, page: Page) -> None:
        """Has the rules hold for all that ``page``, which is new and blank, will request: no service worker answers it."""
        if self._rules:
            await self._bypass.cover(page)

    def _page_came(self, page: Page) -> None:
        self._bypass.cover_soon(page)

    async def set_again(self, context: BrowserContext) -> None:
        """Has the rules hold in ``context``, which takes the place of one that ended, before any page of it loads."""
        if self._rules:
            context.on("page", self._page_came)
        # Playwright asks the newest first.
        for rule, handler in reversed(self._rules):
            await context.route(rule.pattern, handler)

    @asynccontextmanager
    async def authenticating(self, context: BrowserContext, credentials: HttpCredentials) -> AsyncIterator[None]:
        """While this lasts, and there are rules, Playwright gives ``credentials`` to their origin. Raises Playwright's Error."""
        self._credentials.append(credentials)
        try:
            # Without rules this would have Playwright intercept the requests of every tab.
            if self._rules:
                await self._authenticate(context)
            yield
        finally:
            self._credentials.remove(credentials)
            if self._authenticates:
                with suppress(Error):
                    # A context that is gone has none.
                    await asyncio.shield(self._authenticate(context))

    async def _authenticate(self, context: BrowserContext) -> None:
        self._authenticates = bool(self._credentials)
        await self._authentication.change(context, lambda: set_http_credentials(context, self._credentials))

    def forget(self) -> None:
        """The context that they were for is gone."""
        self._rules.clear()

    def deciding(self, url: str) -> Rule | None:
        """The rule that blocks or answers a request for ``url``, counted as hit."""
        for rule in self.rules:
            if rule.headers is None and rule.pattern.search(url):
                rule.hits += 1
                return rule
        return None

    def headers_for(self, url: str) -> dict[str, str]:
        """What rules add to a request for ``url``."""
        added: dict[str, str] = {}
        for rule in reversed(self.rules):
            if rule.headers is not None and rule.pattern.search(url):
                rule.hits += 1
                added |= rule.headers
        return added


async def _unrouted(context: BrowserContext, gone: list[tuple[Rule, Any]]) -> None:
    for rule, handler in gone:
        await context.unroute(rule.pattern, handler)


def matching(glob: str) -> "re.Pattern[str]":
    """A glob (``*``, ``?``), or a part of the url where it has neither, in what Python and JavaScript both understand.

    What stands between two stars is looked for once, from the left (the lookahead keeps what it found), so that no address can make
    a pattern try all ways to spread over it. Raises ``invalid_arguments`` for too many stars.
    """
    if not any(sign in glob for sign in "*?"):
        return re.compile(_escaped(glob))
    first, *others = (_wild(part) for part in re.split(r"\*+", glob))
    if len(others) > MOST_STARS:
        raise CallError(f"The glob has {len(others)} stars; the limit is {MOST_STARS}.", details={"limit": MOST_STARS})
    if not others:
        return re.compile(f"^{first}$")
    between = "".join(f"(?=([\\s\\S]*?{part}))(?:\\{number})" for number, part in enumerate(others[:-1], 1))
    return re.compile(f"^{first}{between}[\\s\\S]*{others[-1]}$")


def _wild(part: str) -> str:
    return "".join("[\\s\\S]" if sign == "?" else _escaped(sign) for sign in part)


def _escaped(text: str) -> str:
    return re.sub(r"[.*+?^${}()|\[\]\\/]", r"\\\g<0>", text)


def _typed(reply: Reply) -> dict[str, str]:
    if any(name.lower() == "content-type" for name in reply.headers):
        return dict(reply.headers)
    start = reply.body.lstrip()[:1]
    media = next((media for sign, media in _TYPES if start == sign), "text/plain; charset=utf-8")
    return {**reply.headers, "content-type": media}


async def _given_up(route: Route) -> None:
    """The file that was to be sent cannot be read any more."""
    try:
        await route.abort("failed")
    except Error:
        return
