"""What a page gives away: downloads, its source, its print; and finding things in it."""

import hashlib
from pathlib import Path

import pytest

from refbrowser import Chat
from refbrowser.browser.monitor.downloads import safe_name
from tests.support.calls import do, evaluated, navigated, opened, refused
from tests.support.server import Site


async def finished(chat: Chat) -> list[dict[str, object]]:
    await do(chat, "wait", download=True)
    records: list[dict[str, object]] = (await do(chat, "downloads"))["downloads"]
    return records


async def test_a_download_lies_in_the_chats_folder_with_its_checksum(chat: Chat, site: Site) -> None:
    refs = await opened(chat, site.page("<a href='/download?name=report.pdf&size=5000'>Report</a>"))
    receipt = (await do(chat, "click", ref=refs["Report"]))["action"]
    assert receipt["downloads"] == ["report.pdf"]
    (record,) = await finished(chat)
    path = Path(str(record["path"]))
    assert path == chat.folder / "downloads" / "report.pdf"
    assert (record["state"], record["size"], record["mime"]) == ("complete", 5000, "application/pdf")
    assert record["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.long("browser/test_files_of_a_page.py::test_a_download_lies_in_the_chats_folder_with_its_checksum")
async def test_a_blob_download_is_kept_too_and_a_second_of_the_same_name_gets_another_name(chat: Chat, site: Site) -> None:
    page = "<script>function save() { const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['x,y'])); a.download = 'data.csv'; a.click(); }</script><button onclick=save()>Save</button>"
    refs = await opened(chat, site.page(page))
    for _ in range(2):
        await do(chat, "click", ref=refs["Save"])
        await do(chat, "wait", download=True)
    records = (await do(chat, "downloads"))["downloads"]
    assert sorted(Path(record["path"]).name for record in records) == ["data (2).csv", "data.csv"]


@pytest.mark.long("browser/test_wait.py::test_a_condition_that_never_comes_true_is_refused_in_time_and_named")
async def test_waiting_for_a_download_that_does_not_come_ends(chat: Chat, site: Site) -> None:
    await opened(chat, site.page("<p>nothing"))
    await refused(chat, "timeout", "wait", download=True, timeout_ms=300)


@pytest.mark.parametrize(
    ("suggested", "kept"),
    [
        ("report.pdf", "report.pdf"), ("../../etc/passwd", "passwd"), ("..\\..\\boot.ini", "boot.ini"), ("", "download"),
        ("...", "download"), ("con.txt", "download_con.txt"), ("a\x00b\x1f.txt", "ab.txt"), ("\u202efdp.exe", "fdp.exe"),
        ("a" * 300 + ".pdf", "a" * 116 + ".pdf"), ('what?<>:"|*.txt', "what_______.txt"),
    ],
)  # fmt: skip
def test_hostile_names_become_plain_ones(suggested: str, kept: str) -> None:
    assert safe_name(suggested) == kept


async def test_find_gives_lines_with_their_refs_and_headings(common_chat: Chat, site: Site) -> None:
    refs = await navigated(
        common_chat, site.page("<h1>Shop</h1><h2>Lamps</h2><p>An old lamp</p><button>Buy lamp</button><h2>Mugs</h2><p>A mug</p>")
    )
    found = await do(common_chat, "find", text="LAMP")
    assert [(match["text"], match["under"]) for match in found["matches"]] == [
        ("## Lamps", "Shop"), ("An old lamp", "Shop > Lamps"), (f"[button {refs['Buy lamp']}] Buy lamp", "Shop > Lamps"),
    ]  # fmt: skip
    only = await do(common_chat, "find", text="lamp", kinds=["button"])
    assert only["count"] == 1
    few = await do(common_chat, "find", regex="lamp|mug", limit=1)
    assert (few["count"], few["left_out"], len(few["matches"])) == (5, 4, 1)
    await refused(common_chat, "invalid_arguments", "find", regex="(")


async def test_source_comes_in_parts(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page("<p>" + "x" * 40_000 + "</p>"))
    first = await do(common_chat, "source")
    assert len(first["html"]) == 30_000
    rest = await do(common_chat, **first["next"])
    assert len(first["html"]) + len(rest["html"]) == first["characters"]
    assert "next" not in rest


async def test_a_page_is_printed_to_pdf(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page("<h1>Print me</h1>"))
    result = await do(common_chat, "pdf")
    assert Path(result["path"]).read_bytes().startswith(b"%PDF-")
    assert result["size"] == Path(result["path"]).stat().st_size
    await refused(common_chat, "file_denied", "pdf", path="/etc/out.pdf")


async def test_the_viewport_is_resized(chat: Chat, site: Site) -> None:
    await opened(chat, site.page("<p>x"))
    state = await do(chat, "set_viewport", width=500, height=400)
    assert state["viewport"] == {"width": 500, "height": 400}


@pytest.mark.long("browser/test_emulation.py::test_a_device_has_its_size_scale_touch_and_name")
async def test_the_screen_is_made_denser_and_stays_so(chat: Chat, site: Site) -> None:
    url = site.page("<p>x")
    await opened(chat, url)
    await do(chat, "set_viewport", width=400, height=300, device_scale=2)
    assert await evaluated(chat, "[innerWidth, innerHeight, devicePixelRatio]") == [400, 300, 2]
    shot = await do(chat, "screenshot")
    assert (shot["width"], shot["height"]) == (800, 600)
    await do(chat, "navigate", url=site.other(url.partition("/page")[1] + url.partition("/page")[2]))
    assert await evaluated(chat, "[innerWidth, devicePixelRatio]") == [400, 2]
    await do(chat, "set_viewport", width=500, height=300)
    assert await evaluated(chat, "[innerWidth, devicePixelRatio]") == [500, 2]
    await refused(chat, "invalid_arguments", "set_viewport", width=500, height=300, device_scale=0)
