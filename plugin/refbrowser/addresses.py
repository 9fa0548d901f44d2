"""Shorten URLs for rendered text. JSON answers carry the full URL."""

from typing import Final

from refbrowser.page_text import address

MOST_QUERY: Final = 60
"""A query and fragment up to this many characters is shown in full. Longer ones mostly carry tracking, tokens and state."""

SHOWN_QUERY: Final = 32
MOST_PATH: Final = 200


def shortened(url: str) -> str:
    """Return ``url`` with a long query, fragment or path cut and ended by ``…``. Brackets around a ref lookalike are encoded."""
    url = address(url)
    at = min((found for mark in "?#" if (found := url.find(mark)) >= 0), default=len(url))
    path, rest = url[:at], url[at:]
    if len(path) > MOST_PATH:
        return path[:MOST_PATH] + "…"
    return path + (rest if len(rest) <= MOST_QUERY else rest[:SHOWN_QUERY] + "…")
