"""News feeds as markdown: RSS 0.9 to 2.0 and Atom."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import urljoin
from xml.etree import ElementTree

from refbrowser.content.html import to_markdown
from refbrowser.page_text import one_line, truncated

MOST_ITEMS: Final = 200

_LONGEST_TITLE: Final = 300
_LONGEST_TEXT: Final = 2_000

_ROOTS: Final = frozenset({"rss", "RDF", "feed"})
_ITEMS: Final = frozenset({"item", "entry"})
_DATES: Final = ("pubDate", "published", "updated", "date")
_TEXTS: Final = ("description", "summary", "encoded", "content")


def feed_markdown(text: str, url: str) -> tuple[str, str] | None:
    """Return a feed's title and its items, with their links as absolute addresses; None for a text that is no feed."""
    # Declared entities are what makes gigabytes of a few lines; feeds have none.
    if "<!ENTITY" in text:
        return None
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError:
        return None
    if _name(root) not in _ROOTS:
        return None
    items = [element for element in root.iter() if _name(element) in _ITEMS]
    about = root.find("channel") if _name(root) == "rss" else root
    title = _text(_child(about, "title"))
    if about is not None and not title:
        title = _text(_child(_child(about, "channel"), "title"))
    parts = [_item(item, url) for item in items[:MOST_ITEMS]]
    if len(items) > MOST_ITEMS:
        parts.append(f"{len(items) - MOST_ITEMS} more items are left out.")
    return title, "\n\n".join(parts)


def _item(item: ElementTree.Element, url: str) -> str:
    title, link = _text(_child(item, "title")) or "untitled", _link(item)
    head = f"## [{title}]({urljoin(url, link)})" if link else f"## {title}"
    date = next((found for name in _DATES if (found := _text(_child(item, name)))), "")
    written = next((found for name in _TEXTS if (found := _markup(_child(item, name)))), "")
    body = to_markdown(written, url)[1].strip() if written else ""
    return "\n\n".join(part for part in (head, date, truncated(body, _LONGEST_TEXT)) if part)


def _link(item: ElementTree.Element) -> str:
    """Where the item leads: the text of RSS's element, or the address of Atom's that is no comment and no picture."""
    links = [child for child in item if _name(child) == "link"]
    written = next((_text(link) for link in links if _text(link)), "")
    return written or next((link.get("href", "") for link in links if link.get("rel", "alternate") == "alternate"), "")


def _markup(element: ElementTree.Element | None) -> str:
    """The HTML in an element: escaped as its text, or as elements of its own."""
    if element is None:
        return ""
    return (element.text or "") if not len(element) else " ".join(_texts(element))


def _texts(element: ElementTree.Element) -> Iterator[str]:
    for part in element.itertext():
        yield part.replace("&", "&amp;").replace("<", "&lt;")


def _child(element: ElementTree.Element | None, name: str) -> ElementTree.Element | None:
    return next((child for child in element if _name(child) == name), None) if element is not None else None


def _text(element: ElementTree.Element | None) -> str:
    return one_line("".join(element.itertext()), _LONGEST_TITLE) if element is not None else ""


def _name(element: ElementTree.Element) -> str:
    """Without its namespace. A comment has none."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
