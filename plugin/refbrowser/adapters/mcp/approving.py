"""Approvals over MCP: the client asks its person (elicitation), while those who watch can answer too.

A client that is asked by an answer (protocol 2026-07-28) makes the call again: ``parking`` keeps the one that is under way.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from refbrowser.adapters.mcp.forms import Filled, asked
from refbrowser.adapters.mcp.requests import Client
from refbrowser.page_text import escaped
from refbrowser.service.oversight.approvals.approval import Answer, Approval, Way
from refbrowser.service.oversight.approvals.shown import lines_of

_FORM: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "answer": {
            "type": "string",
            "title": "Allow this call?",
            "enum": ["once", "always_here", "deny"],
            "enumNames": ["Once", "Always on this site, in this chat", "No"],
        },
        "said": {"type": "string", "title": "A note for the agent"},
    },
    "required": ["answer"],
}


def ways(client: Client) -> Sequence[Way]:
    """How the client's person is asked while the call waits; none where they cannot be."""
    return (partial(_asked, client),) if client.has_forms and not client.asks_by_answering else ()


async def _asked(client: Client, approval: Approval) -> Answer | None:
    return answer_of(await asked(client, _message(approval), _FORM))


def question_of(approval: Approval) -> dict[str, Any]:
    """The question to a client that is asked by an answer."""
    params = {"mode": "form", "message": _message(approval), "requestedSchema": _FORM}
    return {"method": "elicitation/create", "params": params}


def answer_of(form: Filled | None) -> Answer | None:
    """The answer that a form means; None where that is none."""
    if form is None or form.action == "cancel":
        return None  # no answer, or the question was closed: those who watch can still answer
    choice = form.content.get("answer") if form.action == "accept" else "deny"
    # An answer that the form does not offer counts as no.
    return Answer("once" if choice == "once" else "always_here" if choice == "always_here" else "deny", form.said, by="mcp")


def _message(approval: Approval) -> str:
    lines = [
        f"The agent wants to {approval.action} on {approval.site}.",
        *(f"{label[:1].upper()}{label[1:]}: {text}" for label, text in lines_of(approval.as_dict())),
        f"Reason: {approval.reason} (rule {approval.rule}).",
    ]
    # What comes from the page is kept to its line, and in its order.
    return "\n".join(escaped(" ".join(line.split())) for line in lines)
