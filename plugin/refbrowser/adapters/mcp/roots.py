"""The client's roots, as folders from which files may be uploaded. Asked for when an upload needs them, and each time anew."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from refbrowser.adapters.mcp.requests import CannotAsk, Client, InputRequired

_KEY: Final = "roots"


def needed(call: dict[str, Any]) -> bool:
    """Whether the call, or one in its batch, uploads files."""
    calls = call.get("calls")
    inner = [each for each in calls if isinstance(each, dict)] if isinstance(calls, list) else []
    return any("upload" in str(each.get("action")) for each in (call, *inner))


async def asked(client: Client) -> tuple[Path, ...]:
    """The client's folders, none if it offers none. Raises ``InputRequired`` for a client that is asked by an answer."""
    if not client.has_roots:
        return ()
    if client.asks_by_answering:
        answer = client.answer(_KEY)
        if answer is None:
            raise InputRequired({_KEY: {"method": "roots/list"}})
        return folders(str(root.get("uri")) for root in answer.get("roots", []))
    try:
        return folders(await client.roots())
    except CannotAsk:
        return ()


def folders(uris: Iterable[str]) -> tuple[Path, ...]:
    """The roots that are existing folders of this machine, the root of the file system excepted."""
    paths = []
    for uri in uris:
        try:
            parts = urlsplit(uri)
            path = Path(unquote(parts.path))
            if parts.scheme == "file" and parts.hostname in (None, "", "localhost") and path.is_dir() and path != Path(path.anchor):
                paths.append(path)
        except ValueError:
            continue  # not a URI, or a path with a null character
    return tuple(paths)
