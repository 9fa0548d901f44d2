"""Where words came from: hashes of the text that each site showed, by which text that is about to be sent elsewhere is recognised.

A run of 24 characters, or of 5 words, is recognised, whatever its case and blanks, also percent-encoded or in base64. Hashes alone
are kept, those of this process: the text cannot be had from them.
"""

import base64
import binascii
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote_plus

RUN: Final = 24
WORDS: Final = 5

MOST_HASHES: Final = 400_000
"""In all, some 25 MB; the site that was seen longest ago makes room."""

MOST_TEXT: Final = 60_000
"""Characters of one answer, and of one text that is sent."""

_REF: Final = re.compile(r"[\[(][a-z][a-z ]{0,60} \d{1,9}[\])]")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]{32,}={0,2}")
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
    plain = " ".join(text.casefold().split())
    runs = {hash(plain[at : at + RUN]) for at in range(len(plain) - RUN + 1)}
    words = _WORD.findall(plain)
    return runs | {hash(tuple(words[at : at + WORDS])) for at in range(len(words) - WORDS + 1)}


def _forms(text: str) -> Iterator[str]:
    yield text
    if "%" in text or "+" in text:
        text = unquote_plus(text)
        yield text
    for token in _BASE64.findall(text):
        # What stands before it, as a path does, may belong to the alphabet too: it begins at one of four places.
        for start in range(4):
            yield _decoded(token[start:].rstrip("="))


def _decoded(token: str) -> str:
    whole = token[: len(token) - 1] if len(token) % 4 == 1 else token  # one character more holds no byte
    altchars = b"-_" if "-" in token or "_" in token else None
    try:
        return base64.b64decode(whole + "=" * (-len(whole) % 4), altchars).decode(errors="replace")
    except (binascii.Error, ValueError):
        return ""
