"""One request in full: headers, bodies, sizes and timing, asked of the browser when an agent wants them."""

import asyncio
from collections.abc import Awaitable, Mapping
from typing import Any, Final, TypeVar

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.network.network_log import Exchange, cut
from refbrowser.browser.network.withheld import WITHHELD
from refbrowser.files import Destination
from refbrowser.masking import Masker
from refbrowser.redact import masked_body, masked_headers

BODY_SHOWN: Final = 4_000
"""Characters of a body in an answer."""

PATIENCE_MS: Final = 2_000
"""How long the browser may take for one of the parts; a page that hangs does not answer, and the other parts are known."""

_TEXTUAL: Final = ("text/", "application/json", "application/xml", "application/javascript", "application/x-www-form-urlencoded")

T = TypeVar("T")


async def described(exchange: Exchange, deadline: Deadline, *, mask: bool) -> dict[str, Any]:
    """``{id, method, url, status, …, request_headers, request_body, response_headers, response_body, size, timing_ms}``; a body
    that is not text, or not there any more, says so."""
    request, response = exchange.request, exchange.response
    answer = {**exchange.as_dict(), "url": exchange.url}
    if request.redirected_to is not None:
        answer["redirected"] = True
    answer["request_headers"] = await request_headers(exchange, deadline, mask=mask)
    if (posted := posted_text(exchange, mask=mask)) is not None:
        answer["request_body"] = cut(posted, BODY_SHOWN)
    if response is None:
        return answer
    answer["status_text"] = response.status_text
    answer["response_headers"] = await response_headers(exchange, deadline, mask=mask)
    if exchange.ended and exchange.failure is None:
        if sizes := await _known(request.sizes(), deadline):
            sizes_in_bytes = {"headers": sizes["responseHeadersSize"], "body": sizes["responseBodySize"]}
            answer["size"] = {name: size for name, size in sizes_in_bytes.items() if size >= 0}
        answer["response_body"] = await _shown_body(exchange, deadline, mask=mask)
    answer["timing_ms"] = {name: round(time, 1) for name, time in timing(exchange).items() if name != "startTime" and time >= 0}
    return answer


def timing(exchange: Exchange) -> dict[str, float]:
    """Milliseconds after the start at which each phase began and ended; -1 for those that are not known."""
    moments: Mapping[str, Any] = exchange.request.timing
    return dict(moments)


async def size(exchange: Exchange, deadline: Deadline) -> int | None:
    """Bytes of the answer's body as it came over the network; None where that is not known."""
    if not exchange.ended or exchange.response is None or exchange.failure is not None:
        return None
    sizes = await _known(exchange.request.sizes(), deadline)
    # Of some answers Chromium counts no body, and Playwright takes the headers off what it counts.
    return sizes["responseBodySize"] if sizes and sizes["responseBodySize"] >= 0 else None


async def request_headers(exchange: Exchange, deadline: Deadline, *, mask: bool) -> dict[str, str]:
    """The headers that were sent; while no answer has come, those that the page asked for."""
    received = await _known(exchange.request.all_headers(), deadline) if exchange.response is not None else None
    headers = (received or exchange.request.headers).items()
    return dict(masked_headers(headers) if mask else headers)


async def response_headers(exchange: Exchange, deadline: Deadline, *, mask: bool) -> dict[str, str]:
    """The headers of the answer; several of one name are joined by a line break."""
    response = exchange.response
    if response is None:
        return {}
    headers = (await _known(response.all_headers(), deadline) or response.headers).items()
    return dict(masked_headers(headers) if mask else headers)


def posted_text(exchange: Exchange, *, mask: bool) -> str | None:
    """The request's body as text, or what it is if it is none; None without a body."""
    posted = exchange.request.post_data_buffer
    if posted is None:
        return None
    if exchange.by_person:
        return WITHHELD
    try:
        text = posted.decode()
    except UnicodeDecodeError:
        text = posted.decode(errors="replace")
        if "multipart/form-data" not in exchange.request.headers.get("content-type", ""):
            return f"({len(posted)} bytes that are not text)"
    return masked_body(text) if mask else text


def as_text(body: bytes, *, mask: bool) -> str:
    """A body that is text, decoded."""
    text = body.decode(errors="replace")
    return masked_body(text) if mask else text


async def body_bytes(exchange: Exchange, deadline: Deadline) -> bytes | None:
    """The answer's body; None when the browser has it no more, as after a navigation."""
    return await _known(exchange.response.body(), deadline) if exchange.response is not None else None


def is_text(exchange: Exchange) -> bool:
    """Whether the answer says that it is text."""
    kind = media_type(exchange)
    return kind.startswith(_TEXTUAL) or kind.endswith(("+json", "+xml"))


def media_type(exchange: Exchange) -> str:
    """The answer's media type without its parameters; empty where it names none."""
    return exchange.response.headers.get("content-type", "").partition(";")[0].strip().lower() if exchange.response else ""


async def save_body(exchange: Exchange, destination: Destination, deadline: Deadline, masker: Masker) -> int | None:
    """Writes the answer's body, as it is but for secrets in a text, and returns its size in bytes; None when the browser has
    it no more. Raises ``file_unwritable``."""
    body = await body_bytes(exchange, deadline)
    if body is None:
        return None
    if masker.values and is_text(exchange):
        text = body.decode(errors="surrogateescape")
        body = masker.text(text).encode(errors="surrogateescape")
    await asyncio.to_thread(destination.write, body)
    return len(body)


async def _shown_body(exchange: Exchange, deadline: Deadline, *, mask: bool) -> str:
    if not is_text(exchange):
        return f"({media_type(exchange) or 'no media type'}, which is not text; give a path to save it)"
    body = await body_bytes(exchange, deadline)
    if body is None:
        return "(the browser discarded it)"
    shown = cut(text := as_text(body, mask=mask), BODY_SHOWN)
    return shown if shown == text else f"{shown}; path writes it to a file"


async def _known(question: Awaitable[T], deadline: Deadline) -> T | None:
    """The browser's answer, or None when it has none or does not give it in time."""
    try:
        async with asyncio.timeout(min(PATIENCE_MS, deadline.remaining_ms) / 1000):
            return await question
    except (Error, TimeoutError):
        return None
