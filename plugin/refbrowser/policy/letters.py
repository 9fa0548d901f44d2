"""Texts as they are compared: letters and digits alone, in runs whose hashes are kept in place of the text."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Final

RUN: Final = 12
"""Letters of which a hash is kept, from each letter on."""

SHORTEST_PHRASE: Final = 4
"""Letters of a phrase, shorter than a run, that is known as a whole."""

_WORD: Final = re.compile(r"[^\W_]+")
_SIGN: Final = re.compile(r"[^\w\s]|_|\s(?=\s)")
_SIGNS_OF_WORD: Final = 2


class Letters:
    """The letters and digits of a text without case, accents and compatibility forms: ``text`` without what is between them,
    ``words`` with where each begins in it."""

    __slots__ = ("_runs", "begins", "text", "words")

    def __init__(self, text: str) -> None:
        self.words = _WORD.findall(_folded(text))
        self.text = "".join(self.words)
        self.begins: list[int] = []
        at = 0
        for word in self.words:
            self.begins.append(at)
            at += len(word)
        self._runs: list[int] | None = None

    def __len__(self) -> int:
        return len(self.text)

    @property
    def runs(self) -> list[int]:
        """The hash of the run that begins at each letter."""
        if self._runs is None:
            text = self.text
            self._runs = [hash(text[at : at + RUN]) for at in range(len(text) - RUN + 1)]
        return self._runs

    def phrases(self) -> Iterator[int]:
        """The hashes of words in a row that are shorter than a run together."""
        for first in range(len(self.words)):
            phrase = ""
            for word in self.words[first : first + SHORTEST_PHRASE]:
                if len(phrase := phrase + word) >= RUN:
                    break
                if len(phrase) >= SHORTEST_PHRASE:
                    yield hash(phrase)

    def words_between(self, start: int, end: int) -> int:
        """The number of words that lie wholly between two letters."""
        first, last = bisect_left(self.begins, start), bisect_left(self.begins, end) - 1
        if last < first:
            return 0
        return last - first + (self.begins[last] + len(self.words[last]) <= end)

    def covered(self, runs: Sequence[Container[int]], words: Container[str] = (), least: int = RUN) -> bytearray:
        """Return 1 for each letter that lies in one of the ``words``, or where ``least`` letters in a row are as in a text that one
        of the ``runs`` is of; 0 for the others."""
        mask = bytearray(len(self.text))
        for run in runs:
            for start, end in self.stretches(run):
                if end - start >= least:
                    mask[start:end] = b"\1" * (end - start)
        if words:
            for begin, word in zip(self.begins, self.words, strict=True):
                if word in words:
                    mask[begin : begin + len(word)] = b"\1" * len(word)
        return mask

    def stretches(self, runs: Container[int]) -> Iterator[tuple[int, int]]:
        """Where letters begin and end that follow each other as in the text that the ``runs`` are of."""
        begin: int | None = None
        for at, run in enumerate(self.runs):
            if run in runs:
                begin = at if begin is None else begin
            elif begin is not None:
                yield begin, at - 1 + RUN
                begin = None
        if begin is not None:
            yield begin, len(self.text)


def signs_beyond(text: str, words: int) -> int:
    """Return how many signs and blanks, invisible ones too, a text has beyond what so many words have around them: text can be
    written in these alone."""
    return max(0, len(_SIGN.findall(text)) - _SIGNS_OF_WORD * words)


def words_of(texts: Iterable[str]) -> frozenset[str]:
    """Return the words of the texts, as :class:`Letters` has them."""
    return frozenset(word for text in texts for word in _WORD.findall(_folded(text)))


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    marked = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in marked if unicodedata.category(character) not in ("Mn", "Me", "Cf"))
