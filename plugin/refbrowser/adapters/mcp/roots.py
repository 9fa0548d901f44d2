"""The client's roots, as folders from which files may be uploaded. Asked for when an upload needs them, and each time anew."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

_KEY: Final = "roots"


def needed(call: dict[str, Any]) -> bool:
    """Whether the call, or one in its batch, uploads files."""
    calls = call.get("calls")
    inner = [one for one in calls if isinstance(one, dict)] if isinstance(calls, list) else []
    return any("upload" in str(one.get("action")) for one in (call, *inner))


async def asked(
    ctx: ServerRequestContext[Any], params: types.CallToolRequestParams
) -> tuple[Path, ...] | types.InputRequiredResult:
    """The client's folders, none if it offers none; or, where the protocol has servers ask by answering, that question."""
    capabilities = ctx.session.client_capabilities
    if capabilities is None or capabilities.roots is None:
        return ()
    if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
        answer = (params.input_responses or {}).get(_KEY)
        if answer is None:
            return types.InputRequiredResult(input_requests={_KEY: types.ListRootsRequest()})
        return folders(answer.roots) if isinstance(answer, types.ListRootsResult) else ()
    try:
        listed = await ctx.session.send_request(types.ListRootsRequest(), types.ListRootsResult)
    except MCPError:
        return ()
    return folders(listed.roots)


def folders(roots: Iterable[types.Root]) -> tuple[Path, ...]:
    """The roots that are existing folders of this machine, the root of the file system excepted."""
    paths = []
    for root in roots:
        parts = urlsplit(str(root.uri))
        path = Path(unquote(parts.path))
        if parts.scheme == "file" and parts.hostname in (None, "", "localhost") and path.is_dir() and path != Path(path.anchor):
            paths.append(path)
    return tuple(paths)
