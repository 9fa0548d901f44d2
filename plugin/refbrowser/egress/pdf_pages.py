"""A program that reads a PDF from its input and writes the text of its pages as JSON: of those that it reads until the time that is
its argument, in seconds since 1970.

It imports nothing of refbrowser. What a file can do to a parser, it does to a process of its own, whose time and memory are
limited.
"""

import io
import json
import sys
import time
from contextlib import suppress
from typing import Any

CPU_S = 20
READING_CPU_S = 17
MEMORY_BYTES = 1_500_000_000
MOST_PAGES = 500
MOST_CHARACTERS = 5_000_000


def limit() -> None:
    """Limits this process. Windows has no such limits."""
    if sys.platform == "win32":
        return
    import resource

    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def pages(body: bytes, ends: float = float("inf")) -> dict[str, Any]:
    """The title and the pages' texts, or ``failure``: ``encrypted`` or ``malformed``."""
    from pypdf import PdfReader
    from pypdf.errors import FileNotDecryptedError, PyPdfError

    try:
        reader = PdfReader(io.BytesIO(body))
        if reader.is_encrypted and not reader.decrypt(""):
            return {"failure": "encrypted"}
        texts: list[str] = []
        room = MOST_CHARACTERS
        late = False
        for page in reader.pages[:MOST_PAGES]:
            text = page.extract_text()[:room]
            texts.append(text)
            room -= len(text)
            late = time.time() > ends or time.process_time() > READING_CPU_S
            if room <= 0 or late:
                break
        title = str((reader.metadata.title if reader.metadata else "") or "")
        return {"title": title[:300], "pages": texts, "of": len(reader.pages), "late": late}
    except FileNotDecryptedError:
        return {"failure": "encrypted"}
    except (PyPdfError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, OSError, NotImplementedError):
        return {"failure": "malformed"}


if __name__ == "__main__":
    limit()
    json.dump(pages(sys.stdin.buffer.read(), float(sys.argv[1])), sys.stdout)
