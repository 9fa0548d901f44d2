"""Flows on redesigned sites: done, healed or stopped with the reason, no input to a wrong control and no wrong output; and how scripts
of Playwright's codegen fare there."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser as Chromium
from playwright.async_api import BrowserContext

from refbrowser import Browser
from tests.support.calls import do
from tests.support.redesign import Line, Tally, Used, listen, redesigned, run_script, serve, written
from tests.support.server import Site
from tests.support.sessions import SESSIONS

SEEDS = 20
"""Of each site; 220 in all."""

READ = {
    "shop": "In the", "form": "Sent", "frames": "Applied", "shadow": "Rated", "dialogs": "Deleted", "popups": "Approved",
    "uploads": "Sent", "rows": "Invited", "virtual": "Picked",
}  # fmt: skip
"""What each session looks for in the end: an output of its flow."""


async def ran(browser: Browser, name: str) -> tuple[dict[str, Any], list[Used]]:
    """The envelope of a run of the flow, and what the controls of its site got."""
    chat, used = browser.chat("redesigned"), list[Used]()
    await do(chat, "open")
    session = chat.existing()
    assert session is not None
    listen(session.context, used.append)
    answer = await chat.call({"action": "flow", "name": name})
    await chat.close()
    return answer, used


async def on_redesigns(browser: Browser, people: Chromium, site: Site, name: str, seeds: range, file: Path) -> tuple[Tally, Tally]:
    """What became of the runs of the flow that is made of a session, and of its script, which uploads ``file``."""
    maker = await people.new_page()
    url = serve(site, name, await redesigned(maker, name, 0))
    chat = browser.chat(f"record {name}")
    chat.folder.mkdir(parents=True, exist_ok=True)
    await SESSIONS[name].work(chat, url)
    if name in READ:
        tabs = (await do(chat, "list"))["browsers"]
        await do(chat, "find", text=READ[name], browser_id=tabs[-1]["browser_id"])
    saved = await do(chat, "flow", operation="save", name=name)
    assert saved["proved"], saved
    await chat.close()
    path = Path(saved["path"])
    # Quick to say that an element is not there: nothing on these sites comes late.
    path.write_text(
        re.sub(r"(?m)^  - action: ", "  - wait_ms: 600\n    action: ", path.read_text()).replace(
            "expect: {", "expect: {within_ms: 2000, "
        )
    )
    answer, used = await ran(browser, name)
    assert answer["ok"], answer
    right, outputs, tally, scripts = Counter(used), answer["result"]["outputs"], Tally(), Tally()
    assert bool(outputs) == (name in READ), outputs
    context = await _context(people)
    lines: list[Line] = await written(context, url, [used], file)
    await context.close()
    for seed in seeds:
        serve(site, name, await redesigned(maker, name, seed))
        answer, used = await ran(browser, name)
        tally.runs += 1
        tally.finished += answer["ok"]
        if answer["ok"]:
            tally.outcomes["healed" if answer["result"]["healed"] else "done"] += 1
            if answer["result"]["outputs"] != outputs:
                tally.wrong.append(f"{name} {seed}: {answer['result']['outputs']} in place of {outputs}")
        else:
            assert answer["code"] == "flow_stopped", answer
            assert answer["details"]["differs"], answer
            tally.outcomes[f"stopped: {answer['details']['reason']}"] += 1
        tally.wrong += [f"{name} {seed}: {one}" for one in Counter(used) - right]
        heard: list[Used] = []
        context = await _context(people)
        listen(context, heard.append)
        await run_script(context, url, lines, file, scripts)
        await context.close()
        scripts.wrong += [f"{name} {seed}: {one}" for one in Counter(heard) - right]
    await maker.context.close()
    return tally, scripts


async def _context(people: Chromium) -> BrowserContext:
    context = await people.new_context()
    context.on("dialog", lambda dialog: dialog.accept())
    return context


@pytest.mark.long("browser/test_flows.py::test_a_page_that_is_not_as_the_flow_says_stops_it")
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", SESSIONS)
async def test_over_many_redesigns_a_flow_gives_no_input_to_a_wrong_control(
    own_browser: Browser, people: Chromium, site: Site, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file := tmp_path / "note.txt").write_text("note")
    tally, scripts = await on_redesigns(own_browser, people, site, name, range(1, SEEDS + 1), file)
    counts = (tally.runs, tally.finished, dict(tally.outcomes), len(tally.wrong), scripts.finished, len(scripts.wrong))
    with capsys.disabled():
        print("\n|", " | ".join(map(str, (name, *counts))), "|", *scripts.wrong[:3])
    assert tally.wrong == []
