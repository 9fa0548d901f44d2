"""Addresses that another program than the browser opens: mail, calls, meetings, shops of applications."""

from typing import Final

from refbrowser.redact import redacted

_OPENED_BY_BROWSERS: Final = frozenset(
    {
        *("about", "blob", "chrome", "chrome-error", "chrome-extension", "data", "devtools", "file", "filesystem", "ftp"),
        *("http", "https", "javascript", "view-source", "ws", "wss"),
    }
)


def is_for_program(url: str) -> bool:
    """Whether another program than the browser opens the address."""
    return not url.startswith("http") and url.partition(":")[0].lower() not in _OPENED_BY_BROWSERS


def not_opened(url: str) -> str:
    """Say what a page gets that has another program open ``url``."""
    return f"not opened: {redacted(url)}"
