"""The viewer as a Starlette application: the page, its socket, and the files that a person drops."""

import asyncio
import re
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from refbrowser.browser.monitor.downloads import safe_name
from refbrowser.files import new_private_file, private_folder
from refbrowser.resources import folder
from refbrowser.service.manager import Browser
from refbrowser.viewer.access import Access, Grant
from refbrowser.viewer.connection import Connection
from refbrowser.viewer.guard import Guard
from refbrowser.viewer.messages import ANY_VERSION, OUTDATED, SUBPROTOCOL, TOKEN_PREFIX
from refbrowser.viewer.viewer import Viewer

UPLOAD_BYTES: Final = 200_000_000
_VIEWER_NAME: Final = re.compile(r"viewer\.([A-Za-z0-9_-]{8,64})")


def application(browser: Browser, access: Access) -> Starlette:
    """The viewer of ``browser``, for whoever holds a token of ``access``. It runs on the browser's event loop, wherever it is
    mounted (all its addresses are relative). The server around it must not log the socket's frames, which hold what people type;
    uvicorn does so at level debug. ``app.state.viewer.close()`` gives held tabs back and ends what it captures."""
    viewer = Viewer(browser)

    async def socket(websocket: WebSocket) -> None:
        """The token comes as a subprotocol: browsers can send no header of ours, and an address ends up in logs."""
        offered = websocket.scope.get("subprotocols", [])
        token = next((one.removeprefix(TOKEN_PREFIX) for one in offered if one.startswith(TOKEN_PREFIX)), "")
        grant = access.grant(token)
        name = next((match[1] for one in offered if (match := _VIEWER_NAME.fullmatch(one))), None)
        versions = [one for one in offered if one.startswith(ANY_VERSION)]
        if grant is None or name is None or not versions:
            await websocket.close(1008)
            return
        if SUBPROTOCOL not in versions:
            # A page from before an update of this server: it is let in just far enough to be notified.
            await websocket.accept(versions[0])
            await websocket.close(OUTDATED, f"This server speaks {SUBPROTOCOL}: load the page again.")
            return
        await websocket.accept(SUBPROTOCOL)
        with access.in_use(token):
            await Connection(viewer, websocket, grant, name, access.issuer).run()

    async def upload(request: Request) -> JSONResponse:
        """Keeps one file in the chat's folder; answers ``{path}``, which the page then drops somewhere."""
        grant = _bearer(access, request)
        chat = request.query_params.get("chat", "")
        session = viewer.session(chat)
        if grant.read_only or not grant.covers(chat) or session is None:
            raise HTTPException(403)
        path = await asyncio.to_thread(_free_path, session.folder / "uploads", safe_name(request.query_params.get("name", "")))
        await _save(request, path)
        return JSONResponse({"path": str(path)})

    app = Starlette(
        routes=[
            WebSocketRoute("/socket", socket),
            Route("/files", upload, methods=["POST"]),
            Mount("/", StaticFiles(directory=folder("webui_viewer"), html=True)),
        ],
        middleware=[Middleware(Guard, access=access)],
    )
    app.state.viewer = viewer
    return app


def _bearer(access: Access, request: Request) -> Grant:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    grant = access.grant(token) if scheme.lower() == "bearer" else None
    if grant is None:
        raise HTTPException(401)
    return grant


async def _save(request: Request, path: Path) -> None:
    size = 0
    with new_private_file(path) as file:
        async for block in request.stream():
            size += len(block)
            if size > UPLOAD_BYTES:
                await asyncio.to_thread(path.unlink)
                raise HTTPException(413)
            await asyncio.to_thread(file.write, block)


def _free_path(parent: Path, name: str) -> Path:
    """A folder of its own for each file, so that the page gets it under its own name."""
    private_folder(parent)
    number = 1
    while True:
        try:
            (parent / str(number)).mkdir(mode=0o700)
        except FileExistsError:
            number += 1
            continue
        return parent / str(number) / name
