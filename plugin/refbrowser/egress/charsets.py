"""What a document is encoded in, as browsers find it out: its byte order mark, the header, what it says of itself."""

import codecs
import re
from collections.abc import Iterable, Iterator
from typing import Final

from bs4.dammit import EncodingDetector

_NO_CHARSETS: Final = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"})
"""Codecs of Python's for other things than documents; some take time that grows with the square of the text."""

_LABELS: Final = {
    label: codec
    for codec, labels in {
        "cp1252": "iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 iso-ir-100 latin1 l1 csisolatin1 cp819 ibm819"
        " ascii us-ascii ansi_x3.4-1968 x-cp1252 x-user-defined",
        "cp1254": "iso-8859-9 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 iso-ir-148 latin5 l5 csisolatin5 x-cp1254",
        "cp874": "iso-8859-11 iso8859-11 iso885911 tis-620 dos-874 windows-874",
        "cp1250": "x-cp1250",
        "cp1251": "x-cp1251",
        "cp1253": "x-cp1253",
        "cp1255": "x-cp1255",
        "cp1256": "x-cp1256",
        "cp1257": "x-cp1257",
        "cp1258": "x-cp1258",
        "cp866": "866",
        "gb18030": "gb2312 gb_2312 gb_2312-80 csgb2312 csiso58gb231280 iso-ir-58 chinese gbk x-gbk",
        "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
        "cp932": "shift_jis shift-jis sjis x-sjis csshiftjis ms_kanji ms932 windows-31j",
        "euc_jp": "x-euc-jp cseucpkdfmtjapanese",
        "cp949": "euc-kr cseuckr korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 csksc56011987 iso-ir-149 windows-949",
        "koi8-r": "koi koi8 koi8_r cskoi8r",
        "koi8-u": "koi8-ru",
        "iso-8859-8": "iso-8859-8-i csiso88598i logical csiso88598e iso-8859-8-e visual",
        "mac_roman": "mac macintosh x-mac-roman csmacintosh",
        "mac_cyrillic": "x-mac-cyrillic x-mac-ukrainian",
        "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
        "utf-16-le": "utf-16 utf-16le unicode ucs-2 csunicode iso-10646-ucs-2 unicodefeff",
        "utf-16-be": "utf-16be unicodefffe",
    }.items()
    for label in labels.split()
}
"""Labels that browsers take for another encoding than Python does, or that Python does not know (WHATWG Encoding, 4.2)."""

_SAYING_IT: Final = ("text/html", "application/xhtml+xml", "text/xml", "application/xml")
_SEARCHED: Final = 4_096
"""Bytes in which a document says its encoding; browsers look through the first 1 024, and the head behind them."""

_LONGEST: Final = 40
"""Characters of a label: Python remembers each that it is asked for."""

_COMMENT: Final = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)


def decoded(body: bytes, charset: str | None, media_type: str = "") -> str:
    """Decode ``body`` as its byte order mark says, or else as ``charset``, or what a document of ``media_type`` says of itself.

    What none of these is gets decoded as UTF-8 or as Windows-1252, which accepts any bytes.
    """
    text, marked = EncodingDetector.strip_byte_order_mark(body)
    if marked is not None:
        return text.decode(marked, errors="replace")
    encodings = [codec for codec in (_codec(charset), _said(text, media_type), "utf-8") if codec is not None]
    for encoding in encodings:
        try:
            return text.decode(encoding)
        except UnicodeError:
            continue
    return next(_mostly(text, encodings), None) or text.decode("cp1252", errors="replace")


def _mostly(body: bytes, encodings: Iterable[str]) -> Iterator[str]:
    """Yield what most of ``body`` is in one of ``encodings``: a few bytes of it may be wrong, or its end be cut off."""
    for encoding in encodings:
        text = body.decode(encoding, errors="replace")
        wrong = text.count("\ufffd")
        if len(text) - len(text.encode("ascii", errors="ignore")) >= 2 * wrong:
            yield text


def _said(body: bytes, media_type: str) -> str | None:
    if media_type not in _SAYING_IT:
        return None
    start = _COMMENT.sub(b"", body[:_SEARCHED])
    codec = _codec(EncodingDetector.find_declared_encoding(start, is_html="html" in media_type))
    # What could be read as ASCII to find this is no UTF-16.
    return "utf-8" if codec is not None and codec.startswith("utf-16") else codec


def _codec(label: str | None) -> str | None:
    """Return Python's codec for a label, or None where it names no encoding of text."""
    name = (label or "").strip(" \t\n\f\r\"'").lower()
    if len(name) > _LONGEST:
        return None
    try:
        info = codecs.lookup(_LABELS.get(name, name))
    except (LookupError, ValueError):
        return None
    # Python says of no codec in public that it makes bytes of bytes, as base64 does.
    return info.name if info.name.replace("_", "-") not in _NO_CHARSETS and getattr(info, "_is_text_encoding", True) else None
