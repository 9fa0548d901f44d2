"""Who listens on a page that is else unchanged: not asked for while Chromium's counts say that nobody new does, and never missed."""

import asyncio
from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.cdp_session import MOST, Counts, TabCdpSession
from refbrowser.browser.engine.debugger_facts import ListenerDiscovery
from refbrowser.browser.tab.tab import Tab
from tests.support.calls import do
from tests.support.server import Site
from tests.support.waiting import until

WORDS = "<style>span{display:block}</style>" + "".join(f"<span id=word{number}>Word {number}</span>" for number in range(40))
SHADES = "<div id=light></div><div id=night></div>"
SCRIPT = """<script>
function heard() {}
light.attachShadow({mode: 'open'}).innerHTML = '<span>In the open</span>';
window.dark = night.attachShadow({mode: 'closed'}); dark.innerHTML = '<span>In the dark</span>';
</script>"""

TRIES = 4
"""Chromium may collect garbage at any time by itself."""


async def settled(chat: Chat, url: str) -> Tab:
    """The tab, read so often that what is read next is known already."""
    await do(chat, "navigate", url=url)
    session = chat.existing()
    assert session is not None
    tab = session.tab(None)
    for _ in range(4):
        kept = tab.seen.readings.get("full")
        await do(chat, "content")
        if kept is not None and tab.seen.readings.get("full") is kept:
            break
    assert tab.seen.readings.get("full") is not None
    return tab


async def run(tab: Tab, script: str) -> Any:
    """In the page, as nothing that Chromium counts as a call of its scripts."""
    answer = await tab.cdp.send("Runtime.evaluate", {"expression": script, "awaitPromise": True})
    assert "exceptionDetails" not in answer
    return answer["result"].get("value")


async def counts(tab: Tab) -> Counts:
    answer = await tab.cdp.send("Performance.getMetrics")
    metrics = {metric["name"]: metric["value"] for metric in answer["metrics"]}
    return Counts(metrics["RecalcStyleCount"], metrics["LayoutCount"], metrics["ScriptDuration"], metrics["JSEventListeners"])


async def test_an_unchanged_page_takes_one_question_however_many_listen(shared_chat: Chat, site: Site, asked: list[str]) -> None:
    every = "<script>document.querySelectorAll('span').forEach(one => one.addEventListener('click', heard))</script>"
    await settled(shared_chat, site.page(WORDS + SHADES + SCRIPT + every))
    questions = []
    for _ in range(TRIES):
        asked.clear()
        text = await do(shared_chat, "content")
        questions.append(list(asked))
    assert ["Runtime.callFunctionOn"] in questions
    assert text.count("[clickable ") == 40


COMING = {
    "a call": "word7.addEventListener('click', heard)",
    "an object": "word7.addEventListener('click', {handleEvent() {}})",
    "a property": "word7.onclick = heard",
    "an attribute": "word7.setAttribute('onclick', 'heard()')",
    "a timer": "new Promise(done => setTimeout(() => { word7.onmousedown = heard; done() }, 20))",
    "what only awaits what the browser does": "(async () => { await scheduler.yield(); word7.addEventListener('pointerdown', heard) })()",
    "one in the place of another": "word8.onclick = null; word7.onclick = heard",
    "in an open shadow root": "light.shadowRoot.firstChild.addEventListener('click', heard)",
    "in a closed shadow root": "dark.firstChild.addEventListener('click', heard)",
}


@pytest.mark.rows(1)
@pytest.mark.parametrize("way", COMING)
async def test_a_listener_that_comes_is_learned_of(shared_chat: Chat, site: Site, way: str) -> None:
    tab = await settled(shared_chat, site.page(WORDS + SHADES + SCRIPT + "<script>word8.onclick = heard</script>"))
    before = await do(shared_chat, "content")
    await run(tab, COMING[way])
    after = await do(shared_chat, "content")
    label = "In the" if "shadow" in way else "Word 7"
    assert f"] {label}" not in before
    assert f"] {label}" in after


@pytest.mark.long("browser/test_hearing.py::test_a_listener_that_comes_is_learned_of")
async def test_as_many_new_ones_as_were_collected_are_learned_of(chat: Chat, site: Site) -> None:
    for attempt in range(TRIES):
        ten = "<script>for (let n = 0; n < 10; n++) window['word' + n].addEventListener('click', heard)</script>"
        tab = await settled(chat, site.page(WORDS + SHADES + SCRIPT + ten))
        # Listeners of the documents before this one are counted until they are collected.
        await tab.cdp.send("HeapProfiler.collectGarbage")
        assert "] Word 17" not in await do(chat, "content")
        before = await counts(tab)
        await run(tab, "for (let n = 0; n < 10; n++) window['word' + n].removeEventListener('click', heard)")
        await tab.cdp.send("HeapProfiler.collectGarbage")
        gone = before.listeners - (await counts(tab)).listeners
        if 8 <= gone <= 30:
            await run(tab, f"for (let n = 10; n < 10 + {gone}; n++) window['word' + n].addEventListener('click', heard)")
            if (await counts(tab)).listening == before.listening:
                break
        # More listeners were collected than this test had removed.
        assert attempt < TRIES - 1
    assert "] Word 17" in await do(chat, "content")


async def test_after_a_collection_they_are_asked_for_once(shared_chat: Chat, site: Site, asked: list[str]) -> None:
    tab = await settled(shared_chat, site.page(WORDS + SCRIPT.replace("light.", "word1.").replace("night.", "word2.")))
    await tab.cdp.send("HeapProfiler.collectGarbage")
    asked.clear()
    await do(shared_chat, "content")
    assert "DOMDebugger.getEventListeners" in asked
    again = []
    for _ in range(TRIES):
        asked.clear()
        await do(shared_chat, "content")
        again.append("DOMDebugger.getEventListeners" in asked)
    assert False in again


@pytest.mark.long("browser/test_hearing.py::test_after_a_collection_they_are_asked_for_once")
async def test_what_was_collected_before_they_were_asked_for_is_no_news(chat: Chat, site: Site, asked: list[str]) -> None:
    times = []
    for _ in range(TRIES):
        await do(chat, "open", url=site.page(WORDS))
        session = chat.existing()
        assert session is not None
        tab = session.tab(None)
        await tab.listeners.attach(Deadline(20_000))
        await tab.cdp.send("HeapProfiler.collectGarbage")
        asked.clear()
        await do(chat, "content")
        times.append(asked.count("DOMDebugger.getEventListeners"))
    assert 1 in times


@pytest.mark.long("browser/test_hearing.py::test_a_listener_that_comes_is_learned_of")
async def test_a_page_whose_scripts_are_called_all_the_time_is_asked_each_time(chat: Chat, site: Site, asked: list[str]) -> None:
    tab = await settled(chat, site.page(WORDS + SHADES + SCRIPT))
    await run(tab, "setInterval(() => { for (let n = 0; n < 1e5; n++); }, 5); new Promise(done => setTimeout(done, 50))")
    for _ in range(2):
        asked.clear()
        await do(chat, "content")
        assert "DOMDebugger.getEventListeners" in asked
        await run(tab, "new Promise(done => setTimeout(done, 30))")


@pytest.mark.long("browser/test_hearing.py::test_a_listener_that_comes_is_learned_of")
async def test_more_than_one_reading_can_carry_are_learned_of_by_the_next(
    chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("refbrowser.browser.engine.debugger_facts.MOST_NODES", 25)
    every = "<script>document.querySelectorAll('span').forEach(one => one.addEventListener('click', heard))</script>"
    await do(chat, "open", url=site.page(WORDS + "<script>function heard() {}</script>" + every))
    first = await do(chat, "content")
    assert 0 < first.count("[clickable ") < 40
    assert (await do(chat, "content")).count("[clickable ") == 40


async def test_a_browser_that_does_not_say_in_time_what_listens_is_named(
    common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = "<div id=host></div><script>host.attachShadow({ mode: 'closed' }).innerHTML = '<button>Inside</button>'</script>"
    await do(common_chat, "navigate", url=site.page("<p>Around</p>" + closed))
    with monkeypatch.context() as hasty:
        hasty.setattr("refbrowser.browser.engine.debugger_facts.MOST_MS", 0)
        text = await do(common_chat, "content")
        assert "Around" in text
        assert "Inside" not in text
        assert "did not say in time what scripts listen to" in text
    # It says to read again for as long as that is so.
    text = await until(lambda: do(common_chat, "content"), lambda text: "in time" not in text)
    assert "] Inside" in text


async def test_a_look_at_a_part_leaves_what_is_known_of_the_whole(shared_chat: Chat, site: Site) -> None:
    tab = await settled(shared_chat, site.page(WORDS))
    kept = tab.seen.readings.get("full")
    await do(shared_chat, "content", selector="#word3")
    await do(shared_chat, "content")
    assert tab.seen.readings.get("full") is kept


@pytest.mark.long("browser/test_hearing.py::test_a_listener_that_comes_is_learned_of")
async def test_one_that_comes_between_the_listing_and_the_walk_is_learned_of(
    chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    await do(chat, "open", url=site.page(WORDS + "<script>function heard() {}</script>"))
    session = chat.existing()
    assert session is not None
    tab, report = session.tab(None), ListenerDiscovery.report_listeners
    came: list[Any] = []

    async def reported_too_early(self: ListenerDiscovery, deadline: Deadline) -> bool:
        reported = await report(self, deadline)
        if not came:
            came.append(await run(tab, "void word7.addEventListener('click', heard)"))
        return reported

    monkeypatch.setattr(ListenerDiscovery, "report_listeners", reported_too_early)
    await do(chat, "content")
    assert came
    assert "] Word 7" in await do(chat, "content")


@pytest.mark.long("browser/test_hearing.py::test_a_listener_that_comes_is_learned_of")
async def test_what_a_cancelled_call_had_asked_for_is_learned_of_by_the_next(
    chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = await settled(chat, site.page(WORDS + "<script>function heard() {}</script>"))
    await run(tab, "word7.addEventListener('click', heard)")
    send, asked = TabCdpSession.send, asyncio.Event()

    async def held(self: TabCdpSession, method: str, *arguments: Any, **more: Any) -> Any:
        answer = await send(self, method, *arguments, **more)
        if "markInteractive" in str(arguments):
            asked.set()
            await asyncio.sleep(30)
        return answer

    with monkeypatch.context() as patched:
        patched.setattr(TabCdpSession, "send", held)
        cancelled = asyncio.ensure_future(do(chat, "content"))
        await asyncio.wait_for(asked.wait(), 10)
        cancelled.cancel()
        await asyncio.gather(cancelled, return_exceptions=True)
    assert "] Word 7" in await do(chat, "content")


@pytest.mark.long("browser/test_hearing.py::test_a_listener_that_comes_is_learned_of")
async def test_moments_that_a_page_marks_itself_are_not_piled_up(chat: Chat, site: Site) -> None:
    tab = await settled(chat, site.page(WORDS + "<script>function heard() {}</script>"))
    await run(tab, "for (let n = 0; n < 30; n++) console.timeStamp(n % 2 ? 'own ' + n : 'own'.repeat(1e5) + n)")
    await run(tab, "word7.addEventListener('click', heard)")
    assert "] Word 7" in await do(chat, "content")
    assert [tab.cdp.counted(moment) for moment in ("own 1", f"{'own' * 100_000}28")] == [None, None]


async def test_a_page_that_changed_once_is_walked_once_for_it(shared_chat: Chat, site: Site) -> None:
    tab = await settled(shared_chat, site.page(WORDS))
    await run(tab, "void (word7.textContent = 'Other')")
    assert "Other" in await do(shared_chat, "content")
    kept = tab.seen.readings.get("full")
    assert kept is not None
    assert "Other" in await do(shared_chat, "content")
    assert tab.seen.readings.get("full") is kept


FRAMED = "<span id=word7>Word 7</span><span id=word8>Word 8</span><div id=night></div><script>function heard() {}</script>"


async def test_frames_are_asked_who_listens_only_where_somebody_new_may(shared_chat: Chat, site: Site, asked: list[str]) -> None:
    inner = site.page(FRAMED, "/inner")
    await do(shared_chat, "navigate", url=site.page(f"<h1>Around</h1>{f'<iframe src={inner}></iframe>' * 3}"), wait_until="load")
    session = shared_chat.existing()
    assert session is not None
    tab, listed = session.tab(None), []
    for _ in range(TRIES + 2):
        asked.clear()
        text = await do(shared_chat, "content")
        listed.append(asked.count("DOMDebugger.getEventListeners"))
    assert (listed[0] > 3, 1 in listed, text.count("] Word")) == (True, True, 0), listed
    # None takes part in a change of the top document, of which Chromium counts a call.
    in_frame = "frames[1].document.getElementById('word7')"
    for added, shown in (
        (f"{in_frame}.addEventListener('click', frames[1].heard)", "] Word 7"),
        ("frames[2].document.getElementById('word8').onclick = frames[2].heard", "] Word 8"),
        ("void (frames[0].night.attachShadow({mode: 'closed'}).innerHTML = '<button>In the dark</button>')", "] In the dark"),
    ):
        await run(tab, added)
        assert shown in await do(shared_chat, "content")
    # The same frame with another document.
    other = site.page("<button>Another</button>", "/another")
    await run(
        tab,
        f"new Promise(done => {{ const frame = document.querySelector('iframe'); frame.onload = done; frame.src = '{other}' }})",
    )
    text = await do(shared_chat, "content")
    assert ("] Another" in text, "] In the dark" in text) == (True, False)


@pytest.mark.long("browser/test_hearing.py::test_a_listener_that_comes_is_learned_of")
async def test_a_page_that_marks_many_moments_is_not_reported_on_for_a_while(chat: Chat, site: Site) -> None:
    tab = await settled(chat, site.page(WORDS + "<script>function heard() {}</script>"))
    reports = 0

    def reported(_: object) -> None:
        nonlocal reports
        reports += 1

    tab.cdp.on("Performance.metrics", reported)
    # In tasks, as a page does: a command reaches it between two of them.
    marking = "for (let n = 0; n < 100; n++) { for (let m = 0; m < 20; m++) console.timeStamp(m); await new Promise(setTimeout) }"
    await run(tab, f"(async () => {{ {marking} }})()")
    assert MOST <= reports < 2_000
    # Nothing is counted now: what was read before holds for nothing, and what comes is found.
    await run(tab, "void (word7.textContent = 'Other')")
    await run(tab, "word8.addEventListener('click', heard)")
    read = await do(chat, "content")
    assert "Other" in read
    assert "] Word 8" in read
    await do(chat, "navigate", url=site.page(WORDS + "<p>Next"))
    kept = (await settled(chat, site.page(WORDS))).seen.readings["full"]
    await do(chat, "content")
    assert tab.seen.readings["full"] is kept
