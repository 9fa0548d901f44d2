"""Compare two captures of one page: new, removed and changed lines, with live refs, capped."""

import re
from collections.abc import Mapping, Sequence, Set
from difflib import SequenceMatcher
from typing import Final

from refbrowser.content.long_lines import LINE_LIMIT, around_change, changes_late
from refbrowser.content.marks import (
    first_ref,
    has_images,
    images_of,
    place_in_list,
    plain_text,
    refs_of,
    unlisted,
    without_blocked,
    without_images,
    without_states,
    without_tickers,
)
from refbrowser.content.pieces import MOVED, changed_pieces
from refbrowser.content.removed import with_removed_blocks

MOST_LINES: Final = 12
"""Lines without a control that is there now."""

MOST_CHARACTERS: Final = 1600

MOST_CONTROL_LINES: Final = 50
MOST_CONTROL_CHARACTERS: Final = 3200
"""Of lines with controls that are there now: a month of days, each with its date."""

LEAST_CHARACTERS: Final = 500
"""Kept for other lines where there are so many controls."""

MOST_GONE: Final = 2
"""Removed lines that are shown when the changes exceed the cap."""

_LONGEST_LABEL: Final = 80
"""Characters shown of each control on a line that exceeds :data:`LINE_LIMIT`."""

_CONTROL: Final = re.compile(r"\[[^\[\]\n]*? \d+]")
_AT_CONTROL: Final = re.compile(r"(?=\[[^\[\]\n]*? \d+])")
_LEFT_OUT: Final = "- … "

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
    """Lines that are ``+`` new, ``-`` gone, ``~`` changed (of the line of the same refs, what changed, as it reads now) or
    ``moved``, in page order. Lines with controls that are gone together are one line.

    ``before`` and ``after`` are the marked lines of two captures. The focus is ignored: every press moves it, and receipts report
    it in a field of its own. So are states and values of the ``known`` refs, which receipts read back: they make no line a changed
    one, and one that has changed shows them. Refs in ``outdated`` have been reported with another state since ``before``: their
    lines count as changed even where they read the same. Without ``tickers``, text that changes by itself all the time is left out.
    Where a modal dialog blocks all that was there, or blocks it no longer, one line has their number.
    """
    if not tickers:
        before, after = without_tickers(before, after)
    after, read_as = _with_earlier_images(before, after)
    if outdated:
        before = [line + _OUTDATED if any(int(ref) in outdated for ref in refs_of(line)) else line for line in before]
    old, new = _unequal(before, after)
    # Refs are unique, and so is a line without the states of one.
    stated = {without_states(line, known, places=False): without_states(read_as.get(line, line), frozenset()) for line in new}
    was = {without_states(line, known, places=False): without_states(line, known) for line in old}
    old, new = _unequal(
        [without_states(line, known, places=False) for line in old], [without_states(line, known, places=False) for line in new]
    )
    old, new, readings, blocked = _unblocked(old, new, after)
    changed: list[str] = []
    for removed, added in _blocks(old, new):
        changed.extend(_paired(removed, added, was, {line: stated[readings.get(line, line)] for line in added}))
    moved = _with_moves([plain_text(line) for line in changed], before, after)
    return [*blocked, *(with_removed_blocks(moved) if any(line.startswith("- ") for line in moved) else moved)]


def _with_earlier_images(before: Sequence[str], after: Sequence[str]) -> tuple[Sequence[str], dict[str, str]]:
    """Return the lines after, those with images that the page made anew as they were before; and these as they read now, by what
    they were. Without this, each image of a page that is rendered again would be gone and new."""
    was = {number for line in before if has_images(line) for number in images_of(line)}
    come = [index for index, line in enumerate(after) if has_images(line) and not was.issuperset(images_of(line))] if was else []
    if not come:
        return after, {}
    now = {number for line in after if has_images(line) for number in images_of(line)}
    gone: dict[str, list[str]] = {}
    for line in before:
        if has_images(line) and not now.issuperset(images_of(line)):
            gone.setdefault(without_images(line), []).append(line)
    lines, read_as = list(after), dict[str, str]()
    for index in come:
        if same := gone.get(without_images(after[index])):
            lines[index] = same.pop(0)
            read_as[lines[index]] = after[index]
    return lines, read_as


def _with_moves(changed: Sequence[str], before: Sequence[str], after: Sequence[str]) -> Sequence[str]:
    """Return the changes with one line for each that went and came, in place of both: where it is now. Its refs say that it is the
    same."""
    gone, come = ({line[2:] for line in changed if line.startswith(sign)} for sign in ("- ", "+ "))
    moved = {line for line in gone & come if _REF.search(line)}
    if not moved:
        return changed
    page = [shown for line in after if (shown := plain_text(unlisted(line)))]
    was = {plain_text(unlisted(line)) for line in before}
    following = dict(zip(page, [*page[1:], ""], strict=True))
    kept = [line for line in changed if not (line.startswith("- ") and line[2:] in moved)]
    lines: list[str] = []
    for line in kept:
        if not (line.startswith("+ ") and line[2:] in moved):
            lines.append(line)
        elif line[2:] in was and line[2:] in following:
            lines.append(_move(line[2:], following[line[2:]]))
        # Else lines break elsewhere, and nothing has moved.
    return lines


def _move(line: str, following: str) -> str:
    where = f"before {_start_of(following)}" if following else "to the end"
    return f"{MOVED}{_start_of(line)} {where}"


def _start_of(line: str) -> str:
    return line if len(line) <= _MOST_OF_A_LINE else line[: _MOST_OF_A_LINE - 1] + "…"


_MOST_OF_A_LINE: Final = 60
"""How many characters of a moved line, and of the one that it is before now, are shown."""

_REF: Final = re.compile(r"(?<= )\d+(?=])")

_OUTDATED: Final = "\x07"
"""Makes a line differ from the same line; no reader is shown it."""


def _unblocked(
    old: Sequence[str], new: Sequence[str], page: Sequence[str]
) -> tuple[Sequence[str], Sequence[str], dict[str, str], list[str]]:
    """Both without the state of being blocked where that changed for many controls; then the new lines as they read now, by what
    they are without it, and a line for those that became blocked and for those that are so no longer. ``page``: all of the lines
    now."""
    was, bare_old = _blocked_refs(old)
    blocked_after, bare_new = _blocked_refs(new)
    on_both = {number for line in bare_old for number in refs_of(line)} & {number for line in bare_new for number in refs_of(line)}
    became, ended = (blocked_after - was) & on_both, (was - blocked_after) & on_both
    if max(len(became), len(ended)) <= _MOST_BLOCKED:
        return old, new, {}, []
    lines = [f"~ {_cover(bare_old, new, page, was | on_both)}{len(became)} controls are blocked now"] if became else []
    lines += [f"~ {len(ended)} controls are no longer blocked"] if ended else []
    return *_unequal(bare_old, bare_new), dict(zip(bare_new, new, strict=True)), lines


def _cover(old: Sequence[str], new: Sequence[str], page: Sequence[str], unchanged: Set[str]) -> str:
    """Return ``[clickable 30] START covers the page: `` where all controls but those that came are blocked now, else nothing."""
    blocked, bare = _blocked_refs(page)
    before = {number for line in old for number in refs_of(line)} | unchanged
    come = {number for line in new for number in refs_of(line)} - before
    if {number for line in bare for number in refs_of(line)} - blocked - come:
        return ""
    old_lines = set(old)
    for line in new:
        if line not in old_lines and not set(refs_of(line)) & before and (shown := plain_text(unlisted(line))):
            return f"{_start_of(shown)} covers the page: "
    return ""


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


def capped(changes: Sequence[str], browser_id: int | None = None) -> tuple[str, bool]:
    """Return the changes as one text, and whether it is complete. Where lines are left out, a last one says how many, how many
    controls are on them, and which call shows them."""
    if len(changes) > MOST_LINES:
        changes = _without_most_gone(changes)
    lines = [_shortened(line) for line in changes]
    live = [bool(_CONTROL.search(line)) and not line.startswith("- ") for line in lines]
    kept: set[int] = set()
    room, count = MOST_CONTROL_CHARACTERS, 0
    for index, line in enumerate(lines):
        if live[index] and len(line) <= room and count < MOST_CONTROL_LINES:
            kept.add(index)
            room, count = room - len(line), count + 1
    room = max(LEAST_CHARACTERS, MOST_CHARACTERS - (MOST_CONTROL_CHARACTERS - room))
    count = 0
    for index, line in enumerate(lines):
        if live[index]:
            continue
        if len(line) > room or count == MOST_LINES:
            break
        kept.add(index)
        room, count = room - len(line), count + 1
    shown = [line for index, line in enumerate(lines) if index in kept]
    whole = shown == list(changes) and not any(line.startswith(_LEFT_OUT) for line in shown)
    if len(shown) < len(lines):
        shown.append(_rest([line for index, line in enumerate(lines) if index not in kept], browser_id))
    return "\n".join(shown), whole


def _rest(lines: Sequence[str], browser_id: int | None) -> str:
    controls = sum(len(_CONTROL.findall(line)) for line in lines if not line.startswith("- "))
    having = f" with {controls} control{'s' if controls > 1 else ''}" if controls else ""
    tab = f'"browser_id": {browser_id}, ' if browser_id is not None else ""
    call = f'{{"action": "content", {tab}"mode": "changes"}}'
    return f"… not whole: {len(lines)} more changed lines{having}: content with mode changes shows them: {call}"


def _shortened(line: str) -> str:
    """Return a line with no more than its controls of what exceeds :data:`LINE_LIMIT`."""
    if len(line) <= LINE_LIMIT:
        return line
    pieces = _AT_CONTROL.split(line)
    if len(pieces) < 3 or line.startswith("- "):
        return line[: LINE_LIMIT - 1] + "…"
    return "".join(piece if len(piece) <= _LONGEST_LABEL else piece[: _LONGEST_LABEL - 2] + "… " for piece in pieces).rstrip()


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


def _paired(removed: Sequence[str], added: Sequence[str], was: Mapping[str, str], readings: Mapping[str, str]) -> list[str]:
    """Mark the lines; of a removed and a new line that have a control in common, what changed of it. ``was`` and ``readings``: how
    removed and new lines read."""
    pairs = _pairs(removed, added)
    relisted = _relisted(removed, added, pairs)
    stayed = {*pairs.values(), *relisted.values()}
    gone = [was.get(line, line) for index, line in enumerate(removed) if index not in stayed]
    come = [readings[line] for line in added]
    if len(removed) == len(added) == len(gone) == 1 and _is_long(removed[0], added[0]):
        gone[0], come[0] = around_change(gone[0].strip(), come[0].strip())
    result = [f"- {shown}" for line in gone if (shown := unlisted(line))]
    for index, line in enumerate(added):
        if (at := pairs.get(index)) is not None:
            before, after, reading = unlisted(removed[at]), unlisted(line), unlisted(come[index])
            if before == after and place_in_list(removed[at])[0] != place_in_list(line)[0]:
                result.append(_as_listed(removed[at], line, reading))
            elif _is_one_control(before) and _is_one_control(after) and len(reading) <= LINE_LIMIT:
                result.append(f"~ {reading.strip()}")
            else:
                result += changed_pieces(before, after, unlisted(was.get(removed[at], removed[at])), reading)
        elif (at := relisted.get(index)) is not None:
            result.append(_as_listed(removed[at], line, unlisted(come[index])))
        elif shown := unlisted(come[index]):
            result.append(f"+ {shown}")
    return result


def _relisted(removed: Sequence[str], added: Sequence[str], pairs: Mapping[int, int]) -> dict[int, int]:
    """Return the places of new lines with those of removed lines, not in ``pairs``, that are the same but for their list."""
    paired = set(pairs.values())
    texts: dict[str, list[int]] = {}
    for at in reversed(range(len(removed))):
        if at not in paired and (text := unlisted(removed[at])):
            texts.setdefault(text, []).append(at)
    found: dict[int, int] = {}
    for index, line in enumerate(added):
        if (
            index not in pairs
            and (places := texts.get(unlisted(line)))
            and place_in_list(removed[places[-1]]) != place_in_list(line)
        ):
            found[index] = places.pop()
    return found


def _as_listed(before: str, after: str, reading: str) -> str:
    (was_item, earlier_indent), (is_item, indent) = place_in_list(before), place_in_list(after)
    if was_item != is_item:
        change = "is a list item now" if is_item else "is no list item now"
    else:
        change = f"is indented {'more' if indent > earlier_indent else 'less'} now"
    return f"~ {_start_of(reading.strip())} {change}"


def _is_one_control(line: str) -> bool:
    return line.startswith("\x04") and line.count("\x04") == 1 and len(line) <= LINE_LIMIT


def _is_long(old: str, new: str) -> bool:
    return max(len(old), len(new)) > LINE_LIMIT and changes_late(old, new)


def _pairs(removed: Sequence[str], added: Sequence[str]) -> dict[int, int]:
    """Return the places of new lines with those of the removed lines that had one of their controls: preferably the first one."""
    owners = {ref: index for index, line in enumerate(removed) for ref in refs_of(line)}
    starts = {ref: index for index, line in enumerate(removed) if (ref := first_ref(line)) is not None}
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for candidates in (starts, owners):
        for index, line in enumerate(added):
            if index in pairs:
                continue
            refs = refs_of(line)
            for ref in refs[:1] if candidates is starts else refs:
                if (at := candidates.get(ref)) is not None and at not in taken:
                    pairs[index] = at
                    taken.add(at)
                    break
    return pairs
