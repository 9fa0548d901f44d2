"""Lists that libraries draw in ways of their own: what marks a choice, when they close, and where their options stand.

Each page records in `record` what it took, in the order in which it took it.
"""

from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, refused
from tests.support.server import Site

HIGHLIGHT = """<div id=control role=combobox aria-expanded=false aria-label=Fruit aria-controls=list tabindex=0><span id=chips></span> pick</div>
<div id=list role=listbox aria-multiselectable=true hidden>
<div role=option>Apple</div><div role=option>Pear</div><div role=option>Plum</div></div>
<script>
record = [];
const highlight = () => [...list.children].forEach((option, place) => option.setAttribute('aria-selected', place === 0));
const open = (wanted) => { list.hidden = !wanted; control.ariaExpanded = String(wanted); highlight(); };
control.onclick = () => open(list.hidden);
control.onkeydown = ({ key }) => { if (key === 'Escape') open(false); };
list.onclick = ({ target }) => {
  if (target === list) return;
  record.push(target.textContent);
  chips.append(`${target.textContent} `);
  target.remove();
  highlight();
};
</script>"""
"""`aria-selected` is on the option that Enter would take; what is chosen leaves the list, as in Choices.js."""


@pytest.mark.rows(1)
@pytest.mark.parametrize("values", [["Apple"], ["Pear", "Plum"]])
@pytest.mark.usefixtures("impatient")
async def test_a_highlight_is_not_taken_for_a_choice(common_chat: Chat, site: Site, values: list[str]) -> None:
    await do(common_chat, "navigate", url=site.page(HIGHLIGHT))
    receipt = (await do(common_chat, "select_option", selector="#control", values=values))["action"]
    assert (receipt["chosen"], receipt["earlier_choices"]) == (values, "kept")
    assert await evaluated(common_chat, "record") == values


@pytest.mark.long("browser/test_drawn_lists.py::test_a_highlight_is_not_taken_for_a_choice")
async def test_an_option_that_may_only_be_highlighted_is_not_pressed_to_clear_the_list(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(HIGHLIGHT))
    wrong = await refused(common_chat, "no_change", "select_option", selector="#control", values=[])
    assert "'Apple'" in wrong["error"]
    assert await evaluated(common_chat, "[record, list.hidden]") == [[], True]


CLOSES = """<label for=field>Favourites</label><div id=box><input id=field role=combobox aria-expanded=false aria-controls=list
aria-autocomplete=list></div>
<ul id=list role=listbox aria-multiselectable=true hidden>
<li role=option aria-selected=false>Alpha<li role=option aria-selected=false>Beta<li role=option aria-selected=false>Gamma</ul>
<script>
record = [];
const open = (wanted) => { list.hidden = !wanted; field.ariaExpanded = String(wanted); };
const narrow = () => { for (const option of list.children) option.hidden = !option.textContent.toLowerCase().includes(field.value.toLowerCase()); };
field.onclick = () => open(true);
field.oninput = () => { open(true); narrow(); };
field.onkeydown = ({ key }) => { if (key === 'Escape') open(false); };
list.onmousedown = (event) => event.preventDefault();
list.onclick = ({ target }) => {
  const name = target.textContent.trim();
  if (FULL && record.length) return;
  if (record.includes(name)) record.splice(record.indexOf(name), 1); else record.push(name);
  if (MARKS) target.ariaSelected = String(record.includes(name)); else target.remove();
  if (CHIPS) box.replaceChildren(...record.map((one) => Object.assign(document.createElement('span'), { textContent: one })), field);
  field.value = '';
  narrow();
  open(false);
};
</script>"""
"""A field for several that closes its list after each choice, as MUI's Autocomplete and Select2 do."""


def closing(*, marks: bool = True, chips: bool = True, full: bool = False) -> str:
    flags = f"<script>MARKS = {int(marks)}; CHIPS = {int(chips)}; FULL = {int(full)}</script>"
    return flags + CLOSES


@pytest.mark.long("browser/test_drawn_lists.py::test_a_choice_is_ended_in_a_list_that_closes")
@pytest.mark.rows(1)
@pytest.mark.parametrize("shows", [{}, {"marks": False}, {"chips": False}, {"marks": False, "chips": False}])
async def test_each_of_several_is_chosen_from_a_list_that_closes(common_chat: Chat, site: Site, shows: dict[str, bool]) -> None:
    await do(common_chat, "navigate", url=site.page(closing(**shows)))
    receipt = (await do(common_chat, "select_option", selector="#field", values=["Beta", "Gamma"]))["action"]
    assert receipt["chosen"] == ["Beta", "Gamma"]
    assert await evaluated(common_chat, "[record, list.hidden]") == [["Beta", "Gamma"], True]


@pytest.mark.rows(1)
@pytest.mark.parametrize("shows", [{}, {"chips": False}])
async def test_a_choice_is_ended_in_a_list_that_closes(common_chat: Chat, site: Site, shows: dict[str, bool]) -> None:
    await do(common_chat, "navigate", url=site.page(closing(**shows)))
    receipt = (await do(common_chat, "select_option", selector="#field", values=["Beta", "Gamma"]))["action"]
    assert receipt["chosen"] == ["Beta", "Gamma"]
    assert await evaluated(common_chat, "[record, list.hidden]") == [["Beta", "Gamma"], True]
    receipt = (await do(common_chat, "select_option", selector="#field", values=["Alpha", "Gamma"]))["action"]
    assert receipt["chosen"] == ["Alpha", "Gamma"]
    assert await evaluated(common_chat, "[record, list.hidden]") == [["Gamma", "Alpha"], True]


@pytest.mark.long("browser/test_forms.py::test_a_field_that_refuses_leaves_a_list_of_those_before_it")
@pytest.mark.usefixtures("impatient")
async def test_an_error_of_the_second_choice_names_the_first(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(closing(full=True)))
    wrong = await refused(common_chat, "no_change", "select_option", selector="#field", values=["Beta", "Gamma"])
    assert "does not show that it took 'Gamma'" in wrong["error"]
    assert "'Beta'" in wrong["error"]
    assert await evaluated(common_chat, "[record, list.hidden]") == [["Beta"], True]


REMOVABLE = """<div id=control role=combobox aria-expanded=false aria-label=Fruit aria-controls=list tabindex=0
style="border:1px solid;width:300px;height:30px;display:flex"><span>Pear</span><button id=remove style="width:180px">Remove Pear</button>
<input id=field aria-label=Search style="width:30px"></div>
<ul id=list role=listbox aria-multiselectable=true hidden><li role=option>Apple<li role=option>Plum</ul>
<script>
record = ['Pear'];
const open = (wanted) => { list.hidden = !wanted; control.ariaExpanded = String(wanted); };
field.onfocus = () => open(true);
control.onkeydown = ({ key }) => { if (key === 'Escape') open(false); };
remove.onclick = () => record.shift();
list.onmousedown = (event) => event.preventDefault();
list.onclick = ({ target }) => { record.push(target.textContent); field.before(target.textContent); target.remove(); };
</script>"""
"""A button that ends a choice stands in the middle of the control."""


@pytest.mark.long("browser/test_drawn_lists.py::test_a_choice_is_ended_in_a_list_that_closes")
async def test_a_list_is_opened_by_the_field_of_its_control_and_not_by_a_button_in_it(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(REMOVABLE))
    await do(common_chat, "select_option", selector="#control", values=["Plum"])
    assert await evaluated(common_chat, "[record, list.hidden]") == [["Pear", "Plum"], True]


SLOTTED = """<x-select id=host><button slot=value id=control aria-haspopup=listbox aria-expanded=false aria-label=Level></button>
<div slot=list id=list role=listbox hidden><div role=option tabindex=0>Low</div><div role=option tabindex=0>High</div></div></x-select>
<script>
record = [];
host.attachShadow({ mode: 'open' }).innerHTML =
  '<div><div><div><slot name=value></slot></div></div></div><slot name=list></slot>';
const open = (wanted) => { list.hidden = !wanted; control.ariaExpanded = String(wanted); };
control.onclick = () => open(true);
list.onclick = ({ target }) => { record.push(target.textContent); control.innerHTML = `<span>${target.textContent}</span>`; open(false); };
</script>"""


@pytest.mark.long("browser/test_drawn_lists.py::test_a_listbox_without_a_box_of_its_own_is_chosen_from")
async def test_a_value_that_is_slotted_into_a_shadow_tree_is_read(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(SLOTTED))
    receipt = (await do(common_chat, "select_option", selector="#control", value="High"))["action"]
    assert receipt["chosen"] == ["High"]
    assert await evaluated(common_chat, "record") == ["High"]


ROWS = """<label for=field>City</label><div id=box style="border:1px solid;width:200px;position:relative">
<input id=field role=combobox aria-expanded=false aria-haspopup=listbox aria-autocomplete=list><span id=shown></span></div>
<p>Town 7</p>
<div id=drop hidden style="position:absolute;top:90px;background:#eee;width:200px">
<div role=listbox id=rows style="height:0;width:0;overflow:hidden"><div role=option aria-selected=false>t0</div><div role=option>t1</div></div>
<div><div class=row>Town 1</div><div class=row>Town 2</div><div class=row>Town 21</div></div></div>
<style>.row { cursor: pointer }</style>
<script>
record = [];
const open = (wanted) => {
  drop.hidden = !wanted;
  field.ariaExpanded = String(wanted);
  if (wanted) for (const name of ['aria-controls', 'aria-owns']) field.setAttribute(name, 'rows');
};
box.onmousedown = () => open(true);
field.onkeydown = ({ key }) => { if (key === 'Escape') open(false); };
field.onblur = () => open(false);
drop.onmousedown = (event) => event.preventDefault();
const rows = document.querySelectorAll('.row');
field.oninput = () => { open(true); for (const row of rows) row.hidden = !row.textContent.includes(field.value); };
for (const row of rows) row.onclick = () => { record.push(row.textContent); shown.textContent = row.textContent; field.value = ''; open(false); };
</script>"""
"""The rows that are seen have no role; the listbox is a box of no size for screen readers, as in Ant Design."""


async def test_rows_beside_an_empty_listbox_are_chosen_by_their_label(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(ROWS))
    receipt = (await do(common_chat, "select_option", selector="#field", value="Town 2"))["action"]
    assert receipt["chosen"] == ["Town 2"]
    assert await evaluated(common_chat, "[record, drop.hidden]") == [["Town 2"], True]


@pytest.mark.rows(1)
@pytest.mark.parametrize("value", ["Town", "Town 7"])
@pytest.mark.usefixtures("impatient")
async def test_rows_beside_an_empty_listbox_are_not_guessed(common_chat: Chat, site: Site, value: str) -> None:
    await do(common_chat, "navigate", url=site.page(ROWS))
    wrong = await refused(common_chat, "invalid_arguments", "select_option", selector="#field", value=value)
    assert [option["label"] for option in wrong["details"]["options"]] == ["Town 1", "Town 2", "Town 21"]
    assert await evaluated(common_chat, "[record, drop.hidden, field.value]") == [[], True, ""]


TYPE_AHEAD = """<div id=box role=combobox aria-haspopup=listbox aria-controls=list aria-expanded=false>
<label for=field>City</label> <input id=field role=combobox aria-haspopup=listbox aria-controls=list aria-expanded=false inputmode=none
style="opacity:0;width:20px"><span id=shown>City 1</span></div><div id=list role=listbox hidden></div>
<script>
record = [];
const take = (name) => { shown.textContent = name; record.push(name); };
const open = (wanted) => { list.hidden = !wanted; box.ariaExpanded = field.ariaExpanded = String(wanted); };
for (let number = 0; number < 12; number++) {
  const option = document.createElement('div');
  Object.assign(option, { role: 'option', textContent: `City ${number}`, onclick() { take(option.textContent); open(false); } });
  list.append(option);
}
box.onmousedown = (event) => { event.preventDefault(); field.focus(); open(list.hidden); };
let typed = '';
field.onkeydown = (event) => {
  if (event.key === 'Escape') open(false);
  if (event.key.length > 1) return;
  event.preventDefault();
  typed += event.key;
  const found = [...list.children].find((option) => option.textContent.startsWith(typed));
  if (found) take(found.textContent);
};
</script>"""
"""A field that takes no text: a key chooses the option that begins with it, as in Vuetify's VSelect."""


async def test_a_field_that_takes_no_text_is_not_typed_into(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(TYPE_AHEAD))
    wrong = await refused(common_chat, "invalid_arguments", "select_option", selector="#field", value="City 55")
    assert "City 0, City 1" in wrong["error"]
    assert await evaluated(common_chat, "[record, shown.textContent, list.hidden]") == [[], "City 1", True]
    await do(common_chat, "select_option", selector="#field", value="City 5")
    assert await evaluated(common_chat, "record") == ["City 5"]


@pytest.mark.long("browser/test_drawn_lists.py::test_a_field_that_takes_no_text_is_not_typed_into")
async def test_a_form_does_not_type_into_a_field_that_takes_no_text(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(TYPE_AHEAD))
    await refused(common_chat, "invalid_arguments", "fill_form", fields=[{"selector": "#field", "value": "City 55"}])
    assert await evaluated(common_chat, "[record, shown.textContent]") == [[], "City 1"]


@pytest.mark.long("browser/test_drawn_lists.py::test_a_field_that_takes_no_text_is_not_typed_into")
@pytest.mark.usefixtures("impatient")
async def test_an_error_says_what_a_control_shows_that_typing_has_changed(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(TYPE_AHEAD.replace("inputmode=none", "")))
    wrong = await refused(common_chat, "invalid_arguments", "select_option", selector="#field", value="City 55")
    now = await evaluated(common_chat, "shown.textContent")
    assert now != "City 1"
    assert f"now shows 'City {now}'" in wrong["error"]


BOXLESS = """<div id=control role=combobox tabindex=0 aria-label=Fruit aria-haspopup=listbox aria-controls=list aria-expanded=false>pick</div>
<div id=list role=listbox style="display:contents"><div id=box hidden>
<div role=option tabindex=0>Apple</div><div role=option tabindex=0>Banana</div></div></div>
<script>
record = [];
const open = (wanted) => { box.hidden = !wanted; control.ariaExpanded = String(wanted); };
control.onclick = () => open(box.hidden);
addEventListener('keydown', ({ key }) => { if (key === 'Escape') open(false); });
box.onclick = ({ target }) => { record.push(target.textContent); control.textContent = target.textContent; open(false); };
</script>"""
"""The listbox has no box of its own, as in Material Web."""


async def test_a_listbox_without_a_box_of_its_own_is_chosen_from(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(BOXLESS))
    receipt = (await do(common_chat, "select_option", selector="#control", value="Banana"))["action"]
    assert receipt["chosen"] == ["Banana"]
    assert await evaluated(common_chat, "[record, box.hidden]") == [["Banana"], True]


@pytest.mark.long("browser/test_forms_in_frames.py::test_a_list_that_takes_no_escape_is_closed_as_it_was_opened")
@pytest.mark.usefixtures("impatient")
async def test_what_a_press_opened_is_closed_where_no_list_is_found_in_it(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(BOXLESS.replace("role=listbox", "").replace("role=option", "")))
    await refused(common_chat, "ref_kind", "select_option", selector="#control", value="Banana")
    assert await evaluated(common_chat, "[record, box.hidden]") == [[], True]


PREFIXES = """<button id=control aria-haspopup=listbox aria-expanded=false aria-controls=list aria-label=Country>+1</button>
<div id=drop hidden><input id=search role=combobox aria-controls=list aria-label=Search>
<ul id=list role=listbox style="height:150px;overflow:auto"></ul></div>
<script>
record = [];
const names = Array.from({ length: 240 }, (_, place) => (place === 120 ? 'Germany (+49)' : `Country ${place} (+${100 + place})`));
const open = (wanted) => { drop.hidden = !wanted; control.ariaExpanded = String(wanted); };
const draw = () => list.replaceChildren(...names.filter((name) => name.toLowerCase().includes(search.value.toLowerCase())).map((name) => {
  const option = document.createElement('li');
  Object.assign(option, { role: 'option', textContent: name, onclick() { record.push(name); control.textContent = name; open(false); } });
  return option;
}));
draw();
control.onclick = () => { open(drop.hidden); search.focus(); };
search.oninput = draw;
drop.onkeydown = ({ key }) => { if (key === 'Escape') open(false); };
</script>"""


@pytest.mark.long("browser/test_drawn_lists.py::test_rows_beside_an_empty_listbox_are_not_guessed")
@pytest.mark.usefixtures("impatient")
async def test_an_error_names_the_options_that_the_filter_left(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(PREFIXES))
    wrong: dict[str, Any] = await refused(common_chat, "invalid_arguments", "select_option", selector="#control", value="Germany")
    assert wrong["details"]["options"] == [{"label": "Germany (+49)", "value": ""}]
    assert await evaluated(common_chat, "[record, drop.hidden, search.value]") == [[], True, ""]


LISTED = """<div id=box style=display:flex><input id=field role=combobox aria-expanded=false aria-label=Fruit></div>
<ul id=list role=listbox hidden><li role=option>Apple<li role=option>Pear<li role=option>Plum</ul>
<script>
record = [];
const open = (wanted) => { list.hidden = !wanted; field.ariaExpanded = String(wanted); };
field.onclick = () => open(true);
field.onkeydown = ({ key }) => { if (key === 'Escape') open(false); };
list.onclick = ({ target }) => {
  record.push(target.textContent);
  const chips = box.querySelector('div') ?? document.createElement('div');
  chips.role = 'listbox';
  chips.append(Object.assign(document.createElement('button'), { role: 'option', textContent: target.textContent }));
  box.prepend(chips);
  target.remove();
  open(false);
};
</script>"""
"""What is chosen becomes a button in a listbox of its own beside the field, as in Fluent's tag picker."""


CELL = """<table><tr><td id=cell>Normal</td></tr></table>
<div id=list role=listbox hidden><div role=option>Low</div><div role=option>High</div></div>
<script>
const editor = Object.assign(document.createElement('div'), { id: 'editor', role: 'combobox', tabIndex: 0, ariaExpanded: 'false', textContent: 'Normal', ariaLabel: 'Priority' });
editor.setAttribute('aria-controls', 'list');
cell.ondblclick = () => cell.replaceChildren(editor);
editor.onclick = () => { list.hidden = false; editor.ariaExpanded = 'true' };
list.onmousedown = (event) => event.preventDefault();
list.onclick = ({ target }) => { list.hidden = true; cell.replaceChildren(target.textContent) };
</script>"""
"""The editor of a cell, which closes with the choice, as AG Grid's."""


async def test_a_control_that_goes_with_the_choice_has_taken_it(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(CELL))
    await do(common_chat, "double_click", selector="#cell")
    receipt = (await do(common_chat, "select_option", selector="#editor", value="High"))["action"]
    assert (receipt["chosen"], receipt["unconfirmed"]) == (["High"], "choosing the option removed the control")
    assert "High" in receipt["changes"]
    assert await evaluated(common_chat, "cell.textContent") == "High"


COMPONENT = """<many-box><label slot=label for=field>Fruit</label>
<div slot=overlay id=list role=listbox aria-multiselectable=true hidden></div>
<input slot=input id=field role=combobox aria-autocomplete=list aria-expanded=false aria-controls=list></many-box>
<script>
record = [];
const shadowed = (name, markup) => customElements.define(name, class extends HTMLElement {
  constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = markup; }
});
shadowed('many-box', '<div><slot name=label></slot><div><slot name=chip></slot><slot name=input></slot></div></div><div><slot name=overlay></slot></div>');
shadowed('one-chip', '<div><span></span></div>');
const box = document.querySelector('many-box');
const all = ['Apple', 'Cherry', 'Fig', 'Pear', 'Plum'];
// Two options have room.
const draw = () => list.replaceChildren(...all.filter(name => name.includes(field.value)).slice(0, 2).map(name =>
  Object.assign(document.createElement('div'), { role: 'option', textContent: name, ariaSelected: String(record.includes(name)) })));
const open = (wanted) => { list.hidden = !wanted; field.ariaExpanded = String(wanted); draw(); };
field.onclick = field.oninput = () => open(true);
field.onkeydown = ({ key }) => { if (key === 'Escape') open(false); };
list.onmousedown = (event) => event.preventDefault();
list.onclick = ({ target }) => {
  if (target === list) return;
  record.push(target.textContent);
  const chip = Object.assign(document.createElement('one-chip'), { slot: 'chip' });
  chip.shadowRoot.querySelector('span').textContent = target.textContent;
  box.append(chip);
  field.value = '';
  draw();
};
</script>"""
"""A component with its list and its chips slotted into it, the texts of the chips in shadow trees, as Vaadin's; few options are drawn."""


@pytest.mark.parametrize("page", [LISTED, COMPONENT], ids=["buttons in a list", "chips in a component"])
async def test_a_choice_that_shows_in_another_place_is_seen(common_chat: Chat, site: Site, page: str) -> None:
    await do(common_chat, "navigate", url=site.page(page))
    for values in (["Pear"], ["Plum", "Apple"]):
        chosen = (await do(common_chat, "select_option", selector="#field", values=values))["action"]["chosen"]
        assert chosen[-len(values) :] == values
    assert await evaluated(common_chat, "[record, list.hidden]") == [["Pear", "Plum", "Apple"], True]
