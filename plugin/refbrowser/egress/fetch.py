"""One document over plain HTTP, without a browser: bounded in size, in redirects and in time."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final
from urllib.parse import urljoin

import httpx

from refbrowser.egress.boundary import Boundary
from refbrowser.egress.charsets import decoded
from refbrowser.errors import NavigationError, RefbrowserError
from refbrowser.page_text import one_line, truncated
from refbrowser.policy.hosts import host_and_port
from refbrowser.policy.outcomes import egress_blocked, explained
from refbrowser.policy.urls import openable
from refbrowser.redact import redacted

MOST_BYTES: Final = 5_000_000
MOST_PDF_BYTES: Final = 30_000_000
PDF: Final = "application/pdf"
MOST_REDIRECTS: Final = 10

REST_SHARE: Final = 0.1
MOST_REST_S: Final = 1.0
"""How much of the time is kept for the text of a document that has not come to its end by then."""

_HEADERS: Final = {"accept": "text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.1", "user-agent": "refbrowser"}


@dataclass(frozen=True, slots=True)
class Fetched:
    """One response: ``media_type`` without its parameters, ``text`` decoded, ``cut`` if it was longer, ``late`` if the rest had not
    come in time. Of a PDF there is its ``body`` instead."""

    url: str
    http_status: int
    media_type: str
    text: str
    cut: bool
    body: bytes = b""
    late: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """How the chat's browser goes: through ``boundary``, ``offline``, with headers of its own. ``answer`` is asked before each
    request: whether it is blocked (True) or answered without the network; ``headers`` what is added to it."""

    boundary: Boundary
    offline: bool = False
    own_headers: Mapping[str, str] = field(default_factory=dict)
    answer: Callable[[str], "Awaitable[Fetched | bool]"] | None = None
    headers: Callable[[str], Mapping[str, str]] = lambda _: {}


async def fetch(url: str, timeout_s: float, way: Way) -> Fetched:
    """The document at ``url``. Every redirect's target is judged by the rules for addresses before it is asked for.

    The first address, and those that internal servers redirect to, are the agent's own wish; a public site's redirect to an
    internal address is refused. Raises ``egress_blocked``, ``navigation_failed`` (``details.net_error`` names the kind),
    ``navigation_timeout``, and what :func:`refbrowser.policy.urls.openable` raises.
    """
    address = url
    ends = asyncio.get_running_loop().time() + timeout_s - min(MOST_REST_S, timeout_s * REST_SHARE)
    try:
        # The client counts the time of each step anew.
        async with (
            asyncio.timeout(timeout_s),
            AsyncExitStack() as clients,
        ):
            client = await clients.enter_async_context(_client(way, timeout_s, as_agent=True))
            for _ in range(MOST_REDIRECTS + 1):
                address = openable(address, allow_file_urls=False)
                if not address.startswith(("http://", "https://")):
                    raise _failed(address, "is not an http or https address", "ERR_UNKNOWN_URL_SCHEME")
                if way.offline:
                    raise _failed(address, "cannot be reached: this chat is offline", "ERR_INTERNET_DISCONNECTED")
                answered = await way.answer(address) if way.answer is not None else False
                if answered is True:
                    raise _failed(address, "is blocked by a route of this chat", "ERR_BLOCKED_BY_CLIENT")
                if isinstance(answered, Fetched):
                    return answered
                async with client.stream("GET", address, headers=dict(way.headers(address))) as response:
                    target = response.headers.get("location")
                    if response.is_redirect and target:
                        if not _is_internal(way.boundary, address):
                            client = await clients.enter_async_context(_client(way, timeout_s, as_agent=False))
                        address = urljoin(address, target)
                        continue
                    return await _read(response, ends)
    except (httpx.TimeoutException, TimeoutError):
        if (outcome := way.boundary.outcome(address)) is not None and outcome.rule is not None:
            raise egress_blocked(outcome, redacted(address)) from None
        raise NavigationError(
            f"{one_line(redacted(address), 200)} did not answer in time.",
            code="navigation_timeout",
            details={"url": redacted(address)},
        ) from None
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, ImportError, ValueError) as failure:
        outcome = way.boundary.outcome(address)
        if outcome is not None and outcome.rule is not None:
            raise egress_blocked(outcome, redacted(address)) from None
        if outcome is not None:
            raise _failed(address, f"could not be fetched: {explained(outcome.net_error)}", outcome.net_error) from None
        # Some failures of a connection have no text.
        why = truncated(redacted(str(failure)).rstrip("."), 200) or "the connection ended"
        raise _failed(address, f"could not be fetched: {why}", type(failure).__name__) from None
    raise _failed(url, f"redirects more than {MOST_REDIRECTS} times", "ERR_TOO_MANY_REDIRECTS")


@lru_cache(maxsize=1)
def tls_context() -> ssl.SSLContext:
    """Return the certificates that servers are checked by. They take some ten milliseconds to load, more where no core is free."""
    return httpx.create_ssl_context(trust_env=False)


def _client(way: Way, timeout_s: float, *, as_agent: bool) -> httpx.AsyncClient:
    """``as_agent``: its requests are the agent's own wish, and not what a page leads to."""
    assert way.boundary.proxy is not None
    proxy = httpx.Proxy(way.boundary.proxy, auth=("agent", way.boundary.agent_key) if as_agent else None)
    headers = {**_HEADERS, **way.own_headers}
    return httpx.AsyncClient(
        timeout=timeout_s, headers=headers, follow_redirects=False, proxy=proxy, trust_env=False, verify=tls_context()
    )


def _is_internal(boundary: Boundary, url: str) -> bool:
    place = host_and_port(url)
    return place is not None and boundary.is_internal(place[0])


async def _read(response: httpx.Response, ends: float) -> Fetched:
    """Return the document; what has come of it where ``ends``, a time of the loop, comes first."""
    media_type = response.headers.get("content-type", "text/html").partition(";")[0].strip().lower()
    most = MOST_PDF_BYTES if media_type == PDF else MOST_BYTES
    body = bytearray()
    cut = late = False
    try:
        async with asyncio.timeout_at(ends):
            async for block in response.aiter_bytes():
                body += block
                if len(body) > most:
                    del body[most:]
                    cut = True
                    break
    except (httpx.TimeoutException, TimeoutError):
        # Of a part of a PDF nothing can be read.
        if not body or media_type == PDF:
            raise
        late = True
    if media_type == PDF:
        return Fetched(str(response.url), response.status_code, media_type, "", cut, bytes(body))
    # The document may be megabytes.
    text = await asyncio.to_thread(decoded, bytes(body), response.charset_encoding, media_type)
    return Fetched(str(response.url), response.status_code, media_type, text, cut, late=late)


def _failed(url: str, why: str, name: str) -> RefbrowserError:
    return NavigationError(
        f"{one_line(redacted(url), 200)} {why}.", details={"url": truncated(redacted(url), 500), "net_error": name}
    )
