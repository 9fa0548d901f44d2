"""Suggest the nearest names to an unknown one, by shared words and by spelling."""

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import Final

_ALIKE: Final = 0.7
"""Least similarity of two spellings; ``paste`` and ``state`` (0.6) are different words."""

_LONGEST: Final = 60
"""Characters of a name that are compared; the time grows with the product of both lengths."""

_FEWEST: Final = 3
"""Letters of the shortest word that counts as shared."""


def nearest(name: str, names: Iterable[str], meant_by: Mapping[str, str] | None = None, most: int = 3) -> list[str]:
    """Return up to ``most`` of ``names`` close to ``name``, best first. ``meant_by`` maps aliases to names; aliases are matched but
    not suggested."""
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
    # The more of its words two names share, the closer they are: click_element is closest to click.
    by_words = 0.0
    if shared:
        by_words = _ALIKE + 0.25 * len(shared) / len({*words, *known.split("_")})
    return max(by_spelling, by_words)
