"""The desk over HTTP: what waits for a person's yes or no, its pictures, and the answers."""

import asyncio
import re
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from refbrowser import Answer
from refbrowser.adapters.server.calls import Calls, unless_gone
from refbrowser.adapters.server.replies import Reply, json_body
from refbrowser.errors import CallError

MOST_WAIT_MS: Final = 60_000

_FEW_DIGITS: Final = re.compile(r"[0-9]{1,9}")

LINGER_S: Final = 10.0
"""A client that waits for approvals asks again at once; between two questions it still counts as being there."""


class ApprovalRoutes:
    """``GET /v1/approvals`` lists what waits; with ``wait_ms`` once that is not what is ``known``. ``POST`` answers."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def routes(self) -> list[Route]:
        return [
            Route("/v1/approvals", self.list, methods=["GET"]),
            Route("/v1/approvals", self.answer, methods=["POST"]),
            Route("/v1/approvals/{id}/picture", self.picture, methods=["GET"]),
        ]

    async def list(self, request: Request) -> Response:
        desk = self._calls.browser.approvals
        given = request.query_params.get("wait_ms", "0")
        if not _FEW_DIGITS.fullmatch(given) or (wait_ms := int(given)) > MOST_WAIT_MS:
            raise CallError(f"wait_ms is a whole number from 0 to {MOST_WAIT_MS}.")
        shown_ids = frozenset(filter(None, request.query_params.get("known", "").split(",")))
        if wait_ms:
            with desk.attended(linger_s=LINGER_S):
                await unless_gone(self._changed(shown_ids, wait_ms / 1000), request)
        return Reply({"ok": True, "result": {"approvals": [approval.as_dict() for approval in desk.pending]}})

    async def answer(self, request: Request) -> Response:
        body = await json_body(request)
        if (
            not isinstance(body, dict)
            or not isinstance(body.get("id"), str)
            or not isinstance(body.get("said"), str | None)
            or body.keys() - {"id", "answer", "said"}
        ):
            raise CallError("An answer is a JSON object with id, answer and, optionally, said: a note for the agent.")
        answer = Answer(body.get("answer"), body.get("said"), by="http")  # type: ignore[arg-type]
        self._calls.browser.approvals.answer(body["id"], answer)
        return Reply({"ok": True, "result": {"id": body["id"], "answer": answer.choice}})

    async def picture(self, request: Request) -> Response:
        picture = self._calls.browser.approvals.find(request.path_params["id"]).picture
        return Response(picture, media_type="image/jpeg") if picture is not None else Response(status_code=204)

    async def _changed(self, shown_ids: frozenset[str], seconds: float) -> None:
        """Returns when what is pending is not what the client knows, after that time, or when the server stops."""
        desk, changed = self._calls.browser.approvals, asyncio.Event()
        unlisten = desk.listen(changed.set)
        stopping = asyncio.ensure_future(self._calls.drained.wait())
        stopping.add_done_callback(lambda _: changed.set())
        try:
            async with asyncio.timeout(seconds):
                while frozenset(approval.id for approval in desk.pending) == shown_ids and not stopping.done():
                    changed.clear()
                    await changed.wait()
        except TimeoutError:
            return
        finally:
            stopping.cancel()
            unlisten()
