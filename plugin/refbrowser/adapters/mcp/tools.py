"""The offered tools as the protocol writes them."""

from typing import Any

from refbrowser.actions.catalog import BY_NAME
from refbrowser.adapters.mcp.offer import Offer
from refbrowser.offer import VISION
from refbrowser.surface.flow_tools import PREFIX as FLOW
from refbrowser.surface.prompt import PREFIX


def tools(offer: Offer) -> list[dict[str, Any]]:
    """The tools as they are listed."""
    return [
        {
            "name": tool["name"],
            "description": tool["description"],
            "inputSchema": tool["input_schema"],
            "annotations": _annotations(tool["name"]),
        }
        for tool in offer.tools()
    ]


def _annotations(name: str) -> dict[str, bool]:
    if name == VISION:
        return {"readOnlyHint": True, "openWorldHint": False}
    if name == "browser" or name.startswith(FLOW):
        return {"openWorldHint": True}
    action = BY_NAME[name.removeprefix(PREFIX)]
    reads = action.effect == "read" and action.conduct.tier in ("reading", "navigation")
    return {"readOnlyHint": reads, "openWorldHint": action.effect != "session"}
