"""A person's stop, pause, resume and step over HTTP."""

from typing import get_args

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from refbrowser.adapters.server.calls import Calls
from refbrowser.adapters.server.replies import Reply, json_body
from refbrowser.errors import CallError
from refbrowser.service.control import Command


class ControlRoutes:
    """``GET /v1/control`` lists what the chats do; ``POST`` carries out a command for one of them, or for all."""

    def __init__(self, calls: Calls) -> None:
        self._browser = calls.browser

    def routes(self) -> list[Route]:
        return [
            Route("/v1/control", self.list, methods=["GET"]),
            Route("/v1/control", self.execute, methods=["POST"]),
        ]

    async def list(self, _: Request) -> Response:
        states = [self._browser.controls.of(chat.id).state for chat in self._browser.chats]
        return Reply({"ok": True, "result": {"chats": [state.as_dict() for state in states]}})

    async def execute(self, request: Request) -> Response:
        """Answers with the states after the command. ``chat`` may be one that has made no call yet."""
        body = await json_body(request)
        known = isinstance(body, dict) and not body.keys() - {"command", "chat", "note"}
        if not known or body.get("command") not in get_args(Command) or not isinstance(body.get("note"), str | None):
            raise CallError(
                f"A command is a JSON object with command ({', '.join(get_args(Command))}) and, optionally, chat and note.",
                details={"allowed": list(get_args(Command))},
            )
        command: Command = body["command"]
        if "chat" in body:
            control = self._browser.controls.of(self._browser.chat(body["chat"]).id)
            control.execute(command, body.get("note"))
            states = [control.state]
        else:
            states = self._browser.execute_for_all(command, body.get("note"))
        return Reply({"ok": True, "result": {"chats": [state.as_dict() for state in states]}})
