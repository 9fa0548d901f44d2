"""The journal: every call is in it, no secret is, its lines hold each other, and it is bounded."""

import asyncio
import json
import logging
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Browser, Chat, Settings
from tests.conftest import ChatUnder
from tests.support.calls import do, navigated, opened, refused
from tests.support.journals import recorded
from tests.support.server import Site

PATTERNED = f"ghp_{'a1B2c3' * 6}", "4111 1111 1111 1111", "EMP-123456"


@pytest.fixture
async def recording_browser(browser: Browser) -> AsyncIterator[Browser]:
    """The browser that tests share, where chats of this file begin with nothing recorded."""
    before = set(browser.chats)
    yield browser
    for chat in set(browser.chats) - before:
        await chat.close()


@pytest.fixture
async def recorded_chat(shared_chat: Chat) -> Chat:
    """A chat with nothing in its journal yet, whatever tests before did in it."""
    await shared_chat.end_journal()
    return shared_chat


async def test_every_call_is_recorded_with_its_verdict(recording_browser: Browser, site: Site) -> None:
    chat = recording_browser.chat("every call")
    url = site.page(
        "<title>Shop</title><h1>Shop</h1><form action=/buy><button type=button onclick='this.after(\"Bought\")'>Buy</button></form>"
    )
    numbers = await opened(chat, url)
    await do(chat, "click", ref=numbers["Buy"])
    await refused(chat, "ref_unknown", "click", ref=4000)
    await refused(chat, "unknown_action", "clik", ref=1)
    await do(chat, "multi", calls=[{"action": "state"}, {"action": "scroll", "to": "bottom"}])
    session = await recorded(chat)
    assert (session.ended, session.broken, session.cut) == (True, None, False)
    assert session.header["chat"] == "every call"
    assert [(call["n"], call["action"], call["ok"], call.get("code")) for call in session.calls] == [
        (1, "open", True, None),
        (2, "content", True, None),
        (3, "click", True, None),
        (4, "click", False, "ref_unknown"),
        (5, "clik", False, "unknown_action"),
        (6, "state", True, None),
        (7, "scroll", True, None),
    ]
    click = session.calls[2]
    assert click["page"] == {"browser_id": 1, "url": url}
    assert click["arguments"] == {"ref": numbers["Buy"]}
    meant = click["targets"][str(numbers["Buy"])]
    assert {name: meant[name] for name in ("kind", "name", "heading", "form", "alike", "place")} == {
        "kind": "button", "name": "Buy", "heading": "Shop", "form": "/buy", "alike": 1, "place": 1,
    }  # fmt: skip
    assert "Bought" in click["result"]["action"]["changes"]
    assert click["at"] > 0
    assert click["ms"] > 0
    assert session.calls[5]["batch"] == session.calls[6]["batch"] != None  # noqa: E711
    for path in (session.folder, session.folder / "calls.jsonl"):
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077, "nobody else may read it"


async def test_a_refused_call_in_the_shape_of_other_tools_shows_nothing_typed(recording_browser: Browser) -> None:
    chat = recording_browser.chat("refused shapes")
    for call in (
        {"type": {"ref": 1, "text": "typed-1", "more": 2}},
        {"type": "typed-2", "text": "typed-3"},
        {"action": "type", "ref": 1, "content": "typed-4", "value": "typed-5"},
        {"action": "input", "params": {"ref": 1, "text": "typed-6"}, "ref": 2},
        {"action": "fill_form", "fields": [{"ref": 1, "text": "typed-7", "content": "typed-8"}, ["typed-9"]]},
        {"action": "enter", "string": "typed-10"},
        {"operation": "inspect", "text": "typed-11"},
    ):
        assert (await chat.call(call))["ok"] is False
    session = await recorded(chat)
    assert len(session.calls) == 7
    assert session.calls[-1]["action"] == "inspect"
    assert "typed-" not in str([call["arguments"] for call in session.calls])


SECRET = "hunter-2-is-secret"


@pytest.mark.rows(3)
@pytest.mark.parametrize(
    "call",
    [
        {"action": "type", "ref": "REF", "text": SECRET},
        {"action": "type", "selector": "input", "text": SECRET, "slowly": True},
        {"action": "type_submit", "ref": "REF", "text": SECRET},
        {"action": "fill_form", "fields": [{"ref": "REF", "value": SECRET}]},
        {"action": "multi", "calls": [{"action": "type", "ref": "REF", "text": SECRET}]},
        {"action": "keyboard", "text": SECRET},
        {"action": "clipboard", "operation": "paste", "text": SECRET},
        {"action": "navigate", "url": f"http://ada:{SECRET}@127.0.0.1:1/?token={SECRET}"},
        {"action": "storage", "operation": "set", "kind": "local", "name": "token", "value": SECRET},
        {"action": "evaluate", "script": f'({{"password": "{SECRET}"}})'},
    ],
    ids=lambda call: str(call["action"]),
)
async def test_no_secret_is_in_it(recorded_chat: Chat, site: Site, call: dict[str, Any]) -> None:
    page = site.page("<form action=/there><label>Password <input type=password name=pw autofocus></label></form>")
    ref = (await navigated(recorded_chat, page))["Password"]
    await do(recorded_chat, "focus", ref=ref, observe="none")
    await recorded_chat.call(json.loads(json.dumps(call).replace('"REF"', str(ref))))
    session = await recorded(recorded_chat)
    text = (session.folder / "calls.jsonl").read_text()
    assert SECRET not in text
    assert session.calls[-1]["action"] in (call["action"], "type")
    if call["action"] in ("type", "type_submit"):
        assert session.calls[-1]["arguments"]["text"] == {"hidden": "pw"}


async def test_what_was_meant_for_a_field_that_was_not_found_is_not_in_it(recorded_chat: Chat, site: Site) -> None:
    chat = recorded_chat
    ref = (await navigated(chat, site.page("<label>Name <input></label>")))["Name"]
    calls: list[dict[str, Any]] = [
        {"action": "type", "ref": 99_999, "text": SECRET}, {"action": "type", "selector": "#none", "text": SECRET, "timeout_ms": 100}, {"action": "type", "ref": ref, "text": SECRET, "wrong": True},
        {"action": "fill", "ref": ref, "text": SECRET, "wrong": True}, {"action": "fill_form", "fields": [{"ref": 77_777, "value": SECRET}]}, {"action": "fill_form", "fields": [{"ref": ref, "value": SECRET, "wrong": 1}]},
    ]  # fmt: skip
    for call in calls:
        assert not (await chat.call(call))["ok"], call
    await do(chat, "type", ref=ref, text="Ada")
    await chat.call({"action": "find", "text": "a question", "wrong": True})
    session = await recorded(chat)
    text = (session.folder / "calls.jsonl").read_text()
    assert SECRET not in text
    assert session.calls[-2]["arguments"]["text"] == "Ada"
    assert session.calls[-1]["arguments"]["text"] == "a question"


async def test_keys_that_are_pressed_into_a_secret_field_are_not_in_it(recorded_chat: Chat, site: Site) -> None:
    chat = recorded_chat
    site.page("<input type=password id=q>", "/inner")
    await navigated(chat, site.page("<input type=password id=p><input id=n><iframe src=/inner></iframe>"))
    for field, observe in (("#p", "changes"), ("#q", "none")):
        await do(chat, "focus", selector=field, observe="none")
        await do(chat, "keyboard", key="Q", observe=observe)
        await do(chat, "key_chord", keys=["Shift", "z"], observe=observe)
        await do(chat, "keyboard", key="End", observe="none")
    await do(chat, "focus", selector="#n", observe="none")
    await do(chat, "keyboard", key="x")
    session = await recorded(chat)
    kept = [
        call["arguments"].get("key", call["arguments"].get("keys")) for call in session.calls if call["action"].startswith("key")
    ]
    one = [{"hidden": "keyboard"}, {"hidden": "key_chord"}, "End"]
    assert kept == [*one, *one, "x"]
    results = json.dumps([call.get("result") for call in session.calls if call["action"].startswith("key")])
    assert "keyboard Q" not in results
    assert "keyboard x" in results


async def test_pictures_are_taken_of_the_page_after_each_acting_call(chat_under: ChatUnder, site: Site) -> None:
    chat = chat_under(journal="pictures")
    numbers = await opened(
        chat, site.page("<body style='background:#fff'><button onclick=\"document.body.style.background='#f00'\">Red")
    )
    await do(chat, "click", ref=numbers["Red"])
    session = await recorded(chat)
    assert sorted(path.name for path in (session.folder / "pictures").iterdir()) == ["00001.jpg", "00003.jpg"]


async def test_nothing_is_recorded_where_it_is_off(chat_under: ChatUnder, tmp_path: Path) -> None:
    chat = chat_under(home=tmp_path, journal="off")
    await do(chat, "list")
    assert chat.journal() is None
    assert not (tmp_path / "journal").exists()


async def test_a_chat_that_is_closed_ends_its_session_and_begins_another(recording_browser: Browser) -> None:
    chat = recording_browser.chat("twice")
    await do(chat, "list")
    first = chat.journal()
    await chat.close()
    await do(recording_browser.chat("twice"), "list")
    second = recording_browser.chat("twice").journal()
    assert first is not None
    assert second is not None
    assert first.id != second.id


@pytest.mark.long("browser/test_journal.py::test_every_call_is_recorded_with_its_verdict")
async def test_calls_at_the_same_time_are_each_recorded_whole(recording_browser: Browser, site: Site) -> None:
    chat = recording_browser.chat("storm")
    url = site.page("<button>Go</button>")
    await asyncio.gather(*(do(chat, "open", url=url) for _ in range(4)))
    await asyncio.gather(*(do(chat, "content", browser_id=number) for number in (1, 2, 3, 4) for _ in range(5)))
    session = await recorded(chat)
    assert len(session.calls) == 24
    assert [call["n"] for call in session.calls] == list(range(1, 25))
    assert session.broken is None


async def test_long_answers_are_cut_and_say_so(recorded_chat: Chat, site: Site) -> None:
    chat = recorded_chat
    await navigated(chat, site.page("<p>" + "word " * 5000))
    session = await recorded(chat)
    assert "more characters" in session.calls[-1]["result"]
    assert len(json.dumps(session.calls[-1])) < 10_000


async def test_tokens_card_numbers_and_ones_own_patterns_are_not_kept(
    tmp_path: Path, site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    token, card, own = PATTERNED
    async with Browser(Settings(home=tmp_path, redact=("EMP-[0-9]{6}",))) as browser:
        chat = browser.chat("c")
        shown = (await do(chat, "read", url=site.page(f"<p>{token} {card} {own}</p>")))["markdown"]
        assert all(one in shown for one in PATTERNED), "the agent reads the page as it is"
        await refused(chat, "no_tab", "find", text=card)
        logging.getLogger("refbrowser").warning("the page says %s %s %s", token, card, own)
    kept = "".join(path.read_text() for path in tmp_path.rglob("calls.jsonl"))
    assert [f'"action":"{name}"' in kept.replace(" ", "") for name in ("read", "find")] == [True, True]
    for one in (token, card, own, card.replace(" ", "")):
        assert one not in kept
        assert one not in caplog.text
    assert "the page says ••• ••• •••" in caplog.text


@pytest.mark.long("browser/test_journal.py::test_tokens_card_numbers_and_ones_own_patterns_are_not_kept")
async def test_what_is_typed_into_a_page_and_read_from_it_is_kept_without_them(
    marker: str, tmp_path: Path, site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    token, card, own = PATTERNED
    async with Browser(Settings(home=tmp_path, redact=("EMP-[0-9]{6}",))) as browser:
        chat = browser.chat("c")
        refs = await opened(chat, site.page(f"<p>{token} {card} {own}</p><label>Field <input></label>"))
        shown = await do(chat, "content")
        assert all(one in shown for one in (token, card, own)), "the agent reads the page as it is"
        await do(chat, "type", ref=refs["Field"], text=card)
        logging.getLogger("refbrowser").warning("the page says %s %s %s", token, card, own)
    kept = "".join(path.read_text() for path in tmp_path.rglob("calls.jsonl"))
    assert '"action":"type"' in kept.replace(" ", "")
    for one in (token, card, own, card.replace(" ", "")):
        assert one not in kept
        assert one not in caplog.text
    assert "the page says ••• ••• •••" in caplog.text
