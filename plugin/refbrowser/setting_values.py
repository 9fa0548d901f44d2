"""Read the value of a setting, or the text of its variable, as the setting's type: one reader per type."""

import json
import math
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import Field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, get_args, get_origin

from refbrowser.errors import CallError

_BOOLEANS: Final = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}


class _Unreadable(Exception):
    """A value that the setting does not accept. The message names what it accepts."""


def read(setting: "Field[Any]", value: object, variable: str | None = None) -> Any:
    """Return ``value``, or the text of the environment ``variable``, converted to the setting's type."""
    kind, optional = _required(setting.type)
    if value is None and optional:
        return None
    try:
        if get_origin(kind) is Literal:
            return _choice(value, get_args(kind))
        return _READERS[kind](value, setting.metadata)
    except _Unreadable as wanted:
        source = f" in {variable}" if variable else ""
        raise CallError(
            f"Setting {setting.name} is {value!r}{source}; it must be {wanted}.",
            details={"setting": setting.name, **({"variable": variable} if variable else {})},
        ) from None


def _required(kind: object) -> tuple[Any, bool]:
    """Return the type without None, and whether None was part of it."""
    if get_origin(kind) is not UnionType:
        return kind, False
    (required,) = (member for member in get_args(kind) if member is not NoneType)
    return required, True


def _choice(value: object, choices: tuple[str, ...]) -> Any:
    if value in choices:
        return value
    raise _Unreadable("one of " + ", ".join(choices))


def _boolean(value: object, _: Mapping[str, Any]) -> bool:
    answer = _BOOLEANS.get(value.strip().lower()) if isinstance(value, str) else value
    if isinstance(answer, bool):
        return answer
    raise _Unreadable("true or false")


def _integer(value: object, limits: Mapping[str, Any]) -> int:
    least, most = limits["least"], limits["most"]
    try:
        number = int(value) if isinstance(value, str) else value
    except ValueError:
        number = None
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise _Unreadable(f"a whole number from {least} to {most}")
    return number


def _number(value: Any, limits: Mapping[str, Any]) -> float:
    least, most = limits["least"], limits["most"]
    try:
        exact = Decimal(value.strip()) if isinstance(value, str) else Decimal(math.nan if isinstance(value, bool) else value)
    except (InvalidOperation, TypeError, ValueError):
        exact = Decimal(math.nan)
    if not exact.is_finite() or not least <= exact <= most:
        raise _Unreadable(f"a number from {least} to {most}")
    number = float(exact)
    # The nearest float of a text with many nines is the next whole number.
    return math.nextafter(number, -math.inf) if Decimal(number) > exact else number


def _text(value: object, _: Mapping[str, Any]) -> str:
    if isinstance(value, str | Path):
        return str(value)
    raise _Unreadable("text")


def _path(value: object, _: Mapping[str, Any]) -> Path:
    if isinstance(value, str | Path) and str(value):
        return Path(value).expanduser()
    raise _Unreadable("a path")


def _texts(value: object, limits: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(item) for item in _items(value, "a list", limits["separator"]))


def _paths(value: object, limits: Mapping[str, Any]) -> tuple[Path, ...]:
    wanted = "a list of paths"
    items = _items(value, wanted)
    try:
        return tuple(_path(item, limits) for item in items)
    except _Unreadable:
        raise _Unreadable(wanted) from None


def _items(value: object, wanted: str, separator: str = os.pathsep) -> list[Any]:
    items = _split(value, separator) if isinstance(value, str) else value
    if isinstance(items, list | tuple):
        return [item for item in items if item]
    raise _Unreadable(wanted)


def _split(value: str, separator: str) -> Any:
    """A JSON array, for items that hold the separator themselves, such as a proxy's address; else split at the separator."""
    if value.lstrip().startswith("["):
        with suppress(ValueError):
            return json.loads(value)
    return [item.strip() for item in value.split(separator)]


_READERS: Final[Mapping[Any, Callable[[Any, Mapping[str, Any]], Any]]] = {
    bool: _boolean,
    int: _integer,
    float: _number,
    str: _text,
    Path: _path,
    tuple[str, ...]: _texts,
    tuple[Path, ...]: _paths,
}
"""Readers by type. Each takes the value and the setting's metadata (``least``, ``most``) and raises :class:`_Unreadable`."""
