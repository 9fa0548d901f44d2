"""Rules for the URLs that may be opened, and the scheme that is added to a URL without one."""

import re
from typing import Final
from urllib.parse import urljoin

from refbrowser.errors import CallError, PolicyError
from refbrowser.page_text import truncated
from refbrowser.policy.hosts import parsed_url

_SCHEME: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.\-]*:")
_HOST_AND_PORT: Final = re.compile(r"(?!(?i:javascript|data|about|blob):)[^/\\?#@:\s]+:\d{1,5}(?=[/\\?#]|$)")
_LOCAL_HOST: Final = re.compile(r"(localhost|\d{1,3}(\.\d{1,3}){3}|\[[0-9a-fA-F:.]+\]|[^.]+\.localhost)(:\d{1,5})?([/\\?#]|$)")
_LEFT_OUT: Final = str.maketrans("", "", "\t\n\r")
"""The URL standard leaves these out of an address, wherever they stand."""

_BEFORE: Final = "".join(map(chr, range(0x21)))

_OPENABLE: Final = frozenset({"http", "https", "data", "blob", "about"})


_RELATIVE: Final = re.compile(r"[/\\](?![/\\])|\.{1,2}(?:[/\\?#]|$)|[?#]")
"""A path, a query or a fragment of the page that is open. ``//host`` names a host."""


def absolute(url: str, page_url: str | None) -> str:
    """Return ``url``, which may be relative to the page that is open. Raises :class:`CallError` where no http page is."""
    text = _text(url)
    if not (_RELATIVE.match(text) or text.startswith(("//", "\\\\"))):
        return url
    if page_url is not None and page_url.lower().startswith(("http://", "https://")):
        return urljoin(page_url, text.replace("\\", "/") if text[0] == "\\" else text)
    if not _RELATIVE.match(text):
        return url
    raise CallError(
        f"The url {truncated(url, 200)!r} is relative, and the tab has no http page; give an absolute one such as https://example.com/."
    )


def openable(url: str, *, allow_file_urls: bool) -> str:
    """Return ``url`` as Chromium reads it, by the URL standard, with a scheme added if it has none (https, or http for local
    addresses). What a policy judges and what is loaded is this one spelling.

    Raises :class:`CallError` for an empty or malformed URL and for ``javascript:``, and :class:`PolicyError` for other schemes,
    such as ``chrome:``, ``view-source:`` and, unless the settings allow it, ``file:``.
    """
    text = _text(absolute(url, None))
    if not text:
        raise CallError("The url is empty; give an absolute one such as https://example.com/.")
    if not _SCHEME.match(text) or _HOST_AND_PORT.match(text):
        text = ("http://" if _LOCAL_HOST.match(text) else "https://") + text.lstrip("/\\")
    scheme = text.split(":", 1)[0].lower()
    if scheme == "javascript":
        raise CallError("A javascript: url is a script, not a page; use the evaluate action.")
    if scheme == "file" and not allow_file_urls:
        raise PolicyError("file: urls are not allowed: the setting allow_file_urls is off.", details={"scheme": scheme})
    if scheme not in _OPENABLE and scheme != "file":
        raise PolicyError(
            f"{scheme}: urls are not allowed; allowed are http, https, data, blob and about.", details={"scheme": scheme}
        )
    try:
        return parsed_url(text).href
    except ValueError:
        raise CallError(
            f"The url {truncated(url, 200)!r} is malformed: it has no host, or one that is not valid; write it like https://example.com/path."
        ) from None


def _text(url: str) -> str:
    return url.strip().strip(_BEFORE).translate(_LEFT_OUT)
