"""Some groups of actions allowed, and the others refused: in a call, and in whatever a batch holds."""

from collections.abc import Collection
from typing import Any

from refbrowser.actions.catalog import ACTIONS, BY_NAME
from refbrowser.actions.spec import Action
from refbrowser.errors import CallError, PolicyError, RefbrowserError
from refbrowser.service.aliases import rewritten


def actions_of(groups: Collection[str]) -> list[Action]:
    """The actions of these groups; all actions when none is given. Raises ``invalid_arguments`` for a group that does not exist."""
    known = list(dict.fromkeys(action.group for action in ACTIONS))
    if wrong := [group for group in groups if group not in known]:
        raise CallError(f"There is no group {wrong[0]!r}; the groups are {', '.join(known)}.", details={"allowed": known})
    return [action for action in ACTIONS if not groups or action.group in groups]


def refusal(call: Any, allowed: Collection[str]) -> PolicyError | None:
    """Why the call may not be made, or None. ``allowed`` are names of actions; a foreign name counts as the action that it means.
    A call that is wrong in other ways is not judged here: it is refused by its own check, before anything is done."""
    for name in _names(call):
        if name in BY_NAME and name not in allowed:
            return PolicyError(f"{name} is not among the actions that may be used here.", details={"allowed": sorted(allowed)})
    return None


def _names(call: Any) -> list[str]:
    try:
        ours = rewritten(call) if isinstance(call, dict) else {}
    except RefbrowserError:
        return []
    name, calls = ours.get("action"), ours.get("calls")
    inner = [found for one in calls for found in _names(one)] if isinstance(calls, list) else []
    return [*([name] if isinstance(name, str) else []), *inner]
