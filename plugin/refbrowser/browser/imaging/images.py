"""Work on image files: putting tiles together, drawing the numbers of refs, writing whole files or none.

Pillow is imported where it is used: it takes 30 ms, and the first call of a program waits for everything imported before it.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PIL import Image, ImageFont

Box = tuple[float, float, float, float]

JPEG_MOST: Final = 65_000
"""A JPEG's sides have 16 bits."""

_COLOURS: Final = ("#d81b60", "#1565c0", "#2e7d32", "#ef6c00", "#6a1b9a", "#00838f")
_LABEL_SIZE: Final = 13
_ROUNDED: Final = 2.0
_LARGE: Final = 10_000_000
"""Pixels of a PNG that is compressed in half the time, to one that is a sixth larger."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A ref to draw: its number, and where its element is in the image (left, top, right, bottom, in CSS pixels)."""

    number: int
    box: Box


def put_together(
    tiles: Sequence[bytes],
    marks: Sequence[Mark],
    *,
    png: bool,
    quality: int,
    hidden: Sequence[Box] = (),
    css_width: float | None = None,
) -> tuple[bytes, int, int]:
    """The tiles, from top to bottom, as one image with the marks drawn into it: its bytes, width and height. ``hidden``: boxes that
    are painted over, in parts of the image's width. ``css_width`` is that width in CSS pixels, if those are others."""
    from PIL import Image

    # Decoded one by one, when each is put into its place.
    images = [Image.open(io.BytesIO(tile)) for tile in tiles]
    if len(images) == 1:
        whole = images[0].convert("RGB")
    else:
        whole = Image.new("RGB", (images[0].width, sum(image.height for image in images)))
        top = 0
        for image in images:
            with image:
                whole.paste(image if image.mode == "RGB" else image.convert("RGB"), (0, top))
                top += image.height
    if hidden:
        paint_over(whole, hidden)
    if marks:
        scale = density(whole.width, css_width)
        _draw(whole, [Mark(mark.number, tuple(side * scale for side in mark.box)) for mark in marks])  # type: ignore[arg-type]
    buffer = io.BytesIO()
    if png:
        whole.save(buffer, "PNG", compress_level=6 if whole.width * whole.height < _LARGE else 1)
    else:
        whole.save(buffer, "JPEG", quality=quality)
    return buffer.getvalue(), whole.width, whole.height


def density(width: int, css_width: float | None) -> float:
    """How many pixels of an image that is ``width`` wide make one of CSS."""
    # An element's sides are rounded up.
    return 1.0 if not css_width or abs(width - css_width) < _ROUNDED else round(width / css_width, 3)


def paint_over(image: "Image.Image", boxes: Sequence[Box]) -> None:
    """Paint over ``boxes``, in parts of the image's width."""
    from PIL import ImageDraw

    canvas = ImageDraw.Draw(image)
    for box in boxes:
        left, top, right, bottom = (side * image.width for side in box)
        seen = max(0.0, left - 1), max(0.0, top - 1), min(image.width, right + 1), min(image.height, bottom + 1)
        if seen[0] < seen[2] and seen[1] < seen[3]:
            canvas.rectangle(seen, fill="#444")


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height of an encoded image."""
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        return image.size


def _draw(image: "Image.Image", marks: Sequence[Mark]) -> None:
    from PIL import ImageDraw, ImageFont

    canvas = ImageDraw.Draw(image)
    font = ImageFont.load_default(_LABEL_SIZE)
    taken: list[Box] = [mark.box for mark in marks]
    for index, mark in enumerate(marks):
        colour = _COLOURS[index % len(_COLOURS)]
        canvas.rectangle(mark.box, outline=colour, width=2)
    labels: list[Box] = []
    for index, mark in enumerate(marks):
        colour = _COLOURS[index % len(_COLOURS)]
        label = _place(mark, _extent(str(mark.number), font), (image.width, image.height), taken, labels)
        labels.append(label)
        canvas.rectangle(label, fill=colour)
        canvas.text((label[0] + 3, label[1] + 1), str(mark.number), fill="white", font=font)


def _extent(text: str, font: "ImageFont.ImageFont | ImageFont.FreeTypeFont") -> tuple[float, float]:
    left, _, right, _ = font.getbbox(text)
    return right - left + 6, _LABEL_SIZE + 5


def _place(mark: Mark, extent: tuple[float, float], size: tuple[int, int], boxes: Sequence[Box], labels: Sequence[Box]) -> Box:
    """Where the label covers least: outside the element at one of its corners, away from other elements and labels."""
    width, height = extent
    left, top, right, bottom = mark.box
    corners = (
        (left, top - height), (right - width, top - height), (left, bottom), (right - width, bottom),
        (left - width, top), (right, top), (left, top),
    )  # fmt: skip
    best, least = None, float("inf")
    for preference, (x, y) in enumerate(corners):
        x, y = min(max(0, x), size[0] - width), min(max(0, y), size[1] - height)
        label = (x, y, x + width, y + height)
        covered = sum(_overlap(label, box) for box in boxes) + 4 * sum(_overlap(label, other) for other in labels)
        if covered + preference * 0.1 < least:
            best, least = label, covered + preference * 0.1
    assert best is not None
    return best


def _overlap(box: Box, other: Box) -> float:
    width = min(box[2], other[2]) - max(box[0], other[0])
    height = min(box[3], other[3]) - max(box[1], other[1])
    return width * height if width > 0 and height > 0 else 0.0
