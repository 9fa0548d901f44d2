"""Fields that are made anew while they are filled, lists that may not be there, and options that come with the focus."""

import pytest

from refbrowser import Chat
from refbrowser.browser.form import drawn_list
from tests.support.calls import do, evaluated, navigated, refused
from tests.support.server import Site

COMBOBOXES = """<label>Street <input id=s role=combobox aria-autocomplete=list></label>
<label>City <input id=c role=combobox aria-expanded=false aria-haspopup=listbox aria-controls=none value=old></label>
<label>Note <textarea id=n role=combobox></textarea></label><label>Late <input id=l role=combobox aria-expanded=false></label>
<label>Zip <input id=z></label><ul role=listbox id=list hidden></ul><script>
l.oninput = () => setTimeout(() => { list.hidden = false; list.innerHTML = '<li role=option>Bern<li role=option>Basel'; l.setAttribute('aria-controls', 'list'); l.ariaExpanded = true }, 200);
list.onmousedown = event => { l.value = event.target.textContent + '!'; list.hidden = true; l.ariaExpanded = false; event.preventDefault() }
</script>"""


async def test_a_combobox_without_a_list_takes_the_text_and_is_not_waited_for(
    common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPEN_MS", "FILTER_MS"):
        monkeypatch.setattr(drawn_list, name, 60_000)
    await do(common_chat, "navigate", url=site.page(COMBOBOXES))
    values = {"s": "Main 1", "c": "Bern", "n": "none", "l": "Bern", "z": "3000"}
    fields = [{"selector": f"#{name}", "value": value} for name, value in values.items()]
    receipt = (await do(common_chat, "fill_form", fields=fields, timeout_ms=30_000))["action"]
    assert await evaluated(common_chat, "[s.value, c.value, n.value, l.value, z.value]") == [
        "Main 1",
        "Bern",
        "none",
        "Bern!",
        "3000",
    ]
    assert [field["value"] for field in receipt["fields"][:3]] == ["Main 1", "Bern", "none"]


REDRAWN = {
    "as the pointer comes": "let left = 2; list.onmouseover = () => { if (left-- > 0) list.innerHTML = list.innerHTML + '' }",
    "once chosen": "list.addEventListener('mousedown', () => { list.hidden = false; l.ariaExpanded = true })",
}


@pytest.mark.rows(1)
@pytest.mark.parametrize("when", REDRAWN)
async def test_a_list_that_is_drawn_anew_under_the_press_gives_the_option_all_the_same(
    common_chat: Chat, site: Site, when: str
) -> None:
    await do(common_chat, "navigate", url=site.page(f"{COMBOBOXES}<script>{REDRAWN[when]}</script>"))
    await do(common_chat, "fill_form", fields=[{"selector": "#l", "value": "Bern"}], timeout_ms=30_000)
    assert await evaluated(common_chat, "l.value") == "Bern!"


ANEW = """<div id=host></div><script>
    const root = %s;
    window.value = 'old'; let keys = 0;
    function draw() {
        const one = document.createElement('%s');
        one.ariaLabel = 'Name';
        if ('value' in one) one.value = value; else { one.contentEditable = true; one.textContent = value }
        const read = () => 'value' in one ? one.value : one.textContent;
        one.addEventListener('%s', () => { if (read() === value) return; value = read(); draw().focus(); place(root.lastElementChild) });
        root.replaceChildren(one);
        return one;
    }
    const place = one => 'value' in one ? one.setSelectionRange(99, 99) : getSelection().selectAllChildren(one) || getSelection().collapseToEnd();
    draw();
</script>"""


@pytest.mark.rows(2)
@pytest.mark.parametrize(
    ("root", "tag", "event"),
    [("host", "input", "input"), ("host", "textarea", "keyup"), ("host", "div", "input"), ("host.attachShadow({ mode: 'closed' })", "input", "input")],
)  # fmt: skip
async def test_a_field_that_is_made_anew_at_each_key_gets_all_keys(
    common_chat: Chat, site: Site, root: str, tag: str, event: str
) -> None:
    refs = await navigated(common_chat, site.page(ANEW % (root, tag, event)))
    receipt = (await do(common_chat, "type", ref=refs["Name"], text="hello", slowly=True))["action"]
    assert await evaluated(common_chat, "value") == "hello"
    assert (receipt["value"], receipt["ref"], "passed_on_to" in receipt) == ("hello", refs["Name"], False)


WITH_FOCUS = """<select id=now aria-label=Now onfocus="fill(this)"><option>Choose</select>
<select id=later aria-label=Later onfocus="setTimeout(() => fill(this), 100)"><option>Choose</select>
<select id=fetched aria-label=Fetched onfocus="fetch('/status/204').then(() => fill(this))"></select>
<select id=many aria-label=Many multiple onfocus="fill(this)"></select>
<input id=typed aria-label=Typed list=words onfocus="fill(words)"><datalist id=words></datalist>
<script>function fill(one) { if (one.children.length < 2) one.innerHTML = '<option>Choose<option>Bern<option>Basel' }</script>"""


async def test_options_that_come_with_the_focus_are_chosen(common_chat: Chat, site: Site) -> None:
    for filled in (False, True):
        await do(common_chat, "navigate", url=site.page(WITH_FOCUS))
        if filled:
            names = ("now", "later", "fetched", "many", "typed")
            await do(common_chat, "fill_form", fields=[{"selector": f"#{name}", "value": "Bern"} for name in names])
        else:
            for name in ("now", "later", "fetched", "many", "typed"):
                await do(common_chat, "select_option", selector=f"#{name}", value="Bern")
        assert await evaluated(common_chat, "[now, later, fetched, many, typed].map(one => one.value)") == ["Bern"] * 5
    missing = await refused(common_chat, "invalid_arguments", "select_option", selector="#now", value="Zürich")
    assert [option["label"] for option in missing["details"]["options"]] == ["Choose", "Bern", "Basel"]


PREVIEW = """<input id=day aria-label=Day value=2026-03-10><button id=other>2026-03-20</button><script>
let chosen = day.value; const draw = () => { day.value = other.matches(':hover') ? other.textContent : chosen };
day.oninput = () => { chosen = day.value; draw() }; other.onmouseover = other.onmouseout = () => setTimeout(draw);
</script>"""


async def test_text_takes_the_place_of_what_the_pointer_previews(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(PREVIEW))
    await do(common_chat, "hover", selector="#other")
    receipt = (await do(common_chat, "type", selector="#day", text="2026-03-14"))["action"]
    assert receipt["value"] == await evaluated(common_chat, "day.value") == "2026-03-14"
    assert "differs_from_typed" not in receipt
