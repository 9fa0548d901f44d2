"""What a custom element says of itself by its ``ElementInternals``: a state that no attribute holds and no script can read.

Chromium's accessibility tree has it, which a custom element that is acted on is asked of in whatever frame it is, before its input
and after it, on pages that are not large: to make the tree takes 15 ms for 1 000 elements and 170 ms for 10 000. What other such
elements say, readings of the page show.
"""

import asyncio
from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser.element.element import Element
from refbrowser.browser.scripting.element_in_page import element_handle
from refbrowser.errors import RefbrowserError

PATIENCE_MS: Final = 500
"""How long one question may take; a receipt is then written without it."""

_STATES: Final = frozenset({"checked", "pressed", "selected", "expanded"})
_TRISTATE: Final = {"true": True, "false": False}

States = dict[str, bool | str]


async def internal_states(element: Element) -> States | None:
    """The states of a custom element, as ``{"checked": True}``; None where they cannot be had."""
    element = element.within(PATIENCE_MS)
    question = asyncio.ensure_future(_asked(element))
    try:
        # A page that hangs does not let go of the element either: that is not waited for.
        await asyncio.wait({question}, timeout=element.deadline.remaining_ms / 1000)
        return question.result() if question.done() else None
    finally:
        question.cancel()


async def changed_states(element: Element | None, before: States) -> dict[str, Any]:
    """For a receipt: the states of a custom element that are not as they were ``before``; empty if they are, where they are not
    known, and for any other element."""
    states = await internal_states(element) if element is not None and element.probe.get("custom") else None
    if states is None:
        return {}
    changed = {name: state for name, state in states.items() if state != before.get(name)}
    return {**changed, "changed": True} if changed else {}


async def _asked(element: Element) -> States | None:
    try:
        async with element_handle(element) as handle:
            if handle.channel is element.tab.cdp and element.tab.internals.avoids(handle.isolated):
                return None
            element.tab.internals.asked = True
            asked = {"objectId": handle.object_id, "fetchRelatives": False}
            nodes = (await handle.channel.send("Accessibility.getPartialAXTree", asked))["nodes"]
    except (Error, RefbrowserError):
        # Its document went, which the receipt says.
        return None
    return {entry["name"]: _plain(entry["value"]) for entry in nodes[0].get("properties", ()) if entry["name"] in _STATES}


def _plain(value: dict[str, Any]) -> bool | str:
    state = value.get("value")
    return _TRISTATE.get(str(state).lower(), str(state))
