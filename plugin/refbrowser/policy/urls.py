"""Rules for the URLs that may be opened, and the scheme that is added to a URL without one."""

import re
import unicodedata
from typing import Final
from urllib.parse import unquote, urlsplit

from refbrowser.errors import CallError, PolicyError

_SCHEME: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.\-]*:")
_HOST_AND_PORT: Final = re.compile(r"(?!(?i:javascript|data|about|blob):)[^/?#@:\s]+:\d{1,5}(?=[/?#]|$)")
_LOCAL_HOST: Final = re.compile(r"(localhost|\d{1,3}(\.\d{1,3}){3}|\[[0-9a-fA-F:]+\]|[^.]+\.localhost)(:\d{1,5})?([/?#]|$)")
_NOT_IN_HOSTS: Final = re.compile(r"[\0-\x20\x7f#%/<>?@\\^|]")
_NO_LETTERS: Final = frozenset({"Cc", "Cn", "Co", "Cs"})
"""Unicode categories whose characters a host name must not contain (UTS 46)."""

_OPENABLE: Final = frozenset({"http", "https", "data", "blob", "about"})


def openable(url: str, *, allow_file_urls: bool) -> str:
    """Return ``url`` for Chromium: trimmed, with a scheme added if it has none (https, or http for local addresses).

    Raises :class:`CallError` for an empty or malformed URL and for ``javascript:``, and :class:`PolicyError` for other schemes,
    such as ``chrome:``, ``view-source:`` and, unless the settings allow it, ``file:``.
    """
    text = url.strip()
    if not text:
        raise CallError("The url is empty; give an absolute one such as https://example.com/.")
    if not _SCHEME.match(text) or _HOST_AND_PORT.match(text):
        text = ("http://" if _LOCAL_HOST.match(text) else "https://") + text.lstrip("/")
    scheme = text.split(":", 1)[0].lower()
    if scheme == "javascript":
        raise CallError("A javascript: url is a script, not a page; use the evaluate action.")
    if scheme == "file":
        if allow_file_urls:
            return text
        raise PolicyError("file: urls are not allowed: the setting allow_file_urls is off.", details={"scheme": scheme})
    if scheme not in _OPENABLE:
        raise PolicyError(
            f"{scheme}: urls are not allowed; allowed are http, https, data, blob and about.", details={"scheme": scheme}
        )
    if scheme in {"http", "https"}:
        _require_host(text)
    return text


def _require_host(url: str) -> None:
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError as malformed:
        raise CallError(f"The url {url[:200]!r} is malformed: {malformed}.") from None
    if not host or any(character.isspace() for character in parts.netloc):
        raise CallError(f"The url {url[:200]!r} has no host; write it like https://example.com/path.")
    plain = unquote(host, errors="replace")
    if _NOT_IN_HOSTS.search(plain) or any(unicodedata.category(character) in _NO_LETTERS for character in plain):
        raise CallError(f"The url {url[:200]!r} is malformed: {host[:100]!r} is not a valid host name.")
