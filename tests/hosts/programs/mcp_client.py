"""An MCP client on the SDK's sessions, which its releases 1 and 2 have both; prints what it saw as JSON.

mcp_client.py COMMAND…            the server at the end of a pipe
mcp_client.py http URL TOKEN      the local server
"""

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator
from importlib.metadata import version
from typing import Any

import anyio
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

PAGE = "data:text/html,<title>Shop</title><button onclick=\"this.textContent='Bought'\">Buy</button>"


@contextlib.asynccontextmanager
async def streams(words: list[str]) -> AsyncIterator[Any]:
    if words[0] != "http":
        async with stdio_client(StdioServerParameters(command=words[0], args=words[1:], env=dict(os.environ))) as pair:
            yield pair
        return
    url, token = words[1:]
    headers = {"Authorization": f"Bearer {token}"}
    if version("mcp").startswith("1."):
        from mcp.client.streamable_http import streamablehttp_client

        async with streamablehttp_client(url, headers=headers) as (read, write, _):
            yield read, write
    else:
        import httpx2
        from mcp.client.streamable_http import streamable_http_client

        async with httpx2.AsyncClient(headers=headers, timeout=60) as http, streamable_http_client(url, http_client=http) as pair:
            yield pair


async def main(words: list[str]) -> dict[str, Any]:
    async with streams(words) as (read, write), ClientSession(read, write) as session:

        async def call(tool: str, **arguments: Any) -> dict[str, Any]:
            return (await session.call_tool(tool, arguments)).model_dump(by_alias=True, mode="json", exclude_none=True)

        seen: dict[str, Any] = {"welcome": (await session.initialize()).model_dump(by_alias=True)["instructions"][:9]}
        seen["tools"] = [tool.name for tool in (await session.list_tools()).tools]
        seen["opened"] = await call("browser", action="open", url=PAGE, observe="content")
        seen["clicked"] = await call("browser", action="click", ref=1)
        seen["failed"] = await call("browser", action="click", ref=99)
        shot = await call("browser", action="screenshot")
        path = shot["content"][0]["text"].split("path: ")[1].splitlines()[0]
        seen["image"] = (await call("vision_load", paths=[path]))["content"][1]["mimeType"]
        try:
            await session.call_tool("browse", {})
        except Exception as refused:  # McpError and MCPError, by release
            seen["refused"] = str(refused)
        seen["prompts"] = [prompt.name for prompt in (await session.list_prompts()).prompts]
        prompt = (await session.get_prompt("browser")).model_dump(by_alias=True)["messages"][0]["content"]["text"]
        seen["resources"] = [resource.name for resource in (await session.list_resources()).resources]
        guide = (await session.read_resource("refbrowser://guide")).model_dump(by_alias=True)["contents"][0]["text"]  # type: ignore[arg-type]
        seen["guide"] = guide == prompt
        # A call that is cancelled leaves the tab usable.
        with anyio.move_on_after(2):
            await call("browser", action="wait", text="never comes", timeout_ms=600_000)
        # Release 1 of the client does not say that it gave up: the call ends at its own deadline, so another tab is asked.
        seen["after"] = await call("browser", action="open", url=PAGE)
        return seen


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1:]))))
