"""What a person cannot see is left out and counted."""

import pytest
from playwright.async_api import Page

from tests.inpage.wire import capture, lines

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
}


@pytest.mark.parametrize("html", HIDDEN.values(), ids=HIDDEN)
async def test_left_out_and_counted(page: Page, html: str) -> None:
    await page.set_content("<!doctype html><body>" + html + "<p>seen</p>")
    captured = await capture(page)
    assert (captured.body, captured.header["counts"]["hidden"]) == ("seen", 1)


SHOWN = {
    "visible in a hidden parent": ("<p style=visibility:hidden>x <b style=visibility:visible>seen</b></p>", "seen"),
    "an editor that fills the window": (
        "<style>body { overflow: hidden; margin: 0 }</style><div style='position:absolute;inset:0'>seen</div>",
        "seen",
    ),
    "gradient text": ("<p style='color:transparent;background:red;background-clip:text'>seen</p>", "seen"),
    "black text": ("<p style='color:rgb(0,0,0)'>seen</p>", "seen"),
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


@pytest.mark.parametrize(("html", "expected"), SHOWN.values(), ids=SHOWN)
async def test_shown(page: Page, html: str, expected: str) -> None:
    await page.set_content("<!doctype html><body>" + html)
    assert await lines(page) == [expected]


async def test_a_skip_link_shows_while_it_has_focus(page: Page) -> None:
    await page.set_content("<a href=#m id=skip style='position:absolute;left:-999px'>Skip</a><p>seen")
    assert await lines(page) == ["seen"]
    await page.focus("#skip")
    assert await lines(page) == ["[focused link] Skip", "seen"]
