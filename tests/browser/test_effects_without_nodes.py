"""Effects that touch no node, come late, or are another action's: each is in the receipt of the action that caused it."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.browser.element import dispatched
from refbrowser.browser.engine.frame_table import FrameTable
from refbrowser.browser.receipt import settle
from refbrowser.browser.tab import tab
from refbrowser.surface.render import result as rendered
from tests.conftest import ChatUnder
from tests.support.calls import do, evaluated, navigated, opened, refused
from tests.support.server import Site
from tests.support.waiting import until

FADES = "<style>@keyframes in { from { opacity: 0 } } .in { animation: in 300ms } .slow { animation: in 9s }</style>"


async def press(chat: Chat, name: str, **arguments: Any) -> dict[str, Any]:
    """The receipt of pressing the button of that name."""
    receipt: dict[str, Any] = (await do(chat, "click", selector=f"role=button[name='{name}']", **arguments))["action"]
    return receipt


@pytest.mark.long("browser/effects/test_effects.py::test_the_receipt_says_what_happened")
@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("script", "key"),
    [
        ("field.value = 'set'", "changes"),
        ("field.value = ''; tick.checked = true", "changes"),
        ("tick.indeterminate = true", "changes"),
        ("pick.selectedIndex = 1", "changes"),
        ("area.value = 'long'", "changes"),
        ("field.setCustomValidity('No'); field.reportValidity()", "validation"),
        ("box.scrollTop = 90", "scrolled_boxes"),
        ("window.scrollTo(0, 300)", "scrolled"),
        ("document.title = 'Other'", "title"),
        ("pop.showPopover()", "changes"),
        ("field.focus()", "focus"),
        ("setTimeout(() => out.textContent = 'late', 30)", "changes"),
        ("requestAnimationFrame(() => requestAnimationFrame(() => out.textContent = 'late'))", "changes"),
        ("new MessageChannel().port1.postMessage(1); setTimeout(() => field.value = 'late', 20)", "changes"),
        ("console.error('another'); setTimeout(() => field.value = 'late', 60)", "changes"),
        ("fetch('/nothing-else', {method: 'POST'})", "failed_requests"),
        ("fetch(location.href)", "requests"),
        ("menu.hidden = false; menu.className = 'in'", "changes"),
        ("menu.hidden = false; menu.className = 'slow'", "pending"),
        ("files.click()", "file_chooser"),
    ],
)
async def test_an_effect_is_in_the_receipt_and_in_no_other(common_chat: Chat, site: Site, script: str, key: str) -> None:
    body = f"""{FADES}<title>Page</title><button onclick="{script}">Go</button><button>Idle</button>
        <input id=field aria-label=Field value=old><input id=tick type=checkbox aria-label=Tick><textarea id=area aria-label=Area></textarea>
        <select id=pick aria-label=Pick><option>one<option>two</select><p id=out>out</p><p id=pop popover=manual>Popped</p>
        <div id=box style='height: 40px; overflow: auto'><p style='height: 400px'>Tall</p></div>
        <div id=menu hidden>Menu <button>Item</button></div><input id=files type=file hidden><div style='height: 2000px'></div>"""
    await navigated(common_chat, site.page(body))
    receipt = await press(common_chat, "Go")
    assert receipt.get(key), receipt
    assert "effect" not in receipt
    idle = await press(common_chat, "Idle")
    assert idle["effect"] == "none observed"
    assert "changes" not in idle


@pytest.mark.long("browser/effects/test_effects.py::test_the_receipt_says_what_happened")
async def test_nothing_is_claimed_where_nothing_was_compared(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page("<button>Idle</button><p id=out>out</p>"))
    for observe in ("none", "content"):
        assert "effect" not in await press(common_chat, "Idle", observe=observe)


async def test_what_changed_before_an_action_is_reported_apart(common_chat: Chat, site: Site) -> None:
    await navigated(
        common_chat, site.page("<button>Idle</button><button onclick=\"out.textContent = 'own'\">Own</button><p id=out>out</p>")
    )
    await evaluated(common_chat, "document.getElementById('out').textContent = 'theirs'")
    receipt = await press(common_chat, "Idle")
    assert receipt["earlier_changes"].splitlines() == ["- out", "+ theirs"]
    assert receipt["effect"] == "none observed"
    await evaluated(common_chat, "document.getElementById('out').textContent = 'again'")
    receipt = await press(common_chat, "Own")
    assert receipt["earlier_changes"].splitlines() == ["- theirs", "+ again"]
    assert receipt["changes"].splitlines() == ["- again", "+ own"]
    await evaluated(common_chat, "document.getElementById('out').textContent = 'keyed'")
    receipt = (await do(common_chat, "keyboard", key="F2"))["action"]
    assert (receipt["earlier_changes"].splitlines(), receipt["effect"]) == (["- own", "+ keyed"], "none observed")


@pytest.mark.long("browser/test_receipts.py::test_typed_text_is_reported_once_and_other_changes_each_time")
async def test_a_field_that_was_typed_into_is_watched_by_every_later_action(chat: Chat, site: Site) -> None:
    await opened(chat, site.page("<input id=field aria-label=Field><button onclick=\"field.value = ''\">Clear</button>"))
    await do(chat, "type", selector="#field", text="one")
    receipt = (await do(chat, "keyboard", text=" two"))["action"]
    assert 'value="one two"' in receipt["changes"]
    receipt = (await do(chat, "clipboard", operation="paste", text=" three"))["action"]
    assert 'value="one two three"' in receipt["changes"]
    await do(chat, "type", selector="#field", text="four")
    assert "~ [input text 1] Field" in (await press(chat, "Clear"))["changes"]


@pytest.mark.long("browser/effects/test_sequences.py::test_the_next_receipt_does_not_repeat_it")
async def test_a_checkbox_that_was_set_is_an_effect_of_its_own_action_alone(common_chat: Chat, site: Site) -> None:
    script = "same.addEventListener('input', () => field.value = same.checked ? 'copied' : '')"
    await navigated(common_chat, site.page(f"<label><input type=checkbox id=same>Same</label><input id=field aria-label=F><script>{script}</script><button>Idle</button>"))  # fmt: skip
    receipt = (await do(common_chat, "set_checked", selector="#same"))["action"]
    assert receipt["checked"] is True
    assert 'value="copied"' in receipt["changes"]
    assert "effect" not in receipt
    assert set(await press(common_chat, "Idle")) & {"changes", "earlier_changes"} == set()
    receipt = (await do(common_chat, "set_checked", selector="#same", checked=True))["action"]
    assert (receipt["already_so"], receipt["effect"]) == (True, "none observed")


@pytest.mark.long("unit/test_delta.py::test_many_or_long_changes_are_capped_with_a_note")
async def test_a_capped_receipt_is_not_repeated_and_shows_what_can_be_acted_on_first(chat: Chat, site: Site) -> None:
    script = "for (const row of document.querySelectorAll('p:nth-of-type(-n + 60)')) row.remove(); fresh.hidden = false"
    rows = "".join(f"<p>Row {number}</p>" for number in range(300))
    await opened(
        chat,
        site.page(
            f'<button onclick="{script}">Go</button><button>Idle</button>{rows}<div id=fresh hidden><button>New</button></div>'
        ),
    )
    receipt = await press(chat, "Go")
    assert "[button 3] New" in receipt["changes"]
    assert "58 more lines removed" in receipt["changes"]
    assert (await press(chat, "Idle"))["effect"] == "none observed"
    assert "- Row 59" in await do(chat, "content", mode="changes")


async def test_scrolling_into_view_is_no_effect(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page("<div style='height: 3000px'></div><button>Idle</button>"))
    receipt = await press(common_chat, "Idle")
    assert receipt["effect"] == "none observed"
    assert not {"scrolled", "scrolled_boxes"} & set(receipt)


async def test_tabs_that_pages_close_are_reported(common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    # A busy machine takes longer than an answer waits for a title.
    monkeypatch.setattr(tab, "TITLE_MS", 20_000)
    site.page(
        "<title>Sign in</title><button onclick=\"opener.out.textContent = 'signed in'; window.close()\">Done</button>", "/login"
    )
    await navigated(common_chat, site.page("<button onclick=\"window.open('/login')\">Popup</button><p id=out>out</p>"))
    receipt = await press(common_chat, "Popup")
    assert receipt["opened"][0]["title"] == "Sign in"
    (popup,) = receipt["opened_browser_ids"]
    answer = await do(common_chat, "click", selector="text=Done")
    assert answer["action"]["closed_browser_ids"] == [popup]
    assert answer["state"]["browser_id"] == 1
    assert "+ signed in" in await do(common_chat, "content", mode="changes")


async def test_tabs_beyond_the_limit_are_reported_as_turned_away(chat_under: ChatUnder, site: Site) -> None:
    chat = chat_under(max_tabs=2)
    await opened(chat, site.page("<button onclick=\"for (const n of [1, 2, 3]) window.open('about:blank?' + n)\">Go</button>"))
    receipt = await press(chat, "Go", focus_popup=False)
    assert (len(receipt["opened_browser_ids"]), receipt["turned_away"]) == (1, 2)
    assert "closed 2 tabs that the page opened" in rendered({"action": receipt})
    assert {tab["browser_id"] for tab in (await do(chat, "list"))["browsers"]} == {1, *receipt["opened_browser_ids"]}


async def test_force_names_what_was_hit(common_chat: Chat, site: Site) -> None:
    cover = "<div onclick=\"out.textContent = 'cover'\" style='position: fixed; inset: 0' id=cover>Cover</div>"
    refs = await navigated(common_chat, site.page(f"<button>Under</button><p id=out>out</p>{cover}"))
    receipt = (await do(common_chat, "click", selector="button", force=True))["action"]
    assert "Cover" in receipt["element"]
    assert receipt["aimed_at"] == f"[button {refs['Under']}] Under"


async def test_a_frame_that_nobody_sees_costs_no_reading_before_every_action(
    common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    await navigated(common_chat, site.page("<button>Idle</button><iframe style='display: none' srcdoc='<p>Hidden'></iframe>"))
    await do(common_chat, "wait", load_state="load")
    reads: list[str] = []
    ask = FrameTable.ask

    async def noted(self: FrameTable, frame: Any, request: dict[str, Any], *more: Any, **named: Any) -> Any:
        reads.append(request["op"])
        return await ask(self, frame, request, *more, **named)

    monkeypatch.setattr(FrameTable, "ask", noted)
    read_before = 0
    for _ in range(2):
        reads.clear()
        assert (await press(common_chat, "Idle"))["effect"] == "none observed"
        read_before += "capture" in reads[: reads.index("after")]
    # The frame is news once: at the first press, or at the next one where the frame was slow to answer.
    assert read_before <= 1


async def test_a_value_that_a_script_sets_is_an_effect(common_chat: Chat, site: Site) -> None:
    found = await navigated(
        common_chat, site.page("<button onclick=\"field.value = 'Set'\">Fill</button><input id=field aria-label=Field>")
    )
    assert "Set" in (await do(common_chat, "click", ref=found["Fill"]))["action"]["changes"]


async def test_an_animation_is_waited_for_by_the_press_that_began_it_and_by_no_other(
    common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settle, "ANIMATION_MS", 20_000)
    monkeypatch.setattr(dispatched, "LAST_FRAME", replace(dispatched.LAST_FRAME, patience_ms=20_000))
    begin = "out.textContent = 'Begun'; out.animate({opacity: [0, 1]}, 400).onfinish = () => { out.textContent = 'Ended' }"
    page = f'<button onclick="{begin}">Begin</button><button>Idle</button><p id=out>Out</p><p id=slow>Slow</p>'
    found = await navigated(common_chat, site.page(f"{page}<script>slow.animate({{opacity: [0, 1]}}, 60_000)</script>"))
    receipt = (await do(common_chat, "click", ref=found["Begin"]))["action"]
    assert "+ Ended" in receipt["changes"], receipt
    assert "pending" not in (await do(common_chat, "click", ref=found["Idle"]))["action"]


@pytest.mark.long("browser/effects/test_in_the_way.py::test_what_leaves_is_waited_for")
async def test_a_cover_that_fades_out_is_waited_for(common_chat: Chat, site: Site) -> None:
    cover = "<div id=cover style='position: fixed; inset: 0; background: white; transition: opacity 300ms'>Cover</div>"
    script = "cover.style.opacity = 0; cover.addEventListener('transitionend', () => cover.remove())"
    await navigated(
        common_chat, site.page(f"<button onclick=\"out.textContent = 'pressed'\">Under</button><p id=out>out</p>{cover}")
    )
    await evaluated(common_chat, f"() => {{ {script} }}")
    assert "+ pressed" in (await press(common_chat, "Under"))["changes"]


async def test_a_response_that_an_action_waited_for_is_found_by_the_next_wait(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page("<button onclick=\"fetch('/slow?ms=20')\">Go</button>"))
    await press(common_chat, "Go")
    assert (await do(common_chat, "wait", response="/slow"))["http_status"] == 200
    await refused(common_chat, "timeout", "wait", response="/slow", timeout_ms=300)


async def test_a_page_that_loads_what_it_shows_says_that_requests_are_open(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page("<p>Loading…</p><script>fetch('/hang')</script>"))
    await asyncio.to_thread(site.wait_for_request, "/hang")
    assert "1 request pending" in (await do(common_chat, "content")).splitlines()[0]


async def test_a_page_that_reloads_itself_is_read_when_it_has_come(common_chat: Chat, site: Site) -> None:
    site.page("<script>document.documentElement.remove(); location.href = '/slow?ms=300'</script>", "/leaving")
    await do(common_chat, "navigate", url=site.url("/leaving"))
    assert len((await do(common_chat, "content")).splitlines()) > 3


@pytest.mark.long("browser/test_dialogs.py::test_a_dialog_that_nobody_answers_is_dismissed_by_the_watchdog")
async def test_a_dialog_that_the_watchdog_answered_is_reported(chat_under: ChatUnder, site: Site) -> None:
    chat = chat_under(dialog_watchdog_ms=100)
    await opened(chat, site.page("<button onclick=\"confirm('Delete everything?')\">Ask</button><button>Idle</button>"))
    receipt = await press(chat, "Ask")
    assert receipt["answer_with"]["operation"] == "dismiss"
    await until(lambda: do(chat, "state"), lambda state: not state["dialogs"])
    receipt = await press(chat, "Idle")
    assert receipt["dialogs_meanwhile"][0]["closed_by"] == "watchdog"
    assert "dismissed by watchdog" in rendered({"action": receipt})


async def test_a_failed_request_is_listed_once(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page("<button onclick=\"fetch('/missing')\">Go</button>"))
    receipt = await press(common_chat, "Go")
    assert len(receipt["failed_requests"]) == 1
    assert "console_errors" not in receipt


async def test_a_screenshot_is_not_written_under_another_formats_name(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page("<p>Page"))
    answer = await refused(common_chat, "invalid_arguments", "screenshot", path="shot.webp")
    assert (await do(common_chat, **answer["remedy"]))["mime"] == "image/png"
