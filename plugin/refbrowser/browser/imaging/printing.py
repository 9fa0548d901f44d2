"""The page as a PDF file. Where its text would have a secret, a picture in which that is painted over stands in its place."""

import asyncio
import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.imaging.captured import retried
from refbrowser.browser.imaging.screenshots import Shot, photograph, whole_page
from refbrowser.browser.imaging.secret_places import SecretPlaces
from refbrowser.browser.playwright_internals.wording import Wording
from refbrowser.browser.tab.tab import Tab
from refbrowser.files import Destination
from refbrowser.masking import Masker

_DOTS_PER_INCH: Final = 96


@dataclass(frozen=True, slots=True)
class Printed:
    """``size`` is that of the file in bytes; ``pictured`` says that it is a picture of the page."""

    size: int
    pictured: bool


async def print_pdf(tab: Tab, refs: RefTable, masker: Masker, destination: Destination, deadline: Deadline) -> Printed:
    """Print the page with its own print styles. Raises ``file_unwritable``."""

    async def printed() -> bytes:
        return await retried(tab, Wording.PRINTING_FAILED, lambda: tab.page.pdf(print_background=True, prefer_css_page_size=True))

    async with deadline.waiting_for("the page to print"):
        clip = await whole_page(tab) if masker.values else None
        data, secrets = await SecretPlaces(tab, refs, masker).throughout(deadline, clip, printed)
    if secrets:
        data = await _pictured(tab, refs, masker, deadline)
    await asyncio.to_thread(destination.write, data)
    return Printed(len(data), bool(secrets))


async def _pictured(tab: Tab, refs: RefTable, masker: Masker, deadline: Deadline) -> bytes:
    memory = _Memory(Path("page.jpg"))
    await photograph(tab, refs, memory, Shot(masker, full_page=True), deadline)
    return await asyncio.to_thread(_as_pdf, memory.pictures[-1])


def _as_pdf(picture: bytes) -> bytes:
    from PIL import Image

    document = io.BytesIO()
    with Image.open(io.BytesIO(picture)) as image:
        image.save(document, "PDF", resolution=_DOTS_PER_INCH)
    return document.getvalue()


@dataclass(frozen=True, slots=True)
class _Memory(Destination):
    """Holds a picture in place of a file."""

    pictures: list[bytes] = field(default_factory=list)

    def write(self, data: bytes) -> None:
        self.pictures.append(data)
