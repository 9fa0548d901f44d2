"""Every action has a page of its own, without blanks, whose example uses it."""

import re

import pytest

from refbrowser.actions.catalog import ACTIONS
from refbrowser.actions.spec import Action
from refbrowser.surface.argument_texts import TEXTS
from refbrowser.surface.schema import action_schema
from tests.docs.documents import ROOT, Document
from tests.docs.transcripts import steps

PAGES = ROOT / "docs" / "actions"

action = pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.name)


@action
def test_the_page_says_something_of_every_argument(action: Action) -> None:
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \| (.+) \|$", Document(PAGES / f"{action.name}.md").text, re.MULTILINE)[2:]
    assert {row[0].strip("`") for row in rows} == set(action_schema(action)["properties"])
    assert [row for row in rows if not all(cell.strip() for cell in row)] == []


@action
def test_the_pages_example_uses_the_action(action: Action) -> None:
    blocks = Document(PAGES / f"{action.name}.md").blocks("transcript")
    assert any(step.call["action"] == action.name for block in blocks for step in steps(block.text))


def test_no_page_is_of_an_action_that_is_gone() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == {action.name for action in ACTIONS}


def test_no_text_is_kept_for_an_argument_that_is_gone_or_that_its_schema_describes() -> None:
    known = {(action.name, name): argument for action in ACTIONS for name, argument in action_schema(action)["properties"].items()}
    blank = {name for (_, name), argument in known.items() if not argument.get("description")}
    assert {text for text in TEXTS if "." not in text} - blank == set()
    assert {tuple(text.split(".")) for text in TEXTS if "." in text} - set(known) == set()
