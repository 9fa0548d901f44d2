"""The Model Context Protocol, by its official SDK: the same tools over standard input and output, and over HTTP."""

from typing import Final

STREAM: Final = "/mcp/stream"
"""The address at which the local server speaks MCP as over standard input and output, a message to a frame of a WebSocket."""
