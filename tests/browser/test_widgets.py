"""Controls that pages draw themselves, operated by nothing but the refs that `content` and receipts show.

Each page in `tests/support/pages/widgets` records what it took in `state`, and every event that no person gave in `untrusted`.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.browser.form import drawn_list
from tests.support.behaviours import PAGES
from tests.support.calls import do, evaluated, navigated, read, refs, refused
from tests.support.server import Site

WIDGETS = PAGES / "widgets"
Show = Callable[[str], Awaitable[dict[str, int]]]


@pytest.fixture
async def show(shared_chat: Chat, site: Site) -> AsyncIterator[Show]:
    """Opens one of the pages and gives its refs; afterwards every event on it must have been trusted."""
    site.route("/recorder.js", (WIDGETS / "recorder.js").read_bytes())

    async def open_page(name: str) -> dict[str, int]:
        return await navigated(shared_chat, site.page((WIDGETS / f"{name}.html").read_text(encoding="utf-8")))

    yield open_page
    assert await evaluated(shared_chat, "[received > 0, untrusted]") == [True, []]


async def state(chat: Chat) -> Any:
    """What the page recorded."""
    return await evaluated(chat, "state")


async def press(chat: Chat, ref: int, **arguments: Any) -> dict[str, int]:
    """Clicks, and gives the refs that the receipt shows."""
    receipt = (await do(chat, "click", ref=ref, **arguments))["action"]
    return refs(receipt.get("changes", ""))


async def test_a_combobox_is_opened_and_its_option_pressed(shared_chat: Chat, show: Show) -> None:
    page = await show("combobox")
    receipt = (await do(shared_chat, "select_option", ref=page["City"], value="Bern"))["action"]
    assert receipt["chosen"] == ["Bern"]
    assert await state(shared_chat) == {"city": "Bern"}


async def test_a_combobox_that_holds_a_choice_is_narrowed_to_another(shared_chat: Chat, show: Show) -> None:
    page = await show("combobox")
    await do(shared_chat, "type", ref=page["City"], text="Zug", observe="none")
    await do(shared_chat, "select_option", ref=page["City"], value="lund", observe="none")
    assert await state(shared_chat) == {"city": "Lund"}
    assert await evaluated(shared_chat, "document.getElementById('cities').hidden") is True


@pytest.mark.long("browser/test_widgets.py::test_a_combobox_is_opened_and_its_option_pressed")
async def test_a_combobox_chooses_from_a_grid(shared_chat: Chat, show: Show) -> None:
    page = await show("combobox-grid")
    receipt = (await do(shared_chat, "select_option", ref=page["Fruit"], value="Pear"))["action"]
    assert receipt["chosen"] == ["Pear"]
    assert await state(shared_chat) == {"fruit": "Pear"}
    cells = await press(shared_chat, page["Fruit"])
    await press(shared_chat, cells["Plum |"])
    assert await state(shared_chat) == {"fruit": "Plum"}


@pytest.mark.long("browser/test_widgets.py::test_a_combobox_that_holds_a_choice_is_narrowed_to_another")
@pytest.mark.parametrize("changed", ["hide()", "show(false)"])
async def test_text_typed_to_narrow_a_list_is_not_taken_for_the_choice_when_the_list_changes_under_the_press(
    shared_chat: Chat, site: Site, show: Show, changed: str
) -> None:
    changes_once = f"""<script>
      let done = false;
      addEventListener('mousedown', (event) => {{ if (!done && event.target.role === 'option') {{ done = true; {changed}; }} }}, true);
    </script>"""
    await show("combobox")
    page = await navigated(shared_chat, site.page((WIDGETS / "combobox.html").read_text(encoding="utf-8") + changes_once))
    await do(shared_chat, "type", ref=page["City"], text="Zug", observe="none")
    receipt = (await do(shared_chat, "select_option", ref=page["City"], value="lausanne"))["action"]
    assert receipt["chosen"] == ["Lausanne"]
    assert await state(shared_chat) == {"city": "Lausanne"}


@pytest.mark.long("browser/test_widgets.py::test_choices_that_a_listbox_does_not_take_or_have_are_refused_before_any_press")
async def test_a_choice_that_a_combobox_does_not_have_leaves_the_one_before(shared_chat: Chat, show: Show) -> None:
    page = await show("combobox")
    await do(shared_chat, "select_option", ref=page["City"], value="Basel", observe="none")
    wrong = await refused(shared_chat, "invalid_arguments", "select_option", ref=page["City"], value="Paris")
    assert {"value": "", "label": "Lyon"} in wrong["details"]["options"]
    assert await state(shared_chat) == {"city": "Basel"}
    assert await evaluated(shared_chat, "document.getElementById('cities').hidden") is True


@pytest.mark.long("browser/test_widgets.py::test_a_combobox_is_opened_and_its_option_pressed")
async def test_a_combobox_is_typed_into_and_the_option_of_the_receipt_pressed(shared_chat: Chat, show: Show) -> None:
    page = await show("combobox")
    await do(shared_chat, "type", ref=page["City"], text="Be", slowly=True, observe="none")
    await do(shared_chat, "wait", text="Bergen")
    await press(shared_chat, (await read(shared_chat))["Berlin"])
    assert await state(shared_chat) == {"city": "Berlin"}


@pytest.mark.rows(1)
@pytest.mark.parametrize(("value", "held", "taken"), [("bern", "Bern", "Bern"), ("Paris", "Paris", None)])
@pytest.mark.usefixtures("impatient")
async def test_a_form_s_combobox_takes_the_option_of_that_name_or_else_the_text(
    shared_chat: Chat, show: Show, monkeypatch: pytest.MonkeyPatch, value: str, held: str, taken: str | None
) -> None:
    if taken is None:
        for name in ("OPEN_MS", "FILTER_MS", "SETTLE_MS"):
            monkeypatch.setattr(drawn_list, name, 150)
    page = await show("combobox")
    receipt = (await do(shared_chat, "fill_form", fields=[{"ref": page["City"], "value": value}]))["action"]
    assert receipt["fields"][0]["value"] == held
    assert await state(shared_chat) == {"city": taken}


@pytest.mark.long("browser/test_widgets.py::test_a_listbox_of_several_holds_exactly_what_was_asked")
async def test_a_listbox_takes_one_option(shared_chat: Chat, show: Show) -> None:
    page = await show("listbox")
    receipt = (await do(shared_chat, "select_option", ref=page["Size"], value="large"))["action"]
    assert receipt["chosen"] == ["Large"]
    assert (await state(shared_chat))["size"] == ["Large"]
    again = (await do(shared_chat, "select_option", ref=page["Size"], value="Large"))["action"]
    assert again["effect"] == "none observed"


@pytest.mark.rows(1)
@pytest.mark.parametrize("box", ["toppings", "layers"])
async def test_a_listbox_of_several_holds_exactly_what_was_asked(shared_chat: Chat, show: Show, box: str) -> None:
    page = await show("listbox")
    names = {"toppings": ["Olives", "Onions", "Tomatoes"], "layers": ["Roads", "Borders", "Names"]}[box]
    await do(shared_chat, "select_option", ref=page[box.capitalize()], values=names[:2], observe="none")
    assert (await state(shared_chat))[box] == names[:2]
    await do(shared_chat, "select_option", ref=page[box.capitalize()], values=names[1:], observe="none")
    assert (await state(shared_chat))[box] == names[1:]


@pytest.mark.long("browser/test_widgets.py::test_a_listbox_of_several_holds_exactly_what_was_asked")
@pytest.mark.rows(1)
@pytest.mark.parametrize("box", ["toppings", "layers"])
async def test_a_listbox_of_several_is_cleared(shared_chat: Chat, show: Show, box: str) -> None:
    page = await show("listbox")
    names = {"toppings": ["Olives", "Onions"], "layers": ["Roads", "Names"]}[box]
    twice = (await do(shared_chat, "select_option", ref=page[box.capitalize()], values=[*names, names[0]]))["action"]
    assert twice["chosen"] == names
    receipt = (await do(shared_chat, "select_option", ref=page[box.capitalize()], values=[]))["action"]
    assert receipt["chosen"] == []
    assert (await state(shared_chat))[box] == []
    again = (await do(shared_chat, "select_option", ref=page[box.capitalize()], values=[]))["action"]
    assert again["effect"] == "none observed"


@pytest.mark.usefixtures("impatient")
async def test_choices_that_a_listbox_does_not_take_or_have_are_refused_before_any_press(shared_chat: Chat, show: Show) -> None:
    page = await show("listbox")
    wrong = await refused(shared_chat, "invalid_arguments", "select_option", ref=page["Size"], value="Huge")
    assert [option["label"] for option in wrong["details"]["options"]] == ["Small", "Medium", "Large", "Family"]
    wrong = await refused(shared_chat, "invalid_arguments", "select_option", ref=page["Size"], values=["Medium", "Large"])
    assert "takes one option, not 2" in wrong["error"]
    assert (await state(shared_chat))["size"] == []
    await do(shared_chat, "click", ref=page["Small"], observe="none")


@pytest.mark.long("browser/test_widgets.py::test_choices_that_a_listbox_does_not_take_or_have_are_refused_before_any_press")
async def test_choices_that_are_refused_leave_those_before(shared_chat: Chat, show: Show) -> None:
    page = await show("listbox")
    await do(shared_chat, "select_option", ref=page["Size"], value="Small", observe="none")
    before = await state(shared_chat)
    for values in (["Medium", "Large"], []):
        wrong = await refused(shared_chat, "invalid_arguments", "select_option", ref=page["Size"], values=values)
        assert f"takes one option, not {len(values)}" in wrong["error"]
    await refused(shared_chat, "invalid_arguments", "select_option", ref=page["Toppings"], values=["Olives", "Zed"])
    await evaluated(shared_chat, "document.querySelector('#toppings :last-child').ariaDisabled = 'true'")
    await refused(shared_chat, "disabled", "select_option", ref=page["Toppings"], values=["Olives", "Tomatoes"])
    assert await state(shared_chat) == before


@pytest.mark.long("browser/test_element_internals.py::test_one_that_does_not_obey_is_no_success")
async def test_a_combobox_that_keeps_one_of_two_choices_says_so(shared_chat: Chat, show: Show) -> None:
    page = await show("combobox-grid")
    wrong = await refused(shared_chat, "no_change", "select_option", ref=page["Fruit"], values=["Pear", "Plum"])
    assert "Plum" in wrong["details"]["shown"]
    await refused(shared_chat, "invalid_arguments", "select_option", ref=page["Fruit"], values=[])
    assert await state(shared_chat) == {"fruit": "Plum"}


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("item", "taken"), [("150%", {"zoom": "150%"}), ("Status bar", {"Status bar": True}), ("Reset layout", {"resets": 1})]
)
async def test_an_item_of_a_menu_that_exists_only_while_open_is_chosen(
    shared_chat: Chat, show: Show, item: str, taken: dict[str, object]
) -> None:
    page = await show("menu")
    await do(shared_chat, "select_option", ref=page["View (menu)"], value=item, observe="none")
    assert taken.items() <= (await state(shared_chat)).items()
    assert await evaluated(shared_chat, "document.getElementById('menu')") is None


@pytest.mark.long("browser/test_forms.py::test_a_toggle_is_pressed_only_if_it_is_not_as_wanted")
async def test_items_of_an_open_menu_are_checked(shared_chat: Chat, show: Show) -> None:
    page = await show("menu")
    menu = await press(shared_chat, page["View (menu)"])
    await do(shared_chat, "set_checked", ref=menu["Status bar"], observe="none")
    already = (await do(shared_chat, "set_checked", ref=menu["Side bar"]))["action"]
    assert already["already_so"] is True
    await do(shared_chat, "set_checked", ref=menu["Side bar"], checked=False, observe="none")
    await refused(shared_chat, "invalid_arguments", "set_checked", ref=menu["100%"], checked=False)
    await do(shared_chat, "set_checked", ref=menu["150%"], observe="none")
    assert await state(shared_chat) == {"Status bar": True, "Side bar": False, "zoom": "150%", "resets": 0}


@pytest.mark.long("browser/test_forms.py::test_a_toggle_is_pressed_only_if_it_is_not_as_wanted")
async def test_toggles_come_to_the_state_that_was_asked(shared_chat: Chat, show: Show) -> None:
    page = await show("toggles")
    await do(shared_chat, "set_checked", ref=page["Night mode"], observe="none")
    await do(shared_chat, "set_checked", ref=page["Bold"], observe="none")
    await do(shared_chat, "set_checked", ref=page["All files"], checked=False, observe="none")
    await do(shared_chat, "set_checked", ref=page["Some files"], checked=False, observe="none")
    await do(shared_chat, "set_checked", ref=page["Fast"], observe="none")
    assert await state(shared_chat) == {"night": "true", "bold": "true", "all": "false", "some": False, "speed": "Fast"}
    await do(shared_chat, "set_checked", ref=page["All files"], observe="none")
    await do(shared_chat, "keyboard", key="Shift+Tab", observe="none")
    assert (await state(shared_chat))["all"] == "true"


@pytest.mark.long("browser/test_element_internals.py::test_one_that_does_not_obey_is_no_success")
async def test_a_toggle_that_ignores_the_press_is_a_typed_error(shared_chat: Chat, show: Show) -> None:
    page = await show("toggles")
    wrong = await refused(shared_chat, "no_change", "set_checked", ref=page["Cannot be checked"])
    assert wrong["details"]["checked"] is False


@pytest.mark.long("browser/test_forms.py::test_a_toggle_is_pressed_only_if_it_is_not_as_wanted")
async def test_a_focused_radio_is_moved_by_arrow_keys(shared_chat: Chat, show: Show) -> None:
    page = await show("toggles")
    await do(shared_chat, "click", ref=page["Slow"], observe="none")
    await do(shared_chat, "keyboard", key="ArrowRight", observe="none")
    await do(shared_chat, "keyboard", key="ArrowRight", observe="none")
    assert (await state(shared_chat))["speed"] == "Warp"
    assert "[focused checked radio" in await do(shared_chat, "content")


@pytest.mark.long("browser/test_mouse.py::test_a_slider_is_dragged_by_points_on_a_canvas_or_an_input")
async def test_a_slider_is_dragged_and_moved_by_keys(shared_chat: Chat, show: Show) -> None:
    page = await show("slider")
    box = (await do(shared_chat, "detail", ref=page["Volume"]))["box"]
    await do(shared_chat, "drag", ref=page["Volume"], to_x=box[0] + 10 + 200, to_y=box[1] + 10, observe="none")
    assert await state(shared_chat) == {"volume": 70}
    await do(shared_chat, "keyboard", key="ArrowLeft", observe="none")
    assert "[focused slider" in (text := await do(shared_chat, "content"))
    assert 'value="69"' in text


DIALS = """<style>[role=slider] { height: 20px }</style>
<div role=slider tabindex=0 aria-label=Plain aria-valuemax=100 aria-valuenow=30></div>
<div role=slider tabindex=0 aria-label=Far aria-valuemax=1000 aria-valuenow=30 data-page=50></div>
<div role=slider tabindex=0 aria-label=Leftward aria-valuemax=100 aria-valuenow=30 aria-valuetext="30 %" data-arrow=-1></div>
<div role=slider tabindex=0 aria-label=Upright aria-valuemax=10 aria-valuenow=3 data-step=0.5 data-arrow=0></div>
<div role=slider tabindex=0 aria-label=Coarse aria-valuemax=100 aria-valuenow=30 data-step=20></div>
<div role=slider tabindex=0 aria-label=Dead aria-valuemax=100 aria-valuenow=30 data-step=0></div>
<div role=slider tabindex=0 aria-label=Tiny aria-valuemax=100 aria-valuenow=0 data-step=1e-320></div>
<script>keys = 0; for (const dial of document.querySelectorAll('[role=slider]')) dial.onkeydown = ({ key, isTrusted }) => {
  const { step = 1, page = 10, arrow = 1 } = dial.dataset; keys += isTrusted;
  const by = { ArrowUp: step, ArrowDown: -step, PageUp: page * step, PageDown: -page * step, ArrowRight: step * arrow, ArrowLeft: -step * arrow };
  dial.ariaValueNow = Math.min(dial.ariaValueMax, Math.max(0, +dial.ariaValueNow + +by[key]));
  if (dial.ariaValueText) dial.ariaValueText = dial.ariaValueNow + ' %';
}</script>"""


async def test_a_slider_that_a_script_draws_is_set_by_keys(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(DIALS))
    page = await read(common_chat)
    for name, text, value, most in (
        ("Plain", "40", "40", 10),
        ("Far", "777", "777", 25),
        ("Leftward", "41", "41 %", 13),
        ("Upright", "7.5", "7.5", 12),
        ("Coarse", "79", "70", 3),
        ("Dead", "79", "30", 2),
        ("Tiny", "79", "1.4e-319", 5),
    ):
        receipt = (await do(common_chat, "type", ref=page[name], text=text))["action"]
        assert (receipt["value"], "differs_from_typed" in receipt) == (value, name in ("Coarse", "Dead", "Tiny"))
        assert await evaluated(common_chat, "[keys, keys = 0][0]") <= most
    fields = [{"ref": page["Plain"], "value": 50}, {"ref": page["Leftward"], "value": "40"}]
    filled = (await do(common_chat, "fill_form", fields=fields))["action"]["fields"]
    assert [(field["value"], "differs_from_typed" in field) for field in filled] == [("50", False), ("40 %", False)]
    assert "from 0 to 100" in (await refused(common_chat, "invalid_arguments", "type", ref=page["Dead"], text="101"))["error"]


async def test_a_tree_is_opened_branch_by_branch(shared_chat: Chat, show: Show) -> None:
    page = await show("tree")
    branch = await press(shared_chat, page["docs"])
    leaf = await press(shared_chat, branch["images"])
    await press(shared_chat, leaf["map.png"])
    assert await state(shared_chat) == {"file": "map.png"}


@pytest.mark.long("browser/test_mouse.py::test_double_click_fires_one_dblclick")
async def test_cells_of_a_grid_are_edited(shared_chat: Chat, show: Show) -> None:
    page = await show("grid")
    await do(shared_chat, "double_click", ref=page["90"], observe="none")
    await do(shared_chat, "type_submit", ref=(await read(shared_chat))["Edit"], text="95", observe="none")
    await do(shared_chat, "click", ref=page["Train |"], observe="none")
    await do(shared_chat, "keyboard", key="Enter", observe="none")
    await do(shared_chat, "type", ref=(await read(shared_chat))["Edit"], text="Bus", observe="none")
    await do(shared_chat, "keyboard", key="Enter", observe="none")
    assert await state(shared_chat) == {"cells": ["Bus", "12", "Hotel", "95"]}


@pytest.mark.long("browser/test_widgets.py::test_a_tree_is_opened_branch_by_branch")
async def test_a_day_is_picked_in_a_later_month(shared_chat: Chat, show: Show) -> None:
    page = await show("datepicker")
    await refused(shared_chat, "ref_kind", "select_option", ref=page["Choose a day"], value="12")
    days = await press(shared_chat, page["Choose a day"])
    assert "disabled gridcell" in (await do(shared_chat, "find", text="May 9"))["matches"][0]["text"]
    await press(shared_chat, days["Month after"])
    await press(shared_chat, (await read(shared_chat))["June 24 |"])
    assert await state(shared_chat) == {"day": "2030-06-24"}


@pytest.mark.long("browser/test_widgets.py::test_a_tree_is_opened_branch_by_branch")
async def test_tabs_and_accordions_show_what_they_hold(shared_chat: Chat, show: Show) -> None:
    page = await show("tabs")
    assert "IBAN" not in page
    panel = await press(shared_chat, page["Billing"])
    await do(shared_chat, "type", ref=panel["IBAN"], text="CH93", observe="none")
    delivery = await press(shared_chat, page["Delivery"])
    await do(shared_chat, "click", ref=delivery["Take express"], observe="none")
    await do(shared_chat, "click", ref=page["Returns"], observe="none")
    assert await state(shared_chat) == {"tab": "Billing", "Delivery": "true", "express": True, "Returns": "false"}
    assert await evaluated(shared_chat, "iban.value") == "CH93"


@pytest.mark.long("browser/test_presses.py::test_a_covered_element_is_refused_at_once_with_what_covers_it")
async def test_a_modal_box_keeps_the_page_beneath_out_of_reach(shared_chat: Chat, show: Show) -> None:
    page = await show("dialog")
    box = await press(shared_chat, page["Delete order"])
    covered = await refused(shared_chat, "covered", "click", ref=page["Print"])
    assert "Delete" in covered["error"]
    await do(shared_chat, "type", ref=box["Reason"], text="twice", observe="none")
    await do(shared_chat, "keyboard", key="Tab", observe="none")
    await do(shared_chat, "keyboard", key="Tab", observe="none")
    assert "[focused button" in (await do(shared_chat, "find", text="Delete it"))["matches"][0]["text"]
    await do(shared_chat, "keyboard", key="Enter", observe="none")
    assert await state(shared_chat) == {"answer": "deleted: twice"}
    await do(shared_chat, "click", ref=page["Print"], observe="none")


@pytest.mark.rows(1)
@pytest.mark.parametrize(("choice", "zone"), [("Zone 004", "Zone 004"), ("zone 123", "Zone 123"), (57, "Zone 057")])
async def test_an_option_that_is_not_drawn_yet_is_scrolled_to(shared_chat: Chat, show: Show, choice: str | int, zone: str) -> None:
    page = await show("virtual")
    receipt = (await do(shared_chat, "select_option", ref=page["Time zone"], value=choice))["action"]
    assert receipt["chosen"] == [zone]
    assert await state(shared_chat) == {"zone": zone}


@pytest.mark.long("browser/test_widgets.py::test_choices_that_a_listbox_does_not_take_or_have_are_refused_before_any_press")
async def test_a_list_without_the_option_is_gone_through_and_closed(shared_chat: Chat, show: Show) -> None:
    page = await show("virtual")
    await refused(shared_chat, "invalid_arguments", "select_option", ref=page["Time zone"], value="Zone 400")
    assert await evaluated(shared_chat, "zone.ariaExpanded") == "false"


DRAWN_FOR_OTHERS = """<style>.off { position: absolute; left: -9999em; transform: scale(0) }
.clipped { position: absolute; width: 1px; height: 1px; clip: rect(0 0 0 0); padding: 0; border: 0 }
.field { position: relative; width: 200px; height: 30px } .field span { position: absolute; pointer-events: none }
.field div { opacity: 0 } .field:focus-within div { opacity: 1 }</style>
<p><label for=raw>Tags</label> <input id=raw class=off tabindex=-1> <b id=tags contenteditable aria-label="Add a tag" style="display:inline-block;width:90px;height:20px"></b></p>
<p><label for=native>Country</label> <select id=native class=clipped tabindex=-1><option>Peru<option>Chad</select>
<button onclick="native.value = 'Chad'; state.push('Chad')">Peru</button></p>
<div class=field><span>Email</span><div><input id=email aria-label=Email oninput="state.push(value)"></div></div>
<script>state = []; raw.oninput = native.onchange = () => state.push('nobody sees that')
tags.oninput = () => state.push(tags.textContent)</script>"""


@pytest.mark.usefixtures("impatient")
async def test_what_is_drawn_for_a_field_that_nobody_sees_is_operated_and_not_the_field(shared_chat: Chat, site: Site) -> None:
    page = await navigated(shared_chat, site.page(DRAWN_FOR_OTHERS))
    assert list(page) == ["Add a tag", "Peru", "Email"]
    await refused(shared_chat, "not_visible", "type", selector="#raw", text="a")
    await refused(shared_chat, "not_visible", "click", selector="#raw")
    await refused(shared_chat, "covered", "select_option", selector="#native", value="Chad")
    assert await state(shared_chat) == []
    await do(shared_chat, "type", ref=page["Add a tag"], text="b", observe="none")
    await do(shared_chat, "click", ref=page["Peru"], observe="none")
    await do(shared_chat, "type", ref=page["Email"], text="c", observe="none")
    assert await state(shared_chat) == ["b", "Chad", "c"]
    assert f'[focused input text {page["Email"]}] Email value="c"' in await do(shared_chat, "content")
