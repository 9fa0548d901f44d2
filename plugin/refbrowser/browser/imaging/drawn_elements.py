"""What a tab shows at points of its picture, and what of it always moves."""

from collections.abc import Sequence
from dataclasses import dataclass

from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element import resolve
from refbrowser.browser.element.at_point import element_at
from refbrowser.browser.element.element import page_box
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.tab.tab import Tab
from refbrowser.refs import Ref

CssBox = Sequence[float]
"""x, y, width and height in CSS pixels of the viewport."""

_FRAMES = frozenset({"iframe", "frame"})


@dataclass(frozen=True, slots=True)
class View:
    """How a picture lies on its tab: ``origin`` is the viewport's corner in it, in CSS pixels; ``scale`` is its pixels to a CSS
    pixel."""

    origin: tuple[float, float] = (0.0, 0.0)
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Moving:
    """``ignored`` are boxes that are not compared, and ``notes`` say what they are of; ``caret`` is the box of the focused
    field."""

    ignored: Sequence[CssBox] = ()
    notes: Sequence[str] = ()
    caret: CssBox | None = None


@dataclass(frozen=True, slots=True)
class Viewing:
    """A tab as a picture shows it: ``view`` is how the picture lies on it, ``without`` the elements that the caller left out."""

    tab: Tab
    refs: RefTable
    deadline: Deadline
    view: View
    without: Sequence[Ref] = ()

    async def moving(self) -> Moving:
        """What is not compared: videos, and the elements that the caller left out. Raises ``ref_stale`` and the like for these."""
        _, answer = await self.tab.engine.drawn(self.tab.page.main_frame, [], self.deadline)
        ignored: list[CssBox] = list(answer["moving"])
        notes = ["video"] if ignored else []
        for ref in self.without:
            element = await resolve.by_ref(Act(self.tab, self.refs, self.deadline), ref)
            if (box := await page_box(element)) is not None:
                ignored.append(box)
                notes.append(element.label)
        return Moving(ignored, notes, answer["caret"])

    async def at(self, points: Sequence[tuple[float, float]]) -> list[tuple[int, str] | None]:
        """For each point of the viewport the number and label of the control there, else of the innermost element; None for the
        bare page, and outside of it."""
        if not points:
            return []
        document, answer = await self.tab.engine.drawn(self.tab.page.main_frame, points, self.deadline)
        found: list[tuple[int, str] | None] = []
        for point, element in zip(points, answer["elements"], strict=True):
            if element is not None and element["kind"] in _FRAMES:
                inner = await element_at(Act(self.tab, self.refs, self.deadline), *point)
                found.append(None if inner is None or inner.number is None else (inner.number, inner.label))
                continue
            number = None if element is None else self.refs.number(document, element["id"])
            if element is None or number is None:
                found.append(None)
            else:
                found.append((number, f"[{element['kind']} {number}] {element['name']}".rstrip()))
        return found
