"""Whether a call changed on the page what it had changed when it was recorded.

Left out is what has nothing to do with the call: numbers of refs; times, dates, ages and long numbers, which name the moment; and
lines that in either run changed between two calls, without a call.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from refbrowser.replay.comparing import reworded

_REF: Final = re.compile(r"\[([^\[\]\n]*?[^\W\d][^\[\]\n]*?) \d+\]")
_MONTH: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_MOMENT: Final = re.compile(
    rf"""\b(?:
        \d{{1,2}}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\b\.?)?              # 14:05
      | \d{{4}}-\d\d-\d\d(?:T[\d:.]+Z?)? | \d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}  # 2026-11-24
      | {_MONTH}\.?\s\d{{1,2}}(?:,\s\d{{4}})? | \d{{1,2}}\.?\s{_MONTH}\.?(?:\s\d{{4}})?
      | (?:\d+|an?)\s(?:second|minute|hour|day|week|month|year|sec|min)s?\sago | just\snow
      | (?=[0-9a-f-]*\d)[0-9a-f]{{8}}[0-9a-f-]*                    # hashes, UUIDs
      | \d{{5,}}                                                  # numbers of orders, time stamps
      | [A-Z]+-\d{{3,}}                                           # A-1001
    )(?!\w)""",
    re.IGNORECASE | re.VERBOSE,
)
_DIGITS: Final = re.compile(r"\d+")
_CUT: Final = ("…", "...")
_MOST_SHOWN: Final = 2


class Moving:
    """Lines that changed in some run without a call, whatever numbers they show."""

    def __init__(self) -> None:
        self._lines: set[str] = set()

    def learn(self, receipt: Mapping[str, Any]) -> None:
        """``earlier_changes`` of a receipt are what had changed between the call and the answer before."""
        self._lines.update(_skeleton(line) for line in steady_lines(receipt.get("earlier_changes")))

    def __contains__(self, line: str) -> bool:
        return _skeleton(line) in self._lines


def difference(before: Mapping[str, Any], after: Mapping[str, Any], moving: Moving, renamed: Mapping[str, str]) -> str | None:
    """What the page's changes in two receipts of the same call differ by; None where a person would say that they are the same.
    ``renamed`` are labels that the replay has found reworded."""
    if before.get("navigation") or after.get("navigation"):
        # Another document is all new; where it led is compared elsewhere.
        return None
    was, is_now = list(steady_lines(before.get("changes"))), list(steady_lines(after.get("changes")))
    was = [reworded(line, renamed) for line in was]
    if _is_cut(before.get("changes")) or _is_cut(after.get("changes")):
        most = min(len(was), len(is_now))
        was, is_now = was[:most], is_now[:most]
    old, new = (Counter(line for line in lines if line not in moving) for lines in (was, is_now))
    missing, added = list(old - new), list(new - old)
    parts = [f"{shown(missing)} did not change so"] * bool(missing) + [f"{shown(added)} did, and had not"] * bool(added)
    return f"changes: {' and '.join(parts)}" if parts else None


def steady_lines(text: object) -> Iterator[str]:
    """The lines of ``text`` without numbers of refs and what names the moment."""
    for line in text.splitlines() if isinstance(text, str) else ():
        if line.strip() and not line.lstrip("+-~ ").startswith(_CUT):
            yield " ".join(_MOMENT.sub("#", _REF.sub(r"[\1]", line)).split())


def _is_cut(text: object) -> bool:
    return isinstance(text, str) and any(
        line.lstrip("+-~ ").startswith(_CUT) or "more characters" in line for line in text.splitlines()
    )


def _skeleton(line: str) -> str:
    """The line without its sign, and without what its numbers are."""
    return _DIGITS.sub("#", line.lstrip("+-~ "))


def shown(lines: list[str]) -> str:
    """The first of the lines, for a person."""
    more = f" and {len(lines) - _MOST_SHOWN} more" if len(lines) > _MOST_SHOWN else ""
    return ", ".join(f"“{line[:80]}”" for line in lines[:_MOST_SHOWN]) + more
