"""What every host of a cluster is given by the front that began it."""

from dataclasses import dataclass, field

from refbrowser.settings import Settings


@dataclass(frozen=True, slots=True)
class Given:
    """The settings of the front, and the key of the checkpoints."""

    settings: Settings
    key: bytes = field(repr=False)
