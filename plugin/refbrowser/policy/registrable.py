"""Whose a site is: sites below one registrable domain, as the public suffix list has it, belong together."""

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from refbrowser.policy.hosts import address_of

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

_KEPT: Final = 2_000


def belong_together(host: str, other: str) -> bool:
    """Return whether two sites, by :attr:`refbrowser.policy.sites.Site.name`, are one or lie below one registrable domain."""
    if host == other:
        return True
    # Reading the list takes longer than most calls: it is not asked about names that differ in the last two labels.
    return group_of(host) == group_of(other) and _domain(_host(host)) == _domain(_host(other)) is not None


def group_of(site: str) -> str:
    """Return a name that all sites of one registrable domain share, possibly with sites of others; it needs no list."""
    host = _host(site)
    return ".".join(host.split(".")[-2:]) if _is_name(host) else site


def registered_domain(host: str) -> str | None:
    """Return the registrable domain of a host, if its suffix is one of the list."""
    return _suffixes().privatesuffix(host, accept_unknown=False) if _is_name(host) else None


def _host(site: str) -> str:
    if site.startswith("["):
        return site.partition("]")[0] + "]"
    return site.partition(":")[0]


def _is_name(host: str) -> bool:
    return "." in host and not host.startswith("[") and address_of(host) is None


@lru_cache(_KEPT)
def _domain(host: str) -> str | None:
    return _suffixes().privatesuffix(host) if _is_name(host) else None


@lru_cache(1)
def _suffixes() -> "PublicSuffixList":
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()
