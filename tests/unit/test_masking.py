"""Known values are masked in every form in which a page can print them."""

import base64
import html
import json
import re
import time
from typing import Any
from urllib.parse import quote

import pytest

from refbrowser.masking import Masker

SECRET = "hunter2-Blau&weiß<7>/?x"
PLAIN = "correcthorse42"
NUMBER = "481516"

ENCODINGS: dict[str, Any] = {
    "raw": lambda s: s,
    "upper": str.upper,
    "percent": lambda s: quote(s, safe=""),
    "percent small": lambda s: quote(s, safe="").lower(),
    "percent all": lambda s: "".join(f"%{b:02X}" for b in s.encode()),
    "percent twice": lambda s: quote(quote(s, safe=""), safe=""),
    "percent mixed": lambda s: "".join(f"%{ord(c):02x}" if i % 2 and ord(c) < 128 else c for i, c in enumerate(s)),
    "html": html.escape,
    "html decimal": lambda s: "".join(f"&#{ord(c)};" for c in s),
    "html hexadecimal": lambda s: "".join(f"&#x{ord(c):X};" for c in s),
    "json": lambda s: json.dumps(s),
    "json all": lambda s: "".join(f"\\u{ord(c):04x}" for c in s),
    "js hexadecimal": lambda s: "".join(f"\\x{ord(c):02x}" if ord(c) < 256 else c for c in s),
    "js octal": lambda s: "".join(f"\\{ord(c):03o}" for c in s),
    "base64": lambda s: base64.b64encode(s.encode()).decode(),
    "base64 url": lambda s: base64.urlsafe_b64encode(s.encode()).decode().rstrip("="),
    "base64 inside 1": lambda s: base64.b64encode(f"a{s}zz".encode()).decode(),
    "base64 inside 2": lambda s: base64.b64encode(f"ab{s}z".encode()).decode(),
    "base64 utf-16": lambda s: base64.b64encode(s.encode("utf-16-le")).decode(),
    "base32": lambda s: base64.b32encode(s.encode()).decode(),
    "hex": lambda s: s.encode().hex(),
    "hex upper": lambda s: s.encode().hex().upper(),
    "codes": lambda s: json.dumps([ord(c) for c in s]),
    "backwards": lambda s: s[::-1],
    "backwards, as html": lambda s: html.escape(s[::-1]),
    "backwards, percent": lambda s: quote(s[::-1], safe=""),
    "as a file name": lambda s: re.sub(r'[<>:"/\\|?*%]', "_", s),
    "spans": lambda s: "".join(f"<span>{c}</span>" for c in s),
    "zero width": lambda s: "\u200b".join(s),
    "spaced": lambda s: " ".join(s),
    "lines": lambda s: "\n".join(s),
    "buttons": lambda s: "\n".join(f"[button {i}] {c}" for i, c in enumerate(s, 5)),
    "markdown": lambda s: f"**{s[:3]}***{s[3:7]}*`{s[7:]}`",
    "fields": lambda s: "\n".join(f'[input text {i}] value="{c}"' for i, c in enumerate(s, 5)),
    "list": list,
    "objects": lambda s: [{"text": c} for c in s],
    "key": lambda s: {s: 1},
    "nested": lambda s: {"a": [{"b": ("x", f"before {s} after")}]},
    "cut at the end": lambda s: f"{s[: max(8, int(len(s) * 0.8))]}…",
}


@pytest.mark.parametrize("secret", [SECRET, PLAIN])
@pytest.mark.parametrize("name", ENCODINGS)
def test_every_encoding_is_masked(name: str, secret: str) -> None:
    masker = Masker()
    masker.add(secret)
    encoded = ENCODINGS[name](secret)
    value = {"before": "kept before", "it": encoded, "after": ["kept", 12, None, True]}
    masked = masker.masked(value)
    assert "•••" in json.dumps(masked, ensure_ascii=False), masked
    assert masked["before"] == "kept before"
    assert masked["after"] == ["kept", 12, None, True]
    left = json.dumps(masked, ensure_ascii=False)
    if name != "objects":
        assert json.dumps(encoded, ensure_ascii=False)[1:-1] not in left
    letters = "".join(c for c in left if c.isalnum())
    assert secret[2:10].casefold() not in letters.casefold()


def test_a_number_that_is_a_code_is_masked() -> None:
    masker = Masker()
    masker.add(NUMBER)
    assert masker.masked({"result": int(NUMBER), "n": 7}) == {"result": "•••", "n": 7}


def test_what_holds_no_secret_is_the_same_object() -> None:
    masker = Masker()
    value = {"a": ["b", 1]}
    assert masker.masked(value) is value
    masker.add(PLAIN)
    assert masker.masked(value) is value
    assert (
        masker.text("hello <b>there</b> &amp; %20 \\u0041 horse correct 42")
        == "hello <b>there</b> &amp; %20 \\u0041 horse correct 42"
    )


def test_the_rest_of_a_text_stays() -> None:
    masker = Masker()
    masker.add(PLAIN)
    assert masker.text(f"Password: {PLAIN}!\nNext <i>line</i>") == "Password: •••!\nNext <i>line</i>"
    assert masker.text("a <b>correct</b><i>horse</i>42 z") == "a <b>••• z"
    assert masker.text(f"[link 3] {PLAIN} [link 4] x") == "[link 3] ••• [link 4] x"


def test_values_that_stand_everywhere_are_refused() -> None:
    with pytest.raises(ValueError, match="4 characters"):
        Masker().add("abc")


def test_long_texts_take_milliseconds() -> None:
    masker = Masker()
    for value in (SECRET, PLAIN, NUMBER):
        masker.add(value)
    page = ("[link 12] A product of some name <b>with</b> markup, 12.50 € &amp; more %20 text\n" * 700)[:50_000]
    began = time.thread_time()
    assert masker.text(page) == page
    assert time.thread_time() - began < 0.5
    for hostile in (
        "%41" * 30_000,
        "<" * 50_000,
        "&#" * 30_000,
        "\\u" * 30_000,
        "[a " * 20_000,
        "c o r r e c t h o r s e 4 " * 3_000,
    ):
        began = time.thread_time()
        masker.text(hostile)
        assert time.thread_time() - began < 2, hostile[:10]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("+ h\n+ unter2!", "+ •••\n+ •••"),
        ("~ [button 3] hunt\n~ [button 4] er2!", "~ [button 3] •••\n~ [button 4] •••"),
        ("+ a\n  - hunt\n  - er2!\n- gone", "+ a\n  - •••\n  - •••\n- gone"),
        ("+ hunter2!\n~ hunter2!", "+ •••\n~ •••"),
    ],
)
def test_the_marks_of_lines_stay_where_a_value_is_split_over_them(text: str, shown: str) -> None:
    masker = Masker()
    masker.add("hunter2!")
    assert masker.text(text) == shown
    assert masker.masked({"changes": text.split("\n")})["changes"] == shown.split("\n")
