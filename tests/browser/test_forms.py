"""Selects, checkboxes, files and whole forms."""

from pathlib import Path

import pytest

from refbrowser import Chat
from refbrowser.browser.form import fill
from refbrowser.browser.input import uploads
from refbrowser.browser.pointer import pointer
from tests.support.calls import do, evaluated, navigated, opened, refused
from tests.support.server import Site

COUNTRIES = """<label>Country <select><option value=de>Germany<option value=ch>Switzerland<option value=at disabled>Austria
<option value=3>Three<option value=x1>Same<option value=x2>Same</select></label>"""


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("choice", "value"), [("ch", "ch"), ("Germany", "de"), ("switzerland", "ch"), (1, "ch"), ("3", "3"), (3, "3")]
)
async def test_an_option_is_chosen_by_value_label_or_index(common_chat: Chat, site: Site, choice: str | int, value: str) -> None:
    refs = await navigated(common_chat, site.page(COUNTRIES))
    await do(common_chat, "select_option", ref=refs["Country"], value=choice)
    assert await evaluated(common_chat, "document.querySelector('select').value") == value


async def test_an_unclear_choice_lists_the_candidates(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page(COUNTRIES))
    wrong = await refused(common_chat, "invalid_arguments", "select_option", ref=refs["Country"], value="Same")
    assert [option["value"] for option in wrong["details"]["options"]] == ["x1", "x2"]
    wrong = await refused(common_chat, "invalid_arguments", "select_option", ref=refs["Country"], value="France")
    assert {"value": "de", "label": "Germany"} in wrong["details"]["options"]
    await refused(common_chat, "disabled", "select_option", ref=refs["Country"], value="Austria")


async def test_several_options_of_a_multiple_select(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page("<label>Tags <select multiple><option>a<option>b<option>c</select></label>"))
    receipt = (await do(common_chat, "select_option", ref=refs["Tags"], values=["a", "c", "a"]))["action"]
    assert receipt["chosen"] == ["a", "c"]
    assert await evaluated(common_chat, "[...document.querySelector('select').selectedOptions].map(o => o.value)") == ["a", "c"]


EVENTS = """<script>heard = []; for (const type of ['input', 'change'])
addEventListener(type, event => heard.push([type, event.target.value, event.isTrusted]), true)</script>"""


@pytest.mark.rows(1)
@pytest.mark.parametrize("choice", ["Zone 2", "Zone 90"])
async def test_a_select_hears_of_one_choice_and_it_is_trusted(common_chat: Chat, site: Site, choice: str) -> None:
    options = "".join(f"<option{' disabled' if n % 10 == 1 else ''}{' hidden' if n == 5 else ''}>Zone {n}" for n in range(100))
    refs = await navigated(
        common_chat, site.page(f"{EVENTS}<label>Zone <select><optgroup label=All>{options}</optgroup></select></label>")
    )
    receipt = (await do(common_chat, "select_option", ref=refs["Zone"], value=choice))["action"]
    assert receipt["chosen"] == [choice]
    assert await evaluated(common_chat, "heard") == [["input", choice, True], ["change", choice, True]]
    again = (await do(common_chat, "select_option", ref=refs["Zone"], value=choice))["action"]
    assert again["effect"] == "none observed"
    assert await evaluated(common_chat, "heard.length") == 2


@pytest.mark.long("browser/test_forms.py::test_a_select_hears_of_one_choice_and_it_is_trusted")
async def test_a_select_that_the_page_draws_open_is_chosen_from(common_chat: Chat, site: Site) -> None:
    style = "<style>select, ::picker(select) { appearance: base-select }</style>"
    refs = await navigated(
        common_chat, site.page(f"{EVENTS}{style}<label>Pet <select><option>Cat<option disabled>Dog<option>Fox</select></label>")
    )
    await do(common_chat, "select_option", ref=refs["Pet"], value="Fox")
    assert await evaluated(common_chat, "heard") == [["input", "Fox", True], ["change", "Fox", True]]


@pytest.mark.usefixtures("impatient")
async def test_a_select_that_takes_its_choice_back_is_a_typed_error(common_chat: Chat, site: Site) -> None:
    page = "<label>Pet <select onchange='this.selectedIndex = 0'><option>Cat<option>Fox</select></label>"
    refs = await navigated(common_chat, site.page(page))
    wrong = await refused(common_chat, "no_change", "select_option", ref=refs["Pet"], value="Fox")
    assert wrong["details"]["shown"] == "Cat"


async def test_options_of_a_boxed_select_are_pressed(common_chat: Chat, site: Site) -> None:
    options = "".join(f"<option>{letter}" for letter in "abcdefgh")
    page = f"{EVENTS}<label>One <select size=3>{options}</select></label><label>Tags <select multiple size=3>{options}</select></label>"
    refs = await navigated(common_chat, site.page(page))
    await do(common_chat, "select_option", ref=refs["One"], value="h")
    await do(common_chat, "select_option", ref=refs["Tags"], values=["a", "b", "g"])
    await do(common_chat, "select_option", ref=refs["Tags"], values=["b", "h"])
    assert await evaluated(
        common_chat, "[...document.querySelectorAll('select')].map(s => [...s.selectedOptions].map(o => o.value))"
    ) == [
        ["h"],
        ["b", "h"],
    ]
    assert await evaluated(common_chat, "heard.every(event => event[2])") is True
    await refused(common_chat, "invalid_arguments", "select_option", ref=refs["One"], values=["a", "b"])


@pytest.mark.long("browser/test_forms.py::test_options_of_a_boxed_select_are_pressed")
async def test_an_option_that_scrolls_away_under_the_pointer_is_pressed_where_it_is_then(chat: Chat, site: Site) -> None:
    options = "".join(f"<option>{letter}" for letter in "abcdefgh")
    back = "if (this.scrollTop && !window.moved) { moved = 1; this.scrollTop = 0 }"
    note = "chosen.push([...this.selectedOptions].map(one => one.value).join(''))"
    page = f'<script>chosen = []</script><label>Tags <select multiple size=3 onmousemove="{back}" onchange="{note}">{options}</select></label>'
    refs = await opened(chat, site.page(page))
    await do(chat, "select_option", ref=refs["Tags"], values=["a", "g"])
    assert await evaluated(chat, "[window.moved, chosen]") == [1, ["a", "ag"]]


async def test_a_suggestion_of_an_input_is_typed(common_chat: Chat, site: Site) -> None:
    page = f"{EVENTS}<label>Fruit <input list=fruit></label><datalist id=fruit><option value=apple><option value=pear></datalist>"
    refs = await navigated(common_chat, site.page(page))
    await do(common_chat, "select_option", ref=refs["Fruit"], value="pear")
    assert (await evaluated(common_chat, "heard"))[0] == ["input", "pear", True]
    await refused(common_chat, "invalid_arguments", "select_option", ref=refs["Fruit"], value="plum")


async def test_choosing_from_what_is_no_select_says_so(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page("<button>Menu</button>"))
    await refused(common_chat, "ref_kind", "select_option", ref=refs["Menu"], value="x")


@pytest.mark.rows(2)
@pytest.mark.parametrize(
    "control",
    [
        "<label><input type=checkbox id=box> Agree</label>",
        "<style>#box{opacity:0;position:absolute}</style><label for=box style='padding:5px'>Agree</label><input type=checkbox id=box>",
        "<div id=box role=switch aria-checked=false tabindex=0 onclick=\"this.ariaChecked = this.ariaChecked === 'true' ? 'false' : 'true'\">Agree</div>",
        "<button id=box aria-pressed=false onclick=\"this.ariaPressed = this.ariaPressed === 'true' ? 'false' : 'true'\">Agree</button>",
    ],
)
async def test_a_toggle_is_pressed_only_if_it_is_not_as_wanted(common_chat: Chat, site: Site, control: str) -> None:
    count = (
        "<script>presses = 0; addEventListener('click', event => presses += event.isTrusted && event.target.id === 'box')</script>"
    )
    refs = await navigated(common_chat, site.page(count + control))
    receipt = (await do(common_chat, "set_checked", ref=refs["Agree"], checked=True))["action"]
    assert "already_so" not in receipt
    again = (await do(common_chat, "set_checked", ref=refs["Agree"]))["action"]
    assert again["already_so"] is True
    assert await evaluated(common_chat, "presses") == 1
    off = (await do(common_chat, "set_checked", ref=refs["Agree"], checked=False))["action"]
    assert "already_so" not in off
    assert await evaluated(common_chat, "presses") == 2


async def test_a_radio_is_not_unchecked_and_a_button_is_not_checked(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page("<label><input type=radio name=r checked> One</label><button>Press</button>"))
    wrong = await refused(common_chat, "invalid_arguments", "set_checked", ref=refs["One"], checked=False)
    assert "another one of its group" in wrong["error"]
    await refused(common_chat, "ref_kind", "set_checked", ref=refs["Press"])


FILE_FIELDS = {
    "input": "<input type=file aria-label=Upload>",
    "label": "<label>Upload <input type=file></label>",
    "button": "<button onclick='field.click()'>Upload</button><input type=file id=field hidden>",
}


@pytest.mark.rows(2)
@pytest.mark.parametrize("way", FILE_FIELDS)
async def test_a_file_is_given_to_the_field_its_label_or_its_button(common_chat: Chat, site: Site, way: str) -> None:
    common_chat.folder.mkdir(parents=True, exist_ok=True)
    (common_chat.folder / "note.txt").write_text("hello", encoding="utf-8")
    refs = await navigated(common_chat, site.page(FILE_FIELDS[way]))
    receipt = (await do(common_chat, "upload_file", ref=refs["Upload"], path="note.txt"))["action"]
    assert receipt["files"] == ["note.txt"]
    assert await evaluated(common_chat, "document.querySelector('input').files[0].text()") == "hello"


@pytest.mark.long("browser/test_forms.py::test_a_file_is_given_to_the_field_its_label_or_its_button")
@pytest.mark.rows(1)
@pytest.mark.parametrize("hidden", ["hidden", "style='display:none'", "style='visibility:hidden'"])
@pytest.mark.usefixtures("impatient")
async def test_a_file_is_given_to_a_field_that_the_page_hides(common_chat: Chat, site: Site, hidden: str) -> None:
    common_chat.folder.mkdir(parents=True, exist_ok=True)
    (common_chat.folder / "note.txt").write_text("hello", encoding="utf-8")
    page = f"<button>Upload</button><input type=file {hidden} onchange='trusted = event.isTrusted'>"
    await do(common_chat, "navigate", url=site.page(page))
    receipt = (await do(common_chat, "upload_file", selector="input", path="note.txt"))["action"]
    assert receipt["files"] == ["note.txt"]
    assert await evaluated(common_chat, "document.querySelector('input').files[0].text()") == "hello"
    await evaluated(common_chat, "document.querySelector('input').disabled = true")
    await refused(common_chat, "disabled", "upload_file", selector="input", path="note.txt")


async def test_files_outside_the_allowed_folders_are_refused(common_chat: Chat, site: Site, tmp_path: Path) -> None:
    common_chat.folder.mkdir(parents=True, exist_ok=True)
    outside = tmp_path / "outside.txt"
    outside.write_text("x", encoding="utf-8")
    (common_chat.folder / "link.txt").symlink_to(outside)
    refs = await navigated(common_chat, site.page(FILE_FIELDS["input"]))
    for path in (str(outside), "../../outside.txt", "link.txt"):
        await refused(common_chat, "file_denied", "upload_file", ref=refs["Upload"], path=path)
    await refused(common_chat, "file_not_found", "upload_file", ref=refs["Upload"], path="none.txt")
    assert await evaluated(common_chat, "document.querySelector('input').files.length") == 0


async def test_accept_and_multiple_are_enforced(common_chat: Chat, site: Site) -> None:
    common_chat.folder.mkdir(parents=True, exist_ok=True)
    for name in ("a.txt", "b.txt", "c.png"):
        (common_chat.folder / name).write_text(name, encoding="utf-8")
    page = "<input type=file aria-label=Text accept='.txt'><input type=file aria-label=Pictures accept='image/*' multiple>"
    refs = await navigated(common_chat, site.page(page))
    await refused(common_chat, "file_denied", "upload_file", ref=refs["Text"], path="c.png")
    await refused(common_chat, "file_denied", "upload_file", ref=refs["Text"], paths=["a.txt", "b.txt"])
    await refused(common_chat, "file_denied", "upload_file", ref=refs["Pictures"], path="a.txt")
    await do(common_chat, "upload_file", ref=refs["Pictures"], paths=["c.png", "c.png"])


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "field", ["<input type=file aria-label=Upload webkitdirectory>",
              "<button onclick='field.click()'>Upload</button><input type=file id=field webkitdirectory hidden>"],
)  # fmt: skip
async def test_a_folder_is_given_where_one_is_wanted(common_chat: Chat, site: Site, field: str) -> None:
    (common_chat.folder / "tree" / "inner").mkdir(parents=True, exist_ok=True)
    (common_chat.folder / "tree" / "inner" / "leaf.txt").write_text("leaf", encoding="utf-8")
    (common_chat.folder / "tree" / "root.txt").write_text("root", encoding="utf-8")
    refs = await navigated(common_chat, site.page(field))
    assert (await do(common_chat, "upload_file", ref=refs["Upload"], path="tree"))["action"]["files"] == ["tree"]
    names = await evaluated(common_chat, "[...document.querySelector('input').files].map(file => file.webkitRelativePath)")
    assert sorted(names) == ["tree/inner/leaf.txt", "tree/root.txt"]
    await refused(common_chat, "file_denied", "upload_file", ref=refs["Upload"], path="tree/root.txt")


@pytest.mark.long("browser/test_forms.py::test_accept_and_multiple_are_enforced")
async def test_a_folder_is_refused_where_files_are_wanted(chat: Chat, site: Site) -> None:
    (chat.folder / "tree").mkdir(parents=True, exist_ok=True)
    refs = await opened(chat, site.page(FILE_FIELDS["input"]))
    answer = await refused(chat, "file_denied", "upload_file", ref=refs["Upload"], path="tree")
    assert "folder" in answer["error"]


@pytest.mark.long("browser/test_file_drop.py::test_where_the_page_takes_no_drops_nothing_is_dropped")
async def test_a_button_that_opens_no_chooser_says_so(common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "CHOOSER_MS", 300)
    common_chat.folder.mkdir(parents=True, exist_ok=True)
    (common_chat.folder / "a.txt").write_text("x", encoding="utf-8")
    refs = await navigated(common_chat, site.page("<button>Plain</button>"))
    await refused(common_chat, "ref_kind", "upload_file", ref=refs["Plain"], path="a.txt")


FORM = """<form><label>Name <input></label><label>Age <input type=number></label><label><input type=checkbox> Agree</label>
<label>Country <select><option>DE<option>CH</select></label><label>Secret <input type=password></label><button>Send</button></form>"""


async def test_a_whole_form_is_filled_with_one_receipt_per_field(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page(FORM))
    values = {"Name": "Ada", "Age": 36, "Agree": True, "Country": "CH", "Secret": "hunter2"}
    receipt = (await do(common_chat, "fill_form", fields=[{"ref": refs[name], "value": value} for name, value in values.items()]))[
        "action"
    ]
    assert [{key: value for key, value in field.items() if key != "element"} for field in receipt["fields"]] == [
        {"value": "Ada"}, {"value": "36"}, {"checked": True}, {"value": "CH"}, {"value": "•••"},
    ]  # fmt: skip
    assert "hunter2" not in str(receipt)
    got = "[...document.querySelectorAll('input,select')].map(field => field.type === 'checkbox' ? field.checked : field.value)"
    assert await evaluated(common_chat, got) == ["Ada", "36", True, "CH", "hunter2"]


UNWILLING = """<label>Day <input type=date></label><label>Short <input maxlength=3></label>
<label>Upper <input oninput="this.value = this.value.toUpperCase()"></label>
<label>Later <input oninput="setTimeout(() => this.value = 'gone', 40)"></label>
<label><input type=checkbox onchange="setTimeout(() => this.checked = false, 40)"> Back</label>
<label>Other <select id=other><option>A<option>B</select></label>
<label>Long <textarea onfocus="other.selectedIndex = 0"></textarea></label><label>Number <input type=number></label><label>At <input type=time></label>"""


async def test_a_form_field_that_does_not_keep_its_value_is_marked(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page(UNWILLING))
    values = {"Day": "2024-02-30", "Short": "abcdef", "Upper": "abc", "Later": "x", "Back": True, "Other": "B"}
    kept = {"Long": ("words " * 8 + "\n\n") * 30, "Number": 1.5, "At": "13:05:00"}
    fields = [{"ref": refs[name], "value": value} for name, value in (values | kept).items()]
    receipt = (await do(common_chat, "fill_form", fields=fields))["action"]
    seen = [(field.get("value", field.get("checked")), field.get("differs_from_typed", False)) for field in receipt["fields"]]
    assert seen[:6] == [("", True), ("abc", True), ("ABC", True), ("gone", True), (False, True), ("A", True)]
    assert [differs for _, differs in seen[6:]] == [False, False, False]


async def test_nothing_is_filled_when_one_field_is_wrong(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page(FORM))
    for wrong in (
        {"ref": 999_999, "value": "x"},
        {"selector": "button", "value": "x"},
        {"selector": "[type=checkbox]", "value": "yes"},
        {"selector": "select", "value": True},
    ):
        answer = await common_chat.call(
            {"action": "fill_form", "fields": [{"ref": refs["Name"], "value": "Ada"}, wrong], "timeout_ms": 2000}
        )
        assert answer["ok"] is False, wrong
        assert await evaluated(common_chat, "document.querySelector('input').value") == "", wrong
    fields = [{"ref": refs["Name"], "value": "Ada"}, {"ref": refs["Age"], "value": "abc"}]
    judged = await refused(common_chat, "invalid_arguments", "fill_form", fields=fields)
    assert "No field was filled." in judged["error"]
    assert "fields" not in judged["details"]
    assert await evaluated(common_chat, "document.querySelector('input').value") == ""


CHECKED = """<label>Text <input id=t></label><input id=number type=number><input id=date type=date><input id=colour type=color>
<input id=range type=range><input id=readonly readonly><select id=off disabled><option>A</select><input type=radio id=radio checked>
<select id=one><option>A<option disabled>B</select><select id=many multiple><option>A<option>B</select>
<div role=listbox tabindex=0 id=list><div role=option>A</div><div role=option aria-disabled=true>B</div></div>"""


JUDGED = [
    ("number", "abc", "invalid_arguments"), ("date", "nope", "invalid_arguments"), ("colour", "red", "invalid_arguments"),
    ("range", "abc", "invalid_arguments"), ("range", "101", "invalid_arguments"), ("readonly", "x", "readonly"),
    ("off", "A", "disabled"), ("radio", False, "invalid_arguments"), ("radio", "false", "invalid_arguments"),
    ("one", "Z", "invalid_arguments"), ("one", "B", "disabled"), ("one", ["A", "B"], "invalid_arguments"),
    ("many", ["A", "Z"], "invalid_arguments"), ("list", "Z", "invalid_arguments"), ("list", "B", "disabled"),
    ("list", [], "invalid_arguments"),
]  # fmt: skip


@pytest.mark.long("browser/test_forms.py::test_nothing_is_filled_when_one_field_is_wrong")
@pytest.mark.usefixtures("impatient")
async def test_a_form_is_judged_before_its_first_field_is_filled(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(CHECKED))
    for field, value, code in JUDGED:
        fields = [{"selector": "#t", "value": "TOUCHED"}, {"selector": f"#{field}", "value": value}]
        wrong = await refused(common_chat, code, "fill_form", fields=fields)
        assert "No field was filled." in wrong["error"], (field, value)
        assert "fields" not in wrong["details"], (field, value)
    assert await evaluated(common_chat, "t.value") == ""


DEPENDENT = """<select id=country aria-label=Country><option>Choose<option>Germany<option>Austria</select>
<select id=state aria-label=State disabled><option>Choose a country first</select><script>
country.onchange = () => setTimeout(() => { state.disabled = false; state.innerHTML = "<option>Choose<option>Tyrol<option>Vienna" }, 150)
</script>"""


async def test_a_select_whose_options_another_field_brings_is_filled_in_the_same_call(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(DEPENDENT))
    fields = [{"selector": "#country", "value": "Austria"}, {"selector": "#state", "value": "Vienna"}]
    await do(common_chat, "fill_form", fields=fields)
    assert await evaluated(common_chat, "[country.value, state.value]") == ["Austria", "Vienna"]


@pytest.mark.long("browser/test_forms.py::test_nothing_is_filled_when_one_field_is_wrong")
async def test_an_option_that_the_options_of_another_field_lack_is_refused_with_those_that_came(
    common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = [{"selector": "#country", "value": "Austria"}, {"selector": "#state", "value": "Vienna"}]
    await do(common_chat, "navigate", url=site.page(DEPENDENT))
    late = await refused(
        common_chat, "invalid_arguments", "fill_form", fields=[fields[0], {"selector": "#state", "value": "Bavaria"}]
    )
    assert [option["label"] for option in late["details"]["options"]] == ["Choose", "Tyrol", "Vienna"]
    assert [field["value"] for field in late["details"]["fields"]] == ["Austria"]
    await do(common_chat, "navigate", url=site.page(DEPENDENT))
    monkeypatch.setattr(pointer, "READY_MS", 200)
    await refused(common_chat, "disabled", "fill_form", fields=[fields[1]])


@pytest.mark.long("browser/test_forms.py::test_nothing_is_filled_when_one_field_is_wrong")
async def test_an_unknown_secret_is_named_before_the_first_field_is_filled(chat: Chat, site: Site) -> None:
    await opened(chat, site.page("<input id=t><input id=password type=password aria-label=Password>"))
    fields = [{"selector": "#t", "value": "TOUCHED"}, {"selector": "#password", "secret": "nobody.knows"}]
    wrong = await refused(chat, "secret_unknown", "fill_form", fields=fields)
    assert "Password" in wrong["error"]
    assert await evaluated(chat, "t.value") == ""


@pytest.mark.usefixtures("impatient")
async def test_a_field_that_refuses_leaves_a_list_of_those_before_it(
    common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fill, "FLIP_MS", 150)
    page = "<input id=t aria-label=Text><input id=p type=password aria-label=Password><input type=checkbox id=lock onclick='return false'>"
    await do(common_chat, "navigate", url=site.page(page))
    fields = [{"selector": "#t", "value": "TOUCHED"}, {"selector": "#p", "value": "hidden"}, {"selector": "#lock", "value": True}]
    wrong = await refused(common_chat, "no_change", "fill_form", fields=fields)
    assert [field["value"] for field in wrong["details"]["fields"]] == ["TOUCHED", "•••"]
    assert "2 of the 3 fields were filled" in wrong["error"]
    first = await refused(common_chat, "no_change", "fill_form", fields=[fields[2]])
    assert "fields" not in first["details"]


CODE = """<input class=o size=2 aria-label=One><input class=o size=2 aria-label=Two><input class=o size=2 aria-label=Three><script>
let code = []
const boxes = [...document.querySelectorAll('.o')]
const draw = () => { code = code.join('').split(''); boxes.forEach((box, i) => box.value = code[i] || '') }
boxes.forEach((box, i) => {
  box.onfocus = () => box.select()
  box.oninput = event => {
    code[i] = box.value
    Promise.resolve().then(draw)
    const next = boxes[i + 1]
    if (next && /insertText|deleteContentForward/.test(event.inputType)) next.focus()
  }
  box.onkeydown = event => {
    if (event.ctrlKey || event.key.length > 1) return
    if (code.join('').length >= 3 && box.selectionStart === box.selectionEnd) event.preventDefault()
  }
})</script>"""


@pytest.mark.long("browser/test_key_aims.py::test_text_that_the_page_passes_on_is_reported")
async def test_a_code_typed_into_its_first_box_is_spread_in_order(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(CODE))
    await do(common_chat, "type", selector=".o >> nth=0", text="987")
    assert await evaluated(common_chat, "code.join('')") == "987"
