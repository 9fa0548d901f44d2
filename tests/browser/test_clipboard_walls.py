"""No way to copy in one chat gives another chat something to paste: Chromium has one clipboard and one primary selection for all.

The oracle is what the pasting page received: in its ``paste`` events, in its field, and from ``navigator.clipboard``.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from typing import Any, Final

import pytest

from refbrowser import Browser, Chat
from refbrowser.browser.takeover.human_input import HumanInput
from tests.support.calls import do, evaluated, navigated, refused
from tests.support.server import Site
from tests.support.tabs import tab_of

COPIED: Final = "seven walls"

SOURCE: Final = f"""<input aria-label=From value='{COPIED}'><p id=words>{COPIED}</p>
<button onclick="document.querySelector('input').select(); document.execCommand('copy')">Copy</button>
<button onclick="navigator.clipboard.writeText('{COPIED}').catch(() => {{}})">Write</button>"""
TARGET: Final = """<input aria-label=To style="position:absolute;left:40px;top:40px"><button onclick="to.focus(); document.execCommand('paste')">Exec</button>
<button onclick="navigator.clipboard.readText().then((text) => got.push('read ' + text), (error) => got.push(error.name))">Read</button><script>
const to = document.querySelector('input'); const got = [];
addEventListener('paste', (event) => got.push('paste ' + event.clipboardData.getData('text/plain') + event.clipboardData.getData('text/html')), true);
</script>"""

Way = Callable[[Chat, dict[str, int]], Awaitable[object]]


def call(action: str, **arguments: Any) -> Way:
    return lambda chat, _: chat.call({"action": action, **arguments})


def pressed(name: str, **arguments: Any) -> Way:
    return lambda chat, refs: chat.call({"action": "click", "ref": refs[name], **arguments})


def key(**event: Any) -> Way:
    async def press(chat: Chat, _: dict[str, int]) -> None:
        for kind in ("keyDown", "keyUp"):
            await chat.call({"action": "cdp", "method": "Input.dispatchKeyEvent", "params": {"type": kind, **event}})

    return press


def by_person(*keys: tuple[str, str, int]) -> Way:
    async def press(chat: Chat, _: dict[str, int]) -> None:
        session = chat.existing()
        assert session is not None
        hands = HumanInput(tab_of(chat), session.clipboard.for_person())
        for code, name, number in keys:
            await hands.key_down(code, name, number)
        await hands.release_all()

    return press


def middle(chat: Chat, _: dict[str, int]) -> Any:
    return chat.call({"action": "mouse", "event_type": "click", "x": 50, "y": 50, "button": "middle"})


async def middle_raw(chat: Chat, _: dict[str, int]) -> None:
    for kind in ("mousePressed", "mouseReleased"):
        params = {"type": kind, "x": 50, "y": 50, "button": "middle", "clickCount": 1}
        await chat.call({"action": "cdp", "method": "Input.dispatchMouseEvent", "params": params})


async def permitted(chat: Chat, refs: dict[str, int]) -> None:
    await refused(chat, "invalid_arguments", "emulate", permissions={"clipboard-read": "granted"})
    await pressed("Read")(chat, refs)
    await chat.call({"action": "wait", "js": "got.length", "timeout_ms": 2_000})


CONTROL: Final = ("ControlLeft", "Control", 17)

COPIES: Final[dict[str, Way]] = {
    "selection": call("state"),
    "chord": call("key_chord", keys=["Control", "c"]),
    "keys": call("keyboard", key="Control+c"),
    "extra key": call("key_chord", keys=["Control", "c", "Shift"]),
    "first": call("key_chord", keys=["Alt", "Control", "c", "b"]),
    "code": call("key_chord", keys=["Control", "KeyC"]),
    "insert": call("keyboard", key="Control+Insert"),
    "numpad": call("keyboard", key="Control+Numpad0"),
    "cut": call("keyboard", key="Control+x"),
    "delete": call("key_chord", keys=["Shift", "Delete"]),
    "action": call("clipboard", operation="copy"),
    "commands": key(key="q", commands=["copy"]),
    "raw": key(key="c", code="KeyC", windowsVirtualKeyCode=67, modifiers=2),
    "Copy key": key(key="Copy", code="Copy"),
    "person": by_person(CONTROL, ("KeyC", "c", 67)),
    "execCommand": pressed("Copy"),
    "writeText": pressed("Write"),
}
PASTES: Final[dict[str, Way]] = {
    "middle": middle,
    "middle click": pressed("To", button="middle"),
    "middle raw": middle_raw,
    "chord": call("key_chord", keys=["Control", "v"]),
    "keys": call("keyboard", key="Control+v"),
    "extra key": call("key_chord", keys=["Control", "v", "b"]),
    "extra keys": call("keyboard", key="Control+v+b"),
    "first": call("key_chord", keys=["b", "Control", "v"]),
    "plain": call("key_chord", keys=["Control", "Shift", "v"]),
    "insert": call("key_chord", keys=["Shift", "Insert", "b"]),
    "numpad": call("keyboard", key="Shift+Numpad0"),
    "code": call("key_chord", keys=["Control", "KeyV"]),
    "action": call("clipboard", operation="paste"),
    "commands": key(key="q", commands=["paste"]),
    "commands in capitals": key(key="q", commands=["Paste"]),
    "commands plain": key(key="q", commands=["pasteAndMatchStyle"]),
    "commands selection": key(key="q", commands=["PasteGlobalSelection"]),
    "raw": key(key="x", code="KeyX", windowsVirtualKeyCode=86, modifiers=2),
    "Paste key": key(key="Paste", code="Paste"),
    "person": by_person(CONTROL, ("KeyV", "v", 86)),
    "person's Paste key": by_person(("Paste", "Paste", 0)),
    "execCommand": pressed("Exec"),
    "readText": permitted,
}


async def leaks(one: Chat, other: Chat, site: Site, cells: Iterable[tuple[str, str]]) -> list[str]:
    """What ``other`` receives of each way to copy in ``one``, by each way to paste, on a page of another origin."""
    source = await navigated(one, site.page(SOURCE))
    target = await navigated(other, site.page(TARGET).replace("127.0.0.1", "localhost"))
    found = []
    for copy, paste in cells:
        await evaluated(one, f"document.querySelector('input').value = '{COPIED}'")
        await one.call({"action": "focus", "ref": source["From"], "observe": "none"})
        await one.call({"action": "keyboard", "key": "Control+a", "observe": "none"})
        await COPIES[copy](one, source)
        await other.call({"action": "focus", "ref": target["To"], "observe": "none"})
        await PASTES[paste](other, target)
        received = str(await evaluated(other, "[to.value, ...got.splice(0)].join(' · ')"))
        await evaluated(other, "to.value = ''")
        if "seven" in received:
            found.append(f"{copy} → {paste}: {received}")
    return found


@pytest.fixture
async def other(browser: Browser, chat_numbers: Iterator[int]) -> AsyncIterator[Chat]:
    chat = browser.chat(f"other-{next(chat_numbers)}")
    await do(chat, "open")
    yield chat
    await chat.close()


async def test_no_way_to_paste_gives_what_another_chat_copied(shared_chat: Chat, other: Chat, site: Site) -> None:
    pastes = ("extra key", "insert", "code", "commands", "raw", "Paste key", "person", "readText", "extra keys")
    copies = ("chord", "code", "action", "commands", "person", "execCommand", "cut", "writeText", "extra key")
    cells = [*zip(copies, pastes, strict=True), ("selection", "middle"), ("execCommand", "commands selection")]
    assert await leaks(shared_chat, other, site, cells) == []


@pytest.mark.long("browser/test_clipboard_walls.py::test_no_way_to_paste_gives_what_another_chat_copied")
@pytest.mark.parametrize("copy", COPIES)
async def test_every_way_to_copy_and_to_paste(shared_chat: Chat, other: Chat, site: Site, copy: str) -> None:
    assert await leaks(shared_chat, other, site, ((copy, paste) for paste in PASTES)) == []


@pytest.mark.parametrize("paste", ["chord", "extra key", "numpad", "insert", "code", "plain", "commands", "raw", "action"])
@pytest.mark.rows(2)
async def test_a_chat_pastes_what_it_copied_in_another_tab_of_it(common_chat: Chat, site: Site, paste: str) -> None:
    refs = await navigated(common_chat, site.page(SOURCE))
    await do(common_chat, "focus", ref=refs["From"])
    await do(common_chat, "keyboard", key="Control+a")
    await COPIES["raw" if paste == "chord" else "code"](common_chat, refs)
    refs = await navigated(common_chat, site.page(TARGET))
    await do(common_chat, "focus", ref=refs["To"])
    await PASTES[paste](common_chat, refs)
    # Shift with a key of the number pad is its digit; other keys of a chord are typed.
    assert (await evaluated(common_chat, "to.value")).rstrip("bB") == ("0" if paste == "numpad" else COPIED)


STORM: Final = f"""<textarea>{COPIED}</textarea><button>Storm</button><script>
const end = () => {{ for (const until = performance.now() + 20; performance.now() < until;) {{ document.querySelector('textarea').select(); document.execCommand('copy'); }} setTimeout(end); }};
document.querySelector('button').onclick = () => {{ window.storm = 1; setTimeout(end); }};
</script>"""


async def test_a_page_that_copies_all_the_time_gets_nothing_into_another_chat(shared_chat: Chat, other: Chat, site: Site) -> None:
    refs = await navigated(other, site.page(TARGET + "<p id=mine>my words</p>"))
    await navigated(shared_chat, site.page(STORM))
    for number in range(6):
        if number % 3 == 0:
            await do(shared_chat, "click", selector="button", observe="none")
        await evaluated(other, "document.activeElement.blur(); getSelection().selectAllChildren(mine)")
        await do(other, "key_chord", keys=["Control", "c"], observe="none")
        session = other.existing()
        assert session is not None
        assert session.clipboard.clip.text == "my words"
        await do(other, "focus", ref=refs["To"], observe="none")
        answer = await other.call({"action": "keyboard", "key": "Control+v", "observe": "none"})
        assert answer["ok"] or answer["code"] == "press_missed"
        field, *received = await evaluated(other, "[to.value, ...got.splice(0)]")
        assert "seven" not in str(received)
        assert field == ("my words" if answer["ok"] else "")
        await evaluated(other, "to.value = ''")
    assert await evaluated(shared_chat, "storm") == 1
