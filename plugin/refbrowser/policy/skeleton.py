"""Texts as a person reads them: letters that look alike are the same letter (UTS #39)."""

import re
import unicodedata
from functools import lru_cache
from string import ascii_letters
from typing import Final

_LETTER: Final = re.compile(r"\b(?:LETTER|CAPITAL|SMALL|INDICATOR SYMBOL LETTER) ([A-Z])(?: WITH .*)?$")
"""The names of letters in another shape: small capitals, letters in boxes and circles, regional and tag letters."""

_FILLERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that look like a blank."""

_UNSEEN: Final = frozenset({"Mn", "Me", "Cf"})
_KEPT_BLANKS: Final = frozenset(" \t\n\r\f\xa0")
_WORD: Final = re.compile(r"[^\W_]+")
_SPACED: Final = re.compile(r"(?<!\w)[^\W_](?:[ ._·•-][^\W_](?![^\W_]))+")
_REORDERED: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
_SPELLED_OUT: Final = re.compile("[<(]U\\+(202[A-E]|206[6-9])[>)]")
"""Such a mark in a name as the page engine writes it."""

_TURNED: Final = dict(zip("ɐqɔpǝɟƃɓɥᴉıɾʞlɯuodbɹsʇnʌʍxʎz", "abcdefgghiijklmnopqrstuvwxyz", strict=True))
"""Letters that stand on their heads."""

_ASCII_LETTERS: Final = frozenset(ascii_letters)

_RIGHT_TO_LEFT: Final = "\u202e"
_ENDS: Final = frozenset("\u202c\u2069")
_IN_WORDS: Final = str.maketrans("01|I", "olll")
_PAIRS: Final = (("m", "rn"), ("w", "vv"))


def plain(text: str) -> str:
    """``text`` as it is compared: compatible forms as one (NFKC), no invisible characters, blanks as one, case folded."""
    normal = unicodedata.normalize("NFKC", text)
    return " ".join(
        "".join(
            character for character in normal if character.isspace() or unicodedata.category(character) not in ("Cf", "Cc")
        ).split()
    ).casefold()


@lru_cache(maxsize=256)
def readings(text: str) -> frozenset[str]:
    """Every text that ``text`` may be read as."""
    texts = {text}
    if "U+20" in text:
        text = _SPELLED_OUT.sub(lambda mark: chr(int(mark[1], 16)), text)
    if _REORDERED.search(text):
        texts |= {text, text[::-1], _as_painted(text)}
    if _TURNED.keys() & set(text) - _ASCII_LETTERS:
        texts |= {"".join(_TURNED.get(character, character) for character in reversed(each)) for each in texts}
    if not text.isascii():
        # A narrow blank in a word does not part it.
        texts |= {"".join(character for character in each if not _is_odd_blank(character)) for each in texts}
    folded = {in_latin(each) for each in texts}
    compared = {
        plain(character) for character in texts | folded | {_WORD.sub(_with_digits_as_letters, character) for character in folded}
    }
    compared |= {_SPACED.sub(_joined, character) for character in compared}
    return frozenset(compared | {_without_pairs(character) for character in compared})


def skeleton(pattern: str) -> str:
    """``pattern``, a glob, as it is compared with :func:`readings`."""
    return _without_pairs(plain(in_latin(pattern)))


def _as_painted(text: str) -> str:
    """``text`` with what its overrides of direction enclose from right to left, and without these marks."""
    levels: list[tuple[bool, list[str]]] = [(False, [])]
    # Marks that are not closed end with the text.
    for character in text + "\u202c" * len(_REORDERED.findall(text)):
        if not _REORDERED.match(character):
            levels[-1][1].append(character)
        elif character not in _ENDS:
            levels.append((character == _RIGHT_TO_LEFT, []))
        elif len(levels) > 1:
            is_reversed, inner = levels.pop()
            levels[-1][1].append("".join(reversed(inner) if is_reversed else inner))
    return "".join(levels[0][1])


def _without_pairs(text: str) -> str:
    for letter, pair in _PAIRS:
        text = text.replace(letter, pair)
    return text


def _joined(letters: re.Match[str]) -> str:
    return letters[0][::2]


def _with_digits_as_letters(word: re.Match[str]) -> str:
    return word[0].translate(_IN_WORDS) if any(map(str.isalpha, word[0])) else word[0]


def _is_odd_blank(character: str) -> bool:
    return character in _FILLERS or (character.isspace() and character not in _KEPT_BLANKS)


def in_latin(text: str) -> str:
    """``text`` with the ASCII letters that its letters look like. A word of another script of which not all letters look like these
    is read in its own."""
    if text.isascii():
        return text
    marked = unicodedata.normalize("NFKD", "".join(_letter(character) for character in text))
    bare = "".join(
        " " if character in _FILLERS else character for character in marked if unicodedata.category(character) not in _UNSEEN
    )
    return _WORD.sub(_word_folded, bare)


def _word_folded(match: re.Match[str]) -> str:
    word = match[0]
    folded = "".join(_look_alike(letter) for letter in word)
    return folded if folded.isascii() or any(letter.isascii() and letter.isalpha() for letter in word) else word


@lru_cache(maxsize=4096)
def _letter(character: str) -> str:
    """The letter that ``character`` is a shape of, by its name."""
    if character.isascii() or unicodedata.category(character) in ("Mn", "Me"):
        return character
    name = unicodedata.name(character, "")
    letter = _LETTER.search(name) if "LATIN" in name or "INDICATOR" in name else None
    return letter[1].lower() if letter is not None else character


@lru_cache(maxsize=4096)
def _look_alike(character: str) -> str:
    """The ASCII letter or digit that ``character`` looks like; itself where there is none."""
    if character.isascii():
        return character
    near = _alike(character)
    found = [
        candidate
        for candidate in (*near, *(far for candidate in near for far in _alike(candidate)))
        if candidate.isascii() and candidate.isalnum()
    ]
    return next((candidate for candidate in found if candidate.isalpha()), found[0] if found else character)


def _alike(character: str) -> list[str]:
    # The table is large, and no text in ASCII needs it.
    from confusable_homoglyphs.confusables import confusables_data

    return [_letter(entry["c"][0]) for entry in confusables_data.get(character, ()) if _is_letter_with_marks(entry["c"])]


def _is_letter_with_marks(text: str) -> bool:
    return all(unicodedata.combining(mark) for mark in text[1:])
