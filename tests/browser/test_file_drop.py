"""Files dropped on an element that takes drops, and files that are taken back."""

import pytest

from refbrowser import Chat
from refbrowser.browser.input import uploads
from tests.support.calls import do, evaluated, navigated, opened, refused
from tests.support.server import Site

ZONE = """<style>div{width:300px;height:100px;border:1px solid}</style><div id=zone role=region aria-label=Drop>Drop files here</div><div id=plain>No drops</div>
<input type=file aria-label=Pick multiple><p id=log></p><script>
window.seen = [];
zone.addEventListener('dragenter', (event) => { seen.push(['enter', event.isTrusted]); event.preventDefault() });
zone.addEventListener('dragover', (event) => event.preventDefault());
zone.addEventListener('drop', async (event) => {
  event.preventDefault();
  const types = [...event.dataTransfer.types];
  for (const file of event.dataTransfer.files) log.append(`${file.name} ${file.size} ${file.type} ${await file.text()} `);
  seen.push(['drop', event.isTrusted, types.includes('Files')]);
});
</script>"""


async def test_files_are_dropped_where_the_page_takes_them(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(ZONE))
    common_chat.folder.mkdir(parents=True, exist_ok=True)
    (common_chat.folder / "a.txt").write_text("first")
    (common_chat.folder / "b.txt").write_text("second")
    receipt = (await do(common_chat, "upload_file", selector="#zone", paths=["a.txt", "b.txt"]))["action"]
    assert (receipt["files"], receipt["dropped"]) == (["a.txt", "b.txt"], True)
    await do(common_chat, "wait", text="a.txt 5 text/plain first b.txt 6 text/plain second")
    assert await evaluated(common_chat, "seen") == [["enter", True], ["drop", True, True]]


@pytest.mark.long("browser/test_file_drop.py::test_files_are_dropped_where_the_page_takes_them")
@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "zone", ["<div role=button tabindex=0>Drop</div>", "<button>Drop</button>", "<label tabindex=0>Drop</label>"]
)
async def test_files_are_dropped_on_a_button_that_opens_no_chooser(
    common_chat: Chat, site: Site, zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "CHOOSER_MS", 300)
    hear = """<script>addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => { event.preventDefault(); seen = event.dataTransfer.files.length });
    addEventListener('click', () => clicked = true)</script>"""
    refs = await navigated(common_chat, site.page(zone + hear))
    common_chat.folder.mkdir(parents=True, exist_ok=True)
    (common_chat.folder / "a.txt").write_text("first")
    receipt = (await do(common_chat, "upload_file", selector="text=Drop", path="a.txt"))["action"]
    assert (receipt["files"], receipt["dropped"]) == (["a.txt"], True), refs
    assert await evaluated(common_chat, "[seen, clicked]") == [1, True]


async def test_where_the_page_takes_no_drops_nothing_is_dropped(
    common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "CHOOSER_MS", 300)
    url = site.page(ZONE)
    await do(common_chat, "navigate", url=url)
    common_chat.folder.mkdir(parents=True, exist_ok=True)
    (common_chat.folder / "a.txt").write_text("first")
    answer = await refused(common_chat, "ref_kind", "upload_file", selector="#plain", path="a.txt")
    assert "does not accept dropped files" in answer["error"]
    assert (await do(common_chat, "state"))["url"] == url
    await refused(common_chat, "file_denied", "upload_file", selector="#zone", path="/etc/passwd")
    assert await evaluated(common_chat, "seen") == []


async def test_no_paths_take_back_what_was_chosen(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page(ZONE))
    common_chat.folder.mkdir(parents=True, exist_ok=True)
    (common_chat.folder / "a.txt").write_text("first")
    count = "document.querySelector('input').files.length"
    await do(common_chat, "upload_file", ref=refs["Pick"], path="a.txt")
    assert await evaluated(common_chat, count) == 1
    receipt = (await do(common_chat, "upload_file", ref=refs["Pick"], paths=[]))["action"]
    assert receipt["files"] == []
    assert await evaluated(common_chat, count) == 0


@pytest.mark.long("browser/test_file_drop.py::test_files_are_dropped_where_the_page_takes_them")
@pytest.mark.parametrize("place", ["same", "other", "nested"])
async def test_files_are_dropped_into_the_frame_of_their_element(isolated_chat: Chat, site: Site, place: str) -> None:
    chat = isolated_chat
    site.page(ZONE, "/zone")
    site.page(f"<iframe width=500 height=400 src='{site.other('/zone')}'></iframe>", "/middle")
    address = {"same": "/zone", "other": site.other("/zone"), "nested": "/middle"}[place]
    refs = await opened(
        chat, site.page(f"<p style='height:1500px'>Above</p><iframe width=600 height=500 src='{address}'></iframe>")
    )
    chat.folder.mkdir(parents=True, exist_ok=True)
    (chat.folder / "a.txt").write_text("first")
    receipt = (await do(chat, "upload_file", selector="#zone", path="a.txt"))["action"]
    assert (receipt["files"], receipt["dropped"]) == (["a.txt"], True)
    await do(chat, "wait", text="a.txt 5 text/plain first")
    assert await evaluated(chat, "() => window.seen", ref=refs["Pick"]) == [["enter", True], ["drop", True, True]]


async def test_files_are_not_dropped_on_what_comes_in_the_place_of_their_element(common_chat: Chat, site: Site) -> None:
    thief = "zone.addEventListener('dragover', () => { zone.style.marginTop = '300px'; thief.style.top = '0' }, { once: true })"
    box = "<div id=thief style='position:absolute;top:-500px;left:0;width:400px;height:200px'>Thief</div>"
    takes = "for (const type of ['dragover', 'drop']) thief.addEventListener(type, event => { event.preventDefault(); seen.push(type) })"
    await do(common_chat, "navigate", url=site.page(f"{ZONE}{box}<script>{thief};{takes}</script>"))
    common_chat.folder.mkdir(parents=True, exist_ok=True)
    (common_chat.folder / "a.txt").write_text("first")
    answer = await common_chat.call({"action": "upload_file", "selector": "#zone", "path": "a.txt"})
    assert answer["code"] == "unstable"
    assert "drop" not in await evaluated(common_chat, "seen")


async def test_a_picker_without_a_file_input_is_named_and_a_drop_brings_a_handle(
    shared_chat: Chat, site: Site, impatient: None
) -> None:
    page = """<button onclick="showOpenFilePicker().catch(() => {})">Pick</button><div id=zone>Drop here</div><p id=out></p><script>
      zone.ondragover = (event) => event.preventDefault();
      zone.ondrop = async (event) => { event.preventDefault();
        const handle = await event.dataTransfer.items[0].getAsFileSystemHandle(); out.textContent = await (await handle.getFile()).text() };
    </script>"""
    await do(shared_chat, "navigate", url=site.page(page))
    shared_chat.folder.mkdir(parents=True, exist_ok=True)
    (shared_chat.folder / "note.txt").write_text("A note", encoding="utf-8")
    refusal = await refused(shared_chat, "ref_kind", "upload_file", selector="text=Pick", path="note.txt")
    assert "asked for a file by showOpenFilePicker or the like, which Chromium refuses" in refusal["error"]
    await do(shared_chat, "upload_file", selector="#zone", path="note.txt")
    assert (await do(shared_chat, "wait", text="A note"))["held"] == "text"
