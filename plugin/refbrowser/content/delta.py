"""Compare two captures of one page: new, removed and changed lines, with live refs, capped."""

import re
from collections.abc import Mapping, Sequence, Set
from difflib import SequenceMatcher
from typing import Final

from refbrowser.content.long_lines import LINE_LIMIT, around_change, by_control, changes_late, with_control
from refbrowser.content.marks import first_ref, plain_text, refs_of, without_blocked, without_states, without_tickers

MOST_LINES: Final = 12
MOST_CHARACTERS: Final = 1600
MOST_GONE: Final = 2
"""Removed lines that are shown when the changes exceed the cap."""

_MOST_BLOCKED: Final = 3
"""Controls with a changed line each where nothing but whether they are blocked has changed."""

_EXACT_LIMIT: Final = 400
"""Unmatched blocks up to this many lines are compared line by line, which is quadratic; larger ones are split at unique lines."""


def delta(
    before: Sequence[str],
    after: Sequence[str],
    known: Set[int] = frozenset(),
    outdated: Set[int] = frozenset(),
    *,
    tickers: bool = True,
) -> list[str]:
    """Lines that are ``+`` new, ``-`` gone, ``~`` changed (the line of the same ref, as it reads now) or ``moved``, in page order.

    ``before`` and ``after`` are the marked lines of two captures. The focus is ignored: every press moves it, and receipts report
    it in a field of its own. So are states and values of the ``known`` refs, which receipts read back: they make no line a changed
    one, and one that has changed shows them. Refs in ``outdated`` have been reported with another state since ``before``: their
    lines count as changed even where they read the same. Without ``tickers``, text that changes by itself all the time is left out.
    Where a modal dialog blocks all that was there, or blocks it no longer, one
    line has their number.
    """
    if not tickers:
        before, after = without_tickers(before), without_tickers(after)
    if outdated:
        before = [line + _OUTDATED if any(int(ref) in outdated for ref in refs_of(line)) else line for line in before]
    old, new = _unequal(before, after)
    # Refs are unique, and so is a line without the states of one.
    stated = {without_states(line, known): without_states(line, frozenset()) for line in new}
    old, new = _unequal([without_states(line, known) for line in old], [without_states(line, known) for line in new])
    old, new, readings, blocked = _unblocked(old, new)
    changed: list[str] = []
    for removed, added in _blocks(old, new):
        changed.extend(_paired(removed, added, {line: stated[readings.get(line, line)] for line in added}))
    return [*blocked, *_with_moves([plain_text(line) for line in changed], after)]


def _with_moves(changed: Sequence[str], after: Sequence[str]) -> Sequence[str]:
    """Return the changes with one line for each that went and came, in place of both: where it is now. Its refs say that it is the
    same."""
    gone, come = ({line[2:] for line in changed if line.startswith(sign)} for sign in ("- ", "+ "))
    moved = {line for line in gone & come if _REF.search(line)}
    if not moved:
        return changed
    page = [line.strip() for line in map(plain_text, after) if line.strip()]
    following = dict(zip(page, [*page[1:], ""], strict=True))
    kept = [line for line in changed if not (line.startswith("- ") and line[2:] in moved)]
    return [_move(line[2:], following.get(line[2:], "")) if line[:2] == "+ " and line[2:] in moved else line for line in kept]


def _move(line: str, following: str) -> str:
    where = f"before {_start_of(following)}" if following else "to the end"
    return f"moved {_start_of(line)} {where}"


def _start_of(line: str) -> str:
    """Return the beginning of a line, without its list mark."""
    start = line.removeprefix("- ")
    return start if len(start) <= _MOST_OF_A_LINE else start[: _MOST_OF_A_LINE - 1] + "…"


_MOST_OF_A_LINE: Final = 60
"""How many characters of a moved line, and of the one that it is before now, are shown."""

_OUTDATED: Final = "\x07"
"""Makes a line differ from the same line; no reader is shown it."""


def _unblocked(old: Sequence[str], new: Sequence[str]) -> tuple[Sequence[str], Sequence[str], dict[str, str], list[str]]:
    """Both without the state of being blocked where that changed for many controls; then the new lines as they read now, by what
    they are without it, and a line for those that became blocked and for those that are so no longer."""
    was, bare_old = _blocked_refs(old)
    blocked_after, bare_new = _blocked_refs(new)
    on_both = {number for line in bare_old for number in refs_of(line)} & {number for line in bare_new for number in refs_of(line)}
    became, ended = (blocked_after - was) & on_both, (was - blocked_after) & on_both
    if max(len(became), len(ended)) <= _MOST_BLOCKED:
        return old, new, {}, []
    lines = [
        f"~ {len(some)} controls {what}" for some, what in ((became, "are blocked now"), (ended, "are no longer blocked")) if some
    ]
    return *_unequal(bare_old, bare_new), dict(zip(bare_new, new, strict=True)), lines


def _blocked_refs(lines: Sequence[str]) -> tuple[set[str], list[str]]:
    stripped = [without_blocked(line) for line in lines]
    return {number for _, numbers in stripped for number in numbers}, [line for line, _ in stripped]


def _unequal(before: Sequence[str], after: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Both without the lines at their beginning and at their end that are the same."""
    start = 0
    most = min(len(before), len(after))
    while start < most and before[start] == after[start]:
        start += 1
    end = 0
    while end < most - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return before[start : len(before) - end], after[start : len(after) - end]


def capped(changes: Sequence[str]) -> tuple[str, bool]:
    """Return the changes as one text, and whether it is complete. Removed lines are dropped before lines that have live refs."""
    if len(changes) > MOST_LINES:
        changes = _without_most_gone(changes)
    shown: list[str] = []
    room = MOST_CHARACTERS
    for line in changes:
        text = line if len(line) <= LINE_LIMIT else line[: LINE_LIMIT - 1] + "…"
        if len(shown) == MOST_LINES or len(text) > room:
            rest = len(changes) - len(shown)
            return "\n".join([*shown, f"… {rest} more changed lines: content with mode changes shows them"]), False
        shown.append(text)
        room -= len(text)
    return "\n".join(shown), all(len(line) <= LINE_LIMIT and not line.startswith(_LEFT_OUT) for line in changes)


_REF: Final = re.compile(r"(?<= )\d+(?=])")


def is_remade(changes: str) -> bool:
    """Return whether the changes are lines that went and came again with other refs and nothing else."""
    gone, come = (sorted(_REF.sub("", line[2:]) for line in changes.split("\n") if line.startswith(sign)) for sign in ("- ", "+ "))
    return bool(gone) and gone == come and len(gone) + len(come) == changes.count("\n") + 1


_LEFT_OUT: Final = "- … "


def _without_most_gone(changes: Sequence[str]) -> list[str]:
    """Replace all but the first few removed lines by one line that counts them."""
    kept: list[str] = []
    gone = 0
    place = 0
    for line in changes:
        if line.startswith("- "):
            gone += 1
            if gone > MOST_GONE:
                continue
            place = len(kept) + 1
        kept.append(line)
    if gone > MOST_GONE:
        kept.insert(place, f"{_LEFT_OUT}{gone - MOST_GONE} more lines removed")
    return kept


def _blocks(old: Sequence[str], new: Sequence[str]) -> list[tuple[Sequence[str], Sequence[str]]]:
    """Return the differing blocks: split at lines that are unique on both sides (patience diff), then compared line by line."""
    if not old or not new:
        return [(old, new)] if old or new else []
    if len(old) <= _EXACT_LIMIT and len(new) <= _EXACT_LIMIT:
        matcher = SequenceMatcher(None, old, new, autojunk=False)
        return [(old[a:b], new[c:d]) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"]
    anchors = _anchors(old, new)
    if not anchors:
        return [(old, new)]
    blocks: list[tuple[Sequence[str], Sequence[str]]] = []
    last_old = last_new = 0
    for at_old, at_new in [*anchors, (len(old), len(new))]:
        blocks.extend(_blocks(old[last_old:at_old], new[last_new:at_new]))
        last_old, last_new = at_old + 1, at_new + 1
    return blocks


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return the longest increasing sequence of lines that are unique on both sides, as pairs of indexes."""
    where_old, where_new = _unique(old), _unique(new)
    pairs = [(where_old[line], index) for line, index in where_new.items() if line in where_old]
    pairs.sort()
    tails: list[int] = []
    chain: list[tuple[int, int, int]] = []
    best: list[int] = []
    for at_old, at_new in pairs:
        low, high = 0, len(tails)
        while low < high:
            middle = (low + high) // 2
            if tails[middle] < at_new:
                low = middle + 1
            else:
                high = middle
        chain.append((at_old, at_new, best[low - 1] if low else -1))
        if low == len(tails):
            tails.append(at_new)
            best.append(len(chain) - 1)
        else:
            tails[low] = at_new
            best[low] = len(chain) - 1
    result: list[tuple[int, int]] = []
    link = best[-1] if best else -1
    while link >= 0:
        at_old, at_new, previous = chain[link]
        result.append((at_old, at_new))
        link = previous
    return result[::-1]


def _unique(lines: Sequence[str]) -> dict[str, int]:
    seen: dict[str, int] = {}
    repeated: set[str] = set()
    for index, line in enumerate(lines):
        if line in seen:
            repeated.add(line)
        seen[line] = index
    return {line: index for line, index in seen.items() if line not in repeated}


def _paired(removed: Sequence[str], added: Sequence[str], readings: Mapping[str, str]) -> list[str]:
    """Mark the lines; a removed and a new line whose first ref is the same are one changed line. ``readings``: how new lines
    read."""
    any_long = any(len(line) > LINE_LIMIT for line in (*removed, *added))
    new_refs = {first_ref(line) for line in added} - {None}
    old_refs = {ref: line for line in removed if (ref := first_ref(line)) is not None}
    gone = [line for line in removed if first_ref(line) not in new_refs]
    come = {line: readings[line] for line in added}
    if any_long and len(removed) == len(added) == len(gone) == 1 and changes_late(removed[0], added[0]):
        gone[0], come[added[0]] = around_change(gone[0].strip(), readings[added[0]].strip())
    result = [f"- {line.strip()}" for line in gone if line.strip()]
    for line in added:
        old = old_refs.get(first_ref(line) or "")
        if old is not None and any_long and changes_late(old, line):
            result += _late_change(old, line, readings[line])
        elif line.strip():
            result.append(f"{'+' if old is None else '~'} {come[line].strip()}")
    return result


def _late_change(old: str, new: str, reading: str) -> list[str]:
    """What differs in a line that begins alike: control by control, and of a single one the text from where it differs."""
    before, after = by_control(old), by_control(new)
    if len(before) == len(after) == 1:
        return [f"~ {with_control(reading.strip(), around_change(old.strip(), reading.strip())[1])}"]
    # A line and how it reads differ by the states of its controls, which are no parts of their own.
    reads = dict(zip(after, by_control(reading), strict=True))
    blocks = (_paired(removed, added, {part: reads[part] for part in added}) for removed, added in _blocks(before, after))
    return [line for block in blocks for line in block]
