"""How names become addresses, and what kind of place each address is."""

import asyncio
import ipaddress
import socket
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final, Protocol

from refbrowser.policy.addresses import Space, space_of
from refbrowser.policy.hosts import IPAddress, address_of, is_loopback_name

LOOKUP_S: Final = 10.0
KEPT_S: Final = 30.0
MOST_KEPT: Final = 1_000
THREADS: Final = 16

_LOOPBACK: Final = (ipaddress.IPv4Address("127.0.0.1"), ipaddress.IPv6Address("::1"))


class Resolver(Protocol):
    """Looks names up."""

    async def resolve(self, host: str) -> Sequence[IPAddress]:
        """The addresses of ``host``, the preferred one first. Raises :class:`OSError` (``socket.gaierror``) when it has none."""
        ...

    def close(self) -> None:
        """Close the resolver; running lookups may still end later."""
        ...


class SystemResolver:
    """The machine's own resolver, in threads of its own so that a slow one delays nothing else; answers are kept for 30 seconds."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="refbrowser-lookup")
        self._kept: OrderedDict[str, tuple[float, tuple[IPAddress, ...]]] = OrderedDict()

    async def resolve(self, host: str) -> Sequence[IPAddress]:
        cached = self._kept.get(host)
        if cached is not None and cached[0] > time.monotonic():
            return cached[1]
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(LOOKUP_S):
                found = await loop.run_in_executor(self._threads, _looked_up, host)
        except TimeoutError:
            raise socket.gaierror(socket.EAI_AGAIN, "the resolver did not answer") from None
        self._kept[host] = (time.monotonic() + KEPT_S, found)
        self._kept.move_to_end(host)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True, slots=True)
class Environment:
    """The network as a boundary sees it: how names are resolved, and in which space an address lies."""

    resolver: Resolver = field(default_factory=SystemResolver)
    space_of: Callable[[IPAddress], Space] = space_of

    async def addresses(self, host: str) -> Sequence[IPAddress]:
        """Where ``host``, in its normal spelling, is. Loopback names mean this machine, whatever the resolver says of them."""
        if (literal := address_of(host)) is not None:
            return (literal,)
        return _LOOPBACK if is_loopback_name(host) else await self.resolver.resolve(host)


def _looked_up(host: str) -> tuple[IPAddress, ...]:
    rows = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(ipaddress.ip_address(row[4][0].partition("%")[0]) for row in rows if isinstance(row[4][0], str)))
