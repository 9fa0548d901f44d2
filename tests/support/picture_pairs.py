"""Pairs of pictures as pages make them, drawn from a seed by integers alone: every Pillow draws the same pixels."""

import random
from collections.abc import Callable
from typing import Final

from PIL import Image, ImageDraw

SIZE: Final = (160, 90)
_FINER: Final = 4
"""Shapes are drawn so many times as large and averaged, which smooths their edges."""


def pair(seed: int) -> tuple[Image.Image, Image.Image]:
    """Two RGB pictures of :data:`SIZE`."""
    change = _CHANGES[seed % len(_CHANGES)]
    return change(random.Random(seed))


def _picture(draw_on: Callable[[ImageDraw.ImageDraw], None], ground: str = "white") -> Image.Image:
    large = Image.new("RGB", (SIZE[0] * _FINER, SIZE[1] * _FINER), ground)
    draw_on(ImageDraw.Draw(large))
    return large.reduce(_FINER)


def _colour(random: random.Random) -> tuple[int, int, int]:
    return random.randrange(256), random.randrange(256), random.randrange(256)


def _strokes(seed: int, moved: int = 0, ink: tuple[int, int, int] = (20, 20, 30)) -> Callable[[ImageDraw.ImageDraw], None]:
    """Short lines in rows, like text; ``moved`` by quarters of a pixel."""

    def draw_on(draw: ImageDraw.ImageDraw) -> None:
        own = random.Random(seed)
        for top in range(10, SIZE[1] * _FINER - 40, 48):
            left = 20
            while left < SIZE[0] * _FINER - 40:
                x, width = left + moved, own.randrange(6, 22)
                draw.line((x, top, x + own.randrange(-6, 18), top + own.randrange(10, 36)), fill=ink, width=own.randrange(3, 7))
                left += width + 8

    return draw_on


def _boxes(own: random.Random, count: int) -> list[tuple[tuple[int, int, int, int], tuple[int, int, int]]]:
    found = []
    for _ in range(count):
        x, y = own.randrange(SIZE[0] * _FINER), own.randrange(SIZE[1] * _FINER)
        found.append(((x, y, x + own.randrange(20, 200), y + own.randrange(20, 120)), _colour(own)))
    return found


def _moved_text(own: random.Random) -> tuple[Image.Image, Image.Image]:
    seed = own.randrange(10**6)
    return _picture(_strokes(seed)), _picture(_strokes(seed, moved=own.randrange(1, 12)))


def _other_text(own: random.Random) -> tuple[Image.Image, Image.Image]:
    return _picture(_strokes(own.randrange(10**6))), _picture(_strokes(own.randrange(10**6)))


def _dark_theme(own: random.Random) -> tuple[Image.Image, Image.Image]:
    seed = own.randrange(10**6)
    return _picture(_strokes(seed)), _picture(_strokes(seed, ink=(230, 230, 220)), "#202124")


def _changed_shape(own: random.Random) -> tuple[Image.Image, Image.Image]:
    boxes = _boxes(own, 8)
    changed = [(boxes[0][0], _colour(own)), *boxes[1:]]

    def shapes(of: list[tuple[tuple[int, int, int, int], tuple[int, int, int]]]) -> Callable[[ImageDraw.ImageDraw], None]:
        def draw_on(draw: ImageDraw.ImageDraw) -> None:
            for index, (box, colour) in enumerate(of):
                (draw.ellipse if index % 2 else draw.rectangle)(box, fill=colour)

        return draw_on

    return _picture(shapes(boxes)), _picture(shapes(changed))


def _noise(own: random.Random) -> tuple[Image.Image, Image.Image]:
    """Photographs that differ a little everywhere, and much at some places."""
    first = bytearray(own.randbytes(SIZE[0] * SIZE[1] * 3))
    second = bytearray(value if own.random() < 0.7 else max(0, min(255, value + own.randrange(-60, 61))) for value in first)
    return Image.frombytes("RGB", SIZE, bytes(first)), Image.frombytes("RGB", SIZE, bytes(second))


_CHANGES: Final = (_moved_text, _other_text, _dark_theme, _changed_shape, _noise)
