"""The spellings of a value that no decoding of the text brings back: backwards, as codes, in base64 and base32."""

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from refbrowser.masking.views import folded, letters

SHORTEST: Final = 4
"""Shorter values stand in every page by chance, and are not taken as secrets."""

PARTIAL: Final = "any"
"""As a ``lead`` or ``trail``: the character there holds bits of the value and bits of its neighbour."""

_PIECE: Final = 0.6
"""A piece that is as long as this part of a value is masked anywhere."""

_SHORTEST_PIECE: Final = 6
SHORTEST_CUT: Final = 3
"""Next to a cut, six characters of a value or half of it are masked, and never fewer than three."""


@dataclass(frozen=True, slots=True)
class Form:
    """One spelling. ``text`` is looked for among letters and digits, or with ``whole`` with all characters; ``cased`` is it with
    the case that counts, or empty. ``cut`` and ``piece`` are how much of it is masked next to a cut, and anywhere. ``lead`` and
    ``trail`` are the characters around that are neither letters nor digits."""

    text: str
    cut: int
    piece: int
    whole: bool = False
    cased: str = ""
    lead: Sequence[str] = ""
    trail: Sequence[str] = ""

    @property
    def head(self) -> str:
        return self.text[: self.cut]

    @property
    def tail(self) -> str:
        return self.text[-self.cut :]


def forms(value: str) -> list[Form]:
    """Each spelling of the value once."""
    found: dict[tuple[str, str], Form] = {}
    for form in [*_plain(value), *_coded(value)]:
        if len(form.text) >= SHORTEST:
            found.setdefault((form.text, form.cased), form)
    return list(found.values())


def _plain(value: str) -> Iterator[Form]:
    """Forwards and backwards."""
    for spelling in (value, value[::-1]):
        core = letters(spelling)
        # Of a value that is mostly punctuation the letters alone would be found by chance.
        if len(core) < max(SHORTEST, len(spelling) / 2):
            yield _sized(value, folded(spelling), whole=True)
        else:
            first = next(at for at, character in enumerate(spelling) if letters(character))
            last = next(at for at in range(len(spelling), 0, -1) if letters(spelling[at - 1]))
            yield _sized(value, core, lead=spelling[:first], trail=spelling[last:])


def _coded(value: str) -> Iterator[Form]:
    data = value.encode(errors="surrogatepass")
    wide = value.encode("utf-16-be", "surrogatepass")
    codes = [ord(character) for character in value]
    spellings = {
        data.hex(),
        wide.hex(),
        "".join(f"{code:x}" for code in codes),
        "".join(f"0x{code:x}" for code in codes),
        "".join(f"0x{byte:02x}" for byte in data),
        "".join(map(str, codes)),
        "".join(map(str, data)),
        "".join(f"{byte:o}" for byte in data),
    }
    yield from (_sized(value, spelling) for spelling in spellings)
    for stored in (data, value.encode("utf-16-le", "surrogatepass")):
        # With and without "/", which the other alphabet writes as "_": neither is a letter or digit.
        for size, bits, encode in ((3, 6, base64.b64encode), (5, 5, base64.b32encode)):
            for before in range(size):
                text = encode(b"\0" * before + stored).decode().rstrip("=")
                # The characters that hold bits of the value alone.
                pure = text[-(-before * 8 // bits) : (before + len(stored)) * 8 // bits]
                written = "".join(character for character in pure if character.isalnum())
                lead = [PARTIAL] if before * 8 % bits else []
                trail = [PARTIAL] if (before + len(stored)) * 8 % bits else []
                # Base32 is read in either case.
                yield _sized(value, written.lower(), cased=written if bits == 6 else "", lead=lead, trail=trail)


def _sized(
    value: str, text: str, *, whole: bool = False, cased: str = "", lead: Sequence[str] = "", trail: Sequence[str] = ""
) -> Form:
    """``text`` spells ``value``, and so many of its characters as many of the value's."""
    scale = len(text) / len(value)
    cut = max(SHORTEST_CUT, ceil(min(_SHORTEST_PIECE, ceil(len(value) / 2)) * scale))
    piece = ceil(max(_SHORTEST_PIECE, _PIECE * len(value)) * scale)
    return Form(text, min(cut, len(text)), min(piece, len(text)), whole, cased, lead, trail)
