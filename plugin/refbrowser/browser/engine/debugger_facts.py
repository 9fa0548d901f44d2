"""What no script can see of a page, asked of the debugger and told to the engine: who listens for a press, and the shadow roots
that the page keeps closed.

Facts measured in Chromium: one ``DOMDebugger.getEventListeners`` of the whole document answers in 1.5 ms where nobody listens and
12 ms for 1 500 listeners; to carry nodes into the isolated world takes longer than that, so only those that are new are carried.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.cdp_session import Counts, TabCdpSession
from refbrowser.browser.engine.node_transfer import Carrier

PRESSED: Final = frozenset(
    {"click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend", "contextmenu"}
)
"""Events that a person's press sends."""

MOST_NODES: Final = 2_000
"""How many new listeners one reading of a page learns of; the next reading learns of the rest."""

MOST_FRAMES: Final = 20

MOST_MS: Final = 2_000

_FRAGMENT: Final = 11
"""The ``nodeType`` of a shadow root."""

_GROUP: Final = "refbrowser-unseen"
_TELL_LISTENERS: Final = (
    "function(places, ...nodes) { return refbrowser.markInteractive([...refbrowser.takeProposed(places), ...nodes]); }"
)
_TELL_ROOTS: Final = "function(...roots) { return refbrowser.adoptShadowRoots(roots); }"
_MARK_LISTING: Final = "function() { return refbrowser.markListing(); }"
_TAKE_UNSEEN: Final = "function() { return refbrowser.takeUnseen(); }"


class _World:
    """One document's isolated world: what has been told there."""

    def __init__(self, cdp: TabCdpSession, context: int) -> None:
        self._inspector = cdp
        self._context = context
        self._carrier = Carrier(cdp, context)
        self._document = ""
        self._main = 0
        self._told: set[int] = set()
        self.listed: Counts | None = None
        self.told_all = True

    async def attach(self) -> None:
        """Finds the page's own document beside the world. Raises KeyError where there is none, or where the world has no engine or
        went away, and Playwright's Error, as all here."""
        if not self._document:
            main = self._inspector.worlds.main_beside(self._context)
            if main is None:
                raise KeyError(self._context)
            asked = {"expression": "document", "contextId": main, "objectGroup": _GROUP}
            self._document, self._main = (await self._inspector.send("Runtime.evaluate", asked))["result"]["objectId"], main

    async def bring_engine(self) -> bool:
        """Meets a top document that is to be read for the first time."""
        await asyncio.gather(self.attach(), self._inspector.bring_engine())
        return False

    async def tell_listeners(self) -> bool:
        """Tells who listens in the document itself; whether the engine had not known one that is pressed."""
        await self.attach()
        moment, heard = await asyncio.gather(self._call(_MARK_LISTING), self._heard_in(self._document))
        self.listed = self._inspector.counted(moment)
        return await self._tell_nodes(heard)

    async def tell_roots(self) -> bool:
        """Tells who listens in the shadow roots that the engine knows, and of closed roots where it suspects any; whether it had
        not known one of these."""
        await self.attach()
        nodes = await self._carrier.numbered(_TAKE_UNSEEN)
        roots = (node["backendNodeId"] for node in nodes if node["nodeType"] == _FRAGMENT)
        heard = await asyncio.gather(*(self._heard_in_root(root) for root in roots))
        interactive = await self._tell_nodes(set().union(*heard))
        closed = await self._carrier.carry(await self._closed_roots(nodes))
        adopted = bool(closed.objects) and await self._call(_TELL_ROOTS, closed.objects)
        self._carrier.let_go()
        return bool(interactive or adopted)

    async def _closed_roots(self, nodes: Sequence[dict[str, Any]]) -> list[int]:
        """The closed shadow roots of elements. The browser's own, as in its view of JSON, are closed as well, and stay so."""
        hosts = [node for node in nodes if node.get("shadowRoot") and node["shadowRoot"]["value"]["mode"] == "closed"]
        asked = ({"backendNodeId": host["backendNodeId"], "depth": 0, "pierce": True} for host in hosts)
        described = await asyncio.gather(*(self._inspector.send("DOM.describeNode", one) for one in asked))
        roots = (root for answer in described for root in answer["node"].get("shadowRoots", ()))
        return [root["backendNodeId"] for root in roots if root.get("shadowRootType") == "closed"]

    async def tell(self) -> bool:
        """Both."""
        listeners = await self.tell_listeners()
        return await self.tell_roots() or listeners

    async def _tell_nodes(self, heard: set[int]) -> bool:
        new = sorted(heard - self._told)
        nodes, self.told_all = new[:MOST_NODES], len(new) <= MOST_NODES
        if not nodes:
            return False
        carried = await self._carrier.carry(nodes)
        interactive = await self._call(_TELL_LISTENERS, carried.objects, carried.places)
        self._carrier.let_go()
        self._told.update(nodes)
        return bool(interactive)

    async def _heard_in(self, root: str) -> set[int]:
        """The nodes of one document or shadow root that listen for a press.

        It is an object of the page's own world: without piercing, only listeners of the object's world are told. And to pierce
        makes Chromium 156 go through frames and the browser's own shadow roots too, and crash or hang in some of them.
        """
        answer = await self._inspector.send("DOMDebugger.getEventListeners", {"objectId": root, "depth": -1, "pierce": False})
        heard = (listener.get("backendNodeId") for listener in answer["listeners"] if listener["type"] in PRESSED)
        return {node for node in heard if node is not None}

    async def _heard_in_root(self, root: int) -> set[int]:
        asked = {"backendNodeId": root, "executionContextId": self._main, "objectGroup": self._carrier.group}
        return await self._heard_in((await self._inspector.send("DOM.resolveNode", asked))["object"]["objectId"])

    async def _call(self, function: str, objects: Sequence[str] = (), *values: Any) -> Any:
        arguments = [*({"value": one} for one in values), *({"objectId": one} for one in objects)]
        question = {"functionDeclaration": function, "executionContextId": self._context, "arguments": arguments}
        return (await self._inspector.send("Runtime.callFunctionOn", {**question, "returnByValue": True}))["result"]["value"]


class ListenerDiscovery:
    """Of one tab: its top document and the documents of the frames that share its process.

    ``suspected`` is set by who reads the top document: whether its engine knows shadow roots, or elements that may have one.
    ``told_all``: whether everything could be told since the top document's listeners were last asked for; ``listed``: what had been
    counted when they were.
    """

    def __init__(self, cdp: TabCdpSession) -> None:
        self._inspector = cdp
        # Numbers of worlds are not used again; what is known of those that went is dropped when the next is met.
        self._worlds: dict[int, _World] = {}
        self._top: int | None = None
        self._on_its_way: asyncio.Task[bool] | None = None
        self.suspected = False
        self.told_all = False
        self.listed: Counts | None = None

    def expect(self) -> None:
        """Sends the engine ahead to the top document, which is told of now and likely to be read: while the answer is on its way,
        and who reads it thinks. Takes ten milliseconds, of which the page's process has two."""
        top = self._inspector.worlds.top
        if top is not None and top not in self._worlds:
            self._top = top
            self._on_its_way = asyncio.ensure_future(self._tell(top, _World.bring_engine, Deadline(MOST_MS)))

    async def attach(self, deadline: Deadline) -> None:
        """Brings the engine to a top document that is to be read for the first time: it listens itself from then on."""
        if not await self._find_top(deadline):
            return
        on_its_way, self._on_its_way = self._on_its_way, None
        if self._top not in self._worlds:
            await self._tell(self._top, _World.bring_engine, deadline)
        elif on_its_way is not None:
            await asyncio.wait({on_its_way}, timeout=deadline.remaining_ms / 1000)

    async def tell_listeners(self, deadline: Deadline) -> bool:
        """Tells the top document's engine who listens since the last time; whether any of it concerns what a reading of the page
        shows. False also when the page does not answer: it is read without that then."""
        self.told_all = True
        told = await self._find_top(deadline) and await self._tell(self._top, _World.tell_listeners, deadline)
        self.listed = self._worlds[self._top].listed if self._top in self._worlds else None
        return told

    async def tell_deeper(self, deadline: Deadline) -> bool:
        """The same for what is in shadow roots and frames, as far as a reading has come upon any."""
        if not self.suspected and not self._inspector.worlds.inner:
            return False
        return any(await asyncio.gather(self._tell_roots(deadline), self._tell_frames(deadline)))

    async def _tell_roots(self, deadline: Deadline) -> bool:
        return self.suspected and await self._find_top(deadline) and await self._tell(self._top, _World.tell_roots, deadline)

    async def _find_top(self, deadline: Deadline) -> bool:
        try:
            async with asyncio.timeout(deadline.sooner(MOST_MS).remaining_ms / 1000):
                self._top = await self._inspector.worlds.top_comes()
        except (Error, TimeoutError):
            self.told_all = False
            return False
        return True

    async def _tell_frames(self, deadline: Deadline) -> bool:
        # Their engines are there once they have been read.
        worlds = self._inspector.worlds.inner
        answers = await asyncio.gather(*(self._tell(context, _World.tell, deadline) for context in worlds[:MOST_FRAMES]))
        return any(answers)

    async def _tell(self, context: int | None, what: Callable[[_World], Awaitable[bool]], deadline: Deadline) -> bool:
        assert context is not None
        world = self._worlds.get(context)
        if world is None:
            present = {self._top, *self._inspector.worlds.inner}
            self._worlds = {known: told for known, told in self._worlds.items() if known in present}
            world = self._worlds[context] = _World(self._inspector, context)
        try:
            async with asyncio.timeout(deadline.sooner(MOST_MS).remaining_ms / 1000):
                news = await what(world)
        except (Error, TimeoutError, KeyError):
            self._worlds.pop(context, None)
            self.told_all = False
            return False
        self.told_all = self.told_all and world.told_all
        return news
