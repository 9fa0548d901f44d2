"""Sites: the scheme, host and port of an address, and the patterns by which rules name them."""

import re
from dataclasses import dataclass
from typing import Final, Self

from refbrowser.policy.hosts import address_of, normal_host, parsed_url

_PORTS: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_PATTERN: Final = re.compile(
    r"(?:(?P<scheme>[a-z][a-z0-9+.-]*)://)?(?P<host>\*|(?:\*\.)?(?:\[[0-9a-f:.]+\]|[^\s/:*@?#\[\]]+))(?::(?P<port>\d{1,5}))?/?"
)
_WITHOUT_HOST: Final = re.compile(r"(about|data|blob|file):.*")


@dataclass(frozen=True, slots=True)
class Site:
    """Where a document is from, by the URL standard, as Chromium reads the address. ``host`` is in ASCII, in small letters and
    without a dot at its end, an IPv4 address also where it was written as an IPv6 one that maps it; it is empty, and ``port`` None,
    for addresses that have none, as of ``about:`` and ``data:``."""

    scheme: str
    host: str
    port: int | None

    @classmethod
    def of(cls, url: str) -> Self:
        """The site of an address; of a ``blob:`` address, that of the document which made it. Of what is no address, one that no
        pattern names."""
        try:
            parts = parsed_url(url.strip())
            if parts.protocol == "blob:":
                parts = parsed_url(parts.pathname)
            scheme = parts.protocol.removesuffix(":")
            host = ascii_host(parts.hostname) if parts.hostname else ""
        except ValueError:
            return cls("", "", None)
        return cls(scheme, host, int(parts.port) if parts.port else _PORTS.get(scheme))

    @property
    def name(self) -> str:
        """``example.com``, with its port where that is not the scheme's own; the scheme alone where there is no host."""
        if not self.host:
            return f"{self.scheme}:"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS.get(self.scheme) else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """``https://example.com``; as :attr:`name` where there is no host."""
        return f"{self.scheme}://{self.name}" if self.host else self.name


@dataclass(frozen=True, slots=True)
class SitePattern:
    """``example.com`` (that host alone, at any port), ``*.example.com`` (every host below it, not itself), ``host:8080``,
    ``https://host``, ``*`` (every site that has a host), or ``about:``, ``data:``, ``blob:``, ``file:``."""

    text: str
    scheme: str | None
    host: str
    port: int | None

    @classmethod
    def read(cls, text: str) -> Self:
        """Raises ``ValueError``, saying what a pattern is."""
        plain = text.strip().lower()
        if _WITHOUT_HOST.fullmatch(plain):
            return cls(text, plain.split(":", 1)[0], "", None)
        match = _PATTERN.fullmatch(plain)
        if match is None:
            raise ValueError(f"{text!r} is not a site: write example.com, *.example.com, example.com:8080 or https://example.com")
        port = int(match["port"]) if match["port"] else None
        host = match["host"]
        below, bare = ("*.", host[2:]) if host.startswith("*.") else ("", host)
        try:
            named = bare if bare == "*" else ascii_host(bare)
        except ValueError:
            raise ValueError(f"{text!r} is not a site: no host has that name") from None
        return cls(text, match["scheme"], below + named, port)

    def matches(self, site: Site) -> bool:
        """Whether the site is one of those that the pattern names."""
        if (self.scheme is not None and self.scheme != site.scheme) or (self.port is not None and self.port != site.port):
            return False
        if not self.host or not site.host:
            return self.host == site.host
        if self.host == "*":
            return True
        return site.host.endswith(self.host[1:]) if self.host.startswith("*.") else site.host == self.host


def ascii_host(host: str) -> str:
    """The host in its normal spelling, of an IPv6 address that maps an IPv4 address the latter: both lead to the same place.

    Raises ``ValueError`` for what names no host.
    """
    named = normal_host(host)
    mapped = getattr(address_of(named), "ipv4_mapped", None) if ":" in named else None
    return named if mapped is None else str(mapped)


def is_private(site: Site) -> bool:
    """Whether the host is this machine, or an address of a private network, as far as its spelling says."""
    import ipaddress

    if site.host == "localhost" or site.host.endswith((".localhost", ".local", ".internal")):
        return True
    try:
        address = ipaddress.ip_address(site.host)
    except ValueError:
        return False
    return not address.is_global
