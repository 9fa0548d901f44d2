"""A value in every form, in every wrapping, next to every other value: nothing of it is left, and nothing else is masked."""

import base64
import html
import json
import re
import time
import unicodedata
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest

from refbrowser.masking import Masker
from refbrowser.redact import mask_spans, merged_spans, source_spans

SECRET = "S3cr3t-Pass&word<9>x Größe"

_Written = Callable[[str], str]


def _css(text: str) -> str:
    return "".join(f"\\{ord(c):x} " if not c.isalpha() else c for c in text)


def _javascript(text: str) -> str:
    """As JavaScript's ``escape`` writes it."""
    return "".join(c if c.isascii() and c.isalnum() else f"%{ord(c):02X}" if ord(c) < 256 else f"%u{ord(c):04X}" for c in text)


def _in_lines(text: str) -> str:
    return "\n".join(text[at : at + 10] for at in range(0, len(text), 10))


FORMS: dict[str, _Written] = {
    "raw": str,
    "capitals": lambda s: s.upper().replace("SS", "ß", 0),
    "percent": lambda s: quote(s, safe=""),
    "percent small": lambda s: re.sub("%..", lambda found: found[0].lower(), quote(s, safe="")),
    "percent, plus for space": quote_plus,
    "percent twice": lambda s: quote(quote(s, safe=""), safe=""),
    "escape()": _javascript,
    "base64": lambda s: base64.b64encode(s.encode()).decode(),
    "base64 url": lambda s: base64.urlsafe_b64encode(s.encode()).decode().rstrip("="),
    "base64 in lines": lambda s: _in_lines(base64.b64encode(s.encode()).decode()),
    "base64 utf-16": lambda s: base64.b64encode(s.encode("utf-16-le")).decode(),
    "base32": lambda s: base64.b32encode(s.encode()).decode(),
    "base32 small": lambda s: base64.b32encode(s.encode()).decode().lower(),
    "octal": lambda s: "".join(f"\\{byte:o}" for byte in s.encode()),
    "code points": lambda s: " ".join(f"U+{ord(c):04X}" for c in s),
    "hexadecimal": lambda s: s.encode().hex(),
    "hexadecimal, spaced": lambda s: s.encode().hex(" ").upper(),
    "hexadecimal, 0x": lambda s: ", ".join(f"0x{byte:02x}" for byte in s.encode()),
    "codes": lambda s: json.dumps([ord(c) for c in s]),
    "bytes": lambda s: json.dumps(list(s.encode())),
    "backwards": lambda s: s[::-1],
    "html names": html.escape,
    "html decimal": lambda s: "".join(f"&#{ord(c)};" for c in s),
    "html hexadecimal": lambda s: "".join(f"&#x{ord(c):X};" for c in s),
    "json": json.dumps,
    "unicode escapes": lambda s: "".join(f"\\u{ord(c):04x}" for c in s),
    "javascript escapes": lambda s: "".join(f"\\x{ord(c):02x}" for c in s),
    "css escapes": _css,
    "css escapes of six digits": lambda s: "".join(f"\\{ord(c):06x}" for c in s),
    "in lines": _in_lines,
    "letters in elements": lambda s: "".join(f"<b class=x>{html.escape(c)}</b>" for c in s),
    "decomposed": lambda s: unicodedata.normalize("NFD", s),
    "full-width": lambda s: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in s),
    "as a file name": lambda s: re.sub(r"[<>:\"/\\|?*]", "_", s),
    "as a slug": lambda s: re.sub(r"[\W_]+", "-", s),
}

WRAPPED: dict[str, _Written] = {
    "as it is": str,
    "as HTML": lambda s: html.escape(s),
    "as an attribute's HTML": lambda s: html.escape(html.escape(s)),
    "as JSON": json.dumps,
    "as a parameter": lambda s: quote(s, safe=""),
    "backwards, as HTML": lambda s: html.escape(s[::-1]),
}

OTHERS = {
    "alone": (),
    "its beginning": (SECRET[:4],),
    "its middle": (SECRET[9:14],),
    "its end": (SECRET[-5:],),
    "an overlapping one before": ("zzz" + SECRET[:6],),
    "an overlapping one after": (SECRET[-6:] + "zzz",),
    "a longer one": (SECRET + "-qq-more",),
    "of its encoded forms": (quote(SECRET, safe="")[8:16], base64.b64encode(SECRET.encode()).decode()[5:12]),
}


def _masker(*values: str) -> Masker:
    masker = Masker()
    for value in values:
        masker.add(value)
    return masker


def _left(text: str) -> str:
    """What is left between the frame of letters, without markup and escapes of blanks."""
    text = re.sub(
        r"(?:<|&(?:amp;)*lt;|%3C)(?:/|%2F)?b\b.*?(?:>|gt;|%3E)|&(?:amp;)*(?:lt|gt|quot|#x27|amp);|%(?:25)*[0-9A-F]{2}|\\n",
        "",
        text,
    )
    return re.sub(r"[\W_]", "", text)


@pytest.mark.rows(12)
@pytest.mark.parametrize("others", OTHERS)
@pytest.mark.parametrize("wrapped", WRAPPED)
def test_no_form_is_left(wrapped: str, others: str) -> None:
    masker = _masker(*OTHERS[others], SECRET)
    for values in (masker, _masker(SECRET, *OTHERS[others])):
        for name, form in FORMS.items():
            if wrapped.startswith("backwards") and name not in ("raw", "capitals", "full-width", "as a slug"):
                continue
            text = f"BEFORE {WRAPPED[wrapped](form(SECRET))} AFTER"
            assert _left(values.text(text)) == "BEFOREAFTER", (name, text, values.text(text))
            shown = values.masked({"text": text})["text"]
            assert _left(shown) == "BEFOREAFTER", (name, text, shown)


@pytest.mark.parametrize("before", range(5))
def test_base64_of_a_text_around_it_is_masked_in_every_phase(before: int) -> None:
    data = b"." * before + SECRET.encode() + b".."
    for encode in (base64.b64encode, base64.urlsafe_b64encode, base64.b32encode):
        shown = _masker(SECRET).text(encode(data).decode())
        assert len(shown) <= len("•••") + 16, shown


LONGEST_PIECE = {
    **dict.fromkeys(("raw", "capitals", "decomposed", "in lines", "html names"), 6.0),
    "backwards": 14.0,
    "code points": 16.0,
    "letters in elements": 17.0,
    "base64 utf-16": 25.0,
}
"""How many characters of the value a cut may leave of it, where that is not half of them."""


@pytest.mark.parametrize("form", ["raw", "percent", "html names", "backwards", "base64", "hexadecimal", "unicode escapes"])
def test_a_cut_leaves_no_piece(form: str) -> None:
    """Of more than :data:`LONGEST_PIECE` characters, wherever a cap falls, with and without an ellipsis."""
    written, masker = FORMS[form](SECRET), _masker(SECRET)
    room = LONGEST_PIECE.get(form, len(SECRET) / 2) * len(written) / len(SECRET)
    for kept in range(len(written)):
        for text in (f"{'word ' * 20}{written[:kept]}", f"see {written[:kept]}… and more", f'"{written[:kept]}"… (12 more)'):
            shown = masker.masked([text, "next"])[0]
            assert "•••" in shown or kept <= room, (kept, shown)
            assert len(shown) <= len(text) - kept + room + 3, (kept, shown)
        for text in (f"{written[kept:]}{' word' * 20}", f"and …{written[kept:]} word"):
            shown = masker.masked(["earlier", text])[1]
            assert "•••" in shown or len(written) - kept <= room, (kept, shown)


def test_a_short_text_of_its_own_is_not_taken_for_a_cut_one() -> None:
    masker = _masker("content-2024-blue!", "title99")
    answer = {"action": "content", "title": "Content", "text": "the content of a title, and its contents"}
    assert masker.masked(answer) is answer


def test_words_that_share_a_beginning_stay() -> None:
    masker = _masker("password-2024-spring")
    for text in ("Forgot password?", "The 2024 spring"):
        assert masker.text(text) == text
    assert masker.text("Password…") == "•••…", "which may be the value, cut"


def test_the_case_of_base64_counts() -> None:
    written = base64.b64encode(b"481516").decode()
    masker = _masker("481516")
    assert masker.text(f"a {written} b") == "a ••• b"
    assert masker.text(f"a {written.swapcase()} b") == f"a {written.swapcase()} b"


def test_a_value_of_mostly_punctuation_is_found_as_it_is() -> None:
    masker = _masker("!a-.-.-b?#")
    assert masker.text("x !a-.-.-b?# y") == "x ••• y"
    assert masker.text("x %21a-.-.-b%3F%23 y") == "x ••• y"
    assert masker.text("x #?b-.-.-a! y") == "x ••• y"
    assert masker.text("a b") == "a b"


def test_what_a_value_begins_and_ends_with_goes_with_it() -> None:
    masker = _masker("!!hunter2-blue$$")
    assert masker.text("x !!hunter2-blue$$ y") == "x ••• y"
    assert masker.text("x __hunter2-blue__ y") == "x ••• y"
    assert masker.text("%21%21hunter2-blue%24%24") == "•••"


def test_values_of_fields_do_not_break_longer_matches() -> None:
    """The HTML of a page whose fields hold pieces of the secret."""
    masker = _masker(SECRET)
    for form in (quote(SECRET, safe=""), html.escape(SECRET[::-1]), html.escape(SECRET), SECRET.encode().hex()):
        page = f"<p>BEFORE {form} AFTER</p>"
        spans = merged_spans([*source_spans(page, [SECRET[:4], form[5:10]]), *masker.ranges(page)])
        assert _left(mask_spans(page, spans)) == "pBEFOREAFTERp"


HOSTILE = {
    "markup": '<div class="item"><a href="/p?id=12&amp;x=%20y" title=\'A &quot;b&quot;\'>Some <b>product</b></a>, 12.50 €</div>\n' * 9000,
    "escapes": "%41" * 300_000,
    "tags": "<" * 1_000_000,
    "entities": "&#65;" * 200_000,
    "no entities": "&#" * 400_000,
    "deep entities": "&amp;amp;amp;" * 70_000,
    "refs": "[a " * 300_000,
    "spread": "c o r r e c t h o r s e 4 " * 40_000,
    "beginnings": "correcth " * 100_000,
    "ends": "rse42 … " * 120_000,
    "marks": "a\u0301" * 400_000,
    "ellipses": "…" * 500_000,
}  # fmt: skip


@pytest.mark.rows(2)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_megabyte_takes_time_in_proportion(name: str) -> None:
    """What takes a time that is in proportion for a part of it: 300 kB take less than three seconds."""
    masker = _masker(SECRET, "correcthorse42", "481516")
    part = HOSTILE[name][:300_000]
    began = time.thread_time()
    masker.text(part)
    assert time.thread_time() - began < 3
