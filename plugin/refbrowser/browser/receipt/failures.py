"""Failed requests in a receipt: each of the page's own site, and one line for each other site, as of those that only measure."""

from collections import Counter
from collections.abc import Iterable, Set
from typing import NamedTuple
from urllib.parse import urlsplit


class Failures(NamedTuple):
    """``own``: failures of the page's site, each as it was noted. ``others``: a line for each other host, by its name."""

    own: list[str]
    others: dict[str, str]

    def without(self, reported: Set[str]) -> list[str]:
        """Return the lines, without those of hosts that have been ``reported``."""
        return [*self.own, *(line for host, line in self.others.items() if host not in reported)]


def by_site(failures: Iterable[str], url: str) -> Failures:
    """Return ``failures``, each of which ends with its address, by whether they are of the site of the page at ``url``."""
    site = _site(_host(url))
    own: list[str] = []
    counts: Counter[str] = Counter()
    firsts: dict[str, str] = {}
    for failure in failures:
        host = _host(failure.rsplit(" ", 1)[-1])
        if not host or _site(host) == site:
            own.append(failure)
            continue
        counts[host] += 1
        firsts.setdefault(host, failure)
    return Failures(own, {host: _line(host, counts[host], first) for host, first in firsts.items()})


def _line(host: str, count: int, first: str) -> str:
    return first if count == 1 else f"{first.split(' ', 1)[0]} {count} requests to {host}"


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _site(host: str) -> str:
    """Return the last two labels: hosts that differ there are of different sites. Some that do not are, too: listed singly."""
    return host if host.replace(".", "").isdigit() else ".".join(host.split(".")[-2:])
