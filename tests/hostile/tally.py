"""How often each outcome was seen when an attack was tried many times."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

Outcome = Literal["landed", "noted", "unconfirmed", "navigated", "refused", "missed", "wrong"]
"""``noted``: the receipt says what went otherwise. ``unconfirmed``: it says that the press was not seen to be received.
``navigated``: the page that could have reported is gone. ``wrong``: reported as done, and not so."""


@dataclass(slots=True)
class Tally:
    """Counts outcomes; ``wrong`` has what was seen where one was wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, outcome: Outcome, seen: str) -> None:
        self.counts[outcome] += 1
        if outcome == "wrong":
            self.wrong.append(seen)

    def check(self) -> None:
        """Fails where an outcome was wrong."""
        assert not self.wrong, "\n".join([f"{len(self.wrong)} of {self.counts.total()} wrong", *self.wrong[:10]])
