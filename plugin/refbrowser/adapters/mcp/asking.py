"""``handoff`` over MCP: the client asks its person (elicitation), while those who watch in the viewer can answer too."""

from functools import partial
from typing import Any, Final, Literal

from refbrowser import Chat
from refbrowser.actions.aliases import rewritten
from refbrowser.actions.catalog import BY_NAME
from refbrowser.adapters.mcp.forms import Action, Filled, asked, filled
from refbrowser.adapters.mcp.requests import Client, InputRequired
from refbrowser.browser.tab.handoff import Ask, Question, Reply
from refbrowser.errors import RefbrowserError
from refbrowser.redact import redacted

_KEY: Final = "handoff"
_MOST_URL: Final = 300

_FORM: Final = {
    "type": "object",
    "properties": {"said": {"type": "string", "title": "A note for the agent", "description": "No passwords."}},
}
"""Nothing has to be filled in: to accept is to say "done". Secrets belong into the page, not into the agent's context."""

_ENDED_BY: Final[dict[Action, Literal["person", "declined", "dismissed"]]] = {
    "accept": "person",
    "decline": "declined",
    "cancel": "dismissed",
}


def needed(call: dict[str, Any]) -> bool:
    """Whether the call asks for a person."""
    try:
        action = BY_NAME.get(str(rewritten(call).get("action")))
    except RefbrowserError:
        return False
    return action is not None and action.conduct.by_person


def person(client: Client, call: dict[str, Any], chat: Chat, watched_at: str | None) -> Ask | None:
    """How the client asks its person; None where it cannot. ``watched_at`` is the command that shows them the page.

    Raises ``InputRequired`` for a client that is asked by an answer, until its answer is there.
    """
    if not client.has_forms:
        return None
    if not client.asks_by_answering:
        return partial(_elicited, client, watched_at)
    if (answer := client.answer(_KEY)) is not None and (form := filled(answer)) is not None:
        return partial(_answered, _reply(form))
    question = _question(call, chat)
    if question is None:
        return None
    params = {"mode": "form", "message": _message(question, watched_at), "requestedSchema": _FORM}
    raise InputRequired({_KEY: {"method": "elicitation/create", "params": params}})


async def _elicited(client: Client, watched_at: str | None, question: Question) -> Reply | None:
    form = await asked(client, _message(question, watched_at), _FORM)
    return None if form is None else _reply(form)


async def _answered(reply: Reply, _: Question) -> Reply:
    return reply


def _question(call: dict[str, Any], chat: Chat) -> Question | None:
    """What to ask before the call is performed; None for a call whose own check will refuse it."""
    given = rewritten(call)
    session, reason = chat.existing(), given.get("reason")
    if session is None or not isinstance(reason, str) or not reason:
        return None
    browser_id = given.get("browser_id")
    try:
        tab = session.tab(browser_id if isinstance(browser_id, int) else None)
    except RefbrowserError:
        return None
    return Question(reason, redacted(tab.url))


def _message(question: Question, watched_at: str | None) -> str:
    lines = [question.reason, "", f"The browser is at {question.url[:_MOST_URL]}."]
    if watched_at is not None:
        lines.append(f"To see it, or to do something there, run: {watched_at}")
    return "\n".join([*lines, "Accept when it is done; decline to refuse."])


def _reply(form: Filled) -> Reply:
    return Reply(_ENDED_BY[form.action], form.said if form.said and form.said.strip() else None)
