"""The frame that gets input which no ref aims: by a selector, at a point, or by the focus."""

from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.at_point import DEEPEST, element_at
from refbrowser.browser.element.resolve import by_selector
from refbrowser.browser.engine.cannot_judge import cannot_judge
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.tab.tab import Tab


async def input_frame(
    tab: Tab, refs: RefTable, deadline: Deadline, *, selector: str | None = None, point: tuple[float, float] | None = None
) -> str:
    """Return the address of the frame with the selector's element, with what lies at the point or, without both, with the focus.

    Raises what keeps the frame from being found.
    """
    act = Act(tab, refs, deadline)
    if selector is not None:
        return (await by_selector(act, selector)).frame.url
    if point is not None:
        element = await element_at(act, *point)
        return element.frame.url if element is not None else tab.page.main_frame.url
    return await _focused_frame(tab, deadline)


async def _focused_frame(tab: Tab, deadline: Deadline) -> str:
    """The innermost frame that has the focus: keys go to its document, also where none of its elements has it."""
    frame = tab.page.main_frame
    for _ in range(DEEPEST):
        document, answer = await tab.engine.focused(frame, deadline, exact=False)
        if (local := answer["id"]) is None or not answer["frame"]:
            return frame.url
        if (inner := await tab.frame_owners.child(document, local)) is None:
            break
        frame = inner
    raise cannot_judge("The frame that has the focus")
