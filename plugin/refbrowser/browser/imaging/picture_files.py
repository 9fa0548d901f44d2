"""Pictures in files and in memory, opened within bounds."""

import io
from pathlib import Path
from typing import TYPE_CHECKING, Final

from refbrowser.errors import FileError

if TYPE_CHECKING:
    from PIL import Image

FORMATS: Final = ("JPEG", "PNG", "WEBP", "GIF")
"""Of the many that Pillow knows: some start other programs, as EPS does."""

MOST_PIXELS: Final = 20_000_000
"""Of a picture that is compared, which takes 1 s and 300 MB: a page of 1280 x 15 000."""


def open_picture(source: Path | bytes) -> "Image.Image":
    """The decoded picture. Raises ``file_unreadable``."""
    from PIL import Image

    name = "the picture" if isinstance(source, bytes) else str(source)
    try:
        with Image.open(io.BytesIO(source) if isinstance(source, bytes) else source, formats=FORMATS) as image:
            if image.width * image.height > MOST_PIXELS:
                raise FileError(
                    f"{name} has {image.width}x{image.height} pixels; the limit of a comparison is {MOST_PIXELS} in total.",
                    code="file_unreadable",
                    details={"path": name, "limit": MOST_PIXELS},
                )
            image.load()
            return image.copy()
    except (OSError, Image.DecompressionBombError, Image.DecompressionBombWarning, SyntaxError, ValueError) as failure:
        raise FileError(f"{name} is not a readable image.", code="file_unreadable", details={"path": name}) from failure
