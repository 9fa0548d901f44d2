"""What dispatching an action's input leaves to be done: input to send with the first question for effects, and its confirmation."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

from refbrowser.browser.element.resolve import Element
from refbrowser.results import Hit


@dataclass(frozen=True, slots=True)
class PendingInput:
    """Text or a key for the top document, sent together with the first question for its effects.

    ``ends_with`` is the last event of it there, ``stage`` what a timeout says was waited for.
    """

    send: Callable[[], Awaitable[None]]
    ends_with: Literal["input", "keyup"]
    stage: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of the input. ``retried``: it was missed, and was sent again; ``next`` then confirms that. ``notes`` go into the
    receipt."""

    retried: bool = False
    next: "InputRetry | None" = None
    notes: Mapping[str, Any] = field(default_factory=dict)


TAKEN: Final = Verdict()
"""The input arrived, as far as anything can say."""


class InputRetry(Protocol):
    """Confirms that the element received its input, and sends it again if not."""

    async def retry_if_missed(self, target: Mapping[str, Any] | None, /) -> Verdict:
        """``target`` is what the page reports of the element after the input; None when the element or its page is gone."""
        ...


@dataclass(frozen=True, slots=True)
class Dispatched:
    """An action's input: what it hit, the element to read back, and what is left to be done."""

    hit: Hit
    element: Element | None = None
    retry: InputRetry | None = None
    pending: PendingInput | None = None
