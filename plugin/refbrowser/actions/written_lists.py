"""Read lists that are written as JSON text, or of which only one entry is given."""

import json
from contextlib import suppress
from functools import cache
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from refbrowser.page_text import is_deeper

Call = dict[str, Any]


def lists(model: type[BaseModel], call: Call) -> Call:
    """Rewrite a list that is written as JSON text, or of which only the one entry is given."""
    for name, objects in _lists_of(model).items():
        value = _read(call.get(name), "[{" if objects else "[")
        if isinstance(value, dict) if objects else (isinstance(value, str | int) and not isinstance(value, bool) and value != ""):
            value = [value]
        if objects and isinstance(value, list):
            value = [_read(entry, "{") for entry in value]
        if name in call:
            call[name] = value
    return call


def _read(value: object, begins: str) -> Any:
    """Return what the JSON text says that begins with one of the marks; another value as it is."""
    if isinstance(value, str) and value.lstrip().startswith(tuple(begins)):
        with suppress(ValueError, RecursionError):
            written = json.loads(value)
            return value if is_deeper(written) else written
    return value


@cache
def _lists_of(model: type[BaseModel]) -> dict[str, bool]:
    """Return the arguments that are lists, each with whether its entries are objects; modifiers read text themselves."""
    items = {name: _item_of(field.annotation) for name, field in model.model_fields.items()}
    return {name: _is_object(item) for name, item in items.items() if item is not None and name != "modifiers"}


def _item_of(annotation: Any) -> Any:
    """Return the type of a list's entries; None for what is no list."""
    if get_origin(annotation) is list:
        return get_args(annotation)[0]
    return next((item for inner in get_args(annotation) if (item := _item_of(inner)) is not None), None)


def _is_object(item: Any) -> bool:
    return get_origin(item) is dict or (isinstance(item, type) and issubclass(item, BaseModel))
