"""A page's icon: fetched by the page itself, under its own rules. A bitmap is drawn anew, so that nothing of the file gets further;
an SVG stays what it is, and is to be shown as an image, where browsers neither run its scripts nor load what it names."""

import asyncio
import base64
import binascii
import io
import json
import re
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal
from urllib.parse import unquote_to_bytes, urljoin

from PIL import Image
from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import TimeoutExceeded

SIDE: Final = 32
"""Pixels of the square that is drawn."""

MOST_BYTES: Final = 128 * 1024
MOST_SVG_BYTES: Final = 32 * 1024
MOST_PIXELS: Final = 1024 * 1024
MOST_CANDIDATES: Final = 4
FETCH_MS: Final = 5_000
BLOCK: Final = 64 * 1024

_DECLARED: Final = (
    "JSON.stringify([...document.querySelectorAll('link[rel~=\"icon\" i][href]')].filter(link => link instanceof HTMLLinkElement)"
    ".slice(0, 20).map(link => [link.href.slice(0, 200000), link.type, link.sizes.value.slice(0, 1000)]))"
)
_SIDE: Final = re.compile(r"[0-9]{1,9}")
_FORMATS: Final = ("PNG", "ICO", "GIF", "JPEG", "WEBP", "BMP")
_SVG: Final = re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*|<!--.*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]", re.DOTALL)
_BROKEN: Final = (OSError, ValueError, TypeError, LookupError, SyntaxError, struct.error, Image.DecompressionBombError)
"""What Pillow's decoders stumble over in files that are not what they say they are."""


@dataclass(frozen=True, slots=True)
class Icon:
    """``kind`` is image/png, of 32 by 32 pixels, or image/svg+xml."""

    kind: Literal["image/png", "image/svg+xml"]
    data: bytes


async def favicon(tab: Tab) -> Icon | None:
    """None when the page has none, when its policy forbids the fetching, or when the response is not an image, or too large."""
    deadline = Deadline(FETCH_MS)
    try:
        async with deadline.waiting_for("the page's icon"):
            for url in _candidates(await _declared(tab), tab.url):
                data = _inline(url) if url.startswith("data:") else await _fetched(tab, url)
                if data and (icon := await asyncio.to_thread(_icon, data)) is not None:
                    return icon
    except (Error, TimeoutExceeded):
        # The page went away, or hangs: a tab may have no icon.
        return None
    return None


async def _declared(tab: Tab) -> list[list[str]]:
    declared: list[list[str]] = json.loads(await tab.cdp.isolated(_DECLARED, FETCH_MS))
    return declared


def _candidates(declared: Iterable[list[str]], page: str) -> list[str]:
    """The icons that the page declares, nearest to the wanted size first, then ``/favicon.ico``."""
    urls = [url for url, _, sizes in sorted(declared, key=lambda icon: _distance(icon[2]))]
    if page.startswith(("http://", "https://")):
        urls.append(urljoin(page, "/favicon.ico"))
    allowed = [url for url in dict.fromkeys(urls) if url.startswith(("http://", "https://", "data:image/"))]
    return allowed[:MOST_CANDIDATES]


def _distance(sizes: str) -> int:
    sides = [int(side) for part in sizes.split() if _SIDE.fullmatch(side := part.lower().partition("x")[0])]
    return min((abs(side - SIDE) for side in sides), default=SIDE)


def _inline(url: str) -> bytes | None:
    head, _, body = url.partition(",")
    raw = unquote_to_bytes(body)
    if not head.endswith(";base64"):
        return raw
    try:
        return base64.b64decode(raw)
    except binascii.Error:
        return None


async def _fetched(tab: Tab, url: str) -> bytes | None:
    """Through the page's network, without its cookies. A page's policy that forbids the address is an error of the protocol."""
    options = {"disableCache": False, "includeCredentials": False}
    request = {"frameId": tab.cdp.target_id, "url": url, "options": options}
    try:
        resource = (await tab.cdp.send("Network.loadNetworkResource", request))["resource"]
    except Error:
        return None
    if not resource["success"] or "stream" not in resource:
        return None
    data = bytearray()
    try:
        while len(data) <= MOST_BYTES:
            block: dict[str, Any] = await tab.cdp.send("IO.read", {"handle": resource["stream"], "size": BLOCK})
            data += base64.b64decode(block["data"]) if block.get("base64Encoded") else block["data"].encode()
            if block["eof"]:
                return bytes(data)
    finally:
        await tab.cdp.send("IO.close", {"handle": resource["stream"]})
    return None


def _icon(data: bytes) -> Icon | None:
    if _SVG.match(data[:4096]):
        return Icon("image/svg+xml", data) if len(data) <= MOST_SVG_BYTES else None
    drawn = _drawn(data)
    return None if drawn is None else Icon("image/png", drawn)


def _drawn(data: bytes) -> bytes | None:
    """A new picture of what the file shows; None for what is too large or no bitmap."""
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
            if image.width * image.height > MOST_PIXELS:
                return None
            picture = image.convert("RGBA").resize((SIDE, SIDE), Image.Resampling.LANCZOS)
    except _BROKEN:
        return None
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()
