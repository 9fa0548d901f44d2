"""Which pixels of two pictures differ to the eye: the distance of two colours in YIQ, as pixelmatch measures it.

The square of the distance is a sum of three squares, whose terms need one, two and three channels. In this form Pillow computes it
for all pixels at once; 32-bit floats place every pair of colours on the same side of the threshold as 64-bit ones do (a test goes
through all pairs near it).
"""

from typing import Any, Final

from PIL import Image, ImageChops, ImageMath

THRESHOLD: Final = 0.1
"""pixelmatch's own default, of 0 to 1."""

MOST_DISTANCE: Final = 35215 * THRESHOLD * THRESHOLD
"""The square of the distance up to which two colours count as the same; 35215 is that of black and white."""

_SAME_CHANNELS: Final = 25
"""Colours whose channels differ by no more are nearer than the threshold, whichever way they differ: at most 0.5413 * 25² = 338."""

_YIQ: Final = (
    (0.5053, (0.29889531, 0.58662247, 0.11448223)),
    (0.299, (0.59597799, -0.27417610, -0.32180189)),
    (0.1957, (0.21147017, -0.52261711, 0.31114694)),
)
"""Weights and coefficients of the three axes, after Kotsarenko and Ramos (2010)."""


def _triangular() -> tuple[float, float, float, float, float, float]:
    """The six coefficients of the sum of squares (a·r + b·g + c·b)² + (d·g + e·b)² + (f·b)²: Cholesky's decomposition."""
    form = [[sum(weight * axis[i] * axis[j] for weight, axis in _YIQ) for j in range(3)] for i in range(3)]
    a = form[0][0] ** 0.5
    b, c = form[0][1] / a, form[0][2] / a
    d = (form[1][1] - b * b) ** 0.5
    e = (form[1][2] - b * c) / d
    return a, b, c, d, e, (form[2][2] - c * c - e * e) ** 0.5


_AS_FLOATS: Final = [float(value) for value in range(256)]
_TO_MASK: Final = [255 * min(1, value) for value in range(256)]

_A, _B, _C, _D, _E, _F = _triangular()


def distance(colour: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """The square of the distance of two colours, for one pair."""
    red, green, blue = (first - second for first, second in zip(colour, other, strict=True))
    return float(sum(weight * (axis[0] * red + axis[1] * green + axis[2] * blue) ** 2 for weight, axis in _YIQ))


def perhaps_different(before: Image.Image, after: Image.Image) -> Image.Image:
    """A mask (L, 0 or 255) that holds every pixel that :func:`different` would find, and some more; it costs a millisecond."""
    red, green, blue = ImageChops.difference(before, after).split()
    largest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return largest.point([255 if value > _SAME_CHANNELS else 0 for value in range(256)])


def different(before: Image.Image, after: Image.Image) -> Image.Image:
    """A mask (L, 0 or 255) of the pixels of two RGB pictures of one size whose colours are farther apart than the threshold."""
    bands = {
        f"{name}{index}": band.point(_AS_FLOATS, "F")
        for name, image in (("x", before), ("y", after))
        for index, band in enumerate(image.split())
    }

    def apart(of: dict[str, Any]) -> Any:
        red, green, blue = (of[f"x{index}"] - of[f"y{index}"] for index in range(3))
        first, second, third = red * _A + green * _B + blue * _C, green * _D + blue * _E, blue * _F
        return of["convert"](first * first + second * second + third * third > MOST_DISTANCE, "L")

    found: Image.Image = ImageMath.lambda_eval(apart, **bands)
    return found.point(_TO_MASK)
