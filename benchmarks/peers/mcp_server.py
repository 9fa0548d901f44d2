"""An MCP server as a child process, spoken to through the protocol's own Python client."""

import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from benchmarks.peers.peer import PeerAbsent


class McpServer:
    """Calls of tools; the texts of their answers."""

    def __init__(self, session: ClientSession) -> None:
        self._session = session

    async def call(self, tool: str, **arguments: Any) -> str:
        """What the tool answers, its parts joined by newlines. Raises :class:`RuntimeError` with the text of an error."""
        answer = await self._session.call_tool(tool, arguments)
        text = "\n".join(part.text for part in answer.content if part.type == "text")
        if answer.model_dump(by_alias=True).get("isError"):
            raise RuntimeError(f"{tool}: {text[:300]}")
        return text


@asynccontextmanager
async def mcp_server(program: Path, arguments: Sequence[str], folder: Path) -> AsyncIterator[McpServer]:
    """Runs ``program`` with node in ``folder``; what it says on standard error is kept in ``stderr`` there.

    Raises :class:`PeerAbsent` when the program is not there.
    """
    if not program.exists():
        raise PeerAbsent(f"the package has no {program.name}")
    folder.mkdir(parents=True, exist_ok=True)
    parameters = StdioServerParameters(command="node", args=[str(program), *arguments], cwd=str(folder), env=dict(os.environ))
    with (folder / "stderr").open("w") as errors:
        async with stdio_client(parameters, errlog=errors) as (reading, writing), ClientSession(reading, writing) as session:
            await session.initialize()
            yield McpServer(session)
