"""What the layers below the service note of a call for the journal: its targets, and what a policy had a person asked."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Recording:
    """One call while it runs. ``targets`` are what its refs and selectors meant, by where they stand in its arguments;
    ``approvals`` what a policy had a person asked, and what they answered."""

    targets: dict[str, dict[str, Any]] = field(default_factory=dict)
    secret_fields: dict[str, str] = field(default_factory=dict)
    approvals: list[dict[str, Any]] = field(default_factory=list)

    def note(self, ref: int | None, selector: str | None, meaning: dict[str, Any], *, secret: bool) -> None:
        """The element of ``ref`` or ``selector`` was found; ``meaning`` says which it is. A secret field is one whose value is in
        no answer."""
        key = str(ref) if ref is not None else f"selector {selector}"
        self.targets[key] = meaning
        if secret:
            self.secret_fields[key] = str(meaning.get("field") or meaning.get("name") or "secret")

    def note_unseen_focus(self) -> None:
        """Note that input goes to a focused element that did not answer: it may be a secret field."""
        self.secret_fields["focus"] = "unseen"

    def note_approval(self, rule: str, answer: str, said: str | None, by: str) -> None:
        """Note what a person answered to the question that ``rule`` asked."""
        self.approvals.append({"rule": rule, "answer": answer, **({"said": said} if said else {}), "by": by})
