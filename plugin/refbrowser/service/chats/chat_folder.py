"""Where a chat's files are: one folder for each name, also for names that no folder can have."""

import hashlib
import re
from pathlib import Path
from typing import Final

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_-]")
_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]{1,80}")


def chat_folder(home: Path, chat_id: str) -> Path:
    """Return the folder of the chat's screenshots and downloads: ``<home>/chats/<name>``.

    A name with other characters than letters, digits, ``_`` and ``-``, or with more than 80, has a hash added.
    """
    name = chat_id
    if not _PLAIN.fullmatch(name):
        # The hash keeps names apart that differ only in characters that a folder name cannot contain.
        name = f"{_UNSAFE.sub('_', name)[:40]}-{hashlib.sha256(name.encode(errors='surrogatepass')).hexdigest()[:12]}"
    return home / "chats" / name
