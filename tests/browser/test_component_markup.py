"""How component libraries draw their controls, in small: what is offered by ref, what it is called, and that a press of it is received."""

import re

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, read
from tests.support.server import Site

HOST = """<script>customElements.define('x-host', class extends HTMLElement { constructor() { super();
this.attachShadow({ mode: 'open' }).innerHTML = this.querySelector('template').innerHTML } })</script>"""

MARKUP = {
    "an empty choice that shows the box around it alone": (
        "<div style='border:1px solid;width:90px;height:30px'><span role=combobox tabindex=0 aria-label=Town aria-expanded=false"
        " style='opacity:0;display:block;height:30px'>&nbsp;</span></div>",
        ["[collapsed combobox] Town"],
    ),
    "a label in the label, hidden from assistive technology, that names the field": (
        "<label for=f><span aria-hidden=true><span id=t>Name</span></span><input id=f aria-labelledby=t></label>",
        ["[input text] Name"],
    ),
    "a label on a line of its own in the label of a field, which names itself by it": (
        "<label><div>Name</div><input aria-label=Name></label>",
        ["[input text] Name"],
    ),
    "a component that is a checkbox and has one in its shadow": (
        "<x-host role=checkbox tabindex=0 aria-checked=false aria-labelledby=t>Agree<template><label><input type=checkbox"
        " style='position:absolute;opacity:0;width:1px;height:1px'><span id=t><slot></slot></span></label></template></x-host>",
        ["[checkbox] Agree"],
    ),
    "a tab that lets presses through to its component": (
        "<x-host>All<template><button role=tab aria-selected=false style='pointer-events:none'><slot></slot></button></template></x-host>",
        ["[tab] All"],
    ),
    "a field whose component listens for presses": (
        "<x-host onclick=0><template><style>.p { display: inline-block; width: 9px; height: 9px }</style><section><div class=p></div>"
        "<div class=p></div><div class=p></div><div><textarea aria-label=Notes></textarea></div></section></template></x-host>",
        ["[textarea] Notes"],
    ),
    "a label beside a button that is called by it and by its value": (
        "<x-host><button slot=value aria-haspopup=listbox aria-labelledby='l v'><span id=v>One</span></button><span slot=label id=l>Level</span>"
        "<template><div class=own><slot name=label></slot></div><slot name=value></slot></template></x-host>",
        ["[button] Level One"],
    ),
    "a combobox around the field that is one": (
        "<div role=combobox aria-expanded=false><input role=combobox aria-label=Town aria-expanded=false></div>",
        ["[collapsed combobox] Town"],
    ),
    "a combobox around a field that takes no text": (
        "<div role=combobox tabindex=0 aria-expanded=false style='position:relative;width:90px'><input role=combobox inputmode=none"
        " aria-label=Town aria-expanded=false style='width:80px'><div style='position:absolute;inset:0'>Rome</div></div>",
        ["[collapsed combobox] Town"],
    ),
    "a radio that is wider than its words, over which the hand shows": (
        "<x-host role=radio aria-checked=false tabindex=0 style='display:block'>Large<template><span style='cursor:pointer'><slot></slot></span></template></x-host>",
        ["[radio] Large"],
    ),
    "an item of a tree whose words stand in a block beside its box": (
        "<div role=tree><x-host role=treeitem tabindex=0>Apple<template><div style='display:flex'><div style='display:inline-block'><div>"
        "<input type=checkbox></div></div><div><slot></slot></div></div></template></x-host></div>",
        ["[treeitem] [checkbox] Apple"],
    ),
    "an item of a menu that has a button of its own": (
        "<x-host role=menuitem tabindex=-1 style='display:block;width:99px'>Cut<template><button style='width:99px'><slot></slot></button></template></x-host>",
        ["[menuitem] Cut"],
    ),
    "an item of a tree that says its name and shows it": (
        "<div role=tree><div role=treeitem tabindex=0 aria-label=Apple><ul><li>Apple</ul></div></div>",
        ["[treeitem] Apple"],
    ),
    "a star whose drawn label is empty, and which names itself": (
        "<input id=r type=radio aria-label='One star' style='position:absolute;opacity:0;width:0;height:0'>"
        "<label for=r style='display:inline-block;width:20px;height:20px;background:gold'></label>",
        ["[radio] One star"],
    ),
    "a list that keeps Chromium's own suggestions away": (
        "<input role=combobox aria-expanded=false aria-label=Town autocomplete=new-password value=Rome>",
        ['[collapsed combobox] Town value="Rome"'],
    ),
    "a row whose cells are its children, in a slot of its own": (
        "<div role=grid><x-host role=row><b role=gridcell tabindex=0>Ada</b><b role=gridcell>3</b><template><div><input"
        " type=checkbox aria-label=Choose></div><div><slot></slot></div></template></x-host></div>",
        ["[checkbox] Choose | [gridcell] Ada | 3"],
    ),
    "rows and cells that styles place in another order than the document's": (
        "<div role=grid style='position:relative'><div role=rowgroup><div role=row aria-rowindex=3 style='position:absolute;top:40px'>"
        "<b role=gridcell aria-colindex=2>3</b> <b role=gridcell tabindex=0 aria-colindex=1>Ben</b></div><div role=row aria-rowindex=2"
        " style='position:absolute;top:10px'><b role=gridcell tabindex=0 aria-colindex=1>Ada</b><b role=gridcell aria-colindex=2>5</b></div></div></div>",
        ["[gridcell] Ada | 5", "[gridcell] Ben | 3"],
    ),
}


@pytest.mark.rows(6)
@pytest.mark.parametrize("markup", MARKUP)
async def test_a_component_is_offered_as_the_one_control_that_it_is(common_chat: Chat, site: Site, markup: str) -> None:
    html, lines = MARKUP[markup]
    listens = "<script>document.querySelector('x-host')?.shadowRoot?.querySelector('.own')?.addEventListener('click', () => {});addEventListener('click', event => { if (event.isTrusted) document.title = 'Pressed' }, true)</script>"
    found = await navigated(common_chat, site.page(f"<title>T</title>{html}{HOST}{listens}"))
    read = [line.removeprefix("- ") for line in (await do(common_chat, "content")).splitlines()]
    assert [re.sub(r" \d+\]", "]", line) for line in read if line.startswith("[")] == lines
    await do(common_chat, "click", ref=next(iter(found.values())))
    assert await evaluated(common_chat, "document.title") == "Pressed"


async def test_what_a_box_that_scrolls_does_not_show_is_not_blocked_by_what_lies_there(common_chat: Chat, site: Site) -> None:
    box = "<div style='width:200px;overflow:auto;display:flex'><p style='flex:none;width:400px'>Left</p>"
    field = "<div style='flex:none;position:relative;border:1px solid'><input aria-label=Name style='opacity:0'></div><button>Go</button></div>"
    over = "<div style='position:absolute;left:300px;top:0;width:600px;height:90px'></div>"
    found = await navigated(common_chat, site.page(f"{box}{field}{over}"))
    assert {"Name", "Go"} <= set(found)
    assert "blocked" not in await do(common_chat, "content")
    assert (await do(common_chat, "type", ref=found["Name"], text="Ada"))["action"]["value"] == "Ada"


CELLS = """<style>.cell { display: inline-block; width: 40px } .cell:focus-within { outline: 1px solid blue }</style><div role=row>
<span class=cell style="color:inherit" role=gridcell tabindex=0>A</span><span class=cell role=gridcell tabindex=0>B</span><span class=cell role=gridcell tabindex=0>C</span></div>"""


async def test_the_outline_of_what_has_the_focus_is_no_choice(common_chat: Chat, site: Site) -> None:
    found = await navigated(common_chat, site.page(CELLS + "<button>Rest</button>"))
    await do(common_chat, "click", ref=found["B"])
    assert "highlighted" not in await do(common_chat, "content")
    receipt = (await do(common_chat, "click", ref=found["Rest"]))["action"]
    assert receipt["effect"] == "none observed"


HELD = """<style>{lock}</style><button>Top</button><div style="height:2000px"></div><button onclick="ask('lock')">Ask</button><div
style="height:1000px"></div><div id=d hidden role=dialog aria-modal=true style="position:fixed;inset:0;z-index:9">Sure?
<button onclick="ask('')">Yes</button></div><script>function ask(name) {{ d.hidden = !name; document.documentElement.className = document.body.className = name }}</script>"""


@pytest.mark.parametrize(
    "lock",
    [
        "html.lock { position: fixed; overflow-y: scroll; top: -1500px; width: 100%; height: 100% }",
        "body.lock { position: fixed; overflow-y: scroll; top: -1500px; left: 0; right: 0 }",
        "html.lock, .lock body { overflow: hidden; height: 100% } .lock body { position: relative; top: -1500px }",
    ],
    ids=["root", "body", "body out of a root that clips"],
)
async def test_a_page_that_a_dialog_holds_in_place_is_read_with_the_dialog(common_chat: Chat, site: Site, lock: str) -> None:
    refs = await navigated(common_chat, site.page(HELD.format(lock=lock)))
    lines = (await do(common_chat, "click", ref=refs["Ask"]))["action"]["changes"].splitlines()
    assert [re.sub(r" \d+\]", "]", line) for line in lines if line[0] == "+"] == ["+ [dialog]", "+ Sure? [button] Yes"]
    refs = await read(common_chat)
    assert "Top" in refs or "relative" in lock
    lines = (await do(common_chat, "click", ref=refs["Yes"]))["action"]["changes"].splitlines()
    assert [line for line in lines if line[0] == "-"] == ["- [dialog]", f"- Sure? [button {refs['Yes']}] Yes"]


SPLIT = """<div><div><table><thead><tr><th>Name<th>Age</table></div><div><table>{rows}</table></div>
<table><tr><td><div><div>Side</div></div><td>Main<tr><td>Foot<td>End</table></div>"""
ROW = "<tr><td><div><input type=checkbox aria-label=Choose></div><td><div>{name}</div><td><div>{age}</div>"


async def test_the_rows_of_a_table_whose_head_is_another_table_stay_rows(common_chat: Chat, site: Site) -> None:
    rows = "".join(ROW.format(name=name, age=age) for name, age in (("Ada", 3), ("Bob", 1)))
    await do(common_chat, "navigate", url=site.page(SPLIT.format(rows=rows)))
    text = re.sub(r" \d+\]", "]", await do(common_chat, "content"))
    assert "[checkbox] Choose | Ada | 3\n[checkbox] Choose | Bob | 1" in text
    assert "Side | Main" not in text


GRABBED = """<div role=tree><div role=treeitem draggable=true style="display:flex;width:150px;cursor:grab"><i style="width:100px">⠿</i>
<span style="cursor:pointer">Plum</span></div></div><script>
addEventListener('click', ({ target }) => { document.title += target.localName }, true)</script>"""


async def test_the_words_of_a_tree_item_that_is_grabbed_are_pressed(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(f"<title>T</title>{GRABBED}"))
    refs = re.findall(r"\[(treeitem|clickable) (\d+)\]", await do(common_chat, "content"))
    assert [kind for kind, _ in refs] == ["treeitem", "clickable"]
    for _, number in refs:
        await do(common_chat, "click", ref=int(number))
    assert await evaluated(common_chat, "document.title") == "Tspanspan"


async def test_an_invisible_control_with_the_focus_is_read_once_at_its_label(common_chat: Chat, site: Site) -> None:
    body = """<style>.v { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0) }</style>
        <button class=v role=switch id=a aria-checked=false onclick="setAttribute('aria-checked', true)"></button><label for=a>Air</label>
        <input class=v type=checkbox id=b><label for=b>Box</label><button>Other</button>"""
    found = await navigated(common_chat, site.page(body))
    for kind, name in (("switch", "Air"), ("checkbox", "Box")):
        receipt = (await do(common_chat, "set_checked", ref=found[name], checked=True))["action"]
        assert receipt["checked"] is True
        assert "changes" not in receipt
        text = await do(common_chat, "content")
        assert re.findall(rf"\[[^\]]*{kind} \d+\]", text) == [f"[focused checked {kind} {found[name]}]"]
        assert "changes" not in (await do(common_chat, "click", ref=found["Other"]))["action"]
