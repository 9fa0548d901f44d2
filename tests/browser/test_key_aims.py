"""Keys and text go to the element that a call names, whatever the page does with the focus; or the answer says what had them."""

from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, ok, opened, refused
from tests.support.server import Site

FORMS = """<form id=own onsubmit="event.preventDefault(); got.push('own')"><input id=text aria-label=Text><select id=pick aria-label=Pick><option>one<option>two<option>three
</select><input type=checkbox id=tick aria-label=Tick></form>
<form id=other onsubmit="event.preventDefault(); got.push('other')"><input id=trap aria-label=Trap></form><button id=press>Press</button>
<script>got = []; for (const type of ['keydown', 'beforeinput', 'input', 'change']) trap.addEventListener(type, () => got.push(type)); SCRIPT</script>"""

STEALS = "for (const one of [text, pick, press]) one.addEventListener('focus', () => trap.focus())"


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "call",
    [
        {"action": "type", "selector": "#text", "text": "words"},
        {"action": "type", "selector": "#text", "text": "words", "slowly": True},
        {"action": "type", "selector": "#text", "text": "words", "clear": False},
        {"action": "type_submit", "selector": "#text", "text": "words"},
        {"action": "submit", "selector": "#text"},
        {"action": "fill_form", "fields": [{"selector": "#text", "value": "words"}]},
    ],
    ids=lambda call: " ".join(map(str, call.values())),
)
async def test_what_the_page_takes_the_focus_from_types_nothing_elsewhere(
    shared_chat: Chat, site: Site, call: dict[str, Any]
) -> None:
    await do(shared_chat, "navigate", url=site.page(FORMS.replace("SCRIPT", STEALS)))
    answer = await refused(shared_chat, "focus_moved", call["action"], **{key: call[key] for key in call if key != "action"})
    assert answer["details"]["focus_on"] == "<input#trap>"
    assert await evaluated(shared_chat, "[got, trap.value, text.value]") == [[], "", ""]
    # The next input is the page's own again.
    await do(shared_chat, "type", selector="#trap", text="mine", observe="none")
    assert await evaluated(shared_chat, "trap.value") == "mine"


async def test_a_focus_that_is_taken_away_once_is_given_again(shared_chat: Chat, site: Site) -> None:
    once = "text.addEventListener('focus', () => trap.focus(), { once: true })"
    await do(shared_chat, "navigate", url=site.page(FORMS.replace("SCRIPT", once)))
    assert (await do(shared_chat, "type", selector="#text", text="words"))["action"]["value"] == "words"
    assert await evaluated(shared_chat, "got") == []


@pytest.mark.rows(1)
@pytest.mark.parametrize("type_", ["keydown", "keypress"])
async def test_a_key_that_moves_the_focus_submits_no_other_form(shared_chat: Chat, site: Site, type_: str) -> None:
    script = f"addEventListener('{type_}', event => event.key === 'Enter' && trap.focus(), true)"
    await do(shared_chat, "navigate", url=site.page(FORMS.replace("SCRIPT", script)))
    receipt = (await do(shared_chat, "type_submit", selector="#text", text="words"))["action"]
    assert await evaluated(shared_chat, "got") == []
    assert receipt["kept_from"] == "<input#trap>"


async def test_text_that_the_page_passes_on_is_reported(shared_chat: Chat, site: Site) -> None:
    boxes = "".join(f"<input id=b{n} aria-label=Digit{n} maxlength=1 oninput='this.nextElementSibling?.focus()'>" for n in range(4))
    await do(shared_chat, "navigate", url=site.page(boxes))
    receipt = (await do(shared_chat, "type", selector="#b0", text="1234", slowly=True))["action"]
    assert receipt["passed_on_to"] == "<input#b1>"
    assert await evaluated(shared_chat, "[b0, b1, b2, b3].map(box => box.value).join('')") == "1234"


@pytest.mark.long("browser/test_key_aims.py::test_text_that_the_page_passes_on_is_reported")
async def test_text_that_goes_elsewhere_behind_beforeinput_is_reported(shared_chat: Chat, site: Site) -> None:
    script = "text.addEventListener('beforeinput', () => trap.focus(), { once: true })"
    await do(shared_chat, "navigate", url=site.page(FORMS.replace("SCRIPT", script)))
    receipt = (await do(shared_chat, "type", selector="#text", text="words"))["action"]
    assert receipt["passed_on_to"] == "<input#trap>"
    assert await evaluated(shared_chat, "[text.value, trap.value]") == ["", "words"]


@pytest.mark.long("browser/test_key_aims.py::test_what_the_page_takes_the_focus_from_types_nothing_elsewhere")
@pytest.mark.rows(1)
@pytest.mark.parametrize("value", ["two", "three"])
async def test_a_select_that_loses_the_focus_leaves_others_alone(shared_chat: Chat, site: Site, value: str) -> None:
    script = STEALS + "; trap.outerHTML = '<select id=trap aria-label=Trap><option>one<option>two<option>three</select>'"
    await do(shared_chat, "navigate", url=site.page(FORMS.replace("SCRIPT", script)))
    answer = await shared_chat.call({"action": "select_option", "selector": "#pick", "value": value})
    chosen, other = await evaluated(shared_chat, "[pick.value, trap.value]")
    assert (answer["ok"], other) == (chosen == value, "one")


@pytest.mark.long("browser/test_key_aims.py::test_what_the_page_takes_the_focus_from_types_nothing_elsewhere")
async def test_a_focus_that_does_not_stay_is_no_focus(shared_chat: Chat, site: Site) -> None:
    later = "press.addEventListener('focus', () => setTimeout(() => trap.focus()))"
    await do(shared_chat, "navigate", url=site.page(FORMS.replace("SCRIPT", later)))
    answer = await shared_chat.call({"action": "focus", "selector": "#press"})
    focused = await evaluated(shared_chat, "document.activeElement.id")
    assert answer["ok"] == (focused == "press")


@pytest.mark.long("browser/test_forms_in_frames.py::test_a_check_that_takes_its_control_away_is_unconfirmed")
async def test_a_box_that_goes_with_its_press_is_not_said_to_be_checked(shared_chat: Chat, site: Site) -> None:
    script = "tick.addEventListener('mousedown', () => tick.remove())"
    await do(shared_chat, "navigate", url=site.page(FORMS.replace("SCRIPT", script)))
    receipt = ok(await shared_chat.call({"action": "set_checked", "selector": "#tick", "observe": "none"}))["action"]
    assert "changed" not in receipt
    assert "unconfirmed" in receipt


@pytest.mark.long("browser/test_actions_input.py::test_text_is_put_in_place_of_the_old_or_behind_it")
async def test_a_part_of_an_editor_is_typed_into(shared_chat: Chat, site: Site) -> None:
    await opened(shared_chat, site.page("<div contenteditable role=textbox aria-label=Edit><p id=first>One<p>Two</div>"))
    receipt = (await do(shared_chat, "type", selector="[contenteditable]", text="New"))["action"]
    assert receipt["value"] == "New"
