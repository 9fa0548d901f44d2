"""What kind of place an IP address is, also when it is wrapped in another one."""

import ipaddress
from functools import lru_cache
from typing import Final, Literal

from refbrowser.policy.hosts import IPAddress

Space = Literal["public", "private", "loopback", "link_local", "metadata", "unroutable"]
"""``metadata``: a cloud's service that hands out credentials. ``unroutable``: no single machine is there (multicast, reserved)."""

_METADATA: Final = frozenset(
    {
        *map(ipaddress.IPv4Address, ("169.254.169.254", "169.254.170.2", "169.254.170.23", "100.100.100.200", "168.63.129.16")),
        ipaddress.IPv4Address("192.0.0.192"),
        *map(ipaddress.IPv6Address, ("fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254")),
    }
)
"""AWS, GCP, Azure, Alibaba, Oracle, and what answers for containers and pods."""

METADATA_NAMES: Final = frozenset(
    {"metadata.google.internal", "metadata", "metadata.goog", "instance-data", "instance-data.ec2.internal"}
)

_PRIVATE: Final[tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]] = (
    *map(ipaddress.IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "198.18.0.0/15")),
    *map(ipaddress.IPv6Network, ("fc00::/7", "fec0::/10")),
)
_CARRIES_IPV4: Final = tuple(
    (ipaddress.ip_network(network), bits) for network, bits in (("::/96", 0), ("64:ff9b::/96", 0), ("2002::/16", 80))
)
"""IPv6 networks whose addresses carry an IPv4 address, and how many bits lie behind it: compatible, NAT64, 6to4."""

_LOCAL_NAT64: Final = ipaddress.ip_network("64:ff9b:1::/48")


@lru_cache(2_000)
def space_of(address: IPAddress) -> Space:
    """The kind of ``address``; of one that carries an IPv4 address, the kind of that."""
    address = unwrapped(address)
    if address in _METADATA:
        return "metadata"
    if address.is_unspecified or address.is_loopback:
        # The unspecified address reaches this machine.
        return "loopback"
    if address.is_link_local:
        return "link_local"
    if any(_lies_in(address, network) for network in _PRIVATE) or address in _LOCAL_NAT64:
        return "private"
    if address.is_multicast or address.is_reserved or not address.is_global:
        return "unroutable"
    return "public"


def _lies_in(address: IPAddress, network: ipaddress.IPv4Network | ipaddress.IPv6Network) -> bool:
    return address.version == network.version and address in network


def unwrapped(address: IPAddress) -> IPAddress:
    """The IPv4 address that an IPv6 address stands for: mapped, compatible, NAT64, 6to4, Teredo; else the address itself."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.is_loopback or address.is_unspecified:
        return address
    if address.teredo is not None:
        return address.teredo[1]
    for network, shift in _CARRIES_IPV4:
        if address in network:
            return ipaddress.IPv4Address((int(address) >> shift) & 0xFFFFFFFF)
    return address
