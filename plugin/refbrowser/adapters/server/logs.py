"""The server's log on standard error: a line a record, as text or as JSON. Secrets are masked before it is written."""

import json
import logging
import sys
from typing import Final, Literal

LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["text", "json"]

_LOGGER: Final = "refbrowser"


def configure(level: LogLevel, form: LogFormat) -> None:
    """Write the package's records of ``level`` and above, and no longer by way of Python's own last resort."""
    handler = logging.StreamHandler(sys.stderr)
    text = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(_Json() if form == "json" else text)
    log = logging.getLogger(_LOGGER)
    log.handlers[:] = [handler]
    log.setLevel(level.upper())
    log.propagate = False


class _Json(logging.Formatter):
    """One JSON object a record."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, in ASCII: what a page wrote cannot end it."""
        line = {"time": record.created, "level": record.levelname.lower(), "logger": record.name, "message": record.getMessage()}
        if record.exc_text or record.exc_info:
            line["trace"] = record.exc_text or self.formatException(record.exc_info)  # type: ignore[arg-type]
        return json.dumps(line)
