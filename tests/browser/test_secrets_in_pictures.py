"""A secret that a page shows is painted over in each picture that an agent can load, and in those that the journal keeps."""

import asyncio
import base64
import html
import io
import json
import time
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from refbrowser import Chat
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.imaging.secret_places import SecretPlaces
from refbrowser.browser.takeover.remark import Region, annotate
from refbrowser.journal.store import journal_folder
from tests.conftest import ChatUnder
from tests.support import secret_ways
from tests.support.calls import do, navigated, refused
from tests.support.server import Site
from tests.support.tabs import tab_of
from tests.support.vault import PASSWORD, origin
from tests.support.waiting import until

TEXT = (202, 103, 360, 117)
"""Part of what the page shows of the secret."""

PAGE = """<body style='margin:0;background:#fff'><input aria-label=Code type=password
oninput="p.textContent = this.value; o.style.background = 'rgb(0,0,' + this.value.length + ')'">
<p id=p style='position:absolute;left:200px;top:100px;margin:0;background:#fff;font:20px monospace'></p>
<p id=o style='position:absolute;left:600px;top:100px;width:100px;height:40px;margin:0;background:rgb(0,255,0)'></p>"""


def pixel(path: str | Path, x: int, y: int) -> tuple[int, int, int]:
    with Image.open(path) as image:
        found = image.convert("RGB").getpixel((x, y))
    assert isinstance(found, tuple)
    return found[0], found[1], found[2]


def is_plain(path: str | Path, box: tuple[int, int, int, int]) -> bool:
    """Whether the part is of one colour: no character can be read there. A JPEG is not exact."""
    with Image.open(path) as image:
        least, most = image.convert("L").crop(box).getextrema()
    assert isinstance(least, int)
    assert isinstance(most, int)
    return most - least < 40


async def test_a_picture_has_it_painted_over(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    spot = "position:absolute;left:200px;width:300px;height:40px;border:0;font-size:20px;background:rgb(255,0,0)"
    frame = "<body style='margin:0'><p id=q style='position:absolute;left:0;top:0;margin:0;background:rgb(0,255,0)'></p><script>onmessage = (e) => q.textContent = e.data</script>"
    site.page(frame, "/shows")
    html = f"""<body style='margin:0'><input id=i aria-label=Code style='{spot};top:100px' oninput="for (const c of this.value) t.insertAdjacentHTML('beforeend', '<b>' + c.replace('&', '&amp;') + '</b>'); f.contentWindow.postMessage(this.value, '*')">
    <p id=t style='{spot};top:200px;margin:0;width:auto'></p><iframe id=f src='{site.other("/shows")}' style='position:absolute;left:200px;top:300px;width:300px;height:60px;border:0'></iframe><p style='{spot};top:400px;margin:0;background:rgb(0,0,255)'>plain</p><div style='height:1500px'>"""
    found = await navigated(chat, site.page(html))
    await do(chat, "type", ref=found["Code"], secret="shop.password")
    await tab_of(chat).page.frames[1].wait_for_function("document.querySelector('p').textContent.length > 3")

    async def picture(**options: Any) -> Any:
        with Image.open((await do(chat, "screenshot", path="shot.png", **options))["path"]) as image:
            return image.convert("RGB")

    assert (await picture(ref=found["Code"])).getpixel((10, 10)) == (0x44, 0x44, 0x44)
    for full_page in (False, True):
        page = await picture(full_page=full_page)
        assert page.getpixel((400, 120)) == (0x44, 0x44, 0x44), "the field"
        assert page.getpixel((210, 210)) == (0x44, 0x44, 0x44), "a text that is split over elements"
        assert page.getpixel((205, 310)) == (0x44, 0x44, 0x44), "a text in a frame of another site"
        assert page.getpixel((480, 435)) == (0, 0, 255), "the rest stays"


async def test_what_is_painted_over_belongs_to_the_document_in_the_picture(
    shared_keeping: Any, list_secrets: Any, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    found = await navigated(chat, site.page("<label>Code <input type=password></label>"))
    await do(chat, "type", ref=found["Code"], secret="shop.password")
    spot = "position:absolute;left:200px;margin:0;background:rgb(255,0,0);font-size:20px"
    page = f"<body style='margin:0'><p style='{spot};top:{{}}px'>{html.escape(PASSWORD)}</p>"
    following, places = site.page(page.format(300)), SecretPlaces.current
    await do(chat, "navigate", url=site.page(page.format(100)))

    async def and_then_another_comes(self: SecretPlaces, *rest: Any) -> Any:
        known = await places(self, *rest)
        monkeypatch.setattr(SecretPlaces, "current", places)
        page = tab_of(chat).page
        await page.evaluate("url => { location.href = url }", following)
        await page.wait_for_url(following)
        return known

    monkeypatch.setattr(SecretPlaces, "current", and_then_another_comes)
    with Image.open((await do(chat, "screenshot", path="next.png"))["path"]) as image:
        shown = image.convert("RGB")
    assert (shown.getpixel((210, 110)), shown.getpixel((210, 310))) == ((255, 255, 255), (0x44, 0x44, 0x44))


async def test_visual_diff_takes_its_picture_without_it(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    found = await navigated(chat, site.page(PAGE))
    await do(chat, "screenshot", path="before.png")
    await do(chat, "type", ref=found["Code"], secret="shop.password")
    compared = await do(chat, "visual_diff")
    assert is_plain(compared["after"], TEXT)
    assert is_plain(compared["picture"], TEXT)
    again = await do(chat, "visual_diff")
    assert not again["significant"], "what is painted over is so in both"


async def test_a_receipt_compares_pictures_without_it(
    shared_keeping: Any, list_secrets: Any, site: Site, chat_under: ChatUnder
) -> None:
    shared_keeping(list_secrets(origin(site)))
    chat = chat_under(visual_diff="acting", journal="pictures")
    found = await navigated(chat, site.page(PAGE))
    typed = await do(chat, "type", ref=found["Code"], secret="shop.password")
    assert is_plain(typed["action"]["visual_diff"]["picture"], TEXT)
    journal = chat.journal()
    assert journal is not None
    kept = journal_folder(chat.settings.home) / journal.id / "pictures"
    # The last one is taken behind its call.
    await until(lambda: len(list(kept.glob("*.jpg"))) == 2)
    pictures = sorted(kept.iterdir())
    assert pixel(pictures[0], 650, 120)[1] > 200, "the page as it was"
    assert pixel(pictures[-1], 650, 120)[1] < 50, "and as it is"
    assert is_plain(pictures[-1], TEXT)


async def test_a_remark_shows_its_region_without_it(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    found = await navigated(chat, site.page(PAGE))
    await do(chat, "type", ref=found["Code"], secret="shop.password")
    session = chat.existing()
    assert session is not None
    remark = await annotate(session, tab_of(chat), Region(190, 90, 500, 60), None, "here", Deadline(20_000))
    assert is_plain(remark["path"], (12, 13, 170, 27))
    assert pixel(remark["path"], 450, 30)[1] < 50, "the rest stays"


SHOWN = "rgb(255,0,255)"
HALF = len(PASSWORD) // 2
WHOLE, FIRST, SECOND = html.escape(PASSWORD), html.escape(PASSWORD[:HALF]), html.escape(PASSWORD[HALF:])
IN_CSS = json.dumps(PASSWORD)
WAYS = {
    "text": f"<p>{WHOLE}</p>",
    "split over elements": f"<p>{FIRST}<b>{SECOND}</b></p>",
    "an element for each letter": "<p>" + "".join(f"<i>{html.escape(letter)}</i>" for letter in PASSWORD) + "</p>",
    "something hidden between": f"<p>{FIRST}<i hidden>zzzzzz</i><i style='visibility:hidden'>zzzzzz</i><script>1</script>{SECOND}</p>",
    "input": f"<input value='{WHOLE}' size=30>",
    "button": f"<input type=button value='{WHOLE}'>",
    "textarea": f"<textarea cols=40 rows=1>{WHOLE}</textarea>",
    "editable": f"<p contenteditable>{WHOLE}</p>",
    "select": f"<select><option>{WHOLE}</select>",
    "list of options": f"<select size=2><option>a<option label='{WHOLE}'>b</select>",
    "group of options": f"<select size=3><optgroup label='{WHOLE}'><option>a</optgroup></select>",
    "placeholder": f"<input placeholder='{WHOLE}' size=30>",
    "alternative": f"<img src=/none alt='{WHOLE}'>",
    "generated from an attribute": f"<p class=attribute data-s='{WHOLE}'>x</p>",
    "generated from a string": "<p class=string>x</p>",
    "svg": f"<svg width=500 height=30><text x=5 y=20 fill='{SHOWN}'>{WHOLE}</text></svg>",
    "mathml": f"<math><mtext>{WHOLE}</mtext></math>",
    "shadow root": f"<template shadowrootmode=open><p>{WHOLE}</p></template>",
    "closed shadow root": f"<template shadowrootmode=closed><p style='color:{SHOWN}'>{WHOLE}</p></template>",
    "closed shadow root around text": f"<div>light<template shadowrootmode=closed><p style='color:{SHOWN}'>{WHOLE}</p><slot></slot></template></div>",
    "quotes": f"<p style='quotes:{html.escape(IN_CSS)} {html.escape(IN_CSS)}'><q></q></p>",
    "button of a select": f"<select style='appearance:base-select'><button><b>{WHOLE}</b></button><option>x</select>",
    "slot": f"<template shadowrootmode=open><p><slot></slot></p></template>{WHOLE}",
    "half in a slot": f"<template shadowrootmode=open><span>{FIRST}</span><slot></slot></template>{SECOND}",
    "frame": f"<iframe style='border:0;width:500px;height:34px' srcdoc=\"<body style='color:{SHOWN};margin:0'>{html.escape(WHOLE)}\"></iframe>",
    "scaled": f"<p style='transform:scale(1.2) translate(50px)'>{WHOLE}</p>",
    "turned": f"<p style='transform:rotate(3deg)'>{WHOLE}</p>",
    "zoomed": f"<p style='zoom:1.2'>{WHOLE}</p>",
    "capitals": f"<p style='text-transform:uppercase'>{WHOLE}</p>",
    "first letter": f"<p class=letter>{WHOLE}</p>",
    "spaces": f"<p>{html.escape(' '.join(PASSWORD))}</p>",
    "soft hyphens": f"<p>{html.escape(chr(0xAD).join(PASSWORD))}</p>",
    "backwards": f"<p>{html.escape(PASSWORD[::-1])}</p>",
    "base64": f"<p>{base64.b64encode(PASSWORD.encode()).decode()}</p>",
    "without a box": f"<div style='display:contents'>{WHOLE}</div>",
    "in its shadow": f"<p style='color:transparent;text-shadow:150px 0 {SHOWN}'>{WHOLE}</p>",
    "details": f"<details open><summary style='list-style:none'>x</summary>{WHOLE}</details>",
    "cells": f"<table><tr><td>{FIRST}<td>{SECOND}</table>",
    "lines": f"<p style='width:60px;word-break:break-all;font-size:8px;line-height:9px'>{WHOLE}</p>",
    "overflow": f"<p style='width:20px;white-space:nowrap'>{WHOLE}</p>",
    "style of counters": f"<style>@counter-style k {{ system:fixed; symbols:{IN_CSS} }}</style><ol style='list-style:k inside'><li>x</ol>",
    "marker of generated": f"<style>.marked::before {{ content:'x'; display:list-item; margin-left:300px }} .marked::before::marker {{ content:{IN_CSS} }}</style><p class=marked>",
    "closed shadow root with a half": f"<div><template shadowrootmode=closed><b style='color:{SHOWN}'>{FIRST}</b><slot></slot></template>{SECOND}</div>",
    "style sheet": f"<style style='display:block'>/* {WHOLE} */</style>",
}
"""Ways in which a page may draw it, in magenta. Each has a strip of the page."""

STRIP = 40
STYLE = f"""<!doctype html><style>* {{ color:{SHOWN}; font-family:monospace }} body, p, ul {{ margin:0 }}
input, textarea, select {{ border:0; padding:0; background:#fff; appearance:none }} ::placeholder {{ color:{SHOWN} !important; opacity:1 }}
select::picker-icon {{ display:none }} .strip {{ position:absolute; left:20px; width:620px; height:{STRIP}px; contain:strict }} .letter::first-letter {{ font-size:20px }}
.attribute::before {{ content:attr(data-s) }} .string::before {{ content:{IN_CSS} }}</style>"""
SAMPLE = (
    "generated: hyphenate-character",
    "generated: scroll button of an attribute",
    "svg: marker",
    "control: reflection",
    "generated: initial letter",
)
ANYWHERE = {
    "svg copy": f"<svg width=500 height=30><defs><symbol id=copy><text x=5 y=20 fill='{SHOWN}'>{WHOLE}</text></symbol></defs><use href=#copy /></svg>",
    "tooltip": f"<style>#a::after {{ content:{IN_CSS}; position:absolute; left:90px; top:50px }}</style><p id=a>x",
    "marker": f"<style>#a::marker {{ content:{IN_CSS} }}</style><ul style='padding-left:300px'><li id=a>x",
    "type of list": f"<ul style='padding-left:300px'><li style='list-style-type:{html.escape(IN_CSS)}'>x",
    **{way: secret_ways.ways(PASSWORD)[way] for way in SAMPLE},
    "many": f"<p style='font-size:6px'>{WHOLE}</p>" * 201,
}
"""Where a page does not say the place, or has too many, nothing of the picture is left."""


def inked(picture: str | Path | bytes, top: int, height: int = STRIP) -> bool:
    """Whether something magenta is drawn in a strip."""
    with Image.open(io.BytesIO(picture) if isinstance(picture, bytes) else picture) as image:
        red, green, blue = image.convert("RGB").crop((20, top, 640, top + height)).split()
    strong, weak = (
        [band.point(lambda value: 255 * (value > 150)) for band in (red, blue)],
        green.point(lambda value: 255 * (value < 140)),
    )
    return ImageChops.multiply(ImageChops.multiply(*strong), weak).getbbox() is not None


async def knowing(chat: Chat, site: Site) -> None:
    """From now on the secret has been read."""
    found = await navigated(chat, site.page("<label>Code <input type=password></label>"))
    await do(chat, "type", ref=found["Code"], secret="shop.password")


async def test_however_a_page_draws_it(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    await knowing(chat, site)
    strips = [f"<div class=strip style='top:{STRIP * row}px'>{way}</div>" for row, way in enumerate(WAYS.values())]
    await do(chat, "navigate", url=site.page(STYLE + "".join(strips) + "<p style='margin-top:2000px'>"))
    as_it_is = await tab_of(chat).page.screenshot(full_page=True)
    shot = (await do(chat, "screenshot", full_page=True, path="full.png"))["path"]
    assert [way for row, way in enumerate(WAYS) if not inked(as_it_is, STRIP * row)] == []
    assert [way for row, way in enumerate(WAYS) if inked(shot, STRIP * row)] == []
    assert pixel(shot, 1000, 1900) == (255, 255, 255), "the rest stays"


async def test_where_its_place_is_not_known_nothing_is_shown(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    await knowing(chat, site)
    for way, page in ANYWHERE.items():
        await do(chat, "navigate", url=site.page(STYLE + page))
        assert inked(await tab_of(chat).page.screenshot(), 0, 400), way
        assert is_plain((await do(chat, "screenshot", path="shot.png"))["path"], (0, 0, 1280, 720)), way


SLIDES = "<style>@keyframes slide { to { transform:translateX(400px) } } p { animation:slide .7s infinite }</style><p>"
JUMPS = "<script>setInterval(() => { p.style.marginLeft = 500 * Math.random() + 'px' }, 15)</script><p id=p>"
SCROLLS = (
    "<script>setInterval(() => scrollTo({ top: 300 - scrollY, behavior: 'smooth' }), 400)</script><p style='padding-top:310px'>"
)


@pytest.mark.rows(1)
@pytest.mark.parametrize("moves", [JUMPS, SLIDES, SCROLLS, "<marquee width=700>"], ids=["jumps", "slides", "scrolls", "marquee"])
async def test_while_the_page_moves_it(shared_keeping: Any, list_secrets: Any, site: Site, moves: str) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    await knowing(chat, site)
    await do(chat, "navigate", url=site.page(f"{STYLE}<body style='height:2000px'>{moves}{WHOLE}"))
    for _ in range(3):
        assert not inked((await do(chat, "screenshot", path="shot.png"))["path"], 0, 720)


async def test_where_the_page_is_scrolled_and_zoomed_to(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    await knowing(chat, site)
    text = f"<p style='position:absolute;left:120px;top:900px'>{WHOLE}</p><p style='height:2000px'>"
    await do(chat, "navigate", url=site.page(STYLE + text))
    tab = tab_of(chat)
    for scale in (1, 2):
        await tab.cdp.send("Emulation.setPageScaleFactor", {"pageScaleFactor": scale})
        await tab.page.evaluate("document.querySelector('p').scrollIntoView({ block: 'center', inline: 'center' })")
        assert inked(await tab.page.screenshot(), 0, 720)
        for options in ({}, {"full_page": True}):
            shot = (await do(chat, "screenshot", path="shot.png", **options))["path"]
            assert not inked(shot, 0, 3000), (scale, options)
            assert pixel(shot, 1000, 700) == (255, 255, 255), "the rest stays"


async def test_a_form_whose_fields_have_the_names_of_what_is_asked_for_is_asked_all_the_same(
    shared_keeping: Any, list_secrets: Any, site: Site
) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    await knowing(chat, site)
    names = (
        "getClientRects",
        "scrollWidth",
        "clientHeight",
        "checkVisibility",
        "childNodes",
        "getAttribute",
        "localName",
        "attributes",
    )
    fields = "".join(f"<input name={name}>" for name in names)
    form = f"<form class=string style='position:absolute;left:20px;top:0;width:600px'>{fields}</form>"
    await do(chat, "navigate", url=site.page(STYLE + form))
    assert not inked((await do(chat, "screenshot", path="shot.png"))["path"], 0)


async def test_where_a_search_is_not_answered_nothing_is_shown(
    shared_keeping: Any, list_secrets: Any, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    await knowing(chat, site)
    await do(chat, "navigate", url=site.page(f"{STYLE}<p>{WHOLE}"))

    async def unanswered(*_: Any) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr("refbrowser.browser.imaging.secret_places.searched", unanswered)
    monkeypatch.setattr("refbrowser.browser.imaging.secret_places.SEARCH_MS", 200)
    assert is_plain((await do(chat, "screenshot", path="shot.png"))["path"], (0, 0, 1280, 720))


async def test_two_pictures_at_once_have_their_own_places(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    """A call's own, and one of a recording or of the journal."""
    chat = shared_keeping(list_secrets(origin(site)))
    await knowing(chat, site)
    await do(chat, "navigate", url=site.page(f"{STYLE}<p>{WHOLE}<p style='margin-top:200px'>{WHOLE}"))
    session = chat.existing()
    assert session is not None
    alone = await SecretPlaces(tab_of(chat), session.refs, session.hub.masker).current(Deadline(20_000))
    asked = [SecretPlaces(tab_of(chat), session.refs, session.hub.masker).current(Deadline(20_000)) for _ in range(6)]
    assert len(alone) >= 2
    assert await asyncio.gather(*asked) == [alone] * 6


async def test_a_page_that_hangs_ends_a_picture_at_its_deadline(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    await knowing(chat, site)
    await do(
        chat,
        "navigate",
        url=site.page(
            f"{STYLE}<p>{WHOLE}<script>setTimeout(() => {{ const held = new XMLHttpRequest; held.open('GET', '/hang', false); held.send() }}, 300)</script>"
        ),
    )
    await asyncio.to_thread(site.wait_for_request, "/hang")
    began = time.monotonic()
    await refused(chat, "tab_hung", "screenshot", timeout_ms=800)
    assert time.monotonic() - began < 3
    site.release()
