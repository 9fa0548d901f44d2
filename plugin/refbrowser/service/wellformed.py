"""Make answers valid Unicode, and nothing nested without end. A JavaScript string may contain a lone surrogate, which UTF-8 cannot
encode."""

from typing import Any, Final

DEEPEST: Final = 100
"""How deep lists and objects may be nested. What works on each of their levels would end with Python's limit on recursion."""

_DEEPER: Final = "(nested too deeply)"


def well_formed(value: object, levels: int = DEEPEST) -> Any:
    """Return ``value`` with each lone surrogate, also in keys, replaced by U+FFFD, and a note in place of what is nested deeper
    than ``levels``."""
    if isinstance(value, str):
        return value if value.isascii() or _encodes(value) else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict | list | tuple) and not levels:
        return _DEEPER
    if isinstance(value, dict):
        return {well_formed(key): well_formed(item, levels - 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [well_formed(item, levels - 1) for item in value]
    return value


def is_deeper(value: object, levels: int = DEEPEST) -> bool:
    """Whether lists and objects in ``value`` are nested deeper than ``levels``."""
    inner = [value]
    for _ in range(levels + 1):
        containers = [one for one in inner if isinstance(one, dict | list | tuple)]
        inner = [item for one in containers for item in (one.values() if isinstance(one, dict) else one)]
        if not inner:
            return False
    return True


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
