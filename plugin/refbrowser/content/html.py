"""Convert HTML that was fetched without a browser to markdown of its main content."""

import re
from textwrap import indent
from typing import Any, Final
from urllib.parse import urljoin

from markdownify import MarkdownConverter

from refbrowser.content.html_lists import markers
from refbrowser.content.html_tables import align_cells
from refbrowser.content.html_tree import Element, parsed

_FRAME: Final = frozenset({"nav", "header", "footer", "aside"})
_BLANK_LINES: Final = re.compile(r"\n{3,}")
_LINE_BREAKS: Final = re.compile(r"[\t \r\n]*[\r\n][\t \r\n]*")
_SPACES: Final = re.compile(r"[\t ]+")
_EDGES: Final = re.compile(r"^(\n*)((?:.*[^\n])?)(\n*)$", re.DOTALL)
_HEADING: Final = re.compile(r"h\d")
_BLOCKS: Final = frozenset(
    {
        "p",
        "blockquote",
        "article",
        "div",
        "section",
        "ol",
        "ul",
        "li",
        "dl",
        "dt",
        "dd",
        "table",
        "thead",
        "tbody",
        "tfoot",
        "tr",
        "td",
        "th",
    }
)
_LITERAL: Final = frozenset({"pre", "code", "kbd", "samp"})


class _Converter(MarkdownConverter):
    """As markdownify writes it, of a light tree, and with the numbers that browsers give to items; ``main`` has all lists."""

    def __init__(self, main: Element, **options: Any) -> None:
        super().__init__(**options)
        # By identity: two items are equal that say the same.
        self._markers = {id(item): marker for ordered in main.find_all("ol") for item, marker in markers(ordered)}
        self._in_literal = _is_in_literal(main)
        self._contexts: dict[tuple[frozenset[str], str], frozenset[str]] = {}

    def convert_element(self, element: Element, around: frozenset[str] = frozenset()) -> str:
        """Return the markdown of ``element``, which is in elements called as in ``around``."""
        inside, children = self._inside(around, element.name), element.children
        literal, block, last = "pre" in inside, _is_block(element.name), len(children) - 1
        parts: list[str] = []
        before: Element | None = None
        for index, child in enumerate(children):
            if isinstance(child, Element):
                child.before, before = before, child
                part = self.convert_element(child, inside)
            else:
                opens = block if not index else _ends_text(children[index - 1])
                closes = block if index == last else _ends_text(children[index + 1])
                part = _text(child, literal=literal, opens=opens, closes=closes)
            if part:
                parts.append(part)
        text = "".join(parts if literal or self._in_literal else _collapsed(parts))
        convert = self.get_conv_fn_cached(element.name)  # type: ignore[attr-defined]  # not in the stubs
        return text if convert is None else str(convert(element, text, parent_tags=around))

    def _inside(self, around: frozenset[str], name: str) -> frozenset[str]:
        """Return the names of the elements around what is in an element, with markdownify's names for what that means."""
        context = self._contexts.get((around, name))
        if context is None:
            context = around | {name}
            if _HEADING.match(name) or name in ("td", "th"):
                context |= {"_inline"}
            if name in _LITERAL:
                context |= {"_noformat"}
            self._contexts[around, name] = context
        return context

    def convert_li(self, el: Element, text: str, parent_tags: frozenset[str]) -> str:
        marker = self._markers.get(id(el))
        if marker is None or not text.strip():
            return str(super().convert_li(el, text, parent_tags))  # type: ignore[misc]  # not in the stubs
        bullet = f"{marker} "
        return bullet + indent(text.strip(), " " * len(bullet))[len(bullet) :] + "\n"

    def convert_list(self, el: Element, text: str, parent_tags: frozenset[str]) -> str:
        if "li" in parent_tags:
            return "\n" + text.rstrip()
        return "\n\n" + text + ("\n" if _is_before_block(el) else "")

    convert_ul = convert_ol = convert_list


def _text(text: str, *, literal: bool, opens: bool, closes: bool) -> str:
    """Return a text as markdownify writes it; ``opens`` or ``closes`` a block: white space does not count there."""
    if (opens or closes) and not text.strip():
        return ""
    if not literal:
        if "\n" in text or "\r" in text:
            text = _LINE_BREAKS.sub("\n", text)
        text = _SPACES.sub(" ", text)
    if opens:
        text = text.lstrip(" \t\r\n")
    return text.rstrip() if closes else text


def _collapsed(parts: list[str]) -> list[str]:
    """Return the parts with one blank line between two at most."""
    collapsed = [""]
    for part in parts:
        if part[0] != "\n" and part[-1] != "\n":
            collapsed += ("", part, "")
            continue
        leading, content, trailing = _EDGES.match(part).groups()  # type: ignore[union-attr]  # matches any text
        if collapsed[-1] and leading:
            leading = "\n" * min(2, max(len(collapsed.pop()), len(leading)))
        collapsed += (leading, content, trailing)
    return collapsed


def _is_block(name: str) -> bool:
    return name in _BLOCKS or _HEADING.match(name) is not None


def _is_in_literal(element: Element) -> bool:
    around = element.parent
    while around is not None and around.name != "pre":
        around = around.parent
    return around is not None


def _ends_text(neighbour: Element | str) -> bool:
    """Return whether white space beside ``neighbour`` does not count."""
    return isinstance(neighbour, Element) and (neighbour.name == "pre" or _is_block(neighbour.name))


def _is_before_block(element: Element) -> bool:
    """Return whether something other than a list follows the list ``element``."""
    siblings = element.parent.children if element.parent is not None else []
    follows = False
    for sibling in siblings:
        if follows and (isinstance(sibling, Element) or sibling.strip()):
            return not isinstance(sibling, Element) or sibling.name not in ("ul", "ol")
        follows = follows or sibling is element
    return False


def to_markdown(html: str, url: str) -> tuple[str, str]:
    """Return the document's title and its main content as markdown with absolute links.

    The main content is a main or article element, or else the body without navigation, header, footer and aside.
    """
    title, document = parsed(html)
    main = _main_of(document)
    if main is None:
        main = next(iter(document.find_all("body")), document)
        main.remove(_FRAME)
    for link in main.find_all("a"):
        if "href" in link.attrs:
            link.attrs["href"] = urljoin(url, link["href"])
    align_cells(main)
    try:
        markdown = _Converter(
            main,
            heading_style="ATX",
            bullets="-",
            escape_asterisks=False,
            escape_underscores=False,
            escape_misc=False,
            strip=["img"],
        ).convert_element(main)
    except RecursionError:
        # The converter recurses once per level; return plain text for documents that are nested hundreds of levels deep.
        markdown = main.text()
    return title, _BLANK_LINES.sub("\n\n", "\n".join(line.rstrip() for line in markdown.splitlines())).strip()


def _main_of(document: Element) -> Element | None:
    elements = [child for child in document.descendants() if isinstance(child, Element)]
    main = next((element for element in elements if element.name == "main" or element.get("role") == "main"), None)
    return main or next((element for element in elements if element.name == "article"), None)
