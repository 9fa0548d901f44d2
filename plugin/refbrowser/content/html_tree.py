"""An HTML document as a light tree, of which the converter to markdown needs a few things alone.

Lexbor parses like browsers (implied end tags, misplaced elements), in milliseconds. A tree of Beautiful Soup, for which markdownify
is written, takes a second for a document of a megabyte.
"""

from collections.abc import Collection, Iterator
from typing import Any, Final

from selectolax.lexbor import LexborHTMLParser

NOISE: Final = frozenset(
    {
        "script",
        "style",
        "noscript",
        "template",
        "iframe",
        "svg",
        "canvas",
        "form",
        "button",
        "input",
        "select",
        "textarea",
        "head",
    }
)
"""Elements that are left out, with all that is in them."""


class Element:
    """An element: its attributes, and its children in order, texts as strings. Its methods are those of Beautiful Soup's tags that
    markdownify calls."""

    __slots__ = ("attrs", "before", "children", "name", "parent")

    def __init__(self, name: str, attrs: dict[str, str], parent: "Element | None") -> None:
        self.name = name
        self.attrs = attrs
        self.parent = parent
        self.before: Element | None = None
        self.children: list[Element | str] = []

    def __getitem__(self, attribute: str) -> str:
        return self.attrs[attribute]

    def get(self, attribute: str) -> str | None:
        """Return the value of an attribute, None where there is none."""
        return self.attrs.get(attribute)

    def elements(self, *names: str) -> "list[Element]":
        """Return the child elements, or those called ``names``."""
        return [child for child in self.children if isinstance(child, Element) and (not names or child.name in names)]

    def descendants(self) -> "Iterator[Element | str]":
        """Yield everything in the element, in document order."""
        stack: list[Iterator[Element | str]] = [iter(self.children)]
        while stack:
            child = next(stack[-1], None)
            if child is None:
                stack.pop()
                continue
            yield child
            if isinstance(child, Element):
                stack.append(iter(child.children))

    def find_all(self, names: str | Collection[str]) -> "list[Element]":
        """Return the elements in it that are called ``names``, in document order."""
        wanted = {names} if isinstance(names, str) else names
        return [child for child in self.descendants() if isinstance(child, Element) and child.name in wanted]

    def find_previous_sibling(self) -> "Element | None":
        """Return the element before this one, as far as the converter has come."""
        return self.before

    def remove(self, names: Collection[str]) -> None:
        """Take the elements called ``names`` out of all that is in it."""
        stack = [self]
        while stack:
            element = stack.pop()
            element.children = [child for child in element.children if isinstance(child, str) or child.name not in names]
            stack += element.elements()

    def text(self) -> str:
        """Return its texts, each on lines of its own."""
        return "\n".join(child for child in self.descendants() if isinstance(child, str))


def parsed(html: str) -> tuple[str, Element]:
    """Return the document's title, and its tree without comments, noise, and what is hidden by its attribute."""
    parser = LexborHTMLParser(html)
    title = parser.css_first("title")
    document = Element("[document]", {}, None)
    if parser.root is not None:
        _build(parser.root, document)
    return " ".join((title.text() if title is not None else "").split()), document


def _build(root: Any, document: Element) -> None:
    parent, node = document, root
    while node is not None:
        tag, descends = node.tag, None
        if tag == "-text":
            parent.children.append(node.text_content or "")
        elif not tag.startswith(("-", "!")) and tag not in NOISE:
            attributes = node.attributes
            if "hidden" not in attributes:
                element = Element(tag, {name: value or "" for name, value in attributes.items()}, parent)
                parent.children.append(element)
                descends = node.first_child
                if descends is not None:
                    parent = element
        following = descends if descends is not None else node.next
        while following is None and parent is not document and parent.parent is not None:
            parent, node = parent.parent, node.parent
            following = node.next if parent is not document else None
        node = following
