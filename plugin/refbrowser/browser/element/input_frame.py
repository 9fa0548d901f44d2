"""The frame that gets input which no ref aims: by a selector, at a point, or by the focus."""

from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.at_point import element_at
from refbrowser.browser.element.permitted import focused_element
from refbrowser.browser.element.resolve import by_selector
from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.tab.tab import Tab


async def input_frame(
    tab: Tab, refs: RefTable, deadline: Deadline, *, selector: str | None = None, point: tuple[float, float] | None = None
) -> str:
    """Return the address of the frame with the selector's element, with what lies at the point or, without both, with the focus.

    Raises what keeps the element from being found.
    """
    act = Act(tab, refs, deadline)
    if selector is not None:
        return (await by_selector(act, selector)).frame.url
    element = await (element_at(act, *point) if point is not None else focused_element(act))
    return element.frame.url if element is not None else tab.page.main_frame.url
