"""Videos of a tab: files that a browser plays, with what the page showed when, within bounds."""

import asyncio
import re
import stat
from pathlib import Path

import pytest

from refbrowser import Browser, Chat
from refbrowser.browser.imaging import recording
from refbrowser.masking import Masker
from tests.support.calls import do, evaluated, refused
from tests.support.full_disk import files_of_at_most
from tests.support.server import Site
from tests.support.tabs import crash
from tests.support.video import played
from tests.support.waiting import until

RED = "<title>Red</title><style>body {margin: 0; background: #f00}</style><button onclick=\"document.body.style.background='#00f'\">Blue</button>"


async def test_a_player_shows_the_page_as_it_was_at_the_beginning_and_at_the_end(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page(RED))
    began = await do(chat, "record", operation="start")
    file = Path(began["path"])
    assert (began["mime"], file.suffix, file.parent.parent) == ("video/webm", ".webm", chat.folder)
    assert not file.exists()
    await do(chat, "click", selector="text=Blue")
    ended = await do(chat, "record", operation="stop")
    assert (ended["path"], ended["mime"], ended["width"], ended["height"]) == (str(file), "video/webm", 1280, 720)
    assert ended["size"] == file.stat().st_size
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in file.parent.iterdir()] == [file.name]
    seen = await played(chat, site, file)
    assert seen["shown"] == ["100", "001"]
    assert (seen["width"], seen["height"]) == (1280, 720)
    assert seen["duration"] * 1000 == pytest.approx(ended["duration_ms"], abs=2)


@pytest.mark.long("browser/test_record.py::test_a_player_shows_the_page_as_it_was_at_the_beginning_and_at_the_end")
async def test_its_last_picture_is_that_of_its_end(chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    # As on a busy machine, no picture comes before the end.
    monkeypatch.setattr(recording.Recording, "_deliver", lambda *_: None)
    await do(chat, "open", url=site.page(RED))
    file = Path((await do(chat, "record", operation="start"))["path"])
    await do(chat, "click", selector="text=Blue")
    ended = await do(chat, "record", operation="stop")
    assert "end_missing" not in ended
    seen = await played(chat, site, file)
    assert seen["shown"] == ["100", "001"]
    assert seen["duration"] * 1000 == pytest.approx(ended["duration_ms"], abs=2)


@pytest.mark.long("browser/test_record.py::test_a_player_shows_the_page_as_it_was_at_the_beginning_and_at_the_end")
async def test_a_page_that_gives_no_last_picture_is_named(chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "LAST_PICTURE_MS", 500)
    await do(chat, "open", url=site.page("<p>Here"))
    await do(chat, "record", operation="start")
    held = "const held = new XMLHttpRequest; held.open('GET', '/hang', false); held.send()"
    await do(chat, "evaluate", script=f"setTimeout(() => {{ {held} }}, 50); 1")
    await asyncio.to_thread(site.wait_for_request, "/hang")
    ended = await do(chat, "record", operation="stop")
    site.release()
    assert ended["end_missing"] == "the page gave no picture within 0.5 s"
    assert Path(ended["path"]).exists()


async def test_what_runs_twice_or_not_at_all_is_refused(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(RED))
    none = await refused(shared_chat, "not_recording", "record", operation="stop")
    assert none["remedy"] == {"action": "record", "browser_id": 1, "operation": "start"}
    both = await asyncio.gather(*(shared_chat.call({"action": "record", "operation": "start"}) for _ in range(2)))
    assert sorted(answer.get("code", "") for answer in both) == ["", "recording"]
    await do(shared_chat, "record", operation="stop")
    await refused(shared_chat, "not_recording", "record", operation="stop")
    again = await do(shared_chat, "record", operation="start")
    assert (await do(shared_chat, "record", operation="stop"))["path"] == again["path"]


@pytest.mark.long("browser/test_record.py::test_a_player_shows_the_page_as_it_was_at_the_beginning_and_at_the_end")
async def test_a_closed_tab_leaves_its_video_and_a_popup_is_not_in_it(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<a href='/blank' target=_blank>New</a>"))
    file = Path((await do(chat, "record", operation="start"))["path"])
    await do(chat, "click", selector="text=New")
    await refused(chat, "not_recording", "record", operation="stop", browser_id=2)
    await do(chat, "close", browser_id=1)
    assert file.exists()


@pytest.mark.rows(1)
@pytest.mark.parametrize(("name", "value", "because"), [("LONGEST_S", 0.2, "0.2 s"), ("MOST_BYTES", 1, "0 MB")])
async def test_it_ends_at_its_bounds_and_says_so(
    shared_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch, name: str, value: float, because: str
) -> None:
    monkeypatch.setattr(recording, name, value)
    await do(shared_chat, "navigate", url=site.page(RED))
    file = Path((await do(shared_chat, "record", operation="start"))["path"])
    await until(file.exists)
    ended = await do(shared_chat, "record", operation="stop")
    assert because in ended["ended_because"]
    assert ended["duration_ms"] < 5_000


@pytest.mark.long("browser/test_record.py::test_a_player_shows_the_page_as_it_was_at_the_beginning_and_at_the_end")
async def test_a_crash_ends_it_and_a_dialog_does_not(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<button onclick='alert(1)'>Ask</button>"))
    await do(chat, "record", operation="start")
    await do(chat, "click", selector="text=Ask")
    asking = await do(chat, "record", operation="stop")
    assert Path(asking["path"]).exists()
    assert "ended_because" not in asking
    assert asking["end_missing"] == "its page is not drawn while its dialog is open"
    await refused(chat, "dialog_open", "record", operation="start")
    await do(chat, "dialog", operation="accept")
    file = Path((await do(chat, "record", operation="start"))["path"])
    await crash(chat)
    await until(file.exists)
    assert (await do(chat, "record", operation="stop"))["ended_because"] == "the page crashed"
    await refused(chat, "tab_crashed", "record", operation="start")


@pytest.mark.long("browser/test_record.py::test_what_runs_twice_or_not_at_all_is_refused")
async def test_a_start_that_is_cancelled_leaves_nothing(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page(RED))
    for after in range(0, 12, 3):
        call = asyncio.ensure_future(chat.call({"action": "record", "operation": "start"}))
        for _ in range(after):
            await asyncio.sleep(0)  # one step of the loop
        call.cancel()
        await asyncio.wait({call})
        await refused(chat, "not_recording", "record", operation="stop")
    assert not list(chat.folder.glob("recordings/*"))
    await do(chat, "record", operation="start")
    await do(chat, "record", operation="stop")


async def test_a_file_that_cannot_be_written_is_said(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page(RED))
    chat.folder.mkdir(parents=True)
    (chat.folder / "recordings").write_text("in the way")
    failed = await refused(chat, "file_unwritable", "record", operation="start")
    assert re.search(r"recordings/tab1-.*\.webm cannot be written", failed["error"])
    await refused(chat, "not_recording", "record", operation="stop")


NOISE = """(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 480];
    const pixels = new ImageData(640, 480);
    for (let at = 0, value = 1; at < pixels.data.length; at++) {
        value = value * 16807 % 2147483647;
        pixels.data[at] = at % 4 === 3 ? 255 : value % 256;
    }
    canvas.getContext('2d').putImageData(pixels, 0, 0);
    document.body.replaceChildren(canvas);
})()"""
"""A page that takes over 100 kB as a frame."""


@pytest.mark.long("browser/test_record.py::test_a_file_that_cannot_be_written_is_said")
async def test_a_full_disk_ends_a_recording_and_leaves_no_file(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page(RED))
    with files_of_at_most(1000):
        await refused(chat, "file_unwritable", "record", operation="start")
    assert not list(chat.folder.glob("recordings/*"))
    await refused(chat, "not_recording", "record", operation="stop")
    await do(chat, "record", operation="start")
    with files_of_at_most(50_000):
        await evaluated(chat, NOISE)
        session = chat.existing()
        assert session is not None
        await until(lambda: not getattr(session.tab(None).recording, "running", True))
    failed = await refused(chat, "file_unwritable", "record", operation="stop")
    assert failed["details"]["ended_because"] == "its file cannot be written"
    assert not list(chat.folder.glob("recordings/*"))
    await refused(chat, "not_recording", "record", operation="stop")
    await do(chat, "record", operation="start")
    await do(chat, "record", operation="stop")


@pytest.mark.long("browser/test_secrets_in_pictures.py::test_a_picture_has_it_painted_over")
async def test_the_value_of_a_secret_is_painted_over(
    browser: Browser, shared_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat, masker = shared_chat, Masker()
    masker.add("open sesame 4711")
    style = "position:absolute;left:150px;top:80px;font-size:40px;margin:0"
    await do(
        chat, "navigate", url=site.page(f"<p style='{style}'>open sesame 4711</p><button onclick='this.after(1)'>More</button>")
    )
    monkeypatch.setattr(browser.hub, "masker", masker)
    await do(chat, "record", operation="start")
    await do(chat, "click", selector="text=More")
    file = Path((await do(chat, "record", operation="stop"))["path"])
    assert (await played(chat, site, file))["shown"] == ["000", "000"]
