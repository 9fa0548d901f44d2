"""The wait action: one condition, one deadline."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final, Literal, Self

from pydantic import Field, model_validator

from refbrowser.actions.acting import find_element, tab_state
from refbrowser.actions.arguments import Milliseconds, RefArgument, TabArguments
from refbrowser.actions.spec import ActionContext, action
from refbrowser.browser import waiting


class WaitArguments(TabArguments):
    text: Annotated[str | None, Field(min_length=1, max_length=1000)] = None
    text_gone: Annotated[str | None, Field(min_length=1, max_length=1000)] = None
    ref: Annotated[RefArgument | None, Field(description="with state")] = None
    selector: Annotated[str | None, Field(min_length=1, max_length=2000, description="with state")] = None
    state: Literal["visible", "hidden", "attached", "detached", "enabled"] = "visible"
    url: Annotated[str | None, Field(min_length=1, max_length=2000, description="glob")] = None
    load_state: Literal["domcontentloaded", "load", "networkidle"] | None = None
    response: Annotated[str | None, Field(min_length=1, max_length=2000, description="glob of its url")] = None
    download: Annotated[Literal[True] | None, Field(description="a download to end")] = None
    script: Annotated[str | None, Field(min_length=1, description="until truthy")] = None
    time_ms: Milliseconds | None = None

    @property
    def condition(self) -> str:
        """The name of the one argument that says what to wait for."""
        return next(name for name in CONDITIONS if getattr(self, name) is not None)

    @model_validator(mode="after")
    def _one_condition(self) -> Self:
        given = [name for name in CONDITIONS if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(f"exactly one of {', '.join(CONDITIONS)} is needed, and {' and '.join(given) or 'none'} was given")
        return self


@action("wait", group="navigation", effect="read", arguments=WaitArguments)
async def wait(context: ActionContext, arguments: WaitArguments) -> dict[str, Any]:
    """Wait until the one condition given holds; answers with which, and after how long."""
    waited = await CONDITIONS[arguments.condition](context, arguments)
    return {"held": arguments.condition, **waited, "state": (await tab_state(context)).as_dict()}


Condition = Callable[[ActionContext, WaitArguments], Awaitable[dict[str, Any]]]


def _polled(what: Callable[[WaitArguments], str], holds: Callable[[ActionContext, WaitArguments], Awaitable[bool]]) -> Condition:
    async def condition(context: ActionContext, arguments: WaitArguments) -> dict[str, Any]:
        after = await waiting.until(context.tab, what(arguments), lambda: holds(context, arguments), context.deadline)
        return {"after_ms": after}

    return condition


async def _text(context: ActionContext, arguments: WaitArguments) -> bool:
    return await waiting.text_is(context.tab, arguments.text or "", shown=True)


async def _text_gone(context: ActionContext, arguments: WaitArguments) -> bool:
    return await waiting.text_is(context.tab, arguments.text_gone or "", shown=False)


async def _ref(context: ActionContext, arguments: WaitArguments) -> bool:
    return await waiting.element_is(lambda: find_element(context, arguments.ref, None), arguments.state)


async def _selector(context: ActionContext, arguments: WaitArguments) -> bool:
    return await waiting.selector_is(context.tab, arguments.selector or "", arguments.state)


async def _url(context: ActionContext, arguments: WaitArguments) -> bool:
    return waiting.is_at(context.tab, arguments.url or "")


async def _script(context: ActionContext, arguments: WaitArguments) -> bool:
    return await waiting.script_truthy(context.tab, arguments.script or "", context.deadline)


async def _load_state(context: ActionContext, arguments: WaitArguments) -> dict[str, Any]:
    assert arguments.load_state is not None
    return {"after_ms": await waiting.load_state(context.tab, arguments.load_state, context.deadline)}


async def _response(context: ActionContext, arguments: WaitArguments) -> dict[str, Any]:
    return await waiting.response_arrives(context.tab, arguments.response or "", context.deadline)


async def _download(context: ActionContext, arguments: WaitArguments) -> dict[str, Any]:
    async with context.deadline.waiting_for("a download to end"):
        return {"download": (await context.session.downloads.next_ended()).as_dict()}


async def _time(context: ActionContext, arguments: WaitArguments) -> dict[str, Any]:
    return {"after_ms": await waiting.elapsed(arguments.time_ms or 0, context.deadline)}


CONDITIONS: Final[dict[str, Condition]] = {
    "text": _polled(lambda arguments: f"the text {arguments.text!r}", _text),
    "text_gone": _polled(lambda arguments: f"the text {arguments.text_gone!r} to go", _text_gone),
    "ref": _polled(lambda arguments: f"ref {arguments.ref} to be {arguments.state}", _ref),
    "selector": _polled(lambda arguments: f"{arguments.selector} to be {arguments.state}", _selector),
    "url": _polled(lambda arguments: f"a page, parsed, at a url that matches {arguments.url}", _url),
    "load_state": _load_state,
    "response": _response,
    "download": _download,
    "script": _polled(lambda _: "the script to be truthy", _script),
    "time_ms": _time,
}
