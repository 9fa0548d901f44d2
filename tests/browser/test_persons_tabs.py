"""While refbrowser is connected to a person's browser, the person's own tabs are as they were: dialogs, downloads, focus."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Browser, Settings
from refbrowser.browser.launch import running
from refbrowser.browser.launch.running import stored_in
from tests.support.calls import do, evaluated
from tests.support.person import person
from tests.support.remote import RemoteChromium, remote_chromium
from tests.support.server import Site
from tests.support.waiting import until

PAGE = """<title>Mine</title><a id=file download=mine.txt href='data:text/plain,mine'>Save</a>
<script>onbeforeunload = event => event.preventDefault()</script>"""


@pytest.fixture
def remote(tmp_path: Path) -> Any:
    with remote_chromium(tmp_path / "profile") as chromium:
        yield chromium


async def test_the_tabs_of_the_person_stay_as_they_were(remote: RemoteChromium, tmp_path: Path, site: Site) -> None:
    folder = tmp_path / "downloads"
    async with person(remote, site.page(PAGE, "/mine")) as own:
        await own.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
        looks = (
            "[document.visibilityState, document.hasFocus(), matchMedia('(prefers-color-scheme: dark)').matches, innerWidth].join()"
        )
        before = await own.value(looks)
        async with Browser(Settings(home=tmp_path / "home", connect=remote.http)) as browser:
            chat = browser.chat("c")
            await do(chat, "open", url=site.page("<title>Ours</title>", "/ours"))
            assert await own.value(looks) == before
            for question, answer in (("confirm('Sure?')", True), ("confirm('Really?')", False)):
                own.opened.clear()
                await own.value(f"void setTimeout(() => {{ document.title = {question} }})")
                async with asyncio.timeout(30):
                    await own.opened.wait()
                # Whatever the connection does to a dialog, it has done by the end of a call.
                await do(chat, "evaluate", script="1")
                assert "error" not in await own.send("Page.handleJavaScriptDialog", accept=answer)
                assert await own.value("document.title") == str(answer).lower()
            await own.value("file.click()")
            await until(lambda: (folder / "mine.txt").is_file())
        assert await own.value(looks) == before
        assert (folder / "mine.txt").read_text() == "mine"


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "busy", ["alert('Mine?')", "for (const end = Date.now() + 20_000; Date.now() < end;);"], ids=["dialog", "script"]
)
async def test_a_tab_of_the_person_that_does_not_answer_is_in_nobodys_way(
    busy: str, remote: RemoteChromium, tmp_path: Path, site: Site
) -> None:
    """Also for cookies and storage, which a page of the origin is asked for."""
    mine = site.page("<title>Mine</title>", "/mine")
    async with person(remote, mine) as own:
        await own.value("localStorage.mine = '7'; document.cookie = 'mine=8'")
        await own.value(f"void setTimeout(() => {{ {busy}; document.title = 'answered' }}, 10)")
        if "alert" in busy:
            async with asyncio.timeout(30):
                await own.opened.wait()
        async with Browser(Settings(home=tmp_path / "home", connect=remote.http)) as browser:
            chat = browser.chat("c")
            async with asyncio.timeout(30):
                await do(chat, "open", url=site.page("<title>Ours</title>", "/ours"))
                found = await stored_in(remote.ws, Settings(home=tmp_path / "home"))
            assert [tab["title"] for tab in (await do(chat, "list"))["browsers"]] == ["Ours"]
        assert [cookie["value"] for cookie in found["cookies"]] == ["8"]
        assert [entry["localStorage"] for entry in found["origins"]] == [[{"name": "mine", "value": "7"}]]
        if "alert" in busy:
            assert "error" not in await own.send("Page.handleJavaScriptDialog", accept=True)
        else:
            await own.send("Runtime.terminateExecution")


async def test_tabs_that_the_person_opens_later_run_and_popups_of_ours_are_ours(
    remote: RemoteChromium, tmp_path: Path, site: Site
) -> None:
    popup = site.page("<title>Popup</title>", "/popup")
    page = site.page(f"<title>Ours</title><a target=_blank href={popup}>Open</a>", "/ours")
    async with Browser(Settings(home=tmp_path / "home", connect=remote.http)) as browser:
        chat = browser.chat("c")
        await do(chat, "open", url=page)
        async with person(remote, site.page("<title>Mine</title>", "/mine")) as own:
            assert await own.value("document.title") == "Mine"
            site.route("/worker.js", "addEventListener('fetch', () => {})")
            await own.value("void navigator.serviceWorker.register('/worker.js').then(made => { state = made })")
            await until(lambda: own.value("globalThis.state?.active?.state"), lambda state: state == "activated")
            await own.value(f"void (opened = open({popup!r}))")
            await until(lambda: own.value("opened.document.title"), lambda title: title == "Popup")
            clicked = await do(chat, "click", selector="a")
            assert clicked["action"]["opened_browser_ids"] == [2]
            assert len((await do(chat, "list"))["browsers"]) == 2


PICTURE = """(async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 3, height: 2 });
  const blob = await new Promise(done => canvas.toBlob(done));
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
})()"""
HELD = """(async () => {
  const [item] = await navigator.clipboard.read();
  const { width, height } = await createImageBitmap(await item.getType('image/png'));
  return `${item.types} ${width} × ${height}`;
})()"""


async def test_a_picture_that_the_person_copied_can_still_be_pasted(
    remote: RemoteChromium, tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a browser that wrote no port down, and is found on the usual one."""
    monkeypatch.setattr(running, "user_data_folders", list)
    monkeypatch.setattr(running, "_USUAL_PORT", remote.port)
    async with person(remote, site.page("<title>Mine</title>", "/mine")) as own:
        await own.send("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        await own.send("Emulation.setFocusEmulationEnabled", enabled=True)
        await own.value(PICTURE, awaited=True)
        assert await own.value(HELD, awaited=True) == "image/png 3 × 2"
        async with Browser(Settings(home=tmp_path / "home", connect=running.AUTO)) as browser:
            chat = browser.chat("c")
            await do(chat, "open", url=site.page("<input value=Ours>", "/ours"))
            await do(chat, "click", selector="input", click_count=3)
            await do(chat, "key_chord", keys=["Control", "c"])
            assert await own.value(HELD, awaited=True) == "image/png 3 × 2"
            await do(chat, "key_chord", keys=["Control", "v"])
            await do(chat, "key_chord", keys=["Control", "v"])
            assert await evaluated(chat, "document.querySelector('input').value") == "OursOurs"
