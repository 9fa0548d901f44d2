"""The clipboard is each chat's own, for keys too."""

import asyncio

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, opened, refused
from tests.support.server import Site

PAGE = """<input aria-label=From value=%s><input aria-label=To><div id=rich contenteditable aria-label=Rich></div><p id=words>Some <b>bold</b> words</p><script>
window.heard = []; for (const type of ['copy', 'cut', 'paste']) addEventListener(type, (event) => heard.push([type, event.isTrusted]));
</script>"""


async def copied_and_pasted(chat: Chat, url: str, value: str) -> None:
    refs = await opened(chat, url)
    await do(chat, "focus", ref=refs["From"])
    await do(chat, "keyboard", key="Control+a")
    await do(chat, "keyboard", key="Control+c")
    for _ in range(3):
        await do(chat, "focus", ref=refs["To"])
        await do(chat, "keyboard", key="Control+a")
        await do(chat, "key_chord", keys=["Control", "v"])
        assert await evaluated(chat, "document.querySelectorAll('input')[1].value") == value


@pytest.mark.long("browser/test_clipboard_bridge.py::test_what_a_button_copies_is_pasted_by_keys_in_this_chat_alone")
async def test_two_chats_never_mix_their_clipboards(chat: Chat, other_chat: Chat, site: Site) -> None:
    one, other = site.page(PAGE % "one"), site.page(PAGE % "other")
    await asyncio.gather(copied_and_pasted(chat, one, "one"), copied_and_pasted(other_chat, other, "other"))
    assert await evaluated(chat, "heard") == [["copy", True], *[["paste", True]] * 3]


@pytest.mark.long("browser/test_clipboard_bridge.py::test_what_a_button_copies_is_pasted_by_keys_in_this_chat_alone")
async def test_keys_and_the_clipboard_action_share_one_clipboard(chat: Chat, other_chat: Chat, site: Site) -> None:
    refs = await opened(chat, site.page(PAGE % "words"))
    await do(chat, "focus", ref=refs["From"])
    await do(chat, "keyboard", key="Control+a")
    await do(chat, "keyboard", key="Control+x")
    assert await evaluated(chat, "document.querySelector('input').value") == ""
    await do(chat, "focus", ref=refs["To"])
    await do(chat, "clipboard", operation="paste")
    assert await evaluated(chat, "document.querySelectorAll('input')[1].value") == "words"
    await do(chat, "keyboard", key="Control+a")
    await do(chat, "clipboard", operation="copy")
    await do(chat, "focus", ref=refs["From"])
    await do(chat, "keyboard", key="Shift+Insert")
    assert await evaluated(chat, "document.querySelector('input').value") == "words"
    # A copy of nothing keeps what there was, and another chat has nothing.
    await do(chat, "keyboard", key="Control+c")
    await do(chat, "keyboard", key="Control+v")
    assert await evaluated(chat, "document.querySelector('input').value") == "wordswords"
    refs = await opened(other_chat, site.page(PAGE % "mine"))
    await do(other_chat, "focus", ref=refs["To"])
    await do(other_chat, "keyboard", key="Control+v")
    assert await evaluated(other_chat, "document.querySelectorAll('input')[1].value") == ""
    await refused(other_chat, "clipboard_empty", "clipboard", operation="paste")


async def test_rich_text_stays_rich_and_no_tab_comes_of_it(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page(PAGE % "words"))
    await evaluated(common_chat, "getSelection().selectAllChildren(words)")
    await do(common_chat, "key_chord", keys=["Control", "c"])
    await do(common_chat, "focus", ref=refs["Rich"])
    await do(common_chat, "key_chord", keys=["Control", "v"])
    assert await evaluated(common_chat, "[rich.textContent, rich.querySelector('b')?.textContent]") == ["Some bold words", "bold"]
    assert [tab["browser_id"] for tab in (await do(common_chat, "list"))["browsers"]] == [1]


async def test_what_is_selected_on_the_page_is_not_copied_from_a_field_in_a_frame(common_chat: Chat, site: Site) -> None:
    frame = site.page("<input aria-label=Inner>").replace("127.0.0.1", "localhost")
    refs = await navigated(common_chat, site.page(PAGE % "words" + f"<iframe src='{frame}'></iframe>"))
    await do(common_chat, "clipboard", operation="paste", text="before")
    await evaluated(common_chat, "getSelection().selectAllChildren(words)")
    await do(common_chat, "focus", ref=refs["Inner"])
    for operation in ("copy", "cut"):
        await refused(common_chat, "nothing_selected", "clipboard", operation=operation)
    await do(common_chat, "type", ref=refs["Inner"], text="inner")
    await do(common_chat, "keyboard", key="Control+a")
    assert (await do(common_chat, "clipboard", operation="copy"))["action"]["text"] == "inner"
