"""A CDP command without what Playwright adds to each call for debugging: it walks the stack for the name of the call, copies
arguments and answer in search of its own objects, and runs the call in a task of its own. That takes 0.2 of the 0.7 ms of Python's
time for a command, and a click sends six of them. A Playwright without :data:`DIRECT` gets the command by its public interface.
"""

import asyncio
import json
from asyncio import Future
from importlib import import_module
from inspect import signature
from typing import Any, Final

from playwright.async_api import CDPSession, Error
from playwright.async_api import TimeoutError as PlaywrightTimeout


def _takes_messages() -> bool:
    try:
        send = import_module("playwright._impl.connection").Connection.send_message_to_server
        return [*signature(send).parameters] == ["self", "object", "method", "params", "options"]
    except (ImportError, AttributeError):
        return False


DIRECT: Final = _takes_messages()
"""Whether the installed Playwright's connection takes a message by itself."""


def sent(session: CDPSession, method: str, parameters: dict[str, Any], timeout_ms: float | None = None) -> "Future[dict[str, Any]]":
    """Send the command, in the order of the calls. The future has the answer's ``result``, or Playwright's Error: its timeout after
    ``timeout_ms``, never with None. Raise Playwright's Error, now or in the future, where the connection has ended, or where the
    parameters are no JSON.
    """
    if not DIRECT:
        return asyncio.ensure_future(_sent_publicly(session, method, parameters, timeout_ms))
    owner: Any = session._impl_obj
    try:
        answer: Future[dict[str, Any]] = owner._connection.send_message_to_server(
            owner, "send", {"method": method, "params": parameters}, {"internal": True, "timeout": timeout_ms or 0}
        )
    except RecursionError:
        raise Error(_TOO_DEEP) from None
    return answer


async def send(session: CDPSession, method: str, parameters: dict[str, Any], timeout_ms: float | None = None) -> dict[str, Any]:
    """Return the command's answer. Raise as :func:`sent`."""
    answer: dict[str, Any] = (await sent(session, method, parameters, timeout_ms))["result"]
    return answer


_TOO_DEEP: Final = "the parameters are nested too deep"


async def _sent_publicly(session: CDPSession, method: str, parameters: dict[str, Any], timeout_ms: float | None) -> dict[str, Any]:
    try:
        # Some versions lose their driver over what is no JSON.
        json.dumps(parameters, allow_nan=False)
        async with asyncio.timeout(timeout_ms / 1000 if timeout_ms else None):
            return {"result": await session.send(method, parameters)}
    except TimeoutError:
        raise PlaywrightTimeout(f"Timeout {timeout_ms:g}ms exceeded.") from None
    except RecursionError:
        raise Error(_TOO_DEEP) from None
    except (TypeError, ValueError) as refused:
        raise Error(f"the parameters are no JSON: {refused}") from None
