"""Allow some groups of actions and refuse the others, in single calls and in batches."""

from collections.abc import Collection
from typing import Final

from refbrowser.actions.aliases import action_names, rewritten
from refbrowser.actions.catalog import ACTIONS, BY_NAME
from refbrowser.actions.spec import Action
from refbrowser.errors import CallError, PolicyError

ALWAYS: Final = ("help",)
"""Allowed everywhere: errors name it as the next call."""


def actions_of(groups: Collection[str]) -> list[Action]:
    """Return the actions of ``groups``, or all actions if it is empty. Raises :class:`CallError` for an unknown group."""
    group_names = list(dict.fromkeys(action.group for action in ACTIONS))
    if wrong := [group for group in groups if group not in group_names]:
        raise CallError(
            f"There is no group {wrong[0]!r}; the groups are {', '.join(group_names)}.", details={"allowed": group_names}
        )
    return [action for action in ACTIONS if not groups or action.group in groups]


def refusal(call: object, allowed: Collection[str]) -> PolicyError | None:
    """Return why the call is not allowed, or None. ``allowed`` are action names; an alias counts as its action.

    Malformed calls pass: validation rejects them before any effect.
    """
    for name in action_names(call):
        if name in BY_NAME and name not in allowed and name not in ALWAYS:
            return PolicyError(
                f"{name} is not among the actions that this host allows: {', '.join(sorted(allowed))}.",
                details={"allowed": sorted(allowed)},
            )
    if _runs_flow(call) and not allowed_everything(allowed):
        return PolicyError(
            "A flow's steps may be any actions, and this host allows some: it may list and show flows, and not run or save them.",
            details={"allowed": sorted(allowed)},
        )
    return None


def allowed_everything(allowed: Collection[str]) -> bool:
    """Whether no action of the catalog is left out."""
    return all(name in allowed or name in ALWAYS for name in BY_NAME)


def _runs_flow(call: object) -> bool:
    return (
        isinstance(call, dict)
        and action_names(call)[:1] == ["flow"]
        and rewritten(call).get("operation", "run") not in ("list", "show")
    )
