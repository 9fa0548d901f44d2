"""The text of a PDF, read by a program of its own: what a file can do to a parser costs that program its time and memory alone."""

import asyncio
import json
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

_READING_SHARE: Final = 0.85
"""How much of the time is for reading pages; the rest is for the answer."""

_PROGRAM: Final = Path(__file__).with_name("pdf_pages.py")


class PdfUnreadable(Exception):
    """Its text is what keeps the file from being read, as the end of a sentence."""


async def pdf_markdown(body: bytes, timeout_s: float) -> tuple[str, str]:
    """Return the title of a PDF, and the text of its pages in order, as time permits. Raises :class:`PdfUnreadable`."""
    ends = time.time() + timeout_s * _READING_SHARE
    # Without -P, the folder of the program would be the first that it imports from.
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", str(_PROGRAM), str(ends), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        async with asyncio.timeout(timeout_s):
            output, _ = await process.communicate(body)
    except TimeoutError:
        raise PdfUnreadable("takes too long to be read") from None
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if not output:
        raise PdfUnreadable("takes too much time or memory to be read")
    answer: dict[str, Any] = json.loads(output)
    if failure := answer.get("failure"):
        raise PdfUnreadable("needs a password" if failure == "encrypted" else "is malformed")
    return answer["title"], _joined(answer["pages"], answer["of"], late=answer["late"])


def _joined(pages: list[str], of: int, *, late: bool) -> str:
    """The pages under their numbers; a single one as it is."""
    if of == 1 and pages[0].strip():
        return pages[0]
    if not any(text.strip() for text in pages):
        return f"None of the {len(pages)} pages has text: they are pictures, as in a scan."
    parts = [f"## Page {number}\n\n{text.strip() or '(no text)'}" for number, text in enumerate(pages, 1)]
    if of > len(pages):
        parts.append(f"{of - len(pages)} more pages {'were not read in time' if late else 'are left out'}.")
    return "\n\n".join(parts)
