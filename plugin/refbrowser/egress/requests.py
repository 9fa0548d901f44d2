"""What a boundary asks the browser: which requests are under way, and who made them."""

from collections.abc import Sequence
from typing import Protocol

from refbrowser.policy.askers import PageRequest


class Requests(Protocol):
    """The requests of one chat's pages, as its browser reports them."""

    async def under_way(self, url: str | None, place: tuple[str, int]) -> Sequence[PageRequest]:
        """Those to ``url``; without one, those to the host and port of ``place``. Waits a moment for the first: a request may reach
        the network before it is reported."""
        ...

    async def caught_up(self) -> None:
        """Returns when what the browser reported before this call has been received. Raises TimeoutError."""
        ...


class NoRequests:
    """Of a chat without a browser."""

    async def under_way(self, url: str | None, place: tuple[str, int]) -> Sequence[PageRequest]:
        return ()

    async def caught_up(self) -> None:
        return
