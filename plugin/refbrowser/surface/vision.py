"""How a loaded image is named to a model."""

from collections.abc import Mapping
from typing import Any


def caption(image: Mapping[str, Any]) -> str:
    """``/…/shot.jpg: 1280x720, scale 1``."""
    return f"{image['path']}: {image['width']}x{image['height']}, scale {image['scale']:g}"
