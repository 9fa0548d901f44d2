"""What is still to be answered on a pair of streams when the client closes its input."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any, Final

from refbrowser.adapters.mcp.messages import id_of_broken

END_S: Final = 20.0
"""How long the requests that were made before the end of the input may take to be answered: a call's default deadline and more."""

CLOSED: Final = -32000
"""The code of the SDK's own ``CONNECTION_CLOSED``."""

_SDK: Final = {"name": "mcp", "version": "0.1.0"}
"""How clients of the Python SDK introduce themselves by default. They read nothing after closing their end: an answer then ends the
program of a host with release 1 in BrokenResourceError, and release 2 discards it."""


class Pending:
    """The client's requests without an answer, and the server's questions that the client has not answered."""

    def __init__(self) -> None:
        self._requests: Counter[str] = Counter()
        self._questions: dict[str, Any] = {}
        self._changed = asyncio.Event()
        self._reads_on = True
        self.ended = False
        """Whether the client has closed its input."""

    def received(self, line: bytes) -> None:
        """Note a line of the client."""
        text = line.decode(errors="replace")
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            if text.strip():
                self._requests[_key(id_of_broken(text))] += 1
            return
        if not isinstance(message, dict):
            self._requests[_key(None)] += 1
        elif "method" not in message:
            if "result" in message or "error" in message:
                self._questions.pop(_key(message.get("id")), None)
            else:
                self._requests[_key(message.get("id"))] += 1
        elif "id" in message:
            self._requests[_key(message["id"])] += 1
            self._reads_on = self._reads_on and not _is_of_sdk(message)
        elif message["method"] == "notifications/cancelled" and isinstance(message.get("params"), dict):
            self._requests.pop(_key(message["params"].get("requestId")), None)

    def sends(self, text: str) -> bool:
        """Whether the message is for the client: after its end, answers alone. A question is then refused in its place."""
        message = json.loads(text)
        if "method" not in message:
            return True
        if "id" in message:
            self._questions[_key(message["id"])] = message["id"]
            self._changed.set()
        return not self.ended

    def sent(self, text: str) -> None:
        """Note that the message was written."""
        message = json.loads(text)
        if "method" not in message and (key := _key(message.get("id"))) in self._requests:
            self._requests[key] -= 1
            self._requests += Counter()  # drops what has come to 0
            self._changed.set()

    def abandon(self) -> None:
        """The client reads no more: nothing is waited for."""
        self._reads_on = False
        self._changed.set()

    async def refusals(self) -> AsyncIterator[bytes]:
        """Yield lines that refuse the server's questions after the client's end, until every request is answered or for
        ``END_S``."""
        self.ended = True
        deadline = asyncio.get_running_loop().time() + END_S
        while self._reads_on:
            while self._questions:
                _, question = self._questions.popitem()
                yield _error(question, "The client has closed its input, and answers no questions.").encode()
            if not self._requests:
                return
            self._changed.clear()
            try:
                async with asyncio.timeout_at(deadline):
                    await self._changed.wait()
            except TimeoutError:
                return

    def late(self) -> list[str]:
        """The answers to requests that have not ended in time."""
        if not self._reads_on:
            return []
        why = f"The input was closed, and the request did not end within {END_S:.0f} s; it is cancelled."
        return [_error(json.loads(key), why) for key in self._requests.elements()]


def _key(given: Any) -> str:
    """The id of a message as a key: 1 and "1" differ; what is no id counts as none."""
    return json.dumps(given if isinstance(given, str | int) and not isinstance(given, bool) else None)


def _error(request: Any, why: str) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": request, "error": {"code": CLOSED, "message": why}})


def _is_of_sdk(message: dict[str, Any]) -> bool:
    params = message.get("params")
    who = params.get("clientInfo") if message["method"] == "initialize" and isinstance(params, dict) else None
    return isinstance(who, dict) and {name: who.get(name) for name in _SDK} == _SDK
