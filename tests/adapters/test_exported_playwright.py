"""A session as a program of Playwright alone: it does to the site what the session did."""

import asyncio
import sys
from pathlib import Path

import pytest

from refbrowser import Browser, Settings
from refbrowser.browser.launch.executables import find
from refbrowser.replay.export import exported
from tests.support.calls import do, opened, read
from tests.support.journals import recorded
from tests.support.server import Site

NOTE = "<script>const note = text => fetch('/note?text=' + text)</script>"
PAGE = (
    NOTE
    + """<title>Main</title><div contenteditable aria-label=Rich oninput="this.textContent.length == 3 && note('rich')"></div>
<button onclick="note(confirm('Sure?'))">Ask</button><a href=/popup target=_blank>Pop</a><iframe src=/frame></iframe>
<select multiple aria-label=Many onchange="this.selectedOptions.length == 2 && note('many')"><option>x<option>y</select>"""
)
NOTED = ["rich", "many", "false", "inner", "popup"]


def notes(site: Site) -> list[str]:
    return [request.argument("text", "") for request in site.requests if request.path == "/note"]


@pytest.mark.long("unit/test_playwright_export.py::test_a_call_is_what_playwright_does_for_it")
async def test_tabs_frames_dialogs_and_fields_are_those_of_the_session(
    tmp_path: Path, marker: str, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.page(NOTE + "<button onclick=\"note('inner')\">Inner</button>", "/frame")
    site.page(NOTE + "<title>Popup</title><button onclick=\"note('popup')\">Far</button>", "/popup")
    async with Browser(Settings(home=tmp_path / "home")) as browser:
        chat = browser.chat("again")
        numbers = await opened(chat, site.page(PAGE, "/main"))
        await do(chat, "type", ref=numbers["Rich"], text="abc")
        await do(chat, "select_option", ref=numbers["Many"], values=["x", "y"])
        await do(chat, "click", ref=numbers["Ask"])
        await do(chat, "dialog", operation="dismiss")
        await do(chat, "click", ref=numbers["Inner"])
        await do(chat, "click", ref=numbers["Pop"])
        await do(chat, "click", ref=(await read(chat))["Far"])
        session = await recorded(chat)
    assert notes(site) == NOTED
    program = tmp_path / "again.py"
    program.write_text(exported(session, "playwright"))
    monkeypatch.setenv("CHROMIUM", str(find(None, headless_shell=True).path))
    done = await asyncio.create_subprocess_exec(sys.executable, program, stderr=asyncio.subprocess.PIPE)
    _, said = await done.communicate()
    assert done.returncode == 0, said.decode()
    assert notes(site) == NOTED * 2
