"""A small internet on loopback: names with addresses of their own, of which some count as public.

`127.0.0.2` and above count as public and `127.0.1.0/24` as a private network; `127.0.0.1` is what it is, this machine. A name's
addresses are a list of answers: each lookup takes the next, and the last one stays.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence

from refbrowser.egress.environment import Environment
from refbrowser.policy.addresses import Space, space_of
from refbrowser.policy.hosts import IPAddress

_PUBLIC = ipaddress.ip_network("127.0.0.0/24")
_PRIVATE = ipaddress.ip_network("127.0.1.0/24")


class Names:
    """A resolver that knows what it was given; `asked` is every name that was looked up."""

    def __init__(self) -> None:
        self._answers: dict[str, list[tuple[IPAddress, ...]]] = {}
        self.asked: list[str] = []

    def add(self, name: str, *answers: str | Sequence[str]) -> None:
        """The addresses of `name`: one answer after the other."""
        lists = [[answer] if isinstance(answer, str) else answer for answer in answers]
        self._answers[name] = [tuple(map(ipaddress.ip_address, addresses)) for addresses in lists]

    async def resolve(self, host: str) -> Sequence[IPAddress]:
        self.asked.append(host)
        answers = self._answers.get(host) or self._answers.get("*." + host.partition(".")[2])
        if answers is None:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def close(self) -> None:
        """Holds nothing."""
        return


def space_in_test(address: IPAddress) -> Space:
    """The kind of an address in the small internet."""
    if isinstance(address, ipaddress.IPv4Address):
        if address in _PUBLIC and address != ipaddress.ip_address("127.0.0.1"):
            return "public"
        if address in _PRIVATE:
            return "private"
    return space_of(address)


def small_internet(names: Names) -> Environment:
    """The environment of a browser in it."""
    return Environment(names, space_in_test)
