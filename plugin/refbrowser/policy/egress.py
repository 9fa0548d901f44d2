"""Where a chat may connect: one rule set, judged by name before a lookup and by address before a connection. Pure."""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from refbrowser.errors import CallError
from refbrowser.policy.addresses import METADATA_NAMES, Space, unwrapped
from refbrowser.policy.hosts import LOOPBACK_NAMES, IPAddress, address_of, is_loopback_name, normal_host

Mode = Literal["open", "public", "allowlist", "offline", "tor"]
Asker = Literal["insider", "page"]
"""Who wants a connection: ``insider`` is the agent, by a call that names the address, or a page that itself lies on an internal
address; ``page`` is any other page."""

_MAPPED_BITS: Final = 96
"""How many bits stand before the IPv4 address in an IPv4-mapped one."""

_LOOPBACK: Final = (ipaddress.IPv4Address("127.0.0.1"), ipaddress.IPv6Address("::1"))

INTERNAL: Final[frozenset[Space]] = frozenset({"private", "loopback"})
"""Where pages of public sites have no business."""


@dataclass(frozen=True, slots=True)
class HostRule:
    """An entry of ``allow_hosts`` or ``deny_hosts``: a name (``*.`` for all below), ``*``, an address, a network; with a port."""

    text: str
    name: str | None
    network: ipaddress.IPv4Network | ipaddress.IPv6Network | None
    port: int | None

    @classmethod
    def read(cls, text: str) -> "HostRule":
        """The rule that ``text`` is. Raises ``invalid_arguments``."""
        try:
            return _read(text)
        except ValueError:
            raise CallError(
                f"{text!r} is not a host rule; give example.com, *.example.com, 10.0.0.0/8, or one of them with a port."
            ) from None

    def names(self, host: str, port: int) -> bool:
        """Whether it is about ``host`` as it is called."""
        if self.name is None or self.port not in (None, port):
            return False
        if self.name == "*":
            return True
        return host.endswith(self.name[1:]) and len(host) >= len(self.name) if self.name.startswith("*.") else host == self.name

    def covers(self, address: IPAddress, port: int) -> bool:
        """Whether it is about ``address``."""
        if self.network is None or self.port not in (None, port):
            return False
        return address in self.network or unwrapped(address) in self.network

    def denies(self, address: IPAddress, port: int) -> bool:
        """Whether, as an entry of ``deny_hosts``, it is about ``address``. The unspecified address connects to this machine, so
        what denies loopback denies it."""
        if self.covers(address, port):
            return True
        if not unwrapped(address).is_unspecified:
            return False
        return self.names(LOOPBACK_NAMES[0], port) or any(self.covers(network, port) for network in _LOOPBACK)


@dataclass(frozen=True, slots=True)
class EgressRules:
    """A chat's mode with its ``allow`` and ``deny`` entries. Deny wins; then what no mode allows; then the mode."""

    mode: Mode = "open"
    allow: tuple[HostRule, ...] = ()
    deny: tuple[HostRule, ...] = ()

    @classmethod
    def read(cls, mode: str, allow: Sequence[str] = (), deny: Sequence[str] = ()) -> "EgressRules":
        """The rules that settings name. Raises ``invalid_arguments``."""
        if mode not in get_args(Mode):
            raise CallError(f"network must be one of {', '.join(get_args(Mode))}, not {mode!r}.")
        chosen: Mode = mode  # type: ignore[assignment]
        return cls(chosen, tuple(map(HostRule.read, allow)), tuple(map(HostRule.read, deny)))

    def refuses_name(self, host: str, port: int) -> str | None:
        """The rule that refuses ``host`` before it is looked up; None where its address decides."""
        if self.mode == "offline":
            return "offline"
        if any(rule.names(host, port) for rule in self.deny):
            return "deny_hosts"
        if host in METADATA_NAMES:
            return "metadata"
        if is_loopback_name(host) and self.mode in ("public", "tor") and not self.allows_name(host, port):
            return self.mode
        named = address_of(host) is None and not self.allows_name(host, port)
        if self.mode == "allowlist" and named and not any(rule.network is not None for rule in self.allow):
            return "allowlist"
        return None

    def refuses_address(self, host: str, port: int, address: IPAddress, space: Space, asker: Asker) -> str | None:
        """The rule that refuses a connection to ``address``, which ``host`` resolved to and which lies in ``space``."""
        if any(rule.denies(address, port) for rule in self.deny):
            return "deny_hosts"
        if space in ("metadata", "link_local", "unroutable"):
            return space
        addressed = any(rule.covers(address, port) for rule in self.allow)
        if self.mode == "allowlist" and not (addressed or self.allows_name(host, port)):
            return "allowlist"
        if space not in INTERNAL:
            return None
        if self.mode == "tor":
            return "tor"
        if addressed or (is_loopback_name(host) and self.allows_name(host, port)):
            return None
        if self.mode == "public":
            return "public"
        return "public_to_private" if asker == "page" else None

    def allows_name(self, host: str, port: int) -> bool:
        """Whether ``allow_hosts`` has the name itself."""
        return any(rule.names(host, port) for rule in self.allow)


def _read(text: str) -> HostRule:
    host, port = _split(text.strip())
    if host == "*":
        return HostRule(text, "*", None, port)
    if "/" in host:
        return HostRule(text, None, _network(host), port)
    if host.startswith("*."):
        return HostRule(text, f"*.{normal_host(host[2:])}", None, port)
    if "*" in host:
        raise ValueError(host)
    name = normal_host(host)
    address = address_of(name)
    return HostRule(text, name, _network(name) if address is not None else None, port)


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """The network; of one that lies in the IPv4-mapped addresses, the IPv4 network that they map."""
    network = ipaddress.ip_network(text, strict=False)
    mapped = getattr(network.network_address, "ipv4_mapped", None)
    if mapped is None or network.prefixlen < _MAPPED_BITS:
        return network
    return ipaddress.IPv4Network((mapped, network.prefixlen - _MAPPED_BITS))


def _split(text: str) -> tuple[str, int | None]:
    """The host and the port of an entry; a port stands behind a single colon, or behind brackets."""
    if text.startswith("["):
        host, _, port = text[1:].partition("]")
        return host, _port(port.removeprefix(":")) if port else None
    if text.count(":") == 1:
        host, _, port = text.partition(":")
        return host, _port(port)
    return text, None


def _port(text: str) -> int:
    port = int(text) if text.isascii() and text.isdecimal() else 0
    if not 0 < port < 65_536:
        raise ValueError(text)
    return port
