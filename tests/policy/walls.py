"""The walls around private text, each taken away for a measurement of the other."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest

from refbrowser.policy.seen_text import SeenText

WALLS: Final = {"by its words": "_recognised", "by where it comes from": "_unaccounted"}


@contextmanager
def alone(wall: str | None) -> Iterator[None]:
    """One of :data:`WALLS` alone in the block; both for None."""

    def nothing(*_: Any, **__: Any) -> dict[str, None]:
        return {}

    with pytest.MonkeyPatch.context() as patch:
        for name, method in WALLS.items():
            if wall is not None and name != wall:
                patch.setattr(SeenText, method, nothing)
        yield
