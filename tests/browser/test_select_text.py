"""``select_text`` selects words where a person would drag over them, shows them, and says what is selected."""

import asyncio
from pathlib import Path
from typing import Any, Final

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, refused
from tests.support.oversight import Person
from tests.support.server import Site

FAR: Final = "<div style='height:3000px'></div>"

FIELDS: Final = [
    "<input aria-label=Note value='one two one three'>",
    "<textarea aria-label=Note>one two one three</textarea>",
    "<div contenteditable role=textbox aria-label=Note>one two <b>one</b> three</div>",
]


async def selected(chat: Chat, text: str, **arguments: Any) -> dict[str, Any]:
    receipt: dict[str, Any] = (await do(chat, "select_text", text=text, **arguments))["action"]
    return receipt


async def copied(chat: Chat) -> str:
    """What a copy takes now: nothing but the selection where the focus is."""
    text: str = (await do(chat, "clipboard", operation="copy"))["action"]["text"]
    return text


@pytest.mark.parametrize("field", FIELDS)
async def test_words_of_a_field_are_selected_so_that_keys_replace_or_delete_them(common_chat: Chat, site: Site, field: str) -> None:
    refs = await navigated(common_chat, site.page(FAR + field))
    receipt = await selected(common_chat, "ONE", ref=refs["Note"], occurrence=2)
    assert receipt["selection"] == "one"
    assert not receipt.keys() & {"already_so", "effect"}
    assert await evaluated(common_chat, "document.activeElement.getBoundingClientRect().top < innerHeight") is True
    assert (await selected(common_chat, "one", ref=refs["Note"], occurrence=2))["already_so"] is True
    assert await copied(common_chat) == "one"
    content = "document.activeElement.value ?? document.activeElement.textContent"
    await do(common_chat, "keyboard", text="1")
    assert (await evaluated(common_chat, content)).split() == ["one", "two", "1", "three"]
    await selected(common_chat, "two  1", selector="input, textarea, div[contenteditable]")
    await do(common_chat, "keyboard", key="Delete")
    assert (await evaluated(common_chat, content)).split() == ["one", "three"]


async def test_words_of_the_page_are_selected_across_elements_and_scrolled_into_view(common_chat: Chat, site: Site) -> None:
    body = (
        f"<input autofocus aria-label=First value=elsewhere>{FAR}<p>Some <b>bold</b>\n words</p><p>and more</p><button>Go</button>"
    )
    await navigated(common_chat, site.page(body))
    await do(common_chat, "wait", script="document.activeElement.matches('input')")
    receipt = await selected(common_chat, "bold words and")
    assert receipt["selection"].split() == ["bold", "words", "and"]
    assert "already_so" not in receipt
    assert (await copied(common_chat)).split() == ["bold", "words", "and"]
    top = await evaluated(common_chat, "getSelection().getRangeAt(0).getBoundingClientRect().top")
    assert 0 < top < await evaluated(common_chat, "innerHeight")
    assert (await selected(common_chat, "bold words and"))["already_so"] is True
    await do(common_chat, "focus", selector="button")
    assert "already_so" not in await selected(common_chat, "bold words and")


async def test_words_far_down_in_a_box_or_field_that_scrolls_come_into_view(common_chat: Chat, site: Site) -> None:
    lines = "".join(f"<p>line {number}.</p>" for number in range(100))
    text = "\n".join(f"row {number}." for number in range(100))
    words = " ".join(f"word {number}." for number in range(100))
    body = f"""{FAR}<div id=box style='height:100px;overflow:auto'>{lines}</div><textarea aria-label=Rows rows=3>{text}</textarea>
    <input aria-label=Words value='{words}'>"""
    refs = await navigated(common_chat, site.page(body))
    await selected(common_chat, "line 70.")
    inside = "(({top}, box) => top >= box.top && top < box.bottom)(getSelection().getRangeAt(0).getBoundingClientRect(), box.getBoundingClientRect())"
    assert await evaluated(common_chat, inside) is True
    assert (await selected(common_chat, "row 70.", ref=refs["Rows"]))["selection"] == "row 70."
    shown = "(area => { const row = area.scrollHeight / 100; return Math.abs(area.scrollTop / row + 1.5 - 70.5) })(document.querySelector('textarea'))"
    assert await evaluated(common_chat, shown) < 2
    await selected(common_chat, "word 50.", ref=refs["Words"])
    across = "(line => (line.scrollLeft + line.clientWidth / 2) / line.scrollWidth)(document.querySelector('input'))"
    assert 0.4 < await evaluated(common_chat, across) < 0.6


@pytest.mark.parametrize("style", ["", "height:100px;overflow:auto"])
async def test_words_in_a_long_text_come_into_view(common_chat: Chat, site: Site, style: str) -> None:
    text = "\n".join(f"line {number}." for number in range(300))
    await navigated(common_chat, site.page(f"{FAR}<pre style='{style}'>{text}</pre>{FAR}"))
    await selected(common_chat, "line 250.")
    x, y = await evaluated(common_chat, "(({x, y}) => [x + 1, y + 1])(getSelection().getRangeAt(0).getBoundingClientRect())")
    assert await evaluated(common_chat, f"document.elementFromPoint({x}, {y})?.tagName") == "PRE"


@pytest.mark.rows(1)
@pytest.mark.parametrize("origin", ["same", "other"])
async def test_words_in_a_frame_are_found_after_those_around_it(common_isolated_chat: Chat, site: Site, origin: str) -> None:
    chat = common_isolated_chat
    site.page(f"{FAR}<p>the words inside</p>", "/frame")
    address = site.other("/frame") if origin == "other" else site.url("/frame")
    page = site.page(f"<p>the words outside</p>{FAR}<iframe src='{address}'></iframe>")
    await do(chat, "navigate", url=page, wait_until="load")
    receipt = await selected(chat, "the words", occurrence=2)
    assert (receipt["selection"], receipt["element"].endswith("the words inside")) == ("the words", True)
    assert await evaluated(chat, "document.activeElement.tagName") == "IFRAME"
    assert await evaluated(chat, "document.querySelector('iframe').getBoundingClientRect().top < innerHeight") is True
    assert await copied(chat) == "the words"
    failed = await refused(chat, "text_not_found", "select_text", text="the words", occurrence=3)
    assert failed["details"]["matches"] == 2


@pytest.mark.parametrize("mode", ["open", "closed"])
async def test_words_in_a_shadow_root_are_selected_also_where_nothing_was_read_before(
    common_chat: Chat, site: Site, mode: str
) -> None:
    script = f"host.attachShadow({{mode: '{mode}'}}).innerHTML = '<p>deep words</p>'"
    await do(common_chat, "navigate", url=site.page(f"<div id=host style='height:60px'></div><script>{script}</script>"))
    assert (await selected(common_chat, "deep words", observe="none"))["selection"] == "deep words"
    assert (await selected(common_chat, "deep words"))["already_so"] is True
    assert await copied(common_chat) == "deep words"


async def test_a_selection_stays_within_one_tree(common_chat: Chat, site: Site) -> None:
    script = "host.attachShadow({mode: 'open'}).innerHTML = 'before <slot></slot>'"
    await navigated(common_chat, site.page(f"<div id=host>slotted text</div><script>{script}</script><p>out <b contenteditable>in"))
    assert (await selected(common_chat, "slotted", selector="#host"))["selection"] == "slotted"
    await refused(common_chat, "text_not_found", "select_text", text="before slotted")
    await refused(common_chat, "text_not_found", "select_text", text="out in")


async def test_what_is_hidden_or_holds_no_text_of_the_page_is_passed_over(common_chat: Chat, site: Site) -> None:
    body = """<p style="display:none">word</p><p style="visibility:hidden">word</p><p style="opacity:0">word</p><p style="font-size:0">word</p>
    <style>word{}</style><script>// word</script>
    <textarea>word</textarea><input value=word><div style="display:contents">no-break&nbsp;w&shy;ord</div>"""
    await navigated(common_chat, site.page(body))
    assert (await selected(common_chat, "break word"))["selection"].split()[0] == "break"
    failed = await refused(common_chat, "text_not_found", "select_text", text="word", occurrence=2)
    assert (failed["details"]["matches"], failed["retryable"]) == (1, False)
    assert "there 1 time, not 2" in failed["error"]


async def test_words_that_are_not_there_are_refused_and_nothing_is_changed(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page("<p>Some words.</p><input aria-label=Note value='some words'>"))
    await selected(common_chat, "Some words.")
    for place in ({}, {"ref": refs["Note"]}, {"selector": "p"}):
        failed = await refused(common_chat, "text_not_found", "select_text", text="any words", **place)
        assert failed["details"]["matches"] == 0
    await refused(common_chat, "text_not_found", "select_text", text="s.me", selector="p")
    assert (await selected(common_chat, "Some words."))["already_so"] is True
    await refused(common_chat, "invalid_arguments", "select_text", text=" ")
    await refused(common_chat, "invalid_arguments", "select_text", text="a", occurrence=10_001)
    await refused(common_chat, "invalid_arguments", "select_text", text="a", ref=refs["Note"], selector="p")


async def test_what_the_page_does_not_let_be_selected_is_not_said_to_be(common_chat: Chat, site: Site) -> None:
    body = """<p style="user-select:none">kept</p><p inert>lifeless</p><p id=undone>undone</p><input type=email aria-label=Mail value=a@b.test>
    <input disabled aria-label=Off value=off><select aria-label=Choice><option>one</select>
    <script>addEventListener('selectionchange', () => { if (String(getSelection()) === 'undone') getSelection().empty() }, true)</script>"""
    refs = await navigated(common_chat, site.page(body))
    for text, place in (
        ("kept", {}),
        ("lifeless", {}),
        ("undone", {}),
        ("a@b", {"ref": refs["Mail"]}),
        ("one", {"ref": refs["Choice"]}),
    ):
        await refused(common_chat, "not_selectable", "select_text", text=text, **place)
        assert await evaluated(common_chat, "getSelection().type") == "None"
    await refused(common_chat, "disabled", "select_text", text="off", ref=refs["Off"])


async def test_no_words_are_selected_in_a_frame_that_cannot_have_the_focus(common_chat: Chat, site: Site) -> None:
    page = site.page(f"<iframe inert src='{site.page('<p>words</p>')}'></iframe>")
    await do(common_chat, "navigate", url=page, wait_until="load")
    await refused(common_chat, "focus_moved", "select_text", text="words")


SECRETS: Final = [
    "<input type=password aria-label=Secret value=hunter2>",
    "<input aria-label=Secret name=api_key value=hunter2>",
    "<div contenteditable role=textbox aria-label=Secret style='-webkit-text-security:disc'>hunter2</div>",
    "<div contenteditable role=textbox aria-label=Secret style='-webkit-text-security:disc'><b>hunter2</b></div>",
    "<div contenteditable role=textbox aria-label=Secret autocomplete=one-time-code>hunter2</div>",
]


@pytest.mark.parametrize("field", SECRETS)
async def test_no_word_of_a_secret_is_confirmed(common_chat: Chat, site: Site, field: str) -> None:
    await do(common_chat, "navigate", url=site.page(f"<form aria-label=Login>{field}</form>"))
    places: list[dict[str, Any]] = [{"selector": "form > *"}, {"selector": "form"}, {}]
    if "<b>" in field:
        places.append({"selector": "b"})
    for place in places:
        inside = place.get("selector") in ("form > *", "b")
        code = "not_selectable" if inside else "text_not_found"
        right, wrong, many = [
            await refused(common_chat, code, "select_text", text=text, occurrence=count, **place)
            for text, count in (("hunter2", 1), ("xunter2", 1), ("hunter2", 2))
        ]
        assert str(right).replace("hunter2", "xunter2") == str(wrong)
        assert right["details"].get("matches") == many["details"].get("matches")
    assert await evaluated(common_chat, "document.activeElement === document.body") is True


FORBIDS: Final = 'default = "allow"\n[[rule]]\nname = "it"\nverdict = "deny"\ntarget = ["link: forbidden*", "button: forbidden*"]\n'


@pytest.mark.parametrize("origin", ["same", "other"])
async def test_what_holds_the_words_is_judged_before_anything_is_selected(
    shared_ruled: Chat, rules: Path, site: Site, origin: str
) -> None:
    rules.write_text(FORBIDS)
    site.page("<button>Forbidden inside</button>", "/judged")
    address = site.other("/judged") if origin == "other" else site.url("/judged")
    body = f"<p>Plain <a href='#x'>forbidden link</a></p><iframe src='{address}'></iframe>"
    await do(shared_ruled, "navigate", url=site.page(body), wait_until="load")
    for text, place in (("forbidden inside", {}), ("plain forbidden", {}), ("link", {"selector": "p"})):
        failed = await refused(shared_ruled, "policy_denied", "select_text", text=text, **place)
        assert failed["details"]["rule"] == "it"
        assert await evaluated(shared_ruled, "getSelection().type + document.activeElement.tagName") == "NoneBODY"
    assert (await selected(shared_ruled, "plain"))["selection"] == "Plain"


async def test_a_person_is_asked_once_about_what_holds_the_words(
    shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    rules.write_text('default = "allow"\n[[rule]]\nname = "look"\nverdict = "ask"\nactions = ["select_text"]\n')
    await do(shared_overseen, "navigate", url=site.page("<p><a href='#x'>Some words</a> and <b>more</b></p>"))
    await selected(shared_overseen, "words")
    assert [card.element for card in person.cards] == ["link: Some words"]
    person.cards.clear()
    await selected(shared_overseen, "words and more")
    assert len(person.cards) == 1


async def test_words_that_move_while_a_person_thinks_are_judged_where_they_are_then(
    shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    rules.write_text(
        'default = "allow"\n[[rule]]\nname = "look"\nverdict = "ask"\ntarget = "link: plain*"\n'
        '[[rule]]\nname = "it"\nverdict = "deny"\ntarget = "button: forbidden*"\n'
    )
    body = "<a href='#x' aria-label='Plain link'>words and</a> <button aria-label='Forbidden button'>!</button>"
    await do(shared_overseen, "navigate", url=site.page(body))
    session = shared_overseen.existing()
    assert session is not None
    page = session.tab(None).page
    move = "{ const words = document.links[0].firstChild; words.splitText(5); document.querySelector('button').prepend(words) }"
    person.before = lambda: asyncio.ensure_future(page.evaluate(move)) if len(person.cards) == 1 else None
    await refused(shared_overseen, "policy_denied", "select_text", text="words")
    assert {card.element for card in person.cards} == {"link: Plain link"}
    assert await evaluated(shared_overseen, "getSelection().type") == "None"
