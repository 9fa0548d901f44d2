"""Typing where a script owns the value: rich text editors, React's controlled inputs, masks. What counts is the script's own model."""

import json
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, opened, refused
from tests.support.server import Site

VENDOR = Path(__file__).parents[1] / "support" / "vendor" / "editors"

PROSEMIRROR = """<div id=editor></div><script src=/prosemirror.js></script><script>
    const { EditorState, EditorView, schema, DOMParser, keymap, baseKeymap, history } = ProseMirror;
    const before = document.createElement('div');
    before.innerHTML = '<p>First</p><p>Second <b>bold</b></p>';
    const doc = DOMParser.fromSchema(schema).parse(before);
    const view = new EditorView(editor, { state: EditorState.create({ doc, plugins: [history(), keymap(baseKeymap)] }) });
    function model() { const lines = []; view.state.doc.forEach(node => lines.push(node.textContent)); return lines }
</script>"""
QUILL = """<div id=editor><p>First</p><p>Second <b>bold</b></p></div><script src=/quill.js></script><script>
    const quill = new Quill('#editor', {});
    function model() { return quill.getText().replace(/\\n$/, '').split('\\n') }
</script>"""
REACT = """<div id=root></div><script src=/react.js></script><script>
    const { createElement, useState, createRoot } = React;
    function Field({ type, start, clean }) {
        const [value, setValue] = useState(start);
        window.model = () => value;
        return createElement('input', { type, value, min: 0, max: 10, onChange: event => setValue(clean ? clean(event.target.value) : event.target.value) });
    }
    createRoot(root).render(createElement(Field, %s));
</script>"""
MASKED = """<input aria-label=Number><script>
    const field = document.querySelector('input'); let digits = '';
    %s
    function show() { field.value = digits.replace(/(...)(?=.)/g, '$1-') }
</script>"""
BY_KEYDOWN = """field.addEventListener('beforeinput', event => event.preventDefault());
    field.addEventListener('keydown', event => {
        if (/^[0-9]$/.test(event.key)) digits += event.key;
        else if (event.key === 'Backspace' || event.key === 'Delete') digits = '';
        show();
    });"""
BY_CHARACTER = """field.addEventListener('beforeinput', event => {
        event.preventDefault();
        if (event.inputType === 'insertText' && /^[0-9]$/.test(event.data)) digits += event.data;
        if (event.inputType.startsWith('delete')) digits = '';
        show();
    });"""


@pytest.fixture
def library(site: Site) -> Site:
    """A site that also serves the editors."""
    for name in ("prosemirror", "quill", "react"):
        site.route(f"/{name}.js", (VENDOR / name / "bundle.js").read_bytes())
    return site


async def typed(chat: Chat, selector: str, text: str, **arguments: Any) -> dict[str, Any]:
    receipt: dict[str, Any] = (await do(chat, "type", selector=selector, text=text, **arguments))["action"]
    return receipt


@pytest.mark.rows(1)
@pytest.mark.parametrize("editor", [PROSEMIRROR, QUILL], ids=["prosemirror", "quill"])
async def test_the_model_of_an_editor_follows_what_is_typed(common_chat: Chat, library: Site, editor: str) -> None:
    await do(common_chat, "navigate", url=library.page(editor))
    for text, arguments, model in (
        ("new words", {}, ["new words"]),
        (" and more", {"clear": False}, ["new words and more"]),
        ("one\ntwo", {}, ["one", "two"]),
        ("slow", {"slowly": True}, ["slow"]),
        ("", {}, [""]),
    ):
        receipt = await typed(common_chat, "[contenteditable=true]", text, **arguments)
        assert await evaluated(common_chat, "model()") == model
        assert arguments.get("clear") is False or "differs_from_typed" not in receipt


@pytest.mark.long("browser/test_editors.py::test_the_model_of_an_editor_follows_what_is_typed")
@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("kind", "start", "text"),
    [("text", "before", "after"), ("number", "3", "7"), ("date", "2025-01-31", "2026-02-28"), ("time", "", "13:45"), ("range", "4", "6"),
     ("color", "#000000", "#aabbcc"), ("month", "2025-12", "2026-02"), ("email", "", "ada@x.test")],
)  # fmt: skip
async def test_the_state_of_a_controlled_input_follows(common_chat: Chat, library: Site, kind: str, start: str, text: str) -> None:
    await do(common_chat, "navigate", url=library.page(REACT % json.dumps({"type": kind, "start": start})))
    receipt = await typed(common_chat, "input", text)
    assert (receipt["value"], await evaluated(common_chat, "model()")) == (text, text)
    assert "differs_from_typed" not in receipt


@pytest.mark.long("browser/test_actions_input.py::test_typing_at_once_is_input_that_frameworks_hear")
async def test_what_a_controlled_input_makes_of_the_text_is_read_back(chat: Chat, library: Site) -> None:
    properties = "{ type: 'text', start: 'start', clean: text => text.replace(/[^a-z]/g, '') }"
    await do(chat, "open", url=library.page(REACT % properties))
    receipt = await typed(chat, "input", "a1b2")
    assert (receipt["value"], receipt["differs_from_typed"]) == ("ab", True)


@pytest.mark.rows(1)
@pytest.mark.parametrize("listening", [BY_KEYDOWN, BY_CHARACTER], ids=["keydown", "beforeinput"])
async def test_a_mask_that_wants_keys_gets_them(common_chat: Chat, site: Site, listening: str) -> None:
    await do(common_chat, "navigate", url=site.page(MASKED % listening))
    for text, value in (("123456", "123-456"), ("789", "789")):
        receipt = await typed(common_chat, "input", text)
        assert receipt["value"] == value
        assert receipt.get("differs_from_typed", False) is (value != text)


@pytest.mark.long("browser/test_answers_behind_input.py::test_text_that_the_page_refuses_is_reported")
async def test_a_field_that_takes_nothing_says_what_it_holds(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page("<input aria-label=Stubborn value=fixed oninput='this.value = `fixed`'>"))
    receipt = await typed(common_chat, "input", "other")
    assert (receipt["value"], receipt["differs_from_typed"]) == ("fixed", True)


TRUST = """<script>window.log = [];
    for (const type of ['input', 'change', 'beforeinput', 'keydown']) addEventListener(type, event => log.push([type, event.isTrusted]), true)</script>"""


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("field", "text"),
    [("type=date", "2026-02-28"), ("type=date value=2025-01-31", "2026-02-28"), ("type=time", "00:05"), ("type=time", "12:30"), ("type=time step=1", "23:59:58"),
     ("type=time step=0.001", "01:02:03.045"), ("type=month", "2026-10"), ("type=month value=2025-01", "2026-02"), ("type=week", "2026-W09"),
     ("type=datetime-local", "2026-02-28T13:45"), ("type=datetime-local step=1", "2026-02-28T00:00:07"), ("type=date", "12026-02-28"), ("type=date value=2026-02-28", ""),
     ("type=datetime-local value=2026-02-28T13:45", ""), ("type=range min=-1 max=1 step=0.25 value=0", "-0.75"), ("type=range value=50", "47"),
     ("type=range dir=rtl value=5", "8"), ("type=range min=0 max=1000 value=0", "900"), ("type=range min=-500 max=500 value=-380", "137"),
     ("type=range min=0 max=26 value=3", "19"), ("type=range min=1 max=5000 step=7 value=2500", "4957"), ("type=number value=3", "7.5"), ("type=number value=3", ""), ("type=text value=old", ""), ("type=email", "ada@x.test")],
)  # fmt: skip
async def test_fields_hear_trusted_events_alone(common_chat: Chat, site: Site, field: str, text: str) -> None:
    await do(common_chat, "navigate", url=site.page(f"{TRUST}<input aria-label=A {field}>"))
    for _ in range(2):
        receipt = await typed(common_chat, "input", text)
        assert receipt["value"] == text
    log = await evaluated(common_chat, "log")
    assert ["input", True] in log
    assert all(trusted for _, trusted in log), log


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("field", "text"),
    [("type=color", "#aabbcc"), ("type=range min=0 max=100000 value=0", "4321"), ("type=date min=2026-02-01 max=2026-02-28", "2026-02-14"), ("type=time", "10:20:30")],
)  # fmt: skip
async def test_fields_that_keys_do_not_lead_to_have_their_value_all_the_same(
    common_chat: Chat, site: Site, field: str, text: str
) -> None:
    await do(common_chat, "navigate", url=site.page(f"{TRUST}<input aria-label=A {field}>"))
    receipt = await typed(common_chat, "input", text)
    assert receipt["value"] == text
    log = await evaluated(common_chat, "log")
    assert "change" in [event for event, _ in log]
    assert ("untrusted_events" in receipt) is any(not trusted for _, trusted in log)


@pytest.mark.long("browser/test_editors.py::test_fields_that_keys_do_not_lead_to_have_their_value_all_the_same")
async def test_a_colour_that_a_form_gets_says_that_its_events_are_not_trusted(chat: Chat, site: Site) -> None:
    refs = await opened(chat, site.page("<input aria-label=Text><input type=color aria-label=Colour>"))
    fields = [{"ref": refs["Text"], "value": "x"}, {"ref": refs["Colour"], "value": "#aabbcc"}]
    filled = (await do(chat, "fill_form", fields=fields))["action"]["fields"]
    assert ["untrusted_events" in field for field in filled] == [False, True]


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("scale", "limits"), [("min=0 max=10", ("0", "10")), ("", ("0", "100")), ("min=-1.5 max=-1 step=any", ("-1.5", "-1"))]
)
async def test_a_slider_refuses_what_is_beyond_its_limits_and_names_them(
    common_chat: Chat, site: Site, scale: str, limits: tuple[str, str]
) -> None:
    await do(common_chat, "navigate", url=site.page(f"{TRUST}<input type=range aria-label=A {scale}>"))
    for text in ("101", "-2"):
        wrong = await refused(common_chat, "invalid_arguments", "type", selector="input", text=text)
        assert "from {} to {}.".format(*limits) in wrong["error"]
        assert await evaluated(common_chat, "log") == []


@pytest.mark.long("browser/test_editors.py::test_fields_hear_trusted_events_alone")
@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("scale", "text", "value"), [("min=0 max=10 step=4", "7", "8"), ("min=0 max=10 step=3", "10", "9"), ("step=0.5", "2.3", "2.5")]
)
async def test_a_slider_between_two_steps_goes_to_the_next_one_by_keys(
    common_chat: Chat, site: Site, scale: str, text: str, value: str
) -> None:
    await do(common_chat, "navigate", url=site.page(f"{TRUST}<input type=range aria-label=A {scale}>"))
    receipt = await typed(common_chat, "input", text)
    assert (receipt["value"], receipt["differs_from_typed"]) == (value, True)
    assert "untrusted_events" not in receipt
    log = await evaluated(common_chat, "log")
    assert ["input", True] in log
    assert all(trusted for _, trusted in log), log


@pytest.mark.long("browser/test_actions_input.py::test_text_is_put_in_place_of_the_old_or_behind_it")
async def test_what_is_put_behind_is_put_there_once(chat: Chat, site: Site) -> None:
    rewriting = "field.addEventListener('input', () => { field.value = field.value.replaceAll('b', 'X') })"
    await do(
        chat,
        "open",
        url=site.page(f"<input aria-label=A value=a><script>const field = document.querySelector('input'); {rewriting}</script>"),
    )
    assert (await typed(chat, "input", "bcd", clear=False))["value"] == "aXcd"


@pytest.mark.long("browser/test_actions_input.py::test_typing_at_once_is_input_that_frameworks_hear")
async def test_zeros_that_a_field_takes_away_are_missed(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<input aria-label=Postcode oninput='this.value = String(Number(this.value))'>"))
    assert (await typed(chat, "input", "01234"))["differs_from_typed"] is True


@pytest.mark.long("browser/test_editors.py::test_fields_hear_trusted_events_alone")
async def test_seconds_that_are_zero_are_not_missed(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<input type=datetime-local aria-label=When>"))
    assert "differs_from_typed" not in await typed(chat, "input", "2026-02-28 13:45:00")


@pytest.mark.long("browser/test_key_aims.py::test_text_that_the_page_passes_on_is_reported")
async def test_a_code_is_spread_over_boxes_of_one_digit(chat: Chat, site: Site) -> None:
    boxes = "".join(
        f"<input aria-label=Digit{place} maxlength=1 oninput='this.value && this.nextElementSibling?.focus()'>"
        for place in range(4)
    )
    await do(chat, "open", url=site.page(boxes))
    receipt = await typed(chat, "[aria-label=Digit0]", "1234")
    assert (receipt["value"], receipt["differs_from_typed"]) == ("1", True)
    assert await evaluated(chat, "[...document.querySelectorAll('input')].map(box => box.value).join('')") == "1234"


HOSTS = ["<p id=host contenteditable>Old</p>", "<div id=host contenteditable><p>One</p><p>Old</p></div>", "<div id=host contenteditable>Old</div>",
         "<div id=host contenteditable=plaintext-only>Old</div>", "<ul id=host contenteditable><li>Old</ul>", "<span id=host contenteditable>Old</span>"]  # fmt: skip


@pytest.mark.long("browser/test_editors.py::test_the_model_of_an_editor_follows_what_is_typed")
@pytest.mark.rows(1)
@pytest.mark.parametrize("clear", [True, False])
async def test_lines_keep_their_order_and_the_caret_is_behind_the_last(common_chat: Chat, site: Site, clear: bool) -> None:
    for host in HOSTS:
        await do(common_chat, "navigate", url=site.page(host))
        before = [] if clear else (await evaluated(common_chat, "host.innerText")).split()
        if before:
            before[-1] += "first"
        await do(common_chat, "type", selector="#host", text="first\nsecond\n\nthird", clear=clear)
        await do(common_chat, "keyboard", text="!")
        assert (host, (await evaluated(common_chat, "host.innerText")).split()) == (
            host,
            [*(before or ["first"]), "second", "third!"],
        )


EDITED = {
    "top-level": "<title>Mail</title><body contenteditable aria-label=Letter><p>First</p>",
    "same origin": "<iframe src=/letter></iframe>",
    "other origin": "<iframe src=%s></iframe>",
    "srcdoc": "<iframe srcdoc='<body contenteditable aria-label=Letter><p>First</p>'></iframe>",
    "empty": "<iframe srcdoc='<!doctype html><body contenteditable aria-label=Letter>'></iframe>",
    "design mode": "<iframe src=/designed></iframe>",
}


@pytest.mark.rows(1)
@pytest.mark.parametrize("where", EDITED)
async def test_a_document_that_is_edited_as_a_whole_is_typed_into(common_isolated_chat: Chat, site: Site, where: str) -> None:
    chat = common_isolated_chat
    letter = "<body contenteditable aria-label=Letter><p>First</p>"
    site.page(letter, "/letter")
    site.page("<body aria-label=Letter><p>First</p><script>document.designMode = 'on'</script>", "/designed")
    page = EDITED[where]
    refs = await navigated(chat, site.page(page % site.other("/letter") if "%" in page else page))
    assert (await do(chat, "content")).count("[editable ") == 1
    letter_ref = refs["Letter"]
    typed = (await do(chat, "type", ref=letter_ref, text="Dear"))["action"]
    assert typed["value"] == "Dear"
    added = (await do(chat, "type", ref=f"[editable {letter_ref}]", text=" all", clear=False))["action"]
    assert added["value"] == "Dear all"
    filled = (await do(chat, "fill_form", fields=[{"ref": letter_ref, "value": "Hello"}]))["action"]
    assert filled["fields"][0]["value"] == "Hello"
    focused = (await do(chat, "focus", ref=letter_ref))["action"]
    assert focused["already_so"] is True
    assert "focused editable" in await do(chat, "content")
    await do(chat, "keyboard", key="End")
    await do(chat, "keyboard", text="!")
    assert (await do(chat, "detail", ref=letter_ref))["value"] == "Hello!"


@pytest.mark.long("browser/test_editors.py::test_a_document_that_is_edited_as_a_whole_is_typed_into")
async def test_an_edited_body_takes_the_focus_that_it_does_not_have_yet(common_chat: Chat, site: Site) -> None:
    page = "<body contenteditable aria-label=Letter><p>Word</p><button contenteditable=false>Other</button>"
    refs = await navigated(common_chat, site.page(page))
    assert "focused" not in (await do(common_chat, "content"))
    assert "already_so" not in (await do(common_chat, "focus", ref=refs["Letter"]))["action"]
    assert (await do(common_chat, "detail", ref=refs["Letter"]))["states"]["focused"] is True
    await do(common_chat, "focus", ref=refs["Other"])
    assert (await do(common_chat, "detail", ref=refs["Letter"]))["states"]["focused"] is False
