"""The lists in the documentation are those that the checks enforce."""

import re
import tomllib
from typing import Any

import pytest

from tests.docs.documents import ROOT

CONTRACTS: list[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
    "contracts"
]


@pytest.mark.parametrize(
    ("heading", "contract"),
    [
        ("Layers", "Layers point downward"),
        ("The rooms of `browser/`", "Rooms of the browser package are in layers"),
        ("The rooms of `service/`", "Rooms of the service package are in layers"),
    ],
)
def test_the_layers_are_those_of_the_contracts(heading: str, contract: str) -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    # A package is in backticks at the beginning of its part of a row; what is said of it may name others.
    cells = re.findall(r"^\| \d+ \| ([^|]+) \|", section, re.MULTILINE)
    named = [set(re.findall(r"(?:^|· )`(\w+)`", cell)) for cell in cells]
    layers = next(each["layers"] for each in CONTRACTS if each["name"] == contract)
    assert named == [set(re.findall(r"\w+", layer.replace("refbrowser.", ""))) for layer in layers]


def test_every_page_is_in_the_menu() -> None:
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert [page.name for page in (ROOT / "docs").glob("*.md") if not re.search(rf"[ :]{page.name}$", menu, re.MULTILINE)] == []
