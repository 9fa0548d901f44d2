"""Text and keys that go out with the question for their effects: the answer comes behind them, also where the page hides that
they came."""

import asyncio

import pytest

from refbrowser import Chat
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.wire_requests import InputEnd
from tests.support.calls import do, evaluated, navigated, opened
from tests.support.server import Site
from tests.support.tabs import tab_of

HIDDEN = "<script>addEventListener('input', event => event.stopImmediatePropagation(), true)</script>"
REFUSED = "<script>addEventListener('beforeinput', event => event.preventDefault(), true)</script>"


async def test_what_the_page_does_on_input_is_in_the_receipt(common_chat: Chat, site: Site) -> None:
    counted = "<p id=left>20 left</p><script>let entries = 0; note.oninput = () => { entries++; left.textContent = `${20 - note.value.length} left` }</script>"
    refs = await navigated(common_chat, site.page(f"<input id=note aria-label=Note>{counted}"))
    for text in ("abc", "abcde", "a"):
        receipt = (await do(common_chat, "type", ref=refs["Note"], text=text))["action"]
        assert receipt["value"] == text
        assert f"+ {20 - len(text)} left" in receipt["changes"]
    assert await evaluated(common_chat, "entries") == 3


async def test_an_input_that_nobody_else_hears_of_is_read_back(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page(f"{HIDDEN}<input aria-label=Note>"))
    receipt = (await do(common_chat, "type", ref=refs["Note"], text="abc", timeout_ms=20_000))["action"]
    assert receipt["value"] == "abc"


async def test_text_that_the_page_refuses_is_reported(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page(f"<input aria-label=Note>{REFUSED}"))
    receipt = (await do(common_chat, "type", ref=refs["Note"], text="abc", timeout_ms=20_000))["action"]
    assert (receipt["value"], receipt["differs_from_typed"]) == ("", True)


@pytest.mark.long("browser/test_answers_behind_input.py::test_text_that_the_page_refuses_is_reported")
async def test_the_next_text_does_not_answer_for_the_one_before(chat: Chat, site: Site) -> None:
    refs = await opened(
        chat,
        site.page(
            f"<input aria-label=One><input aria-label=Two>{REFUSED.replace('event =>', 'event => event.target.ariaLabel === `One` &&')}"
        ),
    )
    for label, held in (("One", ""), ("Two", "abc"), ("One", ""), ("Two", "abc")):
        assert (await do(chat, "type", ref=refs[label], text="abc"))["action"]["value"] == held
    assert await evaluated(chat, "[...document.querySelectorAll('input')].map(one => one.value)") == ["", "abc"]


CHOICE = "<select aria-label=Size><option>small<option>medium<option>large</select><p id=out>none</p>"
SHOW = "<script>document.querySelector('select').onchange = event => { out.textContent = event.target.value }</script>"
UNHEARD = "<script>addEventListener('keyup', event => event.stopImmediatePropagation(), true)</script>"
DEAF = "<script>addEventListener('keydown', event => event.key.startsWith('Arrow') && event.preventDefault(), true)</script>"


@pytest.mark.rows(2)
@pytest.mark.parametrize("page", ["", UNHEARD, DEAF], ids=["plain", "keyup hidden", "arrow keys refused"])
async def test_a_choice_and_what_the_page_does_on_it_are_in_the_receipt(common_chat: Chat, site: Site, page: str) -> None:
    refs = await navigated(common_chat, site.page(f"{page}{CHOICE}{SHOW}"))
    before = "none"
    for value in ("medium", "large", "small", "large"):
        receipt = (await do(common_chat, "select_option", ref=refs["Size"], value=value, timeout_ms=20_000))["action"]
        assert receipt["chosen"] == [value]
        assert receipt["changes"].splitlines() == [f"- {before}", f"+ {value}"]
        before = value


async def test_what_a_page_does_when_the_key_comes_up_is_in_the_receipt(common_chat: Chat, site: Site) -> None:
    script = "<script>document.querySelector('select').onkeyup = () => { out.textContent = 'up' }</script>"
    refs = await navigated(common_chat, site.page(f"{CHOICE}{script}"))
    receipt = (await do(common_chat, "select_option", ref=refs["Size"], value="medium"))["action"]
    assert "+ up" in receipt["changes"]


@pytest.mark.long("browser/test_answers_behind_input.py::test_a_choice_and_what_the_page_does_on_it_are_in_the_receipt")
async def test_the_answer_waits_for_the_key_and_asks_for_no_other(chat: Chat, site: Site) -> None:
    counted = "<script>window.keys = 0; addEventListener('keydown', () => keys++, true)</script>"
    refs = await opened(chat, site.page(f"{counted}{CHOICE}{SHOW}"))
    choices = ("medium", "large", "medium", "small") * 4
    for value in choices:
        await do(chat, "select_option", ref=refs["Size"], value=value)
    assert await evaluated(chat, "keys") == len(choices)


@pytest.mark.rows(1)
@pytest.mark.parametrize(("event", "key"), [("keyup", "ArrowDown"), ("input", "x")])
async def test_a_question_behind_an_input_is_not_answered_before_it(
    common_chat: Chat, site: Site, event: InputEnd, key: str
) -> None:
    await navigated(common_chat, site.page(f"<input autofocus>{CHOICE}"))
    session = common_chat.existing()
    assert session is not None
    tab = session.tab(None)
    question = asyncio.ensure_future(tab.engine.after(tab.page.main_frame, Deadline(20_000), behind=event))
    # Whatever is asked behind it is answered first.
    for _ in range(5):
        await tab.page.title()
    assert not question.done()
    await tab.page.keyboard.press(key)
    await question


async def test_a_question_does_not_wait_in_the_document_that_came_in_its_place(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page("<p>One"))
    await do(common_chat, "content")
    tab = tab_of(common_chat)
    question = asyncio.ensure_future(tab.engine.begin(tab.page.main_frame, Deadline(20_000), behind="keyup"))
    for _ in range(5):
        await tab.page.title()
    assert not question.done()
    await do(common_chat, "navigate", url=site.page("<p>Two"))
    async with asyncio.timeout(20):
        await question
