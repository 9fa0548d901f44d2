"""What no script can see of a page, asked of the debugger and told to the engine: who listens for a press, and the shadow roots
that the page keeps closed.

Facts measured in Chromium: one ``DOMDebugger.getEventListeners`` of the whole document answers in 1.5 ms where nobody listens and
12 ms for 1 500 listeners; to carry a node into the isolated world takes 0.1-0.3 ms, so only those that are new are carried.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.inspector import Inspector

PRESSED: Final = frozenset(
    {"click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend", "contextmenu"}
)
"""Events that a person's press sends."""

MOST_NODES: Final = 2_000
"""How many new listeners one reading of a page learns of; the next reading learns of the rest."""

MOST_MS: Final = 1_000

_GROUP: Final = "refbrowser-unseen"
_TELL_LISTENERS: Final = "function(...nodes) { return refbrowser.markInteractive(nodes); }"
_TELL_ROOTS: Final = "function(...roots) { return refbrowser.adoptShadowRoots(roots); }"
_HOSTS: Final = "function() { return refbrowser.takeSuspects(); }"


class Unseen:
    """What has been told of one tab's top document."""

    def __init__(self, inspector: Inspector) -> None:
        self._inspector = inspector
        self._world: int | None = None
        self._document = ""
        self._told: set[int] = set()

    async def tell(self, deadline: Deadline) -> bool:
        """Tells the engine of listeners and closed shadow roots that are new since the last time; whether any concern what a
        reading of the page shows. False also when the page does not answer: it is read without them then."""
        try:
            async with asyncio.timeout(deadline.sooner(MOST_MS).remaining_ms / 1000):
                return await self._tell()
        except (Error, TimeoutError, KeyError):
            self._world = None
            return False

    async def _tell(self) -> bool:
        inspector = self._inspector
        world = await inspector.isolated_world()
        if world != self._world:
            found = await inspector.send("Runtime.evaluate", {"expression": "document", "contextId": world, "objectGroup": _GROUP})
            self._world, self._document, self._told = world, found["result"]["objectId"], set()
        whole = {"objectId": self._document, "depth": -1, "pierce": True}
        listeners, hosts = await asyncio.gather(
            inspector.send("DOMDebugger.getEventListeners", whole), self._call(_HOSTS, [], by_value=False)
        )
        heard = {listener["backendNodeId"] for listener in listeners["listeners"] if listener["type"] in PRESSED}
        nodes = sorted(heard - self._told)[:MOST_NODES]
        self._told.update(nodes)
        interactive = bool(nodes) and await self._call(_TELL_LISTENERS, await self._carried(nodes))
        roots = await self._closed_roots(hosts)
        adopted = bool(roots) and await self._call(_TELL_ROOTS, await self._carried(roots))
        return bool(interactive or adopted)

    async def _closed_roots(self, hosts: dict[str, Any]) -> list[int]:
        """The closed shadow roots of the elements in a remote array."""
        if hosts.get("description") == "Array(0)":
            return []
        listed = await self._inspector.send("Runtime.getProperties", {"objectId": hosts["objectId"], "ownProperties": True})
        elements = [entry["value"]["objectId"] for entry in listed["result"] if entry.get("value", {}).get("subtype") == "node"]
        described = await asyncio.gather(
            *(self._inspector.send("DOM.describeNode", {"objectId": element, "depth": 0, "pierce": True}) for element in elements)
        )
        return [
            root["backendNodeId"]
            for answer in described
            for root in answer["node"].get("shadowRoots", ())
            if root.get("shadowRootType") == "closed"
        ]

    async def _carried(self, nodes: Sequence[int]) -> list[str]:
        """The nodes as objects of the isolated world; those of other documents stay away."""
        asked = ({"backendNodeId": node, "executionContextId": self._world, "objectGroup": _GROUP} for node in nodes)
        answers = await asyncio.gather(*(self._inspector.send("DOM.resolveNode", one) for one in asked), return_exceptions=True)
        return [answer["object"]["objectId"] for answer in answers if isinstance(answer, dict)]

    async def _call(self, function: str, objects: Sequence[str], *, by_value: bool = True) -> Any:
        arguments = [{"objectId": one} for one in objects]
        parameters = {"functionDeclaration": function, "executionContextId": self._world, "arguments": arguments}
        answer = await self._inspector.send(
            "Runtime.callFunctionOn", {**parameters, "objectGroup": _GROUP, "returnByValue": by_value}
        )
        return answer["result"]["value"] if by_value else answer["result"]
