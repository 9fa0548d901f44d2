"""The names of the catalog that rules of a policy may use."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Literal, get_args, get_origin

from refbrowser.actions.aliases import ALIASES
from refbrowser.actions.catalog import ACTIONS
from refbrowser.actions.spec import Action, Effect
from refbrowser.policy.vocabulary import OFFLINE, OVERWRITE, RESUBMIT, WIPE, Vocabulary
from refbrowser.service.oversight.call_facts import OPERATION_ARGUMENTS


@cache
def vocabulary() -> Vocabulary:
    """Actions, groups, effects and operations, with the actions' aliases."""
    operations = {text for action in ACTIONS for text in _operations(action)}
    names: dict[str, Sequence[str]] = {
        "actions": [action.name for action in ACTIONS],
        "groups": sorted({action.group for action in ACTIONS}),
        "effects": get_args(Effect),
        "operations": sorted({*operations, WIPE, OFFLINE, OVERWRITE, RESUBMIT}),
    }
    return Vocabulary(names, {name: alias.action for name, alias in ALIASES.items()})


def _operations(action: Action) -> Iterator[str]:
    for name in OPERATION_ARGUMENTS:
        if (field := action.arguments.model_fields.get(name)) is not None:
            yield from _texts(field.annotation)


def _texts(annotation: Any) -> Iterator[str]:
    """The texts of the literals in a type."""
    for part in get_args(annotation):
        if get_origin(annotation) is Literal:
            yield str(part)
        else:
            yield from _texts(part)
