"""Sessions replayed on redesigned sites: no input comes to a wrong control; and how scripts of Playwright's codegen fare there."""

from collections import Counter
from pathlib import Path

import pytest
from playwright.async_api import Browser as Chromium

from refbrowser import Browser
from tests.support.journals import recorded
from tests.support.redesign import Line, Tally, Used, listen, redesigned, replayed, run_script, serve, written
from tests.support.server import Site
from tests.support.sessions import SESSIONS

SEEDS = 20
"""Of each site; 220 in all."""


async def on_redesigns(
    browser: Browser, people: Chromium, site: Site, name: str, seeds: range, file: Path | None
) -> tuple[Tally, Tally]:
    """What became of the replays of a session and, with a ``file`` to upload, of its script."""
    maker = await people.new_page()
    url = serve(site, name, await redesigned(maker, name, 0))
    chat = browser.chat(f"record {name}")
    chat.folder.mkdir(parents=True, exist_ok=True)
    await SESSIONS[name].work(chat, url)
    session = await recorded(chat)
    await chat.close()
    rows, used = await replayed(browser, session)
    assert all(row.status == "same" for row in rows), rows
    right = Counter(one for step in used for one in step)
    replays, scripts = Tally(), Tally()
    lines: list[Line] = []
    if file is not None:
        context = await people.new_context()
        context.on("dialog", lambda dialog: dialog.accept())
        lines = await written(context, url, used, file)
        await context.close()
    for seed in seeds:
        serve(site, name, await redesigned(maker, name, seed))
        rows, used = await replayed(browser, session)
        replays.runs += 1
        replays.finished += all(row.now is not None for row in rows)
        replays.outcomes.update(row.status for row in rows)
        assert all(row.said for row in rows if row.status != "same"), rows
        replays.wrong += [f"{name} {seed}: {one}" for one in Counter(one for step in used for one in step) - right]
        if file is not None:
            heard: list[Used] = []
            context = await people.new_context()
            context.on("dialog", lambda dialog: dialog.accept())
            listen(context, heard.append)
            await run_script(context, url, lines, file, scripts)
            await context.close()
            scripts.wrong += [f"{name} {seed}: {one}" for one in Counter(heard) - right]
    await maker.context.close()
    return replays, scripts


@pytest.mark.long("unit/test_matching.py::test_none_is_found_where_it_would_be_a_guess")
@pytest.mark.parametrize("name", ["form"])
async def test_a_redesign_leads_to_no_wrong_control(own_browser: Browser, people: Chromium, site: Site, name: str) -> None:
    tally, _ = await on_redesigns(own_browser, people, site, name, range(1, 3), None)
    assert tally.wrong == []
    assert tally.outcomes["healed"]


@pytest.mark.long("unit/test_matching.py::test_none_is_found_where_it_would_be_a_guess")
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", SESSIONS)
async def test_over_many_redesigns_no_input_comes_to_a_wrong_control(
    own_browser: Browser, people: Chromium, site: Site, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file := tmp_path / "note.txt").write_text("note")
    replays, scripts = await on_redesigns(own_browser, people, site, name, range(1, SEEDS + 1), file)
    counts = (replays.finished, replays.outcomes["healed"], replays.outcomes["diverged"], len(replays.wrong))
    with capsys.disabled():
        print("\n|", " | ".join(map(str, (name, replays.runs, *counts, scripts.finished, len(scripts.wrong)))), "|")
    assert replays.wrong == []
