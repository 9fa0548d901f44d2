"""Where words came from: hashes of the text that each site showed, by which text that is about to be sent elsewhere is recognised.

A run of 24 characters, or of 5 words, is recognised, whatever its case and blanks, also backwards, in rot13, in base64, base32, hex
or character codes, percent-encoded, or escaped as HTML, JSON and CSS do, also several times. Hashes alone are kept, those of this
process: the text cannot be had from them.
"""

import base64
import binascii
import codecs
import itertools
import re
import sys
from collections import OrderedDict
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote_plus

from refbrowser.masking.views import views

RUN: Final = 24
WORDS: Final = 5

MOST_HASHES: Final = 400_000
"""In all, some 25 MB; the site that was seen longest ago makes room."""

MOST_TEXT: Final = 60_000
"""Characters of one answer, and of one text that is sent."""

_MOST_DECODED: Final = 4 * MOST_TEXT
_DEEPEST: Final = 3
"""How many codes may lie in each other."""

_REF: Final = re.compile(r"[\[(][a-z][a-z ]{0,60} \d{1,9}[\])]")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]{32,}")
_BASE32: Final = re.compile(r"(?<![A-Za-z0-9])(?:[A-Z2-7]{40,}|[a-z2-7]{40,})")
_HEX: Final = re.compile(rf"(?<![0-9A-Fa-f])(?:[0-9A-Fa-f]{{2}}){{{RUN},}}")
_CODES: Final = re.compile(rf"\d{{2,7}}(?:[\s,;]{{1,3}}\d{{2,7}}){{{RUN - 1},}}")
_CODE: Final = re.compile(r"\d+")
_WORD: Final = re.compile(r"\w+")


@dataclass(slots=True)
class _Site:
    hashes: set[int] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)


class SeenText:
    """What one chat was shown, by site."""

    def __init__(self) -> None:
        self._sites: OrderedDict[str, _Site] = OrderedDict()

    def note(self, site: str, text: str, kinds: Iterable[str] = ()) -> None:
        """The chat was shown ``text`` of ``site``; ``kinds`` (private, signed-in) are what that site is from now on."""
        seen = self._sites.setdefault(site, _Site())
        self._sites.move_to_end(site)
        seen.kinds.update(kinds)
        seen.hashes |= _hashes(_REF.sub(" ", text[:MOST_TEXT]))
        while len(self._sites) > 1 and sum(len(one.hashes) for one in self._sites.values()) > MOST_HASHES:
            self._sites.popitem(last=False)
        if len(seen.hashes) > MOST_HASHES:
            # One site alone has shown more than is kept: what it shows from now on counts.
            seen.hashes = _hashes(_REF.sub(" ", text[:MOST_TEXT]))

    def mark(self, site: str, kind: str) -> None:
        """The site is of that kind from now on."""
        self._sites.setdefault(site, _Site()).kinds.add(kind)

    def carried(self, texts: Sequence[str], destinations: Sequence[str]) -> tuple[list[str], frozenset[str]]:
        """The sites whose text is in ``texts``, which ``destinations`` have not shown themselves, and the kinds of these sites."""
        sent: set[int] = set()
        for text in texts:
            for form in _forms(text[:MOST_TEXT]):
                sent |= _hashes(form)
        for destination in destinations:
            if (known := self._sites.get(destination)) is not None:
                sent -= known.hashes
        names = [name for name, seen in self._sites.items() if name not in destinations and not seen.hashes.isdisjoint(sent)]
        kinds = {kind for name in names for kind in self._sites[name].kinds}
        return names, frozenset({"any", *kinds} if names else ())


def _hashes(text: str) -> set[int]:
    plain = " ".join(text.casefold().replace("_", " ").split())
    runs = {hash(plain[at : at + RUN]) for at in range(len(plain) - RUN + 1)}
    words = _WORD.findall(plain)
    return runs | {hash(tuple(words[at : at + WORDS])) for at in range(len(words) - WORDS + 1)}


def _forms(text: str) -> Iterator[str]:
    """``text``, and what it may be an encoding of, in :data:`_MOST_DECODED` characters at most."""
    level, seen, left = [text], set[str](), _MOST_DECODED
    for _ in range(_DEEPEST):
        fresh = []
        for form in _spelled(itertools.chain.from_iterable(map(_unescaped, _spelled(level)))):
            if form and form not in seen:
                if (left := left - len(form)) < 0:
                    return
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
