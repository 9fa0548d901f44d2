"""Photographs of the page, as JPEG files (PNG where the path says so), and images for a model's eyes."""

import asyncio
import math
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.element import Element, page_box
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.imaging.captured import PAUSES_S, captured
from refbrowser.browser.imaging.images import JPEG_MOST, Box, Mark, density, put_together, size_of
from refbrowser.browser.imaging.ref_marks import marks
from refbrowser.browser.imaging.secret_places import SecretPlaces
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import ActionabilityError, Remedy, TimeoutExceeded
from refbrowser.files import Destination
from refbrowser.masking import Masker

TILE_HEIGHT: Final = 16_250
"""Device pixels, a fourth of what a JPEG may have; Chromium's largest surface is 16 384 high. For each tile it lays out the whole
page, which takes longer than all else where that is large: so they are few."""

MOST_DENSE: Final = 4
"""Device pixels to a CSS pixel that the densest screen has."""

_WRITTEN_AT_ONCE: Final = 1_000_000
"""Bytes that a disk takes in about a millisecond."""


@dataclass(frozen=True, slots=True)
class Shot:
    """What to photograph: the viewport, the full page, or one element; and whether to draw the refs into it. ``masker`` knows the
    secrets that are painted over."""

    masker: Masker
    quality: int = 80
    full_page: bool = False
    element: Element | None = None
    annotate: bool = False


async def photograph(tab: Tab, refs: RefTable, destination: Destination, shot: Shot, deadline: Deadline) -> dict[str, Any]:
    """Writes the image and returns its size: ``width`` and ``height`` in pixels, ``scale`` where several of them make one of CSS,
    ``mime``, ``cut_at`` for a page cut short, and ``annotated`` (how many refs were drawn) with ``marks_left_out``.

    What is drawn or painted over belongs to the document in the picture: where another one came, all is done again. Raises
    ``file_unwritable``, and ``timeout`` for a page that never stays.
    """
    while not deadline.passed:
        answer = await _photographed(tab, refs, destination, shot, deadline)
        if answer is not None:
            return answer
    raise deadline.exceeded("the page to stay")


async def _photographed(
    tab: Tab, refs: RefTable, destination: Destination, shot: Shot, deadline: Deadline
) -> dict[str, Any] | None:
    """:func:`photograph`; None, and no file, where another document came between its size, or its refs, and the picture."""
    commits = tab.activity.commits
    png = destination.path.suffix.lower() == ".png"
    answer: dict[str, Any] = {"mime": "image/png" if png else "image/jpeg"}
    clip = await _clip(tab, full_page=shot.full_page, element=shot.element)
    drawn: list[Mark] = []
    if shot.annotate:
        origin = (0.0, 0.0) if clip is None else await _viewport_in(tab, clip)
        drawn, left_out = await marks(tab, refs, deadline, full_page=shot.full_page, origin=origin)
        answer["annotated"] = len(drawn)
        if left_out:
            answer["marks_left_out"] = left_out
    deadline.stage = "the screenshot"
    if clip is not None and clip["height"] > JPEG_MOST:
        answer["cut_at"] = JPEG_MOST
        clip["height"] = JPEG_MOST
    # What Pillow will encode again is taken without loss first.
    parts = _tiles(clip, await _tile_height(tab, clip, deadline))
    again = bool(drawn) or bool(shot.masker.values) or len(parts) > 1
    kind: dict[str, Any] = {"format": "png"} if png or again else {"format": "jpeg", "quality": shot.quality}
    kind = {**kind, "optimizeForSpeed": True} if again else kind
    size = tab.page.viewport_size
    css_width = clip["width"] if clip is not None else size["width"] if size is not None else None
    tiles: list[bytes] = []

    async def take() -> None:
        tiles.clear()
        # One by one: an error says how many were taken.
        for part in parts:
            tiles.extend([await _taken(tab, kind, part)])

    async with _answering(tab, tiles, parts, deadline):
        _, hidden = await SecretPlaces(tab, refs, shot.masker).throughout(deadline, clip, take)
        if (drawn or clip is not None) and tab.activity.commits != commits:
            return None
        finish = partial(
            _finish, tiles, drawn if again else None, destination, shot.quality, png=png, hidden=hidden, css_width=css_width
        )
        # A thread is worth its while for work on the image, and for long writing.
        width, height = await asyncio.to_thread(finish) if again or len(tiles[0]) > _WRITTEN_AT_ONCE else finish()
    scale = density(width, css_width)
    return {**answer, "width": width, "height": height, **({"scale": scale} if scale != 1 else {})}


async def _tile_height(tab: Tab, clip: dict[str, float] | None, deadline: Deadline) -> float:
    """In CSS pixels."""
    if clip is None or clip["height"] * MOST_DENSE <= TILE_HEIGHT:
        return TILE_HEIGHT
    _, page = await tab.engine.drawn(tab.page.main_frame, [], deadline)
    return TILE_HEIGHT / max(1.0, float(page["scale"]))


@asynccontextmanager
async def _answering(
    tab: Tab, tiles: Sequence[bytes], parts: Sequence[dict[str, float] | None], deadline: Deadline
) -> AsyncIterator[None]:
    """The deadline. Where it ends the picture of a page that said how large that is, the error says that the page does not hang."""
    try:
        async with deadline.waiting_for("the screenshot"):
            yield
    except TimeoutExceeded:
        if parts[0] is None:
            raise
        taken = f"; {len(tiles)} of its {len(parts)} parts were taken" if len(parts) > 1 else ""
        raise TimeoutExceeded(
            f"The picture was not finished within {deadline.total_ms:.0f} ms{taken}.",
            remedy=Remedy(
                "screenshot", {"browser_id": tab.browser_id}, hint="shows the viewport; or give a ref, or a longer timeout_ms"
            ),
            details={"waited_for": "the screenshot", "timeout_ms": deadline.total_ms, "page_answered": True},
        ) from None


def _finish(
    tiles: list[bytes],
    drawn: list[Mark] | None,
    destination: Destination,
    quality: int,
    *,
    png: bool,
    hidden: Sequence[Box],
    css_width: float | None,
) -> tuple[int, int]:
    """Writes the image, put together from its tiles if something is to be drawn into it or it has several; its size in pixels."""
    if drawn is None:
        destination.write(tiles[0])
        return size_of(tiles[0])
    data, width, height = put_together(tiles, drawn, png=png, quality=quality, hidden=hidden, css_width=css_width)
    destination.write(data)
    return width, height


async def _taken(tab: Tab, kind: dict[str, Any], clip: dict[str, float] | None) -> bytes:
    part = {} if clip is None else {"clip": {**clip, "scale": 1}, "captureBeyondViewport": True}
    return await captured(tab, {**kind, **part})


def _tiles(clip: dict[str, float] | None, most: float) -> list[dict[str, float] | None]:
    """The clip in parts that Chromium can draw, ``most`` high, from top to bottom."""
    if clip is None:
        return [None]
    height = math.floor(most)
    tops = range(0, max(1, math.ceil(clip["height"])), height)
    return [{**clip, "y": clip["y"] + top, "height": min(height, clip["height"] - top)} for top in tops]


async def _viewport_in(tab: Tab, clip: dict[str, float]) -> tuple[float, float]:
    """Where the viewport's corner lies in the image of ``clip``."""
    view = (await tab.cdp.send("Page.getLayoutMetrics"))["cssVisualViewport"]
    return view["pageX"] - clip["x"], view["pageY"] - clip["y"]


async def _clip(tab: Tab, *, full_page: bool, element: Element | None) -> dict[str, float] | None:
    """The part of the document to show, in its own coordinates; None is the viewport."""
    if element is None and not full_page:
        return None
    if element is None:
        return await whole_page(tab)
    metrics = await tab.cdp.send("Page.getLayoutMetrics")
    x, y, width, height = await page_box(element) or (0, 0, 0, 0)
    if width < 1 or height < 1:
        raise ActionabilityError(f"{element.label} has no size, so there is nothing to capture.", details={"ref": element.number})
    view = metrics["cssVisualViewport"]
    return {"x": x + view["pageX"], "y": y + view["pageY"], "width": width, "height": height}


async def whole_page(tab: Tab) -> dict[str, float]:
    """All of the document, in its own coordinates."""
    metrics = await tab.cdp.send("Page.getLayoutMetrics")
    for pause_s in PAUSES_S:
        if all((size := metrics["cssContentSize"])[side] for side in ("width", "height")):
            break
        await asyncio.sleep(pause_s)  # a document that has just come is not laid out yet, and no event says when it is
        metrics = await tab.cdp.send("Page.getLayoutMetrics")
    size = metrics["cssContentSize"]
    return {"x": 0, "y": 0, "width": size["width"], "height": size["height"]}
