"""Controls that are invisible themselves: what is shown and pressed for them, in the page and in shadow trees."""

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
