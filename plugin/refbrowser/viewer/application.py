"""The viewer as a Starlette application: the page, its WebSocket, and uploads."""

import asyncio
import re
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from refbrowser.browser.monitor.downloads import safe_name
from refbrowser.errors import FileError
from refbrowser.resources import folder
from refbrowser.service.chats.manager import Browser
from refbrowser.viewer.access import Access, Grant
from refbrowser.viewer.connection import Connection
from refbrowser.viewer.guard import Guard
from refbrowser.viewer.messages import ANY_VERSION, OUTDATED, SUBPROTOCOL, TOKEN_PREFIX
from refbrowser.viewer.steps import step_picture, steps
from refbrowser.viewer.uploads import UploadTooLarge, save
from refbrowser.viewer.viewer import Viewer

_VIEWER_NAME: Final = re.compile(r"viewer\.([A-Za-z0-9_-]{8,64})")


def application(browser: Browser, access: Access) -> Starlette:
    """Return the viewer of ``browser`` as an app for clients with a token of ``access``.

    It must run on the browser's event loop, and can be mounted at any path. The server must not log WebSocket frames, which contain
    what people type; uvicorn logs them at level debug. ``await app.state.viewer.close()`` hands tabs back and ends all captures.
    """
    viewer = Viewer(browser)

    async def socket(websocket: WebSocket) -> None:
        """Run one connection. The token arrives as a subprotocol: browsers cannot set headers here, and URLs are logged."""
        offered = websocket.scope.get("subprotocols", [])
        token = next((protocol.removeprefix(TOKEN_PREFIX) for protocol in offered if protocol.startswith(TOKEN_PREFIX)), "")
        grant = access.grant(token)
        name = next((match[1] for protocol in offered if (match := _VIEWER_NAME.fullmatch(protocol))), None)
        versions = [protocol for protocol in offered if protocol.startswith(ANY_VERSION)]
        if grant is None or name is None or not versions:
            await websocket.close(1008)
            return
        if SUBPROTOCOL not in versions:
            # The page is older than this server. A reason can be sent only after the connection is accepted.
            await websocket.accept(versions[0])
            await websocket.close(OUTDATED, f"This server requires {SUBPROTOCOL}; reload the page.")
            return
        await websocket.accept(SUBPROTOCOL)
        with access.in_use(token):
            await Connection(viewer, websocket, grant, name, access.issuer).run()

    async def upload(request: Request) -> JSONResponse:
        """Save one file in the chat's folder and return ``{path}``, which the page uses in a drop or paste."""
        grant = _bearer(access, request)
        chat = request.query_params.get("chat", "")
        session = viewer.session(chat)
        if grant.read_only or not grant.covers(chat) or session is None:
            raise HTTPException(403)
        try:
            path = await save(request.stream(), session.files.folder / "uploads", safe_name(request.query_params.get("name", "")))
        except UploadTooLarge:
            raise HTTPException(413) from None
        except FileError as failure:
            return JSONResponse(failure.as_dict(), 507)
        except ClientDisconnect:
            return JSONResponse(None, 499)  # nobody receives it
        return JSONResponse({"path": str(path)})

    async def step_list(request: Request) -> JSONResponse:
        """Return the steps of a chat from its journal."""
        chat = _chat_of(access, request)
        found = await asyncio.to_thread(steps, browser.settings.home, chat)
        return JSONResponse({"steps": browser.hub.masker.masked(found)})

    async def picture(request: Request) -> Response:
        """Return the picture of one step. It does not change any more."""
        chat, number = _chat_of(access, request), request.path_params["number"]
        jpeg = await asyncio.to_thread(step_picture, browser.settings.home, chat, request.path_params["session"], number)
        if jpeg is None:
            raise HTTPException(404)
        return Response(jpeg, media_type="image/jpeg")

    app = Starlette(
        routes=[
            Route("/steps", step_list),
            Route("/steps/{session}/{number:int}.jpg", picture),
            WebSocketRoute("/socket", socket),
            Route("/files", upload, methods=["POST"]),
            Mount("/", StaticFiles(directory=folder("webui_viewer"), html=True)),
        ],
        middleware=[Middleware(Guard, access=access)],
    )
    app.state.viewer = viewer
    return app


def _chat_of(access: Access, request: Request) -> str:
    """Return the chat that is asked about, if the token allows it."""
    chat = request.query_params.get("chat", "")
    if not _bearer(access, request).covers(chat):
        raise HTTPException(403)
    return chat


def _bearer(access: Access, request: Request) -> Grant:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    grant = access.grant(token) if scheme.lower() == "bearer" else None
    if grant is None:
        raise HTTPException(401)
    return grant
