"""The steps of a chat as its journal has them, also those of earlier sessions, and their pictures."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from refbrowser.errors import FileError
from refbrowser.events import cut, published_arguments
from refbrowser.journal.store import journal_folder, of_chat, read
from refbrowser.journal.writer import find_picture
from refbrowser.service.calls.call_record import brief, marks_of, regions_of

MOST: Final = 200
"""Steps that are sent, the newest: as many as the page keeps."""

_SESSION: Final = re.compile(r"[A-Za-z0-9_-]{1,100}")


def steps(home: Path, chat: str) -> list[dict[str, Any]]:
    """Return the chat's last steps, oldest first. Blocks while files are read."""
    found: list[dict[str, Any]] = []
    for folder in of_chat(home, chat):
        try:
            calls = read(folder).calls
        except FileError:
            continue
        found = [_step(folder, call) for call in calls[-(MOST - len(found)) :]] + found
        if len(found) >= MOST:
            break
    return found


def step_picture(home: Path, chat: str, session: str, number: int) -> bytes | None:
    """Return the picture of a step of the chat, a JPEG; None where there is none. Blocks while files are read."""
    if not _SESSION.fullmatch(session) or journal_folder(home) / session not in of_chat(home, chat):
        return None
    path = find_picture(journal_folder(home) / session, number)
    return None if path is None else path.read_bytes()


def _step(folder: Path, call: Mapping[str, Any]) -> dict[str, Any]:
    result, page = call.get("result"), call.get("page") or {}
    browser_id = page.get("browser_id")
    if browser_id is None and isinstance(result, dict):
        browser_id = result.get("browser_id")
    code = None if call["ok"] else call.get("code")
    return {
        "step": [folder.name, call["n"]],
        "action": call["action"],
        "browser_id": browser_id,
        "arguments": published_arguments(call["action"], call["arguments"]),
        "flow": _flow(call),
        "at_ms": call["at"],
        "ok": call["ok"],
        "code": code,
        "outcome": cut(brief(result) if call["ok"] else call.get("error")),
        "duration_ms": round(call["ms"]),
        "regions": regions_of(result),
        "marks": marks_of(call["action"], code, result, call.get("approvals", ()), call.get("details") or {}),
        "url": page.get("url"),
        "viewport": call.get("viewport"),
        "pictured": find_picture(folder, call["n"]) is not None,
    }


def _flow(call: Mapping[str, Any]) -> dict[str, Any] | None:
    flow, space, step = str(call.get("flow") or "").partition(" ")
    return {"flow": flow, "step": step} if space else None
