"""The README's lines for hosts that speak MCP have the form of each host; ``test_shell.py`` starts what they start."""

import json
import re
import shlex
from collections.abc import Callable
from typing import Any

import pytest

from tests.docs.documents import ROOT

Server = tuple[str, ...]
"""A command and its arguments."""

LINES = {
    name: code
    for name, code in re.findall(r"^\| ([\w ]+?) \| .*`(.+?)` \|$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    if "mcp" in code
}


def after(*words: str) -> Callable[[str], Server]:
    """The line of a host whose command these words begin."""

    def read(line: str) -> Server:
        given = shlex.split(line)
        assert tuple(given[: len(words)]) == words, line
        return tuple(given[len(words) :])

    return read


def entry(value: Any) -> Server:
    assert set(value) <= {"command", "args", "env"}
    return (value["command"], *value["args"])


def vs_code(line: str) -> Server:
    (text,) = after("code", "--add-mcp")(line)
    value = json.loads(text)
    assert value.pop("name") == "browser"
    return entry(value)


def below(key: str) -> Callable[[str], Server]:
    """The file of a host that has its servers under this key."""

    def read(line: str) -> Server:
        value = json.loads(line)
        assert list(value) == [key]
        assert list(value[key]) == ["browser"]
        return entry(value[key]["browser"])

    return read


FORMS: dict[str, Callable[[str], Server]] = {
    "Claude Code": after("claude", "mcp", "add", "browser", "--"),
    "Codex": after("codex", "mcp", "add", "browser", "--"),
    "Gemini CLI": after("gemini", "mcp", "add", "--scope", "user", "browser"),
    "VS Code": vs_code,
    "Cursor": below("mcpServers"),
    "Zed": below("context_servers"),
}


def test_every_line_has_the_form_of_its_host() -> None:
    assert list(LINES) == list(FORMS)
    assert "| Cline | the same as for Cursor" in (ROOT / "README.md").read_text(encoding="utf-8")
    for host, read in FORMS.items():
        assert read(LINES[host]) == ("refbrowser", "mcp"), host


@pytest.mark.parametrize(
    "broken", ['{"mcpServers": {"browser": {"command": "refbrowser", "args": "mcp"}}}', '{"servers": {}}', "{"]
)
def test_a_form_that_a_host_would_not_read_is_noticed(broken: str) -> None:
    with pytest.raises((AssertionError, ValueError)):
        assert below("mcpServers")(broken) == ("refbrowser", "mcp")
