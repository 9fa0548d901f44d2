"""What input has to pass before it is sent, where a policy judges what is observed. Without a policy a tab has no gate."""

from collections.abc import Sequence
from contextvars import ContextVar
from typing import Final, Protocol

from refbrowser.policy.facts import ElementFacts


class Gate(Protocol):
    """The call that has the tab's turn, before its policy."""

    async def passes(self, element: ElementFacts | None, mark: object, box: Sequence[float] | None) -> bool:
        """Whether the input may be sent now to the element that was just observed; None for input to no element.

        False: a person was asked and agreed, which took time. The element has to be observed and judged again: what was agreed to
        is this element in this document, which ``mark`` tells from every other. ``box`` is where a picture of the viewport shows
        it. Raises ``policy_denied``, ``approval_denied``, ``approval_expired``, ``approval_unavailable``.
        """
        ...


GATE: Final[ContextVar[Gate | None]] = ContextVar("refbrowser_gate", default=None)
"""The gate of the call that runs in this task; it stays with a call that a dialog holds beyond its turn."""
