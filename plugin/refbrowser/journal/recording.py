"""What the layers below the service notice about the call that runs: its targets and pages. Kept by the call's own context."""

from contextvars import ContextVar
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


def note_target(ref: int | None, selector: str | None, meaning: dict[str, Any], *, secret: bool) -> None:
    """The call's ``ref`` or ``selector`` means the element of ``meaning``."""
    if (recording := RECORDING.get()) is not None:
        recording.note(ref, selector, meaning, secret=secret)


def note_unseen_focus() -> None:
    """Input of the call goes to what has the focus, which could not be asked: it may be a secret field."""
    if (recording := RECORDING.get()) is not None:
        recording.secret_fields["focus"] = "unseen"


def note_approval(rule: str, answer: str, said: str | None, by: str) -> None:
    """A person answered what ``rule`` had them asked about the call that runs in this context."""
    if (recording := RECORDING.get()) is not None:
        recording.approvals.append({"rule": rule, "answer": answer, **({"said": said} if said else {}), "by": by})


RECORDING: ContextVar[Recording | None] = ContextVar("refbrowser_recording", default=None)
"""The recording of the call that runs in this context; None where no journal is kept, and nobody asks what its targets mean."""
