"""The answers to the forms that clients show to their person. What is not to the form is no answer: nothing is allowed, and nothing
ended, by it."""

import logging
from dataclasses import dataclass, field
from typing import Any, Final, Literal, cast

from refbrowser.adapters.mcp.requests import CannotAsk, Client

log = logging.getLogger("refbrowser")

Action = Literal["accept", "decline", "cancel"]
_ACTIONS: Final = ("accept", "decline", "cancel")


@dataclass(frozen=True, slots=True)
class Filled:
    """What the person did with the form. ``content`` is what it holds after ``accept``; ``said`` is the note for the agent."""

    action: Action
    content: dict[str, Any] = field(default_factory=dict)
    said: str | None = None


async def asked(client: Client, message: str, schema: dict[str, Any]) -> Filled | None:
    """What the client's person answers; None where they cannot be asked, or the answer is not to the form."""
    try:
        return filled(await client.form(message, schema))
    except CannotAsk as refused:
        log.info("An MCP client did not answer a form: %s", type(refused.__cause__).__name__)
        return None  # those who watch can still answer


def filled(result: dict[str, Any]) -> Filled | None:
    """The answer ``{action, content?}``; None for one that is not to the form, which is logged."""
    action, content = result.get("action"), result.get("content") or {}
    said = content.get("said") if isinstance(content, dict) else None
    if action not in _ACTIONS or not isinstance(content, dict) or not (said is None or isinstance(said, str)):
        log.warning("An MCP client answered a form with something that is not to it; that counts as no answer")
        return None
    return Filled(cast("Action", action), content, said)
