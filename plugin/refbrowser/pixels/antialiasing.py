"""Which pixels are the smoothed edge of a shape: after Vyšniauskas, "Anti-aliased Pixel and Intensity Slope Detector" (2009), with
the choices that pixelmatch makes.

Such a pixel has at most two neighbours of its own colour, darker and brighter ones too, and the darkest or the brightest of them
lies in a plain area of both pictures: it has three or more neighbours of its own colour. A neighbour that lies outside of the
picture counts as one of the same colour, once. All pixels are gone through at once, by shifting whole pictures.
"""

from typing import Any, Final

from PIL import Image, ImageChops, ImageDraw, ImageMath

Sides = tuple[bool, bool, bool, bool]
"""Which sides (left, top, right, bottom) of a part are those of its picture."""

_PLAIN_FROM: Final = 3
"""Neighbours of the same colour, from which on a pixel lies in a plain area."""

_COEFFICIENTS: Final = (78353, 153780, 30011)
"""Of red, green and blue in a pixel's brightness, which is 2**18 for each level of grey. Brightnesses are told apart to 1/2000 of a
level."""

_MOST_BRIGHTNESS: Final = 255 * sum(_COEFFICIENTS)

_STEP: Final = 32
"""Of a key: brightness in steps of 32, then the neighbour's place in the order, then whether it lies in a plain area. Of equally
bright neighbours the first counts: column by column from the left, each from its top."""

_COLUMN: Final = 6
_ROW: Final = 2


def antialiased(before: Image.Image, after: Image.Image, sides: Sides) -> Image.Image:
    """A mask (L, 0 or 255) of the pixels that are anti-aliased in one of two RGB pictures of one size.

    Where a side of ``sides`` is False the pictures go on there, and what stands within two pixels of it is not to be relied on.
    """
    plain_before, plain_after = _plain(before, sides), _plain(after, sides)
    both = ImageMath.lambda_eval(lambda of: of["x"] * of["y"], x=plain_before, y=plain_after)
    if both.getbbox() is None:
        return Image.new("L", before.size)
    return ImageChops.lighter(_edges(before, plain_before, both), _edges(after, plain_after, both))


def _edges(image: Image.Image, plain: Image.Image, plain_in_both: Image.Image) -> Image.Image:
    red, green, blue = image.split()
    brightness = ImageMath.lambda_eval(
        lambda of: of["r"] * _COEFFICIENTS[0] + of["g"] * _COEFFICIENTS[1] + of["b"] * _COEFFICIENTS[2], r=red, g=green, b=blue
    )
    darkness = ImageMath.lambda_eval(lambda of: _MOST_BRIGHTNESS - of["x"], x=brightness)
    brighter, by_brightness = _greatest(brightness, plain_in_both)
    darker, by_darkness = _greatest(darkness, plain_in_both)

    def edges(of: dict[str, Any]) -> Any:
        return of["convert"](
            of["brighter"] * of["darker"] * ((of["by_brightness"] | of["by_darkness"]) & 1) * (of["plain"] < 1) * 255, "L"
        )

    mask: Image.Image = ImageMath.lambda_eval(
        edges, brighter=brighter, darker=darker, by_brightness=by_brightness, by_darkness=by_darkness, plain=plain
    )
    return mask


def _greatest(values: Image.Image, plain: Image.Image) -> tuple[Image.Image, Image.Image]:
    """For each pixel whether a neighbour has a greater value, and the key of the greatest one.

    From outside of the picture come zeros, and no value is smaller.
    """
    own = ImageMath.lambda_eval(lambda of: of["values"] * _STEP, values=values)
    keys = ImageMath.lambda_eval(lambda of: of["own"] + of["plain"], own=own, plain=plain)
    above_and_below = ImageMath.lambda_eval(
        lambda of: of["max"](of["above"] + 2 * _ROW, of["below"]), above=_shifted(keys, (0, -1)), below=_shifted(keys, (0, 1))
    )
    column = ImageMath.lambda_eval(lambda of: of["max"](of["rest"], of["keys"] + _ROW), rest=above_and_below, keys=keys)
    greatest = ImageMath.lambda_eval(
        lambda of: of["max"](of["max"](of["left"] + 2 * _COLUMN, of["middle"] + _COLUMN), of["right"]),
        left=_shifted(column, (-1, 0)), middle=above_and_below, right=_shifted(column, (1, 0)),
    )  # fmt: skip
    is_greater = ImageMath.lambda_eval(lambda of: of["greatest"] > of["own"] + (_STEP - 1), greatest=greatest, own=own)
    return is_greater, greatest


def _plain(image: Image.Image, sides: Sides) -> Image.Image:
    """1 where a pixel has three or more neighbours of its own colour, else 0 (I)."""
    # Each pixel as one number of 32 bits: its fourth byte is 255, so that no colour is like the zeros from outside of the picture.
    colours = Image.frombytes("I", image.size, image.convert("RGBX").tobytes())
    count = _outside(image.size, sides)
    for offset in ((1, 0), (0, 1), (1, 1), (1, -1)):
        same = ImageMath.lambda_eval(lambda of: of["x"] == of["y"], x=colours, y=_shifted(colours, offset))
        count = ImageMath.lambda_eval(
            lambda of: of["count"] + of["same"] + of["back"], count=count, same=same, back=_shifted(same, (-offset[0], -offset[1]))
        )
    plain: Image.Image = ImageMath.lambda_eval(lambda of: of["count"] >= _PLAIN_FROM, count=count)
    return plain


def _outside(size: tuple[int, int], sides: Sides) -> Image.Image:
    """1 for the pixels at a side of the picture."""
    width, height = size
    image = Image.new("I", size)
    draw = ImageDraw.Draw(image)
    left, top, right, bottom = sides
    for is_side, line in (
        (left, (0, 0, 0, height - 1)),
        (top, (0, 0, width - 1, 0)),
        (right, (width - 1, 0, width - 1, height - 1)),
        (bottom, (0, height - 1, width - 1, height - 1)),
    ):
        if is_side:
            draw.line(line, fill=1)
    return image


def _shifted(image: Image.Image, offset: tuple[int, int]) -> Image.Image:
    """For each pixel the one that lies ``offset`` (x, y) from it; 0 outside of the picture."""
    x, y = offset
    return image.crop((x, y, image.width + x, image.height + y))
