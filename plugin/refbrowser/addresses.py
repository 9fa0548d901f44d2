"""Addresses for readers: whole where they say something, cut where they carry state. JSON answers always have them whole."""

from typing import Final

from refbrowser.page_text import address

MOST_QUERY: Final = 60
"""Characters of a query and fragment that are shown whole; longer ones are tracking, tokens and state more often than not."""

SHOWN_QUERY: Final = 32
MOST_PATH: Final = 200


def shortened(url: str) -> str:
    """The address with a long query, fragment or path cut, ending in ``…``. Brackets of what reads like a ref are encoded."""
    url = address(url)
    at = min((found for mark in "?#" if (found := url.find(mark)) >= 0), default=len(url))
    path, rest = url[:at], url[at:]
    if len(path) > MOST_PATH:
        return path[:MOST_PATH] + "…"
    return path + (rest if len(rest) <= MOST_QUERY else rest[:SHOWN_QUERY] + "…")
