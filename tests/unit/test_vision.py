"""Images as models are shown them: upright, on white, within their limits."""

import base64
import io
from pathlib import Path
from typing import Any

import pytest
from PIL import ExifTags, Image

from refbrowser.service.calls.vision import load_images

RED, BLACK, WHITE = (255, 0, 0), (0, 0, 0), (255, 255, 255)

SMALL, LARGE = 200, 1600
"""Widths of an image that is passed on as it is, and of one that is scaled down."""


async def loaded(path: Path) -> tuple[dict[str, Any], Image.Image]:
    (answer,) = await load_images([str(path)], [path.parent], {})
    return answer, Image.open(io.BytesIO(base64.b64decode(answer["data"])))


def near(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    """The colour at a part of the width and the height, of the main colours."""
    pixel = image.convert("RGB").getpixel((int(x * image.width), int(y * image.height)))
    assert isinstance(pixel, tuple)
    return tuple(255 * (part > 127) for part in pixel)


@pytest.mark.parametrize("width", [SMALL, LARGE])
async def test_a_photograph_is_upright(tmp_path: Path, width: int) -> None:
    """It was taken with the camera turned: its top is on the left of what is stored."""
    photograph = Image.new("RGB", (width, width // 2), WHITE)
    photograph.paste(RED, (0, 0, width // 4, width // 2))
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    photograph.save(tmp_path / "photograph.jpg", exif=exif)
    answer, image = await loaded(tmp_path / "photograph.jpg")
    assert image.size == (answer["width"], answer["height"])
    assert image.height == 2 * image.width
    assert image.getexif().get(ExifTags.Base.Orientation, 1) == 1
    assert (near(image, 0.5, 0.1), near(image, 0.1, 0.5), near(image, 0.5, 0.9)) == (RED, WHITE, WHITE)
    assert answer["scale"] == (1.0 if width == SMALL else pytest.approx(image.height / width, abs=0.001))


@pytest.mark.filterwarnings("ignore:Tag data larger:UserWarning", "ignore:Corrupt EXIF data:UserWarning")
async def test_an_orientation_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    whole = io.BytesIO()
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    Image.new("RGB", (40, 20), RED).save(whole, "JPEG", exif=exif)
    for cut in range(1, 24):
        broken = whole.getvalue().replace(exif.tobytes(), exif.tobytes()[:-cut] + b"\xff" * cut)
        (tmp_path / "broken.jpg").write_bytes(broken)
        _, image = await loaded(tmp_path / "broken.jpg")
        assert sorted(image.size) == [20, 40], cut


@pytest.mark.parametrize("kind", ["RGBA", "LA", "P"])
async def test_what_is_transparent_is_on_white(tmp_path: Path, kind: str) -> None:
    drawing = Image.new("RGBA", (LARGE, LARGE // 2), (0, 0, 0, 0))
    drawing.paste((0, 0, 0, 255), (0, 0, LARGE // 2, LARGE // 2))
    drawing.convert(kind).save(tmp_path / "drawing.png")
    _, image = await loaded(tmp_path / "drawing.png")
    assert (near(image, 0.25, 0.5), near(image, 0.75, 0.5)) == (BLACK, WHITE)


async def test_sixteen_bits_keep_their_brightness(tmp_path: Path) -> None:
    row = b"\x00\xf0" * (LARGE // 2) + b"\x00\x30" * (LARGE // 2)
    scan = Image.frombytes("I;16", (LARGE, LARGE // 2), row * (LARGE // 2))
    scan.save(tmp_path / "scan.png")
    _, image = await loaded(tmp_path / "scan.png")
    assert (near(image, 0.25, 0.5), near(image, 0.75, 0.5)) == (WHITE, BLACK)
