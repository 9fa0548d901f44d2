"""A tab's own CDP session: what the browser process knows of the tab, scripts run with the console's rules, and the short way to
the engine of the top document.

Three CDP domains are enabled: Performance, which counts renderings at no cost that can be measured; Page, without which no script
runs in new documents; and Runtime, which announces the documents' worlds. Runtime stays enabled: to disable it would also
turn off, for Playwright's own session, the worlds of frames that have no script of their own. Merely enabling DOM or Accessibility
slows a page down two and a half times. Navigation history comes from the browser process, so it answers while the renderer hangs.
"""

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final, NamedTuple

from playwright.async_api import CDPSession, Error, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine import script
from refbrowser.browser.engine.execution_contexts import Worlds
from refbrowser.browser.engine.page_view import VIEW_SCRIPT, History, PageView
from refbrowser.browser.playwright_internals import cdp_command
from refbrowser.browser.playwright_internals.listeners import listener
from refbrowser.browser.playwright_internals.wording import Wording, says
from refbrowser.tasks import Tasks

_TRIES: Final = 3
"""How often a document may go away under a question before that is given up."""

KEPT_CHANGING: Final = "the top document kept changing"
"""The error of a question that no document stayed long enough to answer."""

_ACTIVE_MS: Final = 2_000
"""How long a command is sent again while another document takes the page's place, which takes some ten milliseconds."""

_INACTIVE_S: Final = 0.02

_ASK: Final = "function(body) { return refbrowser.ask(body); }"
_ASK_BEHIND: Final = "function(body) { return refbrowser.askBehind(body); }"
_TOKEN: Final = "globalThis.refbrowser?.token ?? ''"
_RELEASE_DEFERRED: Final = "function() { refbrowser.releaseDeferred(); }"

_COUNTED: Final = ("RecalcStyleCount", "LayoutCount", "ScriptDuration", "JSEventListeners")
_MOMENTS_KEPT: Final = 8
_LONGEST_MOMENT: Final = 96
"""Characters of a moment's name; a page that marks moments of its own may call them anything."""

MOST: Final = 200
"""Moments within :data:`WITHIN_S` that nobody asked about: a call marks some five. A page may mark its own, and a report of 3 KB
comes of each: thousands of them hold up all chats. So reports are turned off for a page that marks too many."""

WITHIN_S: Final = 1.0

OFF_S: Final = 2.0
"""How long reports are off for the first time in a document; each later time is twice as long as the one before."""


class Counts(NamedTuple):
    """What Chromium has counted of a tab until a moment: how often its styles were computed and its boxes laid out, for how many
    seconds its scripts were called, and how many listeners there are in its process, but for the engine's own on targets of input.

    ``console.timeStamp`` has them reported at once, as ``Performance.metrics``, in the middle of a script too. Nothing is counted
    while reports are off; ``interval`` is how often they have been turned on.
    """

    styles: int
    layouts: int
    called_s: float
    listeners: int
    interval: int = 0

    @property
    def rendering(self) -> tuple[int, int, int]:
        """If two of them are equal, nothing was restyled or moved in between, but for what was still to be done at the second."""
        return self.styles, self.layouts, self.interval

    @property
    def listening(self) -> tuple[float, int, int]:
        """If two of them are equal, and no garbage was collected in between, there is no new listener."""
        return self.called_s, self.listeners, self.interval


class Moments:
    """What was counted at the moments that the engine marked. ``report`` turns the reports of one CDP session on or off."""

    def __init__(self, report: Callable[[bool], None]) -> None:
        self._report = report
        self._counts: dict[str, Counts] = {}
        self._unread: set[str] = set()
        self._since = 0.0
        self._ignored = 0
        self._interval = 0
        self._off_s = OFF_S
        self._on_again: asyncio.TimerHandle | None = None

    def counted(self, moment: str) -> Counts | None:
        """Return what had been counted at that moment; None where it was not reported."""
        self._unread.discard(moment)
        return self._counts.get(moment)

    def add(self, event: dict[str, Any]) -> None:
        """Take in a report, the parameters of ``Performance.metrics``."""
        title = event["title"]
        if len(title) > _LONGEST_MOMENT:
            self._ignore()
            return
        counted = {metric["name"]: metric["value"] for metric in event["metrics"]}
        if all(name in counted for name in _COUNTED):
            styles, layouts, called_s, listeners = (counted[name] for name in _COUNTED)
            own = title.rpartition(".")[2]
            listeners -= int(own) if own.isdecimal() else 0
            self._counts[title] = Counts(styles, layouts, called_s, listeners, self._interval)
            self._unread.add(title)
            while len(self._counts) > _MOMENTS_KEPT:
                oldest = next(iter(self._counts))
                del self._counts[oldest]
                if oldest in self._unread:
                    self._unread.discard(oldest)
                    self._ignore()

    def forget(self) -> None:
        """Another document takes the page's place; its moments are reported."""
        self._counts.clear()
        self._unread.clear()
        self._ignored, self._off_s = 0, OFF_S
        self._turn_on()

    def stop(self) -> None:
        """The session has ended."""
        if self._on_again is not None:
            self._on_again.cancel()

    def _ignore(self) -> None:
        """Count a report that nobody asked about."""
        moment = time.monotonic()
        if moment - self._since > WITHIN_S:
            self._since, self._ignored = moment, 0
        self._ignored += 1
        if self._ignored >= MOST and self._on_again is None:
            self._report(False)
            self._counts.clear()
            self._on_again = asyncio.get_running_loop().call_later(self._off_s, self._turn_on)
            self._off_s *= 2

    def _turn_on(self) -> None:
        if self._on_again is not None:
            self._on_again.cancel()
            self._on_again, self._ignored = None, 0
            self._interval += 1
            self._report(True)


class TabCdpSession:
    """Owns the session, and knows the isolated world of the document that the tab shows."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session
        self._engine_in: int | None = None
        self._releases = 0
        self._tasks = Tasks()
        self._moments = Moments(self._report_moments)
        # Isolated worlds of the frames in the page's process by the token of their document; None for one that is in none of them.
        self._inner: dict[str, int | None] = {}
        self._looking = asyncio.Lock()
        self.worlds = Worlds(session, self._document_came)
        session.on("Performance.metrics", listener(self._moments.add))
        session.on("close", lambda _: self._moments.stop())
        self.browser_context_id = ""

    @classmethod
    async def attach(cls, page: Page) -> "TabCdpSession":
        """Returns as soon as it is known which target the page is; the rest comes while the page is made or loads. Raises
        Playwright's Error."""
        cdp = cls(await page.context.new_cdp_session(page))
        asked = asyncio.ensure_future(cdp.send("Target.getTargetInfo"))
        for domain in ("Runtime", "Performance", "Page"):
            # A remote browser need not count renderings.
            cdp.spawn(cdp.send(f"{domain}.enable"))
        # Playwright has them intercepted too, but reports none that a script opens without a file input.
        cdp.spawn(cdp.send("Page.setInterceptFileChooserDialog", {"enabled": True}))
        cdp.spawn(cdp.send(script.ON_NEW_DOCUMENT, script.press_guarded()))
        target = (await asked)["targetInfo"]
        cdp.worlds.top_frame = target["targetId"]
        cdp.browser_context_id = target.get("browserContextId", "")
        return cdp

    @property
    def target_id(self) -> str:
        """A page target and its main frame share one id."""
        return self.worlds.top_frame

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Runs ``work`` without waiting for it. If it fails because the page is gone, the next question reports that."""

        async def tried() -> None:
            with suppress(Error):
                await work

        self._tasks.spawn(tried())

    async def send(
        self, method: str, parameters: dict[str, Any] | None = None, *, timeout_ms: float | None = None
    ) -> dict[str, Any]:
        """One CDP command. Raises Playwright's Error as it comes, its timeout after ``timeout_ms``."""
        try:
            return await cdp_command.send(self._session, method, parameters or {}, timeout_ms)
        except Error as failure:
            if not says(failure, Wording.NO_ACTIVE_PAGE):
                raise
        return await self._send_when_active(method, parameters or {}, timeout_ms)

    async def _send_when_active(self, method: str, parameters: dict[str, Any], timeout_ms: float | None) -> dict[str, Any]:
        """Sends a command again that came while one document was taking the place of another."""
        patience = Deadline(min(timeout_ms or _ACTIVE_MS, _ACTIVE_MS))
        while True:
            await asyncio.sleep(_INACTIVE_S)  # no event says that the page is active
            try:
                return await cdp_command.send(self._session, method, parameters, timeout_ms)
            except Error as failure:
                if patience.passed or not says(failure, Wording.NO_ACTIVE_PAGE):
                    raise

    def sent(self, method: str, parameters: dict[str, Any]) -> "asyncio.Future[dict[str, Any]]":
        """One CDP command, sent before this returns. Raises Playwright's Error where it cannot be sent."""
        return cdp_command.sent(self._session, method, parameters)

    def on(self, event: str, listener: Callable[[dict[str, Any]], None]) -> None:
        """Subscribes to a CDP event of an enabled domain."""
        self._session.on(event, listener)

    def off(self, event: str, listener: Callable[[dict[str, Any]], None]) -> None:
        """Ends a subscription."""
        self._session.remove_listener(event, listener)

    async def history(self, patience_ms: float) -> History:
        """Raises Playwright's Error, its timeout after ``patience_ms``."""
        answer = await self.send("Page.getNavigationHistory", timeout_ms=patience_ms)
        entries, index = answer["entries"], answer["currentIndex"]
        # A tab's first entry is the blank page that it was born with; a person would not call going back to that history.
        first = 1 if entries and entries[0]["url"] == "about:blank" and len(entries) > 1 else 0
        before = entries[index - 1]["url"] if index > first else ""
        after = entries[index + 1]["url"] if index < len(entries) - 1 else ""
        can_go_back, can_go_forward = index > first, index < len(entries) - 1
        return History(index, entries[index]["url"], entries[index]["title"], can_go_back, can_go_forward, before, after)

    async def read(self, patience_ms: float) -> PageView:
        """How the top document is now. Raises Playwright's Error, its timeout when no answer comes for ``patience_ms``."""
        return PageView(*json.loads(await self.isolated(VIEW_SCRIPT, patience_ms)))

    async def isolated(self, script: str, patience_ms: float) -> str:
        """The text that a script gives, or promises, in the isolated world of the top document, where no script of the page changes
        what it asks. Raises Playwright's Error, its timeout when no answer comes for ``patience_ms``."""
        for _ in range(_TRIES):
            world = await self._next_world(patience_ms)
            question = {"expression": script, "contextId": world, "awaitPromise": True}
            try:
                answer = await self.send("Runtime.evaluate", question, timeout_ms=patience_ms)
            except Error as failure:
                self._document_went(failure, world)
                continue
            if isinstance(value := answer["result"].get("value"), str):
                return value
        raise Error(KEPT_CHANGING)

    def counted(self, moment: str) -> Counts | None:
        """What Chromium had counted at a moment that the engine marked; None where it reports none."""
        return self._moments.counted(moment)

    def _report_moments(self, reported: bool) -> None:
        self.spawn(self.send("Performance.enable" if reported else "Performance.disable"))

    async def ask(self, body: str, deadline: Deadline, *, behind: bool = False) -> str:
        """The engine's reply in the top document, at half the cost of asking through a locator. With ``behind`` it comes when
        the input that the request names has come since the last probe, or :meth:`release_deferred` was called.

        Raises Playwright's Error, its timeout at the deadline.
        """
        releases = self._releases
        for attempt in range(_TRIES):
            world = await self._next_world(deadline.remaining_ms)
            function: dict[str, Any] = {"functionDeclaration": _ASK}
            # To another document the input does not come any more.
            if behind and not attempt and self._releases == releases:
                function = {"functionDeclaration": _ASK_BEHIND, "awaitPromise": True}
            question = self.send(
                "Runtime.callFunctionOn",
                {**function, "executionContextId": world, "arguments": [{"value": body}]},
                timeout_ms=deadline.remaining_ms,
            )
            try:
                if self._engine_in == world:
                    answer = await question
                else:
                    # Sent one behind the other: the second finds what the first brings.
                    _, answer = await asyncio.gather(self._bring_engine(world), question)
            except Error as failure:
                self._document_went(failure, world)
                continue
            if isinstance(reply := answer["result"].get("value"), str):
                return reply
            # Another document has taken that number for its world, and has no engine yet.
            self._engine_in = None
        raise Error(KEPT_CHANGING)

    async def ask_inner(self, token: str, body: str, deadline: Deadline) -> str | None:
        """The reply of the engine in the document ``token`` of a frame, at half the cost of asking through a locator; None where it
        is not in the page's process, or has gone.

        Raises Playwright's Error, its timeout at the deadline.
        """
        if token not in self._inner:
            await self._find_inner(token, deadline)
        if (world := self._inner.get(token)) is None:
            return None
        question = {"functionDeclaration": _ASK, "executionContextId": world, "arguments": [{"value": body}]}
        try:
            answer = await self.send("Runtime.callFunctionOn", question, timeout_ms=deadline.remaining_ms)
        except Error as failure:
            if not says(failure, Wording.DOCUMENT_WENT):
                raise
            self._inner[token] = None
            return None
        reply = answer["result"].get("value")
        return reply if isinstance(reply, str) else None

    async def _find_inner(self, token: str, deadline: Deadline) -> None:
        """Ask the frames whose engines are not known for their tokens, all at once; questions that come meanwhile wait for that."""
        async with self._looking:
            if token in self._inner:
                return
            with_token = set(self._inner.values())
            worlds = [world for world in self.worlds.inner if world not in with_token]
            answers = await asyncio.gather(*(self._token_in(world, deadline) for world in worlds))
            self._inner |= {found: world for found, world in zip(answers, worlds, strict=True) if found}
            self._inner.setdefault(token, None)

    async def _token_in(self, world: int, deadline: Deadline) -> str:
        try:
            answer = await self.send(
                "Runtime.evaluate", {"expression": _TOKEN, "contextId": world}, timeout_ms=deadline.remaining_ms
            )
        except Error:
            return ""
        return str(answer["result"].get("value", ""))

    async def release_deferred(self) -> None:
        """Has a question answered that still waits for an input, wherever it is on its way."""
        self._releases += 1
        with suppress(Error):
            await self.send(
                "Runtime.callFunctionOn", {"functionDeclaration": _RELEASE_DEFERRED, "executionContextId": self.worlds.top}
            )

    async def bring_engine(self) -> None:
        """Puts the engine into the isolated world of the top document, unless it is there or on its way there.

        Raises Playwright's Error.
        """
        world = await self.worlds.top_comes()
        if self._engine_in != world:
            await self._bring_engine(world)

    async def _bring_engine(self, world: int) -> None:
        # Whatever is asked from here on is asked behind it.
        self._engine_in = world
        try:
            # Armed at once: what it listens to itself is not to be counted as news.
            armed = f"{script.source()};\n{script.NAME}.arm()"
            await self.send("Runtime.evaluate", {"expression": armed, "contextId": world})
        except Error:
            if self._engine_in == world:
                self._engine_in = None
            raise

    def _document_came(self) -> None:
        # Another process counts its worlds from 1 again, and all else too.
        self._engine_in = None
        self._moments.forget()
        self._inner.clear()

    async def _next_world(self, patience_ms: float) -> int:
        if (world := self.worlds.top) is not None:
            return world
        try:
            async with asyncio.timeout(patience_ms / 1000):
                return await self.worlds.top_comes()
        except TimeoutError:
            raise PlaywrightTimeout("the document has no isolated world") from None

    def _document_went(self, failure: Error, world: int) -> None:
        """Lets another attempt be made if the document, and ``world`` with it, went while it was asked; else raises the failure."""
        if not says(failure, Wording.DOCUMENT_WENT):
            raise failure
        self.worlds.forget(world)
