"""A Chromium that cannot be started, or ends while it is needed: typed, in time, and the next open starts another."""

import asyncio
import os
import signal
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from refbrowser import Browser, Settings
from refbrowser.browser.browser_process import BrowserProcess
from refbrowser.browser.launch import launcher
from tests.support import processes
from tests.support.calls import do, failure, opened, refused
from tests.support.server import Site
from tests.support.waiting import until


def program(folder: Path, text: str) -> str:
    """An executable shell script."""
    path = folder / "program"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.long("browser/test_launch_failures.py::test_a_program_that_dies_at_launch_is_reported_with_what_it_printed")
@pytest.mark.parametrize("path", ["missing/chromium", ".", "plain.txt"])
async def test_a_configured_chromium_that_cannot_be_run_is_named(tmp_path: Path, path: str) -> None:
    (tmp_path / "plain.txt").write_text("no program")
    async with Browser(Settings(home=tmp_path, executable_path=str(tmp_path / path))) as browser:
        chat = browser.chat("c")
        for _ in range(2):
            answer = await refused(chat, "launch_failed", "open")
            assert answer["details"]["executable_path"] == str(tmp_path / path)
            assert answer["remedy"]["hint"]
        assert await do(chat, "list") == {"browsers": [], "last_interacted_browser_id": None}
        after = await refused(chat, "no_tab", "content")
        assert answer["error"] in after["error"], "why there is no tab is repeated"
        assert answer["error"] not in (await refused(browser.chat("another"), "no_tab", "content"))["error"]


async def test_a_program_that_dies_at_launch_is_reported_with_what_it_printed(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, executable_path=program(tmp_path, "echo there is no display >&2; exit 3"))
    async with Browser(settings) as browser:
        began = time.monotonic()
        answer = await refused(browser.chat("c"), "launch_failed", "open")
        assert time.monotonic() - began < 10
        assert "there is no display" in answer["details"]["output"]
        assert answer["remedy"]["command"]


@pytest.mark.long("browser/test_launch_failures.py::test_a_driver_that_does_not_start_is_reported_with_the_package_that_it_lacks")
async def test_debians_chromium_without_its_sandbox_is_reported_with_the_package(tmp_path: Path) -> None:
    said = "No usable sandbox! If this is a Debian system, please install the chromium-sandbox package to solve this problem."
    settings = Settings(home=tmp_path, sandbox=True, executable_path=program(tmp_path, f"echo '{said}' >&2; exit 1"))
    for package in ("sudo apt-get install -y chromium-sandbox", "REFBROWSER_SANDBOX=0"):
        async with Browser(settings) as browser:
            answer = await refused(browser.chat("c"), "launch_failed", "open")
        assert answer["remedy"]["command"] == package
        (tmp_path / "chrome-sandbox").touch()


@pytest.mark.long("browser/test_launch_failures.py::test_a_program_that_dies_at_launch_is_reported_with_what_it_printed")
async def test_a_sandbox_that_apparmor_forbids_is_reported_with_what_allows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    restriction = tmp_path / "restriction"
    restriction.write_text("1\n", encoding="ascii")
    monkeypatch.setattr(launcher, "APPARMOR", restriction)
    said = "No usable sandbox! If you are running on Ubuntu 23.10+ or another Linux distro that has disabled user namespaces, see …"
    settings = Settings(home=tmp_path, sandbox=True, executable_path=program(tmp_path, f"echo '{said}' >&2; exit 1"))
    for value, command in (("1", "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"), ("0", "REFBROWSER_SANDBOX=0")):
        restriction.write_text(value, encoding="ascii")
        async with Browser(settings) as browser:
            answer = await refused(browser.chat("c"), "launch_failed", "open")
        assert answer["remedy"]["command"] == command
        assert ("AppArmor" in answer["error"]) is (value == "1")


async def test_a_driver_that_does_not_start_is_reported_with_the_package_that_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory"
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", program(tmp_path, f'echo "$0: {said}" >&2; exit 127'))
    async with Browser(Settings(home=tmp_path)) as browser:
        answer = await refused(browser.chat("c"), "launch_failed", "open")
    assert "libatomic.so.1" in answer["error"]
    assert answer["remedy"]["command"] == "sudo apt-get install -y libatomic1"


async def test_a_program_that_never_answers_holds_a_call_no_longer_than_its_deadline(tmp_path: Path, marker: str) -> None:
    executable = program(tmp_path, "exec sleep 300")
    async with Browser(Settings(home=tmp_path, executable_path=executable)) as browser:
        began = time.monotonic()
        answer = await refused(browser.chat("c"), "timeout", "open", timeout_ms=300)
        assert time.monotonic() - began < 3
        assert "browser to start" in answer["error"]
        closing = time.monotonic()
    assert time.monotonic() - closing < 5
    left = processes.marked(marker, "sleep 300")
    assert not left


@pytest.mark.long("browser/test_launch_failures.py::test_a_browser_that_is_killed_fails_the_call_and_the_next_open_starts_another")
async def test_a_launch_that_failed_is_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "program"
    async with Browser(Settings(home=tmp_path, executable_path=str(path))) as browser:
        chat = browser.chat("c")
        await refused(chat, "launch_failed", "open")
        from refbrowser.browser.launch.executables import find

        program(tmp_path, f'exec "{find().path}" "$@"')
        assert (await do(chat, "open"))["browser_id"] == 1


async def test_a_browser_that_is_killed_fails_the_call_and_the_next_open_starts_another(
    tmp_path: Path, marker: str, site: Site
) -> None:
    known = set(processes.browsers(marker))
    async with Browser(Settings(home=tmp_path, restore_tabs=False)) as browser:
        chat, other = browser.chat("c"), browser.chat("d")
        url = site.page("<button>Go</button>")
        number = (await opened(chat, url))["Go"]
        await do(other, "open", url=url)
        (pid,) = set(processes.browsers(marker)) - known
        waiting = asyncio.ensure_future(chat.call({"action": "wait", "text": "never", "timeout_ms": 20_000}))
        navigating = asyncio.ensure_future(other.call({"action": "navigate", "url": site.url("/hang"), "timeout_ms": 20_000}))
        await asyncio.to_thread(site.wait_for_request, "/hang")
        os.kill(pid, signal.SIGKILL)
        killed = time.monotonic()
        for call in (waiting, navigating):
            answer = failure(await call, "browser_crashed")
            assert answer["retryable"] is True
        assert time.monotonic() - killed < 3
        assert await do(chat, "list") == {"browsers": [], "last_interacted_browser_id": None}

        fresh = await opened(chat, url)
        assert fresh["Go"] > number
        assert (await do(chat, "state"))["browser_id"] == 2
        await refused(chat, "tab_closed", "state", browser_id=1)
        await refused(chat, "ref_stale", "click", ref=number)
        assert (await do(other, "open", url=url))["browser_id"] == 2
        assert len(set(processes.browsers(marker)) - known) == 1
    assert set(processes.browsers(marker)) == known


@pytest.mark.long("browser/test_launch_failures.py::test_a_browser_that_is_killed_fails_the_call_and_the_next_open_starts_another")
async def test_a_browser_that_is_asked_to_end_closes_its_pages_first(tmp_path: Path, marker: str) -> None:
    """And answers for a moment: the calls say that the browser ended, and not that a tab was closed."""
    known = set(processes.browsers(marker))
    async with Browser(Settings(home=tmp_path)) as browser:
        chat = browser.chat("c")
        for _ in range(10):
            await do(chat, "open")
            await do(chat, "open")
            tabs = [tab["browser_id"] for tab in (await do(chat, "list"))["browsers"]]
            never = {"action": "wait", "text": "never", "timeout_ms": 20_000}
            waiting = [asyncio.ensure_future(chat.call({**never, "browser_id": tab})) for tab in tabs[-4:]]
            session = chat.existing()
            assert session is not None
            await until(lambda: all(session.tab(tab).operations.running for tab in tabs[-4:]))  # noqa: B023
            for pid in set(processes.browsers(marker)) - known:
                os.kill(pid, signal.SIGTERM)
            assert {answer.get("code") for answer in await asyncio.gather(*waiting)} == {"browser_crashed"}


@pytest.mark.long(
    "browser/test_loops.py::test_first_calls_at_once_share_the_launch_of_a_browser_that_has_nothing_in_common_with_another"
)
async def test_calls_after_a_crash_start_one_browser_between_them(tmp_path: Path, marker: str, site: Site) -> None:
    known = set(processes.browsers(marker))
    async with Browser(Settings(home=tmp_path)) as browser:
        chats = [browser.chat(f"c{index}") for index in range(3)]
        await do(chats[0], "open")
        (pid,) = set(processes.browsers(marker)) - known
        os.kill(pid, signal.SIGKILL)
        answers = await asyncio.gather(*(chat.call({"action": "open", "url": site.page("<p>Here")}) for chat in chats))
        codes = [answer.get("code") for answer in answers]
        # A call that was already under way when the process died says so; it is retryable.
        assert set(codes) <= {None, "browser_crashed"}
        for chat in chats:
            await do(chat, "open")
        assert len(set(processes.browsers(marker)) - known) == 1


async def killed_and_slow_to_clear_away(
    browser: Browser, marker: str, known: set[int], monkeypatch: pytest.MonkeyPatch
) -> tuple[asyncio.Event, asyncio.Event]:
    """Kills the browser, once it has begun to answer. What is left of it is cleared away as long as the second event has not come;
    the first comes when that begins."""
    begun, let_end = asyncio.Event(), asyncio.Event()
    stop = BrowserProcess.stop

    async def slowly(process: BrowserProcess) -> None:
        begun.set()
        await let_end.wait()
        await stop(process)

    await do(browser.chat("c"), "open")
    (pid,) = set(processes.browsers(marker)) - known
    monkeypatch.setattr(BrowserProcess, "stop", slowly)
    os.kill(pid, signal.SIGKILL)
    await until(lambda: browser.running is None)
    return begun, let_end


@pytest.mark.long("browser/test_launch_failures.py::test_a_browser_that_is_killed_fails_the_call_and_the_next_open_starts_another")
async def test_a_caller_that_clears_a_dead_browser_uses_the_one_that_another_call_started(
    tmp_path: Path, marker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = set(processes.browsers(marker))
    async with Browser(Settings(home=tmp_path)) as browser:
        begun, let_end = await killed_and_slow_to_clear_away(browser, marker, known, monkeypatch)
        clearing = asyncio.ensure_future(browser.chat("c").call({"action": "open"}))
        await begun.wait()
        await do(browser.chat("d"), "open")
        let_end.set()
        assert (await clearing)["ok"] is True
        assert len(set(processes.browsers(marker)) - known) == 1
    assert set(processes.browsers(marker)) == known


@pytest.mark.parametrize("ending", ["cancelled", "closed"])
@pytest.mark.long("browser/test_launch_failures.py::test_a_browser_that_is_killed_fails_the_call_and_the_next_open_starts_another")
async def test_a_dead_browser_is_cleared_away_also_when_nobody_waits_for_it_any_more(
    tmp_path: Path, marker: str, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    known = set(processes.browsers(marker))
    async with AsyncExitStack() as stack:
        browser = await stack.enter_async_context(Browser(Settings(home=tmp_path)))
        begun, let_end = await killed_and_slow_to_clear_away(browser, marker, known, monkeypatch)
        clearing = asyncio.ensure_future(browser.chat("c").call({"action": "open"}))
        await begun.wait()
        if ending == "cancelled":
            clearing.cancel()
        closing = asyncio.ensure_future(stack.aclose())
        early, _ = await asyncio.wait({closing}, timeout=0.05)
        assert not early, "it is still being cleared away"
        let_end.set()
        await closing
        if ending == "closed":
            failure(await clearing, "browser_closed")
    assert set(processes.browsers(marker)) == known
    assert not list((tmp_path / "run").glob("*.json")), "nothing is left to be ended"
