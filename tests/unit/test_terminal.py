"""What pages and models wrote reaches a terminal by one door, which escapes what a terminal obeys."""

import ast
import json
import logging
from argparse import Namespace
from contextlib import suppress
from pathlib import Path

import pytest

import refbrowser
from refbrowser.adapters import cli
from refbrowser.adapters.commands import delegating
from refbrowser.adapters.commands.calling import _print
from refbrowser.adapters.logs import LogFormat, configure
from refbrowser.page_text import escaped
from refbrowser.terminal import write, write_uncaught

ROOT = Path(refbrowser.__file__).parent
WRITERS = {
    # The channel of a protocol, generated files, and code that is written for a person's own program.
    "adapters/mcp": "a protocol's channel",
    "adapters/commands/sharing.py": "the same channel, to the shared server",
    "surface/generate.py": "names of generated files",
    "replay/export.py": "text of a script that is exported",
    "terminal.py": "the door",
}
HOSTILE = "a\x1b]0;title\x07\x1b[2J\r\x9b31m\u202eb\u2028c\x7f\ud800\td\ne"


def test_control_characters_are_shown() -> None:
    shown = escaped(HOSTILE)
    assert shown == "a\\u001b]0;title\\u0007\\u001b[2J\\u000d\\u009b31m\\u202eb\\u2028c\\u007f\\ud800\td\ne"
    assert json.loads(escaped(json.dumps({"text": HOSTILE}, ensure_ascii=False))) == {"text": HOSTILE}
    assert escaped("naïve 👩‍🚀 中文") == "naïve 👩‍🚀 中文"


def test_an_answer_is_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    _print({"ok": True, "result": HOSTILE.replace("\ud800", "")}, as_json=False)
    _print(
        {"ok": False, "error": HOSTILE, "code": "internal_error", "retryable": False, "remedy": None, "details": {}}, as_json=False
    )
    write(HOSTILE)
    printed = capsys.readouterr()
    for sign in "\x1b\x07\r\x9b\u202e\x7f":
        assert sign not in printed.out + printed.err


async def test_the_answer_of_a_delegated_goal_is_escaped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def answered(*_: object, **__: object) -> dict[str, str]:
        return {"outcome": "done", "answer": HOSTILE, "reason": ""}

    monkeypatch.setattr(delegating, "delegate", answered)
    options = Namespace(goal="g", steps=1, minutes=1, tokens=1, groups="", json=False, schema=None)
    await delegating.run(options)
    assert capsys.readouterr().out == escaped(HOSTILE) + "\n"

    async def found(*_: object, **__: object) -> dict[str, object]:
        return {"outcome": "done", "answer": "", "reason": "", "result": {HOSTILE: [HOSTILE]}}

    monkeypatch.setattr(delegating, "delegate", found)
    await delegating.run(options)
    printed = capsys.readouterr().out
    assert printed.rstrip("\n").isprintable()
    assert json.loads(printed) == {HOSTILE: [HOSTILE]}


def _shows_all(printed: str) -> bool:
    """Argparse writes some words by ``repr``, which escapes in another way."""
    return ("\\u001b" in printed or "\\x1b" in printed) and not any(sign in printed for sign in "\x1b\x07\r\x9b\u202e\x7f")


def test_wrong_usage_is_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["chats", HOSTILE.replace("\ud800", "")], ["chats", "list", "--" + HOSTILE], ["policy", HOSTILE]):
        with suppress(SystemExit):
            cli.main(words)
        printed = capsys.readouterr()
        assert _shows_all(printed.err), printed.err


def test_an_exception_that_nobody_caught_is_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise ValueError(HOSTILE)
    except ValueError as failure:
        write_uncaught(type(failure), failure, failure.__traceback__)
    printed = capsys.readouterr().err
    assert printed.startswith("Traceback")
    assert _shows_all(printed)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_line_of_the_log_is_escaped_and_stays_one(form: LogFormat, capsys: pytest.CaptureFixture[str]) -> None:
    log = logging.getLogger("refbrowser")
    before = log.handlers[:], log.level, log.propagate
    try:
        configure("info", form)
        log.warning("the page wrote %s", HOSTILE)
    finally:
        log.handlers[:], log.level, log.propagate = before[0], before[1], before[2]
    printed = capsys.readouterr().err
    assert _shows_all(printed)
    assert printed.count("\n") == 1


def _writes(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            found.append(f"{path.name}:{node.lineno} print")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("write", "writelines"):
            written = ast.unparse(node)
            if "stdout" in written or "stderr" in written or "stream." in written:
                found.append(f"{path.name}:{node.lineno} {written}")
    return found


def test_nothing_else_writes_to_a_terminal() -> None:
    files = [path for path in ROOT.rglob("*.py") if not str(path.relative_to(ROOT)).startswith(tuple(WRITERS))]
    found = [place for path in files for place in _writes(path)]
    # A call's own answer handles a stream that is closed, and escapes by the same function.
    assert [place for place in found if "stream.write(escaped(text)" not in place] == []
