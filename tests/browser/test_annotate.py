"""Screenshots with the refs drawn in, and pages taller than Chromium can draw at once."""

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from refbrowser import Chat
from refbrowser.browser.engine.cdp_session import TabCdpSession
from refbrowser.browser.imaging.images import Mark, put_together
from tests.support.calls import do, navigated, opened, refused
from tests.support.server import Site

BUSY = "const end = Date.now() + 1200; while (Date.now() < end);"
PLAIN = "<body style='margin:0;background:#fff'>"
BUTTON = (
    "<button style='position:absolute;left:{}px;top:{}px;width:100px;height:40px;background:#fff;border:0;color:#fff'>B</button>"
)


def painted(path: str, box: tuple[int, int, int, int]) -> bool:
    """Whether anything but white is in that part of the image."""
    with Image.open(path) as image:
        return min(image.convert("L").crop(box).tobytes()) < 250


async def test_each_ref_is_framed_and_its_inside_stays_free(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page(PLAIN + BUTTON.format(200, 100) + BUTTON.format(600, 300)))
    plain = await do(common_chat, "screenshot", path="plain.png")
    assert not painted(plain["path"], (0, 0, 1280, 720))
    shot = await do(common_chat, "screenshot", annotate=True, path="drawn.png")
    assert shot["annotated"] == 2
    for left, top in ((200, 100), (600, 300)):
        assert painted(shot["path"], (left, top - 20, left + 30, top)), "the label stands above the corner"
        assert painted(shot["path"], (left, top, left + 2, top + 40)), "the frame is drawn"
        assert not painted(shot["path"], (left + 4, top + 4, left + 96, top + 36)), "nothing covers the target"


@pytest.mark.long("browser/test_annotate.py::test_each_ref_is_framed_and_its_inside_stays_free")
async def test_refs_in_frames_are_drawn_where_they_are(chat: Chat, site: Site) -> None:
    site.page(PLAIN + BUTTON.format(50, 60), "/inner")
    frame = f"<iframe src='{site.other('/inner')}' style='position:absolute;left:300px;top:200px;width:400px;height:300px;border:0'></iframe>"
    await opened(chat, site.page(PLAIN + frame))
    shot = await do(chat, "screenshot", annotate=True, path="drawn.png")
    assert shot["annotated"] == 1
    assert painted(shot["path"], (350, 260, 352, 300))
    assert not painted(shot["path"], (354, 264, 446, 296))


@pytest.mark.long("browser/test_annotate.py::test_each_ref_is_framed_and_its_inside_stays_free")
async def test_only_what_is_in_view_is_drawn_unless_the_full_page_is_shown(chat: Chat, site: Site) -> None:
    await opened(chat, site.page(PLAIN + BUTTON.format(10, 50) + BUTTON.format(10, 2000)))
    await do(chat, "evaluate", script="scrollTo(0, 1800)")
    assert (await do(chat, "screenshot", annotate=True))["annotated"] == 1
    full = await do(chat, "screenshot", annotate=True, full_page=True, path="full.png")
    assert full["annotated"] == 2
    assert painted(full["path"], (10, 50, 12, 90))
    assert painted(full["path"], (10, 2000, 12, 2040))


@pytest.mark.long("browser/test_screenshot.py::test_a_full_page_is_as_tall_as_the_document")
async def test_a_very_tall_page_is_photographed_whole(chat: Chat, site: Site) -> None:
    band = "<div style='height:9000px;background:{}'></div>"
    await opened(chat, site.page(PLAIN + "".join(band.format(colour) for colour in ("#f00", "#0f0", "#00f"))))
    shot = await do(chat, "screenshot", full_page=True, path="tall.png")
    assert (shot["width"], shot["height"]) == (1280, 27_000)
    assert "cut_at" not in shot
    with Image.open(shot["path"]) as image:
        pixels = [image.convert("RGB").getpixel((600, y)) for y in (4500, 8999, 9000, 13_500, 17_999, 18_000, 26_999)]
    assert pixels == [(255, 0, 0)] * 2 + [(0, 255, 0)] * 3 + [(0, 0, 255)] * 2
    jpeg = await do(chat, "screenshot", full_page=True)
    assert jpeg["mime"] == "image/jpeg"
    assert Path(jpeg["path"]).stat().st_size > 1000


@pytest.mark.long("browser/test_annotate.py::test_a_picture_that_takes_too_long_does_not_blame_the_page")
@pytest.mark.rows(1)
@pytest.mark.parametrize(("density", "parts"), [(1, 2), (2, 4)])
async def test_a_tall_page_is_taken_in_few_parts(chat: Chat, site: Site, asked: list[str], density: int, parts: int) -> None:
    """Each of them has Chromium lay out the whole page."""
    await do(chat, "open", url=site.page("<body style='margin: 0'><div style='height: 30000px; background: #00f'></div>"))
    await do(chat, "set_viewport", width=300, height=300, device_scale=density)
    asked.clear()
    taken = await do(chat, "screenshot", full_page=True, path="tall.png")
    assert asked.count("Page.captureScreenshot") == parts
    assert (taken["width"], taken["height"]) == (300 * density, 30_000 * density)
    with Image.open(taken["path"]) as image:
        assert {image.getpixel((5, y)) for y in range(1, image.height, 1000)} == {(0, 0, 255)}


async def test_a_picture_that_takes_too_long_does_not_blame_the_page(
    common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = TabCdpSession.send

    async def slow(self: TabCdpSession, method: str, *arguments: Any, **more: Any) -> Any:
        if method == "Page.captureScreenshot":
            # As while Chromium draws: the page answers nothing else.
            await send(self, "Runtime.evaluate", {"expression": BUSY})
        return await send(self, method, *arguments, **more)

    await do(common_chat, "navigate", url=site.page("<div style='height: 20000px'>Tall</div>"))
    monkeypatch.setattr(TabCdpSession, "send", slow)
    answer = await refused(common_chat, "timeout", "screenshot", full_page=True, timeout_ms=1000)
    assert answer["remedy"]["action"] == "screenshot"
    assert "of its 2 parts" in answer["error"]


@pytest.mark.long("browser/test_screenshot.py::test_a_full_page_is_as_tall_as_the_document")
async def test_a_page_taller_than_any_image_is_cut_and_the_answer_says_so(chat: Chat, site: Site) -> None:
    await opened(chat, site.page(PLAIN + "<div style='height:70000px;width:10px'></div>"))
    await do(chat, "set_viewport", width=200, height=200)
    shot = await do(chat, "screenshot", full_page=True, timeout_ms=60_000)
    assert (shot["cut_at"], shot["height"]) == (65_000, 65_000)


def test_labels_of_neighbours_do_not_cover_each_other() -> None:
    blank = Image.new("RGB", (400, 200), "white")
    buffer = io.BytesIO()
    blank.save(buffer, "PNG")
    marks = [Mark(100 + index, (20 + 30 * index, 60, 48 + 30 * index, 90)) for index in range(8)]
    data, width, height = put_together([buffer.getvalue()], marks, png=True, quality=80)
    assert (width, height) == (400, 200)
    with Image.open(io.BytesIO(data)) as image:
        for mark in marks:
            left, top, right, bottom = (int(value) for value in mark.box)
            inside = image.convert("RGB").crop((left + 3, top + 3, right - 3, bottom - 3)).getextrema()
            assert inside == ((255, 255),) * 3
