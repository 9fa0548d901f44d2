"""Controls under a box that lies over a part of the page are marked as blocked, and no others: by the page's own hit tests."""

import re
from typing import Final

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, refs
from tests.support.server import Site

AREA: Final = "left:0;top:0;width:400px;height:300px"
FLOWED: Final = "width:400px;height:300px"
OTHER: Final = "<i style='position:absolute;left:700px'>.</i>"
COVERS: Final = {
    "absolute": f"<div style='position:absolute;{AREA}'>Menu</div>",
    "fixed": f"<div style='position:fixed;{AREA}'>Menu</div>",
    "relative": f"<div style='position:relative;z-index:2;margin-top:-300px;{FLOWED}'>Menu</div>",
    "sticky": f"<div style='position:sticky;z-index:2;top:0;margin-top:-300px;{FLOWED}'>Menu</div>",
    "transformed": f"<div style='transform:translateY(-300px);{FLOWED}'>Menu</div>",
    "a layer by will-change": f"<div style='will-change:transform;margin-top:-300px;{FLOWED}'>Menu</div>",
    "a layer by opacity": f"<div style='opacity:.9;margin-top:-300px;{FLOWED}'>Menu</div>",
    "floating": f"<div style='float:left;position:relative;z-index:0;margin-top:-300px;{FLOWED}'>Menu</div>",
    "turned": "<div style='position:absolute;left:400px;top:0;width:300px;height:400px;transform:rotate(90deg);transform-origin:0 0'>Menu</div>",
    "animated": f"<style>@keyframes k{{to{{opacity:.8}}}}</style><div style='position:absolute;animation:k 1s infinite alternate;{AREA}'>Menu</div>",
    "in the top layer": f"<div id=menu popover=manual style='margin:0;border:0;{AREA}'>Menu</div><script>menu.showPopover()</script>",
    "in a box of no size": f"<div style='position:absolute;left:0;top:0;width:0;height:0'><div style='{FLOWED}'>Menu</div></div>",
    "in a box of no height": f"<div style='position:relative;z-index:3;height:0'><div style='transform:translateY(-300px);{FLOWED}'>Menu</div></div>",
    "in a box that lets presses through": f"<div style='position:fixed;inset:0;pointer-events:none'><div style='pointer-events:auto;{FLOWED}'>Menu</div></div>",
    "in a shadow root": f"<x-menu></x-menu><script>document.querySelector('x-menu').attachShadow({{mode:'open'}}).innerHTML=`<div style='position:fixed;{AREA}'>Menu</div>`</script>",
    "slotted": f"<x-menu><div style='{FLOWED}'>Menu</div></x-menu><script>document.querySelector('x-menu').attachShadow({{mode:'closed'}}).innerHTML='<div style=\"position:fixed;left:0;top:0;width:0;height:0\"><slot></slot></div>'</script>",
    "a frame": f"<iframe srcdoc='Menu' style='position:absolute;border:0;{AREA}'></iframe>",
    "a drawing": f"<svg style='position:absolute;{AREA}'></svg>",
    "unseen": f"<div style='position:absolute;opacity:0;{AREA}'>Menu</div>",
    "after many others": f"{OTHER * 80}<div style='position:absolute;{AREA}'>Menu</div>",
    "over a cover, as a menu in a dialog": f"<div style='position:absolute;z-index:9;{AREA}'>Menu</div>",
    "cut off": f"<div style='position:fixed;clip-path:inset(0 0 0 400px);{AREA}'>Menu</div>",
    "behind": f"<div style='position:absolute;z-index:-1;{AREA}'>Ground</div>",
    "that lets presses through": f"<div style='position:absolute;pointer-events:none;{AREA}'>Ground</div>",
}
CONTROLS: Final = """<button>Plain</button> <a href=#a>Link</a> <input aria-label=Field style='width:80px'>
<label style='padding:3px 40px'><input type=checkbox style='position:absolute;opacity:0;width:1px'>Drawn</label> <select aria-label=Choice><option>1</select>
<button style='position:absolute;left:100px;top:140px;width:560px'>Wide</button><button style='position:absolute;left:340px;top:180px;width:70px'>Edge</button>
<button style='position:absolute;left:240px;top:210px;transform:translateX(20px)'>Moved</button><button style='position:absolute;left:480px;top:20px'>Free</button>"""
CROWD: Final = "<p style='font:5px/5px serif;width:390px'>" + "<a href=#x>x</a> " * 60 + "</p>"
BOX: Final = f"<div style='height:300px;position:relative'>{CONTROLS}</div>"
PLACES: Final = {
    "in the page": BOX,
    "in a layer": f"<div style='transform:translate(0)'>{BOX}</div>",
    "in a scroller": f"<div style='overflow:auto;width:700px;height:300px'>{BOX}<p style='height:900px'></div>",
    "in a raised layer": f"<div style='position:relative;z-index:1'>{BOX}</div>",
    "in a shadow root": f"<x-box></x-box><script>document.querySelector('x-box').attachShadow({{mode:'open'}}).innerHTML=`{BOX}`</script>",
    "in a crowd": BOX.replace(">", f">{CROWD}", 1),
    "in main content": f"<main>{BOX}</main>",
    "in a dialog": f"<dialog id=box style='margin:0;border:0;padding:0;width:900px;height:600px'>{BOX}</dialog><script>box.showModal()</script>",
}
HIT: Final = """element => {
    const at = (x, y) => { let hit = document.elementFromPoint(x, y);
        for (let inner; hit?.shadowRoot && (inner = hit.shadowRoot.elementFromPoint(x, y)) && inner !== hit;) hit = inner;
        return hit };
    const places = [element, ...(element.labels ?? [])].flatMap(one => [...one.getClientRects()].map(box => [one, box]));
    return places.some(([one, box]) => [...Array(60).keys()].some(k => {
        for (let hit = at(box.left + box.width * (k % 10 + .5) / 10, box.top + box.height * (Math.floor(k / 10) + .5) / 6); hit; hit = hit.parentNode ?? hit.host)
            if (hit === one) return true;
        return false }))
}"""


@pytest.mark.rows(5)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("cover", COVERS)
async def test_what_a_raised_box_covers_is_blocked_and_nothing_else(common_chat: Chat, site: Site, cover: str, place: str) -> None:
    html = PLACES[place] + COVERS[cover]
    if place == "in a dialog":
        html = PLACES[place].replace("</dialog>", f"{COVERS[cover]}</dialog>")
    await do(common_chat, "navigate", url=site.page(f"<!doctype html><body style='margin:0'>{html}"))
    text = await do(common_chat, "content", mode="main" if place == "in main content" else "full")
    found = {name: number for name, number in refs(text).items() if name not in ("x", "frame", "image", "scrollable", "dialog")}
    blocked = {int(number) for number in re.findall(r"\[[^\[\]]*\bblocked [^\[\]]*?(\d+)\]", text)}
    assert len(found) >= 9
    for name, number in found.items():
        free = await evaluated(common_chat, HIT, ref=number)
        assert (number in blocked) is not free, f"{name} can{'' if free else 'not'} be pressed"


RATING: Final = """<span style="position:relative;isolation:isolate">{stars}<input type=radio name=r id=none style="position:absolute;left:50px;top:8px;z-index:-1;width:1px;height:1px;margin:0"><label for=none style="display:inline-block;width:0;overflow:hidden">None</label></span>"""


async def test_a_nought_that_lies_under_a_star_is_blocked(common_chat: Chat, site: Site) -> None:
    stars = "".join(
        f"<label for=s{n}>★<input type=radio name=r id=s{n} aria-label='Star {n}' style='position:absolute;opacity:0;width:1px'></label>"
        for n in range(5)
    )
    await do(common_chat, "navigate", url=site.page(RATING.format(stars=stars)))
    text = await do(common_chat, "content")
    assert "[blocked radio" in text
    assert text.count("blocked") == 1
    await do(common_chat, "click", ref=refs(text)["Star 3 ★"])
    assert await evaluated(common_chat, "s3.checked")
