"""What an action changed is said by its own receipt and never by the next one's: A, then a press that does nothing."""

import re
from typing import Any

import pytest

from tests.browser.effects.ground import Answered, Ground

IDLE_BUTTON = "<button id=go onclick='act()'>Go</button><button style='position:fixed;left:10px;top:10px'>Rest</button>"
MANY = "for (let n = 0; n < 400; n++) stage.insertAdjacentHTML('beforeend', `<p>Marker ${n}</p>`)"
FIELD = "<input id=i aria-label=Field value=Old>"

CLICK = {"action": "click", "ref": "GO"}
REST = {"action": "click", "ref": "REST"}
PASTE = {"action": "clipboard", "operation": "paste", "text": "Marker"}
KEYS = {"action": "keyboard", "text": "Marker"}
TYPE = {"action": "type", "ref": "FIELD", "text": "Marker"}
HOVER = {"action": "hover", "ref": "REST"}
CHORD = {"action": "key_chord", "keys": ["Shift", "F9"]}
SCROLL = {"action": "scroll", "direction": "down", "amount": 300}

SEQUENCES: tuple[tuple[str, str, str, tuple[dict[str, Any], ...], dict[str, Any]], ...] = (
    ("text", "<p id=t>Before</p>", "t.textContent = 'Marker'", (CLICK,), REST),
    ("text_hover", "<p id=t>Before</p>", "t.textContent = 'Marker'", (CLICK,), HOVER),
    ("text_chord", "<p id=t>Before</p>", "t.textContent = 'Marker'", (CLICK,), CHORD),
    ("text_unobserved", "<p id=t>Before</p>", "t.textContent = 'Marker'", ({**CLICK, "observe": "none"},), REST),
    ("text_content", "<p id=t>Before</p>", "t.textContent = 'Marker'", ({**CLICK, "observe": "content"},), REST),
    ("value", FIELD, "i.value = 'Marker'", (CLICK,), REST),
    ("value_unobserved", FIELD, "i.value = 'Marker'", ({**CLICK, "observe": "none"},), REST),
    ("checked", "<input type=checkbox id=i aria-label=Marker>", "i.checked = true", (CLICK,), REST),
    ("checked_unobserved", "<input type=checkbox id=i aria-label=Marker>", "i.checked = true", ({**CLICK, "observe": "none"},), REST),
    ("capped", "", MANY, (CLICK,), REST),
    ("capped_unobserved", "", MANY, ({**CLICK, "observe": "none"},), REST),
    ("capped_hover", "", MANY, (CLICK,), HOVER),
    ("capped_key", "", MANY, (CLICK,), {"action": "keyboard", "key": "F9"}),
    ("capped_twice", "", MANY, (CLICK, CLICK), REST),
    ("added_unobserved", "", "stage.append('Marker')", ({**CLICK, "observe": "none"},), REST),
    ("typed", FIELD, "", (TYPE,), REST),
    ("typed_unobserved", FIELD, "", ({**TYPE, "observe": "none"},), REST),
    ("typed_keyed", FIELD, "", ({**TYPE, "text": "First"}, KEYS), REST),
    ("typed_pasted", FIELD, "", ({**TYPE, "text": "First"}, PASTE), REST),
    ("typed_pasted_unobserved", FIELD, "", ({**TYPE, "text": "First"}, {**PASTE, "observe": "none"}), REST),
    ("typed_keyed_unobserved", FIELD, "", ({**TYPE, "text": "First"}, {**KEYS, "observe": "none"}), REST),
    ("filled", FIELD, "", ({"action": "fill_form", "fields": [{"ref": "FIELD", "value": "Marker"}]},), REST),
    ("selected", "<select aria-label=Field><option>One<option>Marker</select>", "", ({"action": "select_option", "ref": "FIELD", "value": "Marker"},), REST),
    ("set_checked", "<input type=checkbox aria-label=Marker>", "", ({"action": "set_checked", "selector": "input"},), REST),
    ("pressed_box", "<input type=checkbox aria-label=Marker>", "", ({"action": "click", "selector": "input"},), REST),
    ("scrolled", "<p style='margin-top:4000px'>Marker</p>", "", (SCROLL,), REST),
    ("scrolled_unobserved", "<p style='margin-top:4000px'>Marker</p>", "", ({**SCROLL, "observe": "none"},), REST),
    ("focus_unobserved", FIELD, "i.focus()", ({**CLICK, "observe": "none"},), HOVER),
    ("title_unobserved", "", "document.title = 'Marker'", ({**CLICK, "observe": "none"},), REST),
    ("console", "", "console.error('Marker')", (CLICK,), REST),
    ("console_unobserved", "", "console.error('Marker')", ({**CLICK, "observe": "none"},), REST),
    ("failed_request", "", "fetch('/missing').then(() => note())", (CLICK,), REST),
    ("popup_unobserved", "", "window.open('/goal')", ({**CLICK, "observe": "none", "focus_popup": False},), REST),
    ("download", "", "location.href = '/file'", (CLICK,), REST),
    ("dialog", "<p id=t>Before</p>", "t.textContent = String(confirm('Marker'))", (CLICK, {"action": "dialog", "operation": "accept"}), REST),
    ("pushed", "", "history.pushState(0, '', '?page=2')", ({**CLICK, "observe": "none"},), REST),
    ("shadow_unobserved", "<x-b id=x></x-b>", "x.attachShadow({mode: 'open'}).innerHTML = '<p>Marker</p>'", ({**CLICK, "observe": "none"},), REST),
    ("frame_unobserved", "<iframe id=f title=F srcdoc='<p id=t>Before</p>'></iframe>", "f.contentDocument.querySelector('p').textContent = 'Marker'", ({**CLICK, "observe": "none"},), REST),
    ("frame_value_unobserved", "<iframe id=f title=F srcdoc='<input aria-label=Inner>'></iframe>", "f.contentDocument.querySelector('input').value = 'Marker'", ({**CLICK, "observe": "none"},), REST),
    ("multi", "<p id=t>Before</p>", "t.textContent = 'Marker'", ({"action": "multi", "calls": [CLICK]},), REST),
    ("evaluated", "<p id=t>Before</p>", "", ({"action": "evaluate", "script": "t.textContent = 'Marker'"},), REST),
    ("later", "<p id=t>Before</p>", "setTimeout(() => { t.textContent = 'Marker'; note() }, 150)", (CLICK, {"action": "wait", "text": "Marker"}), REST),
)  # fmt: skip


def _row(sequence: tuple[Any, ...]) -> Any:
    name = f"then/{sequence[0]}"
    return pytest.param(*sequence[1:], id=name)


@pytest.mark.rows(2)
@pytest.mark.parametrize(("stage", "act", "first", "then"), [_row(sequence) for sequence in SEQUENCES])
async def test_the_next_receipt_does_not_repeat_it(
    ground: Ground, stage: str, act: str, first: tuple[dict[str, Any], ...], then: dict[str, Any]
) -> None:
    await ground.show(stage, act, IDLE_BUTTON)
    said: list[Answered] = [await ground.call(**call) for call in first]
    next_one = await ground.call(**then)
    await ground.tidy()
    for answered in (*said, next_one):
        assert answered.data["ok"], answered.line
    # What nobody had looked at is reported, but as older than the action.
    body = re.sub(
        r"(?s)changed before this action:\n.*?(?=\n(?:effect|focus|changes|[a-z_]+):)", "", next_one.text.rpartition("\nTab ")[0]
    )
    assert not re.search("Marker|changes:|scrolled|console|failed|opened|navigated|download", body), f"repeats: {next_one.line}"
    assert next_one.claims_none, f"nothing happened, and it is not said: {next_one.line}"


@pytest.mark.long("browser/effects/test_sequences.py::test_the_next_receipt_does_not_repeat_it")
@pytest.mark.rows(1)
@pytest.mark.parametrize("count", [1, 40, 400])
async def test_each_of_two_presses_says_its_own_lines(ground: Ground, count: int) -> None:
    act = f"window.turn = (window.turn || 0) + 1; for (let n = 0; n < {count}; n++) stage.insertAdjacentHTML('beforeend', `<p>Turn ${{turn}} line ${{n}}</p>`)"
    await ground.show("", act, IDLE_BUTTON)
    for turn in (1, 2, 3):
        answered = await ground.call(**CLICK)
        assert f"+ Turn {turn} line 0" in answered.text, answered.line
        assert f"Turn {turn - 1} " not in answered.text, f"repeats: {answered.line}"
