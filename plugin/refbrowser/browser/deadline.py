"""One deadline for one call, handed down to everything that the call waits for."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any, Self

from refbrowser.errors import RefbrowserError, TimeoutExceeded


@dataclass(slots=True)
class Progress:
    """What a call has done by now, for the error that ends it: all its deadlines share one.

    ``performed`` is the input that was sent to the page; ``parts`` are a sentence and details for each kind of part that is done.
    """

    performed: str | None = None
    parts: dict[str, tuple[str, Any]] = field(default_factory=dict)

    def note(self, kind: str, done: Any, sentence: str) -> None:
        """Say in an error of the call that these parts are ``done``."""
        self.parts[kind] = (sentence, done)

    def drop(self, kind: str) -> None:
        """Say no more of these parts: all are done."""
        self.parts.pop(kind, None)

    def report(self, failure: RefbrowserError) -> None:
        """Add the parts that are done to the error of the call."""
        for kind, (sentence, done) in self.parts.items():
            failure.add(sentence)
            failure.details[kind] = done


class Deadline:
    """A moment after which the call must have answered. ``total_ms`` is what the caller allowed; ``stage`` is what the call is
    waiting for at the moment, in words that complete "waited for"; ``progress`` is what it has done by now."""

    __slots__ = ("_base", "_ends", "_moved", "_parent", "_still_since", "progress", "stage", "total_ms")

    def __init__(self, total_ms: float, stage: str = "the page to answer", parent: "Deadline | None" = None) -> None:
        self.total_ms = total_ms
        self.stage = stage
        self.progress: Progress = Progress() if parent is None else parent.progress
        self._ends = time.monotonic() + total_ms / 1000
        self._parent = parent
        self._moved = 0.0
        self._base = 0.0 if parent is None else parent._moves
        self._still_since: float | None = None

    def sooner(self, most_ms: float) -> Self:
        """A deadline at the earlier of this one and ``most_ms`` from now. It moves with this one where that is restarted."""
        return type(self)(max(1.0, min(self.remaining_ms, most_ms)), self.stage, self)

    def of_call(self, most_ms: float) -> Self:
        """As :meth:`sooner`, for one call of a batch, which has a progress of its own."""
        deadline = self.sooner(most_ms)
        deadline.progress = Progress()
        return deadline

    @property
    def remaining_ms(self) -> float:
        """Milliseconds left; never below 1, because 0 means "no limit" to Playwright."""
        return max(1.0, (self._end - self._now) * 1000)

    def remaining_until_ms(self, after_ms: float) -> float:
        """Milliseconds until ``after_ms`` after the deadline; never below 1."""
        return max(1.0, (self._end - self._now) * 1000 + after_ms)

    @property
    def passed(self) -> bool:
        return self._now >= self._end

    @property
    def _moves(self) -> float:
        """By how many seconds this deadline and those that it is a part of were moved."""
        return self._moved + (0.0 if self._parent is None else self._parent._moves)

    @property
    def _end(self) -> float:
        return self._ends + self._moves - self._base

    @property
    def _now(self) -> float:
        return time.monotonic() if self._still_since is None else self._still_since

    def restart(self, total_ms: float) -> None:
        """Counts anew: the time in which a person or an agent thought about a dialog is not the call's."""
        self.total_ms = total_ms
        self._moved += time.monotonic() + total_ms / 1000 - self._end

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """The time that the block takes is not the call's, nor that of the batch around it: a person is thinking. A block within
        such a block changes nothing."""
        if self._still_since is not None:
            yield
            return
        began = self._still_since = time.monotonic()
        try:
            yield
        finally:
            self._still_since = None
            self._extend(time.monotonic() - began)

    def _extend(self, seconds: float) -> None:
        self._ends += seconds
        if self._parent is not None:
            self._parent._extend(seconds)

    @asynccontextmanager
    async def waiting_for(self, what: str) -> AsyncIterator[None]:
        """Bounds the block; when the deadline passes inside it, raises :class:`TimeoutExceeded` naming ``what``."""
        try:
            async with asyncio.timeout(self.remaining_ms / 1000):
                yield
        except TimeoutError:
            raise self.exceeded(what) from None

    def exceeded(self, what: str) -> TimeoutExceeded:
        failure = TimeoutExceeded(
            f"Waited {self.total_ms:.0f} ms for {what}.", details={"waited_for": what, "timeout_ms": self.total_ms}
        )
        self.mark(failure)
        return failure

    def mark(self, failure: RefbrowserError) -> None:
        """Says in the failure what the call had sent to the page before: to repeat it may do that twice."""
        performed = self.progress.performed
        if performed is not None and "performed" not in failure.details:
            failure.add(f"The {performed} had been sent to the page; what came of it is not known.")
            failure.details["performed"] = performed
            failure.not_to_repeat = True
