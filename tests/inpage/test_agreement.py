"""Kinds and names agree with Playwright's own aria snapshot on a corpus of pages."""

import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.async_api import Page

from tests.inpage.wire import ask, capture

CORPUS = sorted(Path(__file__).with_name("corpus").glob("*.html"))
ROLE_OF_KIND = {
    "select": "combobox",
    "textarea": "textbox",
    "editable": "textbox",
    "file": "button",
    "input search": "searchbox",
    "image": "img",
}
ROLES = {
    "button",
    "checkbox",
    "combobox",
    "link",
    "listbox",
    "menuitem",
    "menuitemcheckbox",
    "option",
    "radio",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "tab",
    "textbox",
    "treeitem",
}


def role_of(kind: str) -> str:
    """The ARIA role that a kind stands for."""
    return ROLE_OF_KIND.get(kind, "textbox" if kind.startswith("input ") else kind)


@pytest.mark.long("inpage/test_names.py::test_names")
@pytest.mark.parametrize("path", CORPUS, ids=[path.stem for path in CORPUS])
async def test_kinds_and_names_agree(page: Page, path: Path) -> None:
    await page.goto(path.as_uri())
    native_options = await page.eval_on_selector_all("option", "options => options.map(option => option.label)")
    snapshot = await page.locator("body").aria_snapshot()
    expected = Counter(
        (role, name or "") for role, name in re.findall(r'^\s*- ([a-z]+)(?: "([^"]*)")?', snapshot, re.MULTILINE) if role in ROLES
    )
    expected -= Counter(("option", label) for label in native_options)
    captured = await capture(page)
    count = captured.header["counts"]["refs"]
    replies = [await ask(page, "probe", id=ident) for ident in range(1, count + 1)]
    found = Counter((role_of(reply["kind"]), reply["name"]) for reply in replies if reply["kind"] != "summary")
    assert (expected - found, found - expected) == (Counter(), Counter())
    text = re.sub(r"\s+", " ", re.sub(r"\[[a-z ]+\d+\]|[#|-] ", " ", captured.body))
    assert [reply["name"] for reply in replies if reply["name"] not in text] == []
