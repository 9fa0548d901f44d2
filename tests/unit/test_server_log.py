"""The log of the server: a line a record, whatever is in it."""

import json
import logging
from collections.abc import Iterator

import pytest

from refbrowser.adapters.logs import LogFormat, configure


@pytest.fixture
def log() -> Iterator[logging.Logger]:
    found = logging.getLogger("refbrowser")
    before = found.handlers[:], found.level, found.propagate
    yield found
    found.handlers[:], found.level, found.propagate = before


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_line_of_the_log(log: logging.Logger, form: LogFormat, capsys: pytest.CaptureFixture[str]) -> None:
    configure("info", form)
    log.debug("nothing")
    log.info("a call of %s", "ada")
    try:
        raise ValueError("no\nline")
    except ValueError:
        log.exception("it failed\nhere")
    written = capsys.readouterr().err
    if form == "text":
        assert "INFO refbrowser: a call of ada\n" in written
        return
    first, second = [json.loads(line) for line in written.splitlines()]
    assert (first["level"], first["logger"], first["message"]) == ("info", "refbrowser", "a call of ada")
    assert (second["message"], "ValueError: no\nline" in second["trace"]) == ("it failed\nhere", True)
