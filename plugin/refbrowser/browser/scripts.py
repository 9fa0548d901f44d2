"""Running the agent's JavaScript: an expression, statements with ``await`` whose last value counts, or a function."""

import asyncio
import json
import math
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser import expressions
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.frame_tree import Channel, script_context
from refbrowser.browser.inspector import document_went
from refbrowser.browser.page_view import PageView
from refbrowser.browser.tab import Tab
from refbrowser.browser.targets import Element
from refbrowser.errors import Remedy, ScriptError
from refbrowser.redact import redacted

_GROUP: Final = "refbrowser"
_BY_REFERENCE: Final = {"userGesture": True, "objectGroup": _GROUP}
"""Not by value at first: that would turn a DOM node, a window or a promise into an empty object without a word."""

_FUNCTION: Final = re.compile(r"\s*(async\s+)?function\b")
_STOPPING_MS: Final = 100
"""Kept back from the deadline to end a script that outlives it."""

_STOP_S: Final = 2.0


class _NotBegun(ScriptError):
    """The script is not JavaScript as far as its grammar goes, so that none of it has run."""


@dataclass(frozen=True, slots=True)
class Realm:
    """Where a script runs: the session of the process, and the ``context`` in it (empty: that of the page's top document)."""

    tab: Tab
    channel: Channel
    context: dict[str, str]


async def evaluate_expression(tab: Tab, expression: str, deadline: Deadline) -> tuple[Any, PageView | None] | None:
    """What :func:`evaluate` returns, and how the page was when the expression had its value, as far as that was told with it. None
    if it is no expression; none of it has run then. Raises what :func:`evaluate` raises."""
    realm = Realm(tab, tab.inspector, {})
    deadline.stage = "the script to end"
    try:
        result = await _run(realm, "Runtime.evaluate", {**_BY_REFERENCE, "expression": expressions.telling(expression)}, deadline)
        if result["type"] == "string":
            return expressions.told(result["value"])
        return await _value_of(realm, result, deadline), None
    except _NotBegun:
        return None
    except ScriptError as failure:
        line = failure.details.pop("line", 0) - expressions.LINES_BEFORE
        if line > 0:
            failure.details["line"] = line
        else:
            failure.details.pop("column", None)
        raise


async def evaluate(tab: Tab, script: str, deadline: Deadline, *, frame_id: str | None = None) -> Any:
    """The JSON-ready value of ``script`` in the top document, or in that of a frame, by the rules of the browser's own console.

    Raises ``script_error`` (it threw, or the page was navigated under it), ``unserializable`` (a DOM node, a window, a cycle, a
    function), ``script_timeout`` (it was ended at the deadline; the tab stays usable), ``frame_detached``.
    """
    if frame_id is None:
        return await _evaluated(Realm(tab, tab.inspector, {}), script, deadline)
    async with script_context(tab, frame_id, deadline) as (channel, context):
        return await _evaluated(Realm(tab, channel, {"uniqueContextId": context}), script, deadline)


async def _evaluated(realm: Realm, script: str, deadline: Deadline) -> Any:
    deadline.stage = "the script to end"
    parameters = {**_BY_REFERENCE, "replMode": True, **realm.context}
    result = await _function(realm, script, parameters, deadline) if _FUNCTION.match(script) else None
    if result is None:
        result = await _run(realm, "Runtime.evaluate", {**parameters, "expression": script}, deadline)
    return await _value_of(realm, result, deadline)


async def _value_of(realm: Realm, result: dict[str, Any], deadline: Deadline) -> Any:
    """What a script returned: a function is called, a promise awaited, an object fetched."""
    if "objectId" not in result:
        return _plain(result)
    try:
        if result["type"] == "function":
            result = await _run(realm, "Runtime.callFunctionOn", _call("function() { return this(); }", result), deadline)
        if result.get("subtype") == "promise":
            await_it = {"promiseObjectId": result["objectId"], "returnByValue": False}
            result = await _run(realm, "Runtime.awaitPromise", await_it, deadline)
        if "objectId" not in result:
            return _plain(result)
        _plain(result)
        by_value = {**_call("function() { return this; }", result), "returnByValue": True}
        return _plain(await _run(realm, "Runtime.callFunctionOn", by_value, deadline))
    finally:
        await _release(realm)


async def _function(realm: Realm, script: str, parameters: dict[str, Any], deadline: Deadline) -> dict[str, Any] | None:
    """A script that begins like a function declaration, which has no value, as a function; None if it goes on after it."""
    try:
        expression = f"({script.strip().rstrip(';')}\n)"
        result = await _run(realm, "Runtime.evaluate", {**parameters, "expression": expression}, deadline)
    except _NotBegun:
        return None
    return result if result["type"] == "function" else None


def _call(function: str, this: dict[str, Any]) -> dict[str, Any]:
    return {"functionDeclaration": function, "objectId": this["objectId"], "userGesture": True, "objectGroup": _GROUP}


async def _release(realm: Realm) -> None:
    """Lets the page forget what the script returned."""
    try:
        await realm.channel.send("Runtime.releaseObjectGroup", {"objectGroup": _GROUP})
    except Error:
        # The page, and what it held, is gone.
        return


async def evaluate_on(element: Element, script: str, deadline: Deadline) -> Any:
    """The value of the function ``script``, called with the element. Raises what :func:`evaluate` raises."""
    deadline.stage = "the script to end"
    task = asyncio.ensure_future(element.locator.evaluate(script, timeout=deadline.remaining_ms))
    try:
        async with asyncio.timeout(_allowed(deadline)):
            value = await task
    except TimeoutError:
        raise await _ended(element.tab.inspector, deadline) from None
    except asyncio.CancelledError:
        await _terminate(element.tab.inspector)
        raise
    except Error as failure:
        raise _threw(failure.message) from None
    if isinstance(value, str) and value.startswith("ref: <"):
        raise _unserializable(f"a {value.removeprefix('ref: ')}")
    return _finite(value, 0)


async def _run(realm: Realm, method: str, parameters: dict[str, Any], deadline: Deadline) -> dict[str, Any]:
    tab = realm.tab
    try:
        async with asyncio.timeout(_allowed(deadline)):
            answer = await realm.channel.send(method, parameters)
    except TimeoutError:
        raise await _ended(realm.channel, deadline) from None
    except asyncio.CancelledError:
        await _terminate(realm.channel)
        raise
    except Error as failure:
        if "Object reference chain is too long" in failure.message or "couldn't be returned by value" in failure.message:
            raise _unserializable("a value that refers to itself or to the window") from None
        if document_went(failure):
            raise ScriptError(
                "The page was navigated while the script ran, so its result is lost.",
                remedy=Remedy("state", {"browser_id": tab.browser_id}),
                details={"navigated": True},
            ) from None
        if tab.closed or tab.crashed or "closed" in failure.message:
            raise
        raise _threw(failure.message) from None
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


async def _ended(channel: Channel, deadline: Deadline) -> ScriptError:
    """Ends the script, if it is one that runs (and not one that waits), and says so; also when a busy machine takes so long over
    it that the call gives up first."""
    with suppress(asyncio.CancelledError):
        await _terminate(channel)
    return ScriptError(
        f"The script did not end within {deadline.total_ms:.0f} ms and was stopped.",
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
    shown = redacted(text.split("\n    at ")[0])[:1000]
    return kind(f"The script threw: {shown}", details=place or {})


def _plain(result: dict[str, Any]) -> Any:
    kind, subtype = result.get("type"), result.get("subtype")
    if kind == "undefined" or subtype == "null":
        return None
    if kind == "function" or kind == "symbol":
        raise _unserializable(f"a {kind}")
    if subtype in ("node", "proxy", "weakmap", "weakset", "generator") or result.get("className") in (
        "Window",
        "global",
    ):
        raise _unserializable(f"a {result.get('description') or subtype}")
    if "unserializableValue" in result:
        text = str(result["unserializableValue"])
        if text.endswith("n"):
            return int(text[:-1])
        # JSON has no NaN, Infinity or -0; their names are what a reader expects.
        return 0 if text == "-0" else text
    return result.get("value")


def _finite(value: Any, depth: int) -> Any:
    """``value`` as JSON can say it. Raises ``unserializable`` for cycles."""
    if depth > 100:
        raise _unserializable("a value that refers to itself")
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")
    if isinstance(value, dict):
        return {str(key): _finite(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_finite(item, depth + 1) for item in value]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return str(value)


def _unserializable(what: str) -> ScriptError:
    return ScriptError(
        f"The script returned {what[:200]}, which cannot be sent.",
        code="unserializable",
        remedy=Remedy("evaluate", hint="return text, numbers or plain objects, such as element.textContent"),
    )
