"""Which files a chat may write and read."""

from pathlib import Path

import pytest

from refbrowser.errors import FileError
from refbrowser.policy.files import readable_path, writable_path


@pytest.fixture
def roots(tmp_path: Path) -> tuple[Path, Path]:
    for name in ("own", "shared", "own-but-not", "outside"):
        (tmp_path / name).mkdir()
    return tmp_path / "own", tmp_path / "shared"


def code(refusal: pytest.ExceptionInfo[FileError]) -> str:
    return refusal.value.code


def test_nothing_asked_is_the_default(roots: tuple[Path, Path]) -> None:
    assert writable_path(None, default=roots[0] / "x.jpg", roots=roots) == roots[0] / "x.jpg"


@pytest.mark.parametrize("asked", ["a.jpg", "deep/down/a.jpg", "./a.jpg", "deep/../a.jpg"])
def test_a_relative_path_is_in_the_first_root(roots: tuple[Path, Path], asked: str) -> None:
    assert writable_path(asked, default=roots[0], roots=roots) == (roots[0] / asked).resolve()


def test_an_absolute_path_may_be_in_any_root(roots: tuple[Path, Path]) -> None:
    assert writable_path(str(roots[1] / "a.jpg"), default=roots[0], roots=roots) == roots[1] / "a.jpg"


@pytest.mark.parametrize(
    "asked", ["../outside/a.jpg", "../a.jpg", "/etc/a.jpg", "~/a.jpg", "../own-but-not/a.jpg", "deep/../../outside/a", "a\0.jpg"]
)
def test_a_path_outside_the_roots_is_denied(roots: tuple[Path, Path], asked: str) -> None:
    with pytest.raises(FileError) as refusal:
        writable_path(asked, default=roots[0], roots=roots)
    assert code(refusal) == "file_denied"
    with pytest.raises(FileError) as refusal:
        readable_path(asked, roots=roots)
    assert code(refusal) == "file_denied"


def test_a_link_counts_as_what_it_leads_to(roots: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "outside" / "secret").write_text("x")
    (roots[0] / "file").symlink_to(tmp_path / "outside" / "secret")
    (roots[0] / "folder").symlink_to(tmp_path / "outside")
    (roots[0] / "inside").symlink_to(roots[1] / "real")
    (roots[1] / "real").write_text("x")
    for asked in ("file", "folder/secret"):
        with pytest.raises(FileError) as refusal:
            readable_path(asked, roots=roots)
        assert code(refusal) == "file_denied"
    assert readable_path("inside", roots=roots) == roots[1] / "real"


def test_a_file_with_a_second_name_may_be_one_from_outside(roots: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "outside" / "secret").write_text("x")
    (roots[0] / "file").hardlink_to(tmp_path / "outside" / "secret")
    with pytest.raises(FileError, match="hard links") as refusal:
        readable_path("file", roots=roots)
    assert code(refusal) == "file_denied"
    # Written in one step, it becomes another file.
    assert writable_path("file", default=roots[0], roots=roots) == roots[0] / "file"


@pytest.mark.parametrize("kind", ["hard link", "link to a file", "link to a folder"])
def test_a_folder_is_denied_for_what_leads_out_of_it(roots: tuple[Path, Path], tmp_path: Path, kind: str) -> None:
    (tmp_path / "outside" / "secret").write_text("x")
    folder = roots[0] / "all" / "deep"
    folder.mkdir(parents=True)
    (folder / "own").write_text("x")
    (folder / "inside").symlink_to(folder / "own")
    assert readable_path("all", roots=roots, or_folder=True) == roots[0] / "all"
    if kind == "hard link":
        (folder / "file").hardlink_to(tmp_path / "outside" / "secret")
    else:
        (folder / "file").symlink_to(tmp_path / "outside" / ("secret" if kind == "link to a file" else ""))
    with pytest.raises(FileError) as refusal:
        readable_path("all", roots=roots, or_folder=True)
    assert code(refusal) == "file_denied"


def test_a_folder_of_very_many_files_is_denied(roots: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refbrowser.policy.files._MOST_IN_FOLDER", 3)
    for name in "abcd":
        (roots[0] / name).write_text("x")
    with pytest.raises(FileError, match="more than 3"):
        readable_path(".", roots=roots, or_folder=True)


def test_a_root_that_is_itself_a_link_is_a_root(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert writable_path("a.jpg", default=tmp_path, roots=(tmp_path / "link",)) == tmp_path / "real" / "a.jpg"


def test_a_folder_cannot_be_written_and_a_missing_file_not_read(roots: tuple[Path, Path]) -> None:
    with pytest.raises(FileError) as refusal:
        writable_path(".", default=roots[0], roots=roots)
    assert code(refusal) == "file_unwritable"
    for asked in ("missing", ".", "x" * 5000):
        with pytest.raises(FileError) as refusal:
            readable_path(asked, roots=roots)
        assert code(refusal) == "file_not_found"
