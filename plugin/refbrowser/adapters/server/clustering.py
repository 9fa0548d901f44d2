"""The cluster over HTTP: its hosts and chats, what people do with them, and whether this front is ready for calls."""

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from refbrowser.adapters.server.calls import Calls
from refbrowser.adapters.server.replies import Reply, json_body
from refbrowser.errors import CallError, RefbrowserError, StateError

READY: Final = "/ready"
_COMMANDS: Final = {"drain": "host", "move": "chat", "sleep": "chat"}


class ClusterRoutes:
    """``GET /ready`` for those who send calls here; ``GET /v1/cluster`` for people, and ``POST`` for what they want done."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def routes(self) -> list[Route]:
        return [
            Route(READY, self.ready, methods=["GET"]),
            Route("/v1/cluster", self.status, methods=["GET"]),
            Route("/v1/cluster", self.execute, methods=["POST"]),
        ]

    async def ready(self, _: Request) -> Response:
        """200 where a call would find a browser, else 503. Needs no token, and reveals nothing of what is done here."""
        browser = self._calls.browser
        if browser.front is None:
            is_ready = browser.running is not None
        else:
            try:
                is_ready = bool((await browser.front.link.directory("status"))["hosts"])
            except RefbrowserError:
                is_ready = False
        return Reply({"ok": is_ready}, status_code=200 if is_ready else 503)

    async def status(self, _: Request) -> Response:
        return Reply({"ok": True, "result": await self._asked("status")})

    async def execute(self, request: Request) -> Response:
        """``drain`` a host, ``move`` a chat to another host, or have it ``sleep``."""
        body = await json_body(request)
        command = body.get("command") if isinstance(body, dict) else None
        subject = _COMMANDS.get(command) if isinstance(command, str) else None
        if (
            not isinstance(command, str)
            or subject is None
            or not isinstance(name := body.get(subject), str)
            or body.keys() - {"command", subject}
        ):
            raise CallError("A command is a JSON object with command drain and host, or move or sleep and chat.")
        done = await self._asked(command, name)
        if command != "drain" and not done:
            raise StateError(
                f"A call is at work in the chat {name!r}, or a person: it stays where it is.",
                code="chat_busy",
                details={"chat": name},
            )
        return Reply({"ok": True, "result": {"moved": done} if command == "drain" else {"chat": name}})

    async def _asked(self, question: str, *arguments: Any) -> Any:
        front = self._calls.browser.front
        if front is None:
            raise StateError("This server has its chats itself: it was started without --cluster.", code="unsupported")
        return await front.link.directory(question, *arguments)
