"""Paths that may not, or cannot, be written or read."""

import shutil
from pathlib import Path

import pytest
from PIL import Image

from refbrowser import Chat
from tests.support.calls import do, failure, ok, refused
from tests.support.full_disk import files_of_at_most
from tests.support.server import Site


@pytest.fixture
async def page(shared_chat: Chat, site: Site) -> Chat:
    """The chat that the tests share, with a page, and with nothing in its folder."""
    await do(shared_chat, "navigate", url=site.page("<p>Here"))
    shutil.rmtree(shared_chat.folder, ignore_errors=True)
    shared_chat.folder.mkdir(parents=True)
    return shared_chat


@pytest.mark.rows(3)
@pytest.mark.parametrize("path", ["/etc/shot.jpg", "../shot.jpg", "~/shot.jpg", "a/../../../shot.jpg", "a\0b.jpg"])
async def test_a_screenshot_outside_the_chats_folder_is_denied(page: Chat, path: str) -> None:
    await refused(page, "file_denied", "screenshot", path=path)


async def test_a_link_that_leads_outside_is_followed_before_judging(page: Chat, tmp_path: Path) -> None:
    (page.folder / "exit").symlink_to(tmp_path)
    await refused(page, "file_denied", "screenshot", path="exit/shot.jpg")
    (page.folder / "shot.jpg").symlink_to(tmp_path / "shot.jpg")
    await refused(page, "file_denied", "screenshot", path="shot.jpg")
    assert not (tmp_path / "shot.jpg").exists()


async def test_a_folder_is_no_place_for_a_screenshot(page: Chat) -> None:
    (page.folder / "shots").mkdir()
    await refused(page, "file_unwritable", "screenshot", path="shots")
    await refused(page, "file_unwritable", "screenshot", path=".")


async def test_a_path_that_cannot_be_made_is_unwritable_and_leaves_nothing(page: Chat) -> None:
    (page.folder / "file").write_text("kept")
    answer = await refused(page, "file_unwritable", "screenshot", path="file/shot.jpg")
    assert answer["details"]["path"].endswith("file/shot.jpg")
    assert (page.folder / "file").read_text() == "kept"
    await refused(page, "file_unwritable", "screenshot", path="x" * 300 + ".jpg")
    assert [entry.name for entry in page.folder.iterdir()] == ["file"]


async def test_what_a_full_disk_does_not_take_is_unwritable_and_browsing_goes_on(page: Chat) -> None:
    with files_of_at_most(100):
        for action, arguments in (("screenshot", {}), ("pdf", {}), ("network", {"path": "a.har"})):
            assert "File too large" in (await refused(page, "file_unwritable", action, **arguments))["error"]
    assert "Here" in await do(page, "content")


async def test_vision_load_refuses_what_is_missing_outside_or_no_image(page: Chat, tmp_path: Path) -> None:
    failure(await page.vision_load(["missing.jpg"]), "file_not_found")
    failure(await page.vision_load(["."]), "file_not_found")
    outside = tmp_path / "shot.jpg"
    outside.write_bytes(b"")
    failure(await page.vision_load([str(outside)]), "file_denied")
    (page.folder / "words.jpg").write_text("these are words")
    (page.folder / "empty.jpg").write_bytes(b"")
    failure(await page.vision_load(["words.jpg"]), "file_unreadable")
    failure(await page.vision_load(["empty.jpg"]), "file_unreadable")
    whole = (await do(page, "screenshot", path="whole.png"))["path"]
    (page.folder / "cut.png").write_bytes(Path(whole).read_bytes()[:-200])
    failure(await page.vision_load(["cut.png"]), "file_unreadable")
    failure(await page.vision_load(["\ud800.jpg"]), "file_denied")


@pytest.mark.parametrize("paths", [[], None, 5, [5], [""], ["a.jpg"] * 100, {"path": "a.jpg"}])
async def test_vision_load_takes_a_list_of_paths(chat: Chat, paths: object) -> None:
    failure(await chat.vision_load(paths), "invalid_arguments")


async def test_one_bad_image_spoils_no_good_one_silently(page: Chat) -> None:
    good = (await do(page, "screenshot"))["path"]
    assert [image["path"] for image in ok(await page.vision_load([good]))] == [good]
    failure(await page.vision_load([good, "missing.jpg"]), "file_not_found")


@pytest.mark.long("browser/test_bad_files.py::test_vision_load_refuses_what_is_missing_outside_or_no_image")
async def test_vision_load_decodes_named_formats_of_a_bounded_size(page: Chat) -> None:
    folder = Path((await do(page, "screenshot"))["path"]).parent
    small = Image.new("RGB", (2, 2))
    for name in ("picture.eps", "picture.tiff", "picture.bmp"):
        small.save(folder / name)
        failure(await page.vision_load([str(folder / name)]), "file_unreadable")
    # Some kilobytes of file, and half a gigabyte when decoded.
    Image.new("1", (13_000, 13_000)).save(folder / "huge.png")
    failure(await page.vision_load([str(folder / "huge.png")]), "file_unreadable")
    small.save(folder / "good.webp")
    assert (await page.vision_load([str(folder / "good.webp")]))["ok"]
