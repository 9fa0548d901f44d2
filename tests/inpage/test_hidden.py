"""What a person cannot see is left out and counted."""

import re
from collections.abc import Mapping

import pytest
from playwright.async_api import Page

from tests.inpage.wire import capture, lines
from tests.support import covered_text
from tests.support.blank_font import FONT_FACE

OVER = "position:absolute;inset:0;background:white"
HIGHLIGHT = """<script>{ const range = new Range; range.selectNodeContents(document.currentScript.previousElementSibling);
CSS.highlights.set('h', new Highlight(range)) }</script>"""

HIDDEN = {
    "display": "<p style=display:none>x</p>",
    "visibility": "<p style=visibility:hidden>x</p>",
    "opacity": "<p style=opacity:0>x <button>b</button></p>",
    "hidden attribute": "<p hidden>x</p>",
    "hidden until found": "<p hidden=until-found>x</p>",
    "content-visibility": "<div style=content-visibility:hidden>x</div>",
    "screen reader only": "<span style='position:absolute;width:1px;height:1px;overflow:hidden'>x</span>",
    "clip": "<span style='position:absolute;clip:rect(0,0,0,0)'>x</span>",
    "clip-path": "<span style='position:absolute;clip-path:inset(50%)'>x</span>",
    "left of the page": "<p style='position:absolute;left:-9999px'>x</p>",
    "above the page": "<a href=x style='position:absolute;top:-99px'>Skip to content</a>",
    "no height": "<div style='height:0;overflow:hidden'>x</div>",
    "no font size": "<p style=font-size:0>x</p>",
    "transparent": "<p style=color:transparent>x</p>",
    "scaled away": "<p style='position:absolute;transform:scale(0)'>x</p>",
    "closed details": "<details>x</details>",
    "white on white": "<p style=color:white>x</p>",
    "nearly white on white": "<p style=color:#fafafa>x</p>",
    "black on black": "<div style=background:black><p><b style=color:black>x</b></p></div>",
    "white on white on black": "<div style=background:black><p style='background:#fff;color:#fff'>x</p></div>",
    "the colours of a style sheet's element rule": "<style>b { color: #111; background: #111 }</style><p><b>x</b></p>",
    "transparent by an element rule": "<style>b { color: transparent }</style><b>x</b>",
    "dark on a dark canvas": "<style>:root { color-scheme: dark } p { color: #121212 }</style><p>x</p>",
    "white on a canvas that could be dark": "<style>:root { color-scheme: light dark }</style><p style=color:white>x</p>",
    "nearly transparent": "<p style=color:rgba(0,0,0,0.02)>x</p>",
    "hardly any opacity": "<p style=opacity:0.01>x</p>",
    "type of a pixel": "<p style=font-size:1px>x</p>",
    "moved off the page": "<p style='position:relative;left:-9999px'>x</p>",
    "an inline moved off the page": "<p><b style='position:relative;left:-9999px'>x</b></p>",
    "pushed off the page": "<p style='margin-left:-9999px;width:99px'>x</p>",
    "translated off the page": "<p style='transform:translateX(-9999px)'>x</p>",
    "scaled to nothing in the flow": "<p style='transform:scale(0)'>x</p>",
    "in a box that begins left of the page": "<div style='margin-left:-9999px'><p>x</p></div>",
    "indented off the page": "<p style='text-indent:-9999px;white-space:nowrap'>x</p>",
    "clipped to no circle": "<p style='clip-path:circle(0)'>x</p>",
    "clipped in the flow": "<p style='clip-path:inset(50%)'>x</p>",
    "white of another colour space": "<p style='color:oklch(1 0 0)'>x</p>",
    "a mixed colour of which nothing is seen": "<p style='color:color-mix(in srgb, black 1%, transparent)'>x</p>",
    "a fill of which nothing is seen": "<h2 style=-webkit-text-fill-color:transparent>x</h2>",
    "a white shadow": "<p style='color:white;text-shadow:0 0 0 white'>x</p>",
    "a gradient of the colour of the text": "<p style='color:#fff;background:linear-gradient(#fff,#fff)'>x</p>",
    "a filter around it": "<div style='filter:opacity(0)'><p>x</p></div>",
    "a filter that makes it white": "<p style='filter:brightness(0) invert(1)'>x</p>",
    "a blend mode": "<div style='background:white'><p style='background:white;mix-blend-mode:lighten'>x</p></div>",
    "little opacity within little": "<div style=opacity:.15><div style=opacity:.15><p>x</p></div></div>",
    "a mask": "<p style='mask-image:linear-gradient(transparent,transparent)'>x</p>",
    "a clip of no area": "<p style='clip-path:polygon(0 0,100% 0,0 0)'>x</p>",
    "a clip of a pixel": "<p style='height:20px;clip-path:inset(0 0 19px 0)'>x</p>",
    "squeezed": "<div style='transform:scaleX(0)'><p>x</p></div>",
    "turned": "<p style='transform:rotateX(90deg)'>x</p>",
    "its back": "<p style='transform:rotateY(180deg);backface-visibility:hidden'>x</p>",
    "zoomed away": "<div style=zoom:.2><div style=zoom:.2><p>x</p></div></div>",
    "behind its ground": "<div style=background:#eee><p style='position:relative;z-index:-1'>x</p></div>",
    "opacity of a twentieth": "<p style=opacity:.05>x</p>",
    "a colour of a twentieth": "<p style=color:rgba(0,0,0,.05)>x</p>",
    "a fill of a twentieth": "<p style='-webkit-text-fill-color:rgb(0 0 0 / 5%)'>x</p>",
    "three boxes that let little through": "<div style=opacity:.4><div style=opacity:.35><div style=opacity:.35><p>x</p></div></div></div>",
    "a light colour that little is seen of": "<div style=opacity:.2><p style=color:#ddd>x</p></div>",
    "whitesmoke on white": "<p style=color:whitesmoke>x</p>",
    "hardly transparent white on white": "<p style='color:rgba(255,255,255,.9)'>x</p>",
    "nearly the blue of its ground": "<p style='background:#004080;color:#084a8a'>x</p>",
    "a filter that leaves a twentieth": "<p style='filter:opacity(5%)'>x</p>",
    "filters that leave little together": "<div style='filter:opacity(.2)'><div style='filter:opacity(.2)'><p>x</p></div></div>",
    "a filter that leaves no contrast": "<p style='background:white;filter:contrast(.05)'>x</p>",
    "blurred": "<p style='filter:blur(10px)'>x</p>",
    "type of two pixels": "<p style=font-size:2px>x</p>",
    "scaled to two pixels": "<p style='transform:scale(.12)'>x</p>",
    "zoomed to two pixels": "<p style='zoom:12%'>x</p>",
    "a box of two pixels": "<p style='height:2px;overflow:hidden'>x</p>",
    "a column of two pixels": "<p style='width:2px;overflow:hidden'>x</p>",
    "indented as far as it is long": "<p style='text-indent:-300px'>x</p>",
    "indented out of a box": "<p style='margin-left:400px;width:200px;overflow:hidden;text-indent:-300px'>x</p>",
    "indented to the right out of a box": "<div style='width:200px;overflow:hidden;text-indent:400px;white-space:nowrap'><p>x</p></div>",
    "SVG scaled to two pixels": "<svg width=30 height=3 viewBox='0 0 300 30'><text y=20 font-size=16>x</text></svg>",
    "SVG of a twentieth": "<svg width=99 height=30><text y=20 fill-opacity=.05>x</text></svg>",
    "generated in whitesmoke": "<style>.g::before { content: 'x'; color: whitesmoke }</style><i class=g></i>",
    "under an empty box": f"<div style=position:relative><p>x</p><div style='{OVER}'></div></div>",
    "under an empty box of a style sheet": f"<style>i {{ {OVER} }}</style><div style=position:relative><p>x</p><i></i></div>",
    "under an empty box before it": f"<div style=position:relative><div style='{OVER};z-index:1'></div><p style=position:relative>x</p></div>",
    "under a box that is filled by another": f"<div style=position:relative><p>x</p><div style='{OVER};background:none'><div style='height:100%;background:#eee'></div></div></div>",
    "under a gradient": f"<div style=position:relative><p>x</p><div style='{OVER};background:linear-gradient(#eee,#ddd)'></div></div>",
    "behind a glass that blurs": f"<div style=position:relative><p>x</p><div style='{OVER};background:none;backdrop-filter:blur(30px)'></div></div>",
    "under what it generates": f"<style>.c {{ position: relative }} .c::after {{ content: ''; {OVER} }}</style><p class=c>x</p>",
    "under an empty box in a shadow root": f"<x-a><template shadowrootmode=open><div style=position:relative><p>x</p><div style='{OVER}'></div></div></template></x-a>",
    "behind a gradient that it is in": "<div style='background:linear-gradient(#eee,#ddd)'><p style='position:relative;z-index:-1'>x</p></div>",
    "behind a box beside it": (
        "<div style='position:relative;z-index:0'><p style='position:absolute;z-index:-1;top:0;margin:0'>x</p>"
        "<div style='height:60px;background:#eee'></div></div>"
    ),
    "behind the body": "<style>html { background: white } body { background: white }</style><p style='position:relative;z-index:-1'>x</p>",
    "highlighted in white": f"<style>::highlight(h) {{ color: white }}</style><p>x</p>{HIGHLIGHT}",
    "highlighted in the colour of the highlight": f"<style>::highlight(h) {{ color: navy; background-color: navy }}</style><p>x</p>{HIGHLIGHT}",
    "its first line": "<style>p.f::first-line { color: white }</style><p class=f>x</p>",
    "a slot behind a filter": "<x-a><template shadowrootmode=open><div style=filter:opacity(0)><slot></slot></div></template><p>x</p></x-a>",
    "SVG without a fill": "<svg width=99 height=30><text y=20 fill=none>x</text></svg>",
    "generated in white": "<style>.g::before { content: 'x'; color: white }</style><i class=g></i>",
}


@pytest.mark.rows(3)
@pytest.mark.parametrize("html", HIDDEN.values(), ids=HIDDEN)
async def test_left_out_and_counted(page: Page, html: str) -> None:
    await page.set_content("<!doctype html><body>" + html + "<p style='color:black;background:white'>seen</p>")
    captured = await capture(page)
    assert (captured.body, captured.header["counts"]["hidden"]) == ("seen", 1)


async def test_all_that_bring_no_style_sheet_are_left_out_of_one_page(page: Page) -> None:
    plain = {name: html for name, html in HIDDEN.items() if "<style>" not in html}
    parts = "".join(f"<section>{re.sub('>x(?=<)', f'>{name}', html)}</section>" for name, html in plain.items())
    await page.set_content(f"<!doctype html><body>{parts}<p style='color:black;background:white'>seen</p>")
    captured = await capture(page)
    assert captured.body == "seen"
    assert captured.header["counts"]["hidden"] == len(plain)


SHOWN = {
    "turned strip": (
        "<div style='width:200px;overflow:hidden'><div style='display:flex;translate:-200px'><p style='flex:0 0 200px'>One<p style='flex:0 0 200px'>Two</div></div>",
        "One Two",
    ),
    "visible in a hidden parent": ("<p style=visibility:hidden>x <b style=visibility:visible>seen</b></p>", "seen"),
    "an editor that fills the window": (
        "<style>body { overflow: hidden; margin: 0 }</style><div style='position:absolute;inset:0'>seen</div>",
        "seen",
    ),
    "gradient text": ("<p style='color:transparent;background:red;background-clip:text'>seen</p>", "seen"),
    "white text on a filled box": ("<p style='background:navy;color:white'>seen</p>", "seen"),
    "white text on a gradient": ("<div style='background:linear-gradient(red,blue)'><p style=color:white>seen</div>", "seen"),
    "white text on what a pseudo-element draws": (
        "<style>a { position: relative; color: #fff } a::before { content: ''; position: absolute; inset: 0; z-index: -1; background: navy }</style>"
        "<a>seen</a>",
        "seen",
    ),
    "white text over a picture next to it": (
        "<canvas style='position:absolute;left:0;top:0;width:300px;height:99px;background:navy'></canvas>"
        "<h1 style='position:relative;color:#fff;margin:0'>seen</h1>",
        "[canvas]\n# seen",
    ),
    "white text over a box that lies elsewhere in the tree": (
        "<div style='position:absolute;left:0;top:0;width:300px;height:99px;background:navy'></div>"
        "<b style='position:absolute;left:9px;top:9px;color:#fff'>seen</b>",
        "seen",
    ),
    "white text next to the white box that contains it": (
        "<body style=background:black><div style='background:white;width:99px;height:20px;position:relative'>"
        "<p style='position:absolute;left:150px;margin:0;color:white'>seen</p></div>",
        "seen",
    ),
    "white text with a shadow": ("<p style='color:white;text-shadow:0 0 3px black'>seen</p>", "seen"),
    "white text on a dark canvas": ("<style>:root { color-scheme: dark }</style><p style=color:white>seen</p>", "seen"),
    "white text on a translucent box": ("<p style='background:rgba(0,0,0,.5);color:white'>seen</p>", "seen"),
    "light text": ("<p style=color:#eee>seen</p>", "seen"),
    "small type": ("<p style=font-size:3px>seen</p>", "seen"),
    "in a box that begins left of the page, at its right": ("<p style='margin-left:-900px;text-align:right'>seen</p>", "seen"),
    "a hanging indent": ("<p style='margin-left:600px;text-indent:-600px'>seen</p>", "seen"),
    "disabled, in what is disabled": ("<div style=opacity:.5><div style=opacity:.4>seen</div></div>", "seen"),
    "fading in": ("<style>@keyframes f { from { opacity: 0 } }</style><div style='animation:f 4s'><p>seen</p></div>", "seen"),
    "about to fade in": ("<style>@keyframes f { from { opacity: 0 } }</style><p style='animation:f 1s 3s both'>seen</p>", "seen"),
    "blinking": ("<style>@keyframes f { from { opacity: 0 } }</style><p style='animation:f 3s infinite'>seen</p>", "seen"),
    "a slight blur": ("<p style='filter:blur(1px)'>seen</p>", "seen"),
    "light on what cannot be said": (
        "<div style='background:linear-gradient(navy,black)'><p style='color:rgba(255,255,255,.3)'>seen</p></div>",
        "seen",
    ),
    "a line hung out into the padding": (
        "<div style='overflow:hidden;padding-left:200px'><p style='text-indent:-150px'>seen</p></div>",
        "seen",
    ),
    "a prose indent": ("<p style='text-indent:120px'>seen</p>", "seen"),
    "under a translucent box": (f"<div style=position:relative><p>seen</p><div style='{OVER};opacity:.6'></div></div>", "seen"),
    "under a glass": (
        f"<div style=position:relative><p>seen</p><div style='{OVER};background:none;backdrop-filter:blur(1px)'></div></div>",
        "seen",
    ),
    "over an empty box": (
        f"<div style=position:relative><div style='{OVER}'></div><p style=position:relative>seen</p></div>",
        "seen",
    ),
    "over an empty box behind it": (
        f"<div style='position:relative;z-index:0'><p>seen</p><div style='{OVER};z-index:-1'></div></div>",
        "seen",
    ),
    "over what it generates": (
        f"<style>.c {{ position: relative; z-index: 0 }} .c::after {{ content: ''; {OVER}; z-index: -1 }}</style><p class=c>seen</p>",
        "seen",
    ),
    "half under an empty box": (f"<div style=position:relative><p>seen</p><div style='{OVER};width:9px'></div></div>", "seen"),
    "under a box that shows nothing": (
        f"<div style=position:relative><p>seen</p><div style='{OVER};visibility:hidden'></div></div>",
        "seen",
    ),
    "under a box that is cut off": (
        f"<div style=position:relative><p>seen</p><div style='position:absolute;inset:0;height:0;overflow:hidden'>"
        f"<div style='{OVER};height:60px'></div></div></div>",
        "seen",
    ),
    "under a box that fades when it is pointed at": (
        f"<div style=position:relative><p>seen</p><div style='{OVER};transition:opacity 1s'></div></div>",
        "seen",
    ),
    "under a banner": ("<p>seen</p><div style='position:fixed;top:0;left:0;right:0;height:90px;background:white'></div>", "seen"),
    "behind nothing": ("<p style='position:relative;z-index:-1'>seen</p>", "seen"),
    "highlighted in red": (f"<style>::highlight(h) {{ color: red }}</style><p>seen</p>{HIGHLIGHT}", "seen"),
    "highlighted in white on navy": (
        f"<style>::highlight(h) {{ color: white; background-color: navy }}</style><p>seen</p>{HIGHLIGHT}",
        "seen",
    ),
    "what SVG draws": ("<svg viewBox='0 0 9 9'><text y=5 font-size=1 color=white fill=red>seen</text></svg>", "seen"),
    "black text": ("<p style='color:rgb(0,0,0)'>seen</p>", "seen"),
    "text of another fill": ("<p style='color:white;-webkit-text-fill-color:navy'>seen</p>", "seen"),
    "white through a filter that inverts": ("<p style='color:white;background:black;filter:invert(1)'>seen</p>", "seen"),
    "turned back": (
        "<div style='transform:rotateX(90deg);transform-style:preserve-3d'><p style='transform:rotateX(-90deg)'>seen</p></div>",
        "seen",
    ),
    "a clip that leaves most": ("<p style='clip-path:polygon(0 0,100% 0,100% 100%,0 100%)'>seen</p>", "seen"),
    "aria-hidden text": ("<p aria-hidden=true>seen <button>b</button></p>", "seen [button] b"),
    "reached by scrolling back": (
        "<div id=s style='width:99px;height:50px;overflow:auto;position:relative'>"
        "<p style='position:absolute;left:0;width:40px'>seen</p><p style=width:9000px></p></div><script>s.scrollLeft=999</script>",
        "seen",
    ),
    "an empty wrapper that overflows": (
        "<div style='position:absolute;width:0;height:0'><p style=width:99px>seen</p></div>",
        "seen",
    ),
}


@pytest.mark.rows(3)
@pytest.mark.parametrize(("html", "expected"), SHOWN.values(), ids=SHOWN)
async def test_shown(page: Page, html: str, expected: str) -> None:
    await page.set_content("<!doctype html><body>" + html)
    assert await lines(page) == expected.split("\n")


async def test_a_white_text_in_a_frame_may_stand_on_its_parents_ground(page: Page) -> None:
    await page.set_content("<body style=background:navy><iframe srcdoc='<p style=color:white>seen'></iframe>")
    frame = page.frames[1]
    await frame.wait_for_load_state()
    assert await lines(frame) == ["seen"]


async def test_only_what_a_highlight_hides_of_a_text_is_left_out(page: Page) -> None:
    await page.set_content("<style>::highlight(h) { color: transparent }</style><p id=p>seen x seen")
    await page.evaluate(
        "CSS.highlights.set('h', new Highlight(new StaticRange({"
        "startContainer: p.firstChild, startOffset: 5, endContainer: p.firstChild, endOffset: 6})))"
    )
    assert await lines(page) == ["seen seen"]


async def test_text_in_a_font_without_glyphs_is_left_out(page: Page) -> None:
    text = "<p style='font-family:Blank'>x <b>Строка</b></p><p>seen</p>"
    await page.set_content(f"<!doctype html><style>{FONT_FACE}</style>{text}")
    await page.evaluate("document.fonts.load('16px Blank').then(() => 0)")
    # Letters that the font lacks are of another one.
    assert await lines(page) == ["Строка", "seen"]


async def test_options_that_a_select_does_not_show_are_left_out(page: Page) -> None:
    await page.set_content("""<select aria-label=Pick><option hidden selected>Choose</option><option>One</option><option hidden>x</option>
        <option style=display:none>x</option><optgroup hidden label=G><option>x</option></optgroup><option>Two</option></select>""")
    assert await lines(page) == ["[select] Pick options=*Choose | One | Two"]


ROWS = {
    "a look of its own": ("<p class=row>seen</p>", "<p class=row style='background:black;color:black'>x</p>"),
    "a class of its own": ("<p class=row>seen</p>", "<p class='row sly'>x</p>"),
    "another ground": ("<p><b>seen</b></p>", "<p style=background:navy><b>x</b></p>"),
    "in what is hidden": ("<p><b>seen</b></p>", "<p style='position:relative;left:-9999px'><b>x</b></p>"),
    "singled out by its place": ("<p class=row>seen</p>", "<style>.row:last-of-type { color: white }</style><p class=row>x</p>"),
    "singled out by its neighbour": (
        "<p><b>seen</b></p>",
        "<style>p + i + p b, i ~ p b:not(.y) { color: white }</style><i></i><p><b>x</b></p>",
    ),
}


@pytest.mark.rows(2)
@pytest.mark.parametrize(("seen", "hidden"), ROWS.values(), ids=ROWS)
async def test_one_of_many_of_a_kind_may_hide_its_text(page: Page, seen: str, hidden: str) -> None:
    """Not every element is asked how it looks."""
    rules = "<style>b { color: navy } .sly { color: white }</style>"
    await page.set_content(f"<!doctype html>{rules}<body>{seen * 20}{hidden}")
    captured = await capture(page)
    assert (captured.lines, captured.header["counts"]["hidden"]) == (["seen"] * 20, 1)


async def test_a_link_off_the_page_is_no_link(page: Page) -> None:
    links = "<p><a href=x>seen</a></p>" * 20
    away = "<p style='position:relative;left:-9999px'><a href=x>away</a> x</p>"
    await page.set_content(f"<!doctype html><style>a {{ color: inherit }}</style><body>{links}{away}")
    assert await lines(page) == ["[link] seen"] * 20


OFF = {
    "scaled to nothing": "<button style='transform:scale(0)'>x</button><input aria-label=x style=scale:0>",
    "in what is scaled to nothing": "<div style='transform:scale(0)'><a href=x>x</a> x <select aria-label=x><option>x</select></div>",
    "a drawer at the right": "<nav style='position:fixed;left:100%;top:0;width:300px'>x <a href=x>x</a></nav>",
    "a drawer moved to the right": "<nav style='position:fixed;right:0;width:300px;transform:translateX(100%)'><a href=x>x</a></nav>",
    "a drawer at the left": "<nav style='position:fixed;left:-300px;width:300px'><a href=x>x</a></nav>",
    "a drawer moved to the left": "<nav style='width:300px;transform:translateX(-400px)'><a href=x>x</a></nav>",
    "a sheet below": "<div style='position:fixed;bottom:0;width:300px;transform:translateY(110%)'><button>x</button></div>",
    "at the right of a page that does not scroll there": (
        "<style>body { overflow-x: hidden }</style><div style='position:absolute;left:1300px;width:99px'><button>x</button></div>"
    ),
    "a link without a box": "<a href=x aria-label=x></a>",
    "a link whose content is not displayed": "<a href=x><i style=display:none>x</i></a>",
}


@pytest.mark.rows(2)
@pytest.mark.parametrize("html", OFF.values(), ids=OFF)
async def test_what_cannot_be_reached_is_no_control(page: Page, html: str) -> None:
    await page.set_content(f"<!doctype html><body>{html}<p>seen")
    assert [line for line in await lines(page) if line] == ["seen"]


REACHED = {
    "the handle of a drawer": (
        "<nav style='position:fixed;left:-300px;width:300px'><a href=x>x</a> x"
        "<button style='position:absolute;right:-60px;width:50px'>Menu</button></nav>",
        "[button] Menu",
    ),
    "at the right of a page that scrolls there": (
        "<div style='position:absolute;left:1300px;width:99px'><button>Far</button></div>",
        "[button] Far",
    ),
    "below the fold": ("<p style=height:2000px></p><div style=position:absolute><button>Low</button></div>", "[button] Low"),
    "far down in a panel that scrolls": (
        "<div style='position:fixed;inset:0;overflow:auto'><p style=height:2000px></p>"
        "<div style='position:absolute;top:1500px'><button>Low</button></div></div>",
        "[scrollable]\n[button] Low",
    ),
    "fixed in what moves with the page": (
        "<div style='transform:translate(0);height:3000px'><div style='position:fixed;top:2000px'><button>Low</button></div></div>",
        "[button] Low",
    ),
    "right to left": (
        "<style>:root { direction: rtl }</style><div style='position:absolute;left:-500px;width:99px'><button>Far</button></div>",
        "[button] Far",
    ),
    "a box without a size for a label": (
        "<label><input type=checkbox style='transform:scale(0)'>Agree</label>",
        "[checkbox] Agree",
    ),
    "content that has the box in its stead": ("<a href=x style=display:contents>Text</a>", "[link] Text"),
}


@pytest.mark.rows(2)
@pytest.mark.parametrize(("html", "expected"), REACHED.values(), ids=REACHED)
async def test_what_can_be_reached_stays(page: Page, html: str, expected: str) -> None:
    await page.set_content(f"<!doctype html><body>{html}")
    assert [line for line in await lines(page) if line] == expected.split("\n")


async def test_a_skip_link_shows_while_it_has_focus(page: Page) -> None:
    await page.set_content("<a href=#m id=skip style='position:absolute;left:-999px'>Skip</a><p>seen")
    assert await lines(page) == ["seen"]
    await page.focus("#skip")
    assert await lines(page) == ["[focused link] Skip", "seen"]


def apart(ways: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """A page with all of the ways, each in a place of its own, and the word of each."""
    words = {name: f"w{number}x" for number, name in enumerate(ways)}
    cells = (html.replace("{{", "{").replace("}}", "}").replace("{W}", words[name]) for name, html in ways.items())
    return "<!doctype html>" + "".join(f"<section style='position:relative;height:300px'>{cell}</section>" for cell in cells), words


async def test_what_something_is_painted_over_or_cut_off_is_left_out_and_what_lies_beside_it_is_read(page: Page) -> None:
    # Style sheets of one cell would style the others.
    hidden, words = apart({name: html for name, html in covered_text.COVERED.items() if "<style" not in html})
    await page.set_content(hidden)
    text = (await capture(page)).body
    assert [name for name, word in words.items() if word in text] == []
    shown, words = apart({name: html for name, html in covered_text.UNCOVERED.items() if "<style" not in html})
    await page.set_content(shown)
    text = (await capture(page)).body
    assert [name for name, word in words.items() if word not in text] == []
