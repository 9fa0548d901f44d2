"""How nodes get from the debugger into a document's isolated world, and how the debugger knows what is there.

Chromium has no command that transfers more than one node, and one takes 0.3 ms of all processes together. But the nodes that a
script in that world returns are numbered in one answer. So a few of many nodes are transferred, the engine proposes all elements
that are alike, and Chromium reports their numbers. Measured, processor time of a first reading with and without that: 38 and 74 ms
for 115 listening elements, 102 and 261 ms for 500.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from refbrowser.browser.engine.cdp_session import TabCdpSession

FEW: Final = 12
"""Up to this many are handed in one by one."""

_TRIED: Final = 6
"""Of more nodes, at least this many are handed in as samples, whose lookalikes are proposed."""

_ROUNDS: Final = 3
"""How often that is done with what is left."""

_WORTH: Final = 3
"""The engine may propose up to this many times as many as are left: numbering one takes a quarter of handing it in."""

_PROPOSE: Final = "function(known, most, ...nodes) { return refbrowser.propose(nodes, known, most); }"
_NUMBERED: Final = {
    "serialization": "deep",
    "maxDepth": 1,
    "additionalParameters": {"maxNodeDepth": 0, "includeShadowTree": "none"},
}
"""Nodes with the numbers by which the debugger knows them, and without what is in them."""


@dataclass(slots=True)
class Carried:
    """Nodes in the isolated world: remote ``objects``, and ``places`` among the elements that the engine has proposed."""

    objects: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Carrier:
    """Into the isolated world ``context``, whose engine is there."""

    cdp: TabCdpSession
    context: int

    @property
    def group(self) -> str:
        """What remote objects belong to that only one question is about."""
        return f"refbrowser-carried-{self.context}"

    def release(self) -> None:
        """Has the browser forget what was carried, which it would keep alive else as long as the document. It is not waited for."""
        self.cdp.spawn(self.cdp.send("Runtime.releaseObjectGroup", {"objectGroup": self.group}))

    async def carry(self, nodes: Sequence[int]) -> Carried:
        """Those of other documents stay away. Raises Playwright's Error where the world went."""
        carried = Carried()
        remaining, proposed = list(nodes), 0
        for _ in range(_ROUNDS):
            if len(remaining) <= FEW:
                break
            tried = remaining[:: len(remaining) // _TRIED]
            objects = await self._handed_in(tried)
            numbers = await self._alike(objects, proposed, _WORTH * len(remaining))
            places = {number: place for place, number in enumerate(numbers, proposed)}
            proposed += len(numbers)
            remaining = [node for node in remaining if node not in tried]
            carried.objects += objects
            carried.places += [places[node] for node in remaining if node in places]
            remaining = [node for node in remaining if node not in places]
            if not places:
                break
        carried.objects += await self._handed_in(remaining)
        return carried

    async def numbered(self, function: str, arguments: Sequence[dict[str, Any]] = ()) -> list[dict[str, Any]]:
        """The nodes that a function returns, with numbers and shadow roots, as WebDriver BiDi describes them.

        None where the browser does not. Raises Playwright's Error.
        """
        question = {"functionDeclaration": function, "executionContextId": self.context, "arguments": list(arguments)}
        answer = await self.cdp.send(
            "Runtime.callFunctionOn", {**question, "objectGroup": self.group, "serializationOptions": _NUMBERED}
        )
        return [entry["value"] for entry in answer["result"].get("deepSerializedValue", {}).get("value", ())]

    async def _handed_in(self, nodes: Sequence[int]) -> list[str]:
        asked = ({"backendNodeId": node, "executionContextId": self.context, "objectGroup": self.group} for node in nodes)
        answers = await asyncio.gather(
            *(self.cdp.send("DOM.resolveNode", named_node) for named_node in asked), return_exceptions=True
        )
        return [answer["object"]["objectId"] for answer in answers if isinstance(answer, dict)]

    async def _alike(self, objects: Sequence[str], count: int, most: int) -> list[int]:
        """The numbers of what the engine proposes for these, without the first ``count``, which it knows."""
        proposals = await self.numbered(_PROPOSE, [{"value": count}, {"value": most}, *({"objectId": item} for item in objects)])
        return [node["backendNodeId"] for node in proposals]
