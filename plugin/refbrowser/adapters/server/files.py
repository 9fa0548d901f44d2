"""A chat's files over HTTP: listed, sent and received, for programs that do not run on the server's machine."""

import asyncio
import mimetypes
import os
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from refbrowser import Chat
from refbrowser.adapters.server.calls import Calls
from refbrowser.adapters.server.replies import Reply
from refbrowser.adapters.server.tokens import Grant
from refbrowser.errors import FileError
from refbrowser.files import private_folder
from refbrowser.policy.files import readable_path, writable_path

MOST_LISTED: Final = 200
UPLOADS: Final = "uploads"
"""Folder in the chat's folder where received files lie."""


class FileRoutes:
    """``GET …/files`` lists, ``GET …/files/{name}`` sends one, ``PUT …/files/{name}`` receives one."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def routes(self) -> list[Route]:
        return [
            Route("/v1/chats/{chat:path}/files", self.list, methods=["GET"]),
            Route("/v1/chats/{chat:path}/files/{name:path}", self.send, methods=["GET"]),
            Route("/v1/chats/{chat:path}/files/{name:path}", self.receive, methods=["PUT"]),
        ]

    async def list(self, request: Request) -> Response:
        """The newest files, at most 200."""
        chat = self._chat(request)
        found = await asyncio.to_thread(_listed, chat.folder)
        address = f"/v1/chats/{quote(chat.id, safe='')}/files/"
        shown = [{**file, "href": address + quote(file["name"])} for file in found[:MOST_LISTED]]
        return Reply({"ok": True, "result": {"files": shown, "left_out": max(0, len(found) - MOST_LISTED)}})

    async def send(self, request: Request) -> Response:
        """One file. Raises ``file_denied``, ``file_not_found``."""
        chat = self._chat(request)
        path = await asyncio.to_thread(lambda: readable_path(request.path_params["name"], roots=(chat.folder,)))
        # A page chose what is in it: it is nothing that a browser shows as a page of this server.
        headers = {"content-disposition": f"attachment; filename*=utf-8''{quote(path.name)}", "x-content-type-options": "nosniff"}
        return FileResponse(path, media_type=_mime(path), headers=headers)

    async def receive(self, request: Request) -> Response:
        """One file, which replaces one of its name that came in the same way. Raises ``file_denied``, ``file_unwritable``."""
        grant: Grant = request.state.grant
        if grant.read_only:
            raise grant.denied("is for reading, not for sending files")
        chat = self._chat(request)
        folder = chat.folder / UPLOADS
        path = writable_path(request.path_params["name"], default=folder, roots=(folder,))
        part = path.with_name(f".{path.name[:100]}.{os.urandom(4).hex()}")
        size = 0
        try:
            private_folder(path.parent)
            with part.open("xb") as file:
                async for piece in request.stream():
                    size += len(piece)
                    await asyncio.to_thread(file.write, piece)
            part.replace(path)
        except OSError as failure:
            raise FileError(f"{path.name} cannot be written: {failure.strerror or failure}.", code="file_unwritable") from None
        finally:
            part.unlink(missing_ok=True)
        name = path.relative_to(chat.folder.resolve()).as_posix()
        return Reply({"ok": True, "result": {"name": name, "path": str(path), "size": size, "mime": _mime(path)}}, status_code=201)

    def _chat(self, request: Request) -> Chat:
        """Raises ``token_denied``, ``invalid_arguments``."""
        grant: Grant = request.state.grant
        grant.check(request.path_params["chat"])
        if grant.groups:
            raise grant.denied("is for actions of some groups, not for files")
        return self._calls.browser.chat(request.path_params["chat"])


def _listed(folder: Path) -> list[dict[str, Any]]:
    found = []
    for path in folder.rglob("*") if folder.is_dir() else ():
        try:
            stat = path.stat()
            if path.is_file() and not path.name.startswith("."):
                name = path.relative_to(folder).as_posix()
                found.append({"name": name, "size": stat.st_size, "mime": _mime(path), "modified_ms": round(stat.st_mtime * 1000)})
        except OSError:
            continue  # a download that was renamed while it was looked at
    return sorted(found, key=lambda file: -int(file["modified_ms"]))


def _mime(path: Path) -> str:
    return mimetypes.guess_type(path.name)[0] or "application/octet-stream"
