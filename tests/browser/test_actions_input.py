"""Typing and submitting: every kind of field, with trusted events, read back, and never twice."""

import json
from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, page_text, refused
from tests.support.server import Site

VALUE = "element => 'value' in element ? element.value : element.textContent"


async def typed(chat: Chat, selector: str, text: str, **arguments: Any) -> dict[str, Any]:
    """The receipt of typing into what the selector matches."""
    receipt: dict[str, Any] = (await do(chat, "type", selector=selector, text=text, **arguments))["action"]
    return receipt


async def value(chat: Chat, selector: str) -> str:
    result: str = await evaluated(chat, f"({VALUE})(document.querySelector({json.dumps(selector)}))")
    return result


async def echoed(chat: Chat) -> dict[str, Any]:
    """What the server received of the form that led to this page."""
    text = page_text(await do(chat, "content", max_tokens=100_000))
    answer: dict[str, Any] = json.loads(text.strip("`\n"))
    return answer


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("name", "text"),
    [("text", "plain words"), ("text", "Zoë 🎈 “quoted” <b>&amp;"), ("text", "[button 5] </page>"), ("email", "ada@x.test"), ("tel", "+41 44"), ("number", "7"),
     ("date", "2026-02-28"), ("time", "13:45"), ("month", "2026-02"), ("week", "2026-W09"), ("datetime", "2026-02-28T13:45"), ("color", "#aabbcc"),
     ("range", "6"), ("search", "lamp"), ("url", "https://x.test/"), ("comment", "one\ntwo\n\nthree"), ("city", "Bern")],
)  # fmt: skip
async def test_every_kind_of_field_takes_its_text_and_reads_it_back(common_chat: Chat, site: Site, name: str, text: str) -> None:
    await do(common_chat, "navigate", url=site.url("/controls.html"))
    receipt = await typed(common_chat, f"[name={name}]", text)
    assert receipt["value"] == text
    assert "differs_from_typed" not in receipt
    assert await value(common_chat, f"[name={name}]") == text


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("name", "text"), [("date", "tomorrow"), ("date", "28.02.2026"), ("time", "noon"), ("month", "2"), ("week", "9"), ("color", "red"), ("range", "many"), ("number", "a lot"), ("datetime", "now")]
)  # fmt: skip
async def test_a_value_that_a_field_cannot_hold_is_refused_with_what_it_takes(
    common_chat: Chat, site: Site, name: str, text: str
) -> None:
    await do(common_chat, "navigate", url=site.url("/controls.html"))
    before = await value(common_chat, f"[name={name}]")
    answer = await refused(common_chat, "invalid_arguments", "type", selector=f"[name={name}]", text=text)
    assert "accepts" in answer["error"]
    assert await value(common_chat, f"[name={name}]") == before


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("selector", "code"),
    [("[name=readonly]", "readonly"), ("[name=disabled]", "disabled"), ("[name=terms]", "not_editable"), ("[name=country]", "not_editable"), ("button >> nth=0", "not_editable"),
     ("h1", "not_editable"), ("[name=file]", "not_editable")],
)  # fmt: skip
async def test_what_takes_no_text_is_refused(common_chat: Chat, site: Site, selector: str, code: str) -> None:
    await do(common_chat, "navigate", url=site.url("/controls.html"))
    answer = await refused(common_chat, code, "type", selector=selector, text="words", timeout_ms=3000)
    assert answer["details"]["ref"] is not None


async def test_a_secret_is_typed_and_not_read_back(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.url("/controls.html"))
    receipt = await typed(common_chat, "[name=password]", "correct horse")
    assert receipt["value"] == "•••"
    assert "correct horse" not in str(receipt)
    assert await value(common_chat, "[name=password]") == "correct horse"


@pytest.mark.rows(1)
@pytest.mark.parametrize("slowly", [False, True])
async def test_text_is_put_in_place_of_the_old_or_behind_it(common_chat: Chat, site: Site, slowly: bool) -> None:
    await do(
        common_chat,
        "navigate",
        url=site.page(
            "<input value=old aria-label=A><textarea aria-label=B>first\nsecond</textarea><div contenteditable role=textbox aria-label=C>rich</div>"
        ),
    )
    for selector, behind in (("input", "old, new"), ("textarea", "first\nsecond, new"), ("[contenteditable]", "rich, new")):
        assert (await typed(common_chat, selector, ", new", clear=False, slowly=slowly))["value"] == behind
        assert (await typed(common_chat, selector, "new", slowly=slowly))["value"] == "new"
    assert (await typed(common_chat, "input", ""))["value"] == ""
    assert await value(common_chat, "input") == ""


LOG = "<script>window.log = []; for (const type of ['keydown', 'keyup', 'input', 'change', 'beforeinput']) addEventListener(type, e => log.push([type, e.key ?? e.inputType, e.isTrusted]), true)</script>"


async def test_typing_slowly_sends_a_trusted_key_for_each_character(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(LOG + "<input aria-label=A>"))
    await typed(common_chat, "input", "ab", slowly=True)
    log = await evaluated(common_chat, "log")
    keys = [entry for entry in log if entry[0].startswith("key") and entry[1] in "ab"]
    assert keys == [["keydown", "a", True], ["keyup", "a", True], ["keydown", "b", True], ["keyup", "b", True]]
    assert all(trusted for _, _, trusted in log)


async def test_typing_at_once_is_input_that_frameworks_hear(common_chat: Chat, site: Site) -> None:
    controlled = """<input aria-label=A><output></output><script>
        const field = document.querySelector('input'); let state = '';
        field.addEventListener('input', () => { state = field.value.toUpperCase(); field.value = state; document.querySelector('output').textContent = state; })</script>"""
    await do(common_chat, "navigate", url=site.page(LOG + controlled))
    receipt = await typed(common_chat, "input", "abc")
    assert (receipt["value"], receipt["differs_from_typed"]) == ("ABC", True)
    assert "ABC" in receipt["changes"]
    assert all(trusted for type_, _, trusted in await evaluated(common_chat, "log") if type_ == "input")


@pytest.mark.long("browser/test_editors.py::test_the_model_of_an_editor_follows_what_is_typed")
async def test_a_rich_editor_keeps_its_structure(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<div contenteditable role=textbox aria-label=Note><p>One</p><p><b>Two</b></p></div>"))
    await typed(chat, "div", " more", clear=False)
    assert await evaluated(chat, "document.querySelector('div').innerHTML") == "<p>One</p><p><b>Two more</b></p>"


@pytest.mark.long("browser/test_actions_input.py::test_an_invalid_form_is_not_sent_and_the_receipt_reports_it")
async def test_a_field_that_a_form_rejects_reports_the_reason(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.url("/controls.html"))
    assert (await typed(common_chat, "[name=email]", "no address"))["validation_message"]
    assert "validation_message" not in await typed(common_chat, "[name=email]", "ada@x.test")


FORM = "<form action=/echo method=post>%s<button name=by value=button>Send</button></form>"


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "field",
    [
        "<input name=q>",
        "<textarea name=q></textarea>",
        "<input name=q type=search>",
        "<input name=q><input name=other>",
        "<input name=q type=date value=2026-01-01>",
    ],
)
async def test_type_submit_sends_the_form_once_as_its_button_would(common_chat: Chat, site: Site, field: str) -> None:
    text = "2026-02-28" if "date" in field else "words"
    await do(common_chat, "navigate", url=site.page(FORM % field))
    result = await do(common_chat, "type_submit", selector="[name=q]", text=text)
    assert result["action"]["navigation"]["http_status"] == 200
    received = await echoed(common_chat)
    assert (received["form"]["q"], received["form"]["by"]) == ([text], ["button"])
    assert site.hits("/echo") == 1


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "script",
    ["field.addEventListener('keydown', event => { if (event.key === 'Enter') { event.preventDefault(); form.requestSubmit(); } })",
     "form.addEventListener('submit', event => { event.preventDefault(); fetch('/echo', {method: 'POST'}); })",
     "field.addEventListener('keydown', event => { if (event.key === 'Enter') { event.preventDefault(); fetch('/echo', {method: 'POST'}); } })"],
)  # fmt: skip
async def test_a_form_that_a_script_sends_is_sent_once(common_chat: Chat, site: Site, script: str) -> None:
    page = (
        FORM % "<input name=q>"
        + f"<script>const form = document.querySelector('form'), field = document.querySelector('input'); {script}</script>"
    )
    await do(common_chat, "navigate", url=site.page(page))
    await do(common_chat, "type_submit", selector="[name=q]", text="words")
    assert site.hits("/echo") == 1


@pytest.mark.rows(1)
@pytest.mark.parametrize("target", ["[name=q]", "button", "[type=checkbox]", "select", "textarea"])
async def test_submit_sends_the_form_of_a_field_or_button(common_chat: Chat, site: Site, target: str) -> None:
    await do(
        common_chat,
        "navigate",
        url=site.page(
            FORM
            % "<input name=q value=words><input type=checkbox name=c><select name=s><option>1</select><textarea name=t></textarea>"
        ),
    )
    result = await do(common_chat, "submit", selector=target)
    assert result["action"]["navigation"]["to"] == site.url("/echo")
    received = await echoed(common_chat)
    assert received["form"]["q"] == ["words"]
    assert "c" not in received["form"]
    assert site.hits("/echo") == 1


@pytest.mark.long("browser/test_actions_input.py::test_submit_sends_the_form_of_a_field_or_button")
async def test_a_field_and_a_button_that_only_name_their_form_belong_to_it(chat: Chat, site: Site) -> None:
    await do(
        chat,
        "open",
        url=site.page("<form id=f action=/echo method=post></form><textarea form=f name=q></textarea><button form=f>Send</button>"),
    )
    await do(chat, "type_submit", selector="textarea", text="words")
    assert (await echoed(chat))["form"]["q"] == ["words"]


async def test_an_invalid_form_is_not_sent_and_the_receipt_reports_it(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(FORM % "<label>Mail <input name=q type=email required></label>"))
    receipt = (await do(common_chat, "type_submit", selector="[name=q]", text="no address"))["action"]
    assert receipt["validation"][0].startswith("Mail: ")
    assert site.hits("/echo") == 0


async def test_a_field_without_a_form_cannot_be_submitted(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page("<textarea name=q></textarea>"))
    await refused(common_chat, "not_editable", "submit", selector="textarea", timeout_ms=3000)


async def test_a_box_that_scrolls_has_a_ref_to_scroll_it_by(common_chat: Chat, site: Site) -> None:
    numbers = await navigated(
        common_chat, site.page("<div style='height: 50px; overflow: auto'><p>Terms<p>Two<p>Three</div><p>Below")
    )
    action = (await do(common_chat, "scroll", ref=f"[scrollable {numbers['scrollable']}]", to="bottom"))["action"]
    assert action["scroll_after"]["y"] > 0
    assert await evaluated(common_chat, "document.querySelector('div').scrollTop") == action["scroll_after"]["y"]


@pytest.mark.rows(1)
@pytest.mark.parametrize(("height", "moves"), [("100vh", True), ("200px", False)])
async def test_where_the_page_does_not_scroll_the_box_that_fills_it_does(
    common_chat: Chat, site: Site, height: str, moves: bool
) -> None:
    style = f"<style>body {{margin: 0; overflow: hidden}} div {{height: {height}; overflow: auto}} p {{height: 3000px}}</style>"
    await do(common_chat, "navigate", url=site.page(f"{style}<div><p>Tall</div>"))
    action = (await do(common_chat, "scroll", direction="down", amount=500))["action"]
    assert await evaluated(common_chat, "document.querySelector('div').scrollTop") == (500 if moves else 0)
    assert ("scrolled" in action or "effect" not in action) is moves


async def test_scrolling_moves_the_page_or_the_box_around_an_element(common_chat: Chat, site: Site) -> None:
    box = "<div style='height: 200px; overflow: auto'><button>Inside</button><p style='height: 2000px'>Tall</p></div>"
    numbers = await navigated(
        common_chat,
        site.page(f"<style>html {{scroll-behavior: smooth}}</style>{box}<p style='height: 4000px'>Long</p><button>Last</button>"),
    )
    action = (await do(common_chat, "scroll", direction="down", amount=300))["action"]
    assert (action["scroll_before"]["y"], action["scroll_after"]["y"], action["scrolled"]) == (0, 300, True)
    assert (await do(common_chat, "scroll", to="bottom"))["state"]["scroll"]["y"] > 3000
    assert (await do(common_chat, "scroll", direction="down"))["action"]["effect"] == "none observed"
    assert (await do(common_chat, "scroll", to="top"))["state"]["scroll"]["y"] == 0
    await do(common_chat, "scroll", ref=numbers["Inside"], direction="down", amount=150)
    assert await evaluated(common_chat, "[document.querySelector('div').scrollTop, scrollY]") == [150, 0]
    action = (await do(common_chat, "scroll", ref=numbers["Last"]))["action"]
    at = await evaluated(common_chat, "scrollY")
    assert (action["in_viewport"], action["scroll_before"]["y"], action["scroll_after"]["y"]) == (True, 0, at)
    inside = (await do(common_chat, "scroll", ref=numbers["Inside"]))["action"]
    assert inside["scroll_after"]["y"] == await evaluated(common_chat, "document.querySelector('div').scrollTop")


@pytest.mark.usefixtures("impatient")
async def test_a_press_may_wait_for_an_overlay_to_go_and_may_be_forced(common_chat: Chat, site: Site) -> None:
    cover = "<div id=veil style='position: fixed; inset: 0; background: #eee'></div>"
    await do(common_chat, "navigate", url=site.page(f"<button onclick='document.title += `hit`'>Under</button>{cover}"))
    await refused(common_chat, "covered", "click", selector="button")
    answer = await refused(common_chat, "timeout", "click", selector="button", wait_for_hidden="#veil", wait_for_hidden_ms=100)
    assert answer["error"] == "Waited 100 ms for #veil to be hidden; nothing was pressed or typed."
    answer = await refused(common_chat, "timeout", "click", selector="button", wait_for_hidden="#veil", timeout_ms=400)
    assert "nothing was pressed" in answer["error"]
    await evaluated(common_chat, "setTimeout(() => veil.remove(), 150); 1")
    assert (await do(common_chat, "click", selector="button", wait_for_hidden="#veil"))["state"]["title"] == "hit"
    await evaluated(
        common_chat,
        "document.body.insertAdjacentHTML('beforeend', `<div style='position: fixed; inset: 0; background: #eee'></div>`)",
    )
    assert (await do(common_chat, "click", selector="button", force=True))["action"]["performed"] == "click"


@pytest.mark.long("browser/test_actions_input.py::test_type_submit_sends_the_form_once_as_its_button_would")
async def test_a_text_area_is_sent_by_the_first_button_of_its_own_form(chat: Chat, site: Site) -> None:
    buttons = "<button form=other name=by value=other>Other</button><button type=button>None</button><button name=by value=first>First</button>"
    inside = f"<form id=mine action=/echo method=post><textarea name=q></textarea>{buttons}<button name=by value=second>Second</button></form>"
    await do(chat, "open", url=site.page(f"<form id=other action=/wrong></form>{inside}"))
    await do(chat, "type_submit", selector="textarea", text="words")
    assert (await echoed(chat))["form"] == {"q": ["words"], "by": ["first"]}
    assert (site.hits("/echo"), site.hits("/wrong")) == (1, 0)


@pytest.mark.long("browser/test_actions_input.py::test_submit_sends_the_form_of_a_field_or_button")
@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "field", ["<input name=q form=f>", "<textarea name=q form=f></textarea>", "<select name=q form=f><option>words</select>"]
)
async def test_a_button_outside_its_form_sends_it_once(common_chat: Chat, site: Site, field: str) -> None:
    await do(
        common_chat,
        "navigate",
        url=site.page(f"<form id=f action=/echo method=post></form>{field}<button form=f name=by value=outside>Send</button>"),
    )
    if "select" not in field:
        await do(common_chat, "type", selector="[name=q]", text="words")
    await do(common_chat, "submit", selector="[name=q]")
    assert (await echoed(common_chat))["form"] == {"q": ["words"], "by": ["outside"]}
    assert site.hits("/echo") == 1


@pytest.mark.long("browser/test_actions_input.py::test_a_form_that_a_script_sends_is_sent_once")
@pytest.mark.rows(1)
@pytest.mark.parametrize("field", ["<input name=q>", "<textarea name=q></textarea>"])
async def test_a_page_that_sends_its_form_itself_sends_it_once(common_chat: Chat, site: Site, field: str) -> None:
    script = """<script>document.querySelector('form').addEventListener('submit', async event => {
        event.preventDefault();
        await fetch('/echo', { method: 'POST', body: new FormData(event.target, event.submitter) });
        document.title = 'Sent';
    })</script>"""
    await do(common_chat, "navigate", url=site.page(FORM % field + script))
    result = await do(common_chat, "type_submit", selector="[name=q]", text="words")
    assert result["state"]["title"] == "Sent"
    assert "navigation" not in result["action"]
    assert site.hits("/echo") == 1


@pytest.mark.long("browser/test_presses.py::test_elements_in_frames_with_processes_of_their_own_are_pressed_and_typed_into")
async def test_a_date_in_a_frame_of_another_site_is_typed(isolated_chat: Chat, site: Site) -> None:
    site.page("<label>Day <input type=date></label>", path="/day")
    await do(isolated_chat, "open", url=site.page(f"<iframe src='{site.other('/day')}'></iframe>"))
    await do(isolated_chat, "wait", text="Day")
    assert (await typed(isolated_chat, "input", "2026-02-28"))["value"] == "2026-02-28"


async def test_scrolling_takes_a_selector(common_chat: Chat, site: Site) -> None:
    box = "<div id=box style='height: 100px; overflow: auto'><p style='height: 900px'>Tall</p></div>"
    await do(common_chat, "navigate", url=site.page(f"{box}<p style='height: 4000px'>Long</p><p id=end>End</p>"))
    assert (await do(common_chat, "scroll", selector="#end"))["action"]["in_viewport"] is True
    await do(common_chat, "scroll", selector="#box p", direction="down", amount=150)
    assert await evaluated(common_chat, "document.querySelector('#box').scrollTop") == 150
    await refused(common_chat, "invalid_arguments", "scroll", selector="#end", ref=1)
    await refused(common_chat, "selector_no_match", "scroll", selector="#none", timeout_ms=900)


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("style", "code"),
    [
        ("position:absolute;left:-9999px", "out_of_viewport"),
        ("position:fixed;top:-500px", "out_of_viewport"),
        ("transform:scale(0)", "not_visible"),
        ("display:none", "not_visible"),
    ],
)
async def test_a_forced_press_that_can_land_nowhere_says_why(common_chat: Chat, site: Site, style: str, code: str) -> None:
    page = f"<script>presses = 0</script><button id=away style='{style}' onclick='presses++'>Away</button>"
    await do(common_chat, "navigate", url=site.page(page))
    for action in ("click", "right_click"):
        wrong = await refused(common_chat, code, action, selector="#away", force=True)
        assert wrong["remedy"] is not None
        assert "Away" in wrong["error"]
    assert await evaluated(common_chat, "presses") == 0


@pytest.mark.rows(1)
@pytest.mark.parametrize("call", [{"action": "type", "selector": "#i", "slowly": True}, {"action": "keyboard"}])
async def test_text_does_not_go_on_into_the_next_page(common_chat: Chat, site: Site, call: dict[str, Any]) -> None:
    site.page("<input autofocus><script>keys = 0; addEventListener('keydown', () => keys++, true)</script>", "/next")
    leave = "if (this.value.length === 10) location.href = '/next'"
    await do(common_chat, "navigate", url=site.page(f'<input id=i autofocus oninput="{leave}">'))
    await do(common_chat, "focus", selector="#i")
    answer = await refused(common_chat, "focus_moved", **call, text="x" * 2_000)
    assert 10 <= answer["details"]["sent"] < 2_000
    assert await evaluated(common_chat, "keys") <= 4


@pytest.mark.parametrize("place", [99, 0])
async def test_text_is_put_in_place_of_what_a_page_deselects(common_chat: Chat, site: Site, place: int) -> None:
    field = f"<input aria-label=Day value=old onselect='if (!window.n++) this.setSelectionRange({place}, {place})'><script>n = 0</script>"
    await do(common_chat, "navigate", url=site.page(field))
    receipt = (await do(common_chat, "type", selector="input", text="new"))["action"]
    assert (receipt["value"], await evaluated(common_chat, "document.querySelector('input').value")) == ("new", "new")


AFFIXES = {
    "in front": ("+49 ", "+49 170", "'+49 ' + value.replace('+49 ', '')"),
    "behind": ("€", "12€", "value.replace('€', '') + '€'"),
}
"""What a field keeps beside the text: what it holds at first, with text, and how its page writes that."""


@pytest.mark.parametrize("where", AFFIXES)
async def test_text_beside_what_a_field_keeps_is_entered_once(common_chat: Chat, site: Site, where: str) -> None:
    first, wanted, write = AFFIXES[where]
    field = f'<input aria-label=Sum value="{first}" oninput="n++; value = {write}"><script>n = 0</script>'
    await do(common_chat, "navigate", url=site.page(field))
    receipt = (await do(common_chat, "type", selector="input", text=wanted.replace(first, "")))["action"]
    assert (receipt["value"], await evaluated(common_chat, "n")) == (wanted, 1)
