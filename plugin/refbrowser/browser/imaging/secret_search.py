"""Secrets that Chromium's own search finds in what a page draws: also in closed shadow roots, and in the trees of controls and of
SVG's copies, which no script is shown."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from playwright.async_api import CDPSession, Error, Frame, Page

from refbrowser.browser.imaging.images import Box
from refbrowser.browser.imaging.laid_out import laid_out
from refbrowser.masking import Masker

MOST_VALUES: Final = 100
"""The newest secrets are searched for."""

MOST_FOUND: Final = 100
"""Nodes with one secret; where there are more, they are taken to be everywhere."""

MOST_TEXTS: Final = 400
"""Texts that hold secrets, or pieces of them; where there are more, they are taken to be everywhere."""

_TEXT: Final = 3


async def searched(page: Page, within: Page | Frame, masker: Masker, laid: bool) -> list[Box] | None:
    """Left, top, right and bottom of each text that holds a value of ``masker``, in CSS pixels of the viewport of ``within``: the
    page, or a frame with a process of its own. ``laid``: look through all that is laid out, which takes a second for ten thousand
    texts. None where there are too many, or one is drawn where it is not said.

    Raises Playwright's Error, as for a frame without a process of its own.
    """
    session = await page.context.new_cdp_session(within)
    try:
        await session.send("DOM.enable")
        await session.send("DOM.getDocument", {"depth": 0})
        found = await asyncio.gather(*(_nodes(session, value) for value in masker.values[-MOST_VALUES:]))
        texts = await laid_out(session, masker) if laid else ()
        if texts is None or len(texts) > MOST_TEXTS or any(nodes is None for nodes in found):
            return None
        nodes = [{"nodeId": node} for nodes in found for node in nodes or ()]
        boxes = await asyncio.gather(
            *(_boxes(session, node) for node in nodes), *(_quads(session, {"backendNodeId": text}) for text in texts)
        )
        return [box for each in boxes for box in each]
    finally:
        with suppress(Error):
            await session.detach()


async def _nodes(session: CDPSession, value: str) -> list[int] | None:
    """The nodes with the value in their text or attributes; Chromium takes it for a selector, too."""
    search = await session.send("DOM.performSearch", {"query": value, "includeUserAgentShadowDOM": True})
    count = search["resultCount"]
    if count == 0:
        return []
    if count > MOST_FOUND:
        return None
    range_ = {"searchId": search["searchId"], "fromIndex": 0, "toIndex": count}
    return list((await session.send("DOM.getSearchResults", range_))["nodeIds"])


async def _boxes(session: CDPSession, node: Mapping[str, int]) -> list[Box]:
    """Where the node's text is drawn; nothing for other nodes, and for what is not drawn."""
    try:
        described: dict[str, Any] = (await session.send("DOM.describeNode", dict(node)))["node"]
    except Error:
        return []
    return await _quads(session, node) if described["nodeType"] == _TEXT else []


async def _quads(session: CDPSession, node: Mapping[str, int]) -> list[Box]:
    """The boxes of the node; none where it has none."""
    try:
        quads = (await session.send("DOM.getContentQuads", dict(node)))["quads"]
    except Error:
        return []
    return [(min(quad[0::2]), min(quad[1::2]), max(quad[0::2]), max(quad[1::2])) for quad in quads]
