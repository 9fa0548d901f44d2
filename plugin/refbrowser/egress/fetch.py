"""One document over plain HTTP, without a browser: bounded in size, in redirects and in time."""

import asyncio
from dataclasses import dataclass
from typing import Final
from urllib.parse import urljoin

import httpx

from refbrowser.errors import NavigationError, RefbrowserError
from refbrowser.policy.urls import openable
from refbrowser.redact import redacted

MOST_BYTES: Final = 5_000_000
MOST_REDIRECTS: Final = 10

_HEADERS: Final = {"accept": "text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.1", "user-agent": "refbrowser"}


@dataclass(frozen=True, slots=True)
class Fetched:
    """One response: ``media_type`` without its parameters, ``text`` decoded by the charset it names, ``cut`` if it was longer."""

    url: str
    http_status: int
    media_type: str
    text: str
    cut: bool


async def fetch(url: str, timeout_s: float) -> Fetched:
    """The document at ``url``. Every redirect's target is judged by the rules for addresses before it is asked for.

    Raises ``navigation_failed`` (``details.net_error`` names the kind), ``navigation_timeout``, and what
    :func:`refbrowser.policy.urls.openable` raises.
    """
    address = url
    try:
        # The client counts the time of each step anew.
        async with (
            asyncio.timeout(timeout_s),
            httpx.AsyncClient(timeout=timeout_s, headers=_HEADERS, follow_redirects=False) as client,
        ):
            for _ in range(MOST_REDIRECTS + 1):
                address = openable(address, allow_file_urls=False)
                if not address.startswith(("http://", "https://")):
                    raise _failed(address, "is not a web address", "ERR_UNKNOWN_URL_SCHEME")
                async with client.stream("GET", address) as response:
                    target = response.headers.get("location")
                    if response.is_redirect and target:
                        address = urljoin(address, target)
                        continue
                    return await _read(response)
    except (httpx.TimeoutException, TimeoutError):
        raise NavigationError(
            f"{redacted(address)[:200]} did not answer in time.", code="navigation_timeout", details={"url": redacted(address)}
        ) from None
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as failure:
        raise _failed(address, f"could not be fetched: {redacted(str(failure))[:200]}", type(failure).__name__) from None
    raise _failed(url, f"redirects more than {MOST_REDIRECTS} times", "ERR_TOO_MANY_REDIRECTS")


async def _read(response: httpx.Response) -> Fetched:
    body = bytearray()
    cut = False
    async for block in response.aiter_bytes():
        body += block
        if len(body) > MOST_BYTES:
            del body[MOST_BYTES:]
            cut = True
            break
    media_type = response.headers.get("content-type", "text/html").partition(";")[0].strip().lower()
    return Fetched(str(response.url), response.status_code, media_type, _decoded(bytes(body), response.charset_encoding), cut)


def _decoded(body: bytes, charset: str | None) -> str:
    for encoding in (charset, "utf-8"):
        try:
            return body.decode(encoding or "utf-8")
        except (LookupError, UnicodeDecodeError):
            continue
    return body.decode("windows-1252", errors="replace")


def _failed(url: str, why: str, name: str) -> RefbrowserError:
    return NavigationError(f"{redacted(url)[:200]} {why}.", details={"url": redacted(url)[:500], "net_error": name})
