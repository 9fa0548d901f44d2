"""What no script can see of a page, asked of the debugger and reported to the engine: event listeners and closed shadow roots.

Measured in Chromium: one ``DOMDebugger.getEventListeners`` of the whole document answers in 1.5 ms without listeners and in 12 ms
with 1 500. Transferring nodes into the isolated world takes longer, so only new ones are transferred.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.cdp_session import Counts, TabCdpSession
from refbrowser.browser.engine.node_transfer import Carrier

PRESSED: Final = frozenset(
    {"click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend", "contextmenu"}
)
"""The events of a press."""

MOST_NODES: Final = 2_000
"""New listeners that one reading of a page reports; the next reading reports the rest."""

MOST_TYPES: Final = 25
"""Event types per element. React listens for all types on its root element, which is not a control."""

MOST_FRAMES: Final = 20

MOST_MS: Final = 2_000

_FRAGMENT: Final = 11
"""The ``nodeType`` of a shadow root."""

_GROUP: Final = "refbrowser-unseen"
_REPORT_LISTENERS: Final = (
    "function(places, ...nodes) { return refbrowser.markInteractive([...refbrowser.takeProposed(places), ...nodes]); }"
)
_REPORT_ROOTS: Final = "function(...roots) { return refbrowser.adoptShadowRoots(roots); }"
_MARK_LISTING: Final = "function() { return refbrowser.markListing(); }"
_MARK_INNER: Final = "function() { return refbrowser.markInner(); }"
_TAKE_UNSEEN: Final = "function(again) { return refbrowser.takeUnseen(again); }"


class _World:
    """One document's isolated world, and the nodes that have been reported there."""

    def __init__(self, cdp: TabCdpSession, context: int) -> None:
        self._cdp = cdp
        self._context = context
        self._carrier = Carrier(cdp, context)
        self._document = ""
        self._main = 0
        self._reported: set[int] = set()
        self._is_reported = False
        self.listed: Counts | None = None
        self.complete = True
        self.provisional = False

    async def attach(self) -> None:
        """Finds the document in the page's own world. Raises KeyError where there is none, or where the isolated world has no
        engine or is gone; Playwright's Error as every method here."""
        if not self._document:
            main = self._cdp.worlds.main_of(self._context)
            if main is None:
                raise KeyError(self._context)
            asked = {"expression": "document", "contextId": main, "objectGroup": _GROUP}
            self._document, self._main = (await self._cdp.send("Runtime.evaluate", asked))["result"]["objectId"], main

    async def bring_engine(self) -> bool:
        """Prepares a top document that has not been read yet."""
        await asyncio.gather(self.attach(), self._cdp.bring_engine())
        return False

    async def report_listeners(self) -> bool:
        """Reports listeners of the document itself; True if the engine did not know one of them."""
        await self.attach()
        moment, listening = await asyncio.gather(self._call(_MARK_LISTING), self._listening_in(self._document))
        self.listed = self._cdp.counted(moment)
        return await self._report_nodes(listening)

    async def report_roots(self) -> bool:
        """Reports listeners in the shadow roots that the engine knows, and closed roots where it suspects any; True if any was
        new."""
        await self.attach()
        nodes = await self._unseen()
        roots = (node["backendNodeId"] for node in nodes if node["nodeType"] == _FRAGMENT)
        listening = await asyncio.gather(*(self._listening_in_root(root) for root in roots))
        interactive = await self._report_nodes(set().union(*listening))
        return await self._report_closed(nodes) or interactive

    async def report_closed_roots(self) -> bool:
        """Reports the closed roots of the elements that the engine suspects; True if any was new."""
        await self.attach()
        return await self._report_closed(await self._unseen())

    async def _unseen(self) -> list[dict[str, Any]]:
        """What to look into; what the last question was for too, where that was given up before its answer was reported."""
        again, self._is_reported = not self._is_reported, False
        return await self._carrier.numbered(_TAKE_UNSEEN, [{"value": again}])

    async def _report_closed(self, nodes: Sequence[dict[str, Any]]) -> bool:
        closed = await self._carrier.carry(await self._closed_roots(nodes))
        adopted = bool(closed.objects) and await self._call(_REPORT_ROOTS, closed.objects)
        self._carrier.release()
        self._is_reported = True
        return bool(adopted)

    async def _closed_roots(self, nodes: Sequence[dict[str, Any]]) -> list[int]:
        """The closed shadow roots that pages attached. Chromium's own, as in its JSON viewer, stay closed."""
        hosts = [node for node in nodes if node.get("shadowRoot") and node["shadowRoot"]["value"]["mode"] == "closed"]
        asked = ({"backendNodeId": host["backendNodeId"], "depth": 0, "pierce": True} for host in hosts)
        described = await asyncio.gather(*(self._cdp.send("DOM.describeNode", asked_node) for asked_node in asked))
        roots = (root for answer in described for root in answer["node"].get("shadowRoots", ()))
        return [root["backendNodeId"] for root in roots if root.get("shadowRootType") == "closed"]

    async def counted(self) -> Counts | None:
        """Return Chromium's counts now; None where it reports none, or garbage was collected since they were last asked for."""
        await self.attach()
        collected, moment = await self._call(_MARK_INNER)
        return None if collected else self._cdp.counted(moment)

    async def report(self) -> bool:
        """Reports listeners, then shadow roots; True if any was new."""
        listeners = await self.report_listeners()
        return await self.report_roots() or listeners

    async def _report_nodes(self, listening: set[int]) -> bool:
        new = sorted(listening - self._reported)
        nodes, self.complete = new[:MOST_NODES], len(new) <= MOST_NODES
        if not nodes:
            return False
        carried = await self._carrier.carry(nodes)
        interactive = await self._call(_REPORT_LISTENERS, carried.objects, carried.places)
        self._carrier.release()
        if not self.provisional:
            self._reported.update(nodes)
        return bool(interactive)

    async def _listening_in(self, root: str) -> set[int]:
        """The nodes of one document or shadow root that listen for a press.

        ``root`` is an object of the page's own world: without ``pierce`` Chromium lists only listeners of the object's world. With
        it, Chromium 156 walks frames and its own shadow roots too, and crashes or hangs in some of them.
        """
        answer = await self._cdp.send("DOMDebugger.getEventListeners", {"objectId": root, "depth": -1, "pierce": False})
        types: dict[int | None, set[str]] = {}
        for listener in answer["listeners"]:
            types.setdefault(listener.get("backendNodeId"), set()).add(listener["type"])
        return {node for node, heard in types.items() if node is not None and heard & PRESSED and len(heard) <= MOST_TYPES}

    async def _listening_in_root(self, root: int) -> set[int]:
        asked = {"backendNodeId": root, "executionContextId": self._main, "objectGroup": self._carrier.group}
        return await self._listening_in((await self._cdp.send("DOM.resolveNode", asked))["object"]["objectId"])

    async def _call(self, function: str, objects: Sequence[str] = (), *values: object) -> Any:
        arguments = [*({"value": argument} for argument in values), *({"objectId": argument} for argument in objects)]
        question = {"functionDeclaration": function, "executionContextId": self._context, "arguments": arguments}
        return (await self._cdp.send("Runtime.callFunctionOn", {**question, "returnByValue": True}))["result"]["value"]


class ListenerDiscovery:
    """Reports the listeners and closed shadow roots of one tab: of its top document and of the frames that share its process.

    ``suspected``, set by the reading of the top document: its engine knows shadow roots, or elements that may have one;
    ``suspected_inner``: the same of the engines in frames.
    ``complete``: everything has been reported since the top document's listeners were last listed, ``late``: not, since the browser
    did not answer in time; ``listed``: Chromium's counts at that moment.
    """

    def __init__(self, cdp: TabCdpSession) -> None:
        self._cdp = cdp
        # Ids of worlds are not reused; a world that is gone is dropped when the next one is attached.
        self._worlds: dict[int, _World] = {}
        self._top: int | None = None
        self._on_its_way: asyncio.Task[bool] | None = None
        self.suspected = False
        self.suspected_inner = False
        # The worlds of frames that everything has been reported of, and what Chromium had counted before that.
        self._inner: tuple[list[int], tuple[float, int, int]] | None = None
        self._provisional = False
        # A question was given up, by its deadline or with its call: what it was for has yet to be looked into.
        self._given_up = False
        self.complete = False
        self.late = False
        self.listed: Counts | None = None

    def expect(self) -> None:
        """Sends the engine to the top document before it is read, while the call's answer is on its way to the model. Takes ten
        milliseconds, two of them in the page's process."""
        top = self._cdp.worlds.top
        if top is not None and top not in self._worlds:
            self._top = top
            self._on_its_way = asyncio.ensure_future(self._in_world(top, _World.bring_engine, Deadline(MOST_MS)))

    async def attach(self, deadline: Deadline) -> None:
        """Brings the engine to a top document that has not been read yet: from then on it observes added listeners."""
        if not await self._find_top(deadline):
            return
        on_its_way, self._on_its_way = self._on_its_way, None
        if self._top not in self._worlds:
            await self._in_world(self._top, _World.bring_engine, deadline)
        elif on_its_way is not None:
            await asyncio.wait({on_its_way}, timeout=deadline.remaining_ms / 1000)

    async def report_listeners(self, deadline: Deadline) -> bool:
        """Reports the listeners added to the top document since the last time; True if that changes a reading of the page. False
        also when the page does not answer; it is then read without them."""
        self.complete, self.late = True, False
        news = await self._find_top(deadline) and await self._in_world(self._top, _World.report_listeners, deadline)
        self.listed = self._worlds[self._top].listed if self._top in self._worlds else None
        return news

    @contextmanager
    def provisionally(self) -> Iterator[None]:
        """Have what is reported in the block reported again by the next reading: the page may still be building it."""
        self._provisional = True
        try:
            yield
        finally:
            self._provisional = False

    def may_have_come(self, counts: Counts | None) -> bool:
        """Return whether listeners may have been added since all were last listed, by their number then and at a later moment."""
        return counts is None or self.listed is None or counts.listeners != self.listed.listeners

    async def report_inner(self, deadline: Deadline) -> bool:
        """The same for shadow roots and frames, as far as a reading found any."""
        if not (self.suspected or self._given_up or self._cdp.worlds.inner):
            return False
        return any(await asyncio.gather(self._report_roots(deadline), self._report_frames(deadline)))

    async def report_closed_roots(self, deadline: Deadline) -> bool:
        """Reports the closed shadow roots that the engines of the top document and its frames suspect now; True if any was new."""
        if not await self._find_top(deadline):
            return False
        worlds = [self._top, *self._cdp.worlds.inner[:MOST_FRAMES]]
        return any(await asyncio.gather(*(self._in_world(world, _World.report_closed_roots, deadline) for world in worlds)))

    async def _report_roots(self, deadline: Deadline) -> bool:
        if not (self.suspected or self._given_up) or not await self._find_top(deadline):
            return False
        self._given_up = False
        return await self._in_world(self._top, _World.report_roots, deadline)

    async def _find_top(self, deadline: Deadline) -> bool:
        try:
            async with asyncio.timeout(deadline.sooner(MOST_MS).remaining_ms / 1000):
                self._top = await self._cdp.worlds.top_comes()
        except (Error, TimeoutError) as failure:
            self.complete, self.late = False, isinstance(failure, TimeoutError)
            return False
        return True

    async def _report_frames(self, deadline: Deadline) -> bool:
        # A frame has its engine once it has been read.
        worlds = self._cdp.worlds.inner[:MOST_FRAMES]
        counts = await self._count(deadline) if worlds else None
        counted = (worlds, counts.listening) if counts is not None else None
        if counted is not None and counted == self._inner and not (self.suspected or self.suspected_inner or self._provisional):
            return False
        complete, self.complete = self.complete, True
        answers = await asyncio.gather(*(self._in_world(context, _World.report, deadline) for context in worlds))
        self._inner = counted if self.complete and not self._provisional else None
        self.complete = complete and self.complete
        self.suspected_inner = False
        return any(answers)

    async def _count(self, deadline: Deadline) -> Counts | None:
        """What Chromium has counted by now in the page's process; None where that proves nothing."""
        world = self._worlds.get(self._top) if self._top is not None else None
        try:
            async with asyncio.timeout(deadline.sooner(MOST_MS).remaining_ms / 1000):
                return await world.counted() if world is not None else None
        except (Error, TimeoutError, KeyError):
            return None

    async def _in_world(self, context: int | None, what: Callable[[_World], Awaitable[bool]], deadline: Deadline) -> bool:
        assert context is not None
        world = self._worlds.get(context)
        if world is None:
            present = {self._top, *self._cdp.worlds.inner}
            self._worlds = {world_id: news for world_id, news in self._worlds.items() if world_id in present}
            world = self._worlds[context] = _World(self._cdp, context)
        answered = False
        try:
            world.provisional = self._provisional
            async with asyncio.timeout(deadline.sooner(MOST_MS).remaining_ms / 1000):
                news = await what(world)
            answered = True
        except (Error, TimeoutError, KeyError) as failure:
            self._worlds.pop(context, None)
            self.complete, self.late = False, self.late or isinstance(failure, TimeoutError)
            return False
        finally:
            self._given_up = self._given_up or not answered
        self.complete = self.complete and world.complete
        return news
