"""What a page reports again and again without an action: a request that fails each second, an error that a timer throws.

Learned from what comes in the breaks between actions. No effect of an action is told by it any more.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

ENOUGH: Final = 3
"""In how many breaks between actions something has to come."""

_MOST_SHAPES: Final = 200
_LONGEST: Final = 300
_NUMBER: Final = re.compile(r"\d+")


class Recurring:
    """Counts breaks by what came in them: reports without their figures."""

    def __init__(self) -> None:
        self._shapes: Counter[str] = Counter()
        self._until = 0

    def learn(self, log: Iterable[tuple[int, object]], begun: int) -> None:
        """Count the reports of ``log`` from the break before the action that had ``begun`` by that mark. Before the first action the
        page has loaded."""
        if self._until:
            self._shapes.update({_shape(str(report)) for sequence, report in log if self._until < sequence <= begun})
            if len(self._shapes) > _MOST_SHAPES:
                self._shapes = Counter(dict(self._shapes.most_common(_MOST_SHAPES // 2)))

    def over(self, mark: int) -> None:
        """The receipt of an action is written: a break begins."""
        self._until = mark

    def has(self, text: str) -> bool:
        """Return whether it comes by itself."""
        return self._shapes[_shape(text)] >= ENOUGH if self._shapes else False

    def clear(self) -> None:
        """Another document takes the page's place."""
        self._shapes.clear()
        self._until = 0


def _shape(text: str) -> str:
    return _NUMBER.sub("0", text[:_LONGEST])
