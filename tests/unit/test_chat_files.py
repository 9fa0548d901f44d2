"""Where a chat's files are, and which folders its calls may read and write."""

from pathlib import Path

import pytest

from refbrowser.browser.session.chat_files import ChatFiles
from refbrowser.service.chats.chat_browser import chat_folder

HOME = Path("/home/x")


def test_a_plain_name_is_its_folder() -> None:
    assert chat_folder(HOME, "c-1_A") == HOME / "chats" / "c-1_A"


@pytest.mark.parametrize("name", ["..", "a/b", "a b", "\u00fc", "\ud800", "x" * 81, "", "a\x00b", "."])
def test_any_other_name_has_one_folder_of_its_own(name: str) -> None:
    folder = chat_folder(HOME, name)
    assert folder.parent == HOME / "chats"
    assert len(folder.name) <= 60
    assert folder.name.replace("-", "").replace("_", "").isalnum()
    assert folder == chat_folder(HOME, name)


def test_names_that_look_the_same_as_folders_have_different_ones() -> None:
    assert len({chat_folder(HOME, name) for name in ("a/b", "a_b", "a b", "a?b", "x" * 81, "x" * 82)}) == 6


def test_paths_are_in_the_own_folder_and_new() -> None:
    files = ChatFiles(Path("/chat"))
    one, other = files.new_path("screenshots", "tab1", ".jpg"), files.new_path("screenshots", "tab1", ".jpg")
    assert one.parent == other.parent == Path("/chat/screenshots")
    assert one != other
    assert (one.suffix, one.name.startswith("tab1-")) == (".jpg", True)


def test_paths_of_two_processes_with_one_chat_differ() -> None:
    one, other = ChatFiles(Path("/chat")), ChatFiles(Path("/chat"))
    paths = [files.new_path("screenshots", "tab1", ".jpg") for _ in range(50) for files in (one, other)]
    assert len(set(paths)) == len(paths)


def test_upload_folders_are_readable_alone() -> None:
    files = ChatFiles(Path("/chat"), (Path("/shared"),))
    files.upload_roots = (Path("/uploads"),)
    assert files.writable == (Path("/chat"), Path("/shared"))
    assert files.readable == (Path("/chat"), Path("/shared"), Path("/uploads"))
