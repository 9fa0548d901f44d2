"""What an MCP client is offered, without the SDK, which takes a second to import."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, Literal

from refbrowser.actions.catalog import ACTIONS
from refbrowser.actions.spec import Action
from refbrowser.errors import CallError

Shape = Literal["flat", "each"]
PREFIX: Final = "browser_"


@dataclass(frozen=True, slots=True)
class Offer:
    """``shape``: one ``browser`` tool, or one tool for each action. ``groups`` are groups of the catalog; none means all.

    Raises ``invalid_arguments`` for a group that does not exist.
    """

    shape: Shape = "flat"
    groups: Collection[str] = ()

    def __post_init__(self) -> None:
        known = list(dict.fromkeys(action.group for action in ACTIONS))
        if wrong := [group for group in self.groups if group not in known]:
            raise CallError(f"There is no group {wrong[0]!r}; the groups are {', '.join(known)}.", details={"allowed": known})

    def actions(self) -> list[Action]:
        """The actions that are offered."""
        return [action for action in ACTIONS if not self.groups or action.group in self.groups]

    def call_of(self, tool: str, arguments: dict[str, Any] | None) -> dict[str, Any] | None:
        """The call that a use of ``tool`` means; None when there is no such tool. Raises ``invalid_arguments`` for an action of the
        flat tool that is not offered."""
        given = dict(arguments or {})
        names = [action.name for action in self.actions()]
        if self.shape == "each":
            name = tool.removeprefix(PREFIX)
            return {**given, "action": name} if tool.startswith(PREFIX) and name in names else None
        if tool != "browser":
            return None
        if self.groups and given.get("action") not in names:
            raise CallError(f"The action {given.get('action')!r} is not offered here; these are: {', '.join(names)}.")
        return given
