"""Where a picture of the page would show a secret, so that it is painted over."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

from playwright.async_api import Error, Frame

from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.element import place_in_page
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.engine.wire import FramedPoint
from refbrowser.browser.imaging.images import Box
from refbrowser.browser.imaging.secret_search import searched
from refbrowser.browser.tab.tab import Tab
from refbrowser.masking import Masker

T = TypeVar("T")

EVERYWHERE: Final[Box] = (-1e6, -1e6, 1e6, 1e6)
"""What cannot be asked, or placed, hides the whole picture."""

MOST_PICTURES: Final = 3
"""So often a picture is taken of a page that moves its secrets, until they rest."""

SEARCH_MS: Final = 2_000
"""How long Chromium may search, which takes some milliseconds; without its answer the whole picture is painted over."""

MOST_FRAMES: Final = 20
"""So many frames with processes of their own are searched."""

_MOST_READINGS: Final = 12
"""A closed shadow root that the debugger reports may hold another."""

Clip = dict[str, float]
"""A part of the document: ``x``, ``y``, ``width`` and ``height`` in its own CSS pixels."""


class SecretPlaces:
    """Where one tab shows secrets that ``masker`` knows. Asked again, it searches no text that is as it was."""

    def __init__(self, tab: Tab, refs: RefTable, masker: Masker) -> None:
        self._tab, self._refs, self._masker = tab, refs, masker
        self._searched: dict[Frame, tuple[Any, Sequence[int], bool]] = {}
        """By frame: what was looked for and in which texts, which of them hold a secret, and whether its layout may hold more."""
        self._laid = False
        """Whether a document has what only the layout shows: text with a secret, style sheets with one, closed shadow roots."""

    async def throughout(self, deadline: Deadline, clip: Clip | None, take: Callable[[], Awaitable[T]]) -> tuple[T, Sequence[Box]]:
        """What ``take`` returns, a picture, and where secrets were while it was taken; nowhere, without a question, where none is
        known. It is taken again where another document came, and, up to :data:`MOST_PICTURES` times in all, where they moved.

        Raises ``timeout`` for a page that never stays.
        """
        if not self._masker.values:
            return await take(), ()
        taken = 0
        while not deadline.passed:
            commits = self._tab.activity.commits
            before = await self.current(deadline, clip)
            picture = await take()
            places = places_throughout(before, await self.current(deadline, clip))
            taken += 1
            if self._tab.activity.commits == commits and (EVERYWHERE not in places or taken >= MOST_PICTURES):
                return picture, places
        raise deadline.exceeded("the page to stay")

    async def current(self, deadline: Deadline, clip: Clip | None = None) -> list[Box]:
        """Left, top, right and bottom of each place, in parts of the width of a picture of the viewport, or of ``clip``: those of
        secret fields that are filled, and of texts that hold a secret."""
        view = (await self._tab.cdp.send("Page.getLayoutMetrics"))["cssVisualViewport"]
        left, top = (0.0, 0.0) if clip is None else (view["pageX"] - clip["x"], view["pageY"] - clip["y"])
        width = view["clientWidth"] if clip is None else clip["width"]
        places = await self._in_viewport(deadline, view["scale"])
        return [((x1 + left) / width, (y1 + top) / width, (x2 + left) / width, (y2 + top) / width) for x1, y1, x2, y2 in places]

    async def _in_viewport(self, deadline: Deadline, zoom: float) -> list[Box]:
        """The places in all frames, in CSS pixels from the corner of what the tab shows. Closed shadow roots are drawn too."""
        places: list[Box] = []
        for _reading in range(_MOST_READINGS):
            places, unseen = await self._in_known_trees(deadline)
            self._tab.listeners.suspected = unseen
            if not (unseen and await self._tab.listeners.report_inner(deadline)):
                break
        return places if EVERYWHERE in places else [*places, *await self._in_hidden_trees(deadline, zoom)]

    async def _in_hidden_trees(self, deadline: Deadline, zoom: float) -> list[Box]:
        """The places of texts that Chromium's own search finds; everywhere where it does not answer."""
        try:
            async with asyncio.timeout(deadline.sooner(SEARCH_MS).remaining_ms / 1000):
                return await self._found_by_search(deadline, zoom)
        except (Error, TimeoutError):
            if self._tab.closed or self._tab.crashed:
                raise
            return [EVERYWHERE]

    async def _found_by_search(self, deadline: Deadline, zoom: float) -> list[Box]:
        page = self._tab.page
        found = await searched(page, page, self._masker, self._laid)
        if found is None:
            return [EVERYWHERE]
        places = [(x1 / zoom, y1 / zoom, x2 / zoom, y2 / zoom) for x1, y1, x2, y2 in found]
        for frame in page.frames[1 : 1 + MOST_FRAMES]:
            with suppress(Error):
                # Raises for a frame that shares its page's process, in which all has been searched.
                boxes = await searched(page, frame, self._masker, self._laid)
                place = await _place(self._tab, self._refs, frame, 0, deadline) if boxes else None
                if boxes is None or (boxes and place is None):
                    return [EVERYWHERE]
                places += _placed(boxes, place) if place is not None else []
        return places

    async def _in_known_trees(self, deadline: Deadline) -> tuple[list[Box], bool]:
        """And whether there may be closed roots that the debugger has not reported."""
        places: list[Box] = []
        unseen = self._laid = False
        frames = self._tab.page.frames
        self._searched = {frame: search for frame, search in self._searched.items() if frame in frames}
        for frame in frames:
            try:
                boxes, width, suspected = await self._in_frame(frame, deadline)
                unseen = unseen or suspected
            except Error:
                if not frame.is_detached():
                    places.append(EVERYWHERE)
                continue
            if not boxes or boxes == [EVERYWHERE]:
                places += boxes
                continue
            if (place := await _place(self._tab, self._refs, frame, width, deadline)) is None:
                places.append(EVERYWHERE)
                continue
            places += _placed(boxes, place)
        return places, unseen

    async def _in_frame(self, frame: Frame, deadline: Deadline) -> tuple[list[Box], int, bool]:
        """The places in the frame's own viewport, its width, and whether it may have closed roots that are not known. The page is
        not given the secrets: its texts are searched here."""
        document, answer = await self._tab.engine.drawn_texts(frame, deadline)
        unseen = answer["unseen"]
        masker, is_given = self._masker, answer["origin"] in self._masker.given
        if "texts" not in answer or (is_given and masker.withholds_pictures):
            return [EVERYWHERE], 0, unseen
        texts = answer["texts"]
        pieces = (index for index in answer["fields"] if is_given and masker.is_piece(texts[index]))
        drawn, laid = self._with_secrets(frame, texts, answer["placed"], answer["secret"])
        shown = sorted({*answer["secret"], *pieces, *drawn})
        self._laid = self._laid or laid or unseen or answer["closed"]
        if not shown:
            return [], 0, unseen
        replying, drawn_boxes = await self._tab.engine.drawn_boxes(frame, answer["answer"], shown, deadline)
        if replying.token != document.token or drawn_boxes["all"]:
            return [EVERYWHERE], 0, unseen
        boxes = [(x, y, x + width, y + height) for x, y, width, height in drawn_boxes["boxes"]]
        return boxes, drawn_boxes["viewport_width"], unseen

    def _with_secrets(
        self, frame: Frame, texts: Sequence[str], placed: Sequence[str], fields: Sequence[int]
    ) -> tuple[Sequence[int], bool]:
        """The texts that hold a secret, and whether one but secret ``fields``, or ``placed``, has one or a piece of one."""
        question = (self._masker.values, texts, placed, fields)
        search = self._searched.get(frame)
        if search is None or search[0] != question:
            holding = self._masker.leaves_with_secrets(texts)
            others = (text for index, text in enumerate(texts) if index not in fields)
            laid = bool({*holding}.difference(fields) or self._masker.leaves_with_secrets(placed))
            search = (question, holding, laid or any(map(self._masker.is_piece, others)))
            self._searched[frame] = search
        return search[1], search[2]


def places_throughout(*asked: Sequence[Box]) -> Sequence[Box]:
    """Where secrets were while a picture was taken, of which the page was ``asked`` before and after: where something came, went
    or moved in between, it may be anywhere."""
    return asked[0] if all(places == asked[0] for places in asked) else [EVERYWHERE]


def _placed(boxes: Sequence[Box], place: tuple[float, float, float]) -> list[Box]:
    left, top, scale = place
    return [(left + x1 * scale, top + y1 * scale, left + x2 * scale, top + y2 * scale) for x1, y1, x2, y2 in boxes]


async def _place(tab: Tab, refs: RefTable, frame: Frame, width: int, deadline: Deadline) -> tuple[float, float, float] | None:
    """Where the frame's viewport begins in the page's, and how far it is scaled."""
    if frame is tab.page.main_frame:
        return 0.0, 0.0, 1.0
    corner: FramedPoint = {
        "point": [0, 0],
        "viewport_width": width,
        "enabled": True,
        "in_viewport": True,
        "stable": True,
        "point_hits": False,
        "covered_by": None,
        "press": None,
    }
    await place_in_page(Act(tab, refs, deadline), frame, corner)
    offset = corner["top_frame_offset"]
    return None if offset is None else (offset[0], offset[1], corner["frame_scale"])
