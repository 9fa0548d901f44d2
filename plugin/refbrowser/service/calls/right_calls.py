"""The call that was probably meant by one that no reading makes valid: another action, or another argument."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from refbrowser.actions.catalog import ACTIONS, BY_NAME
from refbrowser.errors import Remedy

Call = Mapping[str, Any]

LONGEST_REPEATED: Final = 500
"""Arguments of more characters are not repeated in a remedy."""


def right_call(action: str, given: Call) -> Remedy | None:
    """Return the call that has what ``given`` asks of ``action``, or None."""
    if len(str(given)) > LONGEST_REPEATED:
        return None
    found = next((make(given) for name, make in _MEANT.get(action, {}).items() if not name or name in given), None)
    return found or _only_action_with(given.keys() - BY_NAME[action].arguments.model_fields.keys())


def tool_of_host(name: str) -> str | None:
    """Return what ``name`` is if it is no action, but something else that the caller has."""
    return _OTHERS.get(name)


_OTHERS: Final = {"vision_load": "vision_load is a tool of its own, beside this one: screenshot saves the picture that it shows."}


def _only_action_with(unknown: set[str]) -> Remedy | None:
    """Return the one action that takes the argument that this one does not."""
    if len(unknown) != 1:
        return None
    (name,) = unknown
    taking = _taking().get(name, ())
    return Remedy("help", {"topic": taking[0]}, hint=f"only {taking[0]} takes {name}") if len(taking) == 1 else None


@cache
def _taking() -> dict[str, list[str]]:
    """Return the actions that take an argument, by its name; without arguments that no schema has."""
    taking: dict[str, list[str]] = {}
    for action in ACTIONS:
        for name, argument in action.arguments.model_fields.items():
            if not any(type(note).__name__ == "SkipJsonSchema" for note in argument.metadata):
                taking.setdefault(name, []).append(action.name)
    return taking


def _tab(given: Call) -> dict[str, Any]:
    return {"browser_id": given["browser_id"]} if "browser_id" in given else {}


def _element(given: Call) -> dict[str, Any]:
    return {name: given[name] for name in ("ref", "selector") if name in given}


def _reading_here(given: Call) -> Remedy | None:
    if {"url", "path"} & given.keys():
        return None
    limit = {"max_tokens": given["max_tokens"]} if "max_tokens" in given else {}
    return Remedy("content", {"mode": "main", **limit}, hint="reads the open page; read loads another")


def _markup(given: Call) -> Remedy:
    selector = json.dumps(str(given["selector"]), ensure_ascii=False)
    return Remedy("evaluate", {**_tab(given), "script": f"document.querySelector({selector}).outerHTML"})


def _its_ref(given: Call) -> Remedy:
    return Remedy("content", {**_tab(given), "selector": given["selector"]}, hint="shows the ref to call this with")


def _option(given: Call) -> Remedy | None:
    return Remedy("select_option", {**_tab(given), **_element(given), "value": given["value"]}) if _element(given) else None


def _picture(given: Call) -> Remedy:
    kind = str(given.get("type", given.get("format"))).lower().removeprefix("image/")
    return Remedy(
        "screenshot",
        {**_tab(given), "path": "screenshot.png" if kind == "png" else "screenshot.jpg"},
        hint="the path's end says the format",
    )


def _box(given: Call) -> Remedy | None:
    down, right = given.get("delta_y") or 0, given.get("delta_x") or 0
    if not all(isinstance(distance, int | float) for distance in (down, right)) or bool(down) is bool(right):
        return None
    direction = ("down" if down > 0 else "up") if down else ("right" if right > 0 else "left")
    return Remedy("scroll", {**_tab(given), **_element(given), "direction": direction, "amount": abs(down or right)})


def _typed(given: Call) -> Remedy | None:
    key = given["key"]
    return Remedy("keyboard", {**_tab(given), "text": key}, hint="enters text") if isinstance(key, str) and len(key) > 1 else None


_MEANT: Final[Mapping[str, Mapping[str, Callable[[Call], Remedy | None]]]] = {
    "state": {"include_content": lambda given: Remedy("list", {"include_content": True})},
    "read": {"": _reading_here},
    "source": {"selector": _markup},
    "click": {"value": _option},
    "screenshot": {"selector": _its_ref, "type": _picture, "format": _picture},
    "evaluate": {"selector": _its_ref},
    "detail": {"selector": _its_ref},
    "wheel": {"ref": _box, "selector": _box},
    "keyboard": {"key": _typed},
    "clipboard": {
        "ref": lambda given: Remedy("help", {"topic": "select_text"}, hint="select_text selects what is then copied or cut")
    },
}
"""By action, and by an argument that it does not take as it is given; an empty name stands for every invalid call."""
