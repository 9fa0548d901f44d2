"""Flows as texts: a new one, and one that is changed, in which comments and order stay."""

import io
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from refbrowser.flows.model import Flow

if TYPE_CHECKING:
    from ruamel.yaml import YAML

Change = tuple[tuple[str | int | slice, ...], Any]
"""A place in the file and what stands there from now on; None: nothing. The place of several steps ends with their slice."""

_WIDTH: Final = 120
_SHORT: Final = 110
_BLOCKS: Final = ("steps", "inputs", "outputs", "repeat", "first_of", "fields")
"""Keys whose parts stand on lines of their own."""


def plain(flow: Flow) -> dict[str, Any]:
    """Return a flow as its file has it, without what is left out there."""
    whole = flow.model_dump(by_alias=True, exclude_defaults=True, exclude_none=True, mode="json")
    for name in ("inputs", "outputs"):
        # A person sees what kind of value it is.
        if name in whole:
            whole[name] = {key: {"type": getattr(flow, name)[key].type, **value} for key, value in whole[name].items()}
    order = ("flow", "name", "revision", "description", "site", "inputs", "outputs", "limits", "steps")
    return {name: ({"flow": flow.flow} | whole)[name] for name in order if name in {"flow": 1} | whole}


def flow_text(flow: Flow, remarks: Sequence[str] = ()) -> str:
    """Return the text of a new file; ``remarks`` stand above it as comments."""
    out = io.StringIO()
    _yaml().dump(_laid_out(plain(flow), ""), out)
    head = "".join(f"# {' '.join(remark.split())}\n" for remark in remarks)
    return head + out.getvalue()


def changed_text(text: str, changes: Sequence[Change], *, as_json: bool = False) -> str:
    """Return a file's text with other values at these places; all else, comments too, stays as it is."""
    yaml = None if as_json else _yaml()
    document = json.loads(text) if yaml is None else yaml.load(text)
    # From the end, so that the places of the steps before stay.
    for path, value in sorted(changes, key=_from_the_end):
        holder = document
        for part in path[:-1]:
            assert not isinstance(part, slice)
            holder = holder[part]
        last = path[-1]
        laid_out = value if yaml is None else _laid_out(value, str(last))
        if isinstance(last, slice):
            _replace(holder, last, laid_out)
        elif value is None:
            holder.pop(last, None)
        elif last == "revision" and last not in holder and yaml is not None:
            holder.insert(list(holder).index("name") + 1, last, value)
        else:
            holder[last] = laid_out
    if yaml is None:
        return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    out = io.StringIO()
    yaml.dump(document, out)
    return out.getvalue()


def _from_the_end(change: Change) -> tuple[bool, int]:
    path = change[0]
    at = next((part.start if isinstance(part, slice) else part for part in path if not isinstance(part, str)), 0)
    return not any(isinstance(part, slice) for part in path), -at


def _replace(steps: list[Any], place: slice, new: Sequence[Any]) -> None:
    """Put ``new`` in the place of some steps; ruamel's lists take no slice, and move the comments of the others with them."""
    for index in reversed(range(place.start, place.stop)):
        del steps[index]
    for index, step in enumerate(new, place.start):
        steps.insert(index, step)


def _yaml() -> "YAML":
    # Loaded where a file is written.
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.width = _WIDTH
    yaml.preserve_quotes = True
    yaml.indent(mapping=2, sequence=4, offset=2)
    return yaml


def _laid_out(value: Any, key: str) -> Any:
    """Return the value with a line for each step, and small parts on one line."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq

    if isinstance(value, Mapping):
        laid_out = CommentedMap({name: _laid_out(part, name) for name, part in value.items()})
        nested = any(isinstance(part, Mapping | list) for part in value.values())
        if key == "hints" or (key not in ("", *_BLOCKS) and (not nested or len(str(value)) <= _SHORT)):
            laid_out.fa.set_flow_style()
        return laid_out
    if isinstance(value, list):
        parts = CommentedSeq([_laid_out(part, "") for part in value])
        if all(not isinstance(part, Mapping | list) for part in value):
            parts.fa.set_flow_style()
        return parts
    return value
