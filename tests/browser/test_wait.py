"""`wait` reports each condition when it holds, and fails in time with its name when it never does."""

import asyncio
import time
from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.browser.scripting import wait_conditions
from refbrowser.browser.scripting.plain_text import is_shown_plainly
from tests.support.calls import do, evaluated, navigated, read, refused
from tests.support.server import Request, Site
from tests.support.tabs import tab_of
from tests.support.waiting import until, within

LATER = '<button onclick="setTimeout(() => { SCRIPT }, 150)">Go</button>'


@pytest.mark.rows(2)
@pytest.mark.parametrize(
    ("body", "script", "condition"),
    [("", "document.body.append('Arrived')", {"text": "Arrived"}),
     ("<p id=a>Leaving</p>", "a.remove()", {"text_gone": "Leaving"}),
     ("<p id=a>Leaving</p>", "a.style.display = `none`", {"text_gone": "Leaving"}),
     ("<p id=a hidden>A</p>", "a.hidden = false", {"selector": "#a"}),
     ("<p id=a>A</p>", "a.hidden = true", {"selector": "#a", "state": "hidden"}),
     ("<p id=a>A</p>", "a.remove()", {"selector": "#a", "state": "hidden"}),
     ("", "document.body.insertAdjacentHTML(`beforeend`, `<p id=a hidden>`)", {"selector": "#a", "state": "attached"}),
     ("<p id=a>A</p>", "a.remove()", {"selector": "#a", "state": "detached"}),
     ("<button id=a disabled>A</button>", "a.disabled = false", {"selector": "#a", "state": "enabled"}),
     ("", "history.pushState(null, ``, `/done?x=1`)", {"url": "*/done*"}),
     ("", "location.href = `/status/200`", {"url": "/status/200"}),
     ("", "window.ready = 5", {"script": "window.ready > 4"}),
     ("", "fetch(`/slow?ms=1`)", {"response": "*/slow*"}),
     ("<iframe srcdoc='<p>frame</p>'></iframe>", "frames[0].document.body.append(`In a frame`)", {"text": "In a frame"})],
    ids=str,
)  # fmt: skip
async def test_a_condition_that_comes_true_is_reported(
    shared_chat: Chat, site: Site, body: str, script: str, condition: dict[str, Any]
) -> None:
    await navigated(shared_chat, site.page(body + LATER.replace("SCRIPT", script)))
    await evaluated(
        shared_chat, "for (const button of document.querySelectorAll('button')) if (button.textContent === 'Go') button.click()"
    )
    result = await do(shared_chat, "wait", timeout_ms=20_000, **condition)
    assert result["held"] == next(iter(condition))
    assert 0 <= result["after_ms"] < 5000
    assert result["state"]["browser_id"] == 1


@pytest.mark.rows(2)
@pytest.mark.parametrize(
    "condition",
    [{"text": "here"}, {"text_gone": "nowhere"}, {"selector": "p"}, {"selector": "#none", "state": "hidden"}, {"selector": "#none", "state": "detached"},
     {"url": "/page/"}, {"load_state": "load"}, {"load_state": "domcontentloaded"}, {"load_state": "networkidle"}, {"script": "1"}, {"script": "() => true"}],
    ids=str,
)  # fmt: skip
async def test_a_condition_that_holds_already_is_reported_at_once(shared_chat: Chat, site: Site, condition: dict[str, Any]) -> None:
    idle = "networkidle" if "networkidle" in condition.values() else "load"
    await do(shared_chat, "navigate", url=site.page("<p>Words are here</p>"), wait_until=idle)
    assert (await do(shared_chat, "wait", **condition))["after_ms"] < 1000


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("condition", "named"),
    [({"text": "nowhere"}, "nowhere"), ({"text_gone": "Words"}, "Words"), ({"selector": "#none"}, "#none"), ({"selector": "p", "state": "hidden"}, "hidden"),
     ({"url": "*elsewhere*"}, "elsewhere"), ({"script": "false"}, "script"), ({"response": "*none*"}, "none"), ({"time_ms": 5000}, "5000")],
    ids=str,
)  # fmt: skip
async def test_a_condition_that_never_comes_true_is_refused_in_time_and_named(
    shared_chat: Chat, site: Site, condition: dict[str, Any], named: str
) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Words</p>"))
    answer = await within(1.2, lambda: refused(shared_chat, "timeout", "wait", timeout_ms=300, **condition))
    assert named in answer["error"]
    assert "300 ms" in answer["error"]
    assert answer["retryable"] is True


async def test_a_ref_can_be_waited_for(shared_chat: Chat, site: Site) -> None:
    body = "<button id=a disabled>A</button>" + LATER.replace("SCRIPT", "a.disabled = false; setTimeout(() => a.remove(), 150)")
    numbers = await navigated(shared_chat, site.page(body))
    await do(shared_chat, "click", ref=numbers["Go"], observe="none")
    await do(shared_chat, "wait", ref=numbers["A"], state="enabled")
    await do(shared_chat, "wait", ref=numbers["A"], state="hidden")
    await do(shared_chat, "wait", ref=numbers["A"], state="detached")
    await refused(shared_chat, "ref_stale", "wait", ref=numbers["A"], state="visible")


@pytest.mark.rows(1)
@pytest.mark.parametrize("state", ["visible", "hidden"])
async def test_a_selector_that_is_not_valid_is_refused_at_once(shared_chat: Chat, site: Site, state: str) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Words</p>"))
    await within(1, lambda: refused(shared_chat, "selector_invalid", "wait", selector="p[", state=state))


async def test_a_script_that_throws_is_refused_at_once(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Words</p>"))
    await within(1, lambda: refused(shared_chat, "script_error", "wait", script="none.none"))


async def test_waiting_goes_on_over_a_navigation(shared_chat: Chat, site: Site) -> None:
    goal = site.page("<p>Goal reached")
    await do(shared_chat, "navigate", url=site.page(f"<script>setTimeout(() => location.href = '{goal}', 150)</script><p>Start"))
    assert (await do(shared_chat, "wait", text="Goal reached", timeout_ms=20_000))["state"]["url"] == goal


@pytest.mark.long("browser/test_wait.py::test_waiting_goes_on_over_a_navigation")
async def test_waiting_for_a_url_ends_with_its_document(chat: Chat, site: Site) -> None:
    goal = site.page("<script src='/slow?ms=400'></script><title>Goal</title>")
    await do(chat, "open", url=site.page(f"<script>setTimeout(() => location.href = '{goal}', 50)</script><p>Start"))
    assert (await do(chat, "wait", url=goal, timeout_ms=20_000))["state"]["title"] == "Goal"


async def test_waiting_for_a_load_state_ends_with_the_load(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<img src=/hang><p>Words</p>"))
    await refused(shared_chat, "timeout", "wait", load_state="load", timeout_ms=150)
    waiting = asyncio.ensure_future(do(shared_chat, "wait", load_state="load", timeout_ms=20_000))
    await do(shared_chat, "state")
    site.release()
    assert (await waiting)["held"] == "load_state"


async def test_time_passes_as_long_as_was_asked(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Words</p>"))
    assert (await within(1, lambda: do(shared_chat, "wait", time_ms=150)))["after_ms"] >= 140


async def test_a_hung_frame_does_not_keep_text_in_the_page_from_being_seen(isolated_chat: Chat, site: Site) -> None:
    site.page("<script>setTimeout(() => { while (true) {} }, 30)</script>", "/busy")
    await do(isolated_chat, "open", url=site.page(f"<p>Words</p><iframe src='{site.other('/busy')}'></iframe>"))
    assert (await do(isolated_chat, "wait", text="Words", timeout_ms=20_000))["held"] == "text"


@pytest.mark.long("browser/test_wait.py::test_a_wait_on_a_tab_that_ends_says_so_then")
async def test_a_tab_that_closes_ends_the_waiting(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Words</p>"))
    waiting = [
        asyncio.ensure_future(chat.call({"action": "wait", "timeout_ms": 9000, **condition}))
        for condition in ({"text": "never"}, {"response": "*"})
    ]
    await do(chat, "list")
    began = time.monotonic()
    await do(chat, "close")
    assert [(await call)["code"] for call in waiting] == ["tab_closed", "tab_closed"]
    assert time.monotonic() - began < 2
    assert await do(chat, "open")
    assert await read(chat) == {}


@pytest.mark.rows(1)
@pytest.mark.parametrize("ended", ["closed", "crashed"])
@pytest.mark.parametrize("condition", [{"time_ms": 4000}, {"response": "never"}, {"download": True}, {"script": "0"}], ids=str)
async def test_a_wait_on_a_tab_that_ends_says_so_then(shared_chat: Chat, site: Site, condition: dict[str, Any], ended: str) -> None:
    chat = shared_chat
    tab = (await do(chat, "open", url=site.page("<p>Words")))["browser_id"]
    session = chat.existing()
    assert session is not None
    held = session.tab(tab)
    began = time.monotonic()
    waiting = asyncio.create_task(chat.call({"action": "wait", "browser_id": tab, "timeout_ms": 8000, **condition}))
    await until(lambda: held.lock.taken)
    if ended == "closed":
        await do(chat, "close", browser_id=tab)
    else:
        crashing = asyncio.ensure_future(held.cdp.send("Page.crash"))
    assert (await waiting)["code"] == f"tab_{ended}"
    assert time.monotonic() - began < 3.5
    if ended == "crashed":
        crashing.cancel()
        await do(chat, "close", browser_id=tab)


PLAIN_TEXTS = {
    "<p>Words {}</p>": True,
    "<p>  Words\n   {}  </p>": True,
    "<p style='opacity: 0'>Words {}</p>": True,
    "<p style='visibility: hidden'><b style='visibility: visible'>Words {}</b></p>": True,
    "<svg><text y=20>Words {}</text></svg>": True,
    "<p>Words <b>{}</b></p>": False,
    "<p hidden>Words {}</p>": False,
    "<p style='visibility: hidden'>Words {}</p>": False,
    "<p style='width: 0; height: 0; overflow: hidden'>Words {}</p>": False,
    "<p style='display: contents'>Words {}</p>": False,
    "<div style='content-visibility: hidden'><p>Words {}</p></div>": False,
    "<details><summary>More</summary><p>Words {}</p></details>": False,
    "<dialog>Words {}</dialog>": False,
    "<textarea>Words {}</textarea>": False,
    "<select><option>Words {}</select>": False,
    "<style style='display: block'>Words {}</style>": False,
    "<noscript style='display: block'>Words {}</noscript>": False,
    "<template style='display: block'>Words {}</template>": False,
    "<title>Words {}</title>": False,
    "<canvas>Words {}</canvas>": False,
    "<div class=host><p>Words {}</p></div>": False,
}
"""Whether a node of text is visible by itself, by what has it."""


async def test_a_first_look_for_a_text_claims_none_that_is_not_visible(shared_chat: Chat, site: Site) -> None:
    cells = [html.format(number + 100) for number, html in enumerate(PLAIN_TEXTS)]
    hosts = "<script>for (const host of document.querySelectorAll('.host')) host.attachShadow({mode: 'open'}).innerHTML = 'Own'</script>"
    await navigated(shared_chat, site.page("<form><input name=createTreeWalker></form>" + "".join(cells) + hosts))
    tab = tab_of(shared_chat)
    claimed, shown = {}, {}
    for number, html in enumerate(PLAIN_TEXTS):
        text = f"words {number + 100}"
        claimed[html] = await is_shown_plainly(tab, text)
        shown[html] = await tab.page.get_by_text(text).filter(visible=True).count() > 0
    assert claimed == PLAIN_TEXTS
    assert [html for html in PLAIN_TEXTS if claimed[html] and not shown[html]] == []


CLOSED_ROOT = "<h1>Order</h1><div id=host></div><script>host.attachShadow({{mode: 'closed'}}).innerHTML = '<p>{}</p>'</script>"


@pytest.mark.rows(1)
@pytest.mark.parametrize("read", [False, True], ids=["before it is read", "after it was read"])
async def test_text_in_a_closed_shadow_root_is_on_the_page(shared_chat: Chat, site: Site, read: bool) -> None:
    await do(shared_chat, "navigate", url=site.page(CLOSED_ROOT.format("Payment failed")))
    if read:
        await do(shared_chat, "content")
    await do(shared_chat, "expect", text="Payment failed")
    await refused(shared_chat, "timeout", "wait", text_gone="Payment failed", timeout_ms=100)
    await refused(shared_chat, "timeout", "wait", text="Payment done", timeout_ms=100)
    assert (await do(shared_chat, "wait", text_gone="Payment done"))["held"] == "text_gone"


@pytest.mark.long("browser/test_wait.py::test_text_in_a_closed_shadow_root_is_on_the_page")
async def test_text_in_a_closed_shadow_root_that_comes_while_it_is_waited_for_is_found(chat: Chat, site: Site) -> None:
    later = (
        CLOSED_ROOT.format("Payment done")
        .replace("<script>", "<script>setTimeout(() => { ")
        .replace("</script>", " }, 700)</script>")
    )
    await do(chat, "open", url=site.page(later))
    assert (await do(chat, "wait", text="Payment done", timeout_ms=10_000))["held"] == "text"


@pytest.mark.long("browser/test_wait.py::test_waiting_goes_on_over_a_navigation")
@pytest.mark.rows(1)
@pytest.mark.parametrize("state", ["hidden", "detached"])
async def test_an_element_is_there_until_the_next_document_has_come(
    shared_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    monkeypatch.setattr(wait_conditions, "FRAME_PATIENCE_MS", 300)

    def slow(_request: Request) -> str:
        time.sleep(0.9)  # a slow server
        return "<p>Next</p>"

    site.route("/next", slow)
    await navigated(shared_chat, site.page("<p id=i>Here</p><script>setTimeout(() => { location.href = '/next' }, 100)</script>"))
    await do(shared_chat, "wait", selector="#i", state=state, timeout_ms=10_000)
    assert "Next" in await do(shared_chat, "content")


async def test_a_text_that_came_is_answered_with_its_line(common_chat: Chat, site: Site) -> None:
    page = "<ul id=list></ul><script>setTimeout(() => { list.innerHTML = '<li>Order 7 <button>Cancel it</button><li>Order 71<li>Order 72' }, 300)</script>"
    for action in ("wait", "expect"):
        await do(common_chat, "navigate", url=site.page(page))
        answer = await do(common_chat, action, text="order 7")
        assert len(answer["lines"]) == 2
        first = answer["lines"][0]
        ref = int(first.partition("[button ")[2].partition("]")[0])
        assert (await do(common_chat, "detail", ref=ref))["name"] == "Cancel it"
    assert "lines" not in await do(common_chat, "wait", text_gone="Nothing")
