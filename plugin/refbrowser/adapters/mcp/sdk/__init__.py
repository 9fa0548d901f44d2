"""The official SDK: releases 1 and 2 differ in every name that a server uses. One module for each, with the same functions:

- ``server(service)``: the SDK's server whose handlers are the service's
- ``serve_lines(server, lines, sink)``: serves until the client closes its end
- ``has_id(line)``: whether the SDK sees a message with an id in the line
- ``session_manager(server, idle_s)``: streamable HTTP: ``run()``, and the ASGI application ``handle_request``
"""

from importlib.metadata import version
from types import ModuleType

from refbrowser.extras import require


def installed() -> ModuleType:
    """The module for the release that is installed. Raises ``extra_missing`` where there is none."""
    require("mcp", "MCP")
    if version("mcp").startswith("1."):
        from refbrowser.adapters.mcp.sdk import release_1

        return release_1
    from refbrowser.adapters.mcp.sdk import release_2

    return release_2
