"""``POST /api/plugins/refbrowser/viewer``: the address of the live viewer of one chat, for a frame in the host's page."""

import asyncio
from typing import Any

from helpers.api import ApiHandler, Request
from usr.plugins.refbrowser.helpers.connection import chat_name, server_of, viewer_of


class Viewer(ApiHandler):
    """Asked with ``{"context_id"}``; the host has checked who asks and that its own page does."""

    async def process(self, input: dict[str, Any], request: Request) -> dict[str, Any]:
        context_id = str(input.get("context_id") or "")
        if not context_id:
            return {"ok": False, "error": "context_id is missing."}
        origin = str(request.headers.get("Origin") or "")
        return await asyncio.to_thread(viewer_of, server_of(), chat_name(context_id), origin)
