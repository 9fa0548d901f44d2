"""Clients of the official MCP SDK, connected to a local server."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import httpx2
import mcp_types as types
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from refbrowser.adapters.client import LocalServer
from tests.support.local_server import token_of

Connect = Callable[..., AbstractAsyncContextManager[Client]]
ERAS = ["legacy", "auto"]
"""With and without sessions: the handshake of the earlier versions, and the newest version that both sides speak."""


@asynccontextmanager
async def at(server: LocalServer, query: str = "", *, token: str | None = None, **options: Any) -> AsyncIterator[Client]:
    """A client over HTTP, with the server's own token unless another is given."""
    url, token = server.ensure()["url"], token or token_of(server)
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http,
        Client(streamable_http_client(f"{url}/mcp{query}", http_client=http), read_timeout_seconds=60, **options) as client,
    ):
        yield client


def text_of(result: types.CallToolResult) -> str:
    """The one text of a result."""
    (block,) = result.content
    assert isinstance(block, types.TextContent)
    return block.text
