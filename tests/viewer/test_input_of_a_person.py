"""A person's input in the viewer arrives at the page, trusted and at the right place."""

import itertools

import pytest
from playwright.async_api import expect

from refbrowser import Chat
from tests.support.calls import do
from tests.support.server import Site
from tests.support.waiting import until
from tests.viewer.conftest import PATIENCE_MS, OpenWindow, Window
from tests.viewer.page_events import BOX, FIELD, LOG, logged, value


@pytest.mark.long("viewer/test_input_of_a_person.py::test_every_button_double_clicks_modifiers_and_the_wheel")
@pytest.mark.parametrize(("width", "scale"), [(1280, 1), (1000, 2), (1900, 1.5)])
async def test_a_click_lands_where_it_was_meant(chat: Chat, site: Site, window: OpenWindow, width: int, scale: float) -> None:
    await do(chat, "open", url=site.page(LOG + BOX))
    eye = await window(chat.id, width=width, scale=scale)
    await eye.take_over()
    await eye.click(930, 520)
    (click,) = await logged(chat, "click")
    assert click["id"] == "box"
    assert abs(click["x"] - 930) <= 2
    assert abs(click["y"] - 520) <= 2


async def test_every_button_double_clicks_modifiers_and_the_wheel(shared_chat: Chat, site: Site, eye: Window) -> None:
    chat = shared_chat
    await do(chat, "navigate", url=site.page(LOG + BOX + "<div style='height:4000px'></div>"))
    await eye.take_over()
    await eye.click(930, 520, click_count=2)
    assert [event["id"] for event in await logged(chat, "dblclick")] == ["box"]
    await eye.click(930, 520, button="right")
    assert (await logged(chat, "contextmenu"))[0]["button"] == 2
    await eye.click(930, 520, button="middle")
    await logged(chat, "mousedown", 4)
    await eye.page.keyboard.down("Shift")
    await eye.click(930, 520)
    await eye.page.keyboard.up("Shift")
    assert [event["shift"] for event in await logged(chat, "click", 3)] == [False, False, True]
    await eye.page.mouse.wheel(0, 300)
    assert sum(event["dy"] for event in await logged(chat, "wheel")) == 300


@pytest.mark.long("viewer/test_input_of_a_person.py::test_every_button_double_clicks_modifiers_and_the_wheel")
async def test_a_drag_of_html5_carries_its_data(chat: Chat, site: Site, window: OpenWindow) -> None:
    source = (
        "<div id=source draggable=true style='position:absolute;left:100px;top:100px;width:80px;height:80px;background:red'></div>"
    )
    target = "<div id=target style='position:absolute;left:600px;top:400px;width:200px;height:200px;background:blue'></div>"
    allow = (
        "<script>document.getElementById('target').ondragover = event => { event.preventDefault(); window.over = true }</script>"
    )
    await do(chat, "open", url=site.page(LOG + source + target + allow))
    eye = await window(chat.id)
    await eye.take_over()
    await eye.page.mouse.move(*await eye.point(140, 140))
    await eye.page.mouse.down()
    await eye.page.mouse.move(*await eye.point(400, 300), steps=5)
    await eye.page.mouse.move(*await eye.point(700, 500), steps=5)
    session = chat.existing()
    assert session is not None
    page, places = session.tab(None).page, itertools.cycle([(690, 490), (700, 500)])

    async def moved_over_the_target() -> bool:
        await eye.page.mouse.move(*await eye.point(*next(places)))
        return bool(await page.evaluate("window.over"))

    # A person lets go once the target takes the drop; on a busy machine Chromium begins the drag some moves late.
    await until(moved_over_the_target)
    await eye.page.mouse.up()
    assert [event["id"] for event in await logged(chat, "drop")] == ["target"]


async def test_keys_shortcuts_and_characters_of_any_layout(shared_chat: Chat, site: Site, eye: Window) -> None:
    chat = shared_chat
    await do(chat, "navigate", url=site.page(LOG + FIELD))
    await eye.take_over()
    await eye.click(200, 130)
    await eye.page.keyboard.type("Oh, I!")
    await value(chat, "Oh, I!")
    await eye.page.keyboard.press("Control+a")
    await eye.page.keyboard.press("Backspace")
    await value(chat, "")
    assert (await logged(chat, "keydown", 8))[-1]["key"] == "Backspace"
    await eye.page.evaluate("""() => { for (const type of ['keydown', 'keyup'])
        document.querySelector('.typing').dispatchEvent(new KeyboardEvent(type, { key: 'ю', code: 'Period', keyCode: 190, bubbles: true, cancelable: true })) }""")
    await value(chat, "ю")
    assert (await logged(chat, "keydown", 9))[-1]["key"] == "ю"
    # Option on a Mac makes characters, and no shortcuts.
    await eye.page.evaluate("""() => {
        Object.defineProperty(navigator, 'platform', { value: 'MacIntel', configurable: true });
        for (const [type, key, code] of [['keydown', 'Alt', 'AltLeft'], ['keydown', '@', 'KeyL'], ['keyup', '@', 'KeyL'], ['keyup', 'Alt', 'AltLeft']])
            document.querySelector('.typing').dispatchEvent(new KeyboardEvent(type, { key, code, altKey: true, keyCode: 76, bubbles: true, cancelable: true }));
        delete navigator.platform;
    }""")
    await value(chat, "ю@")


@pytest.mark.long("viewer/test_person.py::test_text_without_a_key_comes_after_any_key")
async def test_a_composition_is_one_of_the_page_too(chat: Chat, site: Site, window: OpenWindow) -> None:
    await do(chat, "open", url=site.page(LOG + FIELD))
    eye = await window(chat.id)
    await eye.take_over()
    await eye.click(200, 130)
    await expect(eye.page.locator(".typing")).to_be_focused()
    method = await eye.page.context.new_cdp_session(eye.page)
    for text in ("に", "にほ", "にほん"):
        await method.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
    await value(chat, "にほん")
    await method.send("Input.insertText", {"text": "日本"})
    await value(chat, "日本")
    assert (await logged(chat, "input", 4))[-1]["data"] == "日本"


@pytest.mark.long("viewer/test_person.py::test_copy_cut_and_paste_are_events_of_the_page")
async def test_text_is_pasted_and_copied(chat: Chat, site: Site, window: OpenWindow) -> None:
    await do(chat, "open", url=site.page(LOG + FIELD))
    eye = await window(chat.id, permissions=["clipboard-read", "clipboard-write"])
    await eye.take_over()
    await eye.click(200, 130)
    await eye.page.evaluate("navigator.clipboard.writeText('from my desk')")
    await eye.page.keyboard.press("Control+v")
    await value(chat, "from my desk")
    await eye.page.evaluate("navigator.clipboard.writeText('')")
    await eye.page.keyboard.press("Control+a")
    await eye.page.keyboard.press("Control+c")
    await eye.page.wait_for_function("async () => await navigator.clipboard.readText() === 'from my desk'")


async def test_a_select_and_a_date_are_chosen_in_the_viewer(shared_chat: Chat, site: Site, eye: Window) -> None:
    chat = shared_chat
    select = "<select id=field aria-label=Size style='position:absolute;left:100px;top:100px;width:200px;height:40px'><option>Small<option>Large<option disabled>Gone</select>"
    date = "<input id=day type=date aria-label=Day style='position:absolute;left:100px;top:300px;width:200px;height:40px'>"
    await do(chat, "navigate", url=site.page(LOG + select + date))
    await eye.take_over()
    await eye.click(200, 120)
    await expect(eye.page.locator(".popup").get_by_role("option")).to_have_text(["Small", "Large", "Gone"])
    await eye.page.keyboard.press("ArrowDown")
    await eye.page.keyboard.press("Enter")
    await value(chat, "Large")
    assert [event["id"] for event in await logged(chat, "change")] == ["field"]
    # By keyboard alone: Space opens the list of the select that has the focus, as in a window.
    await expect(eye.page.locator(".popup")).to_have_count(0)
    await eye.page.keyboard.press("Space")
    await expect(eye.page.locator(".popup").get_by_role("option")).to_have_text(["Small", "Large", "Gone"])
    await eye.page.keyboard.press("ArrowUp")
    await eye.page.keyboard.press("Space")
    await value(chat, "Small")
    await eye.click(200, 320)
    await eye.page.get_by_role("dialog", name="Day").get_by_label("Day").fill("2027-03-14")
    await eye.page.get_by_role("button", name="Set").click()
    session = chat.existing()
    assert session is not None
    await session.tab(None).page.wait_for_function("document.getElementById('day').value === '2027-03-14'", timeout=PATIENCE_MS)


@pytest.mark.long("viewer/test_input_of_a_person.py::test_two_fingers_are_two_touches_and_are_lifted_one_by_one")
async def test_a_finger_is_a_touch(chat: Chat, site: Site, window: OpenWindow) -> None:
    await do(chat, "open", url=site.page(LOG + BOX))
    eye = await window(chat.id, width=390, height=780, scale=2, has_touch=True, is_mobile=True)
    await eye.take_over()
    await eye.page.touchscreen.tap(*await eye.point(930, 520))
    (touch,) = await logged(chat, "touchstart")
    assert touch["id"] == "box"
    assert abs(touch["x"] - 930) <= 4


async def test_two_fingers_are_two_touches_and_are_lifted_one_by_one(chat: Chat, site: Site, window: OpenWindow) -> None:
    html = """<body style='touch-action:none'><script>window.touches = [];
        for (const type of ['touchstart', 'touchmove', 'touchend']) addEventListener(type, event =>
            touches.push([type, event.isTrusted, event.touches.length, event.touches[1]?.clientX ?? null]), { passive: false })</script>"""
    await do(chat, "open", url=site.page(html))
    eye = await window(chat.id, width=390, height=780, scale=2, has_touch=True, is_mobile=True)
    await eye.take_over()
    hands = await eye.page.context.new_cdp_session(eye.page)

    async def fingers(kind: str, *at: tuple[int, float, float]) -> None:
        points = [dict(zip("xy", await eye.point(x, y), strict=True), id=number) for number, x, y in at]
        await hands.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    session = chat.existing()
    assert session is not None
    page = session.tab(None).page
    for kind, *at in (
        ("touchStart", (0, 300, 300)),
        ("touchStart", (0, 300, 300), (1, 600, 300)),
        ("touchMove", (0, 300, 300), (1, 900, 300)),
        ("touchEnd", (0, 300, 300)),
        ("touchEnd", (1, 900, 300)),
    ):
        count = await page.evaluate("touches.length")
        await fingers(kind, *at)
        await page.wait_for_function("count => touches.length > count", arg=count, timeout=PATIENCE_MS)
    touches = await page.evaluate("touches")
    assert all(trusted for _, trusted, _, _ in touches)
    assert [(kind, count) for kind, _, count, _ in touches if kind != "touchmove"] == [
        ("touchstart", 1),
        ("touchstart", 2),
        ("touchend", 1),
        ("touchend", 0),
    ]
    (moved,) = [x for kind, _, count, x in touches if kind == "touchmove" and count == 2]
    assert abs(moved - 900) <= 4


async def test_a_dropped_file_reaches_the_page(shared_chat: Chat, site: Site, eye: Window) -> None:
    chat = shared_chat
    markup = "<input id=file type=file style='position:absolute;left:0;top:0;width:400px;height:80px'>"
    listens = "<script>addEventListener('dragover', event => event.preventDefault())</script>"
    await do(chat, "navigate", url=site.page(LOG + markup + listens))
    await eye.take_over()
    x, y = await eye.point(900, 500)
    await eye.page.evaluate(
        """([clientX, clientY]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['hello'], 'note.txt', { type: 'text/plain' }));
        document.getElementById('canvas').dispatchEvent(new DragEvent('drop', { clientX, clientY, dataTransfer, bubbles: true, cancelable: true }));
    }""",
        [x, y],
    )
    assert [event["file"] for event in await logged(chat, "drop")] == ["note.txt"]
    session = chat.existing()
    assert session is not None
    page = session.tab(None).page
    await page.evaluate("file.addEventListener('cancel', () => { document.title = 'cancelled' })")
    await eye.click(60, 40)
    await eye.page.locator(".notice", has=eye.page.get_by_label("Files for the page")).get_by_role("button", name="Cancel").click()
    await page.wait_for_function("document.title === 'cancelled'", timeout=PATIENCE_MS)
    await expect(eye.page.get_by_label("Files for the page")).to_have_count(0)
    # Escape leaves the full screen, and does not reach the page.
    await page.evaluate("addEventListener('click', () => document.body.requestFullscreen(), { once: true })")
    await eye.click(900, 600)
    await page.wait_for_function("document.fullscreenElement !== null", timeout=PATIENCE_MS)
    before = len(await logged(chat, "keydown", 0))
    await eye.page.keyboard.press("Escape")
    await page.wait_for_function("document.fullscreenElement === null", timeout=PATIENCE_MS)
    assert len(await logged(chat, "keydown", 0)) == before
    await eye.click(60, 40)
    await eye.page.get_by_label("Files for the page").set_input_files(
        {"name": "chosen.txt", "mimeType": "text/plain", "buffer": b"hi"}
    )
    await page.wait_for_function("document.getElementById('file').files[0]?.name === 'chosen.txt'", timeout=PATIENCE_MS)
