"""Which element of a page a recorded one is, by what it meant: unique, or not at all.

A recorded element is known by its kind and name, where it stood (heading, row, form, the text before it), where it led, and what
programs call it (id, test id, field name). Classes, tags and the place in the document are not asked. What would be a guess is
refused with its reason.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

Meaning = Mapping[str, Any]

_PRESSED: Final = frozenset({"button", "link", "clickable", "menuitem", "tab", "summary", "option"})
"""Kinds that a redesign turns into each other."""

_HANDLES: Final = ("test_id", "field", "id")
_SURE: Final = ("test_id", "field", "href")
"""What a redesign does not give to another element."""

_CHOICES: Final = frozenset({"radio", "option"})
"""Kinds of which several stand for one answer. They share their field's name and often words of their labels, so of these neither
says which one it is."""

_PLACES: Final = ("heading", "row", "form", "frame")
_SAME_PLACE: Final = ("heading", "row", "form")

_SAID_OF_ITS_ITEM: Final = ("about", "column", "frame_item")
"""What tells of an item apart from the boxes around: the control's description, the head of its column, what names its frame."""

_ENOUGH: Final = 3.0
_AHEAD: Final = 2.0
"""What the best of several has to have, and to be ahead of the next by."""

_WORD: Final = re.compile(r"\w+")

_AMOUNT: Final = re.compile(
    r"[$€£¥]\s*\d[\d.,]*|\(\s*\d[\d.,]*\s*\)|\d+[.,]\d\d\b|(?:page|step|results?|showing|rated|total)\s*\d[\d.,]*"
    r"|\d[\d.,]*\s*(?:[$€£¥%★]|(?:euros?|eur|usd|dollars?|chf|francs?|pounds?|kr|left|in stock|items?|pieces?|products?"
    r"|reviews?|ratings?|stars?|results?|comments?|new|unread|of \d+)\b)"
)
"""Figures beside the name of an item that change while it stays the same."""

_BADGES: Final = frozenset({
    "new", "sale", "sold", "out", "stock", "only", "left", "best", "seller", "popular", "discount", "off", "free", "shipping",
    "delivery", "limited", "offer", "from", "now", "was", "in", "available", "unavailable", "soon", "price", "reduced", "featured",
    "draft", "unread", "open", "closed", "done",
})  # fmt: skip
"""Words that come and go beside the name of an item."""

_LAST_WORDS: Final = 2
"""Words of a text that say where it ends."""

_LEAST_SENTENCE: Final = 3
_MOST_OWN: Final = 4
"""How many words items have in common that are worded alike, and how many each has of its own."""

_LONGEST_NAME: Final = 6
"""Words of a name; a longer text is a description, which changes."""


@dataclass(frozen=True, slots=True)
class Match:
    """The element ``found``. ``how`` is empty for one that is as it was, else by what it was found and what is different."""

    found: Meaning
    how: str = ""


@dataclass(frozen=True, slots=True)
class NoMatch:
    """Why no element is the recorded one. ``absent``: none could be; else one or several could, and it is not known which."""

    why: str
    absent: bool = False


def match(wanted: Meaning, candidates: Sequence[Meaning]) -> Match | NoMatch:
    """The one of ``candidates`` that ``wanted`` is. A candidate has ``wanted``'s fields, and whatever else the caller needs."""
    named = [candidate for candidate in candidates if _called(candidate) == _called(wanted)]
    # A person who writes a target may leave words of an item's name out, and says nothing of how many there were.
    repeated = wanted.get("alike", 0) > 1 or ("alike" in wanted and len(named) > 1)
    shared = _shared_by_items(named)
    others = [
        candidate
        for candidate in named
        if _is_of_another_item(wanted, candidate, repeated=repeated) or _is_worded_otherwise(wanted, candidate, shared)
    ]
    named = [candidate for candidate in named if candidate not in others]
    if others and not named:
        return NoMatch(_of_others(wanted, others), absent=True)
    candidates = [candidate for candidate in candidates if candidate not in others]
    same = [candidate for candidate in named if candidate["kind"] == wanted["kind"]]
    same = [candidate for candidate in same if _of(wanted, "item") and _of(candidate, "item") == _of(wanted, "item")] or same
    if same:
        return _of_the_same_name(wanted, same)
    pressed = [candidate for candidate in named if wanted["kind"] in _PRESSED and candidate["kind"] in _PRESSED]
    if wanted.get("name") and len(pressed) == 1 and wanted.get("alike", 0) <= 1:
        return Match(pressed[0], f"by its name; it was a {wanted['kind']} and is a {pressed[0]['kind']}")
    return _of_another_name(wanted, [candidate for candidate in candidates if candidate["kind"] == wanted["kind"]])


def _of_the_same_name(wanted: Meaning, same: Sequence[Meaning]) -> Match | NoMatch:
    exact = [candidate for candidate in same if all(_of(candidate, place) == _of(wanted, place) for place in _SAME_PLACE)]
    if len(exact) == 1 and wanted.get("same", 1) <= 1:
        if _is_behind_others(wanted, exact[0]):
            return NoMatch(_behind(wanted, exact[0]))
        return Match(exact[0], _difference(wanted, exact[0], "by its name and place"))
    if len(exact) > 1 or wanted.get("same", 1) > 1:
        return _twin(wanted, exact)
    if len(same) == 1 and wanted.get("alike", 0) <= 1:
        only = same[0]
        if _is_elsewhere(wanted, only):
            return NoMatch(f"the only {_shown(wanted)} is in another place: {_place(only)} instead of {_place(wanted)}")
        if _is_behind_others(wanted, only):
            return NoMatch(_behind(wanted, only))
        return Match(only, _difference(wanted, only, "by its name, which is the only one"))
    return _best(wanted, same)


def _twin(wanted: Meaning, twins: Sequence[Meaning]) -> Match | NoMatch:
    """One of several that a person could only count: by a handle, link target or the text before it, else by place among as many
    as there were."""
    # With one more or less of them, ids and places in the document may have gone to another.
    sure = (*_HANDLES, "href") if len(twins) == wanted.get("same", 1) else ("test_id", "field", "href")
    counted = ("path",) if len(twins) == wanted.get("same", 1) else ()
    for name in (*sure, "near", *counted):
        agreeing = [twin for twin in twins if _of(wanted, name) and _of(twin, name) == _of(wanted, name)]
        if len(agreeing) == 1 and not _is_behind_others(wanted, agreeing[0]):
            found = agreeing[0]
            by = "" if name in ("path", "href", "near") else _difference(wanted, found, f"by its {name.replace('_', ' ')}")
            return Match(found, by)
    placed = [twin for twin in twins if twin.get("place") == wanted.get("place") and twin.get("alike") == wanted.get("alike")]
    if len(placed) == 1 and wanted.get("place") and len(twins) == wanted.get("same", 1):
        return NoMatch(_behind(wanted, placed[0])) if _is_behind_others(wanted, placed[0]) else Match(placed[0])
    many = "one element is" if len(twins) == 1 else f"{len(twins)} elements are"
    return NoMatch(f"{many} {_shown(wanted)} at {_place(wanted)}, and the record does not say which")


def _best(wanted: Meaning, same: Sequence[Meaning]) -> Match | NoMatch:
    ranked = sorted(
        ((_alike(wanted, candidate), index) for index, candidate in enumerate(same) if not _contradicts(wanted, candidate)),
        reverse=True,
    )
    best, second = ranked[0][0] if ranked else 0.0, ranked[1][0] if len(ranked) > 1 else 0.0
    if best >= _ENOUGH and best - second >= _AHEAD:
        found = same[ranked[0][1]]
        return Match(found, _difference(wanted, found, "by its name and the text around it"))
    many = f"{len(same)} elements are" if len(same) > 1 else "an element is"
    return NoMatch(f"{many} {_shown(wanted)}, none clearly at {_place(wanted)}")


def _of_another_name(wanted: Meaning, of_kind: Sequence[Meaning]) -> Match | NoMatch:
    for name in ("test_id",) if wanted["kind"] in _CHOICES else _HANDLES:
        if not _of(wanted, name):
            continue
        held = [candidate for candidate in of_kind if _of(candidate, name) == _of(wanted, name)]
        if len(held) == 1 and not _contradicts(wanted, held[0]) and _is_renamed(wanted, held[0], of_kind, by=name):
            return Match(held[0], _difference(wanted, held[0], f"by its {name.replace('_', ' ')}"))
    leads = [candidate for candidate in of_kind if _leads(wanted) and _of(candidate, "href") == _of(wanted, "href")]
    if len(leads) == 1:
        return Match(leads[0], _difference(wanted, leads[0], "by where it leads"))
    return NoMatch(f"no element is named {_shown(wanted)} now", absent=True)


def _is_renamed(wanted: Meaning, candidate: Meaning, of_kind: Sequence[Meaning], *, by: str) -> bool:
    """Whether a person would say of an element of the same kind and handle that its label was reworded. An id may be given to
    something else, so its label has to be closer than every other one; a field of a form that has the same name sends the same."""
    if by == "field" and wanted["kind"] not in (*_PRESSED, "checkbox") and _of(candidate, "form") == _of(wanted, "form"):
        return True
    if _of(wanted, "placeholder") and _of(wanted, "placeholder") == _of(candidate, "placeholder"):
        return True
    rivals = [other for other in of_kind if other is not candidate and not _contradicts(wanted, other)]
    return _shared_words(wanted, candidate) > max((_shared_words(wanted, other) for other in rivals), default=0)


def _shared_words(wanted: Meaning, candidate: Meaning) -> int:
    return len(_words(_of(wanted, "name")) & _words(_of(candidate, "name")))


def _leads(wanted: Meaning) -> bool:
    href = _of(wanted, "href")
    return bool(href) and not href.startswith(("#", "javascript:"))


def _is_elsewhere(wanted: Meaning, candidate: Meaning) -> bool:
    """Whether everything around it is something else, and no handle says that it is the same."""
    if any(_of(wanted, name) and _of(wanted, name) == _of(candidate, name) for name in (*_HANDLES, "href")):
        return False
    compared = [place for place in ("heading", "row") if _of(wanted, place) and _of(candidate, place)]
    return (
        bool(compared)
        and all(not _words(_of(wanted, place)) & _words(_of(candidate, place)) for place in compared)
        and bool(_of(wanted, "row"))
    )


def _is_of_another_item(wanted: Meaning, candidate: Meaning, *, repeated: bool) -> bool:
    """Whether the names of their items, or else their rows or headings, say that it belongs to another item: each has words that
    the other lacks, or these names have other figures, or, of one of several alike, other words. A link target that is the same
    outweighs that; an id, a test id or a field's name does not, as every item may have it.
    """
    if _leads(wanted) and _of(wanted, "href") == _of(candidate, "href"):
        return False
    if _sends_to_another(_of(wanted, "form"), _of(candidate, "form")):
        return True
    if any(_names_another(_of(wanted, said), _of(candidate, said), repeated=repeated) for said in _SAID_OF_ITS_ITEM):
        return True
    if (wanted.get("behind") or candidate.get("behind")) and not _is_in_the_same_item(wanted, candidate):
        # The names of items stand behind their controls: what is before one is another item's.
        return bool(_names_another(_of(wanted, "after"), _of(candidate, "after"), repeated=repeated))
    for place in ("item", "row", "heading"):
        if _of(wanted, place) == _of(candidate, place) == _of(wanted, "name"):
            # Its own label says nothing of the item.
            continue
        if (another := _names_another(_of(wanted, place), _of(candidate, place), repeated=repeated)) is not None:
            return another
    return False


def _shared_by_items(named: Sequence[Meaning]) -> frozenset[str]:
    """Return the words of a sentence that each item has with other words in it; none where the items are not worded alike."""
    items = [_name_words(_of(candidate, "item")) for candidate in named]
    if len(items) < 2:
        return frozenset()
    shared = frozenset.intersection(*items)
    return shared if len(shared) >= _LEAST_SENTENCE and all(len(item - shared) <= _MOST_OWN for item in items) else frozenset()


def _is_worded_otherwise(wanted: Meaning, candidate: Meaning, shared: frozenset[str]) -> bool:
    """Whether the words of the items' sentence that are an item's own are others."""
    if not shared or (_leads(wanted) and _of(wanted, "href") == _of(candidate, "href")):
        return False
    was, is_now = _name_words(_of(wanted, "item")), _name_words(_of(candidate, "item"))
    return len(shared & was) >= _LEAST_SENTENCE and was - shared != is_now - shared


def _name_words(text: str) -> frozenset[str]:
    return distinctive_words(_AMOUNT.sub(" ", text.casefold())) - _BADGES


def _is_in_the_same_item(wanted: Meaning, candidate: Meaning) -> bool:
    """Whether both are in a box of its own for the item, which has the same name."""
    return bool(wanted.get("boxed") and candidate.get("boxed")) and _of(wanted, "item") == _of(candidate, "item")


def _sends_to_another(was: str, is_now: str) -> bool:
    """Whether two forms differ in one part of a path alone: /cart/oak and /cart/tin."""
    before, after = (form.partition("?")[0].strip("/").split("/") for form in (was, is_now))
    return len(before) == len(after) > 1 and sum(one != other for one, other in zip(before, after, strict=True)) == 1


def _names_another(was_named: str, is_named: str, *, repeated: bool) -> bool | None:
    """Whether two names of items are those of two; None where one of them says nothing."""
    was, is_now = distinctive_words(was_named), distinctive_words(is_named)
    if not was or not is_now:
        return None
    differs = bool(was - is_now) and bool(is_now - was)
    return differs or _is_variant(was_named, is_named, worded=repeated)


def _is_variant(was: str, is_now: str, *, worded: bool) -> bool:
    """Whether two names of items that have the same words, or one of them more, are names of two: Invoice 7 and Invoice 71; with
    ``worded``, also Oak lamp and Oak lamp XL. Prices, amounts and what a shop says beside a name are no part of it."""
    before, after = _figures(was), _figures(is_now)
    if before - after and after - before:
        return True
    words = [distinctive_words(_AMOUNT.sub(" ", name.casefold())) for name in (was, is_now)]
    return worded and max(map(len, words)) <= _LONGEST_NAME and not words[0] ^ words[1] <= _BADGES


def _figures(name: str) -> frozenset[str]:
    return frozenset(re.findall(r"\d+", _AMOUNT.sub(" ", name.casefold())))


def _of_others(wanted: Meaning, others: Sequence[Meaning]) -> str:
    place = next((place for place in (*_SAID_OF_ITS_ITEM, "item", "row", "heading") if _differs(wanted, others[0], place)), "after")
    names = ", ".join(dict.fromkeys(_quoted(_of(other, place)) for other in others[:3]))
    return f"{_shown(wanted)} belonged to {_quoted(_of(wanted, place))}, and is one of {names} now"


def _differs(wanted: Meaning, other: Meaning, place: str) -> bool:
    return bool(_of(wanted, place)) and bool(_of(other, place)) and _of(wanted, place) != _of(other, place)


def _is_behind_others(wanted: Meaning, candidate: Meaning) -> bool:
    """Whether the text before it has no word of what stood before the recorded one, or names something else, and no handle or link
    target says that it is the same: the row of another product."""
    if any(_is_surely_the_same(wanted, candidate, name) for name in _SURE):
        return False
    if not _is_in_the_same_item(wanted, candidate) and _is_parted(_of(wanted, "near"), _of(candidate, "near")):
        return True
    was, is_now = (distinctive_words(_of(each, "near")) - _words(_of(wanted, "name")) for each in (wanted, candidate))
    if not was or not is_now:
        return False
    if not was & is_now or max(len(was), len(is_now)) > _LONGEST_NAME:
        return not was & is_now
    # Two names may share a word: Oak lamp and Tin lamp.
    differ = bool(was - is_now - _BADGES) and bool(is_now - was - _BADGES)
    return differ or _is_variant(_of(wanted, "near"), _of(candidate, "near"), worded=wanted.get("alike", 0) > 1)


def _is_surely_the_same(wanted: Meaning, candidate: Meaning, name: str) -> bool:
    """Whether a link target, or a handle that is not numbered by its place in a list, is the same."""
    handle = _of(wanted, name)
    decides = _leads(wanted) if name == "href" else not any(map(str.isdigit, handle))
    return bool(handle) and handle == _of(candidate, name) and decides


def _is_parted(was: str, is_now: str) -> bool:
    """Whether other words have come between the text that stood before it and itself: “Oak lamp”, and “Oak lamp Gone Tin lamp”."""
    before, after = _plain_words(was), _plain_words(is_now)
    last = before[-_LAST_WORDS:]
    places = [place for place in range(len(after)) if after[place : place + len(last)] == last]
    if not last or not places:
        return False
    if after[places[-1] + len(last) :]:
        return True
    tail = set(after[-len(before) :])
    return len(before) <= _LONGEST_NAME and bool(set(before) - tail) and bool(tail - set(before))


def _plain_words(text: str) -> list[str]:
    """Return the words of ``text`` in their order, without amounts and what comes and goes beside a name."""
    words = _WORD.findall(_AMOUNT.sub(" ", text.casefold()))
    return [word for word in words if word not in _BADGES and not word.isdigit()]


def distinctive_words(text: str) -> frozenset[str]:
    """Return the words of ``text`` without figures, which prices share, unless there is nothing else."""
    words = _words(text)
    return frozenset(word for word in words if not word.isdigit()) or words


def _behind(wanted: Meaning, candidate: Meaning) -> str:
    return f"{_shown(wanted)} stands behind {_quoted(_of(candidate, 'near'))} now, and stood behind {_quoted(_of(wanted, 'near'))}"


def _contradicts(wanted: Meaning, candidate: Meaning) -> bool:
    """Whether its surroundings say that it is another one: a row that lost a word or number of the recorded row, or, where there is
    no row, another link target. Ids are not asked: a redesign may give them to anything. A test id or a link target that is the
    same outweighs the row: a price may have changed."""
    if any(_is_surely_the_same(wanted, candidate, name) for name in ("test_id", "href")):
        return False
    if _of(wanted, "row"):
        return not _words(_of(wanted, "row")) <= _words(_of(candidate, "row"))
    return _leads(wanted) and _leads(candidate)


def _alike(wanted: Meaning, candidate: Meaning) -> float:
    """How much of what stood around the recorded element stands around this one."""
    score = 0.0
    if _of(wanted, "row"):
        score += 4.0 * (_words(_of(wanted, "row")) <= _words(_of(candidate, "row")))
    score += 2.0 * (bool(_of(wanted, "heading")) and _of(wanted, "heading") == _of(candidate, "heading"))
    score += 1.0 * (bool(_of(wanted, "form")) and _of(wanted, "form") == _of(candidate, "form"))
    score += 3.0 * (_leads(wanted) and _of(wanted, "href") == _of(candidate, "href"))
    return score + sum(3.0 for name in _HANDLES if _of(wanted, name) and _of(wanted, name) == _of(candidate, name))


def _difference(wanted: Meaning, candidate: Meaning, by: str) -> str:
    """``by`` with what is different; empty where nothing is."""
    changed = [
        f"its {name.replace('_', ' ')} is {_quoted(_of(candidate, name))}, was {_quoted(_of(wanted, name))}"
        for name in ("name", *_PLACES, *_HANDLES, "href")
        if _of(wanted, name) != _of(candidate, name)
    ]
    return f"{by}; {', '.join(changed[:3])}" if changed else ""


def _called(meaning: Meaning) -> str:
    return " ".join(_of(meaning, "name").casefold().split())


def _of(meaning: Meaning, name: str) -> str:
    return str(meaning.get(name) or "")


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(text.casefold()) if len(word) > 1)


def _quoted(text: str) -> str:
    return f"“{text if len(text) <= 60 else text[:59] + '…'}”" if text else "none"


def _shown(meaning: Meaning) -> str:
    return f"[{meaning['kind']}] {meaning.get('name', '')}".rstrip()


def _place(meaning: Meaning) -> str:
    named = [f"{place} {_quoted(_of(meaning, place))}" for place in _SAME_PLACE if _of(meaning, place)]
    return ", ".join(named) or "the same place"
