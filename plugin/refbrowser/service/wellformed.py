"""Make answers valid Unicode. A JavaScript string may contain a lone surrogate, which UTF-8 cannot encode."""

from typing import Any


def well_formed(value: object) -> Any:
    """Return ``value`` with each lone surrogate, also in keys, replaced by U+FFFD."""
    if isinstance(value, str):
        return value if value.isascii() or _encodes(value) else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {well_formed(key): well_formed(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [well_formed(item) for item in value]
    return value


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
