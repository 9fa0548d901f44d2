"""The text in files that a call is about to upload, as far as it is looked at."""

import codecs
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from refbrowser.policy.files import readable_path
from refbrowser.policy.seen_text import MOST_TEXT

MOST_FILES: Final = 100
MOST_BYTES: Final = 4 * MOST_TEXT
"""Of all files together."""

_PROBE: Final = 4_096


def texts_of_files(asked: Sequence[str], roots: Sequence[Path]) -> list[str]:
    """The texts of the files that an upload asks for, and of those in folders, in parts of :data:`MOST_TEXT` characters.

    Binary files have none, and neither have those that cannot be read: the upload itself says so. Raises ``file_denied``,
    ``file_not_found``. Blocks.
    """
    left, texts = MOST_BYTES, list[str]()
    for path in islice(_files([readable_path(path, roots=roots, or_folder=True) for path in asked]), MOST_FILES):
        try:
            with path.open("rb") as file:
                data = file.read(left)
        except OSError:
            continue
        left -= len(data)
        text = _decoded(data)
        # The parts overlap, so that a run that is cut is found in one of them.
        texts += [text[at : at + MOST_TEXT] for at in range(0, len(text), MOST_TEXT - 1_000)]
        if left <= 0:
            break
    return texts


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from (one for one in path.rglob("*") if one.is_file())
        else:
            yield path


def _decoded(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    return "" if b"\0" in data[:_PROBE] else data.decode(errors="replace")
