"""Scripts in the page."""

import asyncio
from typing import Annotated, Any

from pydantic import Field

from refbrowser.actions.acting import find_element, tab_state
from refbrowser.actions.arguments import RefArgument, TabArguments
from refbrowser.actions.spec import ActionContext, action
from refbrowser.browser.scripts import evaluate as run
from refbrowser.browser.scripts import evaluate_on


class EvaluateArguments(TabArguments):
    script: Annotated[str, Field(min_length=1, max_length=1_000_000)]
    ref: Annotated[RefArgument | None, Field(description="passed to the function that script is")] = None


@action("evaluate", group="scripting", effect="read", arguments=EvaluateArguments)
async def evaluate(context: ActionContext, arguments: EvaluateArguments) -> dict[str, Any]:
    """Run JavaScript in the page: an expression, statements with await (the last value is returned), or a function."""
    if arguments.ref is not None:
        element = await find_element(context, arguments.ref, None, pointer=False)
        running = asyncio.ensure_future(evaluate_on(element, arguments.script, context.deadline))
    else:
        running = asyncio.ensure_future(run(context.tab, arguments.script, context.deadline))
    # Asked right behind the script, the page answers when the script has run: that saves a round trip.
    state = asyncio.ensure_future(tab_state(context))
    try:
        await asyncio.wait({running, state}, return_when=asyncio.FIRST_COMPLETED)
        overtaken = not running.done()
        value = await running
        # A script that waits was overtaken, and what the page answered is not yet its doing.
        after = await tab_state(context) if overtaken else await state
    finally:
        running.cancel()
        state.cancel()
    return {"result": value, "state": after.as_dict()}
