"""The wait action: one or several conditions with one deadline."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from typing import Annotated, Any, Final, Literal, Self

from pydantic import Field, model_validator

from refbrowser.actions import last_seen
from refbrowser.actions.acting import arrived, find_element
from refbrowser.actions.arguments import ArrivingArguments, Milliseconds, RefArgument, SeenText, Selector, TabArguments
from refbrowser.actions.conduct import no_input
from refbrowser.actions.reading import masked_lines
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import LOCAL, SCRIPT
from refbrowser.browser.scripting import wait_conditions
from refbrowser.errors import TimeoutExceeded
from refbrowser.page_text import one_line, truncated


class ConditionArguments(TabArguments):
    """Conditions of ``wait`` and ``expect``."""

    text: Annotated[SeenText | None, LOCAL, Field(max_length=1000)] = None
    text_gone: Annotated[SeenText | None, LOCAL, Field(max_length=1000)] = None
    ref: Annotated[RefArgument | None, Field(description="with state")] = None
    selector: Annotated[Selector | None, Field(description="with state")] = None
    state: Literal["visible", "hidden", "attached", "detached", "enabled"] = "visible"
    url: Annotated[str | None, LOCAL, Field(min_length=1, max_length=2000, description="part of the url, or a glob with *")] = None
    load_state: Literal["domcontentloaded", "load", "networkidle"] | None = None
    response: Annotated[str | None, LOCAL, Field(min_length=1, max_length=2000, description="part of its url, or a glob")] = None
    download: Annotated[bool | None, Field(description="a download to end")] = None
    script: Annotated[str | None, SCRIPT, Field(min_length=1, description="JavaScript to become truthy")] = None
    time_ms: Milliseconds | None = None

    @property
    def conditions(self) -> list[str]:
        """The names of the conditions that the call gives."""
        return [name for name in CONDITIONS if getattr(self, name) is not None and getattr(self, name) is not False]


class WaitArguments(ConditionArguments, ArrivingArguments):
    @model_validator(mode="after")
    def _some_condition(self) -> Self:
        if not self.conditions:
            raise ValueError(f"at least one of {', '.join(CONDITIONS)} is needed")
        return self

    @property
    def takes_ms(self) -> int:
        return self.time_ms or 0


@action("wait", group="navigation", effect="read", arguments=WaitArguments, conduct=no_input())
async def wait(context: ActionContext, arguments: WaitArguments) -> dict[str, Any]:
    """Wait until one of the conditions holds; returns which."""
    try:
        held, waited = await _first(context, arguments)
    except TimeoutExceeded as late:
        seen = dict(late.details.get("seen", {}))
        seen |= {name: found for name in arguments.conditions if (found := await _seen(context, arguments, name))}
        if seen:
            late.details["seen"] = seen
            late.add(f"Seen last: {one_line(truncated(json.dumps(seen, ensure_ascii=False), MOST_SEEN))}.")
        raise
    state = await arrived(context, arguments)
    page = {"content": state.pop("content")} if "content" in state else {}
    return {"held": held, **waited, **page, "state": state}


async def _first(context: ActionContext, arguments: WaitArguments) -> tuple[str, dict[str, Any]]:
    """Return the name of the condition that holds first, and its facts. Of several at once, the first in ``CONDITIONS`` wins."""
    names = arguments.conditions
    if len(names) == 1:
        return names[0], await CONDITIONS[names[0]](context, arguments)
    tasks = {name: asyncio.ensure_future(CONDITIONS[name](context, arguments)) for name in names}
    waiting_on: set[asyncio.Future[dict[str, Any]]] = set(tasks.values())
    try:
        while waiting_on:
            _, waiting_on = await asyncio.wait(waiting_on, return_when=asyncio.FIRST_COMPLETED)
            ended = {name: task for name, task in tasks.items() if task.done()}
            for task in ended.values():
                if (failure := task.exception()) is not None and not isinstance(failure, TimeoutExceeded):
                    raise failure
            for name, task in ended.items():
                if task.exception() is None:
                    return name, task.result()
        late = context.deadline.exceeded(f"any of {', '.join(names)}")
        for task in tasks.values():
            if isinstance(failure := task.exception(), TimeoutExceeded):
                late.details.setdefault("seen", {}).update(failure.details.get("seen", {}))
        raise late
    finally:
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)


async def _seen(context: ActionContext, arguments: ConditionArguments, name: str) -> Any:
    """Return what there was instead of a condition at the deadline; None where that is not known."""
    match name:
        case "selector":
            return await last_seen.matches(context, arguments.selector or "")
        case "url":
            return last_seen.address(context.tab)
        case "load_state":
            return last_seen.pending(context.tab)
        case "download":
            return last_seen.arriving(context)
    return None


MOST_SEEN: Final = 600
MOST_LINES: Final = 2
MOST_LINE: Final = 300
"""How many lines that have the text are in the answer, and how many characters of each."""

Condition = Callable[[ActionContext, ConditionArguments], Coroutine[Any, Any, dict[str, Any]]]


def _polled(
    what: Callable[[ConditionArguments], str], holds: Callable[[ActionContext, ConditionArguments], Awaitable[bool]]
) -> Condition:
    async def condition(context: ActionContext, arguments: ConditionArguments) -> dict[str, Any]:
        after = await wait_conditions.until(context.tab, what(arguments), lambda: holds(context, arguments), context.deadline)
        return {"after_ms": after}

    return condition


def _on_open_tab(condition: Condition) -> Condition:
    """Return the condition, which fails once the tab is closed or crashed."""

    async def guarded(context: ActionContext, arguments: ConditionArguments) -> dict[str, Any]:
        return await wait_conditions.while_open(context.tab, condition(context, arguments))

    return guarded


async def _text(context: ActionContext, arguments: ConditionArguments) -> dict[str, Any]:
    return await _text_is(context, arguments.text or "", "", shown=True)


async def _text_gone(context: ActionContext, arguments: ConditionArguments) -> dict[str, Any]:
    return await _text_is(context, arguments.text_gone or "", " to disappear", shown=False)


async def _text_is(context: ActionContext, text: str, becomes: str, *, shown: bool) -> dict[str, Any]:
    tab, refs, deadline = context.tab, context.session.refs, context.deadline
    look = wait_conditions.TextLook(tab, refs, text, deadline, shown=shown)
    try:
        after_ms = await wait_conditions.until(tab, f"the text {text!r}{becomes}", look.holds, deadline)
    except TimeoutExceeded as late:
        if shown and (near := await last_seen.near_text(context, look.lines, text)):
            late.details["seen"] = {"text": near}
        raise
    lines = await masked_lines(await wait_conditions.lines_of(tab, refs, deadline), context.masker) if shown else []
    found = [truncated(line.strip(), MOST_LINE) for line in lines if wait_conditions.is_in(text, line)]
    return {"after_ms": after_ms, **({"lines": found[:MOST_LINES]} if found else {})}


async def _ref(context: ActionContext, arguments: ConditionArguments) -> bool:
    return await wait_conditions.element_is(lambda: find_element(context, arguments.ref, None), arguments.state)


async def _selector(context: ActionContext, arguments: ConditionArguments) -> bool:
    return await wait_conditions.selector_is(context.tab, arguments.selector or "", arguments.state)


async def _url(context: ActionContext, arguments: ConditionArguments) -> bool:
    return wait_conditions.is_at(context.tab, arguments.url or "")


async def _script(context: ActionContext, arguments: ConditionArguments) -> bool:
    return await wait_conditions.script_truthy(context.tab, arguments.script or "", context.deadline)


async def _load_state(context: ActionContext, arguments: ConditionArguments) -> dict[str, Any]:
    assert arguments.load_state is not None
    return {"after_ms": await wait_conditions.load_state(context.tab, arguments.load_state, context.deadline)}


async def _response(context: ActionContext, arguments: ConditionArguments) -> dict[str, Any]:
    return await wait_conditions.response_arrives(context.tab, arguments.response or "", context.deadline)


async def _download(context: ActionContext, arguments: ConditionArguments) -> dict[str, Any]:
    async with context.deadline.waiting_for("a download to end"):
        return {"download": (await context.session.downloads.next_ended()).as_dict()}


async def _time(context: ActionContext, arguments: ConditionArguments) -> dict[str, Any]:
    return {"after_ms": await wait_conditions.elapsed(arguments.time_ms or 0, context.deadline)}


_CONDITIONS: Final[dict[str, Condition]] = {
    "text": _text,
    "text_gone": _text_gone,
    "ref": _polled(lambda arguments: f"ref {arguments.ref} to be {arguments.state}", _ref),
    "selector": _polled(lambda arguments: f"{arguments.selector} to be {arguments.state}", _selector),
    "url": _polled(lambda arguments: f"a parsed page at a url that matches {arguments.url}", _url),
    "load_state": _load_state,
    "response": _response,
    "download": _download,
    "script": _polled(lambda _: "the script to be truthy", _script),
    "time_ms": _time,
}

CONDITIONS: Final[dict[str, Condition]] = {name: _on_open_tab(condition) for name, condition in _CONDITIONS.items()}
"""By the name of its argument, in the order in which one that holds already wins."""
