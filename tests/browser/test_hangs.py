"""What hangs, dies or floods takes nothing else with it: typed errors in time, control actions at once, other tabs as if nothing was."""

import asyncio
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Browser, Chat, Settings
from refbrowser.browser.tab import responsiveness
from tests.support import processes
from tests.support.calls import do, evaluated, opened, refused
from tests.support.server import Site
from tests.support.waiting import until, within

CONTROL_S = 1.0
"""Within this a control action answers, whatever the page does."""


async def timed(chat: Chat, action: str, **arguments: Any) -> Any:
    """The result of a control action, which must come at once."""
    return await within(CONTROL_S, lambda: do(chat, action, **arguments))


async def hung(chat: Chat, site: Site) -> None:
    """A tab whose page is in an endless loop, and another one."""
    await do(chat, "open", url=site.page("<title>Busy</title><p>Here"))
    await evaluated(
        chat,
        "setTimeout(() => { const request = new XMLHttpRequest(); request.open('GET', '/loops', false); request.send(); while (true); }, 0)",
    )
    await do(chat, "open", url=site.other("/echo"))
    await asyncio.to_thread(site.wait_for_request, "/loops")


async def kinds(chat: Chat) -> dict[str, int]:
    """Chromium's processes by kind."""
    session = chat.existing()
    assert session is not None
    assert session.context.browser is not None
    protocol = await session.context.browser.new_browser_cdp_session()
    found = (await protocol.send("SystemInfo.getProcessInfo"))["processInfo"]
    await protocol.detach()
    return {process["type"]: process["id"] for process in found}


async def download_failed(chat: Chat) -> None:
    """Waits for the end of the first download, which must be reported as a failure."""
    listing = await until(
        lambda: do(chat, "downloads"), lambda listing: listing["downloads"] and listing["downloads"][0]["state"] != "in_progress"
    )
    assert (listing["downloads"][0]["state"], bool(listing["downloads"][0]["error"])) == ("failed", True)


async def test_a_page_that_hangs_is_reported_and_its_tab_can_be_closed(
    isolated_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responsiveness, "PATIENCE_MS", 300)
    chat = isolated_chat
    await hung(chat, site)
    began = time.monotonic()
    answer = await refused(chat, "tab_hung", "content", browser_id=1, timeout_ms=300)
    assert time.monotonic() - began < 3
    assert (answer["retryable"], answer["remedy"]["action"]) == (True, "close")
    await timed(chat, "state", browser_id=1)
    assert await evaluated(chat, "1 + 1", browser_id=2) == 2
    listing = await timed(chat, "close", browser_id=1)
    assert [tab["browser_id"] for tab in listing["browsers"]] == [2]
    assert await evaluated(chat, "1 + 1") == 2


@pytest.mark.long("browser/test_hangs.py::test_a_page_that_hangs_is_reported_and_its_tab_can_be_closed")
async def test_every_call_for_a_page_that_hangs_ends_in_time_and_a_script_frees_the_page(
    isolated_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responsiveness, "PATIENCE_MS", 300)
    chat = isolated_chat
    await hung(chat, site)
    for action, arguments in (("click", {"selector": "p"}), ("wait", {"text": "never"}), ("content", {})):
        began = time.monotonic()
        answer = await refused(chat, "tab_hung", action, browser_id=1, timeout_ms=300, **arguments)
        assert time.monotonic() - began < 3
    assert (answer["retryable"], answer["remedy"]["action"]) == (True, "close")
    for action in ("list", "state", "console", "network", "set_active"):
        await timed(chat, action, **({} if action == "list" else {"browser_id": 1}))
    assert (await do(chat, "frames", browser_id=1))["unasked"] == "the page, or one of its frames, does not answer"
    assert await evaluated(chat, "1 + 1", browser_id=2) == 2
    await refused(chat, "script_timeout", "evaluate", browser_id=1, script="1", timeout_ms=500)
    assert await evaluated(chat, "document.title", browser_id=1) == "Busy"  # what keeps a page busy is ended for a script
    await evaluated(chat, "setTimeout(() => { while (true); }, 0)", browser_id=1)
    await refused(chat, "tab_hung", "navigate", browser_id=1, url=site.page("<p>Next"), timeout_ms=600)
    listing = await timed(chat, "close", browser_id=1)
    assert [tab["browser_id"] for tab in listing["browsers"]] == [2]
    assert await evaluated(chat, "1 + 1") == 2


@pytest.mark.long("browser/test_wait.py::test_a_condition_that_never_comes_true_is_refused_in_time_and_named")
async def test_a_press_that_was_sent_is_said_to_have_been_when_no_answer_comes(shared_chat: Chat, site: Site) -> None:
    """To repeat the call, as after a wait in vain, would order twice."""
    handler = "fetch('/ordered'); const end = Date.now() + 2000; while (Date.now() < end);"
    await do(shared_chat, "navigate", url=site.page(f'<button onclick="{handler}">Order</button>'))
    answer = await refused(shared_chat, "tab_hung", "click", selector="button", timeout_ms=1200)
    assert (answer["details"]["performed"], answer["retryable"]) == ("press", False)
    assert "The press had been sent to the page" in answer["error"]
    await asyncio.to_thread(site.wait_for_request, "/ordered")
    assert site.hits("/ordered") == 1
    answer = await refused(shared_chat, "timeout", "wait", text="never", timeout_ms=3000)
    assert ("performed" in answer["details"], answer["retryable"]) == (False, True)


async def test_waiting_in_vain_on_a_page_that_answers_is_no_hang(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Here"))
    await refused(chat, "timeout", "wait", text="never", timeout_ms=300)
    assert (await do(chat, "navigate", url=site.url("/hang?after=headers"), timeout_ms=800))["loading"] is True
    assert "Unfinished" in await do(chat, "content")
    await timed(chat, "close")


@pytest.mark.long("browser/test_crashes.py::test_a_crashed_page_says_so_and_a_reload_brings_it_back")
async def test_a_renderer_that_is_killed_fails_its_calls_and_comes_back_by_reload(tmp_path: Path, site: Site) -> None:
    async with Browser(Settings(home=tmp_path)) as browser:
        chat = browser.chat("c")
        await do(chat, "open", url=site.page("<title>Here</title>"))
        waiting = asyncio.ensure_future(chat.call({"action": "wait", "text": "never", "timeout_ms": 8000}))
        await do(chat, "state")
        os.kill((await kinds(chat))["renderer"], signal.SIGKILL)
        assert (await waiting)["code"] == "tab_crashed"
        assert (await timed(chat, "list"))["browsers"][0]["crashed"] is True
        assert (await do(chat, "reload"))["title"] == "Here"


@pytest.mark.long("browser/test_crashes.py::test_a_crashed_page_says_so_and_a_reload_brings_it_back")
@pytest.mark.parametrize("kind", ["GPU", "network.mojom.NetworkService"])
async def test_a_helper_process_that_is_killed_is_replaced(tmp_path: Path, site: Site, kind: str) -> None:
    async with Browser(Settings(home=tmp_path)) as browser:
        chat = browser.chat("c")
        await do(chat, "open", url=site.page("<button onclick='document.title = 1'>Go</button>"))
        os.kill((await kinds(chat))[kind], signal.SIGKILL)
        assert (await do(chat, "click", selector="button"))["state"]["title"] == "1"
        assert (await do(chat, "screenshot"))["width"] > 0
        # A request that was under way in the dead process fails, which is so of the next one too until its heir is up.
        await until(lambda: chat.call({"action": "navigate", "url": site.url("/echo")}), lambda answer: answer["ok"])


@pytest.mark.long("browser/test_crashes.py::test_a_crashed_page_says_so_and_a_reload_brings_it_back")
async def test_a_browser_that_is_frozen_fails_calls_in_time_and_goes_on_afterwards(tmp_path: Path, marker: str, site: Site) -> None:
    known = set(processes.browsers(marker))
    async with Browser(Settings(home=tmp_path)) as browser:
        chat = browser.chat("c")
        await do(chat, "open", url=site.page("<title>One</title>"))
        await do(chat, "open", url=site.page("<title>Two</title>"))
        (pid,) = set(processes.browsers(marker)) - known
        os.kill(pid, signal.SIGSTOP)
        try:
            await refused(chat, "timeout", "screenshot", timeout_ms=600)
            for action in ("list", "state", "console"):
                await timed(chat, action)
            assert [tab["browser_id"] for tab in (await do(chat, "close"))["browsers"]] == [1]
        finally:
            os.kill(pid, signal.SIGCONT)
        assert await evaluated(chat, "document.title") == "One"


@pytest.mark.long("browser/test_console.py::test_only_the_newest_are_kept_and_the_answer_counts_the_rest")
async def test_a_flood_of_messages_leaves_the_tab_usable(chat: Chat, site: Site) -> None:
    await opened(chat, site.page("<button onclick=\"for (let n = 0; n < 3000; n++) console.log('flood', n)\">Go</button>"))
    began = time.monotonic()
    await do(chat, "click", ref=1, timeout_ms=60_000)
    await do(chat, "state")
    assert time.monotonic() - began < 25  # one second on a machine that does nothing else
    answer = await until(lambda: do(chat, "console", limit=500), lambda answer: answer["messages"][-1]["text"] == "flood 2999")
    assert len(answer["messages"]) == 200


@pytest.mark.long("browser/test_effects_without_nodes.py::test_tabs_beyond_the_limit_are_reported_as_turned_away")
async def test_a_flood_of_popups_ends_at_the_limit_of_tabs(tmp_path: Path, site: Site) -> None:
    async with Browser(Settings(home=tmp_path, max_tabs=4)) as browser:
        chat = browser.chat("c")
        await opened(chat, site.page("<button onclick='for (let n = 0; n < 12; n++) window.open(\"about:blank\")'>Go</button>"))
        await do(chat, "click", ref=1)
        listing = await until(lambda: do(chat, "list"), lambda listing: listing.get("turned_away") == 9)
        assert len(listing["browsers"]) == 4
        assert await evaluated(chat, "1 + 1", browser_id=1) == 2


@pytest.mark.long("browser/test_files_of_a_page.py::test_a_download_lies_in_the_chats_folder_with_its_checksum")
async def test_a_flood_of_downloads_leaves_the_tab_usable(chat: Chat, site: Site) -> None:
    page = """<button>Go</button><script>document.querySelector('button').onclick = () => { for (let n = 0; n < 30; n++) {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob(['x'])); link.download = `f${n}.txt`; link.click() } }</script>"""
    await opened(chat, site.page(page))
    await do(chat, "click", ref=1)
    await until(
        lambda: do(chat, "downloads"),
        lambda listing: len([one for one in listing["downloads"] if one["state"] != "in_progress"]) >= 5,
    )
    assert await evaluated(chat, "1 + 1") == 2


@pytest.mark.long("browser/test_tabs.py::test_close_answers_what_list_answers_and_close_all_keeps_cookies_unless_it_wipes")
async def test_many_tabs_opened_and_closed_leave_nothing_behind(chat: Chat, site: Site) -> None:
    url = site.page("<title>Here</title>")
    await do(chat, "open", url=url)
    tasks = len(asyncio.all_tasks())
    for _ in range(2):
        answers = await do(chat, "multi", calls=[{"action": "open", "url": url} for _ in range(10)])
        assert all(answer["ok"] for answer in answers)
        await do(chat, "multi", calls=[{"action": "close", "browser_id": answer["result"]["browser_id"]} for answer in answers])
    assert [tab["browser_id"] for tab in (await do(chat, "list"))["browsers"]] == [1]
    await until(lambda: len(asyncio.all_tasks()) <= tasks)


@pytest.fixture
def small_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file system with room for next to nothing, also for what the driver keeps."""
    monkeypatch.delenv("NODE_COMPILE_CACHE")
    place = tmp_path / "disk"
    place.mkdir()
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)], check=False).returncode:
        pytest.skip("needs the right to mount")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


@pytest.mark.long("browser/test_bad_files.py::test_what_a_full_disk_does_not_take_is_unwritable_and_browsing_goes_on")
async def test_a_full_disk_is_said_and_browsing_goes_on(small_disk: Path, site: Site) -> None:
    (small_disk / "filler").write_bytes(b"x" * (shutil.disk_usage(small_disk).free))
    async with Browser(Settings(home=small_disk)) as browser:
        chat = browser.chat("c")
        await opened(chat, site.page(f"<a href='{site.url('/download?name=a.bin&size=100000')}'>Get</a><p>Here"))
        for action, arguments in (("screenshot", {}), ("pdf", {}), ("network", {"path": "a.har"})):
            assert "No space left" in (await refused(chat, "file_unwritable", action, **arguments))["error"]
        await do(chat, "click", ref=1)
        await download_failed(chat)
        assert "Here" in await do(chat, "content")


@pytest.mark.long("browser/test_bad_files.py::test_what_a_full_disk_does_not_take_is_unwritable_and_browsing_goes_on")
async def test_a_profile_that_cannot_be_saved_keeps_nobody_from_browsing(
    small_disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, site: Site
) -> None:
    """The browser keeps its profile, and downloads until they are complete, in the system's folder for such files."""
    (small_disk / "filler").write_bytes(b"x" * (shutil.disk_usage(small_disk).free))
    monkeypatch.setenv("TMPDIR", str(small_disk))
    async with Browser(Settings(home=tmp_path / "home")) as browser:
        chat = browser.chat("c")
        await opened(chat, site.page(f"<a href='{site.url('/download?name=a.bin&size=100000')}'>Get</a><p>Here"))
        assert list(small_disk.glob("playwright_chromiumdev_profile-*")), "the profile is elsewhere"
        assert (
            await evaluated(chat, "document.cookie = 'who=ada'; localStorage.cart = 3; document.cookie + localStorage.cart")
            == "who=ada3"
        )
        await do(chat, "screenshot")
        await do(chat, "click", ref=1)
        await download_failed(chat)
        await do(chat, "reload")
        assert await evaluated(chat, "document.cookie + localStorage.cart") == "who=ada3"


@pytest.mark.long("browser/test_hangs.py::test_a_page_that_hangs_is_reported_and_its_tab_can_be_closed")
async def test_a_page_that_hangs_and_not_the_server_is_said_to_keep_a_navigation_back(chat: Chat, site: Site) -> None:
    await hung(chat, site)
    for call in ({"action": "navigate", "url": site.page("<p>Next")}, {"action": "content"}):
        await refused(chat, "tab_hung", **call, browser_id=1, timeout_ms=1500)
    await do(chat, "close", browser_id=1)
