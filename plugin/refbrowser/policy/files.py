"""Allow files only in the chat's own folder and in the folders of the settings."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from refbrowser.errors import FileError

_MOST_NAMED: Final = 5
_MOST_IN_FOLDER: Final = 10_000


def writable_path(asked: str | None, *, default: Path, roots: Sequence[Path]) -> Path:
    """Return the path to write: ``asked``, relative to the first root, or ``default``. Symbolic links are resolved first.

    Raises :class:`FileError`: ``file_denied`` outside the roots, ``file_unwritable`` for a folder.
    """
    if asked is None:
        return default
    path = _within(asked, roots)
    if os.path.isdir(path):
        raise FileError(f"{path} is a folder; give the path of a file.", code="file_unwritable", details={"path": str(path)})
    return path


def readable_path(asked: str, *, roots: Sequence[Path], or_folder: bool = False) -> Path:
    """Return the existing file ``asked``; with ``or_folder`` it may be a folder. Raises ``file_denied``, ``file_not_found``.

    A file with several hard links is denied, because its other names may lie outside the roots and cannot be found. A folder that
    contains such a file, or a symbolic link that leaves it, is denied too.
    """
    path = _within(asked, roots)
    if or_folder and os.path.isdir(path):
        _check_folder(path)
    elif not os.path.isfile(path):
        problem = "is not a regular file" if os.path.exists(path) else "does not exist"
        raise FileError(f"{path} {problem}.", code="file_not_found", details={"path": str(path)})
    elif os.stat(path).st_nlink > 1:
        raise _has_other_names(path)
    return path


def _check_folder(folder: Path) -> None:
    real = os.path.realpath(folder)
    remaining = _MOST_IN_FOLDER
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(parent, name)
            if (remaining := remaining - 1) < 0:
                raise FileError(
                    f"{folder} contains more than {_MOST_IN_FOLDER} files and folders, the limit of an upload.",
                    details={"path": str(folder)},
                )
            if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(real):
                raise FileError(
                    f"{path} is a symbolic link that leaves {folder}; remove it, or copy the folder without it.",
                    details={"path": str(path)},
                )
            if path.is_file() and path.stat().st_nlink > 1:
                raise _has_other_names(path)


def _has_other_names(path: Path) -> FileError:
    return FileError(
        f"{path} has several hard links, which may lie outside the folders that this chat may use; use a copy of the file.",
        details={"path": str(path)},
    )


def _within(asked: str, roots: Sequence[Path]) -> Path:
    if "\0" in asked:
        raise FileError("The path contains a NUL character; remove it.")
    if any("\ud800" <= character <= "\udfff" for character in asked):
        raise FileError("The path contains a lone surrogate, which no file name can contain; remove it.")
    path = Path(os.path.realpath(roots[0] / Path(asked).expanduser()))
    if not any(path.is_relative_to(os.path.realpath(root)) for root in roots):
        folders = ", ".join(map(str, roots[:_MOST_NAMED])) + (", …" if len(roots) > _MOST_NAMED else "")
        raise FileError(
            f"{path} is outside the folders that this chat may use: {folders}. Use a copy in one of them, or have its folder added "
            "to the setting file_roots.",
            details={"path": str(path), "allowed": [str(root) for root in roots]},
        )
    return path
