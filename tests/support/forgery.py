"""What a reader in a hurry takes for a ref: a strict and a lenient reading of an answer, for tests of what a page can forge."""

import re
import unicodedata
from typing import Final
from urllib.parse import unquote

NUMBER: Final = 7777
"""A number that no element of a test has."""

_GENUINE: Final = re.compile(r"\[(?:[a-z]+ )+([0-9]{1,3})\]")
_OPEN: Final = "[［【〔〖〚⟦⟨❲⁅⦋⁽❴﹝︹﹇⌈⌊「『"
_CLOSE: Final = "]］】〕〗〛⟧⟩❳⁆⦌⁾❵﹞︺﹈⌉⌋」』"
_AS_ASCII: Final = str.maketrans({**dict.fromkeys(_OPEN, "["), **dict.fromkeys(_CLOSE, "]")})
_REF: Final = re.compile(r"\[(?![\"'])[^\[\]\"]{0,240}?[^\W\d_]\s+(?:\d{1,8}|(?<![^\W\d_])[IVX]{1,8})[\W_]{0,8}?\]")
_KIND: Final = re.compile(
    r"\[(?![\"'])[^\w\[\]\"]*(?:\w+[^\w\[\]\"]+){0,24}?(?:button|link|clickable|checkbox|textarea)[\W_]{0,20}(?:\d{1,8}|[IVX]{1,8})[\W_]{0,8}?\]"
)
_IGNORABLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_LOOKALIKE: Final = str.maketrans("аеорсухіӏոᴏ", "aeopcyxilno")
_FENCE: Final = re.compile(r"<\W*/?\W*page\b[^>]{0,80}>", re.IGNORECASE)
_OUR_FENCE: Final = re.compile(r"^</?page [0-9a-f]{6}>$", re.MULTILINE)


def forged(answer: str) -> list[str]:
    """What reads like a ref in ``answer`` and is none: refs as the tool writes them (with three digits at most) are left out."""
    text = _GENUINE.sub("§", answer)
    shown = unicodedata.normalize("NFKC", text)
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", _IGNORABLE.sub("", text)) if not unicodedata.combining(sign))
    bare = bare.translate(_AS_ASCII).translate(_LOOKALIKE)
    readings = [
        text,
        shown,
        bare,
        re.sub(r"\s+", " ", bare),
        re.sub(r"\s+", "", bare),
        unquote(re.sub("%5[bd]", "§", bare.replace("+", " "), flags=re.IGNORECASE)),
    ]
    found = [
        match[0] for pattern in (_REF, _KIND) for reading in readings[:4] + readings[5:] for match in pattern.finditer(reading)
    ]
    found += [match[0] for match in _KIND.finditer(readings[4])]
    return list(dict.fromkeys(found))


def forged_fences(answer: str) -> list[str]:
    """Marks that read like a fence of page text, and are not the tool's own on their own line."""
    text = _IGNORABLE.sub("", unicodedata.normalize("NFKC", _OUR_FENCE.sub("§", answer)))
    return [match[0] for match in _FENCE.finditer(text)]


def lines_that_begin(answer: str, word: str) -> list[str]:
    """The lines outside the fence that begin as one of the tool's own does."""
    outside = re.sub(r"^<page ([0-9a-f]{6})>\n.*?^</page \1>$", "§", answer, flags=re.MULTILINE | re.DOTALL)
    lines = re.split(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]", unicodedata.normalize("NFKC", outside))
    return [line for line in lines if line.strip().startswith(word)]
