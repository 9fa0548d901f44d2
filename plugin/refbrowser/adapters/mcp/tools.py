"""The offered tools as the protocol writes them."""

from typing import Any

from refbrowser.actions.catalog import BY_NAME
from refbrowser.adapters.mcp.offer import Offer
from refbrowser.delegation.tool import TOOL as DELEGATE
from refbrowser.offer import VISION
from refbrowser.surface.flow_tools import PREFIX as FLOW
from refbrowser.surface.prompt import PREFIX


def tools(offer: Offer, *, delegates: bool = False) -> list[dict[str, Any]]:
    """The tools as they are listed; with ``delegates``, one that hands a goal to another model."""
    return [
        {
            "name": tool["name"],
            "description": tool["description"],
            "inputSchema": tool["input_schema"],
            "annotations": _annotations(tool["name"]),
        }
        for tool in [*offer.tools(), *([DELEGATE] if delegates else [])]
    ]


def _annotations(name: str) -> dict[str, bool]:
    if name == VISION:
        return {"readOnlyHint": True, "openWorldHint": False}
    if name in ("browser", DELEGATE["name"]) or name.startswith(FLOW):
        return {"openWorldHint": True}
    action = BY_NAME[name.removeprefix(PREFIX)]
    reads = action.effect == "read" and action.conduct.tier in ("reading", "navigation")
    return {"readOnlyHint": reads, "openWorldHint": action.effect != "session"}
