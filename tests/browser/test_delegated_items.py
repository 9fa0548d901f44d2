"""Boxes that listen for presses on what is in them: each item has a ref of its own, and pressing that presses the item."""

import json
import re
from typing import Any, Final

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, page_text, refs
from tests.support.server import Site

WEEKS: Final = "".join(
    "<div>" + "".join(f"<i class='day d{week * 7 + day}'>{week * 7 + day}</i> " for day in range(1, 8)) + "</div>"
    for week in range(4)
)

BOXES: Final[dict[str, tuple[str, list[str]]]] = {
    "boxes": ("<div data-box><div>Small</div><div>Medium</div><div>Large</div></div>", ["Small", "Medium", "Large"]),
    "words": ("<div data-box><span>One</span> <span>Two</span></div>", ["One", "Two"]),
    "a list": ("<ul data-box><li>Ash<li>Elm</ul>", ["Ash", "Elm"]),
    "wrapped": ("<div data-box><div><div class=in><ul><li>Oak<li>Fir</ul></div></div></div>", ["Oak", "Fir"]),
    "rows": ("<table><thead><tr><th>Name<th>City<tbody data-box><tr><td>Ada Lovelace<td>London<tr><td>Alan Turing<td>Manchester</table>",
             ["Ada Lovelace | London", "Alan Turing | Manchester"]),
    "days": ("<table data-box><tr><td>1<td>2<td>3<tr><td>4<td>5<td>6</table>", ["1", "2", "3", "4", "5", "6"]),
    "days of boxes": (f"<div data-box>{WEEKS}</div>", [str(day) for day in range(1, 29)]),
    "grid cells": ("<div data-box role=grid><div role=row><div role=gridcell>7th of May</div><div role=gridcell>8th of May</div></div></div>"
                   "<div data-box role=grid><div role=row><div role=gridcell>9th of May</div><div role=gridcell>10th of May</div></div></div>",
                   ["7th of May", "8th of May", "9th of May", "10th of May"]),
    "under a heading": ("<div data-box><h4>Size</h4><div>XS</div><div>XL</div></div>", ["XS", "XL"]),
    "with parts": ("<div data-box>" + "".join(f"<div class=item><b>{who}</b> <i>in town</i></div>" for who in ("Bob", "Cyd", "Dan")) + "</div>",
                   ["Bob in town", "Cyd in town", "Dan in town"]),
    "one of them chosen": ("<div data-box><div class=opt>Red</div><div class='opt on'>Blue</div></div>", ["Red", "Blue"]),
    "many": ("<div data-box>" + "".join(f"<div class=item>Item {each}</div>" for each in range(40)) + "</div>", [f"Item {each}" for each in range(40)]),
    "pictures": ("<div data-box>" + "".join(f"<img width=20 height=20 src=data:, alt={name}>" for name in ("Cat", "Dog")) + "</div>", ["Cat", "Dog"]),
    "a text of its own": ("<div data-box>Press <b>here</b> or <b>there</b></div>", ["Press here or there"]),
    "a card": ("<div data-box><h5>Lamp</h5><p>Of brass</p></div>", ["Lamp"]),
    "rows that listen themselves": ("<div><div data-box><b>Eve</b> <b>Rome</b></div><div data-box><b>Fay</b> <b>Oslo</b></div></div>", ["Eve Rome", "Fay Oslo"]),
    "buttons": ("<div data-box><button>Yes</button><button>No</button></div>", ["Yes", "No"]),
}  # fmt: skip
"""What is in a page, and the labels of the refs there."""

RECORD: Final = """
  window.hits = [];
  for (const box of root.querySelectorAll('[data-box]')) {
    box.addEventListener(type, (event) => {
      const item = event.composedPath()[0];
      hits.push((item.alt || item.closest('td,li,.day,.item,[role=gridcell],button')?.textContent || item.textContent).trim());
    });
  }"""


def in_document(type_: str) -> str:
    return f"<main>{''.join(html for html, _ in BOXES.values())}</main><script>const type = '{type_}', root = document;{RECORD}</script>"


def in_shadow_root(type_: str) -> str:
    html = json.dumps("".join(html for html, _ in BOXES.values())).replace("</", "<\\/")
    return f"<div id=host style=min-height:9px></div><script>const type = '{type_}', root = host.attachShadow({{ mode: 'closed' }}); root.innerHTML = {html};{RECORD}</script>"


@pytest.mark.parametrize(("place", "type_"), [(in_document, "click"), (in_shadow_root, "pointerdown")])
async def test_items_of_a_box_that_listens_for_them_have_refs_and_are_pressed(
    shared_chat: Chat, site: Site, place: Any, type_: str
) -> None:
    page = await navigated(shared_chat, site.page(place(type_)))
    wanted = [label for _, labels in BOXES.values() for label in labels]
    shown = page_text(await do(shared_chat, "content"))
    names = {label.removesuffix(" |").split(" | [", 1)[0]: number for label, number in page.items()}
    assert [label for label in wanted if label.split(" | ")[0] not in names and label not in names] == []
    assert shown.count("[") == len(wanted)
    wrong = []
    for label in ("Small", "Large", "Two", "Elm", "Fir", "4", "28", "9th of May", "XL", "Cyd in town", "Blue", "Item 39", "Dog"):
        await do(shared_chat, "click", ref=names[label], observe="none")
        if (hits := await evaluated(shared_chat, "hits.splice(0)")) != [label]:
            wrong.append((label, hits))
    assert not wrong


async def test_items_that_come_later_have_refs(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page("<div id=box></div><script>box.addEventListener('click', () => {})</script>"))
    await evaluated(shared_chat, "box.innerHTML = '<div>Late</div><div>Later</div>'")
    assert {"Late", "Later"} <= refs(await do(shared_chat, "content")).keys()


async def test_an_application_that_listens_on_all_of_its_page_makes_no_control_of_it(shared_chat: Chat, site: Site) -> None:
    every_event = "for (const type of Object.keys(HTMLElement.prototype).filter((name) => name.startsWith('on'))) root.addEventListener(type.slice(2), () => {});"
    framework = f"<div id=root><div>Title</div><div>Text</div></div><script>{every_event}</script>"
    by_hand = "<div id=root><h1>Title</h1><div><p>Text</p><button>A</button><button>B</button></div></div><script>root.addEventListener('click', () => {})</script>"
    assert "[" not in page_text(str((await do(shared_chat, "navigate", url=site.page(framework), observe="content"))["content"]))
    assert list(await navigated(shared_chat, site.page(by_hand))) == ["A", "B"]


LAYERS: Final = """<div id=f style="position:relative;width:230px;height:56px"><div class=ground style="position:absolute;inset:0"></div>
  <div class=label style="position:absolute;inset:0;pointer-events:none"><span>State</span></div><div><input value=Ala style="position:relative;width:100%"></div></div>
  <div class=other><span id=name>Wifi</span><input type=checkbox aria-label=Wifi><b id=x style=cursor:pointer>×</b></div>
  <script>for (const one of document.querySelectorAll('#f, .ground, .label, #name, #x')) one.addEventListener('click', () => {});
  f.addEventListener('click', () => f.querySelector('input').focus())</script>"""


async def test_a_field_is_one_control_with_the_layers_and_the_label_that_are_drawn_for_it(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(LAYERS))
    shown = page_text(await do(shared_chat, "content"))
    assert shown.split("\n")[0].endswith('] State value="Ala"')
    assert shown.count("[") == 3
    receipt = (await do(shared_chat, "click", ref=refs(shown)["State"]))["action"]
    assert receipt["focus"] == refs(shown)["State"]


CELLS: Final = (("Oak | ash", "<button>Add</button>"), ("Tin", "<p><button>Add</button></p>"), ("Empty", ""))


async def test_a_group_in_a_cell_has_its_name_in_front(shared_chat: Chat, site: Site) -> None:
    rows = "".join(f"<tr><td>Lamp<td>New <section aria-label='{name}'><div>{inner}</div></section>" for name, inner in CELLS)
    await navigated(shared_chat, site.page(f"<table><tr><th>Item<th>Order{rows}</table>"))
    lines = page_text(await do(shared_chat, "content")).splitlines()
    assert [re.sub(r"button \d+", "button", line) for line in lines[2:]] == [
        "Lamp | New / Oak \\| ash: [button] Add",
        "Lamp | New / Tin: [button] Add",
        "Lamp | New",
    ]


async def test_find_names_the_groups_around_a_line(shared_chat: Chat, site: Site) -> None:
    await navigated(
        shared_chat,
        site.page(
            "<h1>Shop</h1><section aria-label='Oak lamp'><h3>Details</h3><button>Add</button></section><section aria-label='Tin lamp'><button>Add</button>"
            "</section><ul><li aria-label='Ash lamp'><button>Add</button><p><button>Add</button></ul><button>Add</button>"
        ),
    )
    found = (await do(shared_chat, "find", text="Add"))["matches"]
    assert [match["under"] for match in found] == [
        "Shop > Oak lamp > Details",
        "Shop > Tin lamp",
        "Shop",
        "Shop > Ash lamp",
        "Shop",
    ]
