"""What the test site does by itself, without a page or route being registered.

| path | behaviour |
|---|---|
| `/slow?ms=N` | a page that arrives after N milliseconds |
| `/hang` | no answer until `site.release()` or the site closes |
| `/hang?after=headers` | the response starts (so a navigation commits) and its body never ends |
| `/status/N` | a page with that HTTP status |
| `/redirect?to=URL&status=302` | a redirect |
| `/download?name=F&size=N` | N bytes as an attachment with that file name |
| `/echo` | what was received, as JSON: method, path, query, form, files, cookies |
| `/auth` | HTTP basic authentication, user `ada`, password `lovelace` |
| `/NAME.html` | the file of that name in `tests/support/pages` |
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from email.parser import BytesParser
from email.policy import HTTP
from http import HTTPStatus
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote

from tests.support.exchange import Request, Response, html

PAGES = Path(__file__).parent / "pages"
AUTH_USER, AUTH_PASSWORD = "ada", "lovelace"

Hold = Callable[[float | None], None]
"""Blocks that many seconds (None: no limit) or until the site releases; ConnectionAbortedError when it closes."""


def builtin(request: Request, hold: Hold) -> Response:
    """The response of a built-in path, or a 404 page."""
    if request.path.startswith("/status/"):
        return _status(int(request.path.removeprefix("/status/")))
    match request.path:
        case "/slow":
            hold(int(request.argument("ms", "200")) / 1000)
            return html("<title>Slow</title><h1>Slow page</h1>")
        case "/hang" if request.argument("after", "") == "headers":
            return Response(_unfinished(hold), headers={"Content-Type": "text/html; charset=utf-8"})
        case "/hang":
            hold(None)
            return html("<title>Released</title><h1>Released</h1>")
        case "/redirect":
            return Response(status=int(request.argument("status", "302")), headers={"Location": request.argument("to", "/")})
        case "/download":
            return _download(request.argument("name", "file.bin"), int(request.argument("size", "1024")))
        case "/echo":
            return Response(json.dumps(_echo(request)).encode(), headers={"Content-Type": "application/json"})
        case "/auth":
            return _auth(request)
        case _:
            return _named_page(request.path.removeprefix("/"))


def _unfinished(hold: Hold) -> Iterator[bytes]:
    # The comment fills Chromium's sniffing buffer, so that the page commits and shows what it has.
    yield b"<!doctype html><title>Unfinished</title><h1>Unfinished</h1><!--" + b" " * 1024 + b"-->"
    hold(None)
    yield b"<p>Finished</p>"


def _status(code: int) -> Response:
    name = HTTPStatus(code).phrase
    if code in (204, 304):
        return Response(status=code)
    return html(f"<title>{code} {name}</title><h1>{code} {name}</h1>", code)


def _download(name: str, size: int) -> Response:
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    disposition = f'attachment; filename="{quoted}"' if name.isascii() else f"attachment; filename*=UTF-8''{quote(name)}"
    body = (b"0123456789abcdef" * (size // 16 + 1))[:size]
    return Response(body, headers={"Content-Type": "application/octet-stream", "Content-Disposition": disposition})


def _auth(request: Request) -> Response:
    expected = base64.b64encode(f"{AUTH_USER}:{AUTH_PASSWORD}".encode()).decode()
    if request.headers.get("Authorization") == f"Basic {expected}":
        return html(f"<title>Members</title><h1>Hello {AUTH_USER}</h1>")
    return html("<title>Who are you?</title><h1>401</h1>", 401, {"WWW-Authenticate": 'Basic realm="members"'})


def _named_page(name: str) -> Response:
    page = PAGES / name
    if page.parent == PAGES and page.suffix == ".html" and page.is_file():
        return html(page.read_text(encoding="utf-8"))
    return _status(404)


def _echo(request: Request) -> dict[str, Any]:
    form, files = _form(request.headers.get("Content-Type", ""), request.body)
    cookies = SimpleCookie(request.headers.get("Cookie", ""))
    return {
        "method": request.method,
        "path": request.path,
        "query": request.query,
        "form": form,
        "files": files,
        "cookies": {name: morsel.value for name, morsel in cookies.items()},
    }


def _form(content_type: str, body: bytes) -> tuple[dict[str, list[str]], dict[str, list[dict[str, Any]]]]:
    """The fields and the files of a form post, each as lists by field name."""
    if not content_type.startswith("multipart/form-data"):
        return parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True), {}
    form: dict[str, list[str]] = {}
    files: dict[str, list[dict[str, Any]]] = {}
    message = BytesParser(policy=HTTP).parsebytes(b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + body)
    for part in message.iter_parts():
        name = str(part.get_param("name", "", "content-disposition"))
        content = part.get_payload(decode=True)
        assert isinstance(content, bytes)
        if (filename := part.get_filename()) is None:
            form.setdefault(name, []).append(content.decode())
        else:
            files.setdefault(name, []).append({"name": filename, "size": len(content), "mime": part.get_content_type()})
    return form, files
