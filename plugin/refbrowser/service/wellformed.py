"""Answers that are valid Unicode. JavaScript's strings may hold half a surrogate pair, which no UTF-8 can carry."""

from typing import Any


def well_formed(value: Any) -> Any:
    """``value`` with U+FFFD in place of each lone surrogate, in keys too. What has none is returned as it is."""
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
