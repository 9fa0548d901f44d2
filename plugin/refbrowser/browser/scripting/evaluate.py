"""Running the agent's JavaScript: an expression, statements with ``await`` whose last value counts, or a function."""

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.element import Element
from refbrowser.browser.playwright_internals.wording import Wording, says
from refbrowser.browser.scripting import expressions
from refbrowser.browser.scripting.element_in_page import element_in_page
from refbrowser.browser.scripting.expressions import Value, Wrapped
from refbrowser.browser.scripting.frame_tree import Channel, script_context
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import Remedy, ScriptError
from refbrowser.page_text import one_line
from refbrowser.redact import redacted

_GROUP: Final = "refbrowser"
_BY_REFERENCE: Final = {"userGesture": True, "objectGroup": _GROUP}
"""Not by value: that would turn a promise into an empty object."""

_STOPPING_MS: Final = 100
"""Kept back from the deadline to end a script that outlives it."""

_STOP_S: Final = 2.0

_AFTER_OTHER_S: Final = 0.3
"""How long a script that waited for another may take to answer once that one was stopped."""

_LINES_BEFORE: Final = 1
"""Of what a script with an element is wrapped in."""


class _NotBegun(ScriptError):
    """The script is not JavaScript as far as its grammar goes, so that none of it has run."""


@dataclass(frozen=True, slots=True)
class Realm:
    """Where a script runs: the session of the process, and the ``context`` in it (empty: that of the page's top document)."""

    tab: Tab
    channel: Channel
    context: dict[str, str]


async def evaluate(tab: Tab, script: str, deadline: Deadline, *, frame_id: str | None = None) -> Value:
    """The value of ``script`` in the top document, or in that of a frame, by the rules of the browser's own console; bounded.

    Raises ``script_error`` (it threw, or the page was navigated under it), ``unserializable`` (a value that cannot be read),
    ``script_timeout`` (it was ended at the deadline; the tab stays usable), ``frame_detached``.
    """
    if frame_id is None:
        return _readable(await _evaluated(Realm(tab, tab.cdp, {}), script, deadline))
    async with script_context(tab, frame_id, deadline) as (channel, context):
        value = await _evaluated(Realm(tab, channel, {"uniqueContextId": context}), script, deadline)
        # The page itself, not the frame, is what an answer is about.
        return replace(_readable(value), view=None)


async def _evaluated(realm: Realm, script: str, deadline: Deadline) -> Value:
    deadline.stage = "the script to end"
    parameters = {**_BY_REFERENCE, "replMode": True, **realm.context}
    for way in expressions.wrapped(script):
        if way.waits and not await _compiles(realm, way, deadline):
            continue
        try:
            result = await _run(realm, "Runtime.evaluate", {**parameters, "expression": way.script}, deadline)
            return await _described(realm, result, deadline)
        except _NotBegun:
            continue
        except ScriptError as failure:
            if "line" in failure.details:
                failure.details |= way.place(failure.details.pop("line"), failure.details.pop("column"))
            raise
    result = await _run(realm, "Runtime.evaluate", {**parameters, "expression": script}, deadline)
    if "objectId" not in result:
        return _plain(result)
    return await _described(realm, result, deadline, bare=True)


async def _compiles(realm: Realm, way: Wrapped, deadline: Deadline) -> bool:
    """Whether a script that awaits something compiles."""
    context = realm.context.get("uniqueContextId")
    if context is not None:
        # Scripts compile alike everywhere, and the command takes no context by its unique id.
        realm = Realm(realm.tab, realm.tab.cdp, {})
    asked = {"expression": f"async () => {{{way.script}\n}}", "sourceURL": "", "persistScript": False}
    async with deadline.waiting_for(deadline.stage):
        return "exceptionDetails" not in await realm.channel.send("Runtime.compileScript", asked)


async def _described(realm: Realm, result: dict[str, Any], deadline: Deadline, *, bare: bool = False) -> Value:
    """Decode the value of ``result``. ``bare``: ``result`` is the value itself, and not a list that contains it."""
    if "objectId" not in result:
        return expressions.described(result["value"])
    function = f"function(value) {{ return ({expressions.describing()})({'[value]' if bare else 'value'}); }}"
    return await _called(realm, function, result["objectId"], deadline)


async def _called(realm: Realm, function: str, object_id: str, deadline: Deadline) -> Value:
    """What ``function`` describes, which is called with a remote object."""
    this = {"functionDeclaration": function, "objectId": object_id, "arguments": [{"objectId": object_id}]}
    try:
        result = await _run(realm, "Runtime.callFunctionOn", {**_BY_REFERENCE, **this}, deadline)
        if "objectId" in result:
            promised = {"promiseObjectId": result["objectId"], "returnByValue": False}
            result = await _run(realm, "Runtime.awaitPromise", promised, deadline)
        return expressions.described(result["value"])
    finally:
        # Not waited for: a call that gives up at that moment would lose what is known of the script.
        realm.tab.cdp.spawn(realm.channel.send("Runtime.releaseObjectGroup", {"objectGroup": _GROUP}))


async def evaluate_on(element: Element, script: str) -> Value:
    """The value of the function ``script``, called with the element. Raises what :func:`evaluate` raises."""
    element.deadline.stage = "the script to end"
    call = "[typeof given === 'function' ? await given(element) : given]"
    given = f"const given = (\n{script.strip().rstrip(';')}\n);"
    function = f"async function(element) {{ {given} return ({expressions.describing()})({call}); }}"
    async with element_in_page(element) as (channel, found):
        realm = Realm(element.tab, channel, {})
        try:
            value = await _called(realm, function, found, element.deadline)
        except ScriptError as failure:
            if "line" in failure.details:
                failure.details["line"] = max(1, int(failure.details["line"]) - _LINES_BEFORE)
            raise
    value = _readable(value)
    return value if element.frame is element.tab.page.main_frame else replace(value, view=None)


async def truthy(tab: Tab, script: str, deadline: Deadline) -> bool:
    """Whether the script's value counts as true. Raises what :func:`evaluate` raises."""
    return (await evaluate(tab, script, deadline)).truthy


async def _run(realm: Realm, method: str, parameters: dict[str, Any], deadline: Deadline) -> dict[str, Any]:
    tab = realm.tab
    asked = asyncio.ensure_future(realm.channel.send(method, parameters))
    try:
        await asyncio.wait({asked}, timeout=_allowed(deadline))
        if not asked.done():
            raise await _ended(realm.channel, asked, deadline)
        answer = asked.result()
    except asyncio.CancelledError:
        await _terminate(realm.channel)
        raise
    except Error as failure:
        if says(failure, Wording.DOCUMENT_WENT):
            raise ScriptError(
                "The page navigated while the script ran, so the script's result is lost.",
                remedy=Remedy("state", {"browser_id": tab.browser_id}),
                details={"navigated": True},
            ) from None
        if tab.closed or tab.crashed or says(failure, Wording.SESSION_CLOSED):
            raise
        raise _threw(failure.message) from None
    finally:
        asked.cancel()
    if details := answer.get("exceptionDetails"):
        exception = details.get("exception") or {}
        thrown = exception.get("description") or exception.get("value", exception.get("type", details.get("text", "")))
        # What has begun to run has a stack, but for promises that the browser itself rejects.
        begun = method != "Runtime.evaluate" or exception.get("className") != "SyntaxError" or "stackTrace" in details
        text = thrown if isinstance(thrown, str) else json.dumps(thrown)
        raise _threw(text, _place(details), ScriptError if begun else _NotBegun)
    result: dict[str, Any] = answer["result"]
    return result


def _allowed(deadline: Deadline) -> float:
    """Seconds that the script may take."""
    return max(0.001, (deadline.remaining_ms - _STOPPING_MS) / 1000)


async def _ended(channel: Channel, asked: "asyncio.Future[dict[str, Any]]", deadline: Deadline) -> ScriptError:
    """Ends the script, if it is one that runs (and not one that waits), and says so; also when a busy machine takes so long over
    it that the call gives up first. Where the page's own script ran instead, that one is ended, and ``asked`` answers."""
    with suppress(asyncio.CancelledError):
        await _terminate(channel)
        await asyncio.wait({asked}, timeout=_AFTER_OTHER_S)
    if asked.done() and not asked.cancelled() and asked.exception() is None and "exceptionDetails" not in asked.result():
        return ScriptError(
            f"A script of the page itself kept it busy for {deadline.total_ms:.0f} ms and was stopped. The script of this call ran"
            " only then, and its result is lost.",
            code="script_timeout",
            details={"timeout_ms": deadline.total_ms, "page_was_busy": True},
        )
    return ScriptError(
        f"The script did not finish within {deadline.total_ms:.0f} ms and was stopped.",
        code="script_timeout",
        details={"timeout_ms": deadline.total_ms},
    )


async def _terminate(channel: Channel) -> None:
    try:
        # Handled off the renderer's main thread, so that it works on an endless loop.
        async with asyncio.timeout(_STOP_S):
            await channel.send("Runtime.terminateExecution")
    except (Error, TimeoutError):
        return


def _place(details: dict[str, Any]) -> dict[str, int]:
    """Where in the script it happened, which is not where in the page's own scripts it did."""
    if "stackTrace" not in details:
        return {"line": details["lineNumber"] + 1, "column": details["columnNumber"] + 1}
    # The frames count from 0; of a script that may wait, the details themselves count from 1.
    own = (frame for frame in details["stackTrace"]["callFrames"] if not frame["url"])
    return next(({"line": frame["lineNumber"] + 1, "column": frame["columnNumber"] + 1} for frame in own), {})


def _threw(text: str, place: dict[str, int] | None = None, kind: type[ScriptError] = ScriptError) -> ScriptError:
    shown = one_line(redacted(text.split("\n    at ")[0]), 1000)
    return kind(f"The script threw: {shown}", details=place or {})


def _plain(result: dict[str, Any]) -> Value:
    """A value that came as it is, because the script could not be made to describe it."""
    value = result.get("unserializableValue", result.get("value"))
    truthy = bool(value) and value not in ("NaN", "-0", "0n")
    if isinstance(value, str) and len(value) > expressions.MOST:
        return Value(value[: expressions.MOST], truthy, expressions.left_out(len(value) - expressions.MOST))
    return Value(value, truthy)


def _readable(value: Value) -> Value:
    """``value``, unless it cannot be read, as a revoked proxy."""
    if value.failure is None:
        return value
    raise ScriptError(
        f"The script returned a value that cannot be serialized: {one_line(redacted(value.failure), 300)}.",
        code="unserializable",
        remedy=Remedy(hint="return text, numbers or plain objects, such as element.textContent"),
    )
