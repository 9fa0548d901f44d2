"""What a text may stand for: it backwards and in rot13, what it is an encoding of, and these in each other."""

import base64
import binascii
import codecs
import itertools
import re
import sys
from collections.abc import Callable, Container, Iterable, Iterator
from typing import Final
from urllib.parse import unquote_plus

from refbrowser.masking.views import views
from refbrowser.policy.skeleton import in_latin

MOST_READ: Final = 600_000
"""Characters of all that one text may stand for."""

_DEEPEST: Final = 3
"""How many codes may lie in each other."""

_MOST_LOOKED_AT: Final = 5_000
"""Characters of a text of which each letter is looked up among those that look alike."""

_LEAST: Final = 24
"""Bytes of what is decoded; less is no text that would be recognised."""

_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]{32,}")
_BASE32: Final = re.compile(r"(?<![A-Za-z0-9])(?:[A-Z2-7]{40,}|[a-z2-7]{40,})")
_HEX: Final = re.compile(rf"(?<![0-9A-Fa-f])(?:[0-9A-Fa-f]{{2}}){{{_LEAST},}}")
_CODES: Final = re.compile(rf"\d{{2,7}}(?:[\s,;]{{1,3}}\d{{2,7}}){{{_LEAST - 1},}}")
_CODE: Final = re.compile(r"\d+")


class TooLong(Exception):
    """A text that is longer, or may stand for more, than is compared."""


def readings_of(text: str) -> Iterator[str]:
    """Yield ``text``, and each text that it may be an encoding of. Raises :class:`TooLong` beyond :data:`MOST_READ` characters."""
    level, seen, left = [text], set[str](), MOST_READ
    if not text.isascii() and len(text) <= _MOST_LOOKED_AT:
        level.append(in_latin(text))
    for _ in range(_DEEPEST):
        fresh = []
        for form in _spelled(itertools.chain.from_iterable(map(_unescaped, _spelled(level)))):
            if form and form not in seen:
                if (left := left - len(form)) < 0:
                    raise TooLong
                seen.add(form)
                fresh.append(form)
                yield form
        level = [decoded for form in fresh for decoded in _decoded(form)]


def _spelled(texts: Iterable[str]) -> Iterator[str]:
    """Each of them, and it backwards and in rot13."""
    for text in dict.fromkeys(texts):
        yield text
        yield text[::-1]
        yield (turned := codecs.encode(text, "rot13"))
        yield turned[::-1]


def _unescaped(text: str) -> Iterator[str]:
    yield from (view.text for view in views(text))
    if "+" in text:
        yield unquote_plus(text)


def _decoded(text: str) -> Iterator[str]:
    for token in _HEX.findall(text):
        yield bytes.fromhex(token).decode(errors="replace")
    for token in _BASE32.findall(text):
        yield _from_base(base64.b32decode, token.upper(), 8, unused=(1, 3, 6))
    for token in _BASE64.findall(text):
        # What stands before it, as a path does, may belong to the alphabet too: it begins at one of four places.
        decode = base64.urlsafe_b64decode if "-" in token or "_" in token else base64.b64decode
        for start in range(4):
            yield _from_base(decode, token[start:], 4, unused=(1,))
    for token in _CODES.findall(text):
        yield "".join(chr(int(code)) for code in _CODE.findall(token) if int(code) <= sys.maxunicode)


def _from_base(decode: Callable[[str], bytes], token: str, block: int, unused: Container[int]) -> str:
    """The text of a token without padding; with a number of characters in its last block that is ``unused``, one holds no byte."""
    whole = token[:-1] if len(token) % block in unused else token
    try:
        return decode(whole + "=" * (-len(whole) % block)).decode(errors="replace")
    except (binascii.Error, ValueError):
        return ""
