"""What names a frame in the documents around it: two frames with the same document are those of two items."""

from playwright.async_api import Error, Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.element_id import ElementId
from refbrowser.browser.tab.tab import Tab


async def frame_item(tab: Tab, frame: Frame, deadline: Deadline) -> str:
    """Return the names of the frame and of the frames around it, innermost first."""
    names: list[str] = []
    while (parent := frame.parent_frame) is not None and (owner := await tab.frame_owners.owner(frame)) is not None:
        try:
            _, answer = await tab.engine.surroundings(ElementId(parent, *owner), deadline)
        except Error:
            break
        names.append(answer["item"])
        frame = parent
    return " · ".join(filter(None, names))
