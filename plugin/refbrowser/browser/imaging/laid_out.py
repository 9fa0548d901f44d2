"""Secrets in the texts that Chromium lays out, whatever makes them: elements, markers, counters, generated text, closed shadow
roots."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from playwright.async_api import CDPSession

from refbrowser.masking import Masker

STYLES: Final = (
    "visibility",
    "hyphenate-character",
    "text-emphasis-style",
    "-webkit-box-reflect",
    "filter",
    "initial-letter",
)
"""Computed styles that are asked for: whether a text is drawn, what is drawn beside it, and what draws it elsewhere."""

_DRAWN_BESIDE: Final = ("hyphenate-character", "text-emphasis-style")
_DRAWN_ELSEWHERE: Final = {"-webkit-box-reflect": "none", "filter": "none", "initial-letter": "normal"}
"""With what each says where it does nothing."""

_DRAWN_BY_OTHERS: Final = frozenset({"clippath", "defs", "filter", "marker", "mask", "pattern", "symbol"})
"""Elements of SVG whose content is drawn where others name it."""


async def laid_out(session: CDPSession, masker: Masker) -> Sequence[int] | None:
    """Return the nodes, by Chromium's backend number, whose text holds a secret; None where such a text is drawn elsewhere than it
    is laid out."""
    snapshot = await session.send("DOMSnapshot.captureSnapshot", {"computedStyles": list(STYLES)})
    documents = [_Document(each, snapshot["strings"]) for each in snapshot["documents"]]
    texts = [text for document in documents for text in document.texts()]
    # Letters that pseudo-elements draw one by one stand between other texts.
    streams = [texts, [text for text in texts if text.is_generated]]
    holding = [each[index] for each in streams for index in masker.leaves_with_secrets([text.text for text in each])]
    beside = [beside for document in documents for beside in document.beside()]
    if masker.leaves_with_secrets(beside) or any(text.is_elsewhere for text in holding):
        return None
    return list(dict.fromkeys(text.node for text in holding))


class _Text:
    __slots__ = ("document", "node", "row", "text")

    def __init__(self, document: "_Document", row: int, text: str) -> None:
        self.document, self.row, self.text = document, row, text
        self.node: int = document.nodes["backendNodeId"][document.layout["nodeIndex"][row]]

    @property
    def is_generated(self) -> bool:
        """By a pseudo-element."""
        return self.document.name_of(self.document.layout["nodeIndex"][self.row]).startswith("::")

    @property
    def is_elsewhere(self) -> bool:
        return any(self.document.draws_elsewhere(index) for index in self.document.around(self.row))


class _Document:
    """One document of a snapshot, whose rows are its boxes and texts in the order of their layout."""

    def __init__(self, document: Mapping[str, Any], strings: Sequence[str]) -> None:
        self._strings = strings
        self.nodes, self.layout = document["nodes"], document["layout"]
        self._rows = {node: row for row, node in enumerate(self.layout["nodeIndex"])}

    def texts(self) -> Iterator[_Text]:
        """Those that are drawn."""
        for row, text in enumerate(self.layout["text"]):
            if text >= 0 and self._strings[text].strip() and self._style(row).get("visibility", "visible") == "visible":
                yield _Text(self, row, self._strings[text])

    def beside(self) -> list[str]:
        """What styles draw beside texts, in order, each as often as it changes."""
        values = (self._style(row).get(name, "") for name in _DRAWN_BESIDE for row in range(len(self.layout["nodeIndex"])))
        texts: list[str] = []
        for value in values:
            if '"' in value and (not texts or texts[-1] != value):
                texts.append(value)
        return [value.split('"')[1] for value in texts]

    def name_of(self, node: int) -> str:
        return str(self._strings[self.nodes["nodeName"][node]])

    def around(self, row: int) -> Iterator[int]:
        """The node of the row, and those that it is in."""
        node = self.layout["nodeIndex"][row]
        while node >= 0:
            yield node
            node = self.nodes["parentIndex"][node]

    def draws_elsewhere(self, node: int) -> bool:
        if self.name_of(node).lower() in _DRAWN_BY_OTHERS:
            return True
        style = self._style(self._rows[node]) if node in self._rows else {}
        return any(style.get(name, plain) not in (plain, "") for name, plain in _DRAWN_ELSEWHERE.items())

    def _style(self, row: int) -> dict[str, str]:
        return {name: self._strings[value] for name, value in zip(STYLES, self.layout["styles"][row], strict=False) if value >= 0}
