"""Files dropped on an element that takes drops, and files that are taken back."""

from refbrowser import Chat
from tests.support.calls import do, evaluated, opened, refused
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


async def test_files_are_dropped_where_the_page_takes_them(chat: Chat, site: Site) -> None:
    await opened(chat, site.page(ZONE))
    chat.folder.mkdir(parents=True, exist_ok=True)
    (chat.folder / "a.txt").write_text("first")
    (chat.folder / "b.txt").write_text("second")
    receipt = (await do(chat, "upload_file", selector="#zone", paths=["a.txt", "b.txt"]))["action"]
    assert (receipt["files"], receipt["dropped"]) == (["a.txt", "b.txt"], True)
    await do(chat, "wait", text="a.txt 5 text/plain first b.txt 6 text/plain second")
    assert await evaluated(chat, "seen") == [["enter", True], ["drop", True, True]]


async def test_where_the_page_takes_no_drops_nothing_is_dropped(chat: Chat, site: Site) -> None:
    url = site.page(ZONE)
    await opened(chat, url)
    chat.folder.mkdir(parents=True, exist_ok=True)
    (chat.folder / "a.txt").write_text("first")
    answer = await refused(chat, "ref_kind", "upload_file", selector="#plain", path="a.txt")
    assert "accepts no files" in answer["error"]
    assert (await do(chat, "state"))["url"] == url
    await refused(chat, "file_denied", "upload_file", selector="#zone", path="/etc/passwd")
    assert await evaluated(chat, "seen") == []


async def test_no_paths_take_back_what_was_chosen(chat: Chat, site: Site) -> None:
    refs = await opened(chat, site.page(ZONE))
    chat.folder.mkdir(parents=True, exist_ok=True)
    (chat.folder / "a.txt").write_text("first")
    count = "document.querySelector('input').files.length"
    await do(chat, "upload_file", ref=refs["Pick"], path="a.txt")
    assert await evaluated(chat, count) == 1
    receipt = (await do(chat, "upload_file", ref=refs["Pick"], paths=[]))["action"]
    assert receipt["files"] == []
    assert await evaluated(chat, count) == 0
