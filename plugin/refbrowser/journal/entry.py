"""A call as the journal keeps it: bounded, and without secrets."""

import json
from collections.abc import Mapping, Set
from typing import Any, Final

from refbrowser.redact import is_secret, masked_body, redacted

MOST_CHARACTERS: Final = 4_000
"""Of one text; a page that was read is longer."""

MOST_ITEMS: Final = 100
DEEPEST: Final = 8

ENTERED: Final = frozenset({"text", "value", "values"})
"""Arguments that are typed or chosen, and belong to the field they are for."""

_UNKNOWN: Final = {"hidden": "unknown field"}


def bounded(value: object, deeper: int = DEEPEST) -> Any:
    """A JSON-ready value whose long texts and lists are cut, each saying by how much, and what lies too deep is left out."""
    if isinstance(value, str):
        return (
            value if len(value) <= MOST_CHARACTERS else f"{value[:MOST_CHARACTERS]}… {len(value) - MOST_CHARACTERS} more characters"
        )
    if value is None or isinstance(value, bool | int | float):
        return value
    if deeper == 0:
        return "…"
    if isinstance(value, Mapping):
        kept = {str(name): bounded(part, deeper - 1) for name, part in list(value.items())[:MOST_ITEMS]}
        return kept if len(value) <= MOST_ITEMS else {**kept, "…": f"{len(value) - MOST_ITEMS} more"}
    if isinstance(value, list | tuple):
        shown = [bounded(part, deeper - 1) for part in value[:MOST_ITEMS]]
        return shown if len(value) <= MOST_ITEMS else [*shown, f"… {len(value) - MOST_ITEMS} more"]
    return bounded(str(value), deeper)


def masked(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The entry without secret parameters of addresses, user names in them, and values under secret names."""
    text = json.dumps(entry, ensure_ascii=False)
    shown: dict[str, Any] = json.loads(masked_body(text))
    if "arguments" in shown:
        shown["arguments"] = _with_own(shown["arguments"], entry["arguments"])
    return {name: _redacted(value) for name, value in shown.items()}


OWN_NAMES: Final = frozenset({"max_tokens", "secret"})
"""Arguments of actions whose names look like those of secrets: a number, and what a secret is called."""


def _with_own(masked_arguments: Any, arguments: Any) -> Any:
    """Return the masked arguments with the values of :data:`OWN_NAMES`, also of the calls of a batch and the fields of a form."""
    if not isinstance(masked_arguments, dict) or not isinstance(arguments, Mapping):
        return masked_arguments
    own = {name: arguments[name] for name in OWN_NAMES if name in masked_arguments and isinstance(arguments.get(name), int | str)}
    inner = {
        name: [_with_own(*pair) for pair in zip(masked_arguments[name], arguments[name], strict=True)]
        for name in ("calls", "fields")
        if isinstance(masked_arguments.get(name), list)
    }
    if isinstance(arguments.get("http_auth"), Mapping):
        inner["http_auth"] = _with_own(masked_arguments["http_auth"], arguments["http_auth"])
    return {**masked_arguments, **own, **inner}


def without_entered(arguments: Mapping[str, Any], secret_fields: Mapping[str, str], entered: Set[str] = ENTERED) -> dict[str, Any]:
    """Arguments with ``{"hidden": name}`` for what was ``entered`` into a secret field. ``secret_fields`` are names by what found
    the field, as :func:`key_of` writes it."""
    shown = dict(arguments)
    if (name := secret_fields.get(key_of(arguments))) is not None:
        shown |= {argument: {"hidden": name} for argument in entered if argument in shown}
    if (
        isinstance(stored := arguments.get("name"), str)
        and isinstance(value := shown.get("value"), str)
        and is_secret(stored, value)
    ):
        # An entry of the page's storage.
        shown["value"] = {"hidden": stored}
    if isinstance(fields := shown.get("fields"), list):
        shown["fields"] = [_field_without_entered(field, secret_fields) for field in fields]
    return shown


def without_unknown(arguments: Mapping[str, Any], targets: Mapping[str, Any], entered: Set[str] = ENTERED) -> dict[str, Any]:
    """Arguments with ``{"hidden": "unknown field"}`` for what was to be ``entered`` into fields that are not among ``targets``."""
    shown = dict(arguments)
    if key_of(arguments) not in targets:
        shown |= {argument: _UNKNOWN for argument in entered if isinstance(shown.get(argument), str | list)}
    if isinstance(fields := shown.get("fields"), list):
        shown["fields"] = [
            {**field, "value": _UNKNOWN}
            if isinstance(field, Mapping) and isinstance(field.get("value"), str | list) and key_of(field) not in targets
            else field
            for field in fields
        ]
    return shown


def _field_without_entered(field: Any, secret_fields: Mapping[str, str]) -> Any:
    name = secret_fields.get(key_of(field)) if isinstance(field, Mapping) else None
    return field if name is None else {**field, "value": {"hidden": name}}


def key_of(arguments: Mapping[str, Any], prefix: str = "") -> str:
    """By what its element is kept among the recording's targets: the number of ``ref``, else the selector."""
    ref, selector = arguments.get(f"{prefix}ref"), arguments.get(f"{prefix}selector")
    return str(ref) if ref is not None else f"selector {selector}"


def _redacted(value: object) -> Any:
    if isinstance(value, str):
        return redacted(value) if "=" in value or "@" in value else value
    if isinstance(value, dict):
        return {name: _redacted(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_redacted(part) for part in value]
    return value
