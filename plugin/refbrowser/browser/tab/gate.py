"""The check of input before it is sent, with a policy that judges observed facts. Without a policy there is no gate."""

from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final, Protocol

from refbrowser.policy.facts import ElementFacts


@dataclass(frozen=True, slots=True)
class Judged:
    """What is about to get input, as it was just observed; ``element`` is None for a document alone.

    ``mark`` identifies this element of this document; ``box`` is where a picture of the viewport shows it. ``part``: it
    is part of the element that the call is about.
    """

    element: ElementFacts | None
    mark: object
    box: Sequence[float] | None
    part: bool = False


class Gate(Protocol):
    """The call that has the tab's turn, before its policy."""

    async def pass_all(self, targets: Sequence[Judged]) -> bool:
        """Whether the input may be sent now to all of these.

        False: a person was asked and agreed, which took time. They have to be observed and judged again: what was agreed to are
        these elements in these documents. Raises ``policy_denied``, ``approval_denied``, ``approval_expired``,
        ``approval_unavailable``.
        """
        ...


GATE: Final[ContextVar[Gate | None]] = ContextVar("refbrowser_gate", default=None)
"""The gate of the call that runs in this task; it stays with a call that a dialog holds beyond its turn."""
