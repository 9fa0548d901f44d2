"""What tells two alike controls apart: groups, cells, labels by place; and what is said once."""

import pytest
from playwright.async_api import Page

from tests.inpage.wire import capture, lines

ADD = "<button>Add</button>"

PAGES = {
    "sections, articles, forms, landmarks and lists": (
        f"<section aria-label=Oak>{ADD}</section><article aria-label=Fir>{ADD}</article><form aria-label=Tin>{ADD}</form>"
        f"<div role=region aria-label=Ash>{ADD}</div><nav aria-label=Top>{ADD}</nav><ul aria-label=Offers><li>{ADD}</ul>",
        "Oak:\n[button] Add\nFir:\n[button] Add\nTin:\n[button] Add\nAsh:\n[button] Add\nTop:\n[button] Add\nOffers:\n- [button] Add",
    ),
    "list items": (f"<ul><li aria-label=Elm>{ADD}<li>{ADD}</ul>", "- Elm: [button] Add\n- [button] Add"),
    "a name that the content says is not repeated": (
        f"<section aria-label='Oak lamp'><h2>The oak lamp</h2>{ADD}</section>",
        "## The oak lamp\n[button] Add",
    ),
    "an empty group is nothing": ("<section aria-label=Oak></section>A", "A"),
    "cells in boxes that mean nothing": (
        "<div role=grid aria-label=G><div role=row><div role=presentation><div><div role=columnheader tabindex=-1>Id</div></div>"
        "<div role=columnheader tabindex=-1>Make</div></div></div><div role=row><div><div role=gridcell tabindex=-1>1</div></div>"
        "<div role=none><div role=gridcell tabindex=-1>Audi</div></div></div></div>",
        "G:\n[columnheader] Id | [columnheader] Make\n-|-\n[gridcell] 1 | [gridcell] Audi",
    ),
    "rows in tables that mean nothing": (
        "<table role=grid><tr role=presentation><td role=presentation><table role=presentation><tr role=row><th role=columnheader>Su<th role=columnheader>Mo"
        "</table><tr role=presentation><td role=presentation><table role=presentation><tr role=row><td role=gridcell>1<td role=gridcell>2</table></table>",
        "Su | Mo\n-|-\n1 | 2",
    ),
    "a tab stop that is handed on changes no kind": (
        "<table role=grid><tr><th role=columnheader tabindex=0 onclick=1>A<th role=columnheader tabindex=-1 onclick=1>B</table>"
        "<div role=grid><div role=row tabindex=-1>One</div><div role=row tabindex=0>Two</div></div>"
        "<ul><li><b tabindex=0>C</b><li><b tabindex=-1>D</b></ul><h2 tabindex=-1>E</h2>",
        "[columnheader] A | [columnheader] B\n-|-\n\n[row] One\n[row] Two\n- [clickable] C\n- [clickable] D\n## E",
    ),
    "values of drawn fields": (
        "<div role=textbox aria-label=A tabindex=0>mine</div><div role=searchbox aria-label=B>q</div>"
        "<div role=textbox aria-label=C style='-webkit-text-security:disc'>hunter2</div><div role=combobox aria-label=D>Kiwi</div>",
        '[textbox] A value="mine"\n[searchbox] B value="q"\n[textbox] C value="•••"\n[combobox] D value="Kiwi"',
    ),
    "what is to be filled in is no value": (
        "<span role=spinbutton contenteditable aria-label=Month aria-valuetext=Empty>mm</span>"
        "<div role=combobox aria-label=City><span class=x-placeholder>Choose</span></div>",
        '[spinbutton] Month placeholder="mm"\n[combobox] City placeholder="Choose"',
    ),
    "fields by their column": (
        "<table><tr><th>Item<th>Qty<th colspan=2>Price<tr><td>Pen<td><input><td><input><td><select></select></table>",
        "Item | Qty | Price | |\n-|-|-|-\nPen | [input text] Qty | [input text] Price | [select] Price options=",
    ),
    "fields by their row": (
        "<table><tr><th>Name<td><input><tr><th>Age<td><input></table><table><tr><td>City<td><input></table>",
        "Name | [input text]\nAge | [input text]\n\nCity [input text]",
    ),
    "fields by a text of their own": (
        "<form><div>First</div><input><p>Last</p><div><input></div><h3>Part</h3><input><div>About<button>?</button></div><input></form>Zip <input>",
        "[input text] First\n[input text] Last\n### Part\n[input text] (2 of 3)\nAbout [button] ?\n[input text] (3 of 3)\nZip [input text]",
    ),
    "a label that is also written before its field": ("<p>Email</p><input aria-label=Email>", "[input text] Email"),
    "a card's picture and heading": ("<a href=x><img src=x alt='Big war'><h3>Big war ends</h3></a>", "### [link] Big war ends"),
    "a link over what it names": (
        "<div style=position:relative><a href=x aria-label='Tom Ford' style=position:absolute;inset:0></a><div>Tom Ford</div></div>",
        "[link] Tom Ford",
    ),
    "anchors that show nothing": (
        "<p>Page 1<a href=#p class=invisible> </a><a href=#q style='padding:9px'></a>x<a href=#r title=Link> </a>y",
        "Page 1 [link] (#q, 1 of 2) x [link] Link y",
    ),
    "an empty cell is told by its place": (
        "<style>.cell{width:9px;height:9px}</style><div role=grid><div role=row><div role=gridcell tabindex=-1 class=cell>1</div><div role=gridcell tabindex=-1 class=cell></div></div></div>",
        "[gridcell] 1 | [gridcell]",
    ),
    "a row says its words once": (
        "<div role=grid><div role=row tabindex=0 aria-label=Mail><div role=gridcell>Mail</div></div></div>",
        "| [row] Mail |",
    ),
    "a container's ref has a line of its own": (
        "<ul role=menu tabindex=0><li role=menuitem>A<li role=menuitem>B</ul>",
        "[menu]\n[menuitem] A\n[menuitem] B",
    ),
    "a dialog that takes the focus": (
        "<div role=dialog tabindex=0 aria-label=New><input aria-label=A></div>",
        "[dialog] New\n[input text] A",
    ),
    "a slider drawn for a hidden one": (
        "<label id=l>Vol</label><div style='position:relative;width:90px;height:20px'><div style='position:absolute;width:20px;height:20px'><div "
        "style='clip-path:inset(50%);height:1px;width:1px;overflow:hidden;position:absolute'><input type=range value=30 aria-labelledby=l></div></div></div>",
        '[slider] Vol value="30"',
    ),
}


@pytest.mark.rows(6)
@pytest.mark.parametrize(("html", "expected"), PAGES.values(), ids=PAGES)
async def test_what_tells_alike_things_apart(page: Page, html: str, expected: str) -> None:
    await page.set_content("<!doctype html><body>" + html)
    assert "\n".join(await lines(page)) == expected


async def test_a_group_keeps_its_name_where_only_controls_are_wanted(page: Page) -> None:
    await page.set_content(f"<section aria-label=Oak><p>Text{ADD}<p>More</section><section aria-label=Fir><p>Text</section>{ADD}")
    assert await lines(page, mode="interactive") == ["Oak:", "Text [button] Add", "[button] Add"]


FIELD = """<x-field></x-field><script>
  const inner = document.createElement('x-box');
  customElements.define('x-field', class extends HTMLElement { connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    root.append(inner, Object.assign(document.createElement('style'), { textContent: 'x-box { display: block; position: relative; width: 200px; height: 50px }' }));
    inner.innerHTML = '<input aria-label=State style="width:100%;height:30px">';
    inner.attachShadow({ mode: 'open' }).innerHTML = `<style>:hover .layer { opacity: 1 } .content { opacity: 0 } .label { position: absolute; inset: 0; pointer-events: none }</style>
      <div class=layer></div><div class=label>State</div><div class=content><slot></slot></div>`;
  } });
</script>"""


async def test_an_empty_field_in_the_slot_of_a_transparent_box_is_read(page: Page) -> None:
    await page.set_content("<!doctype html><body>" + FIELD)
    assert await lines(page) == ["[input text] State"]


async def test_the_dialog_in_front_belongs_to_the_main_content(page: Page) -> None:
    await page.set_content(
        "<nav>Menu</nav><main><p>Text</p></main><div style='position:fixed;inset:0'><div role=dialog aria-modal=true aria-label=Pay>"
        "<button>Now</button></div></div><div role=dialog aria-label=Cookies style='position:fixed;bottom:0'>Yes</div>"
    )
    assert (await capture(page, mode="main")).body.split("\n")[0] == "[dialog] Pay"
    assert await lines(page, mode="main") == ["[dialog] Pay", "[button] Now", "Text"]
