"""What a chat's browser is given of its network boundary, and what it reports to it in return."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Final, Protocol

from playwright.async_api import ProxySettings

from refbrowser.policy.askers import PageRequest
from refbrowser.policy.outcomes import Outcome, in_words


class Requests(Protocol):
    """Who made a request, as the browser knows it."""

    async def under_way(self, url: str | None, place: tuple[str, int]) -> Sequence[PageRequest]:
        """The requests to ``url``, or without one to that host and port, that have not ended."""
        ...

    async def caught_up(self) -> None:
        """Returns when what the browser reported before this call has been received. Raises TimeoutError."""
        ...


class Boundary(Protocol):
    """One chat's boundary."""

    @property
    def proxy(self) -> str | None:
        """The address of the proxy that every byte goes through; None where the browser goes its own way."""
        ...

    def serve(self, requests: Requests) -> None:
        """From now on ``requests`` says who asks."""
        ...

    def expecting(self, urls: Iterable[str]) -> AbstractContextManager[None]:
        """While this lasts, loading the hosts of ``urls`` into a tab is the agent's own wish."""
        ...

    def outcome(self, url: str) -> Outcome | None:
        """Why a request for ``url`` has just failed, if that was the boundary's doing or its connection's."""
        ...

    def http_error(self, url: str) -> int | None:
        """The HTTP status of the last answer for ``url``, if that was an error and can be read on its way."""
        ...

    @property
    def refusals(self) -> Sequence[Outcome]:
        """What was refused so far, by host and rule."""
        ...


_NO_EXCEPTIONS: Final = "<-loopback>"
"""Without this, Chromium goes to loopback addresses without its proxy."""


def proxied(boundary: Boundary | None) -> ProxySettings | None:
    """The proxy of a context, for all addresses without exception. Its port is the chat's alone, so no credentials are given: for
    these Playwright would hold every request until it had been looked at."""
    if boundary is None or boundary.proxy is None:
        return None
    return {"server": boundary.proxy, "bypass": _NO_EXCEPTIONS}


def no_file(boundary: Boundary | None, url: str) -> str | None:
    """What came in place of a file at ``url``, or why nothing could; None where the boundary does not know."""
    if boundary is None:
        return None
    if (status := boundary.http_error(url)) is not None:
        return f"the server responded HTTP {status}"
    outcome = boundary.outcome(url)
    return in_words(outcome) if outcome is not None else None
