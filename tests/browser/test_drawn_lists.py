"""Lists that libraries draw in ways of their own: what marks a choice, when they close, and where their options stand.

Each page records in `record` what it took, in the order in which it took it.
"""

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, refused
from tests.support.server import Site

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


async def test_a_value_that_is_slotted_into_a_shadow_tree_is_read(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page(SLOTTED))
    receipt = (await do(shared_chat, "select_option", selector="#control", value="High"))["action"]
    assert receipt["chosen"] == ["High"]
    assert await evaluated(shared_chat, "record") == ["High"]


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


async def test_rows_beside_an_empty_listbox_are_chosen_by_their_label(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page(ROWS))
    receipt = (await do(shared_chat, "select_option", selector="#field", value="Town 2"))["action"]
    assert receipt["chosen"] == ["Town 2"]
    assert await evaluated(shared_chat, "[record, drop.hidden]") == [["Town 2"], True]


@pytest.mark.rows(1)
@pytest.mark.parametrize("value", ["Town", "Town 7"])
async def test_rows_beside_an_empty_listbox_are_not_guessed(shared_chat: Chat, site: Site, value: str) -> None:
    await navigated(shared_chat, site.page(ROWS))
    wrong = await refused(shared_chat, "invalid_arguments", "select_option", selector="#field", value=value)
    assert [option["label"] for option in wrong["details"]["options"]] == ["Town 1", "Town 2", "Town 21"]
    assert await evaluated(shared_chat, "[record, drop.hidden, field.value]") == [[], True, ""]


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


async def test_a_field_that_takes_no_text_is_not_typed_into(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page(TYPE_AHEAD))
    wrong = await refused(shared_chat, "invalid_arguments", "select_option", selector="#field", value="City 55")
    assert "City 0, City 1" in wrong["error"]
    assert await evaluated(shared_chat, "[record, shown.textContent, list.hidden]") == [[], "City 1", True]
    await do(shared_chat, "select_option", selector="#field", value="City 5")
    assert await evaluated(shared_chat, "record") == ["City 5"]


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


async def test_a_listbox_without_a_box_of_its_own_is_chosen_from(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page(BOXLESS))
    receipt = (await do(shared_chat, "select_option", selector="#control", value="Banana"))["action"]
    assert receipt["chosen"] == ["Banana"]
    assert await evaluated(shared_chat, "[record, box.hidden]") == [["Banana"], True]
