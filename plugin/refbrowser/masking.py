"""Takes known secret values out of whatever leaves: raw, encoded, escaped, and split over elements.

A page that got a secret may print it again in any form. What is looked for is the value itself, in the forms that :func:`forms`
writes, and the value in texts that are read as a browser would read them: escapes decoded, markup and blanks left out.
"""

import base64
import html
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final
from urllib.parse import quote, quote_plus, unquote_to_bytes

from refbrowser.redact import mask_spans, merged_spans

SHORTEST: Final = 4
"""Shorter values stand in every page by chance, and are not taken as secrets."""

_PIECE: Final = 0.6
"""A cut may leave a piece of a value: one that is as long as this part of it is masked too."""

_SHORTEST_PIECE: Final = 6

Range = tuple[int, int]


class Masker:
    """The values that nothing may show any more. One for each browser; a value is never forgotten."""

    def __init__(self) -> None:
        self._values: dict[str, None] = {}
        self._exact: re.Pattern[str] | None = None
        self._folded: re.Pattern[str] | None = None
        self._compact: tuple[str, ...] = ()

    @property
    def values(self) -> Sequence[str]:
        """What is masked."""
        return tuple(self._values)

    def add(self, value: str) -> None:
        """From now on the value is masked. Raises ``ValueError`` for one of fewer than :data:`SHORTEST` characters."""
        if len(value) < SHORTEST:
            raise ValueError(f"a secret must have at least {SHORTEST} characters")
        if value in self._values:
            return
        self._values[value] = None
        known = [form for one in self._values for form in forms(one)]
        cased = [form for one in self._values for form in _cased_forms(one)]
        self._folded = _alternatives(known, re.IGNORECASE)
        self._exact = _alternatives(cased, re.NOFLAG)
        compact = (_compacted(spelling).casefold() for one in self._values for spelling in (one, one[::-1]))
        self._compact = tuple(one for one in dict.fromkeys(compact) if len(one) >= SHORTEST)

    def masked(self, value: object) -> Any:
        """A JSON-ready value without the secrets, also where one is split over its texts; the same object if it holds none."""
        if not self._values:
            return value
        if isinstance(value, str):
            return self.text(value)
        # Keys apart from values: a list of objects may spell a secret, a letter in each.
        keys, texts = list(_keys(value)), list(_texts(value))
        found = self.ranges("\n".join([*keys, *texts]))
        if not found:
            return value
        cut = list(_cut_up([*keys, *texts], found))
        return _replaced(value, iter(cut[: len(keys)]), iter(cut[len(keys) :]))

    def text(self, text: str) -> str:
        """``text`` without the secrets."""
        return mask_spans(text, self.ranges(text)) if self._values else text

    def ranges(self, text: str) -> list[Range]:
        """Where secrets stand in ``text``, in order and not overlapping."""
        if self._exact is None or self._folded is None:
            return []
        found = [match.span() for pattern in (self._exact, self._folded) for match in pattern.finditer(text)]
        for decoded in (False, True):
            for without_tags in (False, True):
                if without_tags and "<" not in text:
                    continue
                if decoded and not _ESCAPE.search(text):
                    continue
                found += self._in_view(text, decoded=decoded, without_tags=without_tags)
        return merged_spans(found)

    def _in_view(self, text: str, *, decoded: bool, without_tags: bool) -> Iterator[Range]:
        """Where secrets stand in what a reader sees of the text."""
        quick = _TAG.sub("", text) if without_tags else text
        quick = _decoded(quick) if decoded else quick
        quick = _compacted(quick).casefold()
        present = [value for value in self._compact if value in quick]
        if not present:
            return
        letters, places = _view(text, decoded=decoded, without_tags=without_tags)
        for value in present:
            at = letters.find(value)
            while at >= 0:
                yield from _by_line(text, places[at : at + len(value)])
                at = letters.find(value, at + 1)


def _by_line(text: str, letters: Sequence[Range]) -> Iterator[Range]:
    """The letters of a value that is split over lines, a range for each line: what a line begins with, such as the mark of a
    changed line, stays."""
    start, end = letters[0]
    for next_start, next_end in letters[1:]:
        if "\n" in text[end:next_start]:
            yield start, end
            start = next_start
        end = next_end
    yield start, end


def forms(value: str) -> set[str]:
    """The value as pages and protocols write it, where case does not count: raw, percent-encoded once and twice, with HTML's and
    JavaScript's escapes, in hexadecimal, as character codes, backwards."""
    data = value.encode(errors="surrogatepass")
    units = value.encode("utf-16-be", "surrogatepass")
    codes = [str(ord(character)) for character in value]
    percent = quote(value, safe="", errors="replace")
    return {
        value,
        percent,
        quote(percent, safe=""),
        quote_plus(value, errors="replace"),
        "".join(f"%{byte:02x}" for byte in data),
        html.escape(value),
        json.dumps(value)[1:-1],
        "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2)),
        data.hex(),
        data.hex(" "),
        data.hex(":"),
        ", ".join(codes),
        ",".join(codes),
        " ".join(codes),
        value[::-1],
        *_pieces(value),
    }


def _pieces(value: str) -> set[str]:
    """What a cut leaves of a long value: its beginning or its end."""
    least = max(_SHORTEST_PIECE, int(len(value) * _PIECE))
    if least >= len(value):
        return set()
    return {value[:least], value[-least:]}


def _cased_forms(value: str) -> set[str]:
    """The forms in which case counts: base64 and base32, also of a text that the value is part of."""
    found: set[str] = set()
    for data in (value.encode(errors="surrogatepass"), value.encode("utf-16-le", "surrogatepass")):
        for size, bits, encode in ((3, 6, base64.b64encode), (3, 6, base64.urlsafe_b64encode), (5, 5, base64.b32encode)):
            for before in range(size):
                text = encode(b"\0" * before + data).decode().rstrip("=")
                # The characters that hold bits of the value alone.
                first = -(-before * 8 // bits)
                last = (before + len(data)) * 8 // bits
                if last - first >= SHORTEST:
                    found.add(text[first:last])
    return found


def _alternatives(forms_of_values: Iterable[str], flags: re.RegexFlag) -> re.Pattern[str]:
    longest_first = sorted({form for form in forms_of_values if len(form) >= SHORTEST}, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first)), flags)


_SEPARATORS: Final = r"[\s\"'`*_|<>/\\?%#~,;.:+\-\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff•]"
_REF: Final = r"[\[(][a-z][a-z ]{0,60} \d{1,9}[\])]"
_BETWEEN: Final = re.compile(rf"{_REF}|\bvalue=|{_SEPARATORS}")
"""What stands between the letters of a value that is split over elements: refs, blanks, and the marks of markdown and JSON. An
underscore also stands for each character that a file's name cannot have, so none of these counts."""

_TAG: Final = re.compile(r"<[^<>]{0,1000}>")
_ESCAPE: Final = re.compile(
    r"(?:%[0-9A-Fa-f]{2})+|&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,31});?"
    r"|\\u\{[0-9A-Fa-f]{1,6}\}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\[0-7]{3}|\\[\"'\\/]"
)
_TOKEN: Final = re.compile(rf"(?P<escape>{_ESCAPE.pattern})|(?P<tag>{_TAG.pattern})|(?P<between>{_BETWEEN.pattern})|(?s:.)")


def _unescaped(escape: str) -> str:
    if escape.startswith("%"):
        return unquote_to_bytes(escape).decode(errors="replace")
    if escape.startswith("&"):
        return html.unescape(escape)
    if escape[1] in "ux":
        code = int(escape[2:].strip("{}"), 16)
        return chr(code) if code <= 0x10FFFF else escape
    return chr(int(escape[1:], 8)) if escape[1:].isdigit() else escape[1]


def _decoded(text: str) -> str:
    return _ESCAPE.sub(lambda found: _unescaped(found[0]), text)


def _compacted(text: str) -> str:
    return _BETWEEN.sub("", text)


def _view(text: str, *, decoded: bool, without_tags: bool) -> tuple[str, list[Range]]:
    """The letters that a reader sees, case folded, and where each is from."""
    letters: list[str] = []
    places: list[Range] = []

    def see(shown: str, start: int, end: int) -> None:
        for letter in shown.casefold():
            letters.append(letter)
            places.append((start, end))

    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        assert token is not None
        kind, piece = token.lastgroup, token[0]
        if (kind == "tag" and not without_tags) or (kind == "escape" and not decoded):
            token_end, piece, kind = at + 1, text[at], "between" if _BETWEEN.fullmatch(text[at]) else None
        else:
            token_end = token.end()
        if kind == "escape":
            see(_compacted(_unescaped(piece)), at, token_end)
        elif kind is None:
            see(piece, at, token_end)
        at = token_end
    return "".join(letters), places


def _keys(value: object) -> Iterator[str]:
    """Every key of the value's objects, in one order."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield str(key)
            yield from _keys(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _keys(part)


def _texts(value: object) -> Iterator[str]:
    """Every text and number of the value, in the order of the document."""
    if isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)
    elif isinstance(value, str):
        yield value
    elif _is_number(value):
        yield repr(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _cut_up(leaves: Sequence[str], found: Sequence[Range]) -> Iterator[str | None]:
    """For each leaf its text without the secrets, or None where it holds none."""
    begin = index = 0
    for leaf in leaves:
        end = begin + len(leaf)
        own: list[Range] = []
        while index < len(found) and found[index][1] <= begin:
            index += 1
        look = index
        while look < len(found) and found[look][0] < end:
            own.append((max(found[look][0], begin) - begin, min(found[look][1], end) - begin))
            look += 1
        yield mask_spans(leaf, [piece for piece in own if piece[1] > piece[0]]) if any(a < b for a, b in own) else None
        begin = end + 1


def _replaced(value: object, keys: Iterator[str | None], texts: Iterator[str | None]) -> Any:
    if isinstance(value, dict):
        # The key is taken before what is inside it, as it was listed.
        return {next(keys) or key: _replaced(part, keys, texts) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_replaced(part, keys, texts) for part in value]
    if isinstance(value, str) or _is_number(value):
        text = next(texts)
        return value if text is None else text
    return value
