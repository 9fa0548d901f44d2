"""``handoff`` over MCP: the person at the client is asked there (elicitation), beside whoever watches in the viewer."""

from functools import partial
from typing import Any, Final

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from refbrowser import Chat
from refbrowser.browser.tab.handoff import Ask, Question, Reply
from refbrowser.errors import RefbrowserError
from refbrowser.redact import redacted
from refbrowser.service.aliases import rewritten

_KEY: Final = "handoff"
_MOST_URL: Final = 300
_MOST_SAID: Final = 2_000

_FORM: Final = {
    "type": "object",
    "properties": {"said": {"type": "string", "title": "Anything the agent should know", "description": "No passwords."}},
}
"""Nothing has to be filled in: to accept is to say "done". Secrets belong into the page, not into the agent's context."""

_ENDED_BY: Final = {"accept": "person", "decline": "declined", "cancel": "dismissed"}


def needed(call: dict[str, Any]) -> bool:
    """Whether the call asks for a person."""
    try:
        return bool(rewritten(call).get("action") == "handoff")
    except RefbrowserError:
        return False


def person(
    ctx: ServerRequestContext[Any], params: types.CallToolRequestParams, call: dict[str, Any], chat: Chat, watched_at: str | None
) -> Ask | types.InputRequiredResult | None:
    """How the client's person is asked; None where the client cannot ask. Where the protocol has servers ask by answering, that
    question, and when the call comes again what was answered. ``watched_at`` is the command that shows the page to them."""
    capabilities = ctx.session.client_capabilities
    offered = capabilities.elicitation if capabilities is not None else None
    # A client that names no mode means forms, which were the only one at first.
    if offered is None or (offered.form is None and offered.url is not None):
        return None
    if ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS:
        return partial(_elicited, ctx, watched_at)
    answer = (params.input_responses or {}).get(_KEY)
    if isinstance(answer, types.ElicitResult):
        return partial(_answered, _reply(answer))
    question = _question(call, chat)
    if question is None:
        return None
    form = types.ElicitRequestFormParams(message=_message(question, watched_at), requested_schema=_FORM)
    return types.InputRequiredResult(input_requests={_KEY: types.ElicitRequest(params=form)})


async def _elicited(ctx: ServerRequestContext[Any], watched_at: str | None, question: Question) -> Reply | None:
    try:
        return _reply(await ctx.session.elicit_form(_message(question, watched_at), _FORM, ctx.request_id))
    except MCPError:
        return None  # the client could not ask after all; whoever watches still can answer


async def _answered(reply: Reply, _: Question) -> Reply:
    return reply


def _question(call: dict[str, Any], chat: Chat) -> Question | None:
    """What to ask before the call is performed; None for one that cannot be, which its own check then says."""
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
    return "\n".join([*lines, "Accept when it is done; decline if it shall not be."])


def _reply(result: types.ElicitResult) -> Reply:
    said = (result.content or {}).get("said")
    return Reply(_ENDED_BY[result.action], said[:_MOST_SAID] if isinstance(said, str) and said.strip() else None)  # type: ignore[arg-type]
