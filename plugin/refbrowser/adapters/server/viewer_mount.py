"""The live viewer in the server: its page and socket under ``/viewer/``, and the address that opens them for who has the token."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Mount, Route

from refbrowser import Browser
from refbrowser.errors import ServerError
from refbrowser.viewer.access import Access
from refbrowser.viewer.application import application

PATH: Final = "/viewer"
ISSUE: Final = "/v1/viewer"
_MOST_NAME: Final = 200


class ViewerMount:
    """The viewer of ``browser``, which answers to ``hosts``. A person's browser cannot send the server's token: it gets one of its
    own, in the part of the address that no request carries."""

    def __init__(self, browser: Browser, hosts: Sequence[str]) -> None:
        self._access = Access(hosts)
        self._app = application(browser, self._access)

    @property
    def page(self) -> BaseRoute:
        """Checks access itself."""
        return Mount(PATH, app=self._app)

    @property
    def issue(self) -> BaseRoute:
        """``POST /v1/viewer`` with ``{"chat"?, "read_only"?, "embed_in"?}`` answers ``{"path"}``, behind the server's address."""
        return Route(ISSUE, self._issue, methods=["POST"])

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """To be entered while requests are served; at its end tabs go back to the agent and nothing is captured any more."""
        try:
            yield
        finally:
            await self._app.state.viewer.close()

    async def _issue(self, request: Request) -> JSONResponse:
        asked = _asked(await request.body())
        if (origin := asked.get("embed_in")) is not None:
            try:
                self._access.embed_in(origin)
            except ValueError as wrong:
                raise ServerError(f"embed_in is an origin such as https://host:8080: {wrong}.", code="malformed_request") from None
        token = self._access.issue(chat=asked.get("chat"), read_only=asked.get("read_only", False), lapses=True)
        return JSONResponse({"ok": True, "result": {"path": f"{PATH}/#token={token}"}})


def _asked(body: bytes) -> dict[str, Any]:
    """Raises ``malformed_request`` for anything but these arguments with values of their types."""
    types = {"chat": str, "read_only": bool, "embed_in": str}
    try:
        asked = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        asked = None
    typed = isinstance(asked, dict) and all(isinstance(value, types.get(name, ())) for name, value in asked.items())
    if not isinstance(asked, dict) or not typed or len(asked.get("chat", "")) > _MOST_NAME:
        raise ServerError(
            "The body takes chat (text), read_only (true or false) and embed_in (an origin).", code="malformed_request"
        )
    return asked
