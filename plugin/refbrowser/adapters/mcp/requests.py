"""What one MCP request brings: its client, and what the server may ask of that client. The SDK's releases implement it."""

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from starlette.requests import Request


class CannotAsk(Exception):
    """The client refused the question, answered it with something that the protocol does not have, or has gone."""


class InputRequired(Exception):
    """The call is answered with questions, by key; the client repeats it with the answers. The client sends
    ``state`` back with them. (Protocol 2026-07-28 and later.)"""

    def __init__(self, questions: dict[str, dict[str, Any]], state: str | None = None) -> None:
        super().__init__("the client has to answer first")
        self.questions, self.state = questions, state


class RefusedRequest(Exception):
    """The request is answered with a protocol error (``INVALID_PARAMS``). ``data`` is for programs."""

    def __init__(self, message: str, data: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message, self.data = message, data


class Client(Protocol):
    """The client of one request."""

    @property
    def name(self) -> str | None:
        """What the client calls itself, if it did so."""

    @property
    def http(self) -> "Request | None":
        """The HTTP request that carries this one; None over standard input and output."""

    @property
    def has_roots(self) -> bool:
        """Whether the client lists its folders."""

    @property
    def has_forms(self) -> bool:
        """Whether the client can ask its person to fill in a form."""

    @property
    def asks_by_answering(self) -> bool:
        """Whether a question to this client is an answer that asks (``InputRequired``), and not a request of its own."""

    @property
    def state(self) -> str | None:
        """The state of an earlier ``InputRequired``, whose call this request repeats."""

    def answer(self, key: str) -> dict[str, Any] | None:
        """The client's answer to the question ``key`` of an earlier ``InputRequired``."""

    async def roots(self) -> list[str]:
        """The URIs of the client's folders. Raises ``CannotAsk``."""

    async def form(self, message: str, schema: dict[str, Any]) -> dict[str, Any]:
        """What the person answers: ``{action: accept | decline | cancel, content?}``. Raises ``CannotAsk``."""

    async def tools_changed(self) -> None:
        """Announces that other tools are offered, where the protocol's version has a way to."""

    async def progress(self, elapsed_s: float) -> None:
        """Reports that the call is still being performed, if the client wants to know."""
