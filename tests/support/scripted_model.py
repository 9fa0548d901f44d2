"""A model endpoint that speaks OpenAI's chat completions and answers by a script."""

import json
from collections.abc import Callable
from typing import Any

from tests.support.exchange import Request, Response
from tests.support.server import Site

Turn = dict[str, Any] | Callable[[list[dict[str, Any]]], dict[str, Any]]


class ScriptedModel:
    """Answers with the turns in their order; a turn may be made from the messages so far. Keeps the requests that it was sent."""

    def __init__(self, site: Site, *turns: Turn, tokens: int | None = 100) -> None:
        self.requests: list[dict[str, Any]] = []
        self.authorizations: list[str] = []
        self._turns = list(turns)
        self._tokens = tokens
        site.route("/v1/chat/completions", self._answer)
        self.url = site.url("/v1")

    def _answer(self, request: Request) -> Response:
        asked = json.loads(request.body)
        self.requests.append(asked)
        self.authorizations.append(request.headers.get("Authorization", ""))
        if not self._turns:
            return Response(b'{"error": "the script has ended"}', 500, {"Content-Type": "application/json"})
        turn = self._turns.pop(0)
        message = turn(asked["messages"]) if callable(turn) else turn
        body: dict[str, Any] = {"choices": [{"message": {"role": "assistant", "content": None, **message}}]}
        if self._tokens is not None:
            body["usage"] = {"total_tokens": self._tokens}
        return Response(json.dumps(body).encode(), 200, {"Content-Type": "application/json"})


def says(text: str) -> dict[str, Any]:
    """A turn of words alone."""
    return {"content": text}


def calls(*used: tuple[str, dict[str, Any] | str]) -> dict[str, Any]:
    """A turn that uses tools."""
    return {
        "tool_calls": [
            {
                "id": f"call-{number}",
                "type": "function",
                "function": {"name": name, "arguments": given if isinstance(given, str) else json.dumps(given)},
            }
            for number, (name, given) in enumerate(used)
        ]
    }


def browses(**call: Any) -> dict[str, Any]:
    """A turn with one call of the browser tool."""
    return calls(("browser", call))
