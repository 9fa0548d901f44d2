"""Chromium's own user data folder, which a profile of the kind full has."""

import os
import shutil
from pathlib import Path
from typing import Final

from refbrowser.errors import FileError, Remedy
from refbrowser.files import private_folder

_IN_USE: Final = "Singleton*"
"""Links by which Chromium marks a folder that it has open."""


class ChromiumFolder:
    """The folder in that of a profile. What changes it is for the process that has the profile open."""

    def __init__(self, profile: Path) -> None:
        self._profile = profile.name
        self._path = profile / "chromium"
        self._partial = profile / ".chromium.part"

    @property
    def exists(self) -> bool:
        return self._path.is_dir()

    @property
    def may_exist(self) -> bool:
        """Whether it exists, or is a link, maybe to a disk that is not there now."""
        return os.path.lexists(self._path)

    @property
    def size(self) -> int:
        """The bytes of all files in it."""
        return sum(_size(path) for path in self._path.rglob("*"))

    def usable(self) -> Path:
        """Returns its path; it is made if there is none. A Chromium that was killed leaves marks there that keep another from
        starting; they are removed. Raises ``file_unwritable`` where there is no such folder and none can be made."""
        try:
            private_folder(self._path)
            for mark in self._path.glob(_IN_USE):
                mark.unlink(missing_ok=True)
        except OSError as failure:
            raise FileError(
                f"{self._path}, the Chromium folder of the profile {self._profile}, cannot be used: {failure.strerror or failure}.",
                code="file_unwritable",
            ) from None
        return self._path

    def copy_from(self, other: "ChromiumFolder") -> None:
        """Copies ``other``, which no Chromium has open. A copy that is broken off stays under a hidden name: it is no profile."""
        shutil.copytree(other._path, self._partial, ignore=shutil.ignore_patterns(_IN_USE))
        self._partial.rename(self._path)

    def refuse_link(self) -> None:
        """Raises ``file_unwritable`` where it is a link: what it leads to may be more than this profile's, such as the person's own
        Chromium, and the link alone would leave the logins behind."""
        if self._path.is_symlink():
            raise FileError(
                f"{self._path} is a link to {self._path.readlink()}, which is not deleted with the profile. Nothing was deleted.",
                code="file_unwritable",
                remedy=Remedy(hint="a person deletes that folder, if the profile alone uses it, and the link; then repeat this"),
                details={"profile": self._profile, "path": str(self._path)},
            )

    def set_aside(self) -> None:
        """Moves it away, whole: from there on it is a leftover, which :meth:`delete_leftover` and the next opening delete. Raises
        ``file_unwritable`` as :meth:`refuse_link`, and for a folder that something has mounted."""
        self.refuse_link()
        try:
            self._path.rename(self._partial)
        except FileNotFoundError:
            pass
        except OSError as failure:
            raise FileError(
                f"{self._path} cannot be deleted: {failure.strerror or failure}. Nothing was deleted.", code="file_unwritable"
            ) from None

    def delete_leftover(self) -> None:
        """Deletes what was set aside. Raises ``file_unwritable`` where something of it is left."""
        try:
            shutil.rmtree(self._partial)
        except FileNotFoundError:
            pass
        except OSError as failure:
            raise FileError(f"{self._partial} was not deleted: {failure.strerror or failure}.", code="file_unwritable") from None


def _size(path: Path) -> int:
    """Of a file; 0 of one that has just gone, and of what is none."""
    try:
        return path.lstat().st_size if path.is_file() else 0
    except OSError:
        return 0
