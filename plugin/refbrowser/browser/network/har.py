"""The network log as an HTTP Archive, the format that every browser's developer tools read (HAR 1.2)."""

import asyncio
import json
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.network import exchanges
from refbrowser.browser.network.network_log import Exchange, NetworkLog, Socket
from refbrowser.files import Destination
from refbrowser.masking import Masker
from refbrowser.redact import redacted

BODY_MOST: Final = 1_000_000
"""Characters of one text body; the archive says how long it was."""

AT_ONCE: Final = 8

_PHASES: Final = (
    ("dns", "domainLookupStart", "domainLookupEnd"),
    ("connect", "connectStart", "connectEnd"),
    ("ssl", "secureConnectionStart", "connectEnd"),
    ("wait", "requestStart", "responseStart"),
    ("receive", "responseStart", "responseEnd"),
)


async def export(
    log: NetworkLog, destination: Destination, browser_version: str, deadline: Deadline, masker: Masker, *, mask: bool
) -> dict[str, int]:
    """Writes the archive without the secrets of ``masker``; returns its ``entries`` and ``size`` in bytes. Raises
    ``file_unwritable``."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def entry(exchange: Exchange | Socket) -> dict[str, Any]:
        async with turn:
            return await _exchange(exchange, deadline, mask=mask) if isinstance(exchange, Exchange) else _socket(exchange)

    entries = await asyncio.gather(*(entry(exchange) for exchange in log.entries))
    archive = {
        "log": {
            "version": "1.2",
            "creator": {"name": "refbrowser", "version": _own_version()},
            "browser": {"name": "Chromium", "version": browser_version},
            "pages": [],
            "entries": entries,
        }
    }
    data = json.dumps(masker.masked(archive), ensure_ascii=False, indent=1).encode(errors="replace")
    await asyncio.to_thread(destination.write, data)
    return {"entries": len(entries), "size": len(data)}


def _own_version() -> str:
    try:
        return version("refbrowser")
    except PackageNotFoundError:
        # Run from a checkout that was not installed.
        return "unknown"


async def _exchange(exchange: Exchange, deadline: Deadline, *, mask: bool) -> dict[str, Any]:
    request, response = exchange.request, exchange.response
    sent = await exchanges.request_headers(exchange, deadline, mask=mask)
    received = await exchanges.response_headers(exchange, deadline, mask=mask)
    timings = _timings(exchange)
    entry = _entry(exchange, exchange.began_ms, round(sum(time for name, time in timings.items() if time > 0 and name != "ssl"), 3))
    entry["request"] |= {"method": request.method, "headers": _pairs(sent)}
    posted = exchanges.posted_text(exchange, mask=mask)
    if posted is not None:
        entry["request"] |= {"bodySize": len(request.post_data_buffer or b"")}
        entry["request"]["postData"] = {"mimeType": request.headers.get("content-type", ""), "text": posted[:BODY_MOST]}
    if response is not None:
        arrived = exchange.ended and exchange.failure is None
        body = await exchanges.body_bytes(exchange, deadline) if arrived and exchanges.is_text(exchange) else None
        text = None if body is None else exchanges.as_text(body, mask=mask)
        size = await exchanges.size(exchange, deadline)
        content = {"size": -1 if body is None else len(body), "mimeType": response.headers.get("content-type", "")}
        entry["response"] |= {
            "status": response.status,
            "statusText": response.status_text,
            "headers": _pairs(received),
            "content": content if text is None else {**content, "text": text[:BODY_MOST]},
            "redirectURL": redacted(response.headers.get("location", "")),
            "bodySize": -1 if size is None else size,
        }
    if exchange.failure is not None:
        entry["response"]["_error"] = exchange.failure
    return {**entry, "timings": timings, "_resourceType": exchange.kind}


def _socket(socket: Socket) -> dict[str, Any]:
    entry = _entry(socket, socket.began_ms, 0)
    messages = [
        {"type": "send" if frame.sent else "receive", "time": frame.time_ms / 1000, "opcode": 1, "data": frame.text}
        for frame in socket.frames
    ]
    return {**entry, "_resourceType": socket.kind, "_webSocketMessages": messages}


def _entry(exchange: Exchange | Socket, began_ms: int, time: float) -> dict[str, Any]:
    """What every entry has; -1 is the format's word for "not known"."""
    nothing: dict[str, Any] = {"httpVersion": "", "cookies": [], "headers": [], "headersSize": -1, "bodySize": -1}
    query = [{"name": name, "value": value} for name, value in parse_qsl(urlsplit(exchange.url).query, keep_blank_values=True)]
    return {
        "startedDateTime": datetime.fromtimestamp(began_ms / 1000, UTC).isoformat(timespec="milliseconds"),
        "time": time,
        "request": {**nothing, "method": "GET", "url": exchange.url, "queryString": query},
        "response": {**nothing, "status": 0, "statusText": "", "content": {"size": 0, "mimeType": ""}, "redirectURL": ""},
        "cache": {},
        "timings": {"send": 0, "wait": 0, "receive": 0},
    }


def _timings(exchange: Exchange) -> dict[str, float]:
    timing = exchanges.timing(exchange)
    phases = {"send": 0.0}
    for name, start, end in _PHASES:
        is_known = timing[start] >= 0 and timing[end] >= timing[start]
        phases[name] = round(timing[end] - timing[start], 3) if is_known else -1
    # The format lets only these two be unknown by being nothing.
    return {**phases, "wait": max(0.0, phases["wait"]), "receive": max(0.0, phases["receive"])}


def _pairs(headers: dict[str, str]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in headers.items()]
