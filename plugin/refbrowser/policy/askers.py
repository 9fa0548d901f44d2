"""Who asks for an internal address: the agent, a page that is internal itself, or a page of a public site. Pure.

Chromium's own Local Network Access does not hold behind a proxy: it goes by the address that the browser connects to, and that is
the proxy's. So requests to loopback and private addresses are judged here, by the headers that no page can forge and, where these
do not say enough, by what the browser reports about the request.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from refbrowser.policy.egress import Asker
from refbrowser.policy.hosts import host_and_port

IsInternal = Callable[[str], bool]
"""Whether the site with that host was found at an internal address."""


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request as the browser reports it.

    ``documents`` are the addresses of those that may have made it: the frame's and its ancestors', for a navigation those of every
    frame of every tab. ``redirected_from`` are the addresses before it in a chain of redirects. ``top_navigation``: it loads a tab.
    """

    url: str
    origin: str | None = None
    referer: str | None = None
    documents: tuple[str, ...] = ()
    redirected_from: tuple[str, ...] = ()
    top_navigation: bool = False


@dataclass(frozen=True, slots=True)
class Headers:
    """What a request says of its origin: ``Sec-Fetch-Site`` and ``Origin`` are Chromium's own, ``Referer`` a page can leave out but
    not invent. The first comes to loopback addresses alone, since other internal ones are not secure contexts."""

    site: str | None = None
    origin: str | None = None
    referer: str | None = None


@dataclass(frozen=True, slots=True)
class Expected:
    """Hosts with their ports that calls under way have named."""

    places: frozenset[tuple[str, int]] = field(default_factory=frozenset)

    def __contains__(self, url: str) -> bool:
        return host_and_port(url) in self.places


def distinct(requests: Iterable[PageRequest]) -> Iterable[PageRequest]:
    """One request of each kind that :func:`by_report` treats the same: a page asks for hundreds of pictures."""
    by_evidence = {
        (
            request.origin,
            request.referer,
            request.documents,
            request.redirected_from,
            request.url if request.top_navigation else "",
        ): request
        for request in requests
    }
    return by_evidence.values()


def by_headers(headers: Headers, url: str, expected: Expected, is_internal: IsInternal) -> Asker | Literal["unknown"]:
    """Who makes the request, as far as its headers say."""
    if headers.origin is not None and headers.origin != "null":
        return "insider" if _internal(headers.origin, is_internal) else "page"
    if headers.site in ("same-origin", "same-site"):
        return "insider"
    if headers.site == "none" and url in expected:
        return "insider"
    if headers.referer is not None and not _internal(headers.referer, is_internal):
        return "page"
    return "unknown"


def by_report(request: PageRequest, headers: Headers, expected: Expected, is_internal: IsInternal) -> Asker:
    """Who makes the request, by what the browser reports about it and by its ``headers``, where they could be read. What is not
    shown to come from within comes from a page."""
    if not all(_internal(url, is_internal) for url in request.redirected_from):
        return "page"
    for evidence in (headers.origin or request.origin, headers.referer or request.referer):
        if evidence is not None and evidence != "null":
            return "insider" if _internal(evidence, is_internal) else "page"
    if request.top_navigation and (request.redirected_from or (request.url,))[-1] in expected:
        return "insider"
    made_by = [url for url in request.documents if not url.startswith("about:") and url]
    return "insider" if made_by and all(_internal(url, is_internal) for url in made_by) else "page"


def _internal(url: str, is_internal: IsInternal) -> bool:
    if url.startswith("data:"):
        # Only a call loads such a document into a tab; in a frame its ancestors come with it.
        return True
    place = host_and_port(url.removeprefix("blob:"))
    return place is not None and bool(urlsplit(url).scheme) and is_internal(place[0])
