"""Actions that run scripts, send raw CDP commands, and call the page's own tools."""

import json
from contextlib import nullcontext
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from refbrowser.actions.acting import acting, find_element, tab_state
from refbrowser.actions.arguments import ActingArguments, RefArgument, TabArguments
from refbrowser.actions.conduct import no_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import COMMAND, FRAME, PARAMETERS, SCRIPT, SENT, TOOL
from refbrowser.browser.element.dispatched import Dispatched
from refbrowser.browser.network.network_log import cut
from refbrowser.browser.scripting.evaluate import evaluate as run
from refbrowser.browser.scripting.evaluate import evaluate_on
from refbrowser.browser.scripting.frame_tree import frame_channel
from refbrowser.browser.scripting.raw_cdp import command
from refbrowser.browser.scripting.webmcp import MOST_TOOLS, called
from refbrowser.browser.scripting.webmcp import page_tools as offered
from refbrowser.errors import CallError, Remedy
from refbrowser.policy.protocol import permitted_method
from refbrowser.results import Hit

FrameId = Annotated[str, FRAME, Field(min_length=1, max_length=100)]

MOST_SHOWN = 30_000
"""Characters of a CDP answer that are returned."""


class EvaluateArguments(TabArguments):
    script: Annotated[str, SCRIPT, Field(min_length=1, max_length=1_000_000)]
    ref: Annotated[RefArgument | None, Field(description="argument of the function in script")] = None
    frame_id: Annotated[FrameId | None, Field(description="from frames")] = None

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        if self.ref is not None and self.frame_id is not None:
            raise ValueError("ref and frame_id exclude each other: the ref names its frame")
        return self


@action("evaluate", group="scripting", effect="read", arguments=EvaluateArguments, conduct=no_input(tier="high_risk"))
async def evaluate(context: ActionContext, arguments: EvaluateArguments) -> dict[str, Any]:
    """Run JavaScript: an expression, statements with await (returns the last value), or a function."""
    if arguments.ref is not None:
        element = await find_element(context, arguments.ref, None)
        value = await evaluate_on(element, arguments.script)
    else:
        value = await run(context.tab, arguments.script, context.deadline, frame_id=arguments.frame_id)
    missing = {"left_out": value.left_out} if value.left_out is not None else {}
    return {"result": value.value, **missing, "state": (await tab_state(context, value.view)).as_dict()}


class CdpArguments(TabArguments):
    method: Annotated[str, COMMAND, Field(pattern=r"^[A-Za-z]{1,40}\.[A-Za-z]{1,80}$")]
    params: Annotated[dict[str, Any] | None, PARAMETERS, Field()] = None
    frame_id: Annotated[FrameId | None, Field(description="from frames")] = None


@action("cdp", group="scripting", effect="input", arguments=CdpArguments, conduct=no_input(tier="high_risk"))
async def cdp(context: ActionContext, arguments: CdpArguments) -> dict[str, Any]:
    """Send a raw DevTools command."""
    method = permitted_method(arguments.method, context.settings.cdp_methods)
    tab, deadline = context.tab, context.deadline
    # Keys that are sent raw may copy and paste, whatever they are called.
    lent = context.session.clipboard.in_use(tab, deadline) if method.startswith("Input.") else nullcontext()
    if arguments.frame_id is None:
        async with lent:
            answer = await command(tab.cdp, method, arguments.params or {}, deadline)
    else:
        async with frame_channel(tab, arguments.frame_id, deadline) as (channel, node):
            if node.shares_process and (arguments.params or {}).get("frameId") != node.frame_id:
                # The shared process would apply the command to the parent frame.
                raise CallError(
                    "The frame shares its parent's process, so the command must name it: add frameId to params.",
                    remedy=Remedy(
                        "evaluate", {"browser_id": tab.browser_id, "frame_id": node.frame_id}, hint="runs a script in the frame"
                    ),
                    details={"frame_id": node.frame_id},
                )
            async with lent:
                answer = await command(channel, method, arguments.params or {}, deadline)
    text = json.dumps(answer, ensure_ascii=False)
    result = answer if len(text) <= MOST_SHOWN else cut(text, MOST_SHOWN)
    return {"result": result, "state": (await tab_state(context)).as_dict()}


class PageToolsArguments(ActingArguments):
    name: Annotated[str | None, TOOL, Field(min_length=1, max_length=200)] = None
    input: Annotated[dict[str, Any] | None, SENT, Field()] = None

    @model_validator(mode="after")
    def _named(self) -> Self:
        if self.input is not None and self.name is None:
            raise ValueError("input goes with name")
        return self


@action("page_tools", group="scripting", effect="input", arguments=PageToolsArguments, conduct=no_input(tier="high_risk"))
async def page_tools(context: ActionContext, arguments: PageToolsArguments) -> dict[str, Any]:
    """List or call the page's own tools."""
    name = arguments.name
    if name is None:
        async with offered(context.tab, context.deadline) as tools:
            left_out = {"left_out": len(tools) - MOST_TOOLS} if len(tools) > MOST_TOOLS else {}
            return {"tools": [tool.as_dict() for tool in tools[:MOST_TOOLS]], **left_out}

    async with acting(context, arguments) as act:
        output = await called(context.tab, name, arguments.input or {}, context.deadline)
        return await act.finish(Dispatched(Hit(f"page_tools {name}", readback={"output": output})))
