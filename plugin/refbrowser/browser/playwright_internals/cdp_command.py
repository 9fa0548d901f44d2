"""A CDP command without what Playwright adds to each call for the people who debug it: it walks the stack for the name of the call,
copies arguments and answer in search of its own objects, and runs the call in a task of its own. That takes 0.2 of the 0.7 ms of
Python's time for a command, and a click sends six of them.
"""

from asyncio import Future
from typing import Any

from playwright.async_api import CDPSession, Error


def sent(session: CDPSession, method: str, parameters: dict[str, Any], timeout_ms: float | None = None) -> "Future[dict[str, Any]]":
    """Sends the command before it returns. The future has the answer's ``result``, or Playwright's Error as it comes: its timeout
    after ``timeout_ms``, never with None. Raises Playwright's Error where the connection has ended, or the parameters are no JSON.
    """
    owner: Any = session._impl_obj
    try:
        answer: Future[dict[str, Any]] = owner._connection.send_message_to_server(
            owner, "send", {"method": method, "params": parameters}, {"internal": True, "timeout": timeout_ms or 0}
        )
    except RecursionError:
        raise Error("the parameters are nested too deep") from None
    return answer


async def send(session: CDPSession, method: str, parameters: dict[str, Any], timeout_ms: float | None = None) -> dict[str, Any]:
    """The command's answer. Raises as :func:`sent`."""
    answer: dict[str, Any] = (await sent(session, method, parameters, timeout_ms))["result"]
    return answer
