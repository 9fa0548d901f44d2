"""The keys and buttons of a tab that are down."""

from dataclasses import dataclass, field
from typing import Literal

MouseButton = Literal["left", "right", "middle"]


@dataclass(slots=True)
class InputState:
    """Owned by a tab: what calls have pressed and not released, in the order of pressing."""

    keys_down: list[str] = field(default_factory=list)
    buttons_down: list[MouseButton] = field(default_factory=list)
