"""Files that a shell's command names: relative to its working folder, wherever the server may read and write."""

import filecmp
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

Call = dict[str, Any]
Perform = Callable[[Call], dict[str, Any]]

_READ_BY: Final = {"upload_file": ("path", "paths"), "read": ("path",), "visual_diff": ("before", "after")}
_UPLOADS: Final = "uploads"
_COPIED: Final = "shell"
"""Folders in the chat's folder, for copies of what is read and written elsewhere."""


def performed(call: Call, names: list[str], perform: Perform) -> dict[str, Any]:
    """Return the envelope of ``call``, whose arguments ``names`` name files. Relative paths start from the working folder.

    Where the chat may not use that folder, a file of it that is read is copied into the chat's folder first, and one that is
    written is copied out of it. What lies elsewhere, by ``..``, ``~`` or a link, stays refused: the chat may not use it.
    """
    reads = _READ_BY.get(call["action"], ("path",) if call.get("operation") == "load" else ())
    placed = {name: _placed(call[name], reading=name in reads) for name in names if call.get(name)}
    envelope = perform({**call, **placed})
    folder = _chat_folder(envelope)
    if folder is None or not placed:
        return envelope
    if not all(_is_here(value) for value in placed.values()):
        return {**envelope, "error": f"{envelope['error']} A file in the working folder, {os.getcwd()}, will do."}
    if any(name in reads for name in placed):
        return perform({**call, **{name: _copied_in(value, folder) for name, value in placed.items()}})
    path = placed["path"]
    return _written(call, path, folder, perform)


def _placed(value: Any, *, reading: bool) -> Any:
    """Return a path from the root, or the value as it is where it is no file of the working folder."""
    if isinstance(value, list):
        return [_placed(path, reading=reading) for path in value]
    path = os.path.abspath(os.path.expanduser(str(value)))
    return path if not reading or os.path.exists(path) else value


def _is_here(value: Any) -> bool:
    """Return whether the path lies in the working folder, wherever its links lead."""
    if isinstance(value, list):
        return all(_is_here(path) for path in value)
    here, path = os.path.realpath(os.curdir), os.path.realpath(str(value))
    return os.path.commonpath([here, path]) == here


def _chat_folder(envelope: dict[str, Any]) -> str | None:
    """Return the chat's own folder if the call was refused because a file lies outside the folders of the chat."""
    allowed = (envelope.get("details") or {}).get("allowed") if envelope.get("code") == "file_denied" else None
    return str(allowed[0]) if isinstance(allowed, list) and allowed else None


def _copied_in(value: Any, folder: str) -> Any:
    if isinstance(value, list):
        return [_copied_in(path, folder) for path in value]
    if not os.path.isabs(value) or not os.path.exists(value):
        return value
    target = os.path.join(folder, _UPLOADS, os.path.basename(value))
    os.makedirs(os.path.dirname(target), mode=0o700, exist_ok=True)
    if os.path.isdir(value):
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(value, target, symlinks=True)
    else:
        shutil.copyfile(value, target)
    return target


def _written(call: Call, path: str, folder: str, perform: Perform) -> dict[str, Any]:
    """Return the answer of a call that wrote into the chat's folder, with its file copied to ``path``."""
    name = os.path.join(_COPIED, os.path.basename(path))
    own = os.path.join(folder, name)
    is_ours = os.path.isfile(own) and os.path.isfile(path) and filecmp.cmp(own, path, shallow=False)
    if os.path.exists(path) and not call.get("overwrite") and not is_ours:
        return _unwritable(f"{path} exists and was not written by this chat; give another path, or --overwrite.", path)
    with suppress(OSError):
        os.unlink(own)  # of an earlier command
    envelope = perform({**call, "path": name})
    if envelope["ok"] and os.path.isfile(own):
        try:
            shutil.copyfile(own, path)
        except OSError as failure:
            return _unwritable(f"The file is {own}, and could not be copied to {path}: {failure.strerror or failure}.", own)
    return _renamed(envelope, own, path) if envelope["ok"] else envelope


def _unwritable(error: str, path: str) -> dict[str, Any]:
    return {"ok": False, "error": error, "code": "file_unwritable", "retryable": False, "remedy": None, "details": {"path": path}}


def _renamed(part: Any, own: str, path: str) -> Any:
    """Return the answer with the path of the copy in place of the chat's file."""
    if isinstance(part, dict):
        return {name: _renamed(value, own, path) for name, value in part.items()}
    if isinstance(part, list):
        return [_renamed(value, own, path) for value in part]
    return path if part == own else part
