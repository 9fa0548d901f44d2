"""Keys, chords and the chat's own clipboard."""

from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, opened, refused
from tests.support.server import Site

LOG = """<script>
window.log = [];
for (const type of ['keydown', 'keyup']) addEventListener(type, event => log.push(type[3] + ':' + event.key + ':' + event.isTrusted), true);
</script>"""


async def test_a_key_goes_to_whatever_has_the_focus(shared_chat: Chat, site: Site) -> None:
    refs = await navigated(shared_chat, site.page(LOG + "<input aria-label=Field>"))
    await do(shared_chat, "click", ref=refs["Field"], observe="none")
    await do(shared_chat, "keyboard", text="ab", observe="none")
    await do(shared_chat, "keyboard", key="Backspace", observe="none")
    assert await evaluated(shared_chat, "document.querySelector('input').value") == "a"
    assert await evaluated(shared_chat, "log") == [f"{edge}:{key}:true" for key in ("a", "b", "Backspace") for edge in ("d", "u")]


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("written", "meant"),
    [("esc", "Escape"), ("return", "Enter"), ("down", "ArrowDown"), ("PgDn", "PageDown"), ("f5", "F5"), ("space", " ")],
)
async def test_common_spellings_of_keys_are_understood(shared_chat: Chat, site: Site, written: str, meant: str) -> None:
    await do(
        shared_chat,
        "navigate",
        url=site.page(LOG + "<script>addEventListener('keydown', event => event.preventDefault())</script>"),
    )
    await do(shared_chat, "press_key", key=written, observe="none")
    assert await evaluated(shared_chat, "log[0]") == f"d:{meant}:true"


async def test_a_chord_is_pressed_in_order_and_released_in_reverse(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(LOG))
    await do(shared_chat, "key_chord", keys=["Control", "Shift", "k"], observe="none")
    assert await evaluated(shared_chat, "log") == [
        "d:Control:true", "d:Shift:true", "d:K:true", "u:K:true", "u:Shift:true", "u:Control:true",
    ]  # fmt: skip


async def test_a_chord_may_be_written_with_plus_signs(shared_chat: Chat, site: Site) -> None:
    refs = await navigated(shared_chat, site.page("<input aria-label=Field value=old>"))
    await do(shared_chat, "click", ref=refs["Field"], observe="none")
    await do(shared_chat, "keyboard", key="ctrl+a", observe="none")
    await do(shared_chat, "keyboard", text="new", observe="none")
    assert await evaluated(shared_chat, "document.querySelector('input').value") == "new"


@pytest.mark.rows(2)
@pytest.mark.parametrize(
    ("action", "arguments", "named"),
    [
        ("key_chord", {"keys": ["Control", "Bogus"]}, "'Bogus'"),
        ("key_chord", {"keys": ["x", "Bogus"]}, "'Bogus'"),
        ("keyboard", {"key": "Control+Bogus"}, "'Bogus'"),
        ("keyboard", {"key": "Bogus"}, "'Bogus'"),
        ("key_chord", {"keys": ["Shift", "ß"]}, "'ß' has no key"),
        ("keyboard", {"key": "Control+ü"}, "'ü' has no key"),
    ],
)
async def test_a_key_that_there_is_not_is_named_before_any_is_pressed(
    shared_chat: Chat, site: Site, action: str, arguments: dict[str, Any], named: str
) -> None:
    await do(shared_chat, "navigate", url=site.page(LOG))
    wrong = await refused(shared_chat, "invalid_arguments", action, **arguments)
    assert named in wrong["error"]
    assert await evaluated(shared_chat, "log") == []


async def test_a_character_without_a_key_is_inserted_where_it_is_pressed_alone(shared_chat: Chat, site: Site) -> None:
    refs = await navigated(shared_chat, site.page("<input aria-label=Field>"))
    await do(shared_chat, "focus", ref=refs["Field"], observe="none")
    for key in ("ü", "ß", "日"):
        await do(shared_chat, "keyboard", key=key, observe="none")
    assert await evaluated(shared_chat, "document.querySelector('input').value") == "üß日"


async def test_what_one_chat_copies_it_can_paste_and_no_other_chat_can(shared_chat: Chat, other_chat: Chat, site: Site) -> None:
    chat, url = shared_chat, site.page("<input aria-label=From value='a secret plan'><input aria-label=To>")
    refs = await navigated(chat, url)
    await do(chat, "click", ref=refs["From"], observe="none")
    await do(chat, "key_chord", keys=["Control", "a"], observe="none")
    copied = (await do(chat, "clipboard", operation="copy"))["action"]
    assert copied["text"] == "a secret plan"
    await do(chat, "click", ref=refs["To"], observe="none")
    await do(chat, "clipboard", operation="paste", observe="none")
    assert await evaluated(chat, "document.querySelectorAll('input')[1].value") == "a secret plan"
    others = await opened(other_chat, url)
    await do(other_chat, "click", ref=others["To"], observe="none")
    await refused(other_chat, "clipboard_empty", "clipboard", operation="paste")
    await do(other_chat, "clipboard", operation="paste", text="given", observe="none")
    assert await evaluated(other_chat, "document.querySelectorAll('input')[1].value") == "given"


async def test_cut_takes_the_selection_away_and_an_empty_paste_takes_nothing(chat: Chat, site: Site) -> None:
    refs = await opened(chat, site.page("<textarea aria-label=Text>words</textarea>"))
    await refused(chat, "nothing_selected", "clipboard", operation="copy")
    await do(chat, "click", ref=refs["Text"], observe="none")
    await do(chat, "key_chord", keys=["Control", "a"], observe="none")
    await refused(chat, "clipboard_empty", "clipboard", operation="paste")
    wrong = await refused(chat, "invalid_arguments", "clipboard", operation="paste", text="")
    assert "empty" in wrong["error"]
    assert await evaluated(chat, "document.querySelector('textarea').value") == "words"
    await do(chat, "clipboard", operation="cut", observe="none")
    assert await evaluated(chat, "document.querySelector('textarea').value") == ""


async def test_a_password_is_never_copied(shared_chat: Chat, site: Site) -> None:
    refs = await navigated(shared_chat, site.page("<input type=password aria-label=Secret value=hunter2>"))
    await do(shared_chat, "click", ref=refs["Secret"], observe="none")
    await do(shared_chat, "key_chord", keys=["Control", "a"], observe="none")
    await refused(shared_chat, "nothing_selected", "clipboard", operation="copy")
