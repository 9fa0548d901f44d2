"""What was observed until an action's effects were over."""

from dataclasses import dataclass, field, replace
from typing import Any

from refbrowser.browser.element.dispatched import TargetReport
from refbrowser.browser.engine.ref_table import Document
from refbrowser.browser.engine.wire import Effects, RunningAnimation, ScrolledBox, Signal


@dataclass(slots=True)
class Settled:
    """What was observed until the action's effects were over.

    ``page`` is the top document's last account of itself; None when it gave none, or another document took its place. ``captured``
    is its reading in the same answer. ``restated`` are local ids of fields whose content changed, by document; ``secrets`` are the
    labels of those that hide it. ``scripted``: scripts kept changing what is only seen until the time for that was up. ``focused``
    is the local id of what has the focus in each document that was asked, ``accounts`` the last answer of each. ``notes``: what
    confirming the input found. ``waited_ms`` is for how long frames were waited for. ``awaits_list``: a field that was typed
    into announces suggestions and shows none yet.
    """

    new_document: bool = False
    scripted: bool = False
    navigation_pending: bool = False
    changed: bool = False
    pending_requests: int = 0
    target: TargetReport | None = None
    page: Effects | None = None
    captured: tuple[Document, str] | None = None
    animation: RunningAnimation | None = None
    signals: list[Signal] = field(default_factory=list)
    restated: list[tuple[Document, int]] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)
    focused: dict[Document, int | None] = field(default_factory=dict)
    boxes: list[tuple[Document, ScrolledBox]] = field(default_factory=list)
    accounts: dict[Document, Effects] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)
    waited_ms: float = 0
    awaits_list: bool = False

    def followed_by(self, later: "Settled") -> "Settled":
        """What ``later`` found, with what happened until then."""
        return replace(
            later,
            signals=[*self.signals, *later.signals],
            restated=[*self.restated, *later.restated],
            secrets=[*self.secrets, *later.secrets],
            boxes=[*self.boxes, *later.boxes],
            accounts={**self.accounts, **later.accounts},
            notes={**self.notes, **later.notes},
        )
