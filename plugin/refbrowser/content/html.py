"""Convert HTML that was fetched without a browser to markdown of its main content."""

import re
from textwrap import indent
from typing import Any, Final
from urllib.parse import urljoin

from bs4 import BeautifulSoup, Comment, Tag
from markdownify import MarkdownConverter
from selectolax.lexbor import LexborHTMLParser

from refbrowser.content.html_lists import markers
from refbrowser.content.html_tables import align_cells

_NOISE: Final = (
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
)
_FRAME: Final = ("nav", "header", "footer", "aside")
_BLANK_LINES: Final = re.compile(r"\n{3,}")


class _Converter(MarkdownConverter):
    """As markdownify writes it, with the numbers that browsers give to items; ``main`` has all lists."""

    def __init__(self, main: Tag, **options: Any) -> None:
        super().__init__(**options)
        # By identity: two items are equal that say the same.
        self._markers = {id(item): marker for ordered in main.find_all("ol") for item, marker in markers(ordered)}

    def convert_li(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        marker = self._markers.get(id(el))
        if marker is None or not text.strip():
            return str(super().convert_li(el, text, parent_tags))  # type: ignore[misc]  # not in the stubs
        bullet = f"{marker} "
        return bullet + indent(text.strip(), " " * len(bullet))[len(bullet) :] + "\n"


def to_markdown(html: str, url: str) -> tuple[str, str]:
    """Return the document's title and its main content as markdown with absolute links.

    The main content is a main or article element, or else the body without navigation, header, footer and aside.
    """
    # Lexbor parses like browsers (implied end tags, misplaced elements) in milliseconds; its output is plain for any parser.
    soup = BeautifulSoup(LexborHTMLParser(html).html or "", "html.parser")
    title = " ".join(soup.title.get_text().split()) if soup.title else ""
    for text in list(soup.find_all(string=True)):
        if isinstance(text, Comment):
            text.extract()
    for tag in soup.find_all([*_NOISE, "head"]):
        tag.decompose()
    for tag in soup.select("[hidden]"):
        tag.decompose()
    main: Tag | None = soup.select_one("main, [role=main]") or soup.select_one("article")
    if main is None:
        main = soup.body or soup
        for tag in main.find_all(_FRAME):
            tag.decompose()
    for link in main.find_all("a", href=True):
        link["href"] = urljoin(url, str(link["href"]))
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
        ).convert_soup(main)
    except RecursionError:
        # The converter recurses once per level; return plain text for documents that are nested hundreds of levels deep.
        markdown = main.get_text("\n")
    return title, _BLANK_LINES.sub("\n\n", "\n".join(line.rstrip() for line in markdown.splitlines())).strip()
