"""Log records without the secrets that agents have typed by name."""

import logging
from typing import Final

from refbrowser.masking import Masker

LOGGERS: Final = ("refbrowser", "refbrowser.viewer")
"""Every logger of the package: a filter does not reach loggers below its own."""


class SecretFilter(logging.Filter):
    """Masks messages and tracebacks."""

    def __init__(self, masker: Masker) -> None:
        super().__init__()
        self._masker = masker

    def filter(self, record: logging.LogRecord) -> bool:
        if self._masker.values:
            record.msg, record.args = self._masker.text(record.getMessage()), None
            if record.exc_info:
                record.exc_text = self._masker.text(logging.Formatter().formatException(record.exc_info))
                record.exc_info = None
        return True


def mask_logs(masker: Masker) -> SecretFilter:
    """Adds a filter to the loggers, which :func:`unmask_logs` takes away."""
    own = SecretFilter(masker)
    for name in LOGGERS:
        logging.getLogger(name).addFilter(own)
    return own


def unmask_logs(own: SecretFilter) -> None:
    """Takes the filter away."""
    for name in LOGGERS:
        logging.getLogger(name).removeFilter(own)
