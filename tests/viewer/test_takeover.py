"""Taking over: a person's input arrives trusted and at the right place, and the agent waits its turn."""

import asyncio
import itertools
from typing import Any

import pytest
from playwright.async_api import expect

from refbrowser import Browser, Chat, Settings
from refbrowser.viewer import RunningViewer, serve
from tests.support.calls import do, ok, opened, refs, refused
from tests.support.server import Site
from tests.support.waiting import until
from tests.viewer.conftest import PATIENCE_MS, OpenWindow
from tests.viewer.eyes import watching

LOG = """<script>
window.log = [];
const kinds = ['mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu', 'wheel', 'drop', 'keydown', 'touchstart', 'compositionend', 'input', 'change'];
for (const type of kinds) addEventListener(type, event => {
  const { clientX: x, clientY: y } = event.touches?.[0] ?? event;
  log.push({ type, x, y, trusted: event.isTrusted, key: event.key, button: event.button, ctrl: event.ctrlKey, shift: event.shiftKey,
    dy: event.deltaY, data: event.data, id: event.target.id, file: event.dataTransfer?.files[0]?.name });
  if (type === 'contextmenu' || type === 'drop') event.preventDefault();
}, { capture: true, passive: false });
</script>"""
BOX = "<div id=box tabindex=0 style='position:absolute;left:900px;top:500px;width:60px;height:40px;background:#369'></div>"
FIELD = "<input id=field style='position:absolute;left:100px;top:100px;width:400px;height:60px'>"


async def logged(chat: Chat, kind: str, count: int = 1) -> list[dict[str, Any]]:
    """The events of that kind, once there are so many. Asked past the person's hold, as the page itself."""
    session = chat.existing()
    assert session is not None
    page = session.tab(None).page
    await page.wait_for_function(
        "([kind, count]) => log.filter(event => event.type === kind).length >= count", arg=[kind, count], timeout=PATIENCE_MS
    )
    events: list[dict[str, Any]] = await page.evaluate("kind => log.filter(event => event.type === kind)", kind)
    assert all(event["trusted"] for event in events)
    return events


async def value(chat: Chat, wanted: str) -> None:
    session = chat.existing()
    assert session is not None
    await session.tab(None).page.wait_for_function(
        "wanted => document.getElementById('field').value === wanted", arg=wanted, timeout=PATIENCE_MS
    )


@pytest.mark.parametrize(("width", "scale"), [(1280, 1), (1000, 2), (1900, 1.5)])
@pytest.mark.rows(1)
async def test_a_click_lands_where_it_was_meant(chat: Chat, site: Site, window: OpenWindow, width: int, scale: float) -> None:
    await do(chat, "open", url=site.page(LOG + BOX))
    eye = await window(chat.id, width=width, scale=scale)
    await eye.take_over()
    await eye.click(930, 520)
    (click,) = await logged(chat, "click")
    assert click["id"] == "box"
    assert abs(click["x"] - 930) <= 2
    assert abs(click["y"] - 520) <= 2


async def test_every_button_double_clicks_modifiers_and_the_wheel(chat: Chat, site: Site, window: OpenWindow) -> None:
    await do(chat, "open", url=site.page(LOG + BOX + "<div style='height:4000px'></div>"))
    eye = await window(chat.id)
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


async def test_keys_shortcuts_and_characters_of_any_layout(
    chat: Chat, site: Site, window: OpenWindow, viewer: RunningViewer
) -> None:
    await do(chat, "open", url=site.page(LOG + FIELD))
    eye = await window(chat.id)
    await eye.take_over()
    await eye.click(200, 130)
    await eye.page.keyboard.type("Hello World!")
    await value(chat, "Hello World!")
    await eye.page.keyboard.press("Control+a")
    await eye.page.keyboard.press("Backspace")
    await value(chat, "")
    assert (await logged(chat, "keydown", 14))[-1]["key"] == "Backspace"
    await eye.page.evaluate("""() => { for (const type of ['keydown', 'keyup'])
        document.querySelector('.typing').dispatchEvent(new KeyboardEvent(type, { key: 'ю', code: 'Period', keyCode: 190, bubbles: true, cancelable: true })) }""")
    await value(chat, "ю")
    assert (await logged(chat, "keydown", 15))[-1]["key"] == "ю"


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


async def test_a_select_and_a_date_are_chosen_in_the_viewer(chat: Chat, site: Site, window: OpenWindow) -> None:
    select = "<select id=field aria-label=Size style='position:absolute;left:100px;top:100px;width:200px;height:40px'><option>Small<option>Large<option disabled>Gone</select>"
    date = "<input id=day type=date aria-label=Day style='position:absolute;left:100px;top:300px;width:200px;height:40px'>"
    await do(chat, "open", url=site.page(LOG + select + date))
    eye = await window(chat.id)
    await eye.take_over()
    await eye.click(200, 120)
    await expect(eye.page.get_by_role("option")).to_have_text(["Small", "Large", "Gone"])
    await eye.page.keyboard.press("ArrowDown")
    await eye.page.keyboard.press("Enter")
    await value(chat, "Large")
    assert [event["id"] for event in await logged(chat, "change")] == ["field"]
    await eye.click(200, 320)
    await eye.page.get_by_role("dialog", name="Day").get_by_label("Day").fill("2027-03-14")
    await eye.page.get_by_role("button", name="Set").click()
    session = chat.existing()
    assert session is not None
    await session.tab(None).page.wait_for_function("document.getElementById('day').value === '2027-03-14'", timeout=PATIENCE_MS)


async def test_a_finger_is_a_touch(chat: Chat, site: Site, window: OpenWindow) -> None:
    await do(chat, "open", url=site.page(LOG + BOX))
    eye = await window(chat.id, width=390, height=780, scale=2, has_touch=True, is_mobile=True)
    await eye.take_over()
    await eye.page.touchscreen.tap(*await eye.point(930, 520))
    (touch,) = await logged(chat, "touchstart")
    assert touch["id"] == "box"
    assert abs(touch["x"] - 930) <= 4


async def test_two_fingers_are_two_touches_and_are_lifted_one_by_one(chat: Chat, site: Site, window: OpenWindow) -> None:
    told = """<body style='touch-action:none'><script>window.touches = [];
        for (const type of ['touchstart', 'touchmove', 'touchend']) addEventListener(type, event =>
            touches.push([type, event.isTrusted, event.touches.length, event.touches[1]?.clientX ?? null]), { passive: false })</script>"""
    await do(chat, "open", url=site.page(told))
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


async def test_a_dropped_file_reaches_the_page(chat: Chat, site: Site, window: OpenWindow) -> None:
    page = "<input id=file type=file style='position:absolute;left:0;top:0;width:400px;height:80px'>"
    await do(
        chat, "open", url=site.page(LOG + page + "<script>addEventListener('dragover', event => event.preventDefault())</script>")
    )
    eye = await window(chat.id)
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
    await eye.click(60, 40)
    await eye.page.get_by_label("Files for the page").set_input_files(
        {"name": "chosen.txt", "mimeType": "text/plain", "buffer": b"hi"}
    )
    session = chat.existing()
    assert session is not None
    await session.tab(None).page.wait_for_function(
        "document.getElementById('file').files[0]?.name === 'chosen.txt'", timeout=PATIENCE_MS
    )


async def test_calls_wait_while_a_person_has_the_tab_and_hear_what_they_changed(chat: Chat, site: Site, window: OpenWindow) -> None:
    page = "<button id=field style='position:absolute;left:100px;top:100px;width:200px;height:60px' onclick=\"this.textContent='Done by hand'\">Do it</button>"
    found = await opened(chat, site.page(LOG + page))
    eye = await window(chat.id)
    await eye.take_over()
    await eye.click(200, 130)
    waiting = asyncio.ensure_future(chat.call({"action": "hover", "ref": found["Do it"], "timeout_ms": 60_000}))
    await expect(eye.page.locator(".lease")).to_contain_text("the agent waits with a call")
    assert (await do(chat, "list"))["browsers"]
    await eye.button("Hand back").click()
    receipt = (await waiting)["result"]["action"]
    assert receipt["by_person"]["presses"] == 1
    assert receipt["by_person"]["changes"] == f"~ [button {found['Do it']}] Done by hand"
    assert "by_person" not in (await do(chat, "hover", ref=found["Do it"]))["action"]


async def test_a_call_that_waits_too_long_says_who_has_the_tab(chat: Chat, site: Site, window: OpenWindow) -> None:
    await do(chat, "open", url=site.page(BOX))
    eye = await window(chat.id)
    await eye.take_over()
    answer = await refused(chat, "user_in_control", "content", timeout_ms=100)
    assert answer["retryable"] is True
    assert answer["remedy"]["action"] == "handoff"
    await refused(chat, "user_in_control", "close")
    other = await do(chat, "open", url=site.page("<p>Other</p>"))
    assert "Other" in await do(chat, "content", browser_id=other["browser_id"])


async def test_a_person_waits_for_the_call_under_way_and_comes_before_the_next(
    chat: Chat, site: Site, viewer: RunningViewer
) -> None:
    await do(chat, "open", url=site.page(BOX))
    async with watching(viewer.url, chat.id, name="somebody-01") as eye:
        running = asyncio.ensure_future(chat.call({"action": "wait", "selector": "#later", "timeout_ms": 60_000}))
        await eye.message("call_began", action="wait")
        after = asyncio.ensure_future(chat.call({"action": "content", "timeout_ms": 60_000}))
        await eye.send(type="take", chat=chat.id, browser_id=1)
        session = chat.existing()
        assert session is not None
        lock = session.tab(1).lock
        hold = await until(lambda: lock.hold)
        assert not hold.granted
        await session.tab(1).page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p id=later>now</p>')")
        assert (await running)["ok"]
        await until(lambda: hold.granted)
        assert not after.done()
        await eye.send(type="hand_back", chat=chat.id, browser_id=1)
        ok(await after)


async def test_only_one_person_holds_a_tab(chat: Chat, site: Site, window: OpenWindow, viewer: RunningViewer) -> None:
    await do(chat, "open", url=site.page(LOG + BOX))
    eye = await window(chat.id)
    await eye.take_over()
    async with watching(viewer.url, chat.id) as other:
        await other.send(type="take", chat=chat.id, browser_id=1)
        assert (await other.message("problem"))["code"] == "user_in_control"
        await other.send(type="pointer", kind="down", chat=chat.id, browser_id=1, x=930, y=520)
        assert (await other.message("problem"))["code"] == "not_in_control"
    await eye.click(930, 520)
    assert len(await logged(chat, "mousedown")) == 1


async def test_a_hold_survives_a_reload_of_the_viewer_and_lets_go_of_what_was_pressed(
    chat: Chat, site: Site, window: OpenWindow
) -> None:
    await do(chat, "open", url=site.page(LOG + BOX))
    eye = await window(chat.id)
    await eye.take_over()
    await eye.page.mouse.move(*await eye.point(930, 520))
    await eye.page.mouse.down()
    await logged(chat, "mousedown")
    await eye.page.reload()
    await eye.button("Hand back").wait_for()
    await eye.button("Hand back").click()
    await logged(chat, "mouseup")
    assert (await do(chat, "evaluate", script="1"))["by_person"]["presses"] == 1


async def test_a_person_who_does_nothing_loses_the_tab(tmp_path: Any, marker: str, site: Site) -> None:
    async with Browser(Settings(home=tmp_path, person_idle_ms=300, while_person_acts="refuse")) as browser:
        running = await serve(browser)
        chat = browser.chat("c")
        await do(chat, "open", url=site.page(BOX))
        async with watching(running.url, "c") as eye:
            await eye.send(type="take", chat="c", browser_id=1)
            await eye.message("overview")
            session = chat.existing()
            assert session is not None
            lock = session.tab(1).lock
            await until(lambda: lock.hold is not None and lock.hold.granted)
            await refused(chat, "user_in_control", "content")
            await until(lambda: lock.hold is None)
            assert "by_person" in await do(chat, "content")
        await running.close()


async def test_handoff_parks_the_call_until_the_person_is_done(chat: Chat, site: Site, window: OpenWindow) -> None:
    found = await opened(chat, site.page(LOG + FIELD.replace("<input", "<input aria-label=Code")))
    eye = await window(chat.id)
    asked = asyncio.ensure_future(chat.call({"action": "handoff", "reason": "Type the <code> from your telephone."}))
    notice = eye.page.locator(".notice.person")
    await expect(notice).to_contain_text("Type the <code> from your telephone.")
    await notice.get_by_role("button", name="Take over").click()
    await eye.button("Hand back").wait_for()
    await eye.click(200, 130)
    await eye.page.keyboard.type("493021")
    await value(chat, "493021")
    assert not asked.done()
    await notice.get_by_role("button", name="Done").click()
    result = (await asked)["result"]
    assert result["ended_by"] == "person"
    assert result["watched_by"] == 1
    assert result["by_person"]["keystrokes"] == 6
    assert f"[input text {found['Code']}]" in result["by_person"]["changes"]
    await expect(notice).to_have_count(0)


async def test_handoff_ends_by_itself_when_nobody_comes_or_the_tab_is_closed(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page(BOX))
    assert (await do(chat, "handoff", reason="Help", timeout_ms=700))["ended_by"] == "timeout"
    asked = asyncio.ensure_future(chat.call({"action": "handoff", "reason": "Help"}))
    session = chat.existing()
    assert session is not None
    tab = session.tab(None)
    while tab.handoff is None:
        await do(chat, "list")
    await do(chat, "close")
    assert (await asked)["code"] == "tab_closed"


async def test_a_remark_reaches_the_agent_with_its_next_answer(chat: Chat, site: Site, window: OpenWindow) -> None:
    found = refs(
        await do(
            chat,
            "open",
            url=site.page(BOX + "<button style='position:absolute;left:100px;top:100px;width:200px;height:60px'>Buy</button>"),
        )
        and await do(chat, "content")
    )
    eye = await window(chat.id)
    await eye.canvas.wait_for()
    await eye.button("Point at an element for the agent").click()
    await eye.click(200, 130)
    await eye.page.get_by_label("Remark for the agent").fill("not this one")
    await eye.button("Send to the agent").click()
    await expect(eye.page.locator(".toast")).to_contain_text("next answer")
    (remark,) = (await do(chat, "hover", ref=found["Buy"]))["action"]["remarks"]
    assert remark["ref"] == found["Buy"]
    assert remark["element"] == f"[button {found['Buy']}] Buy"
    assert remark["comment"] == "not this one"
    (image,) = await do_load(chat, remark["path"])
    assert (image["width"], image["height"]) == (200, 60)
    await eye.button("Mark a region for the agent").click()
    await expect(eye.page.locator(".stage")).to_have_attribute("data-tool", "box")
    await eye.page.mouse.move(*await eye.point(880, 480))
    await eye.page.mouse.down()
    await eye.page.mouse.move(*await eye.point(980, 560))
    await eye.page.mouse.up()
    await eye.button("Send to the agent").click()
    await expect(eye.page.locator(".remark")).to_have_count(0)
    text = await until(lambda: do(chat, "content"), lambda text: "remarks:" in text)
    assert '"region": [880, 480, 100, 80]' in text


async def do_load(chat: Chat, path: str) -> list[dict[str, Any]]:
    answer = await chat.vision_load([path])
    assert answer["ok"], answer
    images: list[dict[str, Any]] = answer["result"]
    return images
