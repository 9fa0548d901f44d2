"""Envelopes as MCP results, as the protocol writes them: the text that a model reads, images as images and, where it is asked for,
the envelope for programs."""

from typing import Any, Final

from refbrowser.adapters.mcp.offer import Offer
from refbrowser.surface.render import failure, render
from refbrowser.surface.vision import caption

Result = dict[str, Any]
"""A result as the protocol writes it (``isError``, ``mimeType``): every release of the SDK reads that into its own types."""


UNSEEN: Final = "(If you see no image above, this host passes only text; read the page with content instead.)"


WITHHELD: Final = "(This host is given no images; read the page with content instead.)"


def called(envelope: dict[str, Any], offer: Offer) -> Result:
    """The result of a call, as ``offer`` has it: with the envelope as structured content, which clients hand to the model as well;
    with failures as text."""
    extra = {"structuredContent": _sendable(envelope)} if offer.structured else {}
    return {"content": [_text(render(envelope))], "isError": not envelope["ok"] and offer.errors == "flag", **extra}


def pictured(envelope: dict[str, Any], offer: Offer, client: str | None = None) -> Result:
    """The images of ``vision_load``, each after a line with its path and scale, and a hint for hosts that leave images out. They
    are never in structured content. A client that gets none is given the lines alone."""
    if not envelope["ok"]:
        return {"content": [_text(failure(envelope))], "isError": offer.errors == "flag"}
    if not offer.shows_images(client):
        lines = [caption(image) for image in envelope["result"]]
        return {"content": [_text("\n".join([*lines, WITHHELD]))], "isError": False}
    content: list[dict[str, Any]] = []
    for image in envelope["result"]:
        content += [_text(caption(image)), {"type": "image", "data": image["data"], "mimeType": image["mime"]}]
    return {"content": [*content, _text(UNSEEN)], "isError": False}


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": _sendable(text)}


def _sendable(value: object) -> Any:
    """``value`` without lone surrogates, which a page's text may hold and UTF-8 cannot encode."""
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    if isinstance(value, dict):
        return {_sendable(key): _sendable(part) for key, part in value.items()}
    return [_sendable(part) for part in value] if isinstance(value, list) else value
