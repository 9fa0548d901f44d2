"""Processes of Chromium that end while it runs: calls say so in their types, and the next ones work."""

from pathlib import Path
from typing import Any

import pytest

from refbrowser import Browser, Settings
from tests.support import processes
from tests.support.calls import do, evaluated
from tests.support.chromium import kill, parts
from tests.support.server import Site
from tests.support.waiting import until

EXPECTED = {"browser_crashed", "tab_crashed"}
MOST_CALLS = 5


@pytest.mark.long("browser/test_crashes.py::test_a_page_that_crashes_during_a_call_fails_the_call")
@pytest.mark.parametrize("part", ["renderer", "browser", "zygote", "gpu-process", "network", "driver"])
async def test_after_the_death_of_a_process_the_next_calls_work(part: str, tmp_path: Path, marker: str, site: Site) -> None:
    known = set(processes.browsers(marker))
    url = site.page("<title>Here</title><p>Text")
    async with Browser(Settings(home=tmp_path)) as browser:
        chat = browser.chat("c")
        await do(chat, "open", url=url)
        first = browser.running
        assert first is not None
        await until(lambda: first.watched)
        kill(parts(marker, known)[part])
        answers: list[dict[str, Any]] = []
        while not answers or (not answers[-1]["ok"] and len(answers) < MOST_CALLS):
            answers.append(await chat.call({"action": "open", "url": url, "timeout_ms": 15_000}))
        assert {answer["code"] for answer in answers if not answer["ok"]} <= EXPECTED
        assert answers[-1]["ok"], answers
        assert await evaluated(chat, "document.title") == "Here"
        # Chromium replaces all but these three by itself.
        assert (browser.running is first) == (part not in ("zygote", "driver", "browser"))


@pytest.mark.long("browser/test_launch_failures.py::test_a_browser_that_is_killed_fails_the_call_and_the_next_open_starts_another")
async def test_what_was_restored_after_the_zygote_ended_says_why(tmp_path: Path, marker: str, site: Site) -> None:
    known = set(processes.browsers(marker))
    url = site.page("<title>Here</title>")
    async with Browser(Settings(home=tmp_path)) as browser:
        chat = browser.chat("c")
        await do(chat, "open", url=url)
        first = browser.running
        assert first is not None
        await until(lambda: first.watched)
        kill(parts(marker, known)["zygote"])
        await until(lambda: browser.running is None)
        listing = await do(chat, "list")
        assert [tab["url"] for tab in listing["browsers"]] == [url]
        assert "zygote" in listing["restored"]["because"]


@pytest.mark.long("browser/test_launch_failures.py::test_a_browser_that_is_killed_fails_the_call_and_the_next_open_starts_another")
async def test_processes_are_watched_also_when_no_record_of_them_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "run").symlink_to("/proc")  # a folder that takes no file
    async with Browser(Settings(home=tmp_path)) as browser:
        await do(browser.chat("c"), "open")
        running = browser.running
        assert running is not None
        await until(lambda: running.watched)
