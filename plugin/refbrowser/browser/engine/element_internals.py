"""What custom elements say of themselves by ``ElementInternals``: roles, states, names that no attribute has and no script reads.

Chromium's accessibility tree has them. Measured, to make the tree takes 15 ms for 1 000 elements, and a question 1 ms as long as it
is kept, which slows the page down. So documents are asked about only where a reading found custom elements that a person can use
and that have no role as attribute, and the tree is dropped after the questions, or at the end of the action that asks more often.
"""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.cdp_session import TabCdpSession
from refbrowser.browser.engine.node_transfer import Carrier
from refbrowser.browser.engine.ref_table import Document

MOST_FRAMES: Final = 20

MOST_MS: Final = 1_000
"""How long the questions of one reading may take; the page is then read with what was reported before."""

MOST_MS_ABOUT_ONE: Final = 3_000
"""How long those about the element of a call may take: what cannot be had is refused, as if it were no control of its kind."""

LONGEST: Final = 400
"""Characters of a name or a value that are reported."""

MOST_CHARACTERS: Final = 1_000_000
"""Chromium answers with names of any length: a document whose answers are longer than this in sum is not asked again."""

_NO_ROLE: Final = frozenset({"", "none", "generic", "presentation", "unknown"})
_ALSO_FALSE: Final = frozenset({"checked", "pressed", "expanded"})
"""Said also where they are false: the element can have them."""
_RANGES: Final = frozenset({"slider", "spinbutton", "progressbar", "meter", "scrollbar"})
_TRUE: Final = frozenset({"selected", "disabled", "required", "readonly", "invalid", "hasPopup"})

_OUT_OF_REACH: Final = frozenset(
    {
        "activeModalDialog",
        "activeAriaModalDialog",
        "activeFullscreenElement",
        "ariaHiddenElement",
        "ariaHiddenSubtree",
        "inertElement",
        "inertSubtree",
        "notRendered",
        "notVisible",
    }
)
"""Why the tree leaves out what may be as it was before: nothing is known of it then."""

_TAKE: Final = "function(question, only) { return refbrowser.takeCandidates(question, only); }"
_REPORT: Final = "function(question, facts) { return refbrowser.reportInternals(question, facts); }"


class InternalsDiscovery:
    """Reports to the engines of one tab's documents, its top one's and those of frames in the same process, what the tree says.

    ``asked``: Chromium has made a tree, which is to be dropped.
    """

    def __init__(self, cdp: TabCdpSession) -> None:
        self._cdp = cdp
        self._documents: set[Document] = set()
        self._questions = count(1)
        self._too_long: set[int] = set()
        self._held = 0
        self._fresh = False
        self.asked = False

    @property
    def present(self) -> bool:
        """Whether a document of the tab has custom elements to ask about."""
        self._documents = {document for document in self._documents if document.gone is None}
        return bool(self._documents)

    def found(self, document: Document, customs: int) -> None:
        """A reading of ``document`` found so many."""
        (self._documents.add if customs else self._documents.discard)(document)

    @contextmanager
    def holding(self) -> Iterator[None]:
        """The tree is kept until the end of the block: an action, or a reading that is repeated."""
        self._held += 1
        self._fresh = False
        try:
            yield
        finally:
            self._held -= 1
            self._drop()

    def _drop(self) -> None:
        """Has Chromium forget the tree, unless an action holds it; that is not waited for."""
        if self.asked and not self._held:
            self.asked = False
            self._cdp.spawn(self._cdp.send("Accessibility.disable"))

    async def refresh(self, deadline: Deadline) -> None:
        """As :meth:`report`, unless the action has begun with it."""
        if not (self._held and self._fresh):
            await self.report(deadline)

    async def report(self, deadline: Deadline) -> bool:
        """Whether the engines did not know something of what the elements say now: another reading differs then. False also where
        the page does not answer in time."""
        if not self.present:
            return False
        self._fresh = True
        worlds = (self._cdp.worlds.top, *self._cdp.worlds.inner[:MOST_FRAMES])
        return await self._report(worlds, deadline.sooner(MOST_MS))

    async def report_one(self, document: Document, local: int, deadline: Deadline, *, top: bool) -> bool:
        """As :meth:`report`, of the one element that a call is about, whatever readings found; ``top``: it is in the top document.

        Only what may hold internals is asked about; another element costs a question to its engine.
        """
        worlds = (self._cdp.worlds.top,) if top else self._cdp.worlds.inner[:MOST_FRAMES]
        return await self._report(worlds, deadline.sooner(MOST_MS_ABOUT_ONE), {"doc": document.token, "id": local}, document)

    async def _report(
        self, worlds: Iterable[int | None], patience: Deadline, only: dict[str, Any] | None = None, document: Document | None = None
    ) -> bool:
        asked = [world for world in worlds if world is not None and world not in self._too_long]
        try:
            async with asyncio.timeout(patience.remaining_ms / 1000):
                return any(await asyncio.gather(*(self._in_world(world, only, document) for world in asked)))
        except TimeoutError:
            return False
        finally:
            self._drop()

    async def _in_world(self, world: int, only: dict[str, Any] | None, document: Document | None) -> bool:
        question = next(self._questions)
        carrier = Carrier(self._cdp, world)
        try:
            nodes = await carrier.numbered(_TAKE, [{"value": question}, {"value": only}])
            if not nodes:
                return False
            self.asked = True
            if document is not None:
                self._documents.add(document)
            trees = await asyncio.gather(*(self._node(world, node["backendNodeId"]) for node in nodes))
            if sum(map(_length, trees)) > MOST_CHARACTERS:
                self._too_long.add(world)
            facts = [as_attributes(tree) if tree and not _is_out_of_reach(tree) else None for tree in trees]
            arguments = [{"value": question}, {"value": facts}]
            report = {"functionDeclaration": _REPORT, "executionContextId": world, "arguments": arguments, "returnByValue": True}
            return bool((await self._cdp.send("Runtime.callFunctionOn", report))["result"].get("value"))
        except Error:
            # The document went, or has not been read yet and has no engine.
            return False
        finally:
            carrier.release()

    def avoids(self, world: int) -> bool:
        """Whether a document is not asked again, by its isolated world in the page's process."""
        return world in self._too_long

    async def _node(self, world: int, node: int) -> dict[str, Any] | None:
        asked = {"backendNodeId": node, "fetchRelatives": False}

        def arrived(answer: asyncio.Future[dict[str, Any]]) -> None:
            if (
                not answer.cancelled()
                and answer.exception() is None
                and sum(map(_length, answer.result()["nodes"])) > MOST_CHARACTERS
            ):
                self._too_long.add(world)

        # An answer that nobody waits for any more comes all the same, and says that it is not to be asked for again.
        answer = asyncio.ensure_future(self._cdp.send("Accessibility.getPartialAXTree", asked))
        answer.add_done_callback(arrived)
        try:
            found: dict[str, Any] = (await asyncio.shield(answer))["nodes"][0]
        except Error:
            # It left the document.
            return None
        return found


def _is_out_of_reach(node: dict[str, Any]) -> bool:
    return any(reason["name"] in _OUT_OF_REACH for reason in node.get("ignoredReasons", ()))


def _length(node: dict[str, Any] | None) -> int:
    return len(str(node.get("name", {}).get("value", ""))) if node else 0


def as_attributes(node: dict[str, Any]) -> dict[str, str]:
    """What a node of the tree says, as the attributes that would say it."""
    facts: dict[str, str] = {}
    role = str(node.get("role", {}).get("value", ""))
    if not node.get("ignored") and role.lower() not in _NO_ROLE:
        facts["role"] = role
    for entry in node.get("properties", ()):
        name, value = entry["name"], str(entry["value"].get("value")).lower()
        if name in _ALSO_FALSE or (name in _TRUE and value not in ("false", "")):
            facts[f"aria-{name}".lower()] = value
    for source in node.get("name", {}).get("sources", ()):
        if source.get("attribute") == "aria-label" and "value" in source:
            facts["aria-label"] = str(source["value"]["value"])[:LONGEST]
    if role in _RANGES and (number := node.get("value", {}).get("value")) is not None:
        facts["aria-valuenow"] = str(number)
    return facts
