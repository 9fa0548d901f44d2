"""The repository's documentation as data: its pages, their blocks, and what they name."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

from refbrowser.adapters.commands.demonstrating import PORT

ROOT = Path(__file__).resolve().parents[2]

SHOP = "https://shop.example/"
"""Stands for the bundled shop in every example."""

LOCAL_SHOP = f"http://127.0.0.1:{PORT}/"
"""The address at which ``refbrowser demo --serve`` opens it, for examples that a reader pastes."""

_BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_CALL_IN_TEXT = re.compile(r"`(\{\"action\".*?\})`")
_CODE_IN_TEXT = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, its text, and the line of the page on which it begins."""

    language: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Document:
    """One page of the documentation."""

    path: Path

    @property
    def name(self) -> str:
        """Its path from the repository's root."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def prose(self) -> str:
        """The page without its blocks."""
        return _BLOCK.sub("", self.text)

    def blocks(self, *languages: str) -> list[Block]:
        """The blocks in one of the languages, in order; all of them if none is named."""
        text = self.text
        found = [Block(match[2], dedent(match[3]), text.count("\n", 0, match.start()) + 1) for match in _BLOCK.finditer(text)]
        return [block for block in found if not languages or block.language in languages]

    def calls(self) -> Iterator[Any]:
        """Every call on the page, in json blocks and in the text. Raises ValueError."""
        for block in self.blocks("json"):
            yield from json_values(block.text)
        yield from (json.loads(match[1]) for match in _CALL_IN_TEXT.finditer(self.prose))

    def code_in_text(self) -> list[str]:
        """What stands between backticks in the prose."""
        return _CODE_IN_TEXT.findall(self.prose)

    def commands(self) -> list[str]:
        """Shell commands: the lines of sh blocks, and those in the text that begin with one of our programs."""
        lines = [line.strip() for block in self.blocks("sh") for line in block.text.splitlines()]
        inline = [code for code in self.code_in_text() if code.startswith(("./dev ", "refbrowser "))]
        return [command for command in (*lines, *inline) if command]

    def links(self) -> list[str]:
        """The targets of the page's links."""
        return _LINK.findall(self.prose)

    def anchors(self) -> set[str]:
        """What a link may name after ``#``, by GitHub's rule for headings."""
        return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in _HEADING.findall(self.prose)}


def documents() -> list[Document]:
    """Every page that is written for readers, the prompt included."""
    paths = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "skills").rglob("*.md"), *(ROOT / "prompts").glob("*.md")]
    return [Document(path) for path in sorted(paths)]


def json_values(text: str) -> list[Any]:
    """One value, or one a line."""
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
