"""The expect action: a condition that passes or fails, for example as a step of a batch."""

import json
import time
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Annotated, Any, Final, Self

from pydantic import Field, model_validator

from refbrowser.actions.acting import find_element, tab_state
from refbrowser.actions.arguments import NUMBER
from refbrowser.actions.conduct import no_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import LOCAL
from refbrowser.actions.waiting import CONDITIONS, ConditionArguments
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.scripting import expectations, wait_conditions
from refbrowser.browser.scripting.evaluate import evaluate
from refbrowser.browser.snapshot.capture import capture_thoroughly
from refbrowser.errors import ExpectationFailed, RefbrowserError, Remedy, TimeoutExceeded
from refbrowser.page_text import one_line, truncated
from refbrowser.redact import MASK

DEFAULT_MS: Final = 5_000
"""Time for the condition to hold when the call has no ``timeout_ms``."""

_REPORT_MS: Final = 1_000
"""Reserved from the deadline, at most half of it, to observe what the page has instead."""

_ANSWER_MS: Final = 50
"""Reserved from the deadline, beyond that, for the answer itself."""

_OF_ELEMENT: Final = ("value", "checked", "text", "count")
_LINES_COMPARED: Final = 1_000


class ExpectArguments(ConditionArguments):
    value: Annotated[str | None, LOCAL, Field(max_length=100_000)] = None
    checked: bool | None = None
    count: Annotated[int | None, Field(ge=0, le=1_000_000, description="matches of selector"), NUMBER] = None

    @property
    def condition(self) -> str:
        """The name of the expected condition; ``text of`` for the text of an element, ``text`` for that of the page."""
        if self.ref is None and self.selector is None:
            return self.conditions[0]
        own = next((name for name in _OF_ELEMENT if getattr(self, name) is not None), None)
        return f"{own} of" if own else "ref" if self.ref is not None else "selector"

    @model_validator(mode="after")
    def _one_condition(self) -> Self:
        of_element = [name for name in _OF_ELEMENT if getattr(self, name) is not None]
        given = self.conditions
        if self.time_ms is not None:
            raise ValueError("time_ms is not a condition of expect; timeout_ms limits the wait")
        if self.ref is not None or self.selector is not None:
            others = [name for name in given if name not in ("ref", "selector", "text")]
            if self.ref is not None and self.selector is not None:
                raise ValueError("ref and selector exclude each other")
            if others or len(of_element) > 1:
                raise ValueError("ref or selector goes with one of state, value, checked, text, count")
            if self.count is not None and self.selector is None:
                raise ValueError("count goes with selector")
        elif len(given) != 1 or any(name != "text" for name in of_element):
            raise ValueError(f"exactly one of {', '.join(name for name in CONDITIONS if name != 'time_ms')} is needed")
        return self


@action("expect", group="navigation", effect="read", arguments=ExpectArguments, conduct=no_input())
async def expect(context: ActionContext, arguments: ExpectArguments) -> dict[str, Any]:
    """Fail unless the condition holds in time."""
    began, last = time.monotonic(), _LastLook()
    allowed = context.deadline.remaining_ms if arguments.timeout_ms is not None else DEFAULT_MS
    limit = context.deadline.sooner(allowed)
    try:
        held = await _held(context, arguments, limit.sooner(allowed - min(_REPORT_MS, allowed / 2)), last)
    except TimeoutExceeded:
        # What the page has instead is observed in time; how long that takes says how long the condition may still come to hold.
        observing = time.monotonic()
        failure = await _failure(context, arguments, limit, last)
        left_ms = limit.remaining_ms - 2 * (time.monotonic() - observing) * 1000 - _ANSWER_MS
        if left_ms <= 0:
            raise failure from None
        try:
            held = await _held(context, arguments, limit.sooner(left_ms), last)
        except TimeoutExceeded:
            raise await _failure(context, arguments, limit, last, failure) from None
        if "after_ms" in held:
            held["after_ms"] = round((time.monotonic() - began) * 1000)
    return {"passed": arguments.condition.removesuffix(" of"), **held, "state": (await tab_state(context)).as_dict()}


@dataclass(slots=True)
class _LastLook:
    """What the last look at the element has seen of the part that is expected. ``taken`` is false before the first one."""

    seen: Any = None
    taken: bool = False

    def note(self, seen: Any) -> None:
        self.seen, self.taken = seen, True


async def _held(context: ActionContext, arguments: ExpectArguments, within: Deadline, last: _LastLook) -> dict[str, Any]:
    """Wait until the condition holds and return what is known of it then. Raises :class:`TimeoutExceeded`."""
    condition = arguments.condition
    if condition.endswith(" of"):
        look = wait_conditions.until(context.tab, condition, lambda: _holds(context, arguments, last), within)
        async with within.waiting_for(condition):
            return {"after_ms": await expectations.in_time(look, context.deadline)}
    return await expectations.in_time(CONDITIONS[condition](context.until(within), arguments), context.deadline)


async def _holds(context: ActionContext, wanted: ExpectArguments, last: _LastLook) -> bool:
    if wanted.count is not None:
        count = await expectations.count(context.tab, wanted.selector or "")
        last.note(count)
        return count == wanted.count
    element = await find_element(context, wanted.ref, wanted.selector)
    if wanted.checked is not None:
        last.note(element.probe["checked"])
        return bool(element.probe["checked"] is wanted.checked)
    if wanted.value is not None:
        values = await expectations.values(element)
        last.note(MASK if element.probe.get("secret") else next(iter(values), None))
        return wanted.value in values
    text = expectations.flat(await expectations.text(element))
    last.note(text[: expectations.MOST_SHOWN])
    return expectations.flat(wanted.text or "") in text


async def _failure(
    context: ActionContext, wanted: ExpectArguments, limit: Deadline, last: _LastLook, earlier: ExpectationFailed | None = None
) -> ExpectationFailed:
    """Return the failure, with what the page has instead. Where that cannot be read in time it is the ``earlier`` one, or what the
    last look has seen, or says why."""
    try:
        async with limit.sooner(limit.remaining_ms - _ANSWER_MS).waiting_for("what the page has instead"):
            seen = await expectations.in_time(_seen(context, wanted), context.deadline)
    except RefbrowserError as unknown:
        if earlier is not None:
            return earlier
        seen = last.seen if last.taken else unknown.message
    name = wanted.condition.removesuffix(" of")
    expected = wanted.state if name in ("ref", "selector") else getattr(wanted, name)
    subject = wanted.selector if wanted.selector is not None else f"ref {wanted.ref.number}" if wanted.ref is not None else None
    what = f"{name} {_short(expected)}" if subject is None else f"{subject} to have {name} {_short(expected)}"
    if name in ("ref", "selector"):
        what = f"{subject} to be {expected}"
    return ExpectationFailed(
        f"Expected {what}; seen: {one_line(_short(seen))}.",
        remedy=Remedy("content", {"browser_id": context.tab.browser_id}),
        details={"condition": name, "expected": expected, "seen": seen},
    )


async def _seen(context: ActionContext, wanted: ExpectArguments) -> Any:
    tab, deadline = context.tab, context.deadline
    match wanted.condition:
        case "count of":
            return await expectations.count(tab, wanted.selector or "")
        case "ref" | "selector" | "value of" | "checked of" | "text of":
            element = await find_element(context.until(deadline.sooner(_REPORT_MS / 2)), wanted.ref, wanted.selector)
            return await expectations.seen(replace(element, act=context.act), wanted.condition)
        case "url" | "load_state":
            return tab.url
        case "script":
            return (await evaluate(tab, wanted.script or "", deadline)).value
        case "text" | "text_gone":
            captured = await capture_thoroughly(tab, context.session.refs, deadline)
            lines = [line.strip()[:200] for line in captured.lines[:_LINES_COMPARED] if line.strip()]
            text = wanted.text or wanted.text_gone or ""
            return [line for line in lines if text.lower() in line.lower()][:3] or get_close_matches(text, lines, n=3, cutoff=0.4)
    return None


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return truncated(text, 300)
