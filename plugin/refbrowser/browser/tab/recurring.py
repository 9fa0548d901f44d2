"""What a page reports again and again without an action: a request that fails each second, an error that a timer throws, an address
that counts.

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
    """Counts breaks by what came in them: reports without their figures. ``since``: the mark at which the last receipt was written,
    0 before the first, when the page has loaded, and ``address`` the page's then."""

    def __init__(self) -> None:
        self._shapes: Counter[str] = Counter()
        self.since = 0
        self.address = ""

    def learn(self, reports: Iterable[str]) -> None:
        """Count what came in one break."""
        self._shapes.update(set(map(_shape, reports)))
        if len(self._shapes) > _MOST_SHAPES:
            self._shapes = Counter(dict(self._shapes.most_common(_MOST_SHAPES // 2)))

    def has(self, text: str) -> bool:
        """Return whether it comes by itself."""
        return self._shapes[_shape(text)] >= ENOUGH if self._shapes else False

    def clear(self) -> None:
        """Another document takes the page's place."""
        self._shapes.clear()
        self.since = 0


def _shape(text: str) -> str:
    return _NUMBER.sub("0", text[:_LONGEST])
