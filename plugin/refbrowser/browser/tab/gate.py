"""The check of input before it is sent, with a policy that judges observed facts. Without a policy there is no gate."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import Protocol

from refbrowser.policy.facts import ElementFacts


@dataclass(frozen=True, slots=True)
class Mark:
    """One element of one document, as it would be sent: numbers that change with what they stand for
    (:class:`refbrowser.browser.engine.wire.FormFacts`). ``values`` are what the fields hold, by their identities; ``dialogs`` are
    those of the document that a call answers."""

    document: str | None
    identity: int | None = None
    shape: int = 0
    values: tuple[tuple[int, int], ...] = ()
    dialogs: tuple[str, ...] = ()

    def agrees(self, current: "Mark", entered: Set[tuple[str | None, int | None]]) -> bool:
        """Return whether ``current`` is what this mark was put on. A field of ``entered`` (documents with identities) may have
        become what an action entered into it."""
        if replace(self, values=()) != replace(current, values=()):
            return False
        if self.values == current.values:
            return True
        return len(self.values) == len(current.values) and all(
            before == after or (before[0] == after[0] and after[1] == 0 and (self.document, after[0]) in entered)
            for before, after in zip(self.values, current.values, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Judged:
    """What is about to get input, as it was just observed; ``element`` is None for a document alone.

    ``mark`` identifies this element of this document, and what it would send; ``box`` is where a picture of the viewport shows it.
    ``part``: it is part of the element that the call is about.
    """

    element: ElementFacts | None
    mark: Mark
    box: Sequence[float] | None
    part: bool = False


class Gate(Protocol):
    """The call that has the tab's turn, before its policy."""

    @property
    def bound(self) -> bool:
        """A person has agreed to what the call is about: what would be sent has to stay as it was."""
        ...

    async def pass_all(self, targets: Sequence[Judged]) -> bool:
        """Whether the input may be sent now to all of these.

        False: a person was asked and agreed, which took time. They have to be observed and judged again: what was agreed to are
        these elements in these documents. Raises ``policy_denied``, ``approval_denied``, ``approval_expired``,
        ``approval_unavailable``.
        """
        ...

    async def pass_address(self, url: str) -> bool:
        """As :meth:`pass_all`, of an address that the call turns out to load."""
        ...

    async def pass_resubmission(self, url: str) -> bool:
        """As :meth:`pass_all`, of a form that the call turns out to send to that address again."""
        ...
