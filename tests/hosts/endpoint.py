"""A model endpoint on this machine that speaks as four makers' do and follows a script, so that their clients run as they are."""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests.hosts.dialects import DIALECTS, ChatCompletions, Dialect, Say, Turn, Use
from tests.support.exchange import Request, Response
from tests.support.server import Site

Script = Callable[[list[str]], Turn]
"""What the model does next, from every text that came since it spoke last."""


@dataclass
class Endpoint:
    """``root`` is the address that clients are given (OpenAI's and Anthropic's want ``/v1`` added, Gemini's nothing)."""

    root: str
    script: Script
    requests: list[dict[str, Any]] = field(default_factory=list)
    heard: list[list[str]] = field(default_factory=list)
    tools: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    asked: threading.Condition = field(default_factory=threading.Condition)

    def wait_for(self, requests: int, patience_s: float) -> None:
        """Returns once the model was asked so often. Raises TimeoutError."""
        with self.asked:
            if not self.asked.wait_for(lambda: len(self.requests) >= requests, patience_s):
                raise TimeoutError(f"the model was asked {len(self.requests)} times within {patience_s:g} s, not {requests}")

    def answered(self, dialect: Dialect, request: Request) -> Response:
        """The response to one request."""
        asked = json.loads(request.body)
        with self.asked:
            self.requests.append(asked)
            self.tools = dialect.tools(asked) or self.tools
            self.heard.append(dialect.heard(asked))
            try:
                turn = self.script(self.heard[-1])
            except Exception as failure:  # the script runs on a thread of the server: the test asks for its failures
                self.failures.append(f"{type(failure).__name__}: {failure}")
                turn = Say("The script has failed.")
            self.asked.notify_all()
        if isinstance(turn, Say) and "final_answer" in self.tools:  # smolagents' way to end
            turn = Use("final_answer", {"answer": turn.text})
        body = dialect.answer(turn, asked)
        if asked.get("stream") and isinstance(dialect, ChatCompletions):
            return Response(dialect.streamed(body), 200, {"Content-Type": "text/event-stream"})
        return Response(json.dumps(body).encode(), 200, {"Content-Type": "application/json"})


def endpoint(site: Site, name: str, script: Script) -> Endpoint:
    """An endpoint below ``/name`` of the site."""
    made = Endpoint(site.url(f"/{name}"), script)
    for dialect in DIALECTS:
        for path in dialect.paths:
            site.route(f"/{name}{path}", partial(made.answered, dialect))
    return made
