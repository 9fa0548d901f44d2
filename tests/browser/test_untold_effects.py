"""Effects that are easily missed: behind a read-back, behind a fade, beside a ticker, in another tab, in colours alone, by a timer."""

from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.browser.receipt import before
from tests.support.calls import do, evaluated, navigated
from tests.support.server import Site

NONE = "none observed"

FORM = """<form><input id=n aria-label=Name><input id=q type=search aria-label=Find><textarea id=a aria-label=Area></textarea>
<label><input type=checkbox id=c> Agree</label><input type=radio name=r id=r1 aria-label=One><input type=radio name=r id=r2 aria-label=Two>
<select id=s aria-label=Size><option>S<option>M</select><input id=g type=range aria-label=Volume min=0 max=10 value=5>
<input id=d type=date aria-label=Day><input id=p type=password aria-label=Code><button type=reset>Reset</button></form>
<button type=button onclick="n.value = a.value = ''">Clear</button>"""

RESET: dict[str, Any] = {"action": "click", "selector": "text=Reset"}

ENTRIES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "text": ({"action": "type", "selector": "#n", "text": "abc"}, RESET),
    "text cleared by a script": (
        {"action": "type", "selector": "#n", "text": "abc"},
        {"action": "click", "selector": "text=Clear"},
    ),
    "area": ({"action": "type", "selector": "#a", "text": "a\nb"}, RESET),
    "secret": ({"action": "type", "selector": "#p", "text": "abc"}, RESET),
    "search": ({"action": "type", "selector": "#q", "text": "abc"}, {"action": "keyboard", "key": "Escape"}),
    "checkbox": ({"action": "set_checked", "selector": "#c"}, RESET),
    "checkbox pressed": ({"action": "set_checked", "selector": "#c"}, {"action": "click", "selector": "#c"}),
    "radio": ({"action": "set_checked", "selector": "#r1"}, RESET),
    "other radio": ({"action": "set_checked", "selector": "#r1"}, {"action": "click", "selector": "#r2"}),
    "select": ({"action": "select_option", "selector": "#s", "value": "M"}, RESET),
    "slider": ({"action": "type", "selector": "#g", "text": "9"}, RESET),
    "date": ({"action": "type", "selector": "#d", "text": "2031-02-03"}, RESET),
    "form": (
        {"action": "fill_form", "fields": [{"selector": "#n", "value": "x"}, {"selector": "#c", "value": True}]},
        RESET,
    ),
    "in a batch": (
        {
            "action": "multi",
            "calls": [{"action": "type", "selector": "#n", "text": "abc"}, {"action": "set_checked", "selector": "#c"}],
        },
        RESET,
    ),
}


@pytest.mark.rows(5)
@pytest.mark.parametrize("entry", ENTRIES)
async def test_a_receipt_compares_with_what_was_read_back_before(common_chat: Chat, site: Site, entry: str) -> None:
    first, then = ENTRIES[entry]
    await navigated(common_chat, site.page(FORM))
    values = "[n, q, a, s, g, d, p].map(one => one.value).concat([c, r1, r2].map(one => one.checked)).join('|')"
    assert (await common_chat.call(first))["ok"]
    before = await evaluated(common_chat, values)
    receipt = (await do(common_chat, **then))["action"]
    assert await evaluated(common_chat, values) != before
    assert "effect" not in receipt
    assert "changes" in receipt


FADES = {
    "frames": "const from = performance.now(); (function step() { const part = (performance.now() - from) / 300; li.style.opacity = Math.max(0, 1 - part); if (part < 1) requestAnimationFrame(step); else end() })()",
    "timers": "let left = 20; const timer = setInterval(() => { li.style.opacity = left / 20; if (!--left) { clearInterval(timer); end() } }, 13)",
    "width": "let left = 20; const timer = setInterval(() => { li.style.width = left * 9 + 'px'; if (!--left) { clearInterval(timer); end() } }, 13)",
}


@pytest.mark.parametrize("fade", FADES)
async def test_what_a_script_fades_before_it_changes_is_waited_for(common_chat: Chat, site: Site, fade: str) -> None:
    page = "<ul><li>One <button id=x>Delete</button></ul><h4>Trash</h4><ul id=t></ul><script>const li = document.querySelector('li'), end = () => { t.append(li); li.style.opacity = 1 }; x.onclick = () => { %s }</script>"
    await navigated(common_chat, site.page(page % FADES[fade]))
    receipt = (await do(common_chat, "click", selector="#x"))["action"]
    assert "Trash" in receipt["changes"]


TICKER = """<p id=c>0</p><button id=b>Do</button><button>Rest</button><p id=x></p>
<script>let ticks = 0; setInterval(() => { c.textContent = ++ticks }, 40); b.onclick = () => setTimeout(() => { x.textContent = 'done' }, 60)</script>"""


async def test_an_effect_beside_a_ticker_is_told_and_the_ticker_is_not(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page(TICKER))
    await do(common_chat, "wait", script="ticks > 12")
    assert (await do(common_chat, "click", selector="text=Do"))["action"]["changes"] == "+ done"
    await do(common_chat, "wait", script="ticks > 24")
    receipt = (await do(common_chat, "click", selector="text=Rest"))["action"]
    assert receipt["effect"] == f"{NONE}, but of what changes by itself: <p#c>"
    assert "changes" not in receipt


STANDSTILLS: dict[str, list[dict[str, object]]] = {
    "a dialog": [
        {"action": "evaluate", "script": "setTimeout(alert, 10, 'Stop'); 1"},
        {"action": "wait", "time_ms": 5000},
        {"action": "dialog", "operation": "accept"},
    ],
    "a long task": [
        {
            "action": "evaluate",
            "script": "setTimeout(() => { for (const from = performance.now(); performance.now() - from < 5000;); }, 10); 1",
        }
    ],
}


@pytest.mark.long("browser/test_untold_effects.py::test_an_effect_beside_a_ticker_is_told_and_the_ticker_is_not")
@pytest.mark.parametrize("way", STANDSTILLS)
async def test_a_ticker_that_stood_still_is_known_again(common_chat: Chat, site: Site, way: str) -> None:
    await navigated(common_chat, site.page(TICKER.replace("40)", "150)")))
    await do(common_chat, "wait", script="ticks > 12")
    for call in STANDSTILLS[way]:
        await common_chat.call(call)
    for _ in range(2):
        receipt = (await do(common_chat, "click", selector="text=Rest"))["action"]
        assert receipt["effect"].startswith(NONE)
        assert "changes" not in receipt


ORDERED = """<ul id=l><li>First <button>A</button></li><li>Second <button>B</button></li></ul><button id=late>Later</button><button
id=now>Now</button><script>
let count = 0;
const turn = () => { l.append(l.firstElementChild); count++ };
late.onclick = () => setTimeout(turn, 350);
// Input that takes a while, as a drag does.
now.onpointerdown = () => { for (const ms of [60, 120, 180, 240, 300, 360, 420, 480, 540]) setTimeout(turn, ms) };
</script>"""


@pytest.mark.rows(1)
@pytest.mark.parametrize("way", ["after the receipts", "during the input"])
async def test_what_actions_change_again_and_again_is_no_ticker(common_chat: Chat, site: Site, way: str) -> None:
    found = await navigated(common_chat, site.page(ORDERED))
    if way == "after the receipts":
        for number in range(1, 9):
            await do(common_chat, "click", ref=found["Later"])
            await do(common_chat, "wait", script=f"count === {number}")
    else:
        await do(common_chat, "drag", ref=found["Now"], target_ref=found["Later"], hold_ms=600)
    await do(
        common_chat,
        "evaluate",
        script="now.onpointerdown = null; now.onclick = () => { l.lastElementChild.firstChild.data = 'Third ' }; 1",
    )
    assert "Third" in (await do(common_chat, "click", ref=found["Now"]))["action"]["changes"]


READ_BACK: dict[str, dict[str, Any]] = {
    "input": {"action": "type", "selector": "#n", "text": "abc"},
    "change": {"action": "select_option", "selector": "#s", "value": "M"},
    "focus": {"action": "focus", "selector": "#c"},
    "beforeinput": {"action": "fill_form", "fields": [{"selector": "#a", "value": "x"}]},
}
REACTIONS = {
    "a look": ("out.style.color = 'red'", "looks_changed"),
    "a look in a frame": ("requestAnimationFrame(() => { out.style.color = 'red' })", "looks_changed"),
    "a frame": ("requestAnimationFrame(() => requestAnimationFrame(() => { out.textContent = 'Marked' }))", "changes"),
    "an idle time": ("requestIdleCallback(() => { out.textContent = 'Marked' })", "changes"),
    "a message": (
        "{ const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { out.textContent = 'Marked' }; port2.postMessage(1) }",
        "changes",
    ),
    "a long fade": (
        "{ let left = 99; const step = () => { out.style.opacity = left / 99; if (--left) requestAnimationFrame(step) }; step() }",
        "pending",
    ),
}


@pytest.mark.rows(1)
@pytest.mark.parametrize("reaction", REACTIONS)
async def test_what_a_page_does_after_an_entry_is_told_beside_the_value(common_chat: Chat, site: Site, reaction: str) -> None:
    script, told = REACTIONS[reaction]
    for event, call in READ_BACK.items():
        listens = f"<script>document.forms[0].addEventListener('{event}', () => {script}, true)</script>"
        await navigated(common_chat, site.page(f"{FORM}<p id=out>Out</p>{listens}"))
        receipt = (await do(common_chat, **call))["action"]
        assert receipt.get(told) or "frames" in str(receipt.get("pending")), (event, receipt)


BOX = """<input type=checkbox id=b aria-label=Box><p id=out>0</p><script>b.onclick = () => {
const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { out.textContent++ }; port2.postMessage(1) }</script>"""


async def test_a_message_that_waits_for_the_frame_after_a_press_is_told_beside_the_state(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page(BOX))
    for turn in range(1, 11):
        wanted = bool(turn % 2)
        call: dict[str, Any] = {"action": "set_checked", "selector": "#b", "checked": wanted}
        if turn % 4 < 2:
            call = {"action": "fill_form", "fields": [{"selector": "#b", "value": wanted}]}
        assert f"+ {turn}" in str((await do(common_chat, **call))["action"].get("changes")), turn


async def test_what_a_page_has_set_for_later_is_pending_beside_its_new_address(common_chat: Chat, site: Site) -> None:
    later = "<p id=out>Out</p><script>onclick = () => setTimeout(() => { out.textContent = 'Marked' }, 700)</script>"
    for markup in ("<a href='#here'>Go</a>", "<button onclick=\"history.pushState(0, '', '?next')\">Go</button>"):
        found = await navigated(common_chat, site.page(markup + later))
        receipt = (await do(common_chat, "click", ref=found["Go"]))["action"]
        assert receipt["navigation"]["same_document"]
        assert receipt["pending"] == ["a timer that a script has set"]


async def test_a_focus_that_nothing_has_any_more_is_told(common_chat: Chat, site: Site) -> None:
    found = await navigated(common_chat, site.page("<input aria-label=A><p style='height: 80px'>plain text</p>"))
    await do(common_chat, "focus", ref=found["A"])
    receipt = (await do(common_chat, "click", selector="p"))["action"]
    assert receipt["focus_lost"] == found["A"]
    assert "effect" not in receipt


LOOKS = {
    "colour": ("this.style.background = 'gold'", "background of [button {ref}] Go"),
    "class": ("this.className = 'hot'", "class of [button {ref}] Go"),
    "place": ("x.style.left = '20px'", "position of <p#x>"),
    "attribute of a rule": ("document.documentElement.dataset.theme = 'dark'", "data-theme of the page"),
    "style sheet": ("document.head.append(document.createElement('style'))", "a style sheet"),
    "class without a rule": ("this.className = 'cold'", None),
    "attribute without a rule": ("this.dataset.count = 1", None),
    "there and back": ("this.className = 'hot'; this.className = ''", None),
}


@pytest.mark.rows(3)
@pytest.mark.parametrize("look", LOOKS)
async def test_what_only_shows_is_told(common_chat: Chat, site: Site, look: str) -> None:
    script, told = LOOKS[look]
    page = f"<style>.hot {{ color: red }} [data-theme=dark] p {{ color: green }}</style><button class='' onclick=\"{script}\">Go</button><p id=x>x"
    found = await navigated(common_chat, site.page(page))
    receipt = (await do(common_chat, "click", ref=found["Go"]))["action"]
    assert receipt.get("looks_changed", []) == ([told.format(ref=found["Go"])] if told else [])
    assert ("effect" in receipt) is (told is None)


PENDING = {
    "timer": ("setTimeout(() => {}, 5000)", "a timer that a script has set"),
    "worker": (
        "worker = new Worker(window.URL.createObjectURL(new Blob(['setTimeout(() => postMessage(1), 5000)'])))",
        "a worker of the page",
    ),
    "nothing": ("", None),
}


@pytest.mark.parametrize("what", PENDING)
async def test_what_may_still_come_is_pending(common_chat: Chat, site: Site, what: str) -> None:
    script, told = PENDING[what]
    found = await navigated(common_chat, site.page(f'<button onclick="{script}">Go</button>'))
    receipt = (await do(common_chat, "click", ref=found["Go"]))["action"]
    assert receipt.get("pending", []) == ([told] if told else [])
    assert ("effect" in receipt) is (told is None)


async def test_what_a_popup_does_to_its_opener_is_told(chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(before, "CHILD_PATIENCE_MS", 10_000)  # a busy machine is not what is tested here
    site.page(
        "<button onclick=\"opener.document.title = 'New'\">Title</button>"
        "<button onclick=\"opener.document.body.append('more')\">Text</button><button>Nothing</button>",
        "/popup",
    )
    await do(chat, "open", url=site.page("<title>Old</title><button onclick=\"window.open('/popup')\">Open</button>"))
    await do(chat, "click", selector="text=Open")
    title = (await do(chat, "click", browser_id=2, selector="text=Title"))["action"]
    assert title["other_tabs"][0]["title"] == {"from": "Old", "to": "New"}
    text = (await do(chat, "click", browser_id=2, selector="text=Text"))["action"]
    assert text["other_tabs"][0]["changed"] is True
    assert (await do(chat, "click", browser_id=2, selector="text=Nothing"))["action"]["effect"] == NONE
