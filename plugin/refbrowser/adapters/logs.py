"""The log of what serves, on standard error: a line a record, as text or as JSON. Secrets are masked before it is written."""

import json
import logging
import sys
from typing import Final, Literal

from refbrowser.page_text import escaped

LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["text", "json"]

_LOGGER: Final = "refbrowser"


def configure(level: LogLevel, form: LogFormat) -> None:
    """Write the package's records of ``level`` and above, and no longer by way of Python's own last resort."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    log = logging.getLogger(_LOGGER)
    log.handlers[:] = [handler]
    log.setLevel(level.upper())
    log.propagate = False


class _Text(logging.Formatter):
    """A line a record, and the lines of its trace."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """Return the line: what a page wrote cannot end it."""
        return super().formatMessage(record).replace("\n", "\\n")

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines, escaped for a terminal."""
        return escaped(super().format(record))


class _Json(logging.Formatter):
    """One JSON object a record."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, in ASCII: what a page wrote cannot end it."""
        line = {"time": record.created, "level": record.levelname.lower(), "logger": record.name, "message": record.getMessage()}
        if record.exc_text or record.exc_info:
            line["trace"] = record.exc_text or self.formatException(record.exc_info)  # type: ignore[arg-type]
        return json.dumps(line)
