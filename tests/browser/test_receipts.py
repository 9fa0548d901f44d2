"""Receipts: what an action observably did. Every field is here once where it must appear and once where it must not."""

import asyncio

import pytest

from refbrowser import Chat
from refbrowser.browser.receipt import settle
from refbrowser.surface.receipts import receipt as receipt_lines
from tests.support.calls import do, evaluated, navigated, opened, pressed, read, refs, refused
from tests.support.server import Site
from tests.support.waiting import until

FIELDS = {
    "navigation", "opened_browser_ids", "dialog", "suspended", "downloads", "console_errors", "failed_requests", "validation", "pending_requests",
    "scrolled", "focus", "changes", "content", "effect", "healed",
}  # fmt: skip


@pytest.mark.long("browser/test_receipts.py::test_focus_that_moves_elsewhere_is_reported")
async def test_a_press_into_a_field_has_the_focus_as_its_effect(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page("<input aria-label=A><input aria-label=B><button>C</button>"))
    page = refs(await do(shared_chat, "content"))
    for field in ("A", "B"):
        receipt = (await do(shared_chat, "click", ref=page[field]))["action"]
        assert receipt["focus"] == page[field]
        assert "effect" not in receipt
    again = (await do(shared_chat, "click", ref=page["B"]))["action"]
    assert again["effect"] == "none observed"
    assert (await do(shared_chat, "click", ref=page["C"]))["action"]["effect"] == "none observed"


MODAL = (
    "".join(f"<p><button>Button {number}</button></p>" for number in range(14))
    + """<button onclick="d.hidden = false">Ask</button>
<div id=d hidden style="position:fixed;inset:0"><div role=dialog aria-modal=true aria-label=Sure>Delete all?
<button onclick="d.hidden = true">Yes do</button></div></div>"""
)


@pytest.mark.long("unit/test_delta.py::test_what_a_dialog_blocks_is_one_line")
async def test_a_modal_dialog_is_in_the_receipt_that_opens_it_whatever_it_blocks(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page(MODAL))
    page = refs(await do(shared_chat, "content"))
    opened = (await do(shared_chat, "click", ref=page["Ask"]))["action"]["changes"]
    assert "~ 15 controls are blocked now" in opened
    assert "Yes do" in opened
    closed = (await do(shared_chat, "click", selector="text=Yes do"))["action"]["changes"]
    assert "~ 15 controls are no longer blocked" in closed
    assert "Delete all?" in closed


async def test_a_press_without_any_effect_says_so_and_nothing_else(shared_chat: Chat, site: Site) -> None:
    receipt = await pressed(shared_chat, site, "<button>Go</button>")
    assert receipt["effect"] == "none observed"
    assert FIELDS & set(receipt) == {"effect"}
    assert (receipt["performed"], receipt["element"]) == ("click", f"[button {receipt['ref']}] Go")
    assert receipt["point"]


async def test_the_answer_to_what_was_requested_before_the_press_is_none_of_its_effects(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<button>Go</button><img src='/hang'>"), wait_until="domcontentloaded")
    await asyncio.to_thread(site.wait_for_request, "/hang")
    call = asyncio.ensure_future(do(shared_chat, "click", selector="text=Go"))
    await asyncio.wait({call}, timeout=0.05)  # within the time for which the page is watched for effects
    site.release()
    receipt = (await call)["action"]
    assert receipt["effect"] == "none observed"
    assert "requests" not in receipt


SLIDES = """<div id=box style="width:300px;height:80px;overflow:%s"><div style=display:flex><div style="flex:0 0 300px">One</div>
<div style="flex:0 0 300px"><button onclick="hits++">Go</button></div></div></div><p style=height:2000px></p>
<div id=other style="width:300px;height:80px;overflow:auto hidden"><div style=display:flex><div style="flex:0 0 300px">Two</div>
<div style="flex:0 0 300px"><button onclick="hits++">Next</button></div></div></div>
<script>hits = 0</script>"""


@pytest.mark.rows(1)
@pytest.mark.parametrize("overflow", ["hidden", "hidden auto"])
async def test_a_box_that_no_person_scrolls_is_not_scrolled_in_silence(shared_chat: Chat, site: Site, overflow: str) -> None:
    receipt = await pressed(shared_chat, site, SLIDES % overflow)
    assert await evaluated(shared_chat, "[hits, box.scrollLeft > 0]") == [1, True]
    assert receipt["brought_into_view"] == "<div#box> was scrolled, which a person cannot do"
    assert "brought_into_view" not in (await do(shared_chat, "click", selector="text=Next"))["action"]
    assert await evaluated(shared_chat, "[hits, other.scrollLeft > 0, scrollY > 0]") == [2, True, True]


@pytest.mark.long("unit/test_delta.py::test_a_changed_line_reads_as_it_is_now_with_the_states_of_known_refs_and_without_the_focus")
async def test_a_changed_line_has_the_states_that_the_action_set(shared_chat: Chat, site: Site) -> None:
    page = """<p><input type=checkbox aria-label=Row onchange="s.textContent = 'chosen'"> <span id=s>not chosen</span></p>
    <p><label>Name <input oninput="n.textContent = value.length"></label> <span id=n>0</span></p>
    <table><tr><th onclick="this.ariaSort = 'descending'">Price</th></tr><tr><td>1</td></tr></table>"""
    numbers = await navigated(shared_chat, site.page(page))
    box, name, header = numbers["Row not chosen"], numbers["Name 0"], numbers["Price |"]
    assert (await do(shared_chat, "set_checked", ref=box))["action"]["changes"] == f"~ [checked checkbox {box}] Row chosen"
    assert (await do(shared_chat, "type", ref=name, text="Bob"))["action"]["changes"] == f'~ [input text {name}] Name value="Bob" 3'
    assert (await do(shared_chat, "click", ref=header))["action"]["changes"] == f"~ | [clickable {header}] Price sort=descending |"


async def test_new_removed_and_changed_lines_are_reported_with_live_refs(shared_chat: Chat, site: Site) -> None:
    script = (
        "gone.remove(); kept.textContent = 'After'; document.body.insertAdjacentHTML('beforeend', '<p><button>Fresh</button></p>')"
    )
    body = f'<p><button onclick="{script}">Go</button></p><p id=gone>Words that leave</p><p><button id=kept>Before</button></p>'
    numbers = await navigated(shared_chat, site.page(body))
    receipt = (await do(shared_chat, "click", ref=numbers["Go"]))["action"]
    assert set(receipt) & FIELDS == {"changes"}
    lines = receipt["changes"].splitlines()
    assert "- Words that leave" in lines
    assert f"~ [button {numbers['Before']}] After" in lines
    (fresh,) = [number for label, number in refs(receipt["changes"]).items() if label == "Fresh"]
    assert (await do(shared_chat, "click", ref=fresh))["action"]["element"] == f"[button {fresh}] Fresh"


@pytest.mark.long("unit/test_delta.py::test_text_that_reads_like_a_state_or_a_value_is_text")
async def test_text_next_to_a_field_that_reads_like_its_value_or_state_is_reported(shared_chat: Chat, site: Site) -> None:
    field = (
        '<input aria-label=Each oninput=\'sum.textContent = `and value="${this.value * 2}"`\'> <span id=sum>and value="0"</span>'
    )
    box = "<input type=checkbox aria-label=Terms onchange='note.textContent = \"checked once\"'> <span id=note>once</span>"
    await navigated(shared_chat, site.page(f"<p>{field}</p><p>{box}</p>"))
    typed = (await do(shared_chat, "type", selector="[aria-label=Each]", text="4"))["action"]
    assert 'and value="8"' in typed["changes"]
    ticked = (await do(shared_chat, "set_checked", selector="[aria-label=Terms]"))["action"]
    assert "checked once" in ticked["changes"]


@pytest.mark.long("unit/test_delta.py::test_many_or_long_changes_are_capped_with_a_note")
async def test_many_changes_are_capped_and_the_rest_can_be_read(shared_chat: Chat, site: Site) -> None:
    receipt = await pressed(
        shared_chat,
        site,
        "<button onclick=\"for (let n = 0; n < 500; n++) document.body.insertAdjacentHTML('beforeend', `<p>Line ${n}</p>`)\">Go</button>",
    )
    assert len(receipt["changes"].splitlines()) <= 13
    assert len(receipt["changes"]) < 2000
    assert "mode changes" in receipt["changes"]
    assert "Line 499" in await do(shared_chat, "content", mode="changes")


@pytest.mark.long("browser/effects/test_sequences.py::test_the_next_receipt_does_not_repeat_it")
async def test_reported_changes_are_not_reported_again(shared_chat: Chat, site: Site) -> None:
    receipt = await pressed(
        shared_chat,
        site,
        "<button onclick=\"document.body.insertAdjacentHTML('beforeend', '<p>Once</p>')\">Go</button><button>Other</button>",
    )
    assert "+ Once" in receipt["changes"]
    assert "changes" not in (await do(shared_chat, "click", selector="text=Other"))["action"]


async def test_opened_tabs_are_reported(shared_chat: Chat, site: Site) -> None:
    page = "<button onclick=\"window.open('/status/200'); window.open('about:blank')\">Go</button>"
    receipt = await pressed(shared_chat, site, page)
    others = [tab["browser_id"] for tab in (await do(shared_chat, "list"))["browsers"]][1:]
    for number in others:
        await do(shared_chat, "close", browser_id=number)
    assert (receipt["opened_browser_ids"], len(others)) == (others, 2)
    assert "effect" not in receipt


@pytest.mark.long("browser/test_popups.py::test_a_popup_for_a_file_is_a_download_and_no_tab")
async def test_a_download_is_reported(chat: Chat, site: Site) -> None:
    receipt = await pressed(chat, site, "<a href='/download?name=report.pdf'>Go</a>")
    assert receipt["downloads"] == ["report.pdf"]
    assert "navigation" not in receipt


async def test_console_errors_and_exceptions_are_reported_and_warnings_are_not(shared_chat: Chat, site: Site) -> None:
    receipt = await pressed(
        shared_chat,
        site,
        "<button onclick=\"console.warn('careful'); console.error('it broke'); throw new Error('on purpose')\">Go</button>",
    )
    assert any("it broke" in text for text in receipt["console_errors"])
    assert any("on purpose" in text for text in receipt["console_errors"])
    assert "careful" not in str(receipt)
    again = await pressed(shared_chat, site, "<script>console.error('before')</script><button>Go</button>")
    assert "console_errors" not in again


@pytest.mark.long("browser/test_receipts.py::test_console_errors_and_exceptions_are_reported_and_warnings_are_not")
async def test_observe_none_still_reports_what_the_browser_itself_observed(shared_chat: Chat, site: Site) -> None:
    receipt = await pressed(shared_chat, site, "<button onclick=\"console.error('it broke')\">Go</button>", observe="none")
    assert receipt["console_errors"]


async def test_failed_requests_are_reported_and_successful_ones_are_not(shared_chat: Chat, site: Site) -> None:
    receipt = await pressed(
        shared_chat, site, "<button onclick=\"fetch('/status/503'); fetch('/status/404'); fetch('/status/200')\">Go</button>"
    )
    assert sorted(failed.split()[0] for failed in receipt["failed_requests"]) == ["404", "503"]


@pytest.mark.long("browser/test_actions_input.py::test_an_invalid_form_is_not_sent_and_the_receipt_reports_it")
async def test_validation_messages_are_reported_when_a_form_is_not_sent(shared_chat: Chat, site: Site) -> None:
    form = "<form action=/echo><label>Mail <input type=email required></label><label>Age <input type=number min=5 value=3></label><button>Go</button></form>"
    await navigated(shared_chat, site.page(form))
    receipt = (await do(shared_chat, "click", selector="button"))["action"]
    assert [message.split(":")[0] for message in receipt["validation"]] == ["Mail", "Age"]
    assert "navigation" not in receipt
    await do(shared_chat, "type", selector="[type=email]", text="a@b.test")
    await do(shared_chat, "type", selector="[type=number]", text="7")
    receipt = (await do(shared_chat, "click", selector="button"))["action"]
    assert "validation" not in receipt
    assert receipt["navigation"]["http_status"] == 200


async def test_scrolling_is_reported(shared_chat: Chat, site: Site) -> None:
    receipt = await pressed(shared_chat, site, "<button onclick='window.scrollTo(0, 900)'>Go</button><div style='height: 4000px'>")
    assert receipt["scrolled"] is True
    assert "scrolled" not in (await do(shared_chat, "click", x=500, y=300))["action"]


async def test_focus_that_moves_elsewhere_is_reported(shared_chat: Chat, site: Site) -> None:
    body = "<button onclick=\"document.querySelector('input').focus()\">Go</button><input aria-label=Field>"
    numbers = await navigated(shared_chat, site.page(body))
    receipt = (await do(shared_chat, "click", ref=numbers["Go"]))["action"]
    assert receipt["focus"] == numbers["Field"]
    assert "focus" not in (await do(shared_chat, "click", ref=numbers["Field"]))["action"]


@pytest.mark.long("browser/test_page_text.py::test_a_page_cannot_forge_the_fence")
async def test_observe_content_gives_the_page_and_none_gives_neither(shared_chat: Chat, site: Site) -> None:
    body = "<button onclick=\"document.body.insertAdjacentHTML('beforeend', '<p>New words</p>')\">Go</button>"
    receipt = await pressed(shared_chat, site, body, observe="content")
    assert "New words" in receipt["content"]
    assert "changes" not in receipt
    receipt = await pressed(shared_chat, site, body, observe="none")
    assert not {"content", "changes"} & set(receipt)


async def test_a_control_without_a_visible_change_reads_back_its_state(shared_chat: Chat, site: Site) -> None:
    numbers = await navigated(
        shared_chat,
        site.page(
            "<label><input type=checkbox> Agree</label><button aria-expanded=false onclick=\"this.ariaExpanded = 'true'\">More</button>"
        ),
    )
    assert (await do(shared_chat, "click", ref=numbers["Agree"]))["action"]["checked"] is True
    assert (await do(shared_chat, "click", ref=numbers["Agree"]))["action"]["checked"] is False
    assert (await do(shared_chat, "click", ref=numbers["More"]))["action"]["expanded"] is True


@pytest.mark.long("browser/test_effects_without_nodes.py::test_tabs_that_pages_close_are_reported")
async def test_a_tab_that_closes_under_the_action_is_answered(chat: Chat, site: Site) -> None:
    await opened(chat, site.page("<button onclick=\"window.open('/child')\">Go</button>"))
    site.page("<button onclick='window.close()'>Close</button>", "/child")
    await do(chat, "click", ref=1)
    numbers = await read(chat)
    receipt = (await do(chat, "click", ref=numbers["Close"], timeout_ms=20_000))["action"]
    assert receipt["closed_browser_ids"] == [2]
    await refused(chat, "tab_closed", "state", browser_id=2)
    assert await evaluated(chat, "1") == 1


async def test_typed_text_is_reported_once_and_other_changes_each_time(shared_chat: Chat, site: Site) -> None:
    page = "<input aria-label=Name><input aria-label=Mail oninput='hint.textContent = \"Looks good\"'><p id=hint></p><button>Go</button>"
    numbers = await navigated(shared_chat, site.page(page))
    first = (await do(shared_chat, "type", ref=numbers["Name"], text="Ada"))["action"]
    assert first["value"] == "Ada"
    assert "changes" not in first
    second = (await do(shared_chat, "type", ref=numbers["Mail"], text="a@b.test"))["action"]
    assert second["changes"] == "+ Looks good"
    third = (await do(shared_chat, "click", ref=numbers["Go"]))["action"]
    assert third["effect"] == "none observed"


@pytest.mark.long("browser/test_receipts_of_navigations.py::test_changes_that_a_response_brings_are_waited_for")
async def test_no_press_is_answered_before_what_it_asked_the_server_for(chat: Chat, site: Site) -> None:
    site.page("later", "/api")
    script = "fetch('/api').then(answer => answer.text()).then(() => { out.textContent = `Answer ${++window.count}` })"
    numbers = await opened(
        chat, site.page(f'<script>window.count = 0</script><button onclick="{script}">Go</button><p id=out>None</p>')
    )
    for count in range(1, 41):
        receipt = (await do(chat, "click", ref=numbers["Go"]))["action"]
        assert f"+ Answer {count}" in receipt.get("changes", ""), receipt


@pytest.mark.long("browser/test_receipts.py::test_typed_text_is_reported_once_and_other_changes_each_time")
async def test_what_is_typed_is_entered_once_and_answered_behind_what_it_asked_the_server_for(chat: Chat, site: Site) -> None:
    site.page("later", "/api")
    script = "window.entries++; fetch('/api').then(answer => answer.text()).then(() => { out.textContent = `Found ${this.value}` })"
    page = f'<script>window.entries = 0</script><input aria-label=Search oninput="{script}"><p id=out>None</p>'
    numbers = await opened(chat, site.page(page))
    for count in range(1, 31):
        receipt = (await do(chat, "type", ref=numbers["Search"], text=f"word {count}"))["action"]
        assert receipt["value"] == f"word {count}"
        assert f"+ Found word {count}" in receipt.get("changes", ""), receipt
        assert await evaluated(chat, "entries") == count


@pytest.mark.long("browser/test_dialogs.py::test_a_dialog_holds_the_action_until_it_is_answered")
async def test_a_dialog_that_typing_opens_holds_the_call_until_it_is_answered(chat: Chat, site: Site) -> None:
    numbers = await opened(chat, site.page("<input aria-label=Name oninput=\"out.textContent = confirm('Sure?')\"><p id=out></p>"))
    held = (await do(chat, "type", ref=numbers["Name"], text="Ada"))["action"]
    assert held["suspended"] is True
    receipt = (await do(chat, "dialog", operation="accept"))["outcome"]["action"]
    assert receipt["value"] == "Ada"
    assert "true" in receipt["changes"]


@pytest.mark.long("browser/test_effects_without_nodes.py::test_what_changed_before_an_action_is_reported_apart")
@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("begins", "what"),
    [
        ("t.style.cssText = 'transition: opacity .6s; opacity: 1'", "+ Tween"),
        ("t.style.cssText = 'transition: transform .6s; opacity: 1; transform: none'", "Tween"),
        ("t.style.cssText = 'animation: come .6s forwards'", "+ Tween"),
        ("t.animate([{opacity: 0}, {opacity: 1}], {duration: 600, fill: 'forwards'})", "+ Tween"),
    ],
)
async def test_what_an_animation_of_an_earlier_action_brought_is_no_effect_of_the_next(
    shared_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch, begins: str, what: str
) -> None:
    monkeypatch.setattr(settle, "ANIMATION_MS", 300)
    page = await navigated(
        shared_chat,
        site.page(
            "<style>@keyframes come { from { opacity: 0 } to { opacity: 1 } }</style>"
            f'<button onclick="{begins}">Begin</button><button>Inert</button>'
            "<p id=t style='opacity:0;transform:translateX(0)'>Tween</p>"
        ),
    )
    await do(shared_chat, "click", ref=page["Begin"])
    await until(lambda: evaluated(shared_chat, "document.getAnimations().every(one => one.playState === 'finished')"))
    inert = (await do(shared_chat, "click", ref=page["Inert"]))["action"]
    assert "changes" not in inert, inert
    assert what in inert.get("earlier_changes", what), inert
    assert inert["effect"] == "none observed", inert


async def test_a_long_text_behind_a_button_may_grow(shared_chat: Chat, site: Site) -> None:
    page = (
        "<button id=b>Go</button><span>{}</span><script>b.onclick = () => document.body.append('W'.repeat(1000) + 'end')</script>"
    )
    (ref,) = (await navigated(shared_chat, site.page(page.format("W" * 1000)))).values()
    changes = (await do(shared_chat, "click", ref=ref))["action"]["changes"]
    assert changes.startswith(f"~ [button {ref}] … WWW"), changes


async def test_nothing_alarms_that_is_as_it_should_be(shared_chat: Chat, site: Site) -> None:
    page = await navigated(
        shared_chat,
        site.page(
            "<style>i { display: inline-block; width: 20px; height: 20px; cursor: pointer; background: red }</style>"
            "<div id=l><i class=x onclick=1></i><i class=x onclick=1></i></div>"
            "<button onclick=\"l.insertAdjacentHTML('beforeend', '<i class=x onclick=1></i>')\">More</button><p id=log></p>"
            "<form onsubmit=\"event.preventDefault(); log.textContent += m.value; m.value = ''\"><input id=m aria-label=Say></form>"
            "<label><input type=checkbox checked>Box</label>"
        ),
    )
    more = (await do(shared_chat, "click", ref=page["More"]))["action"]["changes"]
    assert more.startswith("+ [clickable "), more
    assert "\n" not in more
    sent = (await do(shared_chat, "type_submit", ref=page["Say"], text="hi"))["action"]
    assert sent["emptied"] is True
    assert "differs_from_typed" not in sent
    assert receipt_lines({"performed": "click", "already_so": True, "effect": "none observed"}) == ["click", "already_so: true"]
