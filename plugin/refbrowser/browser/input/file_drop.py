"""Files dropped on an element that takes drops."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser.element.element import Element
from refbrowser.browser.pointer.pointer import page_point, ready, unstable
from refbrowser.browser.scripting.element_in_page import element_handle

_PRESSED: Final = frozenset({"button", "link", "menuitem", "tab", "checkbox", "radio", "switch"})
"""What is pressed to open a file chooser rather than dropped on."""

_ANSWER_MS: Final = 1_000
"""How long a page may take to say whether it accepts what is over it."""

_ROUNDING: Final = 2
"""In CSS pixels: what a point loses on its way."""

_ACCEPTS: Final = """new Promise((answer) => addEventListener('dragover', (event) => {
  setTimeout(() => answer(event.defaultPrevented));
}, { capture: true, once: true }))"""


def may_take_drops(element: Element) -> bool:
    """Whether a drop on the element may be tried: on a plain box, not on what is pressed."""
    return element.kind not in _PRESSED and element.probe.get("tag") not in ("button", "label", "a", "input", "select", "textarea")


async def drop_files(element: Element, paths: Sequence[Path]) -> Element | None:
    """Drops ``paths`` on the element with trusted input, if its document accepts them there; None if it does not, and nothing was
    dropped. Raises ``covered``, ``disabled``, ``not_visible``; ``unstable`` where the element moved away under the files."""
    element = await ready(await element.probed())
    x, y = await page_point(element, None)
    cdp = element.tab.cdp
    files = {"items": [], "files": [str(path.resolve()) for path in paths], "dragOperationsMask": 1}

    async def drag(kind: str) -> None:
        await cdp.send("Input.dispatchDragEvent", {"type": kind, "x": x, "y": y, "data": files})

    async with element_handle(element) as handle:
        # Asked in the world of the document that the element is in: its own answer counts, and no other's.
        question: dict[str, Any] = {"expression": _ACCEPTS, "contextId": handle.isolated, "awaitPromise": True}
        asked = asyncio.ensure_future(handle.channel.send("Runtime.evaluate", question))
        over = True
        try:
            await drag("dragEnter")
            await drag("dragOver")
            async with asyncio.timeout(min(_ANSWER_MS, element.deadline.remaining_ms) / 1000):
                accepted = (await asked)["result"].get("value") is True
            if not accepted:
                return None
            await _stays(element, (x, y))
            over = False
            element.deadline.progress.performed = "files"
            await drag("drop")
            return element
        except TimeoutError:
            return None
        finally:
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
            if over:
                await _cancelled(drag("dragCancel"))


async def _stays(element: Element, point: tuple[float, float]) -> None:
    """Raises ``unstable`` unless the element is still where the files are: what has come there would be given them."""
    probed = await element.probed()
    place = await page_point(probed, None)
    moved = max(abs(place[0] - point[0]), abs(place[1] - point[1])) > _ROUNDING
    if moved or not (probed.probe["visible"] and probed.probe["in_viewport"] and probed.probe["point_hits"]):
        raise unstable(probed)


async def _cancelled(cancelling: Any) -> None:
    try:
        await cancelling
    except Error:
        # The page went away, and what was over it too.
        return
