"""The typed layer: a method for each action, whose types hold for a program under ``mypy --strict``."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from refbrowser.actions.catalog import BY_NAME
from refbrowser.surface.schema import action_schema
from refbrowser.surface.typed_stub import typed_stub
from tests.docs.documents import ROOT

PROGRAM = """
from refbrowser import Browser
from refbrowser.typed import Acted, CallFailed, Opened, TabList, TypedChat

async def main() -> str:
    async with Browser() as browser:
        chat = TypedChat(browser.chat("c1"))
        opened: Opened = await chat.open(url="https://x.test", observe="content")
        pressed: Acted = await chat.click(ref="[button 6]", modifiers=["Control"], times=2)
        filled: Acted = await chat.fill_form(fields=[{"ref": 1, "value": "a"}], submit=True)
        page: str = await chat.content(mode="main", max_tokens=500)
        tabs: TabList = await chat.list()
        try:
            await chat.drag(ref=6, target_ref=7)
        except CallFailed as failure:
            return failure.code + page
        return (opened.content or "") + str(pressed.action) + str(filled.state) + tabs.tabs[0].title
"""
WRONG = (
    ("await chat.click(reff=6)", "call-arg"),
    ("await chat.content(mode='all')", "arg-type"),
    ("await chat.navigate()", "call-arg"),
    ("await chat.clikc(ref=6)", "attr-defined"),
    ("n: int = await chat.content()", "assignment"),
)


def test_each_action_is_a_method_with_its_arguments() -> None:
    methods = dict(re.findall(r"^    async def (\w+)\((.*)\) -> \w+: \.\.\.$", typed_stub(), re.MULTILINE))
    assert methods.keys() == BY_NAME.keys()
    for name, action in BY_NAME.items():
        schema = action_schema(action)
        for argument in schema["properties"]:
            optional = argument not in schema.get("required", [])
            own = re.split(r", \w+: ", methods[name].split(f", {argument}: ", 1)[1])[0]
            assert own.endswith(" | None = None") is optional, (name, argument)


@pytest.mark.long("unit/test_typed.py::test_each_action_is_a_method_with_its_arguments")
def test_a_program_is_checked_strictly(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    wrong = "".join(f"\nasync def wrong_{number}(chat: TypedChat) -> None:\n    {line}\n" for number, (line, _) in enumerate(WRONG))
    program.write_text(PROGRAM + wrong, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(program)],
        cwd=tmp_path, env={"MYPYPATH": str(ROOT / "plugin"), "PATH": ""}, capture_output=True, text=True, timeout=280, check=False,
    )  # fmt: skip
    found = re.findall(r"program\.py:\d+: error: .*\[([\w-]+)\]", done.stdout)
    assert found == [code for _, code in WRONG], done.stdout + done.stderr
