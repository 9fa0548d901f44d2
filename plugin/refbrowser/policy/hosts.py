"""Host names and addresses in one spelling, as the URL standard has them: what two spellings reach alike compares equal."""

import ipaddress
import re
from functools import lru_cache
from typing import Final
from urllib.parse import unquote, urlsplit

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_PORTS: Final = {"http": 80, "ws": 80, "https": 443, "wss": 443}
_NUMBER: Final = re.compile(r"0[xX][0-9a-fA-F]*|[0-9]+")
_FORBIDDEN: Final = re.compile(r"[\0-\x20\x7f#%/:<>?@\[\\\]^|]")
_DOTS: Final = str.maketrans({"\u3002": ".", "\uff0e": ".", "\uff61": "."})
_KEPT: Final = 2_000
"""Hosts are read many times for each request that a proxy carries."""

LOOPBACK_NAMES: Final = ("localhost", ".localhost")


@lru_cache(_KEPT)
def normal_host(text: str) -> str:
    """``text`` in lower case and punycode, without a trailing dot; an IPv4 address in any spelling of the URL standard (``127.1``,
    ``0x7f.1``, ``2130706433``) as dotted decimals, an IPv6 address compressed and without brackets.

    Raises ValueError for what names no host.
    """
    host = unquote(text.strip()).translate(_DOTS)
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    if ":" in host:
        return str(ipaddress.IPv6Address(host.partition("%")[0]))
    host = host.removesuffix(".")
    if not host or len(host) > 253 or _FORBIDDEN.search(host):
        raise ValueError(f"{text[:100]!r} names no host")
    if not host.isascii():
        host = _punycode(host)
    host = host.lower().removesuffix(".")
    address = _ipv4(host)
    return str(address) if address is not None else host


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
        parts = urlsplit(url)
        default = _PORTS.get(parts.scheme.lower())
        if default is None or not parts.hostname:
            return None
        return normal_host(parts.hostname), parts.port or default
    except ValueError:
        return None


def authority(host: str, port: int) -> str:
    """``host:port`` as it stands in a request; an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _punycode(host: str) -> str:
    # Imported here: few hosts need it, and its tables take 10 ms.
    import idna

    try:
        return idna.encode(host, uts46=True, std3_rules=False, transitional=False).decode()
    except idna.IDNAError as failure:
        raise ValueError(str(failure)) from None


def _ipv4(host: str) -> ipaddress.IPv4Address | None:
    """The URL standard's IPv4 parser: one to four decimal, octal or hexadecimal numbers, of which the last fills what is left."""
    parts = host.split(".")
    if not _NUMBER.fullmatch(parts[-1]):
        return None
    if len(parts) > 4 or not all(_NUMBER.fullmatch(part) for part in parts):
        raise ValueError(f"{host!r} is not an IPv4 address")
    numbers = [_number(part) for part in parts]
    if any(number > 255 for number in numbers[:-1]) or numbers[-1] >= 256 ** (5 - len(numbers)):
        raise ValueError(f"{host!r} is not an IPv4 address")
    return ipaddress.IPv4Address(numbers[-1] + sum(number << 8 * (3 - place) for place, number in enumerate(numbers[:-1])))


def _number(part: str) -> int:
    if part[:2].lower() == "0x":
        return int(part[2:] or "0", 16)
    return int(part, 8) if part.startswith("0") and len(part) > 1 else int(part)
