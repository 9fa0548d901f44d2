"""What a tab pretends to be, as it was asked for."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Emulated:
    """What a tab pretends; ``size`` is its viewport before a device; ``touch``: the device has a touch screen, and
    ``tapped_ms`` is how the last tap on it is dated. ``authenticator`` is the id of a virtual one; ``permissions`` are the settings
    by origin and name."""

    size: tuple[int, int] | None = None
    device_agent: str | None = None
    user_agent: str | None = None
    locale: str | None = None
    timezone: str | None = None
    network: str = "none"
    cpu: float = 1
    touch: bool = False
    tapped_ms: float = 0
    authenticator: str | None = None
    permissions: dict[tuple[str, str], str] = field(default_factory=dict)
    asked: dict[str, Any] = field(default_factory=dict)
    """What the chat asked for, by argument."""

    @property
    def lasting(self) -> dict[str, Any]:
        """What to ask of the tab's next page."""
        sites = [[origin, name, setting] for (origin, name), setting in self.permissions.items()]
        return {**self.asked, **({"site_permissions": sites} if sites else {})}
