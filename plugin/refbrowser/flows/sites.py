"""The origins on whose pages and frames a flow's steps give input."""

from collections.abc import AsyncIterator, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from refbrowser.actions.catalog import BY_NAME
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.input_frame import input_frame
from refbrowser.browser.session.session import BrowserSession
from refbrowser.flows.calls import targets_of
from refbrowser.flows.model import Step

_FOUND_MS: Final = 5_000
"""How long the element of a selector may take to appear."""


def origin_of(url: str) -> str:
    """Return scheme, host and port of an address."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


async def frames_without_refs(
    session: BrowserSession | None, number: int | None, step: Step, request: Mapping[str, Any]
) -> AsyncIterator[str]:
    """Yield the address of each frame that gets the step's input by a selector, at a point or by the focus.

    Raises what keeps such a frame from being found.
    """
    if session is None or number is None or number not in session:
        return
    if not (tab := session.tab(number)).attached or len(tab.page.frames) == 1:
        return
    selectors = [{"selector": target.selector} for _, target in targets_of(step) if target.selector is not None]
    points = [{"point": (request[x], request[y])} for x, y in (("x", "y"), ("to_x", "to_y")) if x in request and y in request]
    aims: list[dict[str, Any]] = [*selectors, *points]
    if not aims and step.target is None and BY_NAME[step.action].group == "keyboard":
        aims = [{}]
    for aim in aims:
        yield await input_frame(tab, session.refs, Deadline(_FOUND_MS), **aim)
