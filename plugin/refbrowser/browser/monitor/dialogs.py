"""A tab's JavaScript dialogs: recorded, held open for the agent, or answered by policy or watchdog; never a hang."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Protocol

from playwright.async_api import Dialog, Error

from refbrowser.errors import Remedy, StateError
from refbrowser.page_text import one_line
from refbrowser.results import DialogView
from refbrowser.settings import DialogPolicy
from refbrowser.tasks import Tasks

RECENT: Final = 20


class Answerable(Protocol):
    """What is needed of a dialog: Playwright's own, or one that a page asks through the bridge."""

    @property
    def type(self) -> str: ...

    @property
    def message(self) -> str: ...

    @property
    def default_value(self) -> str: ...

    async def accept(self, prompt_text: str | None = None) -> None: ...

    async def dismiss(self) -> None: ...


@dataclass(slots=True, eq=False)
class _Open:
    view: DialogView
    dialog: "Answerable"
    watchdog: asyncio.TimerHandle | None = None


def _now_ms() -> int:
    return int(time.time() * 1000)


class Dialogs:
    """The dialogs of one tab. ``prefix`` makes their ids unique in the chat; ``policy`` is asked when one opens."""

    def __init__(
        self, prefix: str, policy: Callable[[], DialogPolicy], watchdog_ms: int, announce: Callable[[], None] = lambda: None
    ) -> None:
        self._prefix = prefix
        self._policy = policy
        self._watchdog_ms = watchdog_ms
        self._announce = announce
        self._open: list[_Open] = []
        self._armed: tuple[bool, str | None] | None = None
        self._recent: deque[DialogView] = deque(maxlen=RECENT)
        self._unreported: list[DialogView] = []
        self.count = 0
        self._waiters: set[asyncio.Future[DialogView]] = set()
        self._refusals: set[asyncio.Future[None]] = set()
        self._tasks = Tasks()

    @property
    def pending(self) -> list[DialogView]:
        return [entry.view for entry in self._open]

    @property
    def recent(self) -> list[DialogView]:
        """The last 20 dialogs that closed, oldest first."""
        return list(self._recent)

    def seen_since(self, count: int) -> list[DialogView]:
        """The dialogs that opened after the first ``count``, as they stand now, oldest first."""
        views = [*self._recent, *self.pending]
        newer = self.count - count
        return views[-newer:] if newer > 0 else []

    def report_answered(self) -> list[DialogView]:
        """Once, the dialogs that were answered otherwise than by the agent's ``dialog`` calls."""
        answered, self._unreported = self._unreported, []
        return answered

    def opened(self, dialog: Answerable) -> None:
        """Playwright's listener. Under an automatic policy the answer is on its way when this returns."""
        self.count += 1
        view = DialogView(
            f"{self._prefix}d{self.count}", dialog.type, dialog.message[:2000], dialog.default_value[:2000], _now_ms()
        )
        entry = _Open(view, dialog)
        self._open.append(entry)
        self._announce()
        if self._armed is not None:
            (accept, text), self._armed = self._armed, None
            self._start(entry, accept, text, closed_by="agent")
            return
        policy = self._policy()
        if policy != "must_respond":
            accept = policy == "auto_accept"
            self._start(entry, accept, None, closed_by="auto_policy")
            return
        loop = asyncio.get_running_loop()
        entry.watchdog = loop.call_later(self._watchdog_ms / 1000, lambda: self._start(entry, False, None, closed_by="watchdog"))
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(view)

    def arm(self, *, accept: bool, text: str | None) -> None:
        """Answers the next dialog, and only that, the moment it opens; a second call takes the place of the first."""
        self._armed = accept, text

    def next_refusal(self) -> "asyncio.Future[None]":
        """Resolves when a dialog that asks whether to leave the page is next dismissed. Cancel it when it is no longer wanted."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._refusals.add(waiter)
        waiter.add_done_callback(self._refusals.discard)
        return waiter

    def next_opened(self) -> "asyncio.Future[DialogView]":
        """Resolves when the next dialog opens that waits for an answer. Pass it to :meth:`stop_waiting` afterwards."""
        waiter: asyncio.Future[DialogView] = asyncio.get_running_loop().create_future()
        self._waiters.add(waiter)
        return waiter

    def stop_waiting(self, waiter: "asyncio.Future[DialogView]") -> None:
        self._waiters.discard(waiter)
        waiter.cancel()

    async def answer(self, *, accept: bool, text: str | None, dialog_id: str | None, closed_by: str = "agent") -> DialogView:
        """Answers the named dialog, or the only one. A prompt accepted without ``text`` gets its own default.

        Raises ``no_dialog`` when none is open, and ``invalid_arguments``-like ``no_dialog`` details when the id names none.
        """
        entry = self._choose(dialog_id)
        return await self._close(entry, accept=accept, text=text, closed_by=closed_by)

    def closed_elsewhere(self) -> None:
        """The browser reports that a native dialog closed; one that is still open here was answered by another client."""
        native = next((entry for entry in self._open if isinstance(entry.dialog, Dialog)), None)
        if native is not None:
            self._archive(native, accepted=None, closed_by="remote")

    def discard_all(self, closed_by: str = "remote") -> None:
        """The page is gone, and its dialogs with it."""
        for entry in list(self._open):
            self._archive(entry, accepted=None, closed_by=closed_by)

    def gate(self, browser_id: int) -> None:
        """Raises ``dialog_open`` while a dialog holds the page."""
        if self._open:
            view = self._open[0].view
            raise StateError(
                f"The page of tab {browser_id} is blocked by {_article(view.kind)} dialog: {one_line(view.message, 200)!r}.",
                code="dialog_open",
                remedy=answer_to(view, browser_id),
                details={"dialogs": [entry.view.as_dict() for entry in self._open]},
            )

    def _choose(self, dialog_id: str | None) -> _Open:
        if not self._open:
            last = self._recent[-1] if self._recent else None
            ended = f": {_ended(last)}" if last is not None and last.closed_by != "agent" else ""
            raise StateError(
                f"No dialog is open on this tab{ended}.",
                code="no_dialog",
                details={"recent": [view.as_dict() for view in self._recent]},
            )
        if dialog_id is None:
            return self._open[-1]
        for entry in self._open:
            if entry.view.dialog_id == dialog_id:
                return entry
        raise StateError(
            f"No open dialog has the id {dialog_id!r}.",
            code="no_dialog",
            details={"open": [entry.view.dialog_id for entry in self._open]},
        )

    def _start(self, entry: _Open, accept: bool, text: str | None, closed_by: str) -> None:
        async def answer() -> None:
            await self._close(entry, accept=accept, text=text, closed_by=closed_by)

        self._tasks.spawn(answer())

    async def _close(self, entry: _Open, *, accept: bool, text: str | None, closed_by: str) -> DialogView:
        # Archived before the browser is answered, so that no later event can archive it a second time.
        view = self._archive(entry, accepted=accept, closed_by=closed_by)
        try:
            if not accept:
                await entry.dialog.dismiss()
                if entry.view.kind == "beforeunload":
                    for waiter in self._refusals:
                        if not waiter.done():
                            waiter.set_result(None)
            elif entry.view.kind == "prompt":
                # accept() without a text answers '' and not the prompt's default.
                await entry.dialog.accept(entry.dialog.default_value if text is None else text)
            else:
                await entry.dialog.accept()
        except Error:
            # It closed at the same moment (the page navigated, the tab closed): the answer was not delivered.
            open_view, view = view, replace(view, closed_by="remote", accepted=None)
            if open_view in self._recent:
                self._recent[self._recent.index(open_view)] = view
        return view

    def _archive(self, entry: _Open, *, accepted: bool | None, closed_by: str) -> DialogView:
        if entry.watchdog is not None:
            entry.watchdog.cancel()
        view = replace(entry.view, closed_at_ms=_now_ms(), closed_by=closed_by, accepted=accepted)
        if entry in self._open:
            self._open.remove(entry)
            self._recent.append(view)
            if closed_by != "agent":
                self._unreported = [*self._unreported[-RECENT + 1 :], view]
            self._announce()
        return view


def _ended(view: DialogView) -> str:
    """Who answered a dialog, and how."""
    by = {"watchdog": "the watchdog, as no answer came in time", "auto_policy": "policy", "remote": "somebody else"}
    how = {True: "accepted", False: "dismissed", None: "closed"}[view.accepted]
    return f"{_article(view.kind)} {one_line(view.message, 100)!r} was {how} by {by.get(view.closed_by or '', 'somebody else')}"


def answer_to(view: DialogView, browser_id: int) -> Remedy:
    """The answer to a dialog that agrees to nothing; whether to agree is the caller's decision."""
    operation, hint = ("accept", None) if view.kind == "alert" else ("dismiss", "or accept, if you agree to it")
    return Remedy("dialog", {"browser_id": browser_id, "dialog_id": view.dialog_id, "operation": operation}, hint=hint)


def _article(kind: str) -> str:
    return ("an " if kind == "alert" else "a ") + kind
