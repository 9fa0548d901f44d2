"""Photographs of the page, as JPEG files (PNG where the path says so), and images for a model's eyes."""

import asyncio
import base64
import io
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from PIL import Image

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.tab import Tab
from refbrowser.browser.targets import Element
from refbrowser.errors import ActionabilityError, FileError

MOST_PIXELS_HIGH: Final = 16_000
"""Chromium's largest surface is 16 384 device pixels high; a longer page is photographed down to here, and the answer says so."""


async def photograph(
    tab: Tab, path: Path, *, quality: int, full_page: bool, element: Element | None, deadline: Deadline
) -> dict[str, Any]:
    """Writes the image and returns its size: ``width`` and ``height`` in pixels, ``mime``, and ``cut_at`` for a page cut short.

    Raises ``file_unwritable``.
    """
    png = path.suffix.lower() == ".png"
    deadline.stage = "the screenshot"
    request: dict[str, Any] = {"format": "png"} if png else {"format": "jpeg", "quality": quality}
    answer: dict[str, Any] = {}
    clip = await _clip(tab, full_page=full_page, element=element)
    if clip is not None:
        if clip["height"] > MOST_PIXELS_HIGH:
            answer["cut_at"] = MOST_PIXELS_HIGH
            clip["height"] = MOST_PIXELS_HIGH
        request |= {"clip": {**clip, "scale": 1}, "captureBeyondViewport": True}
    async with deadline.waiting_for("the screenshot"):
        picture = await tab.inspector.send("Page.captureScreenshot", request)
    data = base64.b64decode(picture["data"])
    width, height = await asyncio.to_thread(_store, path, data)
    return {"mime": "image/png" if png else "image/jpeg", "width": width, "height": height, **answer}


async def _clip(tab: Tab, *, full_page: bool, element: Element | None) -> dict[str, float] | None:
    """The part of the document to show, in its own coordinates; None is the viewport."""
    if element is None and not full_page:
        return None
    metrics = await tab.inspector.send("Page.getLayoutMetrics")
    if element is None:
        size = metrics["cssContentSize"]
        return {"x": 0, "y": 0, "width": size["width"], "height": size["height"]}
    x, y, width, height = element.probe["box"]
    offset = element.probe.get("top_frame_offset") or (0, 0)
    if width < 1 or height < 1:
        raise ActionabilityError(f"{element.label} has no size, so there is nothing to show.", details={"ref": element.number})
    view = metrics["cssVisualViewport"]
    return {"x": x + offset[0] + view["pageX"], "y": y + offset[1] + view["pageY"], "width": width, "height": height}


def _store(path: Path, data: bytes) -> tuple[int, int]:
    """Writes the image's file; returns its size in pixels."""
    _write(path, data)
    with Image.open(io.BytesIO(data)) as image:
        return image.size


def _write(path: Path, data: bytes) -> None:
    """Writes the file whole or not at all."""
    partial = path.with_name(f".{path.name}.{time.monotonic_ns()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(data)
        partial.replace(path)
    except OSError as failure:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise FileError(
            f"{path} cannot be written: {failure.strerror}.", code="file_unwritable", details={"path": str(path)}
        ) from None


async def print_pdf(tab: Tab, path: Path, deadline: Deadline) -> int:
    """Prints the page with its own print styles; the file's size in bytes. Raises ``file_unwritable``."""
    async with deadline.waiting_for("the page to be printed"):
        data = await tab.page.pdf(print_background=True, prefer_css_page_size=True)
    await asyncio.to_thread(_write, path, data)
    return len(data)
