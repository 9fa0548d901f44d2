"""Screenshots: a file of the right format and size, and the way to look at it."""

import base64
import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from refbrowser import Chat
from tests.conftest import ChatUnder
from tests.support.calls import do, navigated, ok, opened, refused
from tests.support.server import Site

PAGE = "<style>body {margin: 0; background: #fff} #box {position: absolute; left: 50px; top: 40px; width: 200px; height: 100px; background: #00f; border: 0}</style><button id=box aria-label=Box></button><div style='height: 2000px'></div>"


async def shot(chat: Chat, **arguments: Any) -> tuple[dict[str, Any], Image.Image]:
    result: dict[str, Any] = await do(chat, "screenshot", **arguments)
    image = Image.open(io.BytesIO(Path(result["path"]).read_bytes()))
    assert image.size == (result["width"], result["height"])
    return result, image


def colour(image: Image.Image, x: int, y: int) -> tuple[int, ...]:
    """The pixel's channels, rounded to distinguish blue from white in a JPEG."""
    pixel = image.convert("RGB").getpixel((x, y))
    assert isinstance(pixel, tuple)
    return tuple(round(int(channel) / 255) for channel in pixel)


WHITE, BLUE = (1, 1, 1), (0, 0, 1)


async def test_the_viewport_is_photographed_as_a_jpeg_in_the_chats_folder(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(PAGE))
    result, image = await shot(shared_chat)
    assert (image.format, result["mime"], image.size) == ("JPEG", "image/jpeg", (1280, 720))
    assert (colour(image, 10, 10), colour(image, 60, 50)) == (WHITE, BLUE)
    assert Path(result["path"]).parent.parent == shared_chat.folder
    assert result["vision_load"] == {"tool_name": "vision_load", "tool_args": {"paths": [result["path"]]}}
    assert result["state"]["browser_id"] == 1
    assert "data" not in result


@pytest.mark.long("browser/test_screenshot.py::test_the_viewport_is_photographed_as_a_jpeg_in_the_chats_folder")
async def test_two_screenshots_are_two_files(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page(PAGE))
    assert (await shot(chat))[0]["path"] != (await shot(chat))[0]["path"]


async def test_a_path_that_ends_in_png_is_a_png(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(PAGE))
    result, image = await shot(shared_chat, path="shots/page.PNG")
    assert (image.format, result["mime"]) == ("PNG", "image/png")
    assert Path(result["path"]) == shared_chat.folder / "shots" / "page.PNG"
    assert (await shot(shared_chat, path="shots/page.jpeg"))[1].format == "JPEG"


async def test_a_better_quality_is_a_larger_file(shared_chat: Chat, site: Site) -> None:
    await do(
        shared_chat, "navigate", url=site.page("<style>body {background: repeating-conic-gradient(red, blue, lime 7deg)}</style>")
    )
    sizes = [Path((await shot(shared_chat, quality=quality))[0]["path"]).stat().st_size for quality in (20, 95)]
    assert sizes[0] < sizes[1]


async def test_a_full_page_is_as_tall_as_the_document(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(PAGE))
    _, image = await shot(shared_chat, full_page=True)
    assert image.size == (1280, 2000)
    state = await do(shared_chat, "state")
    assert (state["scroll"]["y"], state["viewport"]["height"]) == (0, 720)


@pytest.mark.rows(1)
@pytest.mark.parametrize("scrolled", [0, 300])
async def test_an_element_is_photographed_alone(shared_chat: Chat, site: Site, scrolled: int) -> None:
    numbers = await navigated(shared_chat, site.page(PAGE))
    await do(shared_chat, "evaluate", script=f"window.scrollTo(0, {scrolled})")
    _, image = await shot(shared_chat, ref=numbers["Box"])
    assert image.size == (200, 100)
    assert {colour(image, *point) for point in ((2, 2), (197, 2), (2, 97), (197, 97))} == {BLUE}


@pytest.mark.long("browser/test_screenshot.py::test_an_element_is_photographed_alone")
async def test_an_element_in_a_frame_is_photographed_where_it_is(chat: Chat, site: Site) -> None:
    site.page(PAGE, "/inner")
    numbers = await opened(
        chat,
        site.page(
            "<body style='margin: 0'><iframe src=/inner style='margin: 60px; border: 5px solid red; width: 600px; height: 400px'></iframe>"
        ),
    )
    _, image = await shot(chat, ref=numbers["Box"])
    assert image.size == (200, 100)
    assert {colour(image, *point) for point in ((2, 2), (197, 97))} == {BLUE}


async def test_a_tab_in_the_background_is_photographed_without_coming_forward(shared_chat: Chat, site: Site) -> None:
    back = (await do(shared_chat, "navigate", url=site.page(PAGE)))["browser_id"]
    front = (await do(shared_chat, "open", url=site.page("<p>Front")))["browser_id"]
    _, image = await shot(shared_chat, browser_id=back)
    assert colour(image, 60, 50) == BLUE
    assert (await do(shared_chat, "list"))["last_interacted_browser_id"] == front
    await do(shared_chat, "close")


async def test_vision_load_gives_the_image_scaled_to_what_models_take(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(PAGE))
    small, _ = await shot(shared_chat)
    tall, _ = await shot(shared_chat, full_page=True, path="tall.png")
    first, second = ok(await shared_chat.vision_load([small["path"], "tall.png"]))
    assert (first["mime"], first["width"], first["height"], first["scale"]) == ("image/jpeg", 1280, 720, 1.0)
    assert base64.b64decode(first["data"]) == Path(small["path"]).read_bytes()
    image = Image.open(io.BytesIO(base64.b64decode(second["data"])))
    assert image.size == (second["width"], second["height"])
    assert max(image.size) <= 1568
    assert second["scale"] == pytest.approx(image.size[1] / tall["height"], abs=0.01)
    assert ok(await shared_chat.vision_load(small["path"]))[0]["path"] == small["path"]


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("action", "arguments", "scale"),
    [("set_viewport", {"width": 1280, "height": 720, "device_scale": 2}, 2), ("emulate", {"device": "iPhone 15"}, 3)],
    ids=["scale", "device"],
)
async def test_a_picture_of_a_dense_screen_reports_its_scale(
    chat: Chat, site: Site, action: str, arguments: dict[str, Any], scale: int
) -> None:
    seen = "<meta name=viewport content='width=device-width'><script>onclick = event => document.title = event.target.id</script>"
    numbers = await opened(chat, site.page(seen + PAGE))
    assert "scale" not in (await shot(chat))[0]
    await do(chat, action, **arguments)
    for part in ({"full_page": True}, {"ref": numbers["Box"]}):
        assert (await shot(chat, **part))[0]["scale"] == pytest.approx(scale, abs=0.01), part
    taken, image = await shot(chat)
    assert taken["scale"] == pytest.approx(scale, abs=0.01)
    assert colour(image, 51 * scale, 41 * scale) == BLUE
    (loaded,) = ok(await chat.vision_load([taken["path"]]))
    point = {axis: middle * loaded["width"] / image.width * scale for axis, middle in (("x", 150), ("y", 90))}
    await do(chat, "click", **{axis: value / loaded["scale"] for axis, value in point.items()})
    assert (await do(chat, "state"))["title"] == "box"
    outside = (taken["state"]["viewport"]["width"] + 20, 50)
    answer = await refused(chat, "invalid_arguments", "click", x=outside[0], y=outside[1])
    assert f"by its scale, {scale}" in answer["remedy"]["hint"]


@pytest.mark.long("browser/test_screenshot.py::test_a_picture_of_a_dense_screen_reports_its_scale")
async def test_numbers_are_drawn_where_the_elements_are_on_a_dense_screen(chat: Chat, site: Site) -> None:
    await opened(chat, site.page(PAGE))
    await do(chat, "set_viewport", width=600, height=400, device_scale=2)
    _, image = await shot(chat, annotate=True, path="marked.png")
    assert colour(image, 101, 81) != BLUE
    assert colour(image, 110, 90) == BLUE
    assert colour(image, 55, 45) == WHITE


async def test_files_of_another_chat_are_not_to_be_seen(shared_chat: Chat, other_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(PAGE))
    path = (await shot(shared_chat))[0]["path"]
    assert (await other_chat.vision_load([path]))["code"] == "file_denied"


async def test_folders_that_the_settings_name_may_be_written_to(chat_under: ChatUnder, tmp_path: Path, site: Site) -> None:
    chat = chat_under(file_roots=(tmp_path / "shared",), viewport_width=400, viewport_height=300)
    await do(chat, "open", url=site.page(PAGE))
    result, image = await shot(chat, path=str(tmp_path / "shared" / "deep" / "a.jpg"))
    assert image.size == (400, 300)
    assert ok(await chat.vision_load([result["path"]]))


@pytest.mark.rows(1)
@pytest.mark.parametrize("box", ["height:100px;overflow:auto", "width:150px;overflow:auto;white-space:nowrap"])
async def test_an_element_in_a_box_that_scrolls_is_scrolled_to_for_its_picture(shared_chat: Chat, site: Site, box: str) -> None:
    filler = "<div style='display:inline-block;width:900px;height:900px'></div>"
    button = "<button aria-label=Blue style='width:60px;height:30px;border:0;background:#00f'></button>"
    page = f"<div style='{box}'>{filler}<br>{filler}{button}{filler}</div><div style='height:3000px'></div>"
    numbers = await navigated(shared_chat, site.page(page))
    result, image = await shot(shared_chat, ref=numbers["Blue"])
    assert (image.size, colour(image, 30, 15), result["scrolled"]) == ((60, 30), BLUE, True)
    assert (await do(shared_chat, "state"))["scroll"]["y"] == 0
    again, image = await shot(shared_chat, ref=numbers["Blue"])
    assert (colour(image, 30, 15), "scrolled" in again) == (BLUE, False)
