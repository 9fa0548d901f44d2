"""Send one viewer's input to the page in order. For a slow page, outdated mouse moves are dropped and wheel deltas are summed."""

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from refbrowser.browser.clipboard.clip import Clip
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.tab import Tab, tab_closed
from refbrowser.browser.takeover.human_input import HumanInput
from refbrowser.errors import CallError, StateError
from refbrowser.policy.files import readable_path
from refbrowser.viewer import popups
from refbrowser.viewer.messages import (
    CancelFiles,
    Choose,
    Compose,
    Copy,
    Drop,
    Go,
    Input,
    Insert,
    Key,
    OnPage,
    OnTab,
    Paste,
    Pointer,
    Touch,
    Wheel,
)
from refbrowser.viewer.outbox import Outbox
from refbrowser.viewer.problems import problem
from refbrowser.viewer.sights import Sights
from refbrowser.viewer.takeovers import Takeovers

NOT_IN_CONTROL: Final = "You are only watching this tab; take it over first."

PAGE_CHANGED: Final = "The page is not the one any more that you saw: what you did was not sent to it."

PAGE_LEFT: Final = "The page changed at that moment: what you entered may not have reached it."

DIALOG_OPENED: Final = "A dialog opened: what you did after that was not sent to the page."

TOO_MUCH: Final = "The page is slower than your input: what you entered last was not sent to it."

WAITING: Final = 4_000
"""Inputs that may wait in the queue: what a person types quickly into a page that is slow."""

INPUT_MS: Final = 10_000
"""Deadline of one input; a page that hangs or has an open dialog takes none."""

PASTED_BYTES: Final = 10_000_000
"""Most bytes of pasted files, which reach the page as text in a message. Larger files can be dropped on the page."""


@dataclass(frozen=True, slots=True)
class _Queued:
    """An input, and the dialogs that its tab had had when it came."""

    session: BrowserSession
    tab: Tab
    message: Input
    dialogs: int


class Inputs:
    """A bounded queue and the one task that empties it. Inputs with a number are confirmed by it, or refused by it."""

    def __init__(self, takeovers: Takeovers, viewer: str, outbox: Outbox) -> None:
        self._takeovers = takeovers
        self._viewer = viewer
        self._outbox = outbox
        self._say = outbox.put
        self._queue: deque[_Queued] = deque()
        self._filled = asyncio.Event()
        self._in_popup = False
        self._moving: asyncio.Future[None] | None = None
        self._idle = asyncio.Event()
        self._idle.set()

    async def performed(self) -> None:
        """Wait, for a bounded time, until all queued input has been sent to the page."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(INPUT_MS / 1000):
                await self._idle.wait()
                if self._moving is not None:
                    await asyncio.wait({self._moving})

    def add(self, session: BrowserSession, tab: Tab, message: Input) -> None:
        """Queue the input. It is refused when a dialog is open, and when the queue is full."""
        if tab.dialogs.pending and not _lets_go(message):
            self.refuse(message, {"code": "dialog_open", "message": DIALOG_OPENED})
            return
        if self._queue and self._queue[-1].tab is tab:
            last = self._queue[-1].message
            if isinstance(message, Pointer) and isinstance(last, Pointer) and message.kind == last.kind == "move":
                self._queue.pop()
            elif isinstance(message, Wheel) and isinstance(last, Wheel):
                self._queue.pop()
                message = message.model_copy(
                    update={"delta_x": message.delta_x + last.delta_x, "delta_y": message.delta_y + last.delta_y}
                )
        if len(self._queue) >= WAITING and not _lets_go(message):
            self.refuse(message, {"code": "too_much_input", "message": TOO_MUCH})
            return
        self._queue.append(_Queued(session, tab, message, tab.dialogs.count))
        self._idle.clear()
        self._filled.set()

    async def run(self) -> None:
        """Send queued input until cancelled."""
        while True:
            while not self._queue:
                self._idle.set()
                self._filled.clear()
                await self._filled.wait()
            queued = self._queue.popleft()
            await self._send(queued)
            if queued.message.number is not None:
                self._outbox.put_latest("taken", json.dumps({"type": "taken", "number": queued.message.number}))

    def refuse(self, message: Input, why: dict[str, Any]) -> None:
        """Report that the input did not reach the page, and never will. Nobody misses a move or a turn of the wheel."""
        if message.number is not None:
            self._say({**why, "type": "refused", "number": message.number})
        elif not isinstance(message, Wheel) and not (isinstance(message, Pointer) and message.kind == "move"):
            self._say({**why, "type": "problem"})

    async def _send(self, queued: _Queued) -> None:
        session, tab, message = queued.session, queued.tab, queued.message
        if tab.dialogs.count != queued.dialogs and not _lets_go(message):
            # Input that was meant for the dialog must not reach the page.
            self.refuse(message, {"code": "dialog_open", "message": DIALOG_OPENED})
            return
        hands = self._takeovers.input(tab, self._viewer)
        if hands is None:
            lost = {"code": "not_in_control", "message": NOT_IN_CONTROL}
            self.refuse(message, problem(tab_closed(tab.browser_id)) if tab.closed else lost)
            return
        deadline = Deadline(INPUT_MS)
        try:
            await expect_present(self._outbox.sights, message, tab)
            async with deadline.waiting_for("the page to take the input"):
                commits = tab.activity.commits
                await self._perform(hands, session, tab, message)
            if message.number is not None and (tab.closed or tab.activity.commits != commits):
                raise StateError(PAGE_LEFT, code="page_changed")
        except Exception as failure:
            # A press that opened a dialog does not end before that is answered, which the person sees.
            if not tab.dialogs.pending:
                self.refuse(message, problem(failure, tab, deadline))
            if deadline.passed:
                self._drop(tab)

    def _drop(self, tab: Tab) -> None:
        """Refuse the input for a page that takes none, but for what lets keys and buttons go."""
        waiting = list(self._queue)
        self._queue.clear()
        for queued in waiting:
            if queued.tab is tab and not _lets_go(queued.message):
                self.refuse(queued.message, {"code": "timeout", "message": TOO_MUCH})
            else:
                self._queue.append(queued)

    async def _perform(self, hands: HumanInput, session: BrowserSession, tab: Tab, message: Input) -> None:
        match message:
            case Pointer():
                await self._point(hands, session, tab, message)
            case Wheel():
                await hands.wheel(message.x, message.y, message.delta_x, message.delta_y)
            case Key(kind="down") if _opens_list(hands, message) and (at := await hands.focused_list()) is not None:
                if (popup := await popups.popup_at(session, tab, *at)) is not None:
                    self._say(popup)
            case Key(kind="down"):
                await hands.key_down(message.code, message.key, message.key_code, composed=message.composed)
            case Key():
                await hands.key_up(message.code, message.key, message.key_code, composed=message.composed)
            case Compose():
                await hands.compose(message.text, message.start, message.end)
            case Insert():
                await hands.insert(message.text)
            case Paste():
                if message.text:
                    hands.clipboard.clip = Clip(message.text, message.html or None)
                await hands.paste(message.text, message.html, self._uploaded(session, message.paths, PASTED_BYTES))
            case Copy():
                if text := await hands.copy(cut=message.cut):
                    hands.clipboard.clip = Clip(text)
                    self._say({"type": "copied", "text": text})
            case Touch():
                await hands.touch(message.kind, [point.model_dump() for point in message.points])
            case Choose():
                await popups.choose(session, tab, message.ref, message.index, message.value)
            case CancelFiles():
                await hands.cancel_files()
                tab.announce()
            case Drop():
                files = self._uploaded(session, message.paths)
                if message.x is None or message.y is None:
                    await hands.choose_files(files)
                    tab.announce()
                else:
                    await hands.drop(message.x, message.y, files)

    async def _point(self, hands: HumanInput, session: BrowserSession, tab: Tab, message: Pointer) -> None:
        moving, self._moving = self._moving, None
        if message.kind == "move":
            if moving is not None:
                await moving
            # The page acknowledges a move after its next frame, which presses, releases and other moves wait for: a page that is
            # dragged on would miss a move that is followed at once by the release.
            self._moving = asyncio.ensure_future(hands.move(message.x, message.y))
            self._moving.add_done_callback(lambda move: move.cancelled() or move.exception())
            return
        if moving is not None:
            await asyncio.wait({moving})
        if message.kind == "down":
            popup = await popups.popup_at(session, tab, message.x, message.y) if message.button == "left" else None
            self._in_popup = popup is not None
            if popup is not None:
                self._say(popup)
            else:
                # Looking for a list has taken a while.
                await expect_present(self._outbox.sights, message, tab)
                await hands.press(message.x, message.y, message.button, message.clicks)
        elif not self._in_popup:
            await hands.release(message.x, message.y, message.button, message.clicks)

    @staticmethod
    def _uploaded(session: BrowserSession, paths: Sequence[str], most_bytes: int | None = None) -> list[Path]:
        files = [readable_path(path, roots=(session.files.folder / "uploads",)) for path in paths]
        if most_bytes is not None and sum(file.stat().st_size for file in files) > most_bytes:
            raise CallError(f"The pasted files are larger than {most_bytes // 1_000_000} MB; drop them on the page instead.")
        return files


async def expect_present(sights: Sights, message: OnTab, tab: Tab) -> None:
    """Raise ``page_changed`` where the message was begun on a picture of another tab or, if it is for the page, document."""
    if message.picture is None or _lets_go(message):
        return
    sight = sights.find(message.picture)
    is_for_page = isinstance(message, OnPage) or (
        isinstance(message, Go) and message.to in ("back", "forward", "reload") and not tab.crashed
    )
    if sight is None or sight.tab is not tab or (is_for_page and not await sight.is_present()):
        raise StateError(PAGE_CHANGED, code="page_changed")


def _opens_list(hands: HumanInput, key: Key) -> bool:
    """Whether the key opens the list of a select that has the focus, which Chromium would draw in a window of its own."""
    return key.key in (" ", "F4") or (key.key in ("ArrowDown", "ArrowUp") and hands.holds("Alt"))


def _lets_go(message: OnTab) -> bool:
    """Whether the input releases something: without it, a key or button would stay down in the page."""
    return (isinstance(message, Key | Pointer) and message.kind == "up") or (
        isinstance(message, Touch) and message.kind in ("touchEnd", "touchCancel")
    )
