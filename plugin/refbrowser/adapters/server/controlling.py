"""A person's stop, pause, resume and step over HTTP."""

from typing import get_args

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from refbrowser.adapters.server.calls import Calls
from refbrowser.adapters.server.replies import Reply, json_body
from refbrowser.errors import CallError
from refbrowser.service.calls.control import Command


class ControlRoutes:
    """``GET /v1/control`` lists what the chats do; ``POST`` carries out a command for one of them, or for all."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def routes(self) -> list[Route]:
        return [
            Route("/v1/control", self.list, methods=["GET"]),
            Route("/v1/control", self.execute, methods=["POST"]),
        ]

    async def list(self, _: Request) -> Response:
        states = self._calls.browser.control_states()
        return Reply({"ok": True, "result": {"chats": [state.as_dict() for state in states]}})

    async def execute(self, request: Request) -> Response:
        """Answers with the states after the command."""
        body = await json_body(request)
        if not _is_command(body):
            raise CallError(
                f"A command is a JSON object with command ({', '.join(get_args(Command))}) and, optionally, chat and note.",
                details={"allowed": list(get_args(Command))},
            )
        command, note, browser = body["command"], body.get("note"), self._calls.browser
        if "chat" not in body:
            states = browser.execute_for_all(command, note)
        elif (state := browser.execute_for(body["chat"], command, note)) is not None:
            states = [state]
        else:
            raise self._calls.unknown(body["chat"], request.state.grant)
        return Reply({"ok": True, "result": {"chats": [state.as_dict() for state in states]}})


def _is_command(body: object) -> bool:
    if not isinstance(body, dict) or body.keys() - {"command", "chat", "note"}:
        return False
    is_named = "chat" not in body or (isinstance(body["chat"], str) and body["chat"] != "")
    return body.get("command") in get_args(Command) and isinstance(body.get("note"), str | None) and is_named
