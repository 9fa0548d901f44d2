"""Which addresses may be opened, and what an agent means by one that has no scheme."""

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
"""Categories of Unicode of which no character may be in a host's name (UTS 46)."""

_OPENABLE: Final = frozenset({"http", "https", "data", "blob", "about"})


def openable(url: str, *, allow_file_urls: bool) -> str:
    """``url`` as Chromium should be given it: trimmed, and with a scheme (https, but http for this machine's own addresses).

    Raises :class:`CallError` for an empty or malformed address and for ``javascript:``, :class:`PolicyError` for schemes that
    reach outside the web (``file:`` unless the settings allow it, ``chrome:``, ``view-source:`` and the like).
    """
    text = url.strip()
    if not text:
        raise CallError("The url is empty: give an absolute address such as https://example.com/.")
    if not _SCHEME.match(text) or _HOST_AND_PORT.match(text):
        text = ("http://" if _LOCAL_HOST.match(text) else "https://") + text.lstrip("/")
    scheme = text.split(":", 1)[0].lower()
    if scheme == "javascript":
        raise CallError("A javascript: url is a script, not an address: use the evaluate action.")
    if scheme == "file":
        if allow_file_urls:
            return text
        raise PolicyError("file: pages may not be opened: the setting allow_file_urls is off.", details={"scheme": scheme})
    if scheme not in _OPENABLE:
        raise PolicyError(f"{scheme}: pages may not be opened; http, https, data, blob and about may.", details={"scheme": scheme})
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
        raise CallError(f"The url {url[:200]!r} names no host.")
    plain = unquote(host, errors="replace")
    if _NOT_IN_HOSTS.search(plain) or any(unicodedata.category(character) in _NO_LETTERS for character in plain):
        raise CallError(f"The url {url[:200]!r} is malformed: {host[:100]!r} can be no host's name.")
