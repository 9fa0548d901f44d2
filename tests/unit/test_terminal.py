"""What pages and models wrote reaches a terminal by one door, which escapes what a terminal obeys."""

import ast
import json
from argparse import Namespace
from pathlib import Path

import pytest

import refbrowser
from refbrowser.adapters.commands import delegating
from refbrowser.adapters.commands.calling import _print
from refbrowser.page_text import escaped
from refbrowser.terminal import write

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
