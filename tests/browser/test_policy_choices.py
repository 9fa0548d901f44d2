"""What input chooses is judged as if it were pressed: the option, radio or tab that a key, a text or a choice leads to."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Chat
from tests.browser.test_policy_activation import KEPT, NO_BUY, Calls, Cells, check, focused, refused_of
from tests.support.calls import do, refused
from tests.support.server import Site
from tests.support.tabs import tab_of
from tests.support.waiting import until

HIT = "fetch('/done')"
RADIOS = (
    "<input type=radio name=p id=i checked>Free <input type=radio name=p disabled aria-label='Off'><input type=radio name=p aria-label='Buy premium' onchange=\""
    + HIT
    + '">'
)
THREE = (
    "<input type=radio name=p id=i checked aria-label=Free><input type=radio name=p aria-label=Basic><input type=radio name=p aria-label='Buy premium' onchange=\""
    + HIT
    + '">'
)
SELECT = (
    '<select id=i aria-label=Plan onchange="this.selectedIndex === 2 && '
    + HIT
    + '"><option>Free<option>Basic<option>Buy premium</select>'
)
BOXED = SELECT.replace("<select", "<select size=4")
GROUP = (
    '<div role={group} aria-label=Plans>{items}</div><script>const all = [...document.querySelectorAll("[role={item}]")];'
    "all.forEach((one, at) => one.onkeydown = (event) => {{ const to = all[{{ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1}}[event.key] ?? all.findIndex((other) => other.textContent.toLowerCase().startsWith(event.key))];"
    "if (to) {{ to.focus(); to.textContent.includes('Buy') && fetch('/done') }} }})</script>"
)


def group(role: str, item: str) -> str:
    items = f"<div role={item} tabindex=0 id=i>Free</div><div role={item} tabindex=-1>Basic</div><div role={item} tabindex=-1>Buy premium</div>"
    return GROUP.format(group=role, item=item, items=items)


MARKED = (
    "<div role=listbox id=i tabindex=0 aria-label=Plan aria-activedescendant=a><div role=option id=a>Free</div><div role=option id=b>Buy premium</div></div>"
    "<script>i.onkeydown = (event) => event.key === 'ArrowDown' && fetch('/done')</script>"
)
COMBO = (
    "<input role=combobox id=i aria-expanded=true aria-controls=l {mark}><div role=listbox id=l><div role=option id=b>Buy premium</div><div role=option>Free</div></div>"
    "<script>i.onkeydown = (event) => event.key === 'Enter' && fetch('/done'); i.oninput = () => i.value.startsWith('Buy pre') && fetch('/done')</script>"
)
DATALIST = (
    "<input id=i list=l oninput=\"this.value === 'Buy premium' && "
    + HIT
    + '"><datalist id=l><option value="Buy premium"><option value=Free></datalist>'
)


def key(*names: str) -> Calls:
    return focused(*({"action": "keyboard", "key": name} for name in names))


def tabbed(*names: str) -> Calls:
    return [{"action": "keyboard", "key": name} for name in ("Tab", *names)]


def chosen(value: Any) -> Calls:
    return [{"action": "select_option", "selector": "#i", "values": [value]}]


def filled(value: str) -> Calls:
    return [{"action": "fill_form", "fields": [{"selector": "#i", "value": value}]}]


MANY = f"""<select id=i aria-label=Plan onchange="this.value === 'Buy premium' && {HIT}">{"<option>Free" * 2_500}<option>Buy premium</select>"""
TOO_MANY = MANY.replace("<option>Buy", f"{'<option>Free' * 3_000}<option>Buy")

GROUPED = SELECT.replace("<option>Buy premium", "<optgroup label=Buy><option>Premium</optgroup>")
PICTURED = SELECT.replace("<option>Buy premium", "<option value=p><img alt='Buy premium'></option>").replace(
    "<select", "<style>select { appearance:base-select }</style><select"
)
SET_BY_SCRIPT = (
    COMBO.format(mark="")
    .replace("aria-controls=l", "")
    .replace("<script>", "<script>i.ariaControlsElements = [l]; i.ariaActiveDescendantElement = b;")
)
MENU, TREE = group("menu", "menuitem"), group("tree", "treeitem")

CHOICES: Cells = {
    "an option of a group": (GROUPED, chosen("Premium")), "an arrow to an option of a group": (GROUPED, key("ArrowDown", "ArrowDown")), "an option that is a picture": (PICTURED, chosen("p")),
    "Enter on an option that a script marks": (SET_BY_SCRIPT, key("Enter")), "a letter in a menu": (MENU, key("b")), "an arrow in a menu": (MENU, key("ArrowDown", "ArrowDown")), "an arrow in a tree": (TREE, key("ArrowDown", "ArrowDown")),
    "the last of many options": (MANY, key("End")), "the last of too many options": (TOO_MANY, key("End")),
    "an arrow in radios": (RADIOS, key("ArrowDown")), "an arrow around radios": (THREE, key("ArrowUp")), "a chord in radios": (RADIOS, focused({"action": "key_chord", "keys": ["ArrowRight"]})),
    "two arrows in radios": (THREE, key("ArrowDown", "ArrowDown")), "arrows in one chord": (THREE, focused({"action": "key_chord", "keys": ["ArrowDown", "ArrowDown"]})),
    "two arrows in a select": (SELECT, key("ArrowDown", "ArrowDown")), "End in a select": (SELECT, key("End")), "a letter in a select": (SELECT, key("b")), "a text in a select": (SELECT, focused({"action": "keyboard", "text": "buy"})),
    "a page in a select": (SELECT, key("PageDown")), "End in a boxed select": (BOXED, tabbed("End")), "an arrow to the end of a boxed select": (BOXED, tabbed("ArrowDown", "ArrowDown", "ArrowDown")),
    "an option": (SELECT, chosen("Buy premium")), "an option by its place": (SELECT, chosen(2)), "an option of a boxed select": (BOXED, chosen("Buy premium")), "a form's option": (SELECT, filled("Buy premium")),
    "a form's option behind a field": ("<input id=n>" + SELECT, [{"action": "fill_form", "fields": [{"selector": "#n", "value": "x"}, {"selector": "#i", "value": "Buy premium"}]}]),
    "a suggestion": (DATALIST, chosen("Buy premium")), "a suggestion in a form": (DATALIST, filled("Buy premium")), "a suggestion that is typed": (DATALIST, [{"action": "type", "selector": "#i", "text": "Buy premium"}]),
    "a suggestion of another case": (DATALIST.replace("=== 'Buy", "=== 'buy"), [{"action": "type", "selector": "#i", "text": "buy premium"}]),
    "an arrow in a radiogroup": (group("radiogroup", "radio"), key("ArrowDown", "ArrowDown")), "a letter in a radiogroup": (group("radiogroup", "radio"), key("b")), "an arrow in tabs": (group("tablist", "tab"), key("ArrowRight", "ArrowRight")), "End in tabs": (group("tablist", "tab"), key("End")),
    "an arrow in a listbox": (group("listbox", "option"), key("ArrowDown", "ArrowDown")), "an arrow to a marked option": (MARKED, tabbed("ArrowDown")),
    "Enter on a marked option": (COMBO.format(mark="aria-activedescendant=b"), key("Enter")), "Enter in an open list": (COMBO.format(mark=""), key("Enter")),
    "a text in a combobox": (COMBO.format(mark=""), [{"action": "type", "selector": "#i", "text": "Buy pre"}]), "keys in a combobox": (COMBO.format(mark=""), [{"action": "type", "selector": "#i", "text": "Buy pre", "slowly": True}]),
    "a suggestion that is pasted": (DATALIST, focused({"action": "clipboard", "operation": "paste", "text": "Buy premium"})), "a suggestion by keys": (DATALIST, focused({"action": "keyboard", "text": "Buy premium"})),
    "the last letter of a suggestion": (DATALIST.replace("<input", "<input value='Buy premiu'"), focused({"action": "keyboard", "key": "End"}, {"action": "keyboard", "key": "m"})),
    "a name for readers alone": (SELECT.replace("<option>Buy premium", "<option aria-label='Buy premium' value=p>Plan 3"), chosen("p")),
}  # fmt: skip

OTHERS: Cells = {
    "another suggestion that is pasted": (DATALIST, focused({"action": "clipboard", "operation": "paste", "text": "Free"})), "other words that are pasted": (DATALIST, focused({"action": "clipboard", "operation": "paste", "text": "buyers guide"})),
    "another option of a list with groups": (GROUPED, chosen("Basic")), "an arrow to another item of a menu": (MENU, key("ArrowDown")),
    "an arrow to another radio": (THREE, key("ArrowDown")), "an arrow to another option": (SELECT, key("ArrowDown")), "a letter of another option": (SELECT, key("f")), "Tab in a select": (SELECT, key("Tab")),
    "another option": (SELECT, chosen("Basic")), "another option of a form": (SELECT, filled("Basic")), "another suggestion": (DATALIST, [{"action": "type", "selector": "#i", "text": "Free"}]), "other words": (COMBO.format(mark=""), [{"action": "type", "selector": "#i", "text": "an other"}]),
    "a blank in a combobox": (COMBO.format(mark="aria-activedescendant=b"), focused({"action": "keyboard", "text": "a b"})), "an arrow in a field": ("<input id=i value=x>" + RADIOS, key("ArrowLeft", "Home", "b")), "an arrow in another group": (group("tablist", "tab"), key("ArrowRight")),
}  # fmt: skip


@pytest.mark.rows(1)
@pytest.mark.parametrize("part", range(4))
async def test_what_input_chooses_is_judged(part: int, shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(NO_BUY)
    await check(shared_ruled, site, dict(list(CHOICES.items())[part::4]), lambda answer: answer.get("code") in KEPT)


async def test_what_input_does_not_choose_is_no_matter(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(NO_BUY)
    assert not await refused_of(shared_ruled, site, OTHERS)


def grid(rows: int, *, role: str = "gridcell", around: str = "grid") -> str:
    cells = [
        f"<div role={role} tabindex={-bool(at)} {'' if at else 'id=i'}>{name}</div>"
        for at, name in enumerate(("Free", "Basic", "Buy premium"))
    ]
    lines = "".join(f"<div role=row>{cell}</div>" for cell in cells) if rows > 1 else f"<div role=row>{''.join(cells)}</div>"
    return GROUP.format(group=around, item=role, items=lines).replace(
        "End: all.length - 1", "End: all.length - 1, PageDown: all.length - 1"
    )


ON_FOCUS = "onfocus=\"fetch('/done')\""
MARKED_CELL = "<div role=grid aria-label=Plans tabindex=0 id=i aria-activedescendant=a><div role=row><div role=gridcell id=a>Free</div><div role=gridcell>{}</div></div></div><script>i.onkeydown = (event) => event.key === 'ArrowRight' && fetch('/done')</script>"
TABLE = "<table role=grid><tr><td tabindex=0 id=i>Free<td tabindex=-1>{}</table><script>i.onkeydown = (event) => event.key === 'ArrowRight' && fetch('/done')</script>"
ROWS = "<div role=grid><div role=row tabindex=0 id=i>Free</div><div role=row tabindex=-1>Buy</div></div><script>i.onkeydown = (event) => event.key === 'ArrowDown' && fetch('/done')</script>"
TOOLBAR = f"<div role=toolbar><button id=i>Free</button><button id=b tabindex=-1 {ON_FOCUS}>Buy</button></div><script>i.onkeydown = (event) => event.key === 'ArrowRight' && b.focus()</script>"
NEXT = f"<input id=i><button {ON_FOCUS}>Buy now</button>"
INNER = "<input id=i><div id=h></div><script>h.attachShadow({mode: 'open'}).innerHTML = `<button onfocus=\"fetch('/done')\">Buy</button>`</script>"
BY_SCRIPT = "<input id=i><button id=b>Buy now</button><script>b.addEventListener('focusin', () => fetch('/done'))</script>"

FOCUSED: Cells = {
    "an arrow in a grid": (grid(1), key("ArrowRight", "ArrowRight")), "an arrow to the next row": (grid(2), key("ArrowDown", "ArrowDown")), "an arrow in a treegrid": (grid(2, around="treegrid"), key("ArrowDown", "ArrowDown")),
    "arrows in one chord in a grid": (grid(1), focused({"action": "key_chord", "keys": ["ArrowRight", "ArrowRight"]})), "End in a grid": (grid(1), key("End")), "a page in a grid": (grid(2), key("PageDown")),
    "the end of a grid": (grid(2), focused({"action": "key_chord", "keys": ["Control", "End"]})), "an arrow in the heads of columns": (grid(1, role="columnheader"), key("ArrowRight", "ArrowRight")),
    "an arrow to a row": (ROWS, key("ArrowDown")), "an arrow to a marked cell": (MARKED_CELL.format("Buy"), tabbed("ArrowRight")), "an arrow in a table": (TABLE.format("Buy"), key("ArrowRight")), "an arrow in a toolbar": (TOOLBAR, key("ArrowRight")),
    "Tab": (NEXT, key("Tab")), "a tab in a text": (NEXT, focused({"action": "keyboard", "text": "x\ty"})), "Tab to a listener": (BY_SCRIPT, key("Tab")), "Tab into a shadow root": (INNER, key("Tab")),
    "Tab backwards": (f"<button {ON_FOCUS}>Buy now</button><input id=i>", focused({"action": "key_chord", "keys": ["Shift", "Tab"]})), "Shift+Tab": (f"<button {ON_FOCUS}>Buy now</button><input id=i>", key("Shift+Tab")),
    "Tab in an order of its own": (f"<button>Other</button><button tabindex=2 {ON_FOCUS}>Buy now</button><input id=i tabindex=1>", key("Tab")),
    "Tab behind the last": (f"<button {ON_FOCUS}>Buy now</button><input id=i>", key("Tab")),
    "Tab out of a shadow root": ("<div id=h></div><button onfocus=\"fetch('/done')\">Buy</button><script>h.attachShadow({mode: 'open'}).innerHTML = '<input>'; h.shadowRoot.firstChild.focus()</script>", [{"action": "keyboard", "key": "Tab"}]),
}  # fmt: skip

PASSED: Cells = {
    "an arrow to another cell": (grid(1), key("ArrowRight")), "an arrow to another row": (grid(2), key("ArrowDown")), "letters in a grid": (grid(1), key("b")), "a marked cell": (MARKED_CELL.format("Basic"), key("ArrowRight")),
    "Tab to another": ("<input id=i><button>Next</button><button>Buy</button>", key("Tab")), "Tab backwards to another": ("<button>Buy</button><button>Back</button><input id=i>", key("Shift+Tab")),
    "Tab past what is disabled": ("<input id=i><button disabled>Buy</button><button hidden>Buy</button><button>Next</button>", key("Tab")),
}  # fmt: skip


@pytest.mark.long("browser/test_policy_choices.py::test_what_input_chooses_is_judged")
async def test_what_a_key_moves_the_focus_to_is_judged(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(NO_BUY)
    await check(shared_ruled, site, FOCUSED, lambda answer: answer.get("code") in KEPT)
    assert not await refused_of(shared_ruled, site, PASSED)


TOOL = "<script>document.modelContext.registerTool({name: 'buy_now', description: 'x', inputSchema: {type: 'object'}, execute: () => fetch('/done').then(() => 'ok')})</script>"
ASKING = "<button id=i onclick=\"setTimeout(() => { confirm('Buy now?') && fetch('/done') })\">Go</button>"
ACCEPTED: dict[str, Any] = {"action": "dialog", "operation": "accept"}


async def test_a_dialog_that_is_accepted_and_a_tool_of_the_page_are_judged(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(NO_BUY)
    await do(shared_ruled, "navigate", url=site.page(TOOL + ASKING))
    await refused(shared_ruled, "policy_denied", "page_tools", name="buy_now", input={})
    await refused(shared_ruled, "policy_denied", arm=True, **ACCEPTED)
    await do(shared_ruled, "click", selector="#i")
    await until(lambda: tab_of(shared_ruled).dialogs.pending)
    answer = await refused(shared_ruled, "policy_denied", **ACCEPTED)
    assert answer["details"]["facts"]["presses"] == ["confirm: Buy now?"]
    await do(shared_ruled, "dialog", operation="dismiss")
    rules.write_text(NO_BUY.replace("*buy*", "*sell*"))
    await do(shared_ruled, "page_tools", name="buy_now", input={})
    await do(shared_ruled, "click", selector="#i")
    await until(lambda: tab_of(shared_ruled).dialogs.pending)
    await do(shared_ruled, **ACCEPTED)
    await asyncio.to_thread(site.wait_for_request, "/done", count=2)
