"""A secret is in no picture, whatever the page draws it with, and however little of it a field keeps. The page's own pixels are the judge."""

import base64
import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from refbrowser import Chat
from refbrowser.egress import pdf_pages
from tests.support import secret_ways
from tests.support.calls import do, navigated
from tests.support.server import Site
from tests.support.tabs import tab_of
from tests.support.vault import PASSWORD, origin

MASK, GREEN = (0x44, 0x44, 0x44), (0, 255, 0)

OTHER = "Xk7qZwvm&8-Mjüny"
"""As long as the secret."""

FRINGE = 40
"""Pixels at the edge of a text that lie outside of its box: a letter at most, in which nothing can be read."""


def picture(source: Any) -> Image.Image:
    with Image.open(io.BytesIO(source) if isinstance(source, bytes) else source) as image:
        return image.convert("RGB")


def differing(one: Image.Image, other: Image.Image) -> Image.Image:
    """White where the pictures differ by more than a shade."""
    bands = ImageChops.difference(one, other).split()
    return ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2]).point(lambda value: 255 * (value > 60))


def left(shown: Image.Image, page: Image.Image, secret: Image.Image) -> int:
    """How many pixels of the secret, which ``secret`` is white at, are in the picture as they are on the page."""
    red, green, blue = page.split()
    ink = ImageChops.darker(
        ImageChops.subtract(ImageChops.darker(red, blue), green).point(lambda value: 255 * (value > 60)), secret
    )
    return sum(ImageChops.multiply(ImageChops.invert(differing(shown, page)), ink).histogram()[1:])


async def as_it_is(chat: Chat) -> Image.Image:
    return picture(base64.b64decode((await tab_of(chat).cdp.send("Page.captureScreenshot"))["data"]))


async def knowing(chat: Chat, site: Site) -> None:
    found = await navigated(chat, site.page("<label>Code <input type=password></label>"))
    await do(chat, "type", ref=found["Code"], secret="shop.password")


@pytest.mark.long("browser/test_secrets_in_pictures.py::test_however_a_page_draws_it")
@pytest.mark.parametrize("part", range(6))
async def test_whatever_draws_it(shared_keeping: Any, list_secrets: Any, site: Site, part: int) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    await knowing(chat, site)
    others = secret_ways.ways(OTHER)
    readable: dict[str, int] = {}
    unseen = []
    ways = {name: way for name, way in secret_ways.ways(PASSWORD).items() if name not in secret_ways.LIMITS}
    for name, way in list(ways.items())[part::6]:
        plain = []
        for text in (others[name], way):
            await do(chat, "navigate", url=site.page(secret_ways.STYLE + text))
            plain.append(await as_it_is(chat))
        secret = differing(*plain)
        shown = picture((await do(chat, "screenshot", path="shot.png"))["path"])
        if sum(secret.histogram()[1:]) < 20:
            unseen.append(name)
        elif (seen := left(shown, plain[-1], secret)) > FRINGE:
            readable[name] = seen
    assert (readable, len(unseen) <= 2) == ({}, True), f"of these, {unseen} are not on the page"


@pytest.mark.long("browser/test_secrets_in_pictures.py::test_however_a_page_draws_it")
async def test_however_little_a_field_keeps(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    readable: dict[str, int] = {}
    unseen = []
    for name, way in secret_ways.FIELDS.items():
        found = await navigated(chat, site.page(secret_ways.STYLE + way))
        plain = [await as_it_is(chat)]
        await do(chat, "type", ref=found["Code"], secret="shop.password")
        plain.append(await as_it_is(chat))
        secret = differing(*plain)
        shown = picture((await do(chat, "screenshot", path="shot.png"))["path"])
        if sum(secret.histogram()[1:]) < 20:
            unseen.append(name)
        elif (seen := left(shown, plain[-1], secret)) > FRINGE:
            readable[name] = seen
    assert (readable, unseen) == ({}, [])


async def test_a_piece_that_a_field_keeps_is_painted_over_where_its_origin_was_given_it(
    shared_keeping: Any, list_secrets: Any, site: Site
) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    same = f"<style>input {{ position:absolute; left:0; border:0; width:200px; height:40px; background:#0f0 }}</style><input style='top:0' value={PASSWORD[:4]}><input style='top:50px' value=other>"
    site.page(same, "/elsewhere")
    page = """<style>input { position:absolute; left:0; border:0; width:200px; height:40px; background:#0f0; outline:0 }</style><body style='margin:0'>
    <input aria-label=Code style='top:0' oninput="b.value = this.value.slice(0, 4); this.value = ''"><input id=b style='top:50px'><input style='top:100px' value=other>"""
    found = await navigated(chat, site.page(page))
    await do(chat, "type", ref=found["Code"], secret="shop.password")

    async def shown() -> list[tuple[int, ...]]:
        image = picture((await do(chat, "screenshot", path="shot.png"))["path"])
        return [image.getpixel((150, top)) for top in (20, 70, 120)]  # type: ignore[misc]

    assert await shown() == [GREEN, MASK, GREEN]
    await do(chat, "navigate", url=site.other("/elsewhere"))
    assert await shown() == [GREEN] * 2 + [(255, 255, 255)], "another origin's words are its own"
    chat.hub.masker.withholds_pictures = True
    assert (await shown())[0] == GREEN
    await do(chat, "navigate", url=site.page(f"<iframe src='{site.url('/given')}'></iframe>"))
    assert await shown() == [MASK] * 3, "a page with a document of that origin"


async def test_a_pdf_file_has_it_neither_as_text_nor_in_its_picture(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    await knowing(chat, site)
    await do(chat, "navigate", url=site.page(f"<p>words</p><p style='margin-top:2000px'>{PASSWORD.replace('&', '&amp;')}</p>"))
    printed = await do(chat, "pdf")
    assert printed["pictured"] is True
    assert pdf_pages.pages(Path(printed["path"]).read_bytes())["pages"] == [""]
    await do(chat, "navigate", url=site.page("<p>words</p>"))
    printed = await do(chat, "pdf")
    assert "pictured" not in printed
    assert pdf_pages.pages(Path(printed["path"]).read_bytes())["pages"] == ["words"]


MOVING_ON = """<style>::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-play-state:paused }</style>
<body style='margin:0;background:#0f0'><p id=p>%s</p><script>onload = () => document.startViewTransition(() => { p.remove() }).ready.then(() => { window.begun = 1 })</script>"""


async def test_a_view_transition_shows_no_picture_of_it(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    await knowing(chat, site)
    await do(chat, "navigate", url=site.page(MOVING_ON % PASSWORD.replace("&", "&amp;")))
    await do(chat, "wait", js="window.begun")
    image = picture((await do(chat, "screenshot", path="moving.png"))["path"])
    assert image.getextrema() == ((0x44, 0x44),) * 3
