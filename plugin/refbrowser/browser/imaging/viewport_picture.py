"""Pictures of what a tab shows, or of a part of it, in which secrets are painted over."""

import asyncio
import io
from collections.abc import Sequence
from typing import Any, Final

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.imaging.captured import captured
from refbrowser.browser.imaging.images import Box, paint_over
from refbrowser.browser.imaging.secret_places import Clip, SecretPlaces
from refbrowser.browser.tab.tab import Tab
from refbrowser.masking import Masker

PNG: Final[dict[str, Any]] = {"format": "png", "optimizeForSpeed": True}
_PAINTED_QUALITY: Final = 90
"""Of a JPEG that is encoded a second time."""


async def viewport_picture(
    tab: Tab, refs: RefTable, masker: Masker, deadline: Deadline, kind: dict[str, Any], clip: Clip | None = None
) -> bytes:
    """The viewport, or ``clip`` with its ``scale``, in a format of ``Page.captureScreenshot``: ``kind`` has ``format`` and
    ``quality``. Raises ``timeout``, and Playwright's errors as they come."""
    wanted = {**kind, **({} if clip is None else {"clip": clip})}
    picture, places = await SecretPlaces(tab, refs, masker).throughout(deadline, clip, lambda: captured(tab, wanted))
    return await asyncio.to_thread(_painted, picture, places) if places else picture


def _painted(picture: bytes, places: Sequence[Box]) -> bytes:
    from PIL import Image

    with Image.open(io.BytesIO(picture)) as image:
        painted = image.convert("RGB")
        paint_over(painted, places)
        buffer = io.BytesIO()
        if image.format == "PNG":
            painted.save(buffer, "PNG", compress_level=1)
        else:
            painted.save(buffer, "JPEG", quality=_PAINTED_QUALITY)
    return buffer.getvalue()
