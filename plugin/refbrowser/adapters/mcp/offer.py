"""What an MCP client is offered, without the SDK, which takes a second to import."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from refbrowser.actions.spec import Action
from refbrowser.service.permissions import actions_of, refusal
from refbrowser.surface.prompt import PREFIX, Shape

__all__ = ["PREFIX", "Offer", "Shape"]


@dataclass(frozen=True, slots=True)
class Offer:
    """``shape``: one ``browser`` tool, or one tool for each action. ``groups`` are groups of the catalog; none means all.
    ``structured``: answers carry their envelope as structured content in addition to the text.

    Raises ``invalid_arguments`` for a group that does not exist.
    """

    shape: Shape = "flat"
    groups: Collection[str] = ()
    structured: bool = False

    def __post_init__(self) -> None:
        self.actions()

    def actions(self) -> list[Action]:
        """The actions that are offered."""
        return actions_of(self.groups)

    def call_of(self, tool: str, arguments: dict[str, Any] | None) -> dict[str, Any] | None:
        """The call that a use of ``tool`` means; None when there is no such tool. Raises ``policy_denied`` for an action that
        is not offered, also in a batch."""
        given = dict(arguments or {})
        names = {action.name for action in self.actions()}
        if self.shape == "each":
            name = tool.removeprefix(PREFIX)
            if not tool.startswith(PREFIX) or name not in names:
                return None
            given["action"] = name
        elif tool != "browser":
            return None
        if (refused := refusal(given, names) if self.groups else None) is not None:
            raise refused
        return given
