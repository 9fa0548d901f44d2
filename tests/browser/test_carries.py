"""Text that one site showed does not leave for another unasked, where a policy says so."""

import os
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Answer, Browser, Chat
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
    await do(ruled, "find", text=LETTER)
    await do(ruled, "type", ref=found["Field"], text="my own words")
    await refused(ruled, "approval_unavailable", "type", ref=found["Field"], text="more words of my own, which no page has shown")
    assert "4711" not in str([(request.path, request.query) for request in site.requests])


async def test_the_answer_to_a_dialog_that_leads_elsewhere_has_words_of_the_page_that_is_left(
    ruled: Chat, rules: Path, site: Site
) -> None:
    rules.write_text(RULES)
    other = site.page("<label>Field <input></label>", "/other").replace("127.0.0.1", "localhost")
    leave = f"<button onclick='if (confirm(&quot;{LETTER}&quot;)) location = &quot;{other}&quot;'>Leave</button>"
    found = await navigated(ruled, site.page(leave))
    assert (await do(ruled, "click", ref=found["Leave"]))["action"]["suspended"]
    answer = await do(ruled, "dialog", operation="accept")
    assert LETTER in str(answer["dialog"])
    assert answer["state"]["url"] == other
    await refused(ruled, "approval_unavailable", "type", selector="input", text=LETTER)


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


async def test_files_and_receipts_name_the_sites(overseen: Chat, rules: Path, person: Person, site: Site, browser: Browser) -> None:
    rules.write_text(RULES)
    overseen.folder.mkdir(parents=True, exist_ok=True)
    old = overseen.folder / "a photograph that was there before all of this.bin"
    old.write_bytes(bytes(range(256)))
    os.utime(old, (1, 1))
    await do(overseen, "open", url=site.page(f"<p>{LETTER}</p>"))
    await do(overseen, "content")
    own, other = (address.removeprefix("http://").rstrip("/") for address in (site.url(""), site.other("")))
    found = await navigated(
        overseen,
        site.page("<label>File <input type=file></label><label>Field <input></label>", "/o").replace("127.0.0.1", "localhost"),
    )
    utf16, binary, plain = (overseen.folder / name for name in ("c.txt", "a.bin", "b.txt"))
    utf16.write_text(f"x\n{LETTER}", encoding="utf-16")
    binary.write_bytes(b"\0\1\2")
    plain.write_text("few words")
    for path in (binary, plain):
        receipt = (await do(overseen, "upload_file", ref=found["File"], path=str(path)))["action"]
        assert "carries" not in receipt
    assert person.cards == []
    person.answers = lambda _: Answer("deny")
    await refused(overseen, "approval_denied", "upload_file", ref=found["File"], path="c.txt")
    swapped = overseen.folder / "swapped.txt"
    swapped.write_text(f"{LETTER}")
    await refused(overseen, "approval_denied", "upload_file", ref=found["File"], path=str(swapped))
    person.answers = lambda _: Answer("once")
    person.cards.clear()
    receipt = (await do(overseen, "upload_file", ref=found["File"], path="c.txt"))["action"]
    assert receipt["carries"] == [own]
    (card,) = person.cards
    assert (list(card.carries), list(card.carries_to)) == ([own], [other])
    assert any(LETTER in text for text in card.sends), "the card shows what is in the file"
    # A transfer between two sites is agreed to once in a task, and each receipt reports it.
    receipt = (await do(overseen, "type", ref=found["Field"], text=LETTER))["action"]
    assert receipt["carries"] == [own]
    assert "carries" not in (await do(overseen, "type", ref=found["Field"], text="ok"))["action"]
    assert len(person.cards) == 1
    browser.chat(overseen.id, goal="another task")
    await do(overseen, "type", ref=found["Field"], text=LETTER)
    assert len(person.cards) == 2


async def test_an_agreed_transfer_leaves_other_rules_as_they_are(overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text(RULES + '[[rule]]\nname = "passwords"\nverdict = "deny"\nfields = ["password"]\n')
    await do(overseen, "open", url=site.page(f"<p>{LETTER}</p>"))
    await do(overseen, "content")
    page = site.page("<form><label>Field <input></label></form><form><label>Word <input type=password></label></form>", "/o")
    found = await navigated(overseen, page.replace("127.0.0.1", "localhost"))
    await do(overseen, "type", ref=found["Field"], text=LETTER)
    answer = await refused(overseen, "policy_denied", "type", ref=found["Word"], text=LETTER)
    assert answer["details"]["rule"] == "passwords"
    assert len(person.cards) == 1
