"""An approval that a call waits for, and the answers to it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

from refbrowser.errors import CallError

Choice = Literal["once", "always_here", "always", "deny"]

MOST_SAID: Final = 2_000
"""Characters of what a person adds."""


@dataclass(frozen=True, slots=True)
class Approval:
    """What a person is asked.

    ``arguments`` are the call's, with secrets by name only, and of long texts head and tail. ``element`` is the element as
    ``kind: name``, ``shown`` what a person reads there where that is not its name, ``unread`` why not all of that is known,
    ``activates`` what input to it activates besides, ``form_fields`` what its form holds, ``leads_to`` the addresses of its links
    and forms, ``picture`` a JPEG of it; None or empty for a call without one. ``rule`` and ``reason`` say why it is asked,
    ``carries`` which sites' text would be sent elsewhere, ``carries_to`` where, ``sends`` the texts that the call does not name:
    what it pastes, names and contents of files, and what was sent there just before. ``expires`` is Unix milliseconds. ``calls``
    are those of a batch that is asked for once, each as the parts above.
    """

    id: str
    chat: str
    browser_id: int | None
    action: str
    arguments: Mapping[str, Any]
    site: str
    url: str
    rule: str
    reason: str
    expires: int
    element: str | None = None
    shown: Sequence[str] = ()
    unread: Sequence[str] = ()
    activates: Sequence[str] = ()
    form_fields: Sequence[str] = ()
    leads_to: Sequence[str] = ()
    carries: Sequence[str] = ()
    carries_to: Sequence[str] = ()
    sends: Sequence[str] = ()
    picture: bytes | None = field(default=None, repr=False)
    calls: Sequence[Mapping[str, Any]] = ()

    def as_dict(self) -> dict[str, Any]:
        """The card for the wire; ``picture`` says whether there is one, which is fetched apart."""
        wire: dict[str, Any] = {
            "id": self.id, "chat": self.chat, "browser_id": self.browser_id, "action": self.action,
            "arguments": dict(self.arguments), "site": self.site, "url": self.url, "element": self.element,
            "shown": list(self.shown), "unread": list(self.unread),
            "activates": list(self.activates), "form_fields": list(self.form_fields),
            "leads_to": list(self.leads_to), "carries": list(self.carries), "carries_to": list(self.carries_to),
            "sends": list(self.sends), "rule": self.rule, "reason": self.reason,
            "picture": self.picture is not None, "expires": self.expires,
        }  # fmt: skip
        return wire | ({"calls": [dict(call) for call in self.calls]} if self.calls else {})


@dataclass(frozen=True, slots=True)
class Answer:
    """``once``: this call; ``always_here``: what the rule asks about on these sites, in this chat; ``always``: as a rule of the
    policy, which a person alone may say; ``deny``, with ``said`` for the agent to read. ``by`` is how the answer came.

    Raises ``invalid_arguments`` for another choice.
    """

    choice: Choice
    said: str | None = None
    by: str = "python"

    def __post_init__(self) -> None:
        if self.choice not in get_args(Choice):
            raise CallError(f"An answer is one of {', '.join(get_args(Choice))}, not {str(self.choice)[:40]!r}.")
        if self.said is not None:
            object.__setattr__(self, "said", str(self.said).strip()[:MOST_SAID] or None)


Way = Callable[[Approval], Awaitable[Answer | None]]
"""Shows the card to somebody and returns their answer; None when they cannot be asked. Cancelled when another answer came first."""
