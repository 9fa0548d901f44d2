"""HTML that came without a browser, as markdown of its main content."""

import re
from typing import Final
from urllib.parse import urljoin

from bs4 import BeautifulSoup, Comment, Tag
from markdownify import MarkdownConverter
from selectolax.lexbor import LexborHTMLParser

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


def to_markdown(html: str, url: str) -> tuple[str, str]:
    """The document's title and its main content: a main or article element if it has one, else the body without what frames it.
    Links are absolute."""
    # Lexbor parses as browsers do (implied end tags, misplaced elements) and in milliseconds; what it writes, any parser reads.
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
    try:
        markdown = MarkdownConverter(
            heading_style="ATX", bullets="-", escape_asterisks=False, escape_underscores=False, escape_misc=False, strip=["img"]
        ).convert_soup(main)
    except RecursionError:
        # Nested hundreds of levels deep, where the converter calls itself for each: its text can still be had.
        markdown = main.get_text("\n")
    return title, _BLANK_LINES.sub("\n\n", "\n".join(line.rstrip() for line in markdown.splitlines())).strip()
