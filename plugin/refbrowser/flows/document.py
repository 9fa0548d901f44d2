"""A flow's text as plain values, each with its line and column. YAML and JSON are read alike: JSON is YAML."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from refbrowser.errors import FlowError

if TYPE_CHECKING:
    from ruamel.yaml.nodes import Node

MOST_CHARACTERS: Final = 200_000
DEEPEST: Final = 30
MOST_PARTS: Final = 40_000
"""Keys, values, and beginnings and ends of lists and mappings."""

_TAG: Final = "tag:yaml.org,2002:"
_TOO_DEEP: Final = f"more than {DEEPEST} lists and mappings lie in one another"

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong, and where; ``line`` and ``column`` count from 1."""

    line: int
    column: int
    text: str

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.text}"

    def as_dict(self) -> dict[str, Any]:
        return {"line": self.line, "column": self.column, "text": self.text}


@dataclass(slots=True)
class Document:
    """The values of a text. ``places`` has line and column of each value by its path, and of each key by ``(*path, key, "")``."""

    value: Any = None
    places: dict[Path, tuple[int, int]] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)

    def mistake(self, path: Sequence[str | int], text: str, *, at_key: bool = False) -> Mistake:
        """Return a mistake at the value of ``path``, or at the nearest part around it that the text has."""
        prefix: Path = ()
        for part in path:
            if (*prefix, part) in self.places:
                prefix = (*prefix, part)
        place = self.places.get((*prefix, "")) if at_key and prefix == tuple(path) else None
        return Mistake(*(place or self.places.get(prefix, (1, 1))), text)


def read_document(text: str) -> Document:
    """Read YAML or JSON: mappings, lists, texts, numbers, true, false and null alone, without anchors and tags, which no flow
    needs."""
    document = Document()
    if len(text) > MOST_CHARACTERS:
        document.mistakes.append(Mistake(1, 1, f"the file has more than {MOST_CHARACTERS} characters"))
        return document
    # Loaded where a flow is read: the package starts without it.
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError
    from ruamel.yaml.events import CollectionEndEvent, CollectionStartEvent

    try:
        yaml = YAML(typ="safe", pure=True)
        level = 0
        for number, event in enumerate(yaml.parse(text)):
            level += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)
            anchor = getattr(event, "anchor", None)
            if anchor is not None or level > DEEPEST or number > MOST_PARTS:
                # Left before the rest is read, which takes the longer the deeper it is nested.
                message = _TOO_DEEP if level > DEEPEST else f"the file has more than {MOST_PARTS} parts"
                message = f"&{anchor} or *{anchor}: a flow has no anchors" if anchor is not None else message
                document.mistakes.append(Mistake(*_place(event.start_mark), message))
                return document
        node = YAML(typ="safe", pure=True).compose(text)
    except MarkedYAMLError as malformed:
        mark = malformed.problem_mark or malformed.context_mark
        message = ", ".join(filter(None, (malformed.context, malformed.problem)))
        document.mistakes.append(Mistake(*(_place(mark) if mark else (1, 1)), f"this is not YAML: {message}"))
        return document
    except (YAMLError, ValueError, RecursionError) as malformed:
        document.mistakes.append(Mistake(1, 1, f"this is not YAML: {' '.join(str(malformed).split())[:200]}"))
        return document
    document.value = _value(node, (), document) if node is not None else None
    return document


def _place(mark: Any) -> tuple[int, int]:
    return mark.line + 1, mark.column + 1


def _value(node: "Node", path: Path, document: Document) -> Any:
    from ruamel.yaml.nodes import MappingNode, SequenceNode

    document.places[path] = _place(node.start_mark)
    if isinstance(node, MappingNode | SequenceNode) and (tag := str(node.tag).removeprefix(_TAG)) not in ("map", "seq"):
        document.mistakes.append(document.mistake(path, f"!{tag}: a flow has no tags"))
        return None
    if isinstance(node, MappingNode):
        return dict(_pairs(node, path, document))
    if isinstance(node, SequenceNode):
        return [_value(each, (*path, index), document) for index, each in enumerate(node.value)]
    return _scalar(node, path, document)


def _pairs(node: "Node", path: Path, document: Document) -> Iterator[tuple[str, Any]]:
    seen = set[str]()
    for key_node, value_node in node.value:
        key = str(key_node.value) if not isinstance(key_node.value, list) else "?"
        if key in seen:
            document.mistakes.append(Mistake(*_place(key_node.start_mark), f"{key} stands here twice"))
        seen.add(key)
        document.places[(*path, key, "")] = _place(key_node.start_mark)
        yield key, _value(value_node, (*path, key), document)


def _scalar(node: "Node", path: Path, document: Document) -> Any:
    tag, text = str(node.tag).removeprefix(_TAG), str(node.value)
    try:
        match tag:
            case "int":
                return int(text.replace("_", ""), 0) if not text.lstrip("+-").isdigit() else int(text)
            case "float":
                return float(text.replace("_", ""))
            case "bool":
                return text.lower() == "true"
            case "null":
                return None
            case "str" | "timestamp":
                # A date is the text that is typed.
                return text
    except ValueError:
        return text
    document.mistakes.append(document.mistake(path, f"!{tag}: a flow has no tags"))
    return None


def one_or_raise(mistakes: Sequence[Mistake], where: str) -> None:
    """Raise ``flow_invalid`` that names the first of the mistakes; nothing where there is none."""
    if mistakes:
        more = f" (and {len(mistakes) - 1} more)" if len(mistakes) > 1 else ""
        raise FlowError(
            f"{where}:{mistakes[0]}{more}.",
            code="flow_invalid",
            details={"file": where, "mistakes": [mistake.as_dict() for mistake in mistakes[:20]]},
        )
