"""What a person does on a tab that they have: it reaches the page as it would in a browser of their own, and stays theirs."""

import asyncio
from typing import Any

import pytest
from playwright.async_api import Page, expect

from refbrowser import Chat
from refbrowser.viewer import RunningViewer
from tests.support.calls import do, opened, refused
from tests.support.server import Site
from tests.support.tabs import tab_of
from tests.support.waiting import until
from tests.viewer.conftest import PATIENCE_MS, OpenWindow, Window
from tests.viewer.eyes import watching

AT = "style='position:absolute;left:100px;top:{top}px;width:300px;height:60px'"
FIELD = f"<input id=field {AT.format(top=100)}>"
LOG = """<script>window.log = [];
for (const type of ['paste', 'copy', 'cut', 'click', 'keydown']) addEventListener(type, event => log.push([type, event.key ?? event.clipboardData?.getData('text/plain') ?? '',
    [...(event.clipboardData?.files ?? [])].map(file => `${file.name} ${file.type} ${file.size}`).join()]), true)</script>"""
ONE_TIME_CODE = """<div>{}</div><script>const boxes = [...document.querySelectorAll('.code')];
for (const box of boxes) box.addEventListener('paste', event => {{ event.preventDefault();
    [...event.clipboardData.getData('text')].forEach((digit, index) => boxes[index].value = digit) }})</script>""".format(
    "".join(
        f"<input class=code maxlength=1 style='position:absolute;left:{100 + 60 * index}px;top:300px;width:40px;height:40px'>"
        for index in range(6)
    )
)
CLIPBOARD = ["clipboard-read", "clipboard-write"]


async def true(page: Page, expression: str) -> None:
    await page.wait_for_function(expression, timeout=PATIENCE_MS)


async def at_work(chat: Chat, url: str, window: OpenWindow, **options: Any) -> tuple[Window, Page]:
    """A person who has the tab, and its page, which they do not ask."""
    await do(chat, "open", url=url)
    eye = await window(chat.id, **options)
    await eye.take_over()
    return eye, tab_of(chat).page


async def taken_over(chat: Chat, url: str, eye: Window) -> Page:
    """The page of a tab that the person at the window has, which they do not ask."""
    await do(chat, "navigate", url=url)
    await eye.take_over()
    return tab_of(chat).page


@pytest.mark.long("viewer/test_input_of_a_person.py::test_two_fingers_are_two_touches_and_are_lifted_one_by_one")
async def test_a_pinch_zooms_evenly_and_ends_with_the_hold(chat: Chat, site: Site, window: OpenWindow) -> None:
    button = "<button style='position:absolute;left:900px;top:500px;width:60px;height:40px'>Buy</button>"
    found = await opened(chat, site.page("<body style='height:720px;margin:0'>" + LOG + button))
    eye = await window(chat.id, has_touch=True)
    await eye.take_over()
    page, hands = tab_of(chat).page, await eye.page.context.new_cdp_session(eye.page)
    for apart in (40, 60, 80, 100, 120):
        points = [
            dict(zip("xy", await eye.point(640 + side * apart, 360), strict=True), id=number) for number, side in ((0, -1), (1, 1))
        ]
        await hands.send("Input.dispatchTouchEvent", {"type": "touchStart" if apart == 40 else "touchMove", "touchPoints": points})
        await eye.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    await hands.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await true(page, "visualViewport.scale > 1.2")
    # A press lands where the picture shows it to land.
    await eye.click(640, 360)
    await true(page, "log.length > 0")
    await eye.button("Hand back").click()
    await true(page, "visualViewport.scale === 1")
    await page.evaluate("log.length = 0")
    await do(chat, "click", ref=found["Buy"])
    assert await page.evaluate("log.map(([type]) => type)") == ["click"]


@pytest.mark.long("viewer/test_watching.py::test_dialogs_are_shown_and_answered_by_the_person")
async def test_enter_answers_a_dialog_and_reaches_no_button_behind_it(
    chat: Chat, site: Site, window: OpenWindow, viewer: RunningViewer
) -> None:
    button = f"<button id=b {AT.format(top=100)} onclick=\"window.times = (window.times ?? 0) + 1; alert('Saved ' + times)\">Save</button>"
    eye, page = await at_work(chat, site.page(LOG + button), window)
    await eye.click(200, 130)
    dialog = eye.page.locator(".notice.dialog")
    await expect(dialog).to_contain_text("Saved 1")
    await expect(dialog.get_by_role("button", name="OK")).to_be_focused()
    await eye.page.keyboard.press("Enter")
    await expect(dialog).to_have_count(0)
    await eye.page.keyboard.type("x")
    await true(page, "log.some(([type, key]) => type === 'keydown' && key === 'x')")
    assert await page.evaluate("times") == 1
    # Keys that come before the viewer shows the dialog are not kept for the page either.
    await eye.button("Hand back").click()
    async with watching(viewer.url, chat.id) as other:
        about = {"chat": chat.id, "browser_id": 1}
        await until(lambda: tab_of(chat).lock.hold is None)
        await other.send(type="take", **about)
        await until(lambda: (hold := tab_of(chat).lock.hold) is not None and hold.granted)
        for kind in ("down", "up"):
            await other.send(type="pointer", kind=kind, x=200, y=130, **about)
        await until(lambda: tab_of(chat).dialogs.pending)
        for kind in ("down", "up"):
            await other.send(type="key", kind=kind, key="Enter", code="Enter", **about)
        await other.send(type="dialog", dialog_id=tab_of(chat).dialogs.pending[0].dialog_id, accept=True, **about)
        for kind in ("down", "up"):
            await other.send(type="key", kind=kind, key="y", code="KeyY", **about)
        await until(lambda: tab_of(chat).dialogs.count >= 2 and not tab_of(chat).dialogs.pending)
        await other.send(type="key", kind="down", key="z", code="KeyZ", **about)
        await true(page, "log.some(([type, key]) => key === 'z')")
        assert await page.evaluate("times") == 2
        assert not await page.evaluate("log.some(([type, key]) => key === 'Enter')")


async def test_text_without_a_key_comes_after_any_key(shared_chat: Chat, site: Site, eye: Window) -> None:
    page = await taken_over(shared_chat, site.page(FIELD), eye)
    await eye.click(200, 130)
    await eye.page.keyboard.type("a")
    method = await eye.page.context.new_cdp_session(eye.page)
    await method.send("Input.insertText", {"text": "🙂"})
    await true(page, "field.value === 'a🙂'")
    await eye.page.keyboard.type("b")
    await method.send("Input.imeSetComposition", {"text": "に", "selectionStart": 1, "selectionEnd": 1})
    await method.send("Input.insertText", {"text": "日"})
    await true(page, "field.value === 'a🙂b日'")
    await method.send("Input.insertText", {"text": " dictated words"})
    await true(page, "field.value === 'a🙂b日 dictated words'")


@pytest.mark.long("viewer/test_person.py::test_copy_cut_and_paste_are_events_of_the_page")
async def test_a_paste_is_an_event_of_the_page_also_in_a_frame(chat: Chat, site: Site, window: OpenWindow) -> None:
    frame = site.page(LOG + f"<input id=inner {AT.format(top=0)}>", "/frame")
    page_url = site.page(
        LOG
        + FIELD
        + ONE_TIME_CODE
        + f"<iframe src='{frame}' style='position:absolute;left:100px;top:400px;width:500px;height:200px;border:0'></iframe>"
    )
    eye, page = await at_work(chat, page_url, window, permissions=CLIPBOARD)
    await eye.page.evaluate("navigator.clipboard.writeText('493021')")
    await eye.click(110, 320)
    await eye.page.keyboard.press("Control+v")
    await true(page, "boxes.map(box => box.value).join('') === '493021'")
    await eye.click(200, 130)
    await eye.page.keyboard.press("Control+v")
    await true(page, "field.value === '493021'")
    assert await page.evaluate("log.filter(([type]) => type === 'paste').map(([, text]) => text)") == ["493021", "493021"]
    await eye.click(200, 430)
    await eye.page.keyboard.press("Control+v")
    await true(page, "frames[0].document.getElementById('inner').value === '493021'")
    assert await page.evaluate("log.filter(([type]) => type === 'paste').length") == 2


async def test_copy_cut_and_paste_are_events_of_the_page(shared_chat: Chat, site: Site, eye: Window) -> None:
    heard = "<script>addEventListener('paste', event => window.html = event.clipboardData.getData('text/html'))</script>"
    own = "<script>addEventListener('copy', event => { if (getSelection().toString() === 'sheet') { event.preventDefault(); event.clipboardData.setData('text/plain', 'from the page') } })</script>"
    secret = f"<input id=secret type=password value=hush {AT.format(top=300)}>"
    html = LOG + FIELD.replace("<input", "<input value=words") + secret + "<p id=sheet>sheet</p>" + own + heard
    page = await taken_over(shared_chat, site.page(html), eye)

    async def clipboard(text: str) -> None:
        await eye.page.wait_for_function("async (text) => await navigator.clipboard.readText() === text", arg=text)

    await eye.click(200, 130)
    await eye.page.keyboard.press("Control+a")
    await eye.page.keyboard.press("Control+x")
    await true(page, "field.value === '' && log.some(([type]) => type === 'cut')")
    await clipboard("words")
    await page.evaluate("document.activeElement.blur(); getSelection().selectAllChildren(sheet)")
    await eye.page.keyboard.press("Control+c")
    await clipboard("from the page")
    await eye.click(200, 330)
    await eye.page.keyboard.press("Control+a")
    await eye.page.keyboard.press("Control+c")
    await true(page, "log.filter(([type]) => type === 'copy').length === 2")
    await clipboard("from the page")
    # Pictures and formatted text.
    await eye.click(200, 130)
    await eye.page.evaluate("""() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', '<b>bold</b>');
        clipboardData.items.add(new File([new Uint8Array(70_000)], 'photo.png', { type: 'image/png' }));
        document.querySelector('.typing').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }""")
    await true(page, "log.some(([type, , files]) => type === 'paste' && files === 'photo.png image/png 70000')")
    assert await page.evaluate("html") == "<b>bold</b>"


@pytest.mark.long("viewer/test_takeover.py::test_calls_wait_while_a_person_has_the_tab_and_hear_what_they_changed")
@pytest.mark.parametrize("rel", ["opener", "noopener"])
async def test_a_popup_that_a_person_opens_is_theirs(chat: Chat, site: Site, window: OpenWindow, rel: str) -> None:
    link = f"<a href='{site.page('<title>Sign in</title><p>Sign in</p>' + FIELD, '/signin')}' target=_blank rel={rel} {AT.format(top=100)}>Sign in</a>"
    other = await do(chat, "open", url=site.page("<button>Other</button>"))
    found = await opened(chat, site.page(link))
    eye = await window(chat.id)
    await eye.take_over()
    acting = asyncio.ensure_future(
        chat.call({"action": "wait", "browser_id": other["browser_id"], "selector": "#later", "timeout_ms": 60_000})
    )
    await eye.click(200, 110)
    await expect(eye.page.get_by_role("tab", selected=True)).to_contain_text("Sign in")
    await expect(eye.button("Hand back")).to_be_enabled()
    popup = tab_of(chat, 3)
    assert popup.lock.hold is not None
    await tab_of(chat, other["browser_id"]).page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p id=later>now</p>')")
    assert "3" not in str((await acting)["result"].get("opened_meanwhile", ""))
    await refused(chat, "user_in_control", "content", browser_id=3, timeout_ms=100)
    await eye.click(200, 130)
    await eye.page.keyboard.type("me")
    await true(popup.page, "field.value === 'me'")
    await popup.page.evaluate("setTimeout(() => close())")
    await expect(eye.page.get_by_role("tab", selected=True)).not_to_contain_text("Sign in")
    # A tab of their own, which they go to an address in and close.
    await eye.button("New tab").click()
    await expect(eye.page.get_by_role("tab")).to_have_count(3)
    await expect(eye.page.get_by_role("tab", selected=True)).to_contain_text("New tab")
    address = eye.page.get_by_label("Address", exact=True)
    await expect(address).to_be_editable()
    await address.fill(site.page("<title>My own</title>"))
    await address.press("Enter")
    await expect(eye.page.get_by_role("tab", selected=True)).to_contain_text("My own")
    size = eye.page.get_by_label("Size of the page")
    await expect(size).to_have_value("1280 × 720")
    await size.select_option("390 × 844")
    await true(tab_of(chat, 4).page, "innerWidth === 390 && innerHeight === 844")
    await eye.button("Close this tab").click()
    await expect(eye.page.get_by_role("tab")).to_have_count(2)
    await eye.button("Hand back").click()
    report = (await do(chat, "hover", ref=found["Sign in"]))["action"]
    assert report["by_person"]["opened_browser_ids"] == report["by_person"]["closed_browser_ids"] == [3, 4]
    assert "closed_meanwhile" not in report
    assert "opened_browser_ids" not in report
    assert "opened_meanwhile" not in report
