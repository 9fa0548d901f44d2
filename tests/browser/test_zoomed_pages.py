"""A page that is zoomed by fingers shows a part of its viewport, larger: refs, points and offsets still mean what is shown there."""

import io
import itertools
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from refbrowser import Chat
from tests.support.calls import do, evaluated, opened, refused
from tests.support.server import Site
from tests.support.tabs import tab_of

BUTTON = "position:absolute;width:80px;height:40px;border:0;"
INNER = f"<body style='margin:0'><button style='{BUTTON}left:20px;top:20px'>Inner</button>"
PAGE = f"""<body style='margin:0;width:1280px;height:720px;background:#fff'>
<button id=near style='{BUTTON}left:40px;top:40px;background:#06f'>Near</button>
<button id=middle style='{BUTTON}left:700px;top:400px;background:#f00'>Middle</button>
<button id=far style='{BUTTON}left:1190px;top:670px;background:#093'>Far</button>
<iframe style='position:absolute;left:300px;top:300px;width:200px;height:100px;border:3px solid'></iframe>
<script>
window.pressed = [];
const note = (event, name) => pressed.push([name, event.clientX, event.clientY]);
addEventListener('mousedown', (event) => note(event, event.target.id || event.target.tagName));
document.querySelector('iframe').src = '/inner';
</script>"""
NOTED = (
    "<script>addEventListener('mousedown', (event) => parent.postMessage(['inner', event.clientX, event.clientY], '*'))</script>"
)
HEAR = "<script>addEventListener('message', ({ data }) => pressed.push(data))</script>"


async def zoom(chat: Chat, scale: float, to: str = "near") -> None:
    """Zooms the page, and moves the part that is shown so that it holds an element."""
    tab = tab_of(chat)
    await tab.cdp.send("Emulation.setPageScaleFactor", {"pageScaleFactor": scale})
    await tab.page.wait_for_function("scale => visualViewport.scale === scale", arg=scale)
    await tab.page.evaluate("id => document.getElementById(id).scrollIntoView({ block: 'center', inline: 'center' })", to)


async def last_press(chat: Chat) -> list[Any]:
    await tab_of(chat).page.wait_for_function("pressed.length > 0", timeout=5_000)
    pressed: list[list[Any]] = await tab_of(chat).page.evaluate("pressed")
    await tab_of(chat).page.evaluate("pressed.length = 0")
    assert len(pressed) == 1, pressed
    return pressed[0]


async def zoomed(chat: Chat, site: Site, other_site: bool, scale: int, place: str) -> dict[str, int]:
    """The refs of the page, zoomed."""
    site.page(INNER + NOTED, "/inner")
    # Of a frame in another process Chromium reports the place without its border.
    page = PAGE.replace("/inner", site.other("/inner")).replace("border:3px solid", "border:0") if other_site else PAGE
    found = await opened(chat, site.page(page + HEAR))
    await zoom(chat, scale, place)
    return found


LABELS: dict[str, tuple[int, int] | None] = {"Far": (70, 30), "Near": (5, 6), "Middle": None}


async def reached(chat: Chat, found: dict[str, int], scale: int, place: str, label: str) -> None:
    offset = LABELS[label]
    extra = {"offset_x": offset[0], "offset_y": offset[1]} if offset else {}
    receipt = (await do(chat, "click", ref=found[label], observe="none", **extra))["action"]
    name, x, y = await last_press(chat)
    assert name == label.lower(), (scale, place, label)
    if offset:
        box = await evaluated(chat, f"document.getElementById('{name}').getBoundingClientRect().toJSON()")
        assert (x - box["x"], y - box["y"]) == pytest.approx(offset, abs=1)
    # What the receipt calls the point is where a picture of the tab shows it.
    for event_type in ("down", "up"):
        await do(chat, "mouse", event_type=event_type, x=receipt["point"][0], y=receipt["point"][1], observe="none")
    again = await last_press(chat)
    assert again[0] == name
    assert again[1:] == pytest.approx([x, y], abs=1)
    await do(chat, "hover", ref=found["Middle"], observe="none")
    await do(chat, "mouse", event_type="move", x=1, y=1, observe="none")
    assert (await do(chat, "click", selector="#far", force=True, observe="none"))["action"]["element"]
    assert (await last_press(chat))[0] == "far"


async def reached_in_frame(chat: Chat, found: dict[str, int], scale: int, place: str) -> None:
    for extra in ({}, {"offset_x": 7, "offset_y": 9}):
        await do(chat, "click", ref=found["Inner"], observe="none", **extra)
        name, x, y = await last_press(chat)
        assert name == "inner", (scale, place)
        assert (x, y) == pytest.approx((27, 29) if extra else (60, 40), abs=1), (scale, place, extra)


@pytest.mark.rows(1)
@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize(("scale", "place"), dict.fromkeys([(2, "far"), *itertools.product([1, 2, 4], ["near", "far"])]))
async def test_refs_points_and_offsets_reach_what_is_shown(chat: Chat, site: Site, scale: int, place: str, label: str) -> None:
    await reached(chat, await zoomed(chat, site, False, scale, place), scale, place, label)


@pytest.mark.long("browser/test_zoomed_pages.py::test_refs_points_and_offsets_reach_what_is_shown")
@pytest.mark.parametrize(("scale", "place"), list(itertools.product([1, 2, 4], ["near", "far"])))
async def test_they_reach_a_frame_of_the_page(chat: Chat, site: Site, scale: int, place: str) -> None:
    await reached_in_frame(chat, await zoomed(chat, site, False, scale, place), scale, place)


@pytest.mark.long("browser/test_zoomed_pages.py::test_refs_points_and_offsets_reach_what_is_shown")
@pytest.mark.parametrize("place", ["near", "far"])
@pytest.mark.parametrize("scale", [1, 2, 4])
async def test_they_reach_a_frame_with_a_process_of_its_own(isolated_chat: Chat, site: Site, scale: int, place: str) -> None:
    found = await zoomed(isolated_chat, site, True, scale, place)
    for label in LABELS:
        await reached(isolated_chat, found, scale, place, label)
    await reached_in_frame(isolated_chat, found, scale, place)


@pytest.mark.long("browser/test_zoomed_pages.py::test_refs_points_and_offsets_reach_what_is_shown")
@pytest.mark.parametrize("scale", [1, 2, 4])
async def test_a_point_is_one_of_the_picture(chat: Chat, site: Site, scale: int, tmp_path: Path) -> None:
    await opened(chat, site.page(PAGE))
    await zoom(chat, scale, "middle")
    with Image.open(io.BytesIO(Path((await do(chat, "screenshot"))["path"]).read_bytes())) as image:
        red = [(x, y) for x in range(0, image.width, 4) for y in range(0, image.height, 4) if is_red(image.getpixel((x, y)))]
    left, top = min(red)
    for action, extra in (("click", {}), ("double_click", {}), ("mouse", {"event_type": "click"})):
        await tab_of(chat).page.evaluate("pressed.length = 0")
        await do(chat, action, x=left + 8, y=top + 8, **extra)
        pressed = await tab_of(chat).page.evaluate("pressed")
        assert pressed[-1][0] == "middle", (action, pressed)
    await do(chat, "drag", x=left + 8, y=top + 8, to_x=left + 12, to_y=top + 8)
    await refused(chat, "invalid_arguments", "click", x=1280, y=10)


def is_red(pixel: Any) -> bool:
    return bool(pixel[0] > 200 and pixel[1] < 60 and pixel[2] < 60)


@pytest.mark.long("browser/test_zoomed_pages.py::test_refs_points_and_offsets_reach_what_is_shown")
async def test_a_page_that_a_telephone_shows_smaller_takes_points_of_its_picture(chat: Chat, site: Site) -> None:
    found = await opened(chat, site.page(PAGE))
    await do(chat, "emulate", device="iPhone 15")
    await tab_of(chat).page.wait_for_function("visualViewport.scale < 1")
    point = (await do(chat, "click", ref=found["Far"]))["action"]["point"]
    name, *pressed = await last_press(chat)
    assert name == "far"
    await do(chat, "click", x=point[0], y=point[1])
    name, *again = await last_press(chat)
    assert name == "far"
    assert again == pytest.approx(pressed, abs=3)
    await do(chat, "emulate", device="none")


async def test_a_page_in_full_screen_can_be_given_a_size(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Here"))
    await do(shared_chat, "evaluate", script="document.documentElement.requestFullscreen()")
    await do(shared_chat, "set_viewport", width=900, height=700)
    # Chromium says so to the document once its window has the other size.
    await do(shared_chat, "wait", script="document.fullscreenElement === null")
    assert await evaluated(shared_chat, "[innerWidth, innerHeight]") == [900, 700]
    await do(shared_chat, "set_viewport", width=1280, height=720)
