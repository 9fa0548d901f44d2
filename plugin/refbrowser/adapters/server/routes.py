"""The HTTP interface: chats and their calls, health, metrics and the description of all that."""

import json
import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from refbrowser import Chat, __version__
from refbrowser.adapters.server.calls import Calls, progress, unless_gone
from refbrowser.adapters.server.guard import STATUS
from refbrowser.adapters.server.openapi import openapi
from refbrowser.adapters.server.replies import Reply, json_body
from refbrowser.adapters.server.tokens import Grant
from refbrowser.delegation.tool import Delegations
from refbrowser.errors import CallError, RefbrowserError, ServerError
from refbrowser.page_text import truncated
from refbrowser.redact import redacted
from refbrowser.service.chats.chat_browser import sleeping_names
from refbrowser.surface.render import render

CALL_ID: Final = "refbrowser-call-id"
"""A header that makes a call which is sent again, to any front of a cluster, the same call."""

LONGEST_URL: Final = 500

METRICS_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


class Routes:
    """The handlers, over the calls of one server."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._openapi: dict[str, Any] | None = None
        self._delegations = Delegations(calls.browser)

    def routes(self) -> list[Route]:
        """Every address of the interface. A chat's name may have slashes in it."""
        return [
            Route("/health", self.health, methods=["GET"]),
            Route("/metrics", self.metrics, methods=["GET"]),
            Route("/openapi.json", self.openapi, methods=["GET"]),
            Route("/v1/chats", self.chats, methods=["GET"]),
            Route("/v1/delegate", self.delegate, methods=["POST"]),
            Route("/v1/chats/{chat:path}/call", self.call, methods=["POST"]),
            Route("/v1/chats/{chat:path}/vision_load", self.vision_load, methods=["POST"]),
            Route("/v1/chats/{chat:path}/sleep", self.sleep, methods=["POST"]),
            Route("/v1/chats/{chat:path}/connect", self.connect, methods=["POST"]),
            Route("/v1/chats/{chat:path}", self.chat, methods=["GET"]),
            Route("/v1/chats/{chat:path}", self.close, methods=["DELETE"]),
        ]

    async def health(self, _: Request) -> Response:
        """Version, and whether Chromium runs; needs no token and reveals nothing of what is done here."""
        browser = self._calls.browser
        running = browser.running is not None or (browser.front is not None and browser.front.link.hosts)
        return Reply({"ok": True, "version": __version__, "browser": "running" if running else "not running"})

    async def metrics(self, _: Request) -> Response:
        await self._calls.metrics.look_at_cluster()
        return Response(self._calls.metrics.text(), media_type=METRICS_TYPE)

    async def openapi(self, _: Request) -> Response:
        self._openapi = self._openapi or openapi()
        return Reply(self._openapi)

    async def chats(self, request: Request) -> Response:
        """The chats for which the request's token is."""
        browser, grant = self._calls.browser, _grant(request)
        chats = [_summary(chat) for chat in browser.chats if grant.covers(chat.id)]
        awake, home = {chat.folder.name for chat in browser.chats}, browser.settings.home
        asleep = [name for name in sleeping_names(home) if name not in awake and grant.covers(name)]
        chats += [{"id": name, "tabs": 0, "in_use": True, "asleep": True, "folder": str(home / "chats" / name)} for name in asleep]
        return Reply({"ok": True, "result": {"chats": chats}})

    async def chat(self, request: Request) -> Response:
        _grant(request).check(request.path_params["chat"], {"action": "list"})
        chat = self._known(request)
        listing = await chat.call({"action": "list"})
        return Reply({"ok": True, "result": {**_summary(chat), **listing["result"]}} if listing["ok"] else listing)

    async def close(self, request: Request) -> Response:
        """Ends the chat's tabs, cookies and storage; its files stay."""
        if not (grant := _grant(request)).full:
            raise grant.denied("cannot close chats")
        chat = self._known(request)
        summary = _summary(chat)
        await chat.close()
        return Reply({"ok": True, "result": {"closed": summary}})

    async def sleep(self, request: Request) -> Response:
        """Closes the chat's tabs until its next call; it sleeps on when the server ends."""
        if not (grant := _grant(request)).full:
            raise grant.denied("cannot put chats to sleep")
        chat = self._known(request)
        await chat.sleep(durable=True)
        return Reply({"ok": True, "result": _summary(chat)})

    async def connect(self, request: Request) -> Response:
        """Moves the chat to the browser at ``to``, or with null back to that of the settings."""
        if not (grant := _grant(request)).full:
            raise grant.denied("cannot connect chats to other browsers")
        body = await json_body(request)
        to = body.get("to", "") if isinstance(body, dict) else ""
        if not (to is None or isinstance(to, str)):
            raise CallError("to is the address of a browser, auto, or null.")
        if self._calls.browser.front is not None:
            raise CallError("A chat of a cluster is in a browser of its host, and connects to no other.")
        chat = self._calls.browser.chat(request.path_params["chat"])
        await chat.connect(to)
        return Reply({"ok": True, "result": {**_summary(chat), "connected": to is not None}})

    async def call(self, request: Request) -> Response:
        """One call. ``Accept`` chooses the envelope (JSON), the text that a model reads, or progress and the envelope as events;
        ``?text=true`` adds that text to the envelope."""
        body = await json_body(request)
        grant = _grant(request)
        grant.check(request.path_params["chat"], body)
        if not grant.full and "profile" in request.query_params:
            raise grant.denied("cannot choose a profile")
        # Refuses a name that no chat can have, while there is still a status to say it with.
        chat = self._calls.browser.chat(request.path_params["chat"], profile=request.query_params.get("profile"))
        work = self._calls.perform(chat.id, body, replace(grant.caller, call_id=request.headers.get(CALL_ID)))
        accept = request.headers.get("accept", "")
        if "text/event-stream" in accept:
            return StreamingResponse(_events(work), media_type="text/event-stream", headers={"cache-control": "no-store"})
        envelope = await unless_gone(work, request)
        if envelope is None:
            return Response(status_code=499)
        headers = {} if envelope["ok"] else {"refbrowser-code": envelope["code"]}
        if "text/plain" in accept:
            return PlainTextResponse(render(envelope).encode(errors="replace"), headers=headers)
        if request.query_params.get("text") == "true":
            envelope = {**envelope, "text": render(envelope)}
        return Reply(envelope, headers=headers)

    async def delegate(self, request: Request) -> Response:
        """Hands a goal to the model of the settings. A client that goes away ends the work."""
        if not (grant := _grant(request)).full:
            raise grant.denied("cannot delegate")
        envelope = await unless_gone(self._delegations.call(await json_body(request)), request)
        return Response(status_code=499) if envelope is None else Reply(envelope)

    async def vision_load(self, request: Request) -> Response:
        _grant(request).check(request.path_params["chat"])
        body = await json_body(request)
        paths = body.get("paths") if isinstance(body, dict) else None
        envelope = await unless_gone(self._calls.vision_load(request.path_params["chat"], paths), request)
        return Response(status_code=499) if envelope is None else Reply(envelope)

    def _known(self, request: Request) -> Chat:
        return self._calls.existing(request.path_params["chat"], _grant(request))


def _grant(request: Request) -> Grant:
    grant: Grant = request.state.grant
    return grant


async def _events(work: Any) -> Any:
    stream = progress(work)
    try:
        async for name, value in stream:
            yield f"event: {name}\ndata: {json.dumps(value)}\n\n".encode("ascii")
    finally:
        await stream.aclose()  # type: ignore[attr-defined]


def _summary(chat: Chat) -> dict[str, Any]:
    """``in_use``: it has a browser session, with its cookies, or tabs to come back to. ``url`` is that of the active tab, and
    ``used_at`` the time of the last call."""
    session = chat.existing()
    active = next((tab for tab in session.tabs if tab.browser_id == session.last_interacted), None) if session is not None else None
    url = chat.hub.masker.text(truncated(redacted(active.url), LONGEST_URL)) if active is not None else None
    return {
        "id": chat.id,
        "tabs": chat.tab_count,
        "in_use": session is not None or chat.comes_back(),
        "asleep": chat.asleep,
        **({"url": url} if url is not None else {}),
        **({"used_at": used_at} if (used_at := _used_at(chat)) is not None else {}),
        "folder": str(chat.folder),
    }


def _used_at(chat: Chat) -> str | None:
    if chat.hub.running(chat.id):
        at_s = time.time()
    elif calls := chat.hub.calls(chat.id):
        began, ended = calls[-1]
        at_s = (began.at_ms + ended.duration_ms) / 1000
    else:
        return None
    return datetime.fromtimestamp(at_s, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


async def refused(_: Request, failure: Exception) -> Response:
    """A typed failure as its envelope."""
    assert isinstance(failure, RefbrowserError)
    return Reply(failure.as_dict(), status_code=STATUS.get(failure.code, 400), headers={"refbrowser-code": failure.code})


async def vanished(_: Request, __: Exception) -> Response:
    """The client went away in the middle of its request: no one receives this answer."""
    return Response(status_code=499)


async def no_such_route(request: Request, failure: Exception) -> Response:
    """404 and 405 of the router, as envelopes."""
    status = getattr(failure, "status_code", 404)
    refusal = ServerError(
        f"There is no {request.method} {ascii(request.url.path[:200])[1:-1]}.",
        code="not_found",
        details={"description": "/openapi.json"},
    )
    return Reply(refusal.as_dict(), status_code=status, headers={"refbrowser-code": refusal.code})
