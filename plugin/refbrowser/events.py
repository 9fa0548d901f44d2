"""Events of a browser's chats: calls, tabs, hand-offs.

Events are small, bounded values. Publishing one is a loop over the listeners, so the agent never waits for a viewer. No event
contains text that a call typed.
"""

import itertools
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from refbrowser.masking import Masker
from refbrowser.page_text import truncated
from refbrowser.redact import redacted

KEPT_CALLS: Final = 100
KEPT_CHATS: Final = 200
TEXT_LIMIT: Final = 400
ITEMS_LIMIT: Final = 12

_PUBLISHED: Final = (
    *("url", "ref", "selector", "x", "y", "key", "keys", "direction", "amount", "path", "operation", "mode", "reason"),
)
"""The arguments that an event includes. ``text`` and ``value`` may be secrets and are excluded."""


@dataclass(frozen=True, slots=True)
class FlowStep:
    """The step of a flow that makes a call: the flow's name, the step as its result calls it (``3``, ``2.1 page 4``), and how many
    steps the flow has."""

    flow: str
    step: str
    steps: int


@dataclass(frozen=True, slots=True)
class CallBegan:
    """A validated call started.

    ``browser_id`` is None for a call on the whole chat; ``at_ms`` is Unix milliseconds; ``flow`` is
    the step of a flow that makes it.
    """

    call_id: int
    chat_id: str
    action: str
    browser_id: int | None
    arguments: Mapping[str, Any]
    at_ms: int
    flow: FlowStep | None = None


@dataclass(frozen=True, slots=True)
class CallAimed:
    """The call that runs on the tab resolved its element.

    ``box`` is ``(x, y, width, height)`` in CSS pixels of the viewport; None when the position of the element's frame is unknown.
    """

    chat_id: str
    browser_id: int
    label: str
    box: Sequence[float] | None


@dataclass(frozen=True, slots=True)
class CallEnded:
    """A call returned. ``outcome`` is its result or error, with long texts and lists cut.

    ``regions`` are where the page looks different from before (x, y, width, height in CSS pixels of the viewport), where the
    setting ``visual_diff`` compares pictures. ``step`` is the session and the number by which the journal has the call, ``marks``
    what it is found by in a line of steps: ``navigation``, ``error``, ``approval``, ``person``, ``words``.
    """

    call_id: int
    chat_id: str
    action: str
    browser_id: int | None
    ok: bool
    code: str | None
    outcome: Any
    duration_ms: int
    regions: Sequence[Sequence[float]] = ()
    step: tuple[str, int] | None = None
    marks: Sequence[str] = ()
    url: str | None = None
    viewport: Sequence[int] | None = None


@dataclass(frozen=True, slots=True)
class StepPictured:
    """The journal has a picture of the page after the call ``step``."""

    chat_id: str
    step: tuple[str, int]


@dataclass(frozen=True, slots=True)
class ChatChanged:
    """A tab of the chat changed: it opened or closed, or its page, a dialog, a download or its lock changed."""

    chat_id: str


Event = CallBegan | CallAimed | CallEnded | StepPictured | ChatChanged
Listener = Callable[[Event], None]


class Hub:
    """Publishes events on the browser's event loop and keeps each chat's last hundred calls for viewers that connect later.

    ``masker`` takes secrets out of all that leaves. ``watchers`` counts the connected viewers; ``last_watched`` is when the last
    one left, in monotonic seconds.
    """

    def __init__(self) -> None:
        self.masker = Masker()
        self._listeners: list[Listener] = []
        self._numbers = itertools.count(1)
        self._calls: OrderedDict[str, deque[tuple[CallBegan, CallEnded]]] = OrderedDict()
        self._running: dict[int, CallBegan] = {}
        self.watchers = 0
        self.last_watched = 0.0

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Count one more viewer while the context is open."""
        self.watchers += 1
        try:
            yield
        finally:
            self.watchers -= 1
            self.last_watched = time.monotonic()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` with every future event; it must neither raise nor block. Returns a function that unsubscribes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def publish(self, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener(event)

    def next_call_id(self) -> int:
        return next(self._numbers)

    def began(self, event: CallBegan) -> None:
        event = replace(event, arguments=self.masker.masked(dict(event.arguments))) if self.masker.values else event
        self._running[event.call_id] = event
        self.publish(event)

    def ended(self, event: CallEnded) -> None:
        event = replace(event, outcome=self.masker.masked(event.outcome)) if self.masker.values else event
        began = self._running.pop(event.call_id)
        kept = self._calls.setdefault(event.chat_id, deque(maxlen=KEPT_CALLS))
        self._calls.move_to_end(event.chat_id)
        while len(self._calls) > KEPT_CHATS:
            self._calls.popitem(last=False)
        kept.append((began, event))
        self.publish(event)

    def calls(self, chat_id: str) -> list[tuple[CallBegan, CallEnded]]:
        """Return the chat's finished calls, oldest first, a hundred at most."""
        return list(self._calls.get(chat_id, ()))

    def running(self, chat_id: str) -> list[CallBegan]:
        """Return the chat's calls that are still running."""
        return [event for event in self._running.values() if event.chat_id == chat_id]


def published_arguments(action: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a call that an event may include, with a ref as its number."""
    shown: dict[str, Any] = {}
    for name in (*_PUBLISHED, *(("name",) if action == "flow" else ())):
        value = arguments.get(name)
        if value is not None:
            shown[name] = cut(redacted(value) if isinstance(value, str) else getattr(value, "number", value))
    return shown


def cut(value: object, depth: int = 4) -> Any:
    """Return ``value`` as JSON-ready data, with long texts and lists cut and everything below ``depth`` replaced by ``…``."""
    if isinstance(value, str):
        return truncated(value, TEXT_LIMIT)
    if value is None or isinstance(value, bool | int | float):
        return value
    if depth == 0:
        return "…"
    if isinstance(value, Mapping):
        return {str(key): cut(part, depth - 1) for key, part in list(value.items())[:40]}
    if isinstance(value, list | tuple):
        shown = [cut(part, depth - 1) for part in value[:ITEMS_LIMIT]]
        return [*shown, f"… {len(value) - ITEMS_LIMIT} more"] if len(value) > ITEMS_LIMIT else shown
    return cut(str(value))
