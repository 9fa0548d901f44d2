"""What sending an action's input leaves to be done: the last of the input, and the question whether the element received it."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar

from refbrowser.browser.element.element import Element
from refbrowser.browser.engine.wire import KeyReport, PressReport, TargetState
from refbrowser.browser.engine.wire_requests import InputEnd
from refbrowser.results import Hit

T = TypeVar("T")

UNDELIVERED_MS: Final = 10
"""After input has been taken: how long the question that waits for it may take to be answered, before it waits no longer."""

FRAME_MS: Final = 100
"""The same where it waits for a frame to be drawn: a page that is not drawn at all has none."""


@dataclass(frozen=True, slots=True)
class PendingInput:
    """Text or a key for the top document, sent together with the first question for its effects.

    ``ends_with`` is its last event there, the ``frame`` drawn after it, or the ``messages`` that the page sent to itself by then;
    ``stage`` is what a timeout names as awaited. The question waits for ``patience_ms`` after the input at most.
    """

    send: Callable[[], Awaitable[None]]
    ends_with: InputEnd
    stage: str
    patience_ms: float = UNDELIVERED_MS


async def _nothing() -> None:
    """Send nothing."""


DRAWN: Final = PendingInput(_nothing, "frame", "the frame after the press to be drawn", FRAME_MS)
"""Nothing but the wait for what the page put off until it has drawn: after a press that is confirmed already."""

HANDLED: Final = PendingInput(_nothing, "messages", "the page to handle what was entered")
"""Nothing but the wait for what the page's handlers have sent to the page itself, behind an entry whose input has been sent."""

LAST_FRAME: Final = PendingInput(_nothing, "frame", "the frame in which an animation ends to be drawn", 500)
"""The same for that frame, which comes late on a slow machine."""


async def sent_with(pending: PendingInput, question: Coroutine[Any, Any, T], release: Callable[[], Coroutine[Any, Any, None]]) -> T:
    """The answer to ``question``, which waits in the page for the input that is sent here; ``release`` has it wait no longer."""
    asked = asyncio.ensure_future(question)
    asked.add_done_callback(lambda task: task.cancelled() or task.exception())
    sent = asyncio.ensure_future(pending.send())
    released: asyncio.Future[None] | None = None
    try:
        await sent
        if not (await asyncio.wait({asked}, timeout=pending.patience_ms / 1000))[0]:
            # The page stopped the input on its way to the engine's listeners, or did not let it be entered.
            released = asyncio.ensure_future(release())
        return await asked
    finally:
        asked.cancel()
        if released is not None:
            released.cancel()
        if not sent.done():
            # A key that is down comes up first.
            sent.cancel()
            await asyncio.wait({sent})


@dataclass(frozen=True, slots=True)
class TargetReport:
    """What the page reports of the acted-on element after the input: its state, and what became of the press or the keys."""

    state: TargetState | None = None
    press: PressReport | None = None
    keys: KeyReport | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of the input. ``retried``: the element missed it, and it was sent again, which ``next`` confirms. ``notes`` go
    into the receipt."""

    retried: bool = False
    next: "Confirmation | None" = None
    notes: Mapping[str, Any] = field(default_factory=dict)


RECEIVED: Final = Verdict()
"""The element received the input, or nothing shows that it did not."""


class Confirmation(Protocol):
    """Confirms that the element received its input; a press of which nothing reached the page is sent again."""

    async def confirm(self, report: TargetReport | None, /) -> Verdict:
        """``report`` is None when the element or its page is gone."""
        ...


@dataclass(frozen=True, slots=True)
class Dispatched:
    """An action's input: what it hit, the element to read back, and what is left to be done."""

    hit: Hit
    element: Element | None = None
    confirmation: Confirmation | None = None
    pending: PendingInput | None = None
