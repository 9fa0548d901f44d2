"""The handoff action: ask a person for help, through the chat's viewers and, where it can, the caller's host."""

import asyncio
from dataclasses import replace
from typing import Annotated, Any, Final

from pydantic import Field

from refbrowser.actions.acting import tab_state
from refbrowser.actions.arguments import Milliseconds, TabArguments
from refbrowser.actions.conduct import no_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import LOCAL
from refbrowser.browser.tab.handoff import Handoff, Question
from refbrowser.browser.tab.tab import tab_closed
from refbrowser.page_text import truncated
from refbrowser.redact import redacted

PATIENCE_MS: Final = 300_000
"""Time for a person to notice the request and, for example, fetch a one-time code."""

ANSWER_MS: Final = 500
"""Reserved from the deadline, so that a handoff without an answer can still return the tab's state."""

MOST_SAID: Final = 2_000
"""Characters of a note that a person may leave with the answer."""


class HandoffArguments(TabArguments):
    reason: Annotated[str, LOCAL, Field(min_length=1, max_length=500, description="what the person should do")]
    timeout_ms: Annotated[Milliseconds | None, Field(description="how long to wait for the person")] = PATIENCE_MS


@action(
    "handoff",
    group="session",
    effect="session",
    arguments=HandoffArguments,
    needs_turn=False,
    batchable=False,
    conduct=replace(no_input(), by_person=True),
)
async def handoff(context: ActionContext, arguments: HandoffArguments) -> dict[str, Any]:
    """Ask the person who watches to log in, solve a captcha or confirm; returns what they changed."""
    tab, session = context.tab, context.session
    asked = tab.handoff = tab.handoff or Handoff(arguments.reason)
    session.announce()
    try:
        async with asyncio.TaskGroup() as group:
            asking = group.create_task(_ask(context, asked))
            ended_by = await asked.wait(context.deadline.remaining_ms - ANSWER_MS)
            asking.cancel()
    finally:
        if tab.handoff is asked:
            tab.handoff = None
        session.announce()
    if ended_by == "tab_closed":
        raise tab_closed(tab.browser_id)
    report = tab.lock.take_report()
    return {
        "ended_by": ended_by,
        **({"said": asked.said} if asked.said else {}),
        "watched_by": session.hub.watchers,
        **({"by_person": report} if report is not None else {}),
        "state": (await tab_state(context)).as_dict(),
    }


async def _ask(context: ActionContext, asked: Handoff) -> None:
    """Ask the user of the caller's host, if it supports that. Their reply ends the wait."""
    if context.ask is None:
        return
    reply = await context.ask(Question(asked.reason, redacted(context.tab.url)))
    if reply is not None:
        asked.end(reply.ended_by, truncated(reply.said, MOST_SAID) if reply.said else None)
