"""Host names and addresses in one spelling, as the URL standard has them: what two spellings reach alike compares equal."""

import ipaddress
import re
from functools import lru_cache
from typing import Final

import can_ada

from refbrowser.page_text import truncated

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_PORTS: Final = {"http": 80, "ws": 80, "https": 443, "wss": 443}
_DELIMITERS: Final = re.compile(r"[\0-\x20/:?#@\\\[\]]")
"""What ends a host in an address, or is left out of it: in a host alone it would be read as something else."""

_KEPT: Final = 2_000
"""Hosts are read many times for each request that a proxy carries."""

_LONGEST: Final = 253
_LONGEST_WRITTEN: Final = 4_000
"""Characters of a host: as a name server takes it, and with each of them percent-encoded, up to three bytes of it."""

LOOPBACK_NAMES: Final = ("localhost", ".localhost")


@lru_cache(_KEPT)
def normal_host(text: str) -> str:
    """``text`` in lower case and punycode, without a trailing dot; an IPv4 address in any spelling of the URL standard (``127.1``,
    ``0x7f.1``, ``2130706433``) as dotted decimals, an IPv6 address compressed and without brackets.

    Raises ValueError for what names no host.
    """
    host = text.strip()
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    if ":" in host:
        return str(ipaddress.IPv6Address(host.partition("%")[0]))
    if not host or len(host) > _LONGEST_WRITTEN or _DELIMITERS.search(host):
        raise ValueError(f"{truncated(text, 100)!r} names no host")
    named = parsed_url(f"http://{host}/").hostname.removesuffix(".")
    if not named or len(named) > _LONGEST:
        raise ValueError(f"{truncated(text, 100)!r} names no host")
    return named


@lru_cache(_KEPT)
def address_of(host: str) -> IPAddress | None:
    """The address that a host in its normal spelling is; None for a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def is_loopback_name(host: str) -> bool:
    """Whether the name means this machine, whatever a resolver says of it (RFC 6761)."""
    return host == LOOPBACK_NAMES[0] or host.endswith(LOOPBACK_NAMES[1])


def host_and_port(url: str) -> tuple[str, int] | None:
    """Where a http, https, ws or wss ``url`` leads; None for another or a malformed one."""
    try:
        parts = parsed_url(url)
        default = _PORTS.get(parts.protocol.removesuffix(":"))
        if default is None:
            return None
        return normal_host(parts.hostname), int(parts.port) if parts.port else default
    except ValueError:
        return None


def parsed_url(url: str) -> can_ada.URL:
    """The parts of an absolute address by the URL standard, as Chromium reads it. Raises ValueError for what is none."""
    try:
        return can_ada.parse(url)
    except TypeError:
        raise ValueError("half of a character is no part of an address") from None


def authority(host: str, port: int) -> str:
    """``host:port`` as it stands in a request; an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
