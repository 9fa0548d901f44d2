"""Run ``vision_load``: load images scaled to what vision models accept, with the scale that maps points back."""

import asyncio
import base64
import io
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from PIL import ExifTags, Image, ImageOps

from refbrowser.errors import CallError, FileError
from refbrowser.policy.files import readable_path

LONGEST_EDGE: Final = 1568
MOST_PIXELS: Final = 1_150_000
"""The largest image that common vision models accept without scaling it down, which would change its coordinates."""

MOST_IMAGES: Final = 20
MOST_BYTES: Final = 50_000_000
JPEG_QUALITY: Final = 85

FORMATS: Final = ("JPEG", "PNG", "WEBP", "GIF")
"""Formats that are accepted. Pillow reads more; for some, such as EPS, it starts other programs."""

MOST_DECODED: Final = 64_000_000
"""Pixels of an image. Scaling takes three bytes for each, and a file of a few kilobytes can declare any number of pixels."""

_BROKEN: Final = (OSError, ValueError, TypeError, LookupError, SyntaxError, struct.error)
"""What Pillow raises for an orientation that cannot be read."""


async def load_images(paths: object, roots: Sequence[Path], scales: Mapping[Path, float]) -> list[dict[str, Any]]:
    """Return ``[{path, mime, data, width, height, scale}]``: ``data`` is base64, ``width`` and ``height`` are pixels of the loaded
    image, and a point in it divided by ``scale`` is a point of the file's image, upright as programs show it; for those of
    ``scales``, which have several pixels to one of CSS, in CSS pixels.

    Raises :class:`CallError` (``invalid_arguments``) and :class:`FileError` (``file_denied``, ``file_not_found``,
    ``file_unreadable``).
    """
    if isinstance(paths, str | Path):
        paths = [paths]
    if not isinstance(paths, list | tuple) or not 1 <= len(paths) <= MOST_IMAGES:
        raise CallError(f"vision_load takes a list of 1 to {MOST_IMAGES} paths.")
    if not all(isinstance(path, str | Path) and str(path) for path in paths):
        raise CallError("vision_load takes paths as strings.")
    files = [readable_path(str(path), roots=roots) for path in paths]
    # One at a time: a decoded image takes far more memory than its file.
    return [await asyncio.to_thread(_load, file, scales.get(file, 1.0)) for file in files]


def _load(path: Path, density: float) -> dict[str, Any]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise FileError(
                f"{path} is larger than {MOST_BYTES // 1_000_000} MB, the limit for an image.",
                code="file_unreadable",
                details={"path": str(path), "limit": MOST_BYTES},
            )
        with Image.open(path, formats=FORMATS) as image:
            if image.width * image.height > MOST_DECODED:
                raise FileError(
                    f"{path} has {image.width}x{image.height} pixels; the limit is {MOST_DECODED} pixels in total.",
                    code="file_unreadable",
                    details={"path": str(path), "limit": MOST_DECODED},
                )
            # One that ends too early is opened all the same.
            image.load()
            return _encoded(path, image, density)
    except Image.DecompressionBombError as failure:
        raise FileError(
            f"{path} has too many pixels; the limit is {MOST_DECODED} pixels in total.",
            code="file_unreadable",
            details={"path": str(path), "limit": MOST_DECODED},
        ) from failure
    except (OSError, Image.DecompressionBombWarning, SyntaxError, ValueError) as failure:
        raise FileError(
            f"{path} is not a readable image; it must be a valid {', '.join(FORMATS[:-1])} or {FORMATS[-1]} file.",
            code="file_unreadable",
            details={"path": str(path)},
        ) from failure


def _encoded(path: Path, image: Image.Image, density: float) -> dict[str, Any]:
    upright = _upright(image)
    width, height = upright.size
    scale = min(1.0, LONGEST_EDGE / max(width, height), (MOST_PIXELS / (width * height)) ** 0.5)
    mime = Image.MIME.get(image.format or "", "")
    if scale == 1.0 and upright is image and mime in ("image/jpeg", "image/png"):
        data = path.read_bytes()
    else:
        width, height = max(1, int(width * scale)), max(1, int(height * scale))
        buffer = io.BytesIO()
        _opaque(upright).resize((width, height), Image.Resampling.LANCZOS).save(buffer, "JPEG", quality=JPEG_QUALITY)
        data, mime = buffer.getvalue(), "image/jpeg"
    return {
        "path": str(path),
        "mime": mime,
        "data": base64.b64encode(data).decode("ascii"),
        "width": width,
        "height": height,
        "scale": round(scale * density, 6),
    }


def _upright(image: Image.Image) -> Image.Image:
    """The image as its camera says that it was held; itself where it says nothing."""
    try:
        if image.getexif().get(ExifTags.Base.Orientation, 1) == 1:
            return image
        return ImageOps.exif_transpose(image)
    except _BROKEN:
        return image


def _opaque(image: Image.Image) -> Image.Image:
    """In colours, on white where it is transparent: Pillow would leave black there, on which black text is not seen."""
    if image.mode.startswith("I"):
        # A grey of 16 bits, of which Pillow would make white whatever is above 255.
        return image.convert("I").point(lambda grey: grey * (1 / 256)).convert("L").convert("RGB")
    if not image.has_transparency_data:
        return image.convert("RGB")
    layers = image.convert("RGBA")
    ground = Image.new("RGB", image.size, "white")
    ground.paste(layers, mask=layers.getchannel("A"))
    return ground
