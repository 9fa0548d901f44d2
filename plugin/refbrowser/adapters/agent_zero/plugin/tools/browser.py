"""The tool ``browser``: each use is one call in the chat's own browser."""

from pathlib import Path
from typing import Any

from helpers.tool import Response, Tool
from usr.plugins.refbrowser.helpers.connection import INSTALLED, call, chat_name, server_of

ROOT = INSTALLED.parents[3]
"""The host's folder, which its own runtime sees as ``/a0``."""


class Browser(Tool):
    """The last class of this module by its name, which is the one that the host takes."""

    async def execute(self, **kwargs: Any) -> Response:
        request = {key: value for key, value in {**(self.args or {}), **kwargs}.items() if value is not None}
        if self.method:
            # "browser:content" names the action in the tool's name; "browser:clipboard" then names its operation as the action.
            if self.method == "clipboard" and "action" in request:
                request["operation"] = request.pop("action")
            request.setdefault("action", self.method)
        request.setdefault("action", "state")
        envelope = await call(server_of(self.agent), chat_name(self.agent.context.id), request)
        return Response(message=_message(envelope), break_loop=False)


def _message(envelope: dict[str, Any]) -> str:
    """What the model reads; of a picture also the path by which the host's own tools find it."""
    result = envelope.get("result")
    path = result.get("path") if isinstance(result, dict) else None
    if not isinstance(path, str) or "vision_load" not in result:
        return str(envelope["text"])
    inside = Path(path).is_relative_to(ROOT)
    return f"{envelope['text']}\na0_path: {'/a0/' + Path(path).relative_to(ROOT).as_posix() if inside else path}"
