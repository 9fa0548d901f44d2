"""The nearest names to one that does not exist: words that both have, else spelling."""

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import Final

_ALIKE: Final = 0.7
"""Of two spellings: below this they are different words, as ``paste`` and ``state`` are (0.6)."""

_LONGEST: Final = 60
"""Characters of a name that are compared; comparing takes the product of both lengths."""

_FEWEST: Final = 3
"""Letters of a word that tells something when two names share it."""


def nearest(name: str, names: Iterable[str], meant_by: Mapping[str, str] | None = None, most: int = 3) -> list[str]:
    """The names closest to ``name``, best first. ``meant_by``: other spellings of them, which count and are not proposed."""
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")[:_LONGEST]
    known = {**(meant_by or {}), **{own: own for own in names}}
    scores: dict[str, float] = {}
    for spelling, own in known.items():
        if (score := _alike(wanted, spelling.lower())) >= _ALIKE:
            scores[own] = max(score, scores.get(own, 0))
    return sorted(scores, key=lambda own: -scores[own])[:most]


def _alike(wanted: str, known: str) -> float:
    by_spelling = SequenceMatcher(None, wanted, known).ratio()
    words = {word for word in wanted.split("_") if len(word) >= _FEWEST}
    shared = words & set(known.split("_"))
    # The name has every word of the known one, as click_element has: nearer than one that shares a part of it.
    by_words = 0.0
    if shared:
        by_words = _ALIKE + 0.25 * len(shared) / len({*words, *known.split("_")})
    return max(by_spelling, by_words)
