"""Whether a call that reads returned what it had returned when it was recorded."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from refbrowser.journal.entry import bounded, masked
from refbrowser.journal.summary import Entry
from refbrowser.redact import MASK
from refbrowser.replay.comparing import reworded
from refbrowser.replay.matching import distinctive_words
from refbrowser.replay.page_changes import Moving, shown, steady_lines

_MOST_SHOWN: Final = 120
_TEXTS: Final = {"content": None, "source": "html", "read": "markdown"}
"""Actions that return a text, and its name in their answer."""

_TAG: Final = re.compile(r"<[^<>]{0,2000}>")
"""Names of classes and ids differ from build to build."""

_ENOUGH: Final = 0.5
"""Pages change between two visits: a text that has this part of the recorded lines is the same one."""


def reading_difference(recorded: Entry, replayed: Entry, moving: Moving, renamed: Mapping[str, str]) -> str | None:
    """What is different, or None. Of a page's text half of the recorded lines have to be there; the matches of ``find`` are
    compared by whether there are any, and values of ``evaluate`` as they are, but for what names the moment."""
    action = recorded["action"]
    if not (recorded["ok"] and replayed["ok"]):
        return None
    if action in _TEXTS:
        return _text_difference(_text(recorded, action), _text(replayed, action), moving, renamed)
    if action == "find":
        was, is_now = (_of(each, "count") for each in (recorded, replayed))
        return None if bool(was) == bool(is_now) else f"it finds {is_now or 'nothing'}, and had found {was or 'nothing'}"
    if action == "evaluate":
        was, is_now = (_value(entry, renamed if entry is recorded else {}) for entry in (recorded, replayed))
        return None if was == is_now or MASK in was else f"it returned {_short(is_now)}, was {_short(was)}"
    return None


def _text(entry: Entry, action: str) -> str:
    result = entry.get("result")
    found = result if _TEXTS[action] is None else _of(entry, str(_TEXTS[action]))
    if not isinstance(found, str):
        return ""
    return _TAG.sub("\n", found) if action == "source" else found


def _text_difference(was: str, is_now: str, moving: Moving, renamed: Mapping[str, str]) -> str | None:
    if (title := _title_difference(was, is_now, moving, renamed)) is not None:
        return title
    old = {reworded(line, renamed) for line in steady_lines(_inside(was)) if line not in moving}
    new = {line for line in steady_lines(_inside(is_now)) if line not in moving}
    common = old & new
    if len(common) >= _ENOUGH * len(old):
        return None
    return f"the text has {shown(sorted(new - old)) or 'nothing'}, and not {shown(sorted(old - new))}"


def _title_difference(was: str, is_now: str, moving: Moving, renamed: Mapping[str, str]) -> str | None:
    """Whether the first heading is another one, whatever else is the same: each has words that the other lacks."""
    before, after = (_headings(text, moving) for text in (was, is_now))
    if not before or not after or before[0] in after or after[0] in before:
        return None
    old, new = distinctive_words(reworded(before[0], renamed)), distinctive_words(after[0])
    return f"the heading is {_short(after[0])}, was {_short(before[0])}" if old - new and new - old else None


def _headings(text: str, moving: Moving) -> list[str]:
    return [line.lstrip("#").strip() for line in _inside(text).splitlines() if line.startswith("#") and line not in moving]


def _inside(text: str) -> str:
    """The page's part of an answer: its first line is the tab's, and names its address."""
    lines = text.splitlines()
    if len(lines) > 1 and lines[1].startswith("<page "):
        return "\n".join(line for line in lines[2:] if not line.startswith("</page "))
    return text


def _value(entry: Entry, renamed: Mapping[str, str]) -> str:
    # As the journal keeps it: bounded, and without secrets.
    value: Any = masked({"result": bounded(_of(entry, "result"))})["result"]
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return "\n".join(reworded(line, renamed) for line in steady_lines(text))


def _of(entry: Entry, name: str) -> Any:
    result = entry.get("result")
    return result.get(name) if isinstance(result, Mapping) else None


def _short(text: str) -> str:
    line = " ".join(text.split())
    return f"“{line if len(line) <= _MOST_SHOWN else line[: _MOST_SHOWN - 1] + '…'}”"
