"""What a specialist may do: the actions of some groups, also inside a batch."""

from collections.abc import Collection
from typing import Any

from refbrowser.actions.catalog import ACTIONS
from refbrowser.actions.spec import Action
from refbrowser.errors import CallError, PolicyError, RefbrowserError
from refbrowser.service.validation import read_call


def allowed_actions(groups: Collection[str]) -> list[Action]:
    """The actions of these groups; of all groups when none is given. Raises ``invalid_arguments`` for one that does not exist."""
    known = list(dict.fromkeys(action.group for action in ACTIONS))
    if wrong := [group for group in groups if group not in known]:
        raise CallError(f"There is no group {wrong[0]!r}; the groups are {', '.join(known)}.", details={"allowed": known})
    return [action for action in ACTIONS if not groups or action.group in groups]


def denied(call: Any, allowed: Collection[str]) -> RefbrowserError | None:
    """Why the call may not be made, or None. What is wrong in other ways is left for the call itself to say."""
    try:
        action, _ = read_call(call)
    except RefbrowserError:
        return None
    inner = call.get("calls", []) if action.name == "multi" else []
    for name in [action.name, *(str(one.get("action")) for one in inner if isinstance(one, dict))]:
        plain = _plain(name)
        if plain is not None and plain not in allowed:
            return PolicyError(f"{plain} is not among the actions that this task may use.", details={"allowed": sorted(allowed)})
    return None


def _plain(name: str) -> str | None:
    from refbrowser.service.aliases import ALIASES, plain_name

    plain = plain_name(name)
    return ALIASES[plain].action if plain in ALIASES else plain
