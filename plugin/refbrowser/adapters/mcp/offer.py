"""What an MCP client is offered, without the SDK, which takes a second to import."""

from dataclasses import dataclass

from refbrowser import offer
from refbrowser.offer import Shape

__all__ = ["Offer", "Shape"]


@dataclass(frozen=True, slots=True)
class Offer(offer.Offer):
    """``structured``: answers carry their envelope as structured content in addition to the text."""

    structured: bool = False
