"""The prompt that teaches a model the tool, in full or reduced to the actions that a host offers."""

import re
from collections.abc import Collection, Iterable
from typing import Final, Literal

from refbrowser.actions.catalog import ACTIONS, BY_NAME
from refbrowser.actions.spec import Action
from refbrowser.resources import folder

Shape = Literal["flat", "each", "core"]
"""One ``browser`` tool for all actions, one tool for each, or one tool for those that most tasks need."""

CALL: Final = 'A call is one JSON object: `{"action": "click", "ref": 6}`.'
"""The prompt's sentence about calls. A host with another form of calls replaces it."""

PREFIX: Final = "browser_"

_CALL_OF_EACH: Final = f"Each action is a tool: `{PREFIX}NAME`, called NAME below."
_TABLE: Final = re.compile(r"^## Actions\n.*?(?=^## )", re.DOTALL | re.MULTILINE)
_MARKS: Final = re.compile(r"^<!-- .*? -->\n", re.MULTILINE)
_ROW: Final = re.compile(r"- ([a-z_]+)\((.*?)\)")
_SHARED: Final = re.compile(r"- `(target|goal|press)` is ")
_ITEM: Final = re.compile(r"^(?=- |## |\n)", re.MULTILINE)
_NAMED: Final = re.compile(r"`([a-z_]+)`|\"action\": \"([a-z_]+)\"")


def prompt(actions: Iterable[Action] = ACTIONS, shape: Shape = "flat") -> str:
    """Return the prompt for ``actions``, without rows, list items and paragraphs that name other actions."""
    offered = {action.name for action in actions}
    text = _MARKS.sub("", (folder("prompts") / "browser.md").read_text(encoding="utf-8"))
    if shape == "each":
        # The definitions of the tools contain the table.
        text = _TABLE.sub("", text).replace(CALL, _CALL_OF_EACH).replace("- `target` is ", "- The target is ")
    elif "click" not in offered:
        text = text.replace(CALL, CALL.replace('"click", "ref": 6', f'"{min(offered, default="list")}", …'))
    if offered >= BY_NAME.keys() and shape != "each":
        return text
    items = _ITEM.split(text)
    taken = {part for item in items if (row := _ROW.match(item)) and row[1] in offered for part in row[2].split(", ")}
    kept = "".join(item for item in items if _concerns(item, offered, taken))
    # Remove sections that are empty now.
    kept = re.sub(r"^## .*\n\n*(?=## |\Z)", "", kept, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", kept).rstrip() + "\n"


def _concerns(item: str, offered: Collection[str], taken: Collection[str]) -> bool:
    """Whether ``item`` concerns only ``offered`` actions; ``taken`` are the arguments in their rows."""
    if (row := _ROW.match(item)) is not None:
        return row[1] in offered
    if (shared := _SHARED.match(item)) is not None:
        return not {shared[1], f"{shared[1]}?"}.isdisjoint(taken)
    named = {name for match in _NAMED.finditer(item) for name in match.groups() if name}
    return all(name in offered or name not in BY_NAME for name in named)
