"""The table of ``docs/hosts.md``, which the tests of the hosts compare with what they observe."""

from typing import Final

from tests.hosts.environments import ROOT
from tests.hosts.lineup import HOSTS

PAGE: Final = ROOT / "docs" / "hosts.md"
COLUMNS: Final = ("lists", "calls", "text", "image", "error", "instructions", "interrupted", "killed")
WAYS: Final = {"mcp": "MCP", "python": "in process"}


def cells(name: str, way: str) -> dict[str, str]:
    """What the page says of a host, by column."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        title, how, *rest = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else ("", "")
        if title == HOSTS[name].title and how == WAYS[way]:
            assert len(rest) == len(COLUMNS), line
            return dict(zip(COLUMNS, rest, strict=True))
    raise AssertionError(f"{PAGE.name} has no row for {HOSTS[name].title}, {WAYS[way]}")
