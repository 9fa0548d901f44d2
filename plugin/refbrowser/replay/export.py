"""A recorded session as code that runs: Python with refbrowser, a test of pytest, Python with Playwright, or a shell script.

Elements stand in the code as Playwright names them, by role and name, so that a person can read and change it. Values of secret
fields are not recorded: the code takes them from the environment.
"""

import itertools
import json
import shlex
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Literal

from refbrowser.actions.catalog import BY_NAME
from refbrowser.journal.store import Session
from refbrowser.journal.summary import Entry, state
from refbrowser.replay.comparing import place_of
from refbrowser.replay.literals import exported_call, hidden_name, lines, literal, needed, variable
from refbrowser.replay.playwright_export import playwright_program

Form = Literal["python", "pytest", "playwright", "shell"]

_JSON_OF: Final = r"""# The value of a variable as it stands in a JSON string.
json() {
    printf '%s.' "$1" | awk '
        { gsub(/[\\"]/, "\\\\&"); gsub(/\t/, "\\t"); gsub(/\r/, "\\r"); text = text (NR > 1 ? "\\n" : "") $0 }
        END { printf "%s", substr(text, 1, length(text) - 1) }'
}
"""
"""The full stop keeps a line end at the end of the value, which the shell and awk would drop."""


def exported(session: Session, form: Form) -> str:
    """The text of the program. Calls that failed are comments in it."""
    return _FORMS[form](session)


def _with_ref_alone(entry: Entry) -> Iterator[str]:
    """A comment instead of a call that takes an element by its ref alone, which no other run has."""
    if "ref" in (entry.get("arguments") or {}) and "selector" not in BY_NAME[entry["action"]].arguments.model_fields:
        call = json.dumps(exported_call(entry), ensure_ascii=False)
        yield f"# {entry['action']} takes a ref, and has no counterpart here: {call}"


def _python_call(entry: Entry) -> Iterator[str]:
    if left_out := list(_with_ref_alone(entry)):
        yield from left_out
        return
    yield f"await do({literal(exported_call(entry))})"


def _python(session: Session) -> str:
    steps = "\n".join(f"        {line}" for line in lines(session, _python_call))
    return f'''"""{session.id}, carried out again with refbrowser.{needed(session)}"""

import asyncio
import os  # noqa: F401

from refbrowser import Browser


async def main() -> None:
    async with Browser() as browser:
        chat = browser.chat("again")

        async def do(call: dict) -> None:
            answer = await chat.call(call)
            print(call["action"], "ok" if answer["ok"] else answer["error"])
            assert answer["ok"], answer

{steps}


asyncio.run(main())
'''


def _pytest_call(entry: Entry) -> Iterator[str]:
    if left_out := list(_with_ref_alone(entry)):
        yield from left_out
        return
    yield f"answer = await do({literal(exported_call(entry))})"
    if (url := state(entry).get("url")) and "://" in url and entry["action"] not in ("content", "find"):
        yield f"assert at(answer) == {place_of(url, {})!r}"


def _pytest(session: Session) -> str:
    steps = "\n".join(f"        {line}" for line in lines(session, _pytest_call))
    return f'''"""{session.id} as a test: every call succeeds and leads to the page that it led to.{needed(session)}"""

import asyncio
import os  # noqa: F401
from urllib.parse import parse_qsl, urlsplit

from refbrowser import Browser


def at(answer: dict) -> str:
    url = answer.get("state", answer)["url"]
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https"):
        return url
    query = "&".join(sorted(f"{{name}}={{value}}" for name, value in parse_qsl(parts.query, keep_blank_values=True)))
    return (parts.path or "/") + (f"?{{query}}" if query else "")


async def session() -> None:
    async with Browser() as browser:
        chat = browser.chat("again")

        async def do(call: dict) -> dict:
            answer = await chat.call(call)
            assert answer["ok"], answer
            return answer["result"]

{steps}


def test_session() -> None:
    asyncio.run(session())
'''


def _shell_call(entry: Entry) -> Iterator[str]:
    if left_out := list(_with_ref_alone(entry)):
        yield from left_out
        return
    yield f"refbrowser do --chat again {''.join(_words(exported_call(entry)))}"


def _words(call: Mapping[str, Any]) -> Iterator[str]:
    """The pieces of one shell word: quoted JSON, and between it the hidden values of variables."""
    hidden: list[str] = []
    plain = json.dumps(call, ensure_ascii=False)
    # A mark that the call's own texts do not have.
    mark = next(text for number in itertools.count() if (text := f"<{number}>") not in plain)
    pieces = json.dumps(_marked(call, mark, hidden), ensure_ascii=False).split(mark)
    yield shlex.quote(pieces[0])
    for name, piece in zip(hidden, pieces[1:], strict=True):
        yield f'"$(json "${{{variable(name)}}}")"'
        yield shlex.quote(piece)


def _marked(value: object, mark: str, hidden: list[str]) -> Any:
    """``value`` with a mark for each hidden value, whose names ``hidden`` gets."""
    if (name := hidden_name(value)) is not None:
        hidden.append(name)
        return mark
    if isinstance(value, Mapping):
        return {key: _marked(part, mark, hidden) for key, part in value.items()}
    return [_marked(part, mark, hidden) for part in value] if isinstance(value, list) else value


def _shell(session: Session) -> str:
    steps = "\n".join(lines(session, _shell_call))
    return (
        f'#!/bin/sh\n# {session.id}, carried out again in the chat "again" of the local server.\nset -eu\n\n{_JSON_OF}\n{steps}\n'
    )


_FORMS: Final[Mapping[str, Callable[[Session], str]]] = {
    "python": _python,
    "pytest": _pytest,
    "playwright": playwright_program,
    "shell": _shell,
}
