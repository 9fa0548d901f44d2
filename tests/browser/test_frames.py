"""``frames``, and scripts and commands in one of them: always in the very frame that was named, whatever process holds it."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from refbrowser import Browser, Chat
from refbrowser.browser.receipt import before, settle
from refbrowser.browser.snapshot import assembling
from tests.support.calls import do, evaluated, navigated, read, refused
from tests.support.server import Site


async def frames(chat: Chat) -> dict[str, dict[str, Any]]:
    """The frames by the last part of their addresses."""
    listed = (await do(chat, "frames"))["frames"]
    return {frame["url"].rpartition("/")[2]: frame for frame in listed}


def nested(site: Site) -> str:
    """A page with a frame of its own site and one of another, which has one of the first site in it."""
    site.page("<title>Leaf</title>", "/leaf")
    site.page("<title>Same</title>", "/same")
    site.page(f"<title>Other</title><iframe name=deep src='{site.url('/leaf')}'></iframe>", "/other")
    return site.page(f"<title>Top</title><iframe src='/same'></iframe><iframe src='{site.other('/other')}'></iframe>", "/top")


@pytest.fixture(scope="module")
async def nest(isolating_browser: Browser, chat_numbers: Iterator[int]) -> AsyncIterator[tuple[Chat, Site]]:
    """A chat with such a page, at which tests only look, and its site."""
    chat = isolating_browser.chat(f"nest-{next(chat_numbers)}")
    with Site() as site:
        await do(chat, "open", url=nested(site), wait_until="load")
        yield chat, site
        await chat.close()


async def test_the_tree_has_addresses_origins_parents_and_processes(nest: tuple[Chat, Site]) -> None:
    chat, site = nest
    answer = await do(chat, "frames")
    assert (answer["total"], answer["truncated"]) == (4, False)
    top, same, other, leaf = (
        next(frame for frame in answer["frames"] if frame["url"].endswith(path)) for path in ("/top", "/same", "/other", "/leaf")
    )
    assert (top["parent"], top["depth"], same["parent"], other["parent"]) == (None, 0, top["frame_id"], top["frame_id"])
    assert (leaf["parent"], leaf["depth"], leaf["name"]) == (other["frame_id"], 2, "deep")
    assert [frame["own_process"] for frame in (top, same, other, leaf)] == [True, False, True, True]
    assert (top["origin"], other["origin"]) == (site.url("").rstrip("/"), site.other("").rstrip("/"))


@pytest.mark.rows(1)
@pytest.mark.parametrize("path", ["top", "same", "other", "leaf"])
async def test_a_script_runs_in_the_frame_that_is_named(nest: tuple[Chat, Site], path: str) -> None:
    chat, _ = nest
    known = await frames(chat)
    frame_id = known[path]["frame_id"]
    assert await evaluated(chat, "location.pathname", frame_id=frame_id) == f"/{path}"
    await evaluated(chat, f"window.mark = '{path}'; await new Promise(done => setTimeout(done))", frame_id=frame_id)
    assert await evaluated(chat, "() => window.mark", frame_id=frame_id) == path
    marks = {name: await evaluated(chat, "window.mark ?? 0", frame_id=frame["frame_id"]) for name, frame in known.items()}
    assert [name for name, mark in marks.items() if mark == path] == [path]


@pytest.mark.long("browser/test_frames.py::test_a_script_runs_in_the_frame_that_is_named")
async def test_a_frame_keeps_its_id_into_another_process(isolated_chat: Chat, site: Site) -> None:
    await do(isolated_chat, "open", url=nested(site), wait_until="load")
    before = (await frames(isolated_chat))["same"]
    await evaluated(isolated_chat, f"frames[0].location = '{site.other('/leaf?moved')}'")
    await do(isolated_chat, "wait", script="(() => { try { frames[0].document; return false } catch { return true } })()")
    assert await evaluated(isolated_chat, "location.search", frame_id=before["frame_id"]) == "?moved"


async def test_a_frame_that_is_gone_is_refused_and_no_other_is_asked(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=nested(site), wait_until="load")
    frame_id = (await frames(common_chat))["same"]["frame_id"]
    await evaluated(common_chat, "document.querySelector('iframe').remove()")
    answer = await refused(common_chat, "frame_detached", "evaluate", script="document.title = 'wrong'", frame_id=frame_id)
    assert answer["remedy"]["action"] == "frames"
    assert await evaluated(common_chat, "document.title") == "Top"


@pytest.mark.long("browser/test_bad_scripts.py::test_a_script_that_never_ends_is_ended_and_the_tab_is_usable_at_once")
async def test_an_endless_script_in_a_frame_is_stopped(isolated_chat: Chat, site: Site) -> None:
    await do(isolated_chat, "open", url=nested(site), wait_until="load")
    frame_id = (await frames(isolated_chat))["other"]["frame_id"]
    await refused(isolated_chat, "script_timeout", "evaluate", script="while (true);", frame_id=frame_id, timeout_ms=1000)
    assert await evaluated(isolated_chat, "document.title", frame_id=frame_id) == "Other"


@pytest.mark.long("browser/test_dialogs.py::test_a_dialog_in_a_frame_of_another_site_holds_the_tab_too")
async def test_a_dialog_of_a_script_in_a_frame_suspends_it(isolated_chat: Chat, site: Site) -> None:
    await do(isolated_chat, "open", url=nested(site), wait_until="load")
    frame_id = (await frames(isolated_chat))["same"]["frame_id"]
    held = await do(isolated_chat, "evaluate", script="confirm('Sure?')", frame_id=frame_id, timeout_ms=20_000)
    assert held["action"]["dialog"]["message"] == "Sure?"
    assert (await do(isolated_chat, "frames"))["unasked"] == "a dialog holds the page"
    assert (await do(isolated_chat, "dialog", operation="accept"))["outcome"]["result"] is True


async def test_many_frames_are_cut_and_the_answer_says_so(common_chat: Chat, site: Site) -> None:
    page = "<iframe srcdoc='<iframe srcdoc=\"<iframe></iframe>\"></iframe>'></iframe>" + "<iframe></iframe>" * 30
    await do(common_chat, "navigate", url=site.page(page), wait_until="load")
    answer = await do(common_chat, "frames")
    assert (len(answer["frames"]), answer["total"], answer["truncated"]) == (30, 34, True)
    assert max(frame["depth"] for frame in answer["frames"]) <= 2


@pytest.mark.long("browser/test_wait.py::test_a_hung_frame_does_not_keep_text_in_the_page_from_being_seen")
async def test_a_frame_that_hangs_takes_nothing_of_the_frames_around_it(
    isolated_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assembling, "FRAMES_STANDSTILL_MS", 1_500)
    site.page("<script>addEventListener('message', () => { while (true) {} })</script>", "/busy")
    site.page(f"<p>Middle</p><iframe src='{site.other('/busy')}'></iframe>", "/middle")
    await do(isolated_chat, "open", url=site.page("<p>Top</p><iframe src=/middle></iframe>"), wait_until="load")
    await evaluated(isolated_chat, "frames[0].frames[0].postMessage('go', '*')")
    text = await do(isolated_chat, "content", timeout_ms=10_000)
    assert "Middle" in text
    assert text.count("did not answer") == 1
    listed = await do(isolated_chat, "frames", timeout_ms=20_000)
    assert "does not answer" in listed["unasked"]
    assert [frame["depth"] for frame in listed["frames"]] == [0, 1, 2]


@pytest.mark.long("unit/test_frame_patience.py::test_a_frame_that_has_never_answered_is_waited_for_as_the_deadline_allows")
async def test_frames_that_are_busy_at_first_are_read(isolated_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assembling, "FRAMES_STANDSTILL_MS", 300)
    site.page("<script>const end = Date.now() + 2000; while (Date.now() < end);</script><p>Inner", "/busy")
    await do(isolated_chat, "open", url=site.page(f"<p>Top</p><iframe src='{site.other('/busy')}'></iframe>" * 2))
    text = await do(isolated_chat, "content", timeout_ms=30_000)
    assert (text.count("Inner"), text.count("did not answer")) == (2, 0)


@pytest.mark.long("unit/test_delta.py::test_frames_that_did_not_answer_are_as_they_were_last")
async def test_a_frame_that_does_not_answer_has_not_changed(
    isolated_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assembling, "FRAMES_STANDSTILL_MS", 300)
    monkeypatch.setattr(settle, "FRAME_PATIENCE_MS", 300)
    busy = "addEventListener('message', () => { const end = Date.now() + 3000; while (Date.now() < end); })"
    site.page(f"<p>Inner <button>Pay</button><script>{busy}</script>", "/busy")
    top = f"<button onclick='note.textContent += 1'>Add</button><p id=note>Text</p><iframe src='{site.other('/busy')}'></iframe>"
    await do(isolated_chat, "open", url=site.page(top), wait_until="load")
    inner = (await frames(isolated_chat))["busy"]["frame_id"]
    add = (await read(isolated_chat))["Add"]
    await evaluated(isolated_chat, "frames[0].postMessage('go', '*')")
    receipt = (await do(isolated_chat, "click", ref=add))["action"]
    assert receipt["changes"] == "- Text\n+ Text1"
    assert any("did not answer" in one for one in receipt["pending"])
    await do(isolated_chat, "evaluate", script="1", frame_id=inner, timeout_ms=15_000)
    receipt = (await do(isolated_chat, "click", ref=add))["action"]
    assert (receipt.get("earlier_changes"), receipt["changes"]) == (None, "- Text1\n+ Text11")


@pytest.mark.long("unit/test_frame_patience.py::test_slow_frames_are_waited_for_while_any_answers")
async def test_a_page_of_many_frames_is_read_whole_the_first_time(chat: Chat, site: Site) -> None:
    page = "".join(f"<iframe srcdoc='<p>Text {number}.</p>' width=40 height=20></iframe>" for number in range(60))
    await do(chat, "open", url=site.page(page), wait_until="load")
    text = await do(chat, "content", max_chars=20_000)
    assert [number for number in range(60) if f"Text {number}." not in text] == []


@pytest.mark.rows(1)
@pytest.mark.parametrize("origin", ["other", "same"])
async def test_a_step_in_the_history_of_a_frame_moves_that_alone(common_isolated_chat: Chat, site: Site, origin: str) -> None:
    chat = common_isolated_chat
    site.page("<p>Second</p>", "/second")
    first = site.page("<p>First</p><a href=/second>Go</a>", "/first")
    await do(chat, "navigate", url=site.page("<p>Before</p>", "/before"))
    source = site.other("/first") if origin == "other" else first
    await do(chat, "navigate", url=site.page(f"<p>Top</p><iframe src='{source}'></iframe>", "/top"), wait_until="load")
    refs = await read(chat)
    moved = (await do(chat, "click", ref=refs["Go"]))["action"]
    assert "+ Second" in moved["changes"]
    assert "focus" not in moved
    for direction, shown in (("back", "First"), ("forward", "Second"), ("back", "First")):
        await do(chat, direction, timeout_ms=20_000)
        text = await do(chat, "content")
        assert ("Top" in text, shown in text) == (True, True)
    assert (await do(chat, "back"))["url"].endswith("/before")


@pytest.mark.long("browser/test_content.py::test_selectors_and_refs_choose_parts")
@pytest.mark.rows(1)
@pytest.mark.parametrize("origin", ["other", "same"])
async def test_a_part_of_a_frame_is_read_by_a_selector(common_isolated_chat: Chat, site: Site, origin: str) -> None:
    site.page("<p>Around</p><form><p>Part</p><button>Send</button></form>", "/inner")
    source = site.other("/inner") if origin == "other" else "/inner"
    await do(
        common_isolated_chat, "navigate", url=site.page(f"<p>Top</p><iframe src='{source}'></iframe>", "/top"), wait_until="load"
    )
    text = await do(common_isolated_chat, "content", selector="form")
    assert ("Part" in text, "Send" in text, "Around" in text, "Top" in text) == (True, True, False, False)
    await refused(common_isolated_chat, "selector_no_match", "content", selector="table")


async def test_a_frame_that_could_not_be_loaded_says_so(common_chat: Chat, site: Site) -> None:
    page = "<p>Top</p><iframe title=Broken src='http://127.0.0.1:9/'></iframe><iframe title=Whole srcdoc='<p>Inner</p>'></iframe>"
    await do(common_chat, "navigate", url=site.page(page, "/top"), wait_until="load")
    text = await do(common_chat, "content")
    assert ("Broken (failed to load)" in text, "Whole (failed" in text, "Inner" in text) == (True, False, True)


@pytest.mark.long("browser/test_frames.py::test_a_step_in_the_history_of_a_frame_moves_that_alone")
async def test_a_step_to_an_entry_of_a_frame_that_is_gone_ends(common_chat: Chat, site: Site) -> None:
    site.page("<p>Second</p>", "/second")
    site.page("<p>First</p><a href=/second>Go</a>", "/first")
    await do(common_chat, "navigate", url=site.page("<p>Top</p><iframe src=/first></iframe>", "/top"), wait_until="load")
    await do(common_chat, "click", ref=(await read(common_chat))["Go"])
    await evaluated(common_chat, "document.querySelector('iframe').remove()")
    assert (await do(common_chat, "back", timeout_ms=20_000))["url"].endswith("/top")


NESTED = """let inner = document
for (let depth = 0; depth < 320; depth++) inner = inner.documentElement.appendChild(inner.createElement('iframe')).contentDocument"""


@pytest.mark.long("browser/test_frames.py::test_many_frames_are_cut_and_the_answer_says_so")
async def test_frames_nested_deeper_than_chromium_lists_are_answered_as_known(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page(f"<button>Go</button><script>{NESTED}</script>"), wait_until="commit", timeout_ms=60_000)
    listed = await do(chat, "frames", timeout_ms=60_000)
    assert (listed["truncated"], [frame["depth"] for frame in listed["frames"]]) == (True, [0, 1, 2])


async def test_nothing_is_claimed_of_more_frames_than_are_compared(
    common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = "<button>Go</button>" + "<iframe srcdoc='<p>0</p>' width=40 height=20></iframe>" * 2
    await do(common_chat, "navigate", url=site.page(page), wait_until="load")
    await do(common_chat, "content")
    await do(common_chat, "click", selector="button")
    for most, claimed in ((2, True), (1, False)):
        monkeypatch.setattr(before, "MOST_FRAMES", most)
        receipt = (await do(common_chat, "click", selector="button"))["action"]
        assert (receipt.get("effect") == "none observed") is claimed, most


async def test_commands_go_to_the_frame_that_is_named_or_nowhere(nest: tuple[Chat, Site]) -> None:
    chat, _ = nest
    known = await frames(chat)
    call = {"method": "Runtime.evaluate", "params": {"expression": "document.title"}}
    assert (await do(chat, "cdp", **call))["result"]["result"]["value"] == "Top"
    assert (await do(chat, "cdp", **call, frame_id=known["other"]["frame_id"]))["result"]["result"]["value"] == "Other"
    answer = await refused(chat, "invalid_arguments", "cdp", **call, frame_id=known["same"]["frame_id"])
    assert answer["remedy"]["action"] == "evaluate"
    same = known["same"]["frame_id"]
    created = await do(chat, "cdp", method="Page.createIsolatedWorld", params={"frameId": same}, frame_id=same)
    assert created["result"]["executionContextId"] > 0


@pytest.mark.rows(3)
@pytest.mark.parametrize(
    "method",
    [
        "Browser.close",
        "Target.getTargets",
        "Page.navigate",
        "Page.crash",
        "DOM.setFileInputFiles",
        "Fetch.enable",
        "Storage.getCookies",
    ],
)
async def test_commands_that_reach_out_of_the_tab_are_refused(common_chat: Chat, site: Site, method: str) -> None:
    await do(common_chat, "navigate", url=site.page("<p>Here"))
    await refused(common_chat, "policy_denied", "cdp", method=method)


async def test_a_command_that_chromium_refuses_says_why(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page("<p>Here"))
    assert (
        "Invalid parameters" in (await refused(common_chat, "invalid_arguments", "cdp", method="Page.createIsolatedWorld"))["error"]
    )


async def test_a_long_answer_of_the_protocol_is_cut(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page("<p>Here"))
    answer = await do(common_chat, "cdp", method="Runtime.evaluate", params={"expression": "'x'.repeat(50000)"})
    assert answer["result"].endswith("more characters)")
