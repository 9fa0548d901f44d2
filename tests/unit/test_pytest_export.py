"""A session as a test of pytest: it asks for the addresses that the session led to, however they are written."""

from pathlib import Path
from typing import Any

import pytest

from refbrowser.journal.store import Session
from refbrowser.replay.export import exported

ADDRESSES = [
    "http://127.0.0.1:1/", "http://127.0.0.1:1/a%20b/%C3%BC", "http://127.0.0.1:1/?q=a%20b", "http://127.0.0.1:1/?q=a+b&A=%26%3D",
    "http://127.0.0.1:1/?b=1&a=2", "http://127.0.0.1:1/?x&y=", "http://127.0.0.1:1/s?q=%E2%82%AC#part", "file:///a%20b.html",
    "http://127.0.0.1:1/?r=http%3A%2F%2Fshop.example%2F%3Fa%3D1", "http://127.0.0.1:1/?bad=%zz&%41=%e4",
]  # fmt: skip


@pytest.mark.parametrize("url", ADDRESSES)
def test_the_program_asks_for_the_address_as_the_browser_has_it(url: str) -> None:
    call = {"n": 1, "action": "open", "ok": True, "arguments": {"url": url}, "result": {"browser_id": 1, "state": {"url": url}}}
    program = exported(Session(Path("session"), {}, [call], None, False, True), "pytest")
    names: dict[str, Any] = {}
    exec(program, names)
    (asserted,) = (line.strip() for line in program.splitlines() if "assert at(" in line)
    names["answer"] = {"state": {"url": url}}
    exec(asserted, names)
