"""A plain installation: what it imports is what it depends on, and what it lacks is named with the command that installs it."""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Set
from pathlib import Path

import pytest

from refbrowser.errors import InstallationError
from refbrowser.extras import EXTRAS, installed, require

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

WITHOUT = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in {missing} else found(name, package)
sys.meta_path.insert(0, Absent())
"""
"""Makes modules as absent as they are where they are not installed."""

EVERY = sorted({module for modules in EXTRAS.values() for module in (*modules, "mcp_types", "httpx2")})


WITH_MCP = {"mcp", "mcp_types", "httpx2", "starlette", "uvicorn", "python_multipart", "websockets", "cryptography", "opentelemetry"}
"""What may be there where ``refbrowser[mcp]`` is installed and no other extra."""

WITH_SERVER = set(EXTRAS["server"])

START = {"jsonrpc": "2.0", "id": 1, "method": "initialize"} | {
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "client", "version": "1"}}
}
SERVE = """
import importlib, pkgutil
for name in ("refbrowser.adapters.server", "refbrowser.viewer", "refbrowser.demo"):
    for module in pkgutil.walk_packages(importlib.import_module(name).__path__, name + "."):
        importlib.import_module(module.name)
print("result")
"""


def command(program: str, present: Set[str] = frozenset()) -> list[str]:
    """The command that runs ``program`` where no module of an extra can be imported but those that are ``present``."""
    return [sys.executable, "-c", WITHOUT.format(missing=set(EVERY) - present) + program]


def run(program: str) -> subprocess.CompletedProcess[str]:
    """Runs ``program`` where no module of an extra can be imported."""
    return subprocess.run(command(program), capture_output=True, text=True, timeout=60, check=False)


def test_the_core_imports_nothing_of_an_extra() -> None:
    program = "import refbrowser as r; [getattr(r, name) for name in r.__all__]; from refbrowser.tools import BrowserTools"
    done = run(program)
    assert done.returncode == 0, done.stderr


def test_a_start_imports_nothing_that_only_documents_or_pictures_need() -> None:
    program = "from refbrowser import Browser; from refbrowser.actions.catalog import ACTIONS; print(*sys.modules)"
    done = run(program)
    assert done.returncode == 0, done.stderr
    assert not set(done.stdout.split()) & {
        "bs4",
        "markdownify",
        "pypdf",
        "yaml",
        "PIL",
        "confusable_homoglyphs",
        "publicsuffixlist",
        "fsspec",
        "ray",
        "refbrowser.cluster",
    }


def test_a_cluster_without_its_extra_says_how_to_get_it() -> None:
    program = """
from refbrowser import Browser
try:
    Browser(cluster="local")
except ImportError as missing:
    print(missing.code, missing.remedy.command)
"""
    assert run(program).stdout == "extra_missing pip install 'refbrowser[cluster]'\n"


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("words", "extra"),
    [(["serve"], "server"), (["demo"], "server"), (["mcp"], "mcp")],
    ids=lambda part: part[-1],
)
def test_a_command_that_needs_an_extra_says_how_to_get_it(words: list[str], extra: str) -> None:
    done = run(f"from refbrowser.adapters.cli import main; sys.exit(main({words!r}))")
    (line,) = done.stderr.splitlines()
    assert f"pip install 'refbrowser[{extra}]'" in line
    assert "is not part of a plain installation" in line
    assert done.returncode in (13, 16)


@pytest.mark.parametrize(
    ("present", "program"),
    [(WITH_MCP, "from refbrowser.adapters.cli import main; sys.exit(main(['mcp']))"), (WITH_SERVER, SERVE)],
    ids=["mcp", "server"],
)
def test_an_extra_is_enough_for_what_it_is_for(present: set[str], program: str) -> None:
    given = subprocess.Popen(command(program, present), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with given as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(json.dumps(START) + "\n")
        running.stdin.flush()
        assert "result" in running.stdout.readline()
        running.stdin.close()
        assert running.wait(60) == 0


@pytest.mark.rows(1)
@pytest.mark.parametrize("module", ["refbrowser.viewer", "refbrowser.demo", "refbrowser.adapters.server"])
def test_a_program_gets_an_import_error_with_a_code(module: str) -> None:
    program = f"""
try:
    import {module}
except ImportError as missing:
    print(missing.code, missing.remedy.command)
"""
    assert run(program).stdout == "extra_missing pip install 'refbrowser[server]'\n"


def test_langchain_is_named_where_it_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refbrowser.extras.find_spec", lambda name: None)
    with pytest.raises(InstallationError, match=r"missing: langchain_core\.") as caught:
        require("langchain", "BrowserTools.langchain")
    assert caught.value.details == {"extra": "langchain", "missing": ["langchain_core"]}
    assert installed() == []


def test_the_extras_name_what_the_project_declares() -> None:
    declared = PROJECT["optional-dependencies"]
    # LangChain and OpenTelemetry come with a host that uses them; Ray is for those who run many machines.
    apart = ("langchain", "otel", "cluster")
    assert declared["all"] == [f"refbrowser[{','.join(extra for extra in EXTRAS if extra not in apart)}]"]
    for extra, modules in EXTRAS.items():
        names = {re.split(r"[<>=~]", requirement)[0].replace("-", "_") for requirement in declared[extra]}
        assert {name.removesuffix("_api") for name in names} == set(modules), extra
    core = {re.split(r"[<>=~]", requirement)[0].replace("-", "_") for requirement in PROJECT["dependencies"]}
    assert core.isdisjoint(module for modules in EXTRAS.values() for module in modules)


def test_the_documents_count_what_a_plain_installation_depends_on() -> None:
    others = len(PROJECT["dependencies"]) - len(("playwright", "pydantic", "httpx"))
    assert f"httpx and {others} smaller packages" in (ROOT / "docs" / "hosts.md").read_text(encoding="utf-8")
