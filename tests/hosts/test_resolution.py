"""refbrowser installs together with every well-known agent package: none changes its release."""

import re
from functools import cache

import pytest

from tests.hosts.environments import ROOT, uv

PACKAGES = [
    "langchain", "langgraph", "llama-index", "crewai", "autogen-agentchat", "semantic-kernel", "strands-agents", "openai-agents",
    "pydantic-ai", "google-adk", "agno", "dspy", "smolagents", "haystack-ai", "browser-use",
]  # fmt: skip
PYTHON = "3.12"

pytestmark = pytest.mark.timeout(900)


@cache
def resolved(*requirements: str) -> dict[str, str]:
    """The releases that a resolver picks, by package, without installing anything."""
    printed = uv(
        "pip", "compile", "-", "--quiet", "--no-header", "--no-annotate", "--python-version", PYTHON, given="\n".join(requirements)
    )
    return dict(line.split(";")[0].strip().split("==") for line in printed.splitlines() if "==" in line)


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("extra", ["", "[mcp]", "[all]"])
def test_no_package_is_moved(package: str, extra: str) -> None:
    alone, together = resolved(package), resolved(package, f"refbrowser{extra} @ {ROOT.as_uri()}")
    assert together[package] == alone[package], f"with refbrowser{extra}"


def test_a_plain_installation_is_as_small_as_the_document_says() -> None:
    names = set(resolved(f"refbrowser @ {ROOT.as_uri()}")) - {"refbrowser"}
    said = re.search(r"with what those need there are (\d+)", (ROOT / "docs" / "hosts.md").read_text(encoding="utf-8"))
    assert said
    assert len(names) <= int(said[1]), sorted(names)
    assert not {name for name in names if re.match(r"mcp|starlette|uvicorn|langchain|prometheus", name)}
