"""What custom elements say of themselves by ``ElementInternals`` alone is read, compared and acted on as if attributes said it."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Browser, Chat
from refbrowser.browser.engine import element_internals
from refbrowser.browser.engine.element_internals import InternalsDiscovery, as_attributes
from refbrowser.browser.receipt import observation
from refbrowser.service.oversight.oversight import Oversight
from tests.support.calls import do, evaluated, navigated, opened, read, refused
from tests.support.server import Site
from tests.support.tabs import tab_of

DEFINED = """<script>
customElements.define('x-c', class extends HTMLElement {
    static formAssociated = true;
    constructor() {
        super();
        const internals = this.internals = this.attachInternals();
        internals.role = 'checkbox';
        internals.ariaChecked = 'false';
        this.addEventListener('click', () => { internals.ariaChecked = internals.ariaChecked === 'true' ? 'false' : 'true'; });
    }
});
customElements.define('x-any', class extends HTMLElement {
    constructor() { super(); Object.assign(this.internals = this.attachInternals(), JSON.parse(this.dataset?.says ?? '{}')); }
    connectedCallback() { Object.assign(this.internals, JSON.parse(this.dataset.says)); }
});
</script>"""
OTHER = "<button onclick=\"document.querySelector('x-c').internals.ariaChecked = 'true'\">Go</button><button>Idle</button>"


def any_element(text: str = "Thing", attributes: str = "", **says: str) -> str:
    pairs = ",".join(f'"{name}":"{value}"' for name, value in says.items())
    return f"{DEFINED}<x-any tabindex=0 data-says='{{{pairs}}}' {attributes}>{text}</x-any>"


async def lines_of(chat: Chat) -> str:
    document: str = await do(chat, "content")
    return document


async def receipt(chat: Chat, action: str = "click", **arguments: Any) -> dict[str, Any]:
    acted: dict[str, Any] = (await do(chat, action, **arguments))["action"]
    return acted


@pytest.mark.rows(2)
@pytest.mark.parametrize(
    ("says", "line"),
    [
        ({"role": "checkbox", "ariaChecked": "true"}, "[checked checkbox 1] Thing"),
        ({"role": "checkbox", "ariaChecked": "mixed"}, "[mixed checkbox 1] Thing"),
        ({"role": "switch", "ariaChecked": "true"}, "[checked switch 1] Thing"),
        ({"role": "radio", "ariaChecked": "false"}, "[radio 1] Thing"),
        ({"role": "button", "ariaPressed": "true"}, "[pressed button 1] Thing"),
        ({"role": "button", "ariaExpanded": "false"}, "[collapsed button 1] Thing"),
        ({"role": "button", "ariaDisabled": "true"}, "[disabled button 1] Thing"),
        ({"role": "tab", "ariaSelected": "true"}, "[selected tab 1] Thing"),
        ({"role": "button", "ariaLabel": "Called"}, "[button 1] Called (Thing)"),
        ({"role": "slider", "ariaLabel": "Volume", "ariaValueNow": "4"}, '[slider 1] Volume value="4"'),
        ({"role": "checkbox", "ariaInvalid": "true"}, "[invalid checkbox 1] Thing"),
        ({"role": "button", "ariaHasPopup": "menu"}, "[button 1] Thing (menu)"),
        ({"role": "nonsense"}, "[clickable 1] Thing"),
        ({}, "[clickable 1] Thing"),
    ],
)
async def test_role_states_and_name_are_read(common_chat: Chat, site: Site, says: dict[str, str], line: str) -> None:
    text = "" if "slider" in says.values() else "Thing"
    await navigated(common_chat, site.page(any_element(text, **says)))
    assert line in re.sub(r" \d+]", " 1]", await lines_of(common_chat))


@pytest.mark.long("browser/test_element_internals.py::test_role_states_and_name_are_read")
async def test_attributes_say_it_before_internals_do(chat: Chat, site: Site) -> None:
    await opened(chat, site.page(any_element(attributes="aria-checked=false aria-label=Shown", role="switch", ariaChecked="true")))
    assert "[switch 1] Shown" in await lines_of(chat)


def page(site: Site, where: str) -> str:
    body = f"{DEFINED}<x-c>Choice</x-c>{OTHER}"
    if where == "top":
        return site.page(body)
    if where == "shadow":
        inner = "<x-c>Choice</x-c>"
        go = "<button onclick=\"root.querySelector('x-c').internals.ariaChecked = 'true'\">Go</button><button>Idle</button>"
        return site.page(
            f"{DEFINED}<x-h></x-h>{go}<script>customElements.define('x-h', class extends HTMLElement {{}}); var root ="
            f" document.querySelector('x-h').attachShadow({{mode: 'closed'}}); root.innerHTML = '{inner}'</script>"
        )
    return site.page(f"<iframe src='{site.page(body, '/inner')}'></iframe>")


@pytest.mark.long("browser/test_internal_states.py::test_the_changed_state_is_said_wherever_the_element_is")
@pytest.mark.rows(1)
@pytest.mark.parametrize("where", ["top", "shadow", "frame"])
async def test_a_change_of_another_element_is_an_effect_of_the_press_alone(common_chat: Chat, site: Site, where: str) -> None:
    await navigated(common_chat, page(site, where))
    found = await read(common_chat)
    reported = await receipt(common_chat, ref=found["Go"])
    assert "[checked checkbox" in reported["changes"]
    assert "effect" not in reported
    idle = await receipt(common_chat, ref=found["Idle"])
    assert idle["effect"] == "none observed"
    assert set(idle) & {"changes", "earlier_changes"} == set()
    own = await receipt(common_chat, ref=found["Choice"])
    assert own["checked"] is False
    assert "~ [checkbox" in own["changes"]


@pytest.mark.long("browser/test_internal_states.py::test_the_changed_state_is_said_wherever_the_element_is")
async def test_a_change_beside_another_effect_is_reported_too(chat: Chat, site: Site) -> None:
    both = OTHER.replace("ariaChecked = 'true'", "ariaChecked = 'true'; field.focus()")
    await opened(chat, site.page(f"{DEFINED}<x-c>Choice</x-c>{both}<input id=field aria-label=Field>"))
    reported = await receipt(chat, ref=(await read(chat))["Go"])
    assert reported["focus"]
    assert "[checked checkbox" in reported["changes"]


@pytest.mark.long("browser/test_effects_without_nodes.py::test_what_changed_before_an_action_is_reported_apart")
async def test_what_an_element_changed_before_an_action_is_no_effect_of_it(chat: Chat, site: Site) -> None:
    await opened(chat, page(site, "top"))
    found = await read(chat)
    await evaluated(chat, "document.querySelector('x-c').internals.ariaChecked = 'true'; 1")
    reported = await receipt(chat, ref=found["Idle"])
    assert "[checked checkbox" in reported["earlier_changes"]
    assert reported["effect"] == "none observed"


@pytest.mark.rows(1)
@pytest.mark.parametrize("where", ["top", "shadow", "frame"])
async def test_it_is_set_and_distinguished_from_what_is_so_already(common_chat: Chat, site: Site, where: str) -> None:
    await navigated(common_chat, page(site, where))
    number = (await read(common_chat))["Choice"]
    for checked in (True, False):
        reported = await receipt(common_chat, "set_checked", ref=number, checked=checked)
        assert reported["checked"] is checked
        assert "effect" not in reported
        assert (await receipt(common_chat, "set_checked", ref=number, checked=checked))["already_so"] is True
        assert (await do(common_chat, "detail", ref=number))["states"]["checked"] is checked


@pytest.mark.usefixtures("impatient")
async def test_one_that_does_not_obey_is_no_success(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page(any_element(role="checkbox", ariaChecked="false")))
    failed = await refused(common_chat, "no_change", action="set_checked", ref=(await read(common_chat))["Thing"], checked=True)
    assert failed["details"]["checked"] is False


def messages_of(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The methods of the messages that the tab's debugger session is sent from here on."""
    cdp, sent = tab_of(chat).cdp, list[str]()
    send = cdp.send

    async def counted(method: str, *arguments: Any, **more: Any) -> dict[str, Any]:
        sent.append(method)
        return await send(method, *arguments, **more)

    monkeypatch.setattr(cdp, "send", counted)
    return sent


@pytest.mark.long("browser/test_element_internals.py::test_a_disabled_state_of_internals_keeps_the_press_away")
async def test_a_disabled_one_is_not_pressed(chat: Chat, site: Site) -> None:
    await opened(chat, site.page(f"{DEFINED}<x-c disabled>Choice</x-c>"))
    assert "[disabled checkbox 1] Choice" in await lines_of(chat)
    await refused(chat, "disabled", action="click", ref=1)


async def test_only_so_many_are_asked_about(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page(DEFINED + "<x-c tabindex=0>Choice</x-c>" * 80))
    assert (await lines_of(common_chat)).count("[checkbox ") == 60


@pytest.mark.rows(1)
@pytest.mark.parametrize("body", ["<button>Idle</button>", f"{DEFINED}<x-c>Choice</x-c><button>Idle</button>{'<i>i</i>' * 4_000}"])
async def test_nothing_is_asked_of_pages_without_such_elements_and_of_large_ones(
    common_chat: Chat, site: Site, body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await navigated(common_chat, site.page(body))
    sent = messages_of(common_chat, monkeypatch)
    await read(common_chat)
    await do(common_chat, "click", selector="text=Idle")
    assert sent
    assert not [method for method in sent if method.startswith("Accessibility")]


@pytest.mark.long("browser/test_element_internals.py::test_nothing_is_asked_of_pages_without_such_elements_and_of_large_ones")
async def test_the_tree_is_dropped_after_each_call(chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    await opened(chat, page(site, "top"))
    sent = messages_of(chat, monkeypatch)
    found = await read(chat)
    for name in ("Go", "Idle"):
        sent.clear()
        await do(chat, "click", ref=found[name])
        asked = [method for method in sent if method.startswith("Accessibility")]
        assert asked.count("Accessibility.disable") == 1
        assert asked[-1] == "Accessibility.disable"


async def test_a_page_of_endless_names_is_not_asked_again(common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(element_internals, "MOST_CHARACTERS", 1_000)
    (number,) = (await navigated(common_chat, site.page(DEFINED + f"<x-c>Choice {'x' * 2_000}</x-c>"))).values()
    assert f"[checkbox {number}] Choice" in await lines_of(common_chat)
    await evaluated(common_chat, "document.querySelector('x-c').internals.ariaChecked = 'true'; 1")
    assert f"[checkbox {number}] Choice" in await lines_of(common_chat)


async def test_a_page_that_does_not_answer_is_read_without(common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(element_internals, "MOST_MS", 0)
    await navigated(common_chat, page(site, "top"))
    assert "Choice" in await lines_of(common_chat)


@pytest.mark.long("browser/test_internal_states.py::test_the_changed_state_is_said_wherever_the_element_is")
async def test_elements_that_are_swapped_all_the_time(chat: Chat, site: Site) -> None:
    swap = "setInterval(() => { const old = document.querySelector('x-c'); old.replaceWith(document.createElement('x-c')) }, 1)"
    await opened(chat, site.page(f"{DEFINED}<x-c>Choice</x-c><button>Idle</button><script>{swap}</script>"))
    for _ in range(5):
        assert "Idle" in await lines_of(chat)
        await do(chat, "click", selector="text=Idle")


@pytest.mark.long("browser/test_element_internals.py::test_nothing_is_asked_of_pages_without_such_elements_and_of_large_ones")
async def test_another_page_of_the_tab_is_not_asked(chat: Chat, site: Site) -> None:
    await opened(chat, page(site, "top"))
    await read(chat)
    internals: InternalsDiscovery = tab_of(chat).internals
    assert internals.present
    await navigated(chat, site.page("<button>Plain</button>"))
    await read(chat)
    assert not internals.present


@pytest.mark.parametrize(
    ("node", "attributes"),
    [
        ({}, {}),
        ({"ignored": True, "role": {"value": "checkbox"}}, {}),
        ({"role": {"value": "generic"}, "properties": [{"name": "disabled", "value": {"value": False}}]}, {}),
        ({"role": {"value": "textbox"}, "value": {"value": "typed"}}, {"role": "textbox"}),
        ({"role": {"value": "slider"}, "value": {"value": 4}}, {"role": "slider", "aria-valuenow": "4"}),
        ({"name": {"sources": [{"attribute": "aria-label"}, {"attribute": "title", "value": {"value": "T"}}]}}, {}),
    ],
)
async def test_a_node_of_the_tree_as_attributes(node: dict[str, Any], attributes: dict[str, str]) -> None:
    assert as_attributes(node) == attributes


@pytest.mark.rows(1)
@pytest.mark.parametrize("observe", ["none", "changes"])
async def test_what_no_reading_has_found_is_known_to_the_call_that_is_about_it(common_chat: Chat, site: Site, observe: str) -> None:
    await do(common_chat, "navigate", url=page(site, "top"))
    await do(common_chat, "expect", selector="x-c", checked=False)
    for _ in range(2):
        reported = await receipt(common_chat, "set_checked", selector="x-c", checked=True, observe=observe)
        assert reported["element"].startswith("[checkbox ")
        assert "already_so" not in reported
        await do(common_chat, "expect", selector="x-c", checked=True)
        await evaluated(common_chat, "document.querySelector('x-c').outerHTML = '<x-c>Other</x-c>'; 1")


@pytest.mark.long("browser/test_element_internals.py::test_it_is_set_and_distinguished_from_what_is_so_already")
async def test_one_that_is_checked_while_it_is_covered_is_not_pressed(
    chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    cover = "<div id=cover style='position: fixed; inset: 0'>Wait</div>"
    await do(chat, "open", url=site.page(f"{DEFINED}<x-c>Choice</x-c>{cover}"))
    number = int(re.findall(r"checkbox (\d+)] Choice", await lines_of(chat))[0])

    async def uncovered(*_: object) -> None:
        # The call has looked at the element by now, and waits for it.
        await tab_of(chat).page.evaluate("document.querySelector('x-c').internals.ariaChecked = 'true'; cover.remove()")

    monkeypatch.setattr(observation, "internal_states", uncovered)
    assert (await receipt(chat, "set_checked", ref=number, checked=True))["already_so"] is True


DENIED = """
default = "allow"
[[rule]]
name = "no boxes"
verdict = "deny"
target = "checkbox: *"
[[rule]]
name = "no purchases"
verdict = "deny"
target = "*buy*"
"""


async def test_a_policy_judges_what_no_reading_has_found(common_chat: Chat, browser: Browser, site: Site, tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    file.write_text(DENIED)
    before = browser.oversight
    browser.oversight = Oversight(replace(browser.settings, policy=str(file)), browser.approvals)
    try:
        body = any_element("Harmless", "id=buy", role="button", ariaLabel="Buy it")
        await do(common_chat, "navigate", url=site.page(f"{body}<x-c>Choice</x-c>"))
        for selector in ("x-c", "#buy"):
            await refused(common_chat, "policy_denied", action="click", selector=selector, observe="none")
    finally:
        browser.oversight = before


@pytest.mark.usefixtures("impatient")
async def test_a_disabled_state_of_internals_keeps_the_press_away(common_chat: Chat, site: Site) -> None:
    refs = await navigated(
        common_chat, site.page(any_element("<button>Inner</button>", role="group", ariaDisabled="true") + "<button>Idle</button>")
    )
    assert f"[disabled button {refs['Inner']}] Inner" in await lines_of(common_chat)
    for ref in (refs["disabled group"], refs["Inner"]):
        await refused(common_chat, "disabled", action="click", ref=ref)
        assert (await do(common_chat, "detail", ref=ref))["states"]["disabled"] is True


LISTBOX = """<script>
for (const [name, role] of [['x-list', 'listbox'], ['x-option', 'option']]) customElements.define(name, class extends HTMLElement {
    constructor() { super(); (this.internals = this.attachInternals()).role = role; }
    connectedCallback() { if (role === 'option') this.internals.ariaSelected = 'false'; }
});
</script><style>x-list, x-option { display: block }</style>
<x-list tabindex=0 aria-label=Colour><x-option>Red</x-option><x-option>Green</x-option><x-option>Blue</x-option></x-list>
<script>
const list = document.querySelector('x-list');
list.onclick = (event) => { for (const one of list.children) one.internals.ariaSelected = String(one === event.target); };
</script>"""


@pytest.mark.long("browser/test_element_internals.py::test_it_is_set_and_distinguished_from_what_is_so_already")
async def test_options_by_internals_are_read_and_chosen(common_chat: Chat, site: Site) -> None:
    number = (await navigated(common_chat, site.page(LISTBOX)))["Colour"]
    await do(common_chat, "select_option", ref=number, value="Green")
    assert re.search(r"\[option \d+] Red\n\[selected option \d+] Green", await lines_of(common_chat))
    await do(common_chat, "fill_form", fields=[{"ref": number, "value": "Blue"}])
    assert re.search(r"\[option \d+] Green\n\[selected option \d+] Blue", await lines_of(common_chat))


@pytest.mark.long("browser/test_element_internals.py::test_only_so_many_are_asked_about")
async def test_those_asked_about_stay_so_and_none_keeps_a_state_that_nobody_asks_about(chat: Chat, site: Site) -> None:
    last = (await opened(chat, site.page(f"{DEFINED}<x-c>Last</x-c>")))["Last"]
    more = "for (let i = 0; i < 70; i++) document.body.prepend(document.createElement('x-c')); last = document.querySelector('x-c:last-of-type')"
    await evaluated(chat, f"{more}; last.internals.ariaChecked = 'true'; 1")
    assert f"[checked checkbox {last}] Last" in await lines_of(chat)
    await evaluated(chat, "document.body.append(...Array.from({ length: 4_000 }, () => document.createElement('i'))); 1")
    await lines_of(chat)
    assert "checkbox" not in await lines_of(chat)


@pytest.mark.long("browser/test_element_internals.py::test_what_no_reading_has_found_is_known_to_the_call_that_is_about_it")
async def test_a_kind_that_was_shown_before_its_role_was_known_is_taken(chat: Chat, site: Site) -> None:
    found = await opened(chat, site.page(DEFINED + "<x-c>Choice</x-c>" * 61 + "<x-c>Beyond</x-c>"))
    ref = f"clickable {found['Beyond']}"
    assert (await receipt(chat, "set_checked", ref=ref, checked=True))["checked"] is True
    again = await receipt(chat, "set_checked", ref=found["Beyond"], checked=True)
    assert set(again) & {"changes", "earlier_changes"} == set()
    assert f"[checked checkbox {found['Beyond']}] Beyond" in await lines_of(chat)


@pytest.mark.long("browser/test_element_internals.py::test_a_page_of_endless_names_is_not_asked_again")
async def test_an_endless_name_that_comes_too_late_is_not_asked_for_again(
    chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    await do(chat, "open", url=site.page(DEFINED + f"<x-c>Choice {'x' * 2_000}</x-c>"))
    cdp, arrived = tab_of(chat).cdp, asyncio.Event()
    send = cdp.send

    async def late(method: str, *arguments: Any, **more: Any) -> dict[str, Any]:
        answer = await send(method, *arguments, **more)
        if method == "Accessibility.getPartialAXTree":
            await arrived.wait()
        return answer

    monkeypatch.setattr(cdp, "send", late)
    monkeypatch.setattr(element_internals, "MOST_MS", 500)
    monkeypatch.setattr(element_internals, "MOST_CHARACTERS", 1_000)
    assert "checkbox" not in await lines_of(chat)
    arrived.set()
    await lines_of(chat)
    assert tab_of(chat).internals.avoids(cdp.worlds.top or 0)


@pytest.mark.long("browser/test_element_internals.py::test_a_disabled_state_of_internals_keeps_the_press_away")
async def test_a_dialog_before_one_leaves_its_kind(chat: Chat, site: Site) -> None:
    dialog = "<button onclick='d.showModal()'>Open</button><dialog id=d><button onclick='d.close()'>Close</button></dialog>"
    found = await opened(chat, site.page(f"{DEFINED}<x-c>Choice</x-c>{dialog}"))
    reported = await receipt(chat, ref=found["Open"])
    assert "[blocked checkbox 1] Choice" in reported["changes"]
    await refused(chat, "covered", action="click", ref="checkbox 1")


@pytest.mark.long("browser/test_element_internals.py::test_role_states_and_name_are_read")
async def test_a_label_names_one_that_takes_part_in_a_form(chat: Chat, site: Site) -> None:
    labels = "<label for=a>Before</label> <x-c id=a></x-c><p><label>Around <x-c id=b></x-c></label>"
    style = "<style>x-c { display: inline-block; width: 20px; height: 20px }</style>"
    found = await opened(chat, site.page(f"{DEFINED}{style}<form>{labels}</form>"))
    for name in ("Before", "Around"):
        assert (await receipt(chat, "set_checked", ref=found[name], checked=True))["element"] == f"[checkbox {found[name]}] {name}"
    assert (await lines_of(chat)).count("Before") == 1


@pytest.mark.long("browser/test_dialogs.py::test_a_dialog_holds_the_action_until_it_is_answered")
async def test_a_dialog_that_a_press_opens_holds_up_nothing(chat: Chat, site: Site) -> None:
    await opened(chat, site.page(f"{DEFINED}<x-c>Choice</x-c><button onclick=\"alert('Sure?')\">Ask</button>"))
    reported = await receipt(chat, ref=(await read(chat))["Ask"], timeout_ms=10_000)
    assert reported["dialog"]["message"] == "Sure?"
    await do(chat, "dialog", operation="accept")
    assert "[checkbox" in await lines_of(chat)


@pytest.mark.long("browser/test_element_internals.py::test_only_so_many_are_asked_about")
async def test_calls_about_many_elements_do_not_make_each_call_ask_about_more(
    chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    await do(chat, "open", url=site.page(DEFINED + "".join(f"<x-c id=c{n}>Choice</x-c>" for n in range(40))))
    for number in range(40):
        await do(chat, "hover", selector=f"#c{number}", observe="none")
    sent = messages_of(chat, monkeypatch)
    await do(chat, "hover", selector="#c0", observe="none")
    assert 0 < sent.count("Accessibility.getPartialAXTree") < 20
