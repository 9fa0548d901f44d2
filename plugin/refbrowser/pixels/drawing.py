"""A comparison as a picture: the later one paled, changed pixels in red, areas in frames."""

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from refbrowser.pixels.regions import Region

_PALE: Final = 0.6
_CHANGED: Final = (216, 27, 96)
_FRAME_PIXELS: Final = 4
"""Between an area and its frame."""


def drawn(after: Image.Image, changed: Image.Image, areas: Sequence[Region]) -> Image.Image:
    """A new RGB picture of the size of ``after``; ``changed`` is the comparison's mask."""
    ground = after.convert("RGB")
    picture = Image.blend(ground, Image.new("RGB", ground.size, "white"), _PALE)
    picture.paste(_CHANGED, mask=changed)
    draw = ImageDraw.Draw(picture)
    for area in areas:
        left, top, right, bottom = area.box
        draw.rectangle(
            (left - _FRAME_PIXELS, top - _FRAME_PIXELS, right - 1 + _FRAME_PIXELS, bottom - 1 + _FRAME_PIXELS),
            outline=_CHANGED,
            width=2,
        )
    return picture
