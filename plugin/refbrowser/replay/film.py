"""A session, or a session and its replay, as one page that needs no other file and no network."""

import base64
import html
import json
import time
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

from refbrowser.journal.store import Session
from refbrowser.journal.summary import Entry, asked, explained, is_fruitless, outcome
from refbrowser.journal.writer import find_picture
from refbrowser.replay.run import Row

MOST_PICTURE_BYTES: Final = 60_000_000
"""Of all pictures in one page; a browser opens twice as much in some seconds. Later ones are left out, and the page says so."""


def film(session: Session, replayed: Session | None = None, rows: Sequence[Row] = ()) -> str:
    """The page. With ``rows`` each call shows what became of it, and the picture of the replay next to the recorded one."""
    by_call = {row.n: row for row in rows}
    remaining_bytes = [MOST_PICTURE_BYTES]
    steps = [_step(session, entry, by_call.get(entry["n"]), replayed, remaining_bytes) for entry in session.calls]
    page = files("refbrowser").joinpath("replay/film.html").read_text(encoding="utf-8")
    began = time.strftime("%Y-%m-%d %H:%M", time.localtime(session.header.get("at", 0) / 1000))
    title = f"{session.header.get('chat', session.id)} · {began}" + (" · replayed" if rows else "")
    return (
        page.replace("{{title}}", html.escape(title))
        .replace("{{note}}", html.escape(_note(session, rows, remaining_bytes)))
        .replace("{{steps}}", _script_safe({"steps": steps, "began": session.header.get("at", 0)}))
    )


def _note(session: Session, rows: Sequence[Row], remaining_bytes: Sequence[int]) -> str:
    parts = [f"{len(session.calls)} calls"]
    if rows:
        parts += [f"{sum(row.status == status for row in rows)} {status}" for status in ("same", "healed", "diverged", "stopped")]
    if session.broken is not None:
        parts.append(f"line {session.broken.line} of the journal is wrong: {session.broken.why}")
    parts += [gap.as_text() for gap in session.gaps]
    if remaining_bytes[0] < 0:
        parts.append("some pictures are left out, because the page would be too large")
    return " · ".join(parts)


def _step(session: Session, entry: Entry, row: Row | None, replayed: Session | None, remaining_bytes: list[int]) -> dict[str, Any]:
    step: dict[str, Any] = {
        "n": entry["n"],
        "at": entry["at"],
        "ms": entry["ms"],
        "asked": asked(entry),
        "outcome": outcome(entry),
        "bad": not entry["ok"] or is_fruitless(entry),
        "page": (entry.get("page") or {}).get("url", ""),
        "facts": explained(session.calls, entry),
        "answer": json.dumps(entry.get("result", entry.get("error")), ensure_ascii=False, indent=1)[:6000],
        "picture": _picture(session, entry["n"], remaining_bytes),
    }
    if row is not None:
        looks = f"looks different: {row.looks}" if row.looks else ""
        step |= {"status": row.status, "said": "; ".join(filter(None, (row.said, looks))), "bad": not row.passed}
        if replayed is not None and row.now is not None:
            step["replayed"] = _picture(replayed, row.now, remaining_bytes)
    return step


def _picture(session: Session, number: int, remaining_bytes: list[int]) -> str | None:
    path = find_picture(session.folder, number)
    if path is None or remaining_bytes[0] < 0:
        return None
    data = path.read_bytes()
    remaining_bytes[0] -= len(data)
    return None if remaining_bytes[0] < 0 else "data:image/jpeg;base64," + base64.b64encode(data).decode("ascii")


def _script_safe(value: Mapping[str, Any]) -> str:
    """JSON that no text in it can end the script element of: what pages wrote stays data."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
