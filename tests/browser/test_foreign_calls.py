"""Calls as the prompts of other systems teach them, in a real browser: what they promise is kept when it is asked for in their words."""

from pathlib import Path

import pytest
from PIL import Image

from refbrowser import Browser, Chat, Settings
from refbrowser.actions.aliases import plain_name
from refbrowser.actions.catalog import BY_NAME
from tests.support.calls import do, evaluated, navigated, ok, page_text
from tests.support.server import Site

ACTIONS = [
    "open",
    "list",
    "state",
    "set_active",
    "navigate",
    "back",
    "forward",
    "reload",
    "content",
    "detail",
    "screenshot",
    "click",
    "hover",
    "double_click",
    "right_click",
    "drag",
    "type",
    "submit",
    "type_submit",
    "scroll",
    "evaluate",
    "key_chord",
    "mouse",
    "wheel",
    "keyboard",
    "clipboard",
    "set_viewport",
    "select_option",
    "set_checked",
    "upload_file",
    "multi",
    "close",
    "close_all",
]

ARGUMENTS = {
    "browser_id": "state navigate content click type evaluate screenshot", "url": "open navigate", "target_ref": "drag",
    "ref": "click detail type submit type_submit scroll hover double_click right_click drag select_option set_checked upload_file",
    "text": "type type_submit keyboard clipboard", "selector": "content", "selectors": "content", "script": "evaluate",
    "modifiers": "click double_click", "keys": "key_chord", "key": "keyboard", "include_content": "list", "focus_popup": "click",
    "event_type": "mouse", "x": "click hover double_click right_click drag mouse wheel",
    "y": "click hover double_click right_click drag mouse wheel", "to_x": "drag", "to_y": "drag", "offset_x": "click hover drag",
    "offset_y": "click hover drag", "target_offset_x": "drag", "target_offset_y": "drag", "delta_x": "wheel", "delta_y": "wheel",
    "button": "click double_click mouse", "quality": "screenshot", "full_page": "screenshot", "path": "screenshot upload_file",
    "paths": "upload_file", "value": "select_option", "values": "select_option", "checked": "set_checked", "width": "set_viewport",
    "height": "set_viewport", "calls": "multi",
}  # fmt: skip

KEYS = [*"azAZ09", "Enter", "Escape", "ArrowLeft", "ArrowRight", "Shift", "Control", "Alt", "Meta", "F1", "F12"]
LOGGING = "<script>window.log = []; addEventListener('keydown', event => { log.push(event.key); event.preventDefault(); })</script>"
PLACED = "<style>body{margin:0} input,button{position:absolute;left:100px;width:200px;height:40px;box-sizing:border-box}</style>"


@pytest.mark.parametrize("name", ACTIONS)
def test_every_action_of_the_prompt_exists(name: str) -> None:
    assert plain_name(name) in BY_NAME


@pytest.mark.parametrize("argument", ARGUMENTS)
def test_every_argument_of_the_prompt_is_taken(argument: str) -> None:
    for name in ARGUMENTS[argument].split():
        assert argument in BY_NAME[name].arguments.model_fields, name


async def test_no_window_is_opened(tmp_path: Path, marker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for display in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(display, raising=False)
    async with Browser(Settings(home=tmp_path)) as browser:
        assert (await do(browser.chat("blind"), "open"))["state"]["active"] is True


async def test_a_screenshot_is_a_path_and_never_bytes(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page("<title>Seen</title>"))
    shot = await do(common_chat, "screenshot", quality=80)
    assert (shot["mime"], shot["state"]["title"]) == ("image/jpeg", "Seen")
    assert shot["vision_load"] == {"tool_name": "vision_load", "tool_args": {"paths": [shot["path"]]}}
    assert len(str(shot)) < 2000
    (image,) = ok(await common_chat.vision_load(**shot["vision_load"]["tool_args"]))
    assert image["path"] == shot["path"]


async def test_a_double_click_takes_a_point_a_button_and_modifiers(common_chat: Chat, site: Site) -> None:
    page = "<script>addEventListener('auxclick', event => { window.seen = [event.detail, event.button, event.shiftKey]; event.preventDefault() })</script>"
    await do(common_chat, "navigate", url=site.page(page))
    await do(common_chat, "double_click", x=40, y=40, button="middle", modifiers=["Shift"])
    assert await evaluated(common_chat, "seen") == [2, 1, True]


async def test_a_text_given_with_the_call_is_pasted(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page("<input aria-label=To>"))
    await do(common_chat, "click", ref=refs["To"])
    await do(common_chat, "clipboard", operation="paste", text="brought along")
    assert await evaluated(common_chat, "document.querySelector('input').value") == "brought along"


async def test_a_point_of_the_screenshot_is_a_point_of_the_viewport(common_chat: Chat, site: Site) -> None:
    mark = "<button onclick='window.hit = 1' style='position:absolute;left:300px;top:200px;width:9px;height:9px;padding:0;border:0;background:#f00'></button>"
    await do(common_chat, "navigate", url=site.page(f"<style>html {{ background: #fff }}</style>{mark}"))
    shot = await do(common_chat, "screenshot", path="mark.png")
    with Image.open(shot["path"]) as image:
        red = image.convert("RGB").getchannel("G").point(lambda green: 255 if green < 128 else 0).getbbox()
    assert red == (300, 200, 309, 209)
    await do(common_chat, "click", x=(red[0] + red[2]) / 2, y=(red[1] + red[3]) / 2)
    assert await evaluated(common_chat, "hit") == 1


async def test_a_sequence_runs_on_one_page(common_chat: Chat, site: Site) -> None:
    page = '<button onclick="shown.hidden = false">Show</button><p id=shown hidden>Made by the step before</p>'
    steps = [
        {"action": "extract_text"},
        {"action": "click", "selector": "button"},
        {"action": "wait_for_selector", "selector": "#shown"},
        {"action": "extract_text", "selector": "#shown", "max_chars": 65536},
    ]
    answers = (await do(common_chat, "interact", url=site.page(page), actions=steps))["results"]
    assert [answer["ok"] for answer in answers] == [True] * 5
    assert "Made by" not in page_text(answers[1]["result"])
    assert page_text(answers[4]["result"]) == "Made by the step before"


async def test_a_form_is_filled_by_coordinates(common_chat: Chat, site: Site) -> None:
    form = "<form action=/echo><input name=user style='top:20px'><input name=pass style='top:80px' type=password><button style='top:140px'>Go</button></form>"
    await do(common_chat, "launch", url=site.page(PLACED + form))
    await do(common_chat, "click", coordinate="200,40")
    await do(common_chat, "type", text="ada@x.test")
    await do(common_chat, "click", coordinate="200,100")
    await do(common_chat, "type", text="secret")
    await do(common_chat, "press_key", key="Enter")
    assert await evaluated(common_chat, "location.href") == site.url("/echo?user=ada%40x.test&pass=secret")
    assert (await do(common_chat, "state"))["url"] == site.url("/echo?user=ada%40x.test&pass=•••")


async def test_tabs_are_worked_by_their_ids(chat: Chat, site: Site) -> None:
    urls = [site.page(f"<title>{name}</title>") for name in ("One", "Two")]
    await do(chat, "launch", url=urls[0])
    await do(chat, "new_tab", url=urls[1])
    await do(chat, "switch_tab", tab_id="tab_1")
    listed = await do(chat, "list_tabs")
    assert [tab["url"] for tab in listed["browsers"]] == urls
    assert listed["last_interacted_browser_id"] == 1
    assert len((await do(chat, "close_tab", tab_id="tab_2"))["browsers"]) == 1
    assert (await do(chat, "close"))["browsers"] == []
    assert (await do(chat, "launch", url=urls[0]))["state"]["title"] == "One"


async def test_launching_and_going_back_and_forward(common_chat: Chat, site: Site) -> None:
    first, second = (site.page(f"<title>{name}</title>") for name in ("One", "Two"))
    await do(common_chat, "launch", url=first)
    assert (await do(common_chat, "goto", url=second))["title"] == "Two"
    assert (await do(common_chat, "back"))["title"] == "One"
    assert (await do(common_chat, "forward"))["title"] == "Two"


async def test_points_are_pressed_twice_and_hovered(common_chat: Chat, site: Site) -> None:
    page = "<button style='top:20px' onmouseenter='document.title += `over-`' ondblclick='document.title += `twice`'>B</button>"
    await do(common_chat, "goto", url=site.page(PLACED + page))
    await do(common_chat, "hover", coordinate="200,40")
    await do(common_chat, "double_click", coordinate="200,40")
    assert (await do(common_chat, "state"))["title"] == "over-twice"


@pytest.mark.rows(1)
@pytest.mark.parametrize("key", KEYS)
async def test_every_key_of_the_tool_is_known(common_chat: Chat, site: Site, key: str) -> None:
    await do(common_chat, "goto", url=site.page(LOGGING))
    await do(common_chat, "press_key", key=key)
    assert await evaluated(common_chat, "log") == [key]


async def test_the_page_scrolls_down_and_up(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "goto", url=site.page("<p style='height: 9000px'>Tall"))
    down = (await do(common_chat, "scroll_down"))["action"]["scroll_after"]["y"]
    up = (await do(common_chat, "scroll_up"))["action"]["scroll_after"]["y"]
    assert (down > 200, up) == (True, 0)


async def test_the_last_expression_of_a_script_comes_back(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "goto", url=site.page("<title>T</title><a href=/>a</a><a href=/>b</a>"))
    script = (
        "const links = document.querySelectorAll('a');\nawait Promise.resolve();\n({links: links.length, title: document.title})\n"
    )
    assert (await do(common_chat, "execute_js", js_code=script))["result"] == {"links": 2, "title": "T"}
    assert (await do(common_chat, "execute_js", js_code="[typeof require, typeof playwright]"))["result"] == ["undefined"] * 2


async def test_a_page_is_saved_and_its_source_viewed(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "goto", url=site.page("<p>Print me"))
    saved = await do(common_chat, "save_pdf", file_path="page.pdf")
    assert Path(saved["path"]).name == "page.pdf"
    assert Path(saved["path"]).read_bytes().startswith(b"%PDF-")
    assert "<p>Print me" in (await do(common_chat, "view_source"))["html"]


async def test_targets_may_be_texts_and_roles(common_chat: Chat, site: Site) -> None:
    await do(
        common_chat,
        "goto",
        url=site.page("<button onclick='this.textContent = `Signed in`'>Sign In</button><label>Mail <input></label>"),
    )
    await do(common_chat, "browser_hover", selector="text=Sign In")
    await do(common_chat, "browser_click", selector="text=Sign In")
    receipt = await do(common_chat, "browser_type", selector="role=textbox[name=Mail]", text="ada@x.test")
    assert receipt["action"]["value"] == "ada@x.test"
    assert await evaluated(common_chat, "document.querySelector('button').textContent") == "Signed in"
