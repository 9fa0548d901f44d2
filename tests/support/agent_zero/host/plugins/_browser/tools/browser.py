"""Stands for the host's own tool."""

from typing import Any

from helpers.tool import Response, Tool


class Browser(Tool):
    async def execute(self, **kwargs: Any) -> Response:
        return Response(message="the built-in browser", break_loop=False)
