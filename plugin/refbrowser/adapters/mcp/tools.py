"""The catalog as MCP tools: one flat ``browser`` tool, or one tool per action; ``vision_load`` in both."""

from typing import Any, Final

import mcp_types as types

from refbrowser.actions.spec import Action
from refbrowser.adapters.mcp.offer import PREFIX, Offer
from refbrowser.surface.schema import action_schema, browser_tool, vision_tool

VISION: Final = "vision_load"


def tools(offer: Offer) -> list[types.Tool]:
    """The tools as they are listed."""
    if offer.shape == "flat":
        return [_tool(browser_tool(offer.actions()), types.ToolAnnotations(open_world_hint=True)), _vision()]
    return [*(_one(action) for action in offer.actions()), _vision()]


def _one(action: Action) -> types.Tool:
    schema = action_schema(action)
    schema.setdefault("type", "object")
    return _tool(
        {"name": PREFIX + action.name, "description": action.summary, "input_schema": schema},
        types.ToolAnnotations(read_only_hint=action.effect == "read", open_world_hint=action.effect != "session"),
    )


def _vision() -> types.Tool:
    return _tool(vision_tool(), types.ToolAnnotations(read_only_hint=True, open_world_hint=False))


def _tool(tool: dict[str, Any], annotations: types.ToolAnnotations) -> types.Tool:
    return types.Tool(
        name=tool["name"], description=tool["description"], input_schema=tool["input_schema"], annotations=annotations
    )
