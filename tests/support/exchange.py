"""One HTTP exchange as the test server sees it: the request that came in and the response a route gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from email.message import Message
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Request:
    """A request as received. `path` is percent-encoded and has no query; `headers` looks names up in any case."""

    method: str
    path: str
    headers: Message[str, str]
    body: bytes
    query: Mapping[str, list[str]] = field(default_factory=dict)

    @classmethod
    def received(cls, method: str, target: str, headers: Message[str, str], body: bytes) -> Request:
        """The request for a request line's target, such as `/search?q=lamp`."""
        parts = urlsplit(target)
        return cls(method, parts.path, headers, body, parse_qs(parts.query, keep_blank_values=True))

    def argument(self, name: str, default: str) -> str:
        """The first value of a query argument."""
        return self.query.get(name, [default])[0]


@dataclass(frozen=True)
class Response:
    """What a route answers. An iterable body is written piece by piece, so a route can hold it back half-way."""

    body: bytes | Iterable[bytes] = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


def html(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An HTML response. A missing doctype is added: without one a page is laid out in quirks mode."""
    if not text.lstrip()[:9].lower().startswith("<!doctype"):
        text = f"<!doctype html>\n{text}"
    return Response(text.encode(), status, {"Content-Type": "text/html; charset=utf-8", **(headers or {})})
