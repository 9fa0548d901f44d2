"""A batch asks a person once: the first of its calls that has to ask looks ahead for the others, and one card lists all."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from refbrowser.browser.tab.gate import Judged, Mark
from refbrowser.errors import PolicyError
from refbrowser.policy.facts import Facts
from refbrowser.policy.rules import Verdict
from refbrowser.service.oversight.approvals.card import CardWriter


@dataclass(slots=True)
class BatchPart:
    """One call of a batch. ``agreed`` is what a person agreed to for it: the facts, and the mark of the element or document.
    ``refused`` is their no, for what they were asked about together with another call. ``differs``: it has ended, and a field
    holds something else than it was to enter."""

    index: int
    asking: "BatchAsking"
    agreed: list[tuple[Facts, Mark]] = field(default_factory=list)
    refused: Callable[[], PolicyError] | None = None
    differs: bool = False
    reserved: bool = False
    """Whether the batch has the call's tab reserved for its calls."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """Something that a later call would ask for, as the page is now."""

    part: BatchPart
    card_writer: CardWriter
    target: Judged
    facts: Facts
    verdict: Verdict


class BatchAsking:
    """Shared by the calls of one batch. ``lock`` lets one of them ask at a time; ``look_ahead`` observes what the others, as far as
    they have not ended, would ask for, without any effect."""

    def __init__(self, look_ahead: "Callable[[BatchPart], Awaitable[Sequence[Ahead]]]") -> None:
        self.lock = asyncio.Lock()
        self.look_ahead = look_ahead
        self._parts: dict[int, BatchPart] = {}

    def part(self, index: int) -> BatchPart:
        """The part of call ``index``."""
        return self._parts.setdefault(index, BatchPart(index, self))

    @property
    def agreed(self) -> list[tuple[Facts, Mark]]:
        """What was agreed to for its calls, except those after which fields hold something else than the call says."""
        return [agreement for part in self._parts.values() if not part.differs for agreement in part.agreed]
