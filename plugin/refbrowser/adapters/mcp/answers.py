"""Envelopes as MCP results: the text that a model reads, images as images and, where it is asked for, the envelope for programs."""

from typing import Any

import mcp_types as types

from refbrowser.surface.render import failure, render


def called(envelope: dict[str, Any], *, structured: bool = False) -> types.CallToolResult:
    """The result of a call. ``structured``: with the envelope as structured content, which clients hand to the model as well."""
    text = types.TextContent(text=_sendable(render(envelope)))
    extra = {"structured_content": _sendable(envelope)} if structured else {}
    return types.CallToolResult(content=[text], is_error=not envelope["ok"], **extra)


def pictured(envelope: dict[str, Any]) -> types.CallToolResult:
    """The images of ``vision_load``, each after a line with its path and scale. They are never in structured content."""
    if not envelope["ok"]:
        return types.CallToolResult(content=[types.TextContent(text=_sendable(failure(envelope)))], is_error=True)
    content: list[types.ContentBlock] = []
    for image in envelope["result"]:
        says = f"{image['path']}: {image['width']}x{image['height']}, scale {image['scale']:g}"
        content += [types.TextContent(text=_sendable(says)), types.ImageContent(data=image["data"], mime_type=image["mime"])]
    return types.CallToolResult(content=content)


def _sendable(value: Any) -> Any:
    """``value`` without lone surrogates, which a page's text may hold and UTF-8 cannot say."""
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    if isinstance(value, dict):
        return {_sendable(key): _sendable(part) for key, part in value.items()}
    return [_sendable(part) for part in value] if isinstance(value, list) else value
