"""What an MCP client is offered, without the SDK, which takes a second to import."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_args

from refbrowser import offer
from refbrowser.errors import CallError
from refbrowser.offer import Shape

__all__ = ["Errors", "Images", "Offer", "Shape"]

Images = Literal["auto", "always", "never"]
"""Whether ``vision_load`` answers with images. ``auto``: unless the client is known to turn them into text."""

Errors = Literal["flag", "text"]
"""How a failed call is answered: flagged with ``isError``, whose text some hosts hide from the model, or as text alone."""

TEXT_ONLY: Final = ("autogen", "crewai", "google-adk", "haystack", "llama-index", "llamaindex", "smolagents")
"""How the names of clients begin that hand images to the model as text."""

_CHOICES: Final[dict[str, tuple[str, ...]]] = {"tools": get_args(Shape), "images": get_args(Images), "errors": get_args(Errors)}


@dataclass(frozen=True, slots=True)
class Offer(offer.Offer):
    """``structured``: answers carry their envelope as structured content in addition to the text."""

    structured: bool = False
    images: Images = "auto"
    errors: Errors = "flag"

    def shows_images(self, client: str | None) -> bool:
        """Whether a client of that name is given images."""
        return self.images == "always" or (self.images == "auto" and not (client or "").lower().startswith(TEXT_ONLY))

    def asked(self, query: Mapping[str, str]) -> "Offer":
        """Return the offer that one session asks for: never actions that this one lacks. Raises ``invalid_arguments``."""
        given: dict[str, Any] = {name: query[name] for name in _CHOICES if query.get(name)}
        for name, value in given.items():
            if value not in _CHOICES[name]:
                raise CallError(f"{name} is {value[:50]!r}; it must be one of {', '.join(_CHOICES[name])}.")
        asked_shape = given.pop("tools", self.shape)
        shape = self.shape if self.shape == "core" else asked_shape
        groups = tuple(group for group in query.get("groups", "").split(",") if group) or tuple(self.groups)
        if self.groups and (wider := set(groups) - set(self.groups)):
            raise CallError(f"This server offers only the groups {', '.join(self.groups)}, not {', '.join(sorted(wider))[:100]}.")
        structured = self.structured if "structured" not in query else query["structured"] in ("1", "true")
        return replace(self, **{**given, "shape": shape, "groups": groups, "structured": structured})
