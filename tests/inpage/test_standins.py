"""Controls that are invisible themselves: what is shown and pressed for them, in the page and in shadow trees."""

import json

import pytest
from playwright.async_api import Page

from tests.inpage.wire import ask, capture, lines

SWITCH = """<div id=box style='position:relative;display:inline-flex;width:40px;height:20px'>
  <input type=checkbox role=switch aria-label=News style='position:absolute;width:0;height:0;margin:0;opacity:0'>
  <span style='cursor:pointer;width:40px;height:20px;background:gray'></span></div>"""
SELECT = """<div style='position:relative;width:200px;height:30px;cursor:pointer'><span>Germany</span>
  <div style='position:absolute;top:0;opacity:0'><input readonly role=combobox aria-label=Country style='width:11px'></div>%s</div>"""
CHIP = "<b role=button aria-label='Remove Germany' style='position:absolute;left:50px;width:100px;height:30px'></b>"
SLIDER = """<span style='position:relative;display:block;width:20px;height:20px;background:gray'>
  <input type=range aria-label=Volume value=30 style='position:absolute;clip:rect(0 0 0 0);width:100%;height:100%;margin:-1px'></span>"""


@pytest.mark.rows(3)
@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (SWITCH, "[switch] News"),
        (SELECT % "", "Germany [readonly combobox] Country"),
        (SLIDER, '[slider] Volume value="30"'),
        (f"<div style='height:0;overflow:hidden'>{SWITCH}</div><p>Closed</p>", "Closed"),
        ("<div><input aria-hidden=true tabindex=-1 value=x style='opacity:0;width:90px'>Shown</div>", "Shown"),
    ],
)
async def test_a_control_is_shown_once_by_the_box_that_stands_for_it(page: Page, html: str, expected: str) -> None:
    await page.set_content("<!doctype html><body>" + html)
    assert "\n".join(await lines(page)) == expected


async def test_the_box_is_pressed_for_its_control(page: Page) -> None:
    await page.set_content("<!doctype html><body style='margin:0'>" + SWITCH)
    probe = await ask(page, "probe", id=(await capture(page)).id_of("News"))
    assert (probe["visible"], probe["point_hits"], probe["point"]) == (True, True, [20, 10])


async def test_the_box_is_pressed_next_to_other_controls_in_it(page: Page) -> None:
    await page.set_content("<!doctype html><body style='margin:0'>" + SELECT % CHIP)
    probe = await ask(page, "probe", id=(await capture(page)).id_of("Country"))
    assert (probe["point_hits"], probe["point"]) == (True, [190, 15])


async def test_slotted_text_is_part_of_the_button_that_holds_its_slot(page: Page) -> None:
    html = "<x-b style='cursor:pointer'><template shadowrootmode=open><button><slot></slot></button></template>Buy</x-b>"
    await page.evaluate("html => { document.body.setHTMLUnsafe(html) }", html)
    assert await lines(page) == ["[button] Buy"]
    probe = await ask(page, "probe", id=(await capture(page)).id_of("Buy"))
    assert probe["point_hits"] is True


async def test_a_switch_under_its_label_keeps_its_role(page: Page) -> None:
    await page.set_content(
        "<!doctype html><label>News <input type=checkbox role=switch style='position:absolute;opacity:0;width:1px;height:1px'></label>"
    )
    assert await lines(page) == ["[switch] News"]


async def test_what_a_combobox_shows_as_chosen_may_lie_over_its_field(page: Page) -> None:
    await page.set_content(
        "<!doctype html><div style='position:relative;width:200px;background:white'><input role=combobox aria-label=Days "
        "style='position:relative;z-index:-1;width:100%'><div style='position:absolute;inset:0'>Monday</div></div>"
    )
    probe = await ask(page, "probe", id=(await capture(page)).id_of("Days"))
    assert probe["point_hits"] is True


UNSEEN_FIELDS = {
    "a text field off the page": (
        "<label for=t>Tags</label> <span contenteditable role=textbox aria-label='Add a tag'></span>"
        "<input id=t tabindex=-1 style='position:absolute;left:-9999em;transform:scale(0)'>",
        "Tags [editable] Add a tag",
    ),
    "a text field scaled to nothing, in its label": (
        "<label>Tags <input style='transform:scale(0)'><b contenteditable aria-label='Add a tag'></b></label>",
        "Tags [editable] Add a tag",
    ),
    "a text field that is not displayed": ("<label for=t>Amount</label><input id=t type=number style=display:none>", "Amount"),
    "a textarea behind an editor": (
        "<label for=t>Text</label><textarea id=t style='visibility:hidden'></textarea><div contenteditable aria-label=Editor></div>",
        "Text\n[editable] Editor",
    ),
    "a select clipped to a pixel": (
        "<label for=s>Country</label> <select id=s tabindex=-1 aria-hidden=true style='position:absolute;width:1px;height:1px;"
        "overflow:hidden;clip:rect(0 0 0 0);padding:0;border:0'><option>Peru</select>"
        "<span role=combobox aria-expanded=false aria-label=Country tabindex=0>Peru</span>",
        'Country [collapsed combobox] Country value="Peru"',
    ),
    "a select clipped to a pixel that a text labels": (
        "<span id=l>Country</span> <select aria-labelledby=l style='position:absolute;width:1px;height:1px;clip:rect(0 0 0 0)'>"
        "<option>Peru</select><span role=combobox aria-label=Choose tabindex=0>Peru</span>",
        'Country [combobox] Choose value="Peru"',
    ),
    "a select under what is drawn for it": (
        "<label for=s>Country</label><div style='position:relative;width:200px;height:30px'><select id=s style='position:absolute;inset:0;"
        "opacity:0'><option>Peru</select><div role=combobox tabindex=0 aria-label=Choose style='position:absolute;inset:0'>Peru</div></div>",
        'Country\n[combobox] Choose value="Peru"',
    ),
    "what a press on the label works": (
        "<style>.n { display: none }</style><label for=a>Agree</label><input id=a type=checkbox class=n> "
        "<label for=b>Blue</label><input id=b type=radio class=n> <label for=c>Upload</label><input id=c type=file class=n> "
        "<label for=d>Ink</label><input id=d type=color class=n value=#ff0000> <label for=e>Send</label><button id=e class=n>x</button>",
        '[checkbox] Agree [radio] Blue [file] Upload [input color] Ink value="#ff0000" [button] Send',
    ),
    "the field of a list that the page draws": (
        "<label for=c>City</label> <div style='width:200px;height:30px'>Rome<input id=c role=combobox readonly "
        "style='opacity:0;width:1px;transform:scale(.01)'></div>",
        "[readonly combobox] City\nRome",
    ),
}


@pytest.mark.rows(2)
@pytest.mark.parametrize(("html", "expected"), UNSEEN_FIELDS.values(), ids=UNSEEN_FIELDS)
async def test_a_field_that_nobody_sees_is_no_control_under_its_label(page: Page, html: str, expected: str) -> None:
    await page.set_content("<!doctype html><body>" + html)
    assert "\n".join(await lines(page)) == expected


@pytest.mark.rows(2)
@pytest.mark.parametrize(
    "style", ["position:absolute;left:-9999em;transform:scale(0)", "display:none", "position:absolute;left:-9999em"]
)
async def test_a_label_is_not_pressed_for_a_field_that_nobody_sees(page: Page, style: str) -> None:
    await page.set_content(f"<!doctype html><label for=t>Tags</label><input id=t style='{style}'>")
    found = await page.locator('#t >> refbrowser={"op":"identify"}').text_content()
    probe = await ask(page, "probe", id=json.loads(found or "")["id"])
    assert (probe["visible"] and probe["in_viewport"], probe["point_hits"]) == (False, False)


RESTING = """<style>.f { position: relative; width: 220px; height: 40px } .c { opacity: 0 } .f input, .f textarea { width: 100%; height: 36px }
.f:focus-within .c { opacity: 1 } .f span, .f label { position: absolute; left: 10px; top: 10px; pointer-events: none }</style>"""

TRANSPARENT = {
    "under its resting label": (
        "<div class=f><span>Email</span><div class=c><input aria-label=Email></div></div>",
        "[input text] Email",
    ),
    "under a label of its own": (
        "<div class=f><label for=e>Email</label><div class=c><b>$</b><input id=e></div></div>",
        "[input text] Email",
    ),
    "in its label": ("<label class=f style=display:block>Email<div class=c><input></div></label>", "[input text] Email"),
    "of several lines": ("<div class=f><div class=c><textarea aria-label=Note></textarea></div></div>", "[textarea] Note"),
    "below the fold": (
        "<p style=height:2000px></p><div class=f><div class=c><input type=email aria-label=Email></div></div>",
        "[input email] Email",
    ),
    "under a box over the page": (
        "<div class=f><div class=c><input aria-label=Email></div></div><div style='position:fixed;inset:0'></div>",
        "[blocked input text] Email",
    ),
    "a select over what is drawn for it": (
        "<div class=f><span>Peru</span><select aria-label=Country style='opacity:.001;width:100%;height:40px'><option>Peru</select></div>",
        "Peru\n[select] Country options=*Peru",
    ),
    "two side by side": (
        "<div class=f><div class=c><input aria-label=From style=width:45%><input aria-label=To style=width:45%></div></div>",
        "[input text] From [input text] To",
    ),
    "with text in it": ("<div class=f><div class=c><input aria-label=Email value=secret></div></div>", ""),
    "that takes no pointer": ("<div class=f><div class=c style=pointer-events:none><input aria-label=Email></div></div>", ""),
    "without a tab stop": ("<div class=f><div class=c><input aria-label=Url tabindex=-1></div></div>", ""),
    "under what is drawn over it": (
        "<div class=f><div class=c><input aria-label=Url></div><div style='position:absolute;inset:0'></div></div>",
        "",
    ),
    "cut off below the fold": (
        "<p style=height:2000px></p><div style='height:0;overflow:hidden'><div class=c><input aria-label=Url></div></div>",
        "",
    ),
    "too small": (
        "<div class=f><div class=c><input aria-label=Url style='width:4px;height:4px;padding:0;border:0'></div></div>",
        "",
    ),
}


@pytest.mark.rows(2)
@pytest.mark.parametrize(("html", "expected"), TRANSPARENT.values(), ids=TRANSPARENT)
async def test_a_transparent_empty_field_that_the_pointer_reaches_is_a_control(page: Page, html: str, expected: str) -> None:
    await page.set_content(f"<!doctype html>{RESTING}<body>{html}")
    assert "\n".join(await lines(page)).strip() == expected


async def test_a_transparent_field_with_a_label_is_pressed_itself(page: Page) -> None:
    await page.set_content(f"<!doctype html>{RESTING}<body style=margin:0>{TRANSPARENT['under a label of its own'][0]}")
    probe = await ask(page, "probe", id=(await capture(page)).id_of("Email"))
    assert (probe["visible"], probe["point_hits"]) == (True, True)
