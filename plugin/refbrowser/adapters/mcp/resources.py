"""A chat's files as MCP resources: screenshots, downloads, printed pages."""

import base64
import mimetypes
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote, urlsplit

from refbrowser.errors import FileError
from refbrowser.policy.files import readable_path

SCHEME: Final = "refbrowser"
GUIDE: Final[dict[str, Any]] = {
    "uri": f"{SCHEME}://guide",
    "name": "guide",
    "description": "How to use the browser tool: for the system prompt of a host that does not pass on a server's instructions.",
    "mimeType": "text/markdown",
}
"""The prompt as a resource."""

MOST_LISTED: Final = 200
MOST_BYTES: Final = 50_000_000


def listed(folder: Path) -> list[dict[str, Any]]:
    """The chat's newest files, at most 200."""
    found = []
    for path in folder.rglob("*"):
        try:
            if path.is_file():
                found.append((path.stat().st_mtime, path.stat().st_size, path))
        except OSError:
            continue  # a download that was renamed while it was looked at
    newest = sorted(found, key=lambda file: file[0], reverse=True)[:MOST_LISTED]
    return [_resource(folder, path, size) for _, size, path in newest]


def read(folder: Path, uri: str) -> dict[str, Any]:
    """One file. Raises ``file_denied``, ``file_not_found``, ``file_unreadable``."""
    parts = urlsplit(uri)
    if parts.scheme != SCHEME or parts.netloc != "files":
        raise FileError(f"{uri} is not the address of a file of this chat.", code="file_not_found", details={"uri": uri})
    path = readable_path(unquote(parts.path).lstrip("/"), roots=(folder,))
    if (size := path.stat().st_size) > MOST_BYTES:
        raise FileError(f"{path} has {size} bytes; the limit of a resource is {MOST_BYTES}.", code="file_unreadable")
    return {"uri": uri, "mimeType": _mime(path), "blob": base64.b64encode(path.read_bytes()).decode("ascii")}


def _resource(folder: Path, path: Path, size: int) -> dict[str, Any]:
    within = path.relative_to(folder).as_posix()
    return {"name": within, "uri": f"{SCHEME}://files/{quote(within)}", "mimeType": _mime(path), "size": size}


def _mime(path: Path) -> str:
    return mimetypes.guess_type(path.name)[0] or "application/octet-stream"
