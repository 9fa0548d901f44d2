"""Markdown tables."""

from collections.abc import Sequence


def table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """A markdown table; every column but the first is numbers and stands right."""
    rule = ["---", *("---:" for _ in head[1:])]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, rule, *lines))
