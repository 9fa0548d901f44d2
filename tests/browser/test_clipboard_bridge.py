"""With the setting `clipboard_bridge`, pages' own Copy and Paste buttons use the chat's clipboard."""

from collections.abc import Callable

import pytest

from refbrowser import Chat
from tests.conftest import ChatUnder
from tests.support.calls import do, evaluated, navigated, opened
from tests.support.server import Site

PAGE = """<input aria-label=To><p id=words>Some <b>bold</b> words</p><button onclick="go()">Go</button><output id=out></output><script>
window.heard = []; document.querySelector('input').addEventListener('paste', (event) => heard.push(event.clipboardData.getData('text/html')));
const say = (text) => { out.textContent = text; };
const fail = (error) => say(error.name);
function go() { %s }
</script>"""


@pytest.fixture
def bridged(chat_under: ChatUnder) -> Callable[[], Chat]:
    """Gives chats whose pages' buttons have a clipboard, in which nothing is yet."""
    return lambda: chat_under(clipboard_bridge=True)


async def pressed(chat: Chat, site: Site, script: str) -> str:
    refs = await navigated(chat, site.page(PAGE % script))
    await do(chat, "click", ref=refs["Go"])
    await do(chat, "wait", js="document.querySelector('output').textContent !== ''")
    return str(await evaluated(chat, "document.querySelector('output').textContent"))


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "copies",
    [
        "navigator.clipboard.writeText('copied').then(() => say('done'), fail)",
        "navigator.clipboard.write([new ClipboardItem({'text/plain': new Blob(['copied'], {type: 'text/plain'})})]).then(() => say('done'), fail)",
        "const field = document.createElement('textarea'); field.value = 'copied'; document.body.append(field); field.select(); "
        "document.execCommand('copy'); field.remove(); say('done')",
        "addEventListener('copy', (event) => { event.clipboardData.setData('text/plain', 'copied'); event.preventDefault(); }); "
        "document.execCommand('copy'); say('done')",
    ],
    ids=["writeText", "write", "execCommand", "copy_listener"],
)
async def test_what_a_button_copies_is_pasted_by_keys_in_this_chat_alone(
    bridged: Callable[[], Chat], site: Site, copies: str
) -> None:
    chat, other = bridged(), bridged()
    assert await pressed(chat, site, copies) == "done"
    refs = await navigated(chat, site.page(PAGE % ""))
    await do(chat, "focus", ref=refs["To"])
    await do(chat, "keyboard", key="Control+v")
    assert await evaluated(chat, "document.querySelector('input').value") == "copied"
    assert await pressed(other, site, "navigator.clipboard.readText().then((text) => say('read ' + text), fail)") == "read "


@pytest.mark.long("browser/test_clipboard_bridge.py::test_a_page_that_nobody_pressed_reads_and_writes_nothing")
async def test_a_button_pastes_what_keys_copied(bridged: Callable[[], Chat], site: Site) -> None:
    chat = bridged()
    await opened(chat, site.page(PAGE % ""))
    await evaluated(chat, "getSelection().selectAllChildren(words)")
    await do(chat, "key_chord", keys=["Control", "c"])
    assert await pressed(chat, site, "navigator.clipboard.readText().then(say, fail)") == "Some bold words"
    reading = "navigator.clipboard.read().then(([item]) => item.getType('text/html')).then((blob) => blob.text()).then(say, fail)"
    assert "<b" in await pressed(chat, site, reading)


@pytest.mark.long("browser/test_clipboard_bridge.py::test_what_a_button_copies_is_pasted_by_keys_in_this_chat_alone")
async def test_html_that_a_button_copies_stays_html(bridged: Callable[[], Chat], site: Site) -> None:
    chat = bridged()
    items = "{'text/plain': new Blob(['x'], {type: 'text/plain'}), 'text/html': new Blob(['<i>x</i>'], {type: 'text/html'})}"
    refs = await opened(
        chat, site.page(PAGE % f"navigator.clipboard.write([new ClipboardItem({items})]).then(() => say('done'), fail)")
    )
    await do(chat, "click", ref=refs["Go"])
    await do(chat, "wait", js="document.querySelector('output').textContent === 'done'")
    await do(chat, "focus", ref=refs["To"])
    await do(chat, "keyboard", key="Control+v")
    assert "<i>x</i>" in (await evaluated(chat, "heard"))[0]


async def test_a_page_that_nobody_pressed_reads_and_writes_nothing(bridged: Callable[[], Chat], site: Site) -> None:
    chat = bridged()
    assert await pressed(chat, site, "navigator.clipboard.writeText('kept').then(() => say('done'), fail)") == "done"
    tries = (
        "['readText', 'writeText'].map((name) => navigator.clipboard[name]('forged').then(() => 'allowed', (error) => error.name))"
    )
    await navigated(chat, site.page(f"<script>Promise.all({tries}).then((tried) => {{ window.tried = tried; }});</script>"))
    await do(chat, "wait", js="window.tried")
    assert await evaluated(chat, "tried") == ["NotAllowedError", "NotAllowedError"]
    assert await pressed(chat, site, "navigator.clipboard.readText().then(say, fail)") == "kept"
