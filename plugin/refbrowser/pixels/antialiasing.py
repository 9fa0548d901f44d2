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

_STEP: Final = 32
"""Of a key: brightness in steps of 32, then the neighbour's place in the order, then whether it lies in a plain area. Of equally
bright neighbours the first counts: column by column from the left, each from its top."""

_COEFFICIENTS: Final = (78353 * _STEP, 153780 * _STEP, 30011 * _STEP)
"""Of red, green and blue in a pixel's brightness, which is 2**18 steps for each level of grey. Brightnesses are distinguished to
1/2000 of a level."""

_BRIGHTNESS: Final = tuple([value * coefficient for value in range(256)] for coefficient in _COEFFICIENTS)
_MOST_BRIGHTNESS: Final = 255 * sum(_COEFFICIENTS)

_COLUMN: Final = 6
_ROW: Final = 2

_TO_PLAIN: Final = [int(neighbours >= _PLAIN_FROM) for neighbours in range(256)]
_TO_EDGE: Final = [int(plain == 0) for plain in range(256)]
_TO_MASK: Final = [255 * min(1, value) for value in range(256)]


def antialiased(before: Image.Image, after: Image.Image, sides: Sides) -> Image.Image:
    """A mask (L, 0 or 255) of the pixels that are anti-aliased in one of two RGB pictures of one size.

    Where a side of ``sides`` is False the pictures go on there, and what stands within two pixels of it is not to be relied on.
    """
    plain_before, plain_after = _plain(before, sides), _plain(after, sides)
    both = ImageChops.darker(plain_before, plain_after)
    if both.getbbox() is None:
        return Image.new("L", before.size)
    # Numbers of 32 bits, made once for both pictures.
    plain_in_both = both.convert("I")
    return ImageChops.lighter(
        ImageChops.darker(_between(before, plain_in_both), plain_before.point(_TO_EDGE)),
        ImageChops.darker(_between(after, plain_in_both), plain_after.point(_TO_EDGE)),
    ).point(_TO_MASK)


def _between(image: Image.Image, plain_in_both: Image.Image) -> Image.Image:
    """1 where a pixel has darker and brighter neighbours of which the darkest or the brightest lies in a plain area, else 0 (L)."""
    red, green, blue = (band.point(table, "I") for band, table in zip(image.split(), _BRIGHTNESS, strict=True))
    brightness = ImageMath.lambda_eval(lambda of: of["r"] + of["g"] + of["b"], r=red, g=green, b=blue)
    by_brightness = ImageMath.lambda_eval(lambda of: of["x"] + of["plain"], x=brightness, plain=plain_in_both)
    by_darkness = ImageMath.lambda_eval(lambda of: of["plain"] + _MOST_BRIGHTNESS - of["x"], x=brightness, plain=plain_in_both)

    def between(of: dict[str, Any]) -> Any:
        return of["convert"](
            (of["brightest"] > of["by_brightness"] + (_STEP - 2))
            & (of["darkest"] > of["by_darkness"] + (_STEP - 2))
            & (of["brightest"] | of["darkest"]),
            "L",
        )

    found: Image.Image = ImageMath.lambda_eval(
        between,
        by_brightness=by_brightness, brightest=_greatest(by_brightness), by_darkness=by_darkness, darkest=_greatest(by_darkness),
    )  # fmt: skip
    return found


def _greatest(keys: Image.Image) -> Image.Image:
    """For each pixel the greatest key of its neighbours. From outside of the picture come zeros, and no key is smaller."""
    above_and_below = ImageMath.lambda_eval(
        lambda of: of["max"](of["above"] + 2 * _ROW, of["below"]), above=_shifted(keys, (0, -1)), below=_shifted(keys, (0, 1))
    )
    column = ImageMath.lambda_eval(lambda of: of["max"](of["rest"], of["keys"] + _ROW), rest=above_and_below, keys=keys)
    greatest: Image.Image = ImageMath.lambda_eval(
        lambda of: of["max"](of["max"](of["left"] + 2 * _COLUMN, of["middle"] + _COLUMN), of["right"]),
        left=_shifted(column, (-1, 0)), middle=above_and_below, right=_shifted(column, (1, 0)),
    )  # fmt: skip
    return greatest


def _plain(image: Image.Image, sides: Sides) -> Image.Image:
    """1 where a pixel has three or more neighbours of its own colour, else 0 (L)."""
    # Each pixel as one number of 32 bits: its fourth byte is 255, so that no colour is like the zeros from outside of the picture.
    colours = Image.frombytes("I", image.size, image.convert("RGBX").tobytes())
    count = _outside(image.size, sides)
    for offset in ((1, 0), (0, 1), (1, 1), (1, -1)):
        same = ImageMath.lambda_eval(lambda of: of["convert"](of["x"] == of["y"], "L"), x=colours, y=_shifted(colours, offset))
        # A pixel has at most nine; the sum that stops at 255 takes three times as long.
        count = ImageChops.add_modulo(ImageChops.add_modulo(count, same), _shifted(same, (-offset[0], -offset[1])))
    return count.point(_TO_PLAIN)


def _outside(size: tuple[int, int], sides: Sides) -> Image.Image:
    """1 for the pixels at a side of the picture."""
    width, height = size
    image = Image.new("L", size)
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
