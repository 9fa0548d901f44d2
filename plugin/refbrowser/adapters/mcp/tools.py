"""The offered tools as the protocol writes them: one flat ``browser`` tool, or one tool per action; ``vision_load`` in both."""

from typing import Any

from refbrowser.actions.spec import Action
from refbrowser.adapters.mcp.offer import PREFIX, Offer
from refbrowser.surface.schema import action_schema, browser_tool, vision_tool

VISION = "vision_load"


def tools(offer: Offer) -> list[dict[str, Any]]:
    """The tools as they are listed."""
    if offer.shape == "flat":
        return [_tool(browser_tool(offer.actions()), openWorldHint=True), _vision()]
    return [*(_one(action) for action in offer.actions()), _vision()]


def _one(action: Action) -> dict[str, Any]:
    tool = {
        "name": PREFIX + action.name,
        "description": action.summary,
        "input_schema": {"type": "object", **action_schema(action)},
    }
    return _tool(tool, readOnlyHint=action.effect == "read", openWorldHint=action.effect != "session")


def _vision() -> dict[str, Any]:
    return _tool(vision_tool(), readOnlyHint=True, openWorldHint=False)


def _tool(tool: dict[str, Any], **annotations: bool) -> dict[str, Any]:
    return {
        "name": tool["name"],
        "description": tool["description"],
        "inputSchema": tool["input_schema"],
        "annotations": annotations,
    }
