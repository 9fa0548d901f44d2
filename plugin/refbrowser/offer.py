"""What a model is offered: which actions, as which tools; and the call that a use of a tool means."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from refbrowser.actions.aliases import meant
from refbrowser.actions.envelopes import of_tool
from refbrowser.actions.spec import Action
from refbrowser.errors import CallError
from refbrowser.service.oversight.permissions import actions_of, refusal
from refbrowser.surface.essentials import essentials
from refbrowser.surface.flow_tools import PREFIX as FLOW
from refbrowser.surface.flow_tools import call_of_flow, flow_tools
from refbrowser.surface.prompt import PREFIX, Shape, prompt
from refbrowser.surface.schema import action_schema, browser_tool, vision_tool

__all__ = ["Offer", "Shape"]

CORE: Final = (
    "navigate", "back", "content", "find", "click", "type", "select_option", "keyboard", "scroll", "wait", "screenshot", "dialog",
)  # fmt: skip
"""The actions of the preset ``core``. ``navigate`` opens a tab where none is open; ``click`` checks boxes."""

CORE_ARGUMENTS: Final = frozenset(
    {
        "annotate", "browser_id", "clear", "cursor", "direction", "full_page", "key", "max_tokens", "mode", "observe", "operation",
        "ref", "selector", "text", "text_gone", "time_ms", "timeout_ms", "url", "value", "x", "y",
    }
)  # fmt: skip
"""Their arguments in the schema of ``core``; calls may have the others too."""

VISION: Final = "vision_load"


@dataclass(frozen=True, slots=True)
class Offer:
    """``shape``: one ``browser`` tool (``flat``), one tool for each action (``each``), or one ``browser`` tool with twelve actions
    (``core``). ``groups`` are groups of the catalog; none means all. ``flows`` is the folder of flows, each a tool
    where the groups are not limited.

    Raises ``invalid_arguments`` for a group that does not exist, and where nothing is left to offer.
    """

    shape: Shape = "flat"
    groups: Collection[str] = ()
    flows: Path | None = None

    def __post_init__(self) -> None:
        if not self.actions():
            raise CallError(f"None of the actions of {', '.join(self.groups)} is in the preset {self.shape}: {', '.join(CORE)}.")

    def actions(self) -> list[Action]:
        """The actions that are offered."""
        return [action for action in actions_of(self.groups) if self.shape != "core" or action.name in CORE]

    def tools(self) -> list[dict[str, Any]]:
        """The tools: ``[{name, description, input_schema}]``; after ``vision_load`` those of flows."""
        flows = flow_tools(self._flows)
        if self.shape == "each":
            return [*map(self._tool_of, self.actions()), vision_tool(), *flows]
        return [browser_tool(self.actions(), CORE_ARGUMENTS if self.shape == "core" else None), vision_tool(), *flows]

    @property
    def _flows(self) -> Path | None:
        """The folder of the flows that are offered: a flow's steps may be any actions."""
        return None if self.groups else self.flows

    def prompt(self) -> str:
        """The prompt that teaches a model these tools."""
        return prompt(self.actions(), self.shape)

    def call_of(self, tool: str, arguments: dict[str, Any] | None) -> dict[str, Any] | None:
        """The call that a use of ``tool`` means; None when there is no such tool. Raises ``policy_denied`` for an action that
        is not offered, also in a batch."""
        given = dict(arguments or {})
        if tool.startswith(FLOW) and self._flows is not None:
            return call_of_flow(tool, given)
        names = {action.name for action in self.actions()}
        if self.shape == "each":
            name = tool.removeprefix(PREFIX)
            if not tool.startswith(PREFIX) or name not in names:
                return None
            given = {**of_tool(name, given, meant), "action": name}
        elif tool != "browser":
            return None
        if self.groups or self.shape == "core":
            refused = refusal(given, names)
            if refused is not None:
                raise refused
        return given

    def _tool_of(self, action: Action) -> dict[str, Any]:
        names = [offered.name for offered in self.actions()]
        # Once is enough for all tools: where pages are read, else at the first.
        teaches = action.name == ("content" if "content" in names else names[0])
        description = f"{action.summary} {essentials(names, PREFIX)}" if teaches else action.summary
        schema = {"type": "object", **action_schema(action)}
        return {"name": PREFIX + action.name, "description": description, "input_schema": schema}
