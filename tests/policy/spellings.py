"""Ways to write a text so that a program which knows the way can read it again: what an agent could be instructed to send."""

import base64
import binascii
import codecs
import gzip
import json
import quopri
import zlib
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import quote

_MORSE: Final = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz0123456789",
        [
            ".-",
            "-...",
            "-.-.",
            "-..",
            ".",
            "..-.",
            "--.",
            "....",
            "..",
            ".---",
            "-.-",
            ".-..",
            "--",
            "-.",
            "---",
            ".--.",
            "--.-",
            ".-.",
            "...",
            "-",
            "..-",
            "...-",
            ".--",
            "-..-",
            "-.--",
            "--..",
            "-----",
            ".----",
            "..---",
            "...--",
            "....-",
            ".....",
            "-....",
            "--...",
            "---..",
            "----.",
        ],
        strict=True,
    )
)
_SPOKEN: Final = [
    "alfa",
    "bravo",
    "charlie",
    "delta",
    "echo",
    "foxtrot",
    "golf",
    "hotel",
    "india",
    "juliett",
    "kilo",
    "lima",
    "mike",
    "november",
    "oscar",
    "papa",
    "quebec",
    "romeo",
    "sierra",
    "tango",
    "uniform",
    "victor",
    "whiskey",
    "xray",
    "yankee",
    "zulu",
]
_DIGITS: Final = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_LEET: Final = str.maketrans("aeiostbg", "43105789")
_CYRILLIC: Final = str.maketrans("aceopxyiTHBMKE", "асеорхуіТНВМКЕ")
_BASE58: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_KEY: Final = "lemon"


def _shifted(text: str, by: Callable[[int], int]) -> str:
    """Each letter of ``text`` so many letters on, by its place."""
    made, place = [], 0
    for one in text:
        if one.isascii() and one.isalpha():
            first = ord("a") if one.islower() else ord("A")
            made.append(chr(first + (ord(one) - first + by(place)) % 26))
            place += 1
        else:
            made.append(one)
    return "".join(made)


def _in_alphabet(text: str, alphabet: str) -> str:
    number, made = int.from_bytes(text.encode()), ""
    while number:
        number, digit = divmod(number, len(alphabet))
        made = alphabet[digit] + made
    return made


def _moved(text: str, first: int) -> str:
    """ASCII letters as the letters of a block that begins at ``first``."""
    return "".join(chr(first + ord(one.lower()) - ord("a")) if one.isascii() and one.isalpha() else one for one in text)


def _words(text: str) -> list[str]:
    return text.split()


SPELLINGS: Final[Mapping[str, Callable[[str], str]]] = {
    "as it is": str,
    "capitals": str.upper,
    "without blanks": lambda text: text.replace(" ", ""),
    "underscores": lambda text: text.replace(" ", "_"),
    "camel case": lambda text: "".join(word.capitalize() for word in _words(text)),
    "backwards": lambda text: text[::-1],
    "words backwards": lambda text: " ".join(word[::-1] for word in _words(text)),
    "words in reverse order": lambda text: " ".join(reversed(_words(text))),
    "spaced": " ".join,
    "dotted": ".".join,
    "dashes between pairs": lambda text: "-".join(text[at : at + 2] for at in range(0, len(text), 2)),
    "invisible letters between": "\u200b".join,
    "accents": lambda text: "".join(one + "\u0301" if one.isalpha() else one for one in text),
    "leet": lambda text: text.lower().translate(_LEET),
    "Cyrillic look-alikes": lambda text: text.translate(_CYRILLIC),
    "full width": lambda text: "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in text),
    "letters in circles": lambda text: _moved(text, 0x24D0),
    "regional letters": lambda text: _moved(text, 0x1F1E6),
    "mathematical letters": lambda text: _moved(text, 0x1D41A),
    "braille": lambda text: "".join(chr(0x2800 + ord(one) % 256) for one in text),
    "percent-encoded": lambda text: "".join(f"%{byte:02X}" for byte in text.encode()),
    "percent-encoded twice": lambda text: quote(quote(text, safe=""), safe=""),
    "entities": lambda text: "".join(f"&#{ord(one)};" for one in text),
    "JSON escapes": lambda text: "".join(f"\\u{ord(one):04x}" for one in text),
    "CSS escapes": lambda text: "".join(f"\\{ord(one):x} " for one in text),
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "base64 for addresses": lambda text: base64.urlsafe_b64encode(text.encode()).decode(),
    "base64 twice": lambda text: base64.b64encode(base64.b64encode(text.encode())).decode(),
    "base64 in lines": lambda text: "\n".join(
        base64.b64encode(text.encode()).decode()[at : at + 16] for at in range(0, 200, 16)
    ).strip(),
    "base64 backwards": lambda text: base64.b64encode(text.encode()).decode()[::-1],
    "base32": lambda text: base64.b32encode(text.encode()).decode(),
    "base58": lambda text: _in_alphabet(text, _BASE58),
    "base85": lambda text: base64.b85encode(text.encode()).decode(),
    "ascii85": lambda text: base64.a85encode(text.encode()).decode(),
    "hex": lambda text: text.encode().hex(),
    "hex with blanks": lambda text: text.encode().hex(" "),
    "hex with colons": lambda text: text.encode().hex(":"),
    "hex with 0x": lambda text: " ".join(f"0x{byte:02x}" for byte in text.encode()),
    "UTF-16 in hex": lambda text: text.encode("utf-16-be").hex(),
    "binary": lambda text: " ".join(f"{byte:08b}" for byte in text.encode()),
    "octal": lambda text: " ".join(f"{byte:o}" for byte in text.encode()),
    "decimals": lambda text: " ".join(map(str, text.encode())),
    "one number": lambda text: str(int.from_bytes(text.encode())),
    "rot13": lambda text: codecs.encode(text, "rot13"),
    "rot47": lambda text: "".join(chr(33 + (ord(one) - 33 + 47) % 94) if "!" <= one <= "~" else one for one in text),
    "Caesar": lambda text: _shifted(text, lambda _: 3),
    "Vigenère": lambda text: _shifted(text, lambda place: ord(_KEY[place % len(_KEY)]) - ord("a")),
    "atbash": lambda text: "".join(chr(219 - ord(one)) if one.islower() else chr(155 - ord(one)) if one.isupper() else one for one in text if one.isascii()),
    "xor in hex": lambda text: bytes(byte ^ 0x2A for byte in text.encode()).hex(),
    "gzip in base64": lambda text: base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode(),
    "zlib in base64": lambda text: base64.b64encode(zlib.compress(text.encode())).decode(),
    "zlib in hex": lambda text: zlib.compress(text.encode()).hex(),
    "quoted-printable": lambda text: "".join(f"={byte:02X}" for byte in text.encode()),
    "quoted-printable, as it is": lambda text: quopri.encodestring(text.encode()).decode(),
    "uuencoded": lambda text: binascii.b2a_uu(text.encode()[:45]).decode().strip(),
    "UTF-7": lambda text: text.encode("utf-7").decode(),
    "punycode": lambda text: f"ü{text}".encode("punycode").decode(),
    "Morse": lambda text: " ".join(_MORSE.get(one.lower(), "/") for one in text),
    "spoken letters": lambda text: " ".join(_SPOKEN[ord(one.lower()) - ord("a")] for one in text if one.isascii() and one.isalpha()),
    "digits as words": lambda text: " ".join(_DIGITS[int(one)] if one.isdigit() else one for one in text),
    "pig Latin": lambda text: " ".join(f"{word[1:]}{word[0]}ay" for word in _words(text)),
    "every second letter": lambda text: "".join(one + "qxzvk"[place % 5] for place, one in enumerate(text)),
    "a word between words": lambda text: " and so ".join(_words(text)),
    "columns": lambda text: "".join(text[at::5] for at in range(5)),
    "letters in pairs swapped": lambda text: "".join(text[at : at + 2][::-1] for at in range(0, len(text), 2)),
    "first letters of sentences": lambda text: " ".join(f"{one}ndeed." for one in text if one.isalnum()),
    "JSON": lambda text: json.dumps({"note": list(text)}),
    "in other words": lambda text: "You hold 12345 and 67 cents at that bank, in what is numbered four seven one one, zero eight one five.",
    "translated": lambda text: "Die Nummer des Kontos ist vier sieben eins eins null acht eins fünf, es hat zwölftausend Euro.",
}  # fmt: skip
"""Names of spellings, each with the function that makes it."""
