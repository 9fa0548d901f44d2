"""What clients write, before the SDK reads it: the SDK drops what it cannot read, and the client would wait for ever."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600

_ESCAPE: Final = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL
)
_ID: Final = re.compile(r'\s*\{(?:[^"{}\[\]]|"(?:[^"\\]|\\.)*")*?"id"\s*:\s*(?P<id>"(?:[^"\\]|\\.)*"|-?\d{1,18}(?=\s*[,}]))')
_MOST_ID: Final = 2_000
"""Characters at the beginning of a broken message among which its id is looked for."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A message that is answered with an error; ``id`` is its own, None where it has none that can be read."""

    id: str | int | None
    code: int
    message: str

    def as_dict(self) -> dict[str, Any]:
        """The answer, as JSON-RPC writes it."""
        return {"jsonrpc": "2.0", "id": self.id, "error": {"code": self.code, "message": self.message}}


def repaired(text: str) -> str:
    """JSON without halves of surrogate pairs, which JavaScript writes for a text that was cut inside an emoji, and which are not
    Unicode: U+FFFD is in their place."""
    return _ESCAPE.sub(lambda escape: r"\ufffd" if escape["half"] else escape[0], text)


def received(line: str, read: Callable[[str], bool]) -> str | Refused | None:
    """One line of a client as the SDK can read it, or its refusal; None for a line to which there is no answer.

    ``read(line)`` returns whether the SDK sees a message with an id in it, and raises ValueError where it sees no message.
    """
    if not line.strip():
        return None
    line = repaired(line)
    try:
        if read(line):
            return line
        is_message = True
    except ValueError:
        is_message = False
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return Refused(id_of_broken(line), PARSE_ERROR, "Parse error: the message is not JSON, or is nested too deeply.")
    given = message.get("id") if isinstance(message, dict) else None
    number = given if isinstance(given, str | int) and not isinstance(given, bool) else None
    if is_message and "id" not in message:
        return line  # a notification
    if isinstance(message, dict) and "method" not in message and ("result" in message or "error" in message):
        # Answers are not answered. The question ends as if the client had refused it.
        refusal = Refused(number, INVALID_REQUEST, "The client's answer is not a JSON-RPC response.")
        return json.dumps(refusal.as_dict()) + "\n" if number is not None else None
    return Refused(number, INVALID_REQUEST, "Invalid request: no JSON-RPC 2.0 message, or its id is no string or integer.")


def id_of_broken(line: str) -> str | int | None:
    """The id at the beginning of a message that is no JSON; None where there is none."""
    found = _ID.match(line[:_MOST_ID])
    try:
        given = json.loads(found["id"]) if found is not None else None
    except ValueError:
        return None
    return given if isinstance(given, str | int) else None
