"""Text that one site showed does not leave for another unasked, where a policy says so."""

from pathlib import Path
from typing import Any

import pytest

from refbrowser import Answer, Chat
from tests.support.calls import do, evaluated, failure, navigated, refused
from tests.support.oversight import Person
from tests.support.server import Site

RULES = 'default = "allow"\n[[rule]]\nname = "carried"\nverdict = "ask"\ncarries = "any"\n'
LETTER = "The number of the account is 4711-0815, and its balance is 12,345.67 euros."


async def test_what_leaves_for_another_site_is_asked_for(ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(RULES)
    await do(ruled, "open", url=site.page(f"<p>{LETTER}</p>"))
    await do(ruled, "content")
    other = site.page("<label>Field <input></label><a href='/x'>x</a>", "/other").replace("127.0.0.1", "localhost")
    found = await navigated(ruled, other)
    answer = await refused(ruled, "approval_unavailable", "type", ref=found["Field"], text=f"Look: {LETTER}")
    assert answer["details"]["rule"] == "carried"
    await refused(ruled, "approval_unavailable", "fill_form", fields=[{"ref": found["Field"], "value": LETTER}])
    await refused(ruled, "approval_unavailable", "navigate", url=f"{other}?q={LETTER}")
    await refused(ruled, "approval_unavailable", "evaluate", script=f"fetch('/?{LETTER}')")
    await refused(ruled, "approval_unavailable", "clipboard", operation="paste", text=LETTER)
    await refused(ruled, "approval_unavailable", "emulate", user_agent=LETTER)
    await refused(ruled, "approval_unavailable", "navigate", url=other, http_auth={"username": LETTER, "password": "x"})
    await refused(ruled, "approval_unavailable", "route", operation="add", url="**", headers={"x-note": LETTER})
    await refused(ruled, "approval_unavailable", "route", operation="add", url="**", fulfil={"body": LETTER})
    words = "The_number_of_the_account_is"
    await refused(
        ruled, "approval_unavailable", "storage", operation="set", kind="cookies", site="localhost", name="n", value=words
    )
    await do(ruled, "type", ref=found["Field"], text="something of my own, which no page has shown")
    assert "4711" not in str([(request.path, request.query) for request in site.requests])


async def test_what_was_copied_leaves_by_no_key(ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(RULES)
    first = (await do(ruled, "open", url=site.page(f"<p>{LETTER}</p><input id=i value='{LETTER}'>")))["browser_id"]
    await do(ruled, "content")
    other = site.page("<label>Field <input id=f></label>", "/other").replace("127.0.0.1", "localhost")
    second = (await do(ruled, "open", url=other))["browser_id"]
    await do(ruled, "focus", selector="#i", browser_id=first)
    await do(ruled, "key_chord", keys=["ControlOrMeta", "a"], browser_id=first)
    await do(ruled, "clipboard", operation="copy", browser_id=first)
    await do(ruled, "focus", selector="#f", browser_id=second)
    pasting: list[dict[str, Any]] = [
        {"action": "clipboard", "operation": "paste"}, {"action": "key_chord", "keys": ["ctrl", "v"]}, {"action": "key_chord", "keys": ["Shift", "Insert"]},
        {"action": "keyboard", "key": "Control+Shift+V"}, {"action": "keyboard", "key": "Meta+v"}, {"action": "cdp", "method": "Input.dispatchKeyEvent", "params": {"type": "keyDown", "commands": ["paste"]}},
    ]  # fmt: skip
    for call in pasting:
        answer = failure(await ruled.call({**call, "browser_id": second}), "approval_unavailable")
        assert answer["details"]["rule"] == "carried", call
    assert await evaluated(ruled, "f.value", browser_id=second) == ""
    await do(ruled, "key_chord", keys=["ControlOrMeta", "v"], browser_id=first)


@pytest.mark.long("browser/test_carries.py::test_files_and_receipts_name_the_sites")
async def test_the_card_names_the_site(overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text(RULES.replace('"any"', '"private"'))
    await do(overseen, "open", url=site.page(f"<p>{LETTER}</p>"))
    await do(overseen, "content")
    found = await navigated(overseen, site.page("<label>Field <input></label>", "/other").replace("127.0.0.1", "localhost"))
    await do(overseen, "type", ref=found["Field"], text=LETTER)
    (card,) = person.cards
    assert list(card.carries) == [site.url("").removeprefix("http://").rstrip("/")]


async def test_files_and_receipts_name_the_sites(overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text(RULES)
    await do(overseen, "open", url=site.page(f"<p>{LETTER}</p>"))
    await do(overseen, "content")
    own = site.url("").removeprefix("http://").rstrip("/")
    found = await navigated(
        overseen,
        site.page("<label>File <input type=file></label><label>Field <input></label>", "/o").replace("127.0.0.1", "localhost"),
    )
    overseen.folder.mkdir(parents=True, exist_ok=True)
    utf16, binary, plain = (overseen.folder / name for name in ("utf16.txt", "binary.bin", "plain.txt"))
    utf16.write_text(f"x\n{LETTER}", encoding="utf-16")
    binary.write_bytes(b"\0\1\2")
    plain.write_text("words that no page has shown to this chat before today")
    for path in (binary, plain):
        receipt = (await do(overseen, "upload_file", ref=found["File"], path=str(path)))["action"]
        assert "carries" not in receipt
    assert person.cards == []
    receipt = (await do(overseen, "upload_file", ref=found["File"], path="utf16.txt"))["action"]
    assert receipt["carries"] == [own]
    (card,) = person.cards
    assert list(card.carries) == [own]
    person.cards.clear()
    swapped = overseen.folder / "swapped.txt"
    swapped.write_text(f"{LETTER}")
    person.answers = lambda _: Answer("deny")
    await refused(overseen, "approval_denied", "upload_file", ref=found["File"], path=str(swapped))
    person.answers = lambda _: Answer("once")
    receipt = (await do(overseen, "type", ref=found["Field"], text=LETTER))["action"]
    assert receipt["carries"] == [own]
    assert "carries" not in (await do(overseen, "type", ref=found["Field"], text="short"))["action"]
