"""What pages send while a person has a tab: kept from the agent, also where the same is sent again, as a reload sends a form."""

import hashlib
from collections.abc import Callable
from typing import Final

WITHHELD: Final = "(withheld: it was sent while a person had the tab)"
"""In place of what may hold what a person has typed, a password as well as anything else."""

KEPT: Final = 1_000


class Withheld:
    """Owned by a chat's session: the bodies that were sent, as digests, the last :data:`KEPT` of them."""

    def __init__(self) -> None:
        self._digests: dict[bytes, None] = {}

    def add(self, body: bytes | None) -> None:
        if body:
            self._digests[hashlib.sha256(body).digest()] = None
            while len(self._digests) > KEPT:
                del self._digests[next(iter(self._digests))]

    def covers(self, body: Callable[[], bytes | None]) -> bool:
        """Whether the same was sent while a person had a tab. The body is asked for where there is anything to compare it with."""
        sent = body() if self._digests else None
        return sent is not None and hashlib.sha256(sent).digest() in self._digests
