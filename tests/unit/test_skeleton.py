"""What a rule names is compared with what a person reads, not with the characters of which it is made."""

import pytest

from refbrowser.policy.rules import TargetGlobs

TAGS = "".join(chr(0xE0000 + ord(letter)) for letter in "Buy")
SPELLINGS = {
    "Cyrillic": "Вuу now", "all Cyrillic": "Вуу Вυу", "Greek": "Βυу", "small capitals": "ʙᴜʏ", "regional": "🇧🇺🇾", "tags": TAGS, "variation selectors": "B\ufe0fu\ufe0fy",
    "struck through": "B\u0336u\u0336y\u0336", "accents": "B\u0301ü\u0308ý", "thin blanks": "B\u2009u\u2009y", "hair blanks": "B\u200au\u200ay now", "Hangul fillers": "B\u3164u\u3164y",
    "Braille blanks": "B\u2800u\u2800y", "soft hyphens": "B\u00aduy", "joiners": "B\u200du\u200cy", "a grapheme joiner": "B\u034fuy", "circles": "Ⓑⓤⓨ", "dark boxes": "🅱🆄🆈", "dark circles": "🅑🅤🅨",
    "boxes": "🄱🅄🅈", "parentheses": "🄑⒰⒴", "mathematical": "𝐁𝓊𝕪", "full width": "Ｂｕｙ", "blanks": "B u y now", "hard blanks": "B\u00a0u\u00a0y", "an override": "\u202eyuB\u202c now",
    "a part that is overridden": "not \u202eyuB\u202c now", "an override that is not closed": "x \u202eyuB", "an override in another": "\u202eyu\u202dB\u202c\u202c",
    "an override as the page engine writes it": "not <U+202E>yuB<U+202C> now", "a stroke": "Ƀuy",
    "Armenian": "Bսу", "Cherokee": "Ᏼuy", "Lisu": "ꓐꓴꓬ", "a vowel separator": "B\u180euy", "a control": "B\x01uy", "modifiers": "ᴮᵘʸ", "stops": "B.u.y", "hyphens": "B-u-y", "lines": "B\nu\ny",
}  # fmt: skip
OTHERS = {
    "*pay*": ("Браузер", "Set up a year", "Pray", "Παραγγελία"), "*buy*": ("Бюро", "A B C", "Müller", "Bus", "Βιβλίο", "立即购买", "Tab uyghur"), "*10*": ("Download RADIO", "Login"),
}  # fmt: skip


@pytest.mark.parametrize("text", SPELLINGS.values(), ids=SPELLINGS)
def test_a_look_alike_matches(text: str) -> None:
    assert TargetGlobs(["*buy*"]).may_match(text)
    assert not TargetGlobs(["*sell*"]).may_match(text)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [("*delete*", "De1ete"), ("*delete*", "DeIete"), ("*confirm*", "Confirrn"), ("*купить*", "Купить"), ("*order*", "0rder")],
)
def test_letters_that_look_alike_in_ascii(pattern: str, text: str) -> None:
    assert TargetGlobs([pattern]).may_match(text)


@pytest.mark.parametrize("pattern", OTHERS)
def test_other_words_do_not_match(pattern: str) -> None:
    assert [text for text in OTHERS[pattern] if TargetGlobs([pattern]).may_match(text)] == []
