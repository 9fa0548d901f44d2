"""The texts of a JSON-ready value, in the order of the document, and the value with some of them replaced."""

from collections.abc import Iterator, Sequence
from typing import Any

from refbrowser.redact import mask_spans


def keys(value: object) -> Iterator[str]:
    """Every key of the value's objects, in one order."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield str(key)
            yield from keys(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from keys(part)


def texts(value: object) -> Iterator[str]:
    """Every text and number of the value, in the order of the document."""
    if isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts(part)
    elif isinstance(value, str):
        yield value
    elif _is_number(value):
        yield repr(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def cut_up(leaves: Sequence[str], found: Sequence[tuple[int, int]]) -> Iterator[str | None]:
    """For each leaf its text without the secrets, or None where it holds none."""
    begin = index = 0
    for leaf in leaves:
        end = begin + len(leaf)
        own: list[tuple[int, int]] = []
        while index < len(found) and found[index][1] <= begin:
            index += 1
        look = index
        while look < len(found) and found[look][0] < end:
            own.append((max(found[look][0], begin) - begin, min(found[look][1], end) - begin))
            look += 1
        yield mask_spans(leaf, [piece for piece in own if piece[1] > piece[0]]) if any(a < b for a, b in own) else None
        begin = end + 1


def replaced(value: object, keys: Iterator[str | None], texts: Iterator[str | None]) -> Any:
    if isinstance(value, dict):
        # The key is taken before what is inside it, as it was listed.
        return {next(keys) or key: replaced(part, keys, texts) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [replaced(part, keys, texts) for part in value]
    if isinstance(value, str) or _is_number(value):
        text = next(texts)
        return value if text is None else text
    return value
