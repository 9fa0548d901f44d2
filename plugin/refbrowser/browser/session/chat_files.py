"""The files of one chat: the folder that it writes to, and the folders that its calls may read."""

import secrets
import time
from collections import OrderedDict
from pathlib import Path
from typing import Final

from refbrowser.files import Destination, MadeFiles
from refbrowser.policy.files import writable_path

_SCALES_KEPT: Final = 500


class ChatFiles:
    """``folder`` is the chat's own. ``upload_roots`` are folders that a host also lets the chat read, as for uploads."""

    def __init__(self, folder: Path, roots: tuple[Path, ...] = ()) -> None:
        self.folder = folder
        self.upload_roots: tuple[Path, ...] = ()
        self._roots = roots
        self.scales: OrderedDict[Path, float] = OrderedDict()
        """How many pixels of a picture in these files make one of CSS, where that is not one; of the newest pictures."""
        self.made = MadeFiles()
        self._count = 0
        # Another process may use a chat of this name with the same home.
        self._own = secrets.token_hex(4)

    @property
    def writable(self) -> tuple[Path, ...]:
        """The folders that this chat may write to and read from; its own first."""
        return (self.folder, *self._roots)

    @property
    def readable(self) -> tuple[Path, ...]:
        """The folders that this chat may read from: those that it may write to, then ``upload_roots``."""
        return (*self.writable, *self.upload_roots)

    def destination(self, asked: str | None, default: Path, *, overwrite: bool) -> Destination:
        """Return where a call writes its file: the path that was ``asked`` for, relative to the chat's own folder, or ``default``.
        The only door for paths of calls: a file that is there, and that this chat has not made, is replaced only with
        ``overwrite``. Raises ``file_denied``, ``file_unwritable``."""
        destination = Destination(writable_path(asked, default=default, roots=self.writable), overwrite, self.made)
        destination.check()
        return destination

    def note_scale(self, path: Path, scale: float) -> None:
        """The picture that was just written to ``path`` has ``scale`` pixels to one of CSS."""
        self.scales.pop(path, None)
        if scale != 1:
            self.scales[path] = scale
            while len(self.scales) > _SCALES_KEPT:
                self.scales.popitem(last=False)

    def new_path(self, kind: str, stem: str, suffix: str) -> Path:
        """Return a path in the chat's own folder ``kind`` that no session has returned before, of this process or another."""
        self._count += 1
        return self.folder / kind / f"{stem}-{time.strftime('%Y%m%d-%H%M%S')}-{self._own}-{self._count}{suffix}"
