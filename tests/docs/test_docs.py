"""What the documentation names exists, what it shows is valid, and what a model pays for is short."""

import dataclasses
import importlib
import re
import subprocess
from functools import cache

import pytest

from refbrowser import errors
from refbrowser.adapters.cli import main
from refbrowser.adapters.commands.short_names import written_out
from refbrowser.errors import RefbrowserError
from refbrowser.offer import Offer
from refbrowser.profiles.key import VARIABLE as PROFILE_KEY
from refbrowser.service.calls.validation import read_call
from refbrowser.settings import Settings
from refbrowser.surface.schema import browser_tool, compact, vision_tool
from tests.docs.documents import ROOT, Document, documents

PAGES = documents()
FOLDERS = ("benchmarks/", "docs/", "plugin/", "prompts/", "skills/", "tests/")

PROMPT_TOKENS = 1_850
PROMPT_AND_HELP = 9_000
"""Characters of what a model reads that drives the shell."""

SCHEMA_TOKENS = 2_450
DESCRIPTION_TOKENS = 350
CORE_TOKENS = 900
CHARACTERS_PER_TOKEN = 3.9
"""Errs on the long side, and needs no vocabulary from the net: o200k puts 4.06 characters of the prompt into a token, 4.15 of the
schema."""

PUBLIC = {"refbrowser", "refbrowser.delegation", "refbrowser.errors", "refbrowser.tools", "refbrowser.typed", "refbrowser.viewer"}
"""The modules whose names are public, as the package's docstring says."""

page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@page
def test_calls_are_valid(page: Document) -> None:
    for call in page.calls():
        read_call(call)
        for inner in call.get("calls", []):
            # "$0" is the tab that an earlier call of the batch opens.
            read_call({**inner, "browser_id": 1} if "browser_id" in inner else inner)


@page
def test_links_lead_somewhere(page: Document) -> None:
    for link in page.links():
        if link.startswith("https://"):
            continue
        target, _, anchor = link.partition("#")
        path = (page.path.parent / target).resolve() if target else page.path
        assert path.exists(), f"{page.name} links to {link}"
        if anchor:
            assert anchor in Document(path).anchors(), f"{page.name} links to {link}"


@page
def test_imports_are_of_public_names(page: Document) -> None:
    for module, names in re.findall(r"(?m)^\s*from (refbrowser[\w.]*) import (.+)$", page.text):
        assert module in PUBLIC, f"{page.name} imports {module}"
        public = getattr(importlib.import_module(module), "__all__", None)
        assert public is None or {name.split()[0] for name in names.split(", ")} <= set(public), f"{page.name} imports {names}"


@page
def test_paths_exist(page: Document) -> None:
    for code in page.code_in_text():
        if code.startswith(FOLDERS) and "<" not in code:
            assert list(ROOT.glob(code.rstrip("/"))), f"{page.name} names {code}"


@page
def test_commands_exist(page: Document, capsys: pytest.CaptureFixture[str]) -> None:
    for command in page.commands():
        program, *arguments = command.split()
        if program == "./dev" and arguments[0] in dev_commands():
            continue
        if program in ("./dev", "refbrowser"):
            arguments = written_out(arguments)
            shown = help_of(arguments[:1], capsys)
            if " COMMAND ..." in shown:
                shown = help_of(arguments[:2], capsys)
            known = set(re.findall(r"--[a-z-]+", shown))
            assert {argument for argument in arguments if argument.startswith("--")} <= known, command


HELP: dict[tuple[str, ...], str] = {}


def help_of(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What the command that ``words`` name says of itself; asked once for all pages."""
    if (named := tuple(words)) not in HELP:
        with pytest.raises(SystemExit) as ended:
            main([*words, "--help"])
        assert ended.value.code == 0, words
        HELP[named] = capsys.readouterr().out
    return HELP[named]


@page
def test_environment_variables_are_settings(page: Document) -> None:
    known = {f"REFBROWSER_{setting.name.upper()}" for setting in dataclasses.fields(Settings)}
    known |= {PROFILE_KEY, "REFBROWSER_SETTINGS", "REFBROWSER_CHAT"}
    assert set(re.findall(r"REFBROWSER_[A-Z_]*[A-Z]", page.text)) <= known


@cache
def dev_commands() -> set[str]:
    """The commands of ``./dev`` itself, by its own account."""
    usage = subprocess.run(["./dev", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^  ([a-z]+) ", usage, re.MULTILINE))


def test_errors_page_has_every_code_with_its_class_and_whether_to_retry() -> None:
    text = Document(ROOT / "docs" / "errors.md").text
    documented = {
        (heading, code, again == "yes")
        for heading, body in re.findall(r"^## (\w+)$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
        for code, again in re.findall(r"^\| `(\w+)` \| (yes|no) \|", body, re.MULTILINE)
    }
    assert documented == set(error_codes())


def error_codes() -> list[tuple[str, str, bool]]:
    """Class, code and retry flag of every code of the tree in the module's docstring."""
    found: list[tuple[str, str, bool]] = []
    kind = RefbrowserError
    for name, codes in re.findall(r"^ +[├└│]─? +([A-Z]\w+)? +([a-z_]+(?: · [a-z_]+)*)$", errors.__doc__ or "", re.MULTILINE):
        kind = getattr(errors, name) if name else kind
        found += [(kind.__name__, code, kind("", code=code).retryable) for code in codes.split(" · ")]
    assert found
    return found


def test_recovery_names_only_codes_that_exist() -> None:
    text = Document(ROOT / "skills" / "browser-automation" / "references" / "recovery.md").text
    named = {code for row in re.findall(r"^\| (`.+?`) \|", text, re.MULTILINE) for code in re.findall(r"`(\w+)`", row)}
    assert named
    assert named <= {code for _, code, _ in error_codes()}


def test_prompt_and_schema_are_short(capsys: pytest.CaptureFixture[str]) -> None:
    prompt = (ROOT / "prompts" / "browser.md").read_text(encoding="utf-8")
    assert len(prompt) / CHARACTERS_PER_TOKEN <= PROMPT_TOKENS
    with pytest.raises(SystemExit):
        main(["--help"])
    assert len(prompt) + len(capsys.readouterr().out) <= PROMPT_AND_HELP
    schemas = compact(browser_tool()["input_schema"]) + compact(vision_tool())
    assert len(schemas) / CHARACTERS_PER_TOKEN <= SCHEMA_TOKENS
    assert len(browser_tool()["description"]) / CHARACTERS_PER_TOKEN <= DESCRIPTION_TOKENS


def test_the_core_preset_is_small() -> None:
    browser, vision = Offer("core").tools()
    assert len(browser["input_schema"]["properties"]["action"]["enum"]) <= 12
    assert len(compact(browser) + compact(vision)) / CHARACTERS_PER_TOKEN <= CORE_TOKENS


@pytest.mark.parametrize("name", ["browser-automation", "browser-flows", "browser-forms", "browser-recovery", "browser-tabs"])
def test_a_skill_says_what_it_is_for_and_shows_it(name: str) -> None:
    assert Document(ROOT / "skills" / name / "references" / "examples.md").blocks("transcript")
    text = Document(ROOT / "skills" / name / "SKILL.md").text
    front = re.match(r"---\nname: ([a-z0-9-]+)\ndescription: (.+)\n---\n", text)
    assert front is not None
    assert front[1] == name
    assert len(front[2]) <= 1024
