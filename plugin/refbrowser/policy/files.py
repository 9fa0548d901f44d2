"""Which files may be written and read: only those under the chat's own folder and the folders that the settings name."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from refbrowser.errors import FileError

_MOST_NAMED: Final = 5
_MOST_IN_FOLDER: Final = 10_000


def writable_path(asked: str | None, *, default: Path, roots: Sequence[Path]) -> Path:
    """Where to write: ``asked`` (relative to the first root), or ``default``. Symbolic links are followed before judging.

    Raises ``file_denied`` outside the roots, ``file_unwritable`` for a folder.
    """
    if asked is None:
        return default
    path = _within(asked, roots)
    if os.path.isdir(path):
        raise FileError(f"{path} is a folder.", code="file_unwritable", details={"path": str(path)})
    return path


def readable_path(asked: str, *, roots: Sequence[Path], or_folder: bool = False) -> Path:
    """The existing file ``asked``, with ``or_folder`` also a folder. Raises ``file_denied``, ``file_not_found``.

    A file with a second name (a hard link) may be one from outside, and nothing says where its other names are: it is denied. So is
    a folder that holds such a file, or a link that leads out of it.
    """
    path = _within(asked, roots)
    if or_folder and os.path.isdir(path):
        _check_folder(path)
    elif not os.path.isfile(path):
        raise FileError(f"{path} is not a file.", code="file_not_found", details={"path": str(path)})
    elif os.stat(path).st_nlink > 1:
        raise _has_other_names(path)
    return path


def _check_folder(folder: Path) -> None:
    real = os.path.realpath(folder)
    left = _MOST_IN_FOLDER
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(parent, name)
            if (left := left - 1) < 0:
                raise FileError(f"{folder} holds more than {_MOST_IN_FOLDER} files and folders.", details={"path": str(folder)})
            if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(real):
                raise FileError(f"{path} is a link that leads out of {folder}.", details={"path": str(path)})
            if path.is_file() and path.stat().st_nlink > 1:
                raise _has_other_names(path)


def _has_other_names(path: Path) -> FileError:
    return FileError(
        f"{path} is a file with several names (hard links), of which some may be outside the folders that this chat may use; "
        "copy it and use the copy.",
        details={"path": str(path)},
    )


def _within(asked: str, roots: Sequence[Path]) -> Path:
    if "\0" in asked:
        raise FileError("The path has a NUL character in it.")
    if any("\ud800" <= character <= "\udfff" for character in asked):
        raise FileError("The path has half a surrogate pair in it, which no file name has.")
    path = Path(os.path.realpath(roots[0] / Path(asked).expanduser()))
    if not any(path.is_relative_to(os.path.realpath(root)) for root in roots):
        folders = ", ".join(map(str, roots[:_MOST_NAMED])) + (", …" if len(roots) > _MOST_NAMED else "")
        raise FileError(
            f"{path} is outside the folders that this chat may use: {folders}.",
            details={"path": str(path), "allowed": [str(root) for root in roots]},
        )
    return path
