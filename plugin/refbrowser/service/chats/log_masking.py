"""Log records without the secrets that agents have typed by name, and without what redaction takes out."""

import logging
from typing import Final

from refbrowser.events import Hub
from refbrowser.journal.redaction import Redactor

LOGGERS: Final = ("refbrowser", "refbrowser.viewer")
"""Every logger of the package: a filter does not reach loggers below its own."""


class SecretFilter(logging.Filter):
    """Masks messages and tracebacks."""

    def __init__(self, hub: Hub, redactor: Redactor) -> None:
        super().__init__()
        self._hub, self._redactor = hub, redactor

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = self._shown(record.getMessage()), None
        if record.exc_info:
            record.exc_text = self._shown(logging.Formatter().formatException(record.exc_info))
            record.exc_info = None
        return True

    def _shown(self, text: str) -> str:
        return self._redactor.text(self._hub.masker.text(text))


def mask_logs(hub: Hub, redactor: Redactor) -> SecretFilter:
    """Adds a filter to the loggers, which :func:`unmask_logs` takes away."""
    own = SecretFilter(hub, redactor)
    for name in LOGGERS:
        logging.getLogger(name).addFilter(own)
    return own


def unmask_logs(own: SecretFilter) -> None:
    """Takes the filter away."""
    for name in LOGGERS:
        logging.getLogger(name).removeFilter(own)
