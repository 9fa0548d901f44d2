"""A page's frames as the browser has them, and the way to any one of them: its process's session and its own script context.

A frame is named by the browser's own id of it, which survives navigations, also those into another process. Each question attaches
a session to the process that holds the frame at that moment, so that nothing can be asked of another frame by mistake: an id that
no process knows any more is an error.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from playwright.async_api import CDPSession, Error, Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.playwright_internals.listeners import listener
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import Remedy, StateError, TargetError
from refbrowser.page_text import truncated
from refbrowser.redact import redacted

MOST: Final = 30
DEEPEST: Final = 2
"""The page itself is at depth 0."""

_DETACHING_S: Final = 0.2

_TOO_DEEP: Final = "CBOR: stack limit exceeded"
"""In Chromium's error for an answer that is nested some three hundred levels deep."""


class Channel(Protocol):
    """Something that takes CDP commands."""

    async def send(self, method: str, parameters: dict[str, Any] | None = None, /) -> dict[str, Any]:
        """One command's answer. Raises Playwright's Error as it comes."""
        ...


@dataclass(slots=True)
class FrameNode:
    """One frame; ``session`` is None in the page's own process, ``shares_process`` says that its parent is in the same one."""

    frame_id: str
    url: str
    name: str
    depth: int
    session: CDPSession | None
    shares_process: bool
    children: "list[FrameNode]" = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """The frame without its children; ``origin`` is null for one that has none of its own, as about:blank."""
        address = urlsplit(self.url)
        origin = f"{address.scheme}://{address.netloc}" if address.scheme in ("http", "https") else None
        wire: dict[str, Any] = {"frame_id": self.frame_id, "url": truncated(redacted(self.url), 300), "origin": origin}
        if self.name:
            wire["name"] = truncated(self.name, 100)
        return wire | {"own_process": not self.shares_process}


@asynccontextmanager
async def frame_tree(tab: Tab, deadline: Deadline) -> AsyncIterator[FrameNode]:
    """The tree's root; its sessions live as long as the block."""
    sessions: list[CDPSession] = []
    try:
        async with deadline.waiting_for("the frames to be listed"):
            root = await _local(tab.cdp, None)
            nodes = {node.frame_id: node for node in nodes_of(root)}
            # All at once: one after the other, a busy machine would not be asked within the time of the call.
            found = await asyncio.gather(*(_own_tree(tab, frame, sessions) for frame in tab.page.frames))
            # A parent's process comes before those of its children in Playwright's order.
            for inner, parent_id in filter(None, found):
                parent = nodes.get(parent_id, root)
                _deepened(inner, parent.depth + 1)
                parent.children.append(inner)
                nodes |= {node.frame_id: node for node in nodes_of(inner)}
        yield root
    finally:
        await asyncio.gather(*map(_detached, sessions))


def listed(root: FrameNode) -> dict[str, Any]:
    """``{frames: [{frame_id, parent, url, origin, name?, own_process, depth}], total, truncated}``, breadth first, at most 30
    frames and two levels below the page."""
    shown: list[dict[str, Any]] = []
    level: list[tuple[FrameNode, str | None]] = [(root, None)]
    while level:
        for node, parent in level:
            if len(shown) < MOST and node.depth <= DEEPEST:
                shown.append({**node.as_dict(), "parent": parent, "depth": node.depth})
        level = [(child, node.frame_id) for node, _ in level for child in node.children]
    total = len(nodes_of(root))
    return {"frames": shown, "total": total, "truncated": total > len(shown)}


@asynccontextmanager
async def frame_channel(tab: Tab, frame_id: str, deadline: Deadline) -> AsyncIterator[tuple[Channel, FrameNode]]:
    """The session of the process in which the frame is now. Raises ``frame_detached`` when the tab has no such frame."""
    async with frame_tree(tab, deadline) as root:
        node = next((node for node in nodes_of(root) if node.frame_id == frame_id), None)
        if node is None:
            raise TargetError(
                f"Tab {tab.browser_id} has no frame {frame_id!r}.",
                code="frame_detached",
                remedy=Remedy("frames", {"browser_id": tab.browser_id}),
                details={"frame_id": frame_id},
            )
        yield (node.session or tab.cdp), node


@asynccontextmanager
async def script_context(tab: Tab, frame_id: str, deadline: Deadline) -> AsyncIterator[tuple[Channel, str]]:
    """A session and the unique id of the script context of the frame's present document, for ``Runtime.evaluate``.

    Raises ``frame_detached``.
    """
    async with frame_channel(tab, frame_id, deadline) as (_, node):
        # A session of its own: scripts are listed by context only where Runtime is on, and the tab's own session does without.
        session = node.session or await tab.page.context.new_cdp_session(tab.page)
        contexts: dict[str, str] = {}

        def created(event: dict[str, Any]) -> None:
            context = event["context"]
            about = context.get("auxData", {})
            if about.get("isDefault"):
                contexts[about["frameId"]] = context["uniqueId"]

        session.on("Runtime.executionContextCreated", listener(created))
        try:
            async with deadline.waiting_for("the frame's script context"):
                # Every context that exists is reported before this is answered.
                await session.send("Runtime.enable")
            if frame_id not in contexts:
                raise TargetError("The frame was removed during the call.", code="frame_detached", remedy=Remedy("frames"))
            yield session, contexts[frame_id]
        finally:
            await _detached(session)


def as_known(tab: Tab) -> dict[str, Any]:
    """The tree without ids, as last reported: for a page that cannot be asked because a dialog holds it, or because it hangs."""
    shown: list[dict[str, Any]] = []
    for frame in tab.page.frames:
        depth, above = 0, frame.parent_frame
        while above is not None:
            depth, above = depth + 1, above.parent_frame
        if len(shown) < MOST and depth <= DEEPEST:
            node = FrameNode("", frame.url, frame.name, depth, None, shares_process=True).as_dict()
            shown.append({key: value for key, value in node.items() if key not in ("frame_id", "own_process")} | {"depth": depth})
    total = len(tab.page.frames)
    return {"frames": shown, "total": total, "truncated": total > len(shown)}


async def _own_session(tab: Tab, frame: Frame) -> CDPSession | None:
    """A session of the process in which the frame is a root; None for one that lives in its parent's process."""
    if frame.parent_frame is None:
        return None
    try:
        return await tab.page.context.new_cdp_session(frame)
    except Error:
        # "This frame does not have a separate CDP session": it is in the tree of its parent's.
        return None


async def _own_tree(tab: Tab, frame: Frame, sessions: list[CDPSession]) -> tuple[FrameNode, str] | None:
    """The frames in the process in which the frame is a root, and the id of its parent; the session is added to ``sessions``."""
    if (session := await _own_session(tab, frame)) is None:
        return None
    sessions.append(session)
    inner, target = await asyncio.gather(_local(session, session), session.send("Target.getTargetInfo"))
    return inner, target["targetInfo"].get("parentFrameId", "")


async def _local(channel: Channel, session: CDPSession | None) -> FrameNode:
    """The frames that one process holds. Raises ``unsupported`` where they are nested too deep for Chromium to list them."""

    def node(frame: dict[str, Any], depth: int) -> FrameNode:
        url = frame["url"] + frame.get("urlFragment", "")
        return FrameNode(frame["id"], url, frame.get("name", ""), depth, session, depth > 0)

    try:
        tree = (await channel.send("Page.getFrameTree"))["frameTree"]
    except Error as failure:
        if _TOO_DEEP not in str(failure):
            raise
        raise StateError("Chromium cannot list the frames of this page: they are nested too deep.", code="unsupported") from None
    root = node(tree["frame"], 0)
    open_trees = [(tree, root)]
    while open_trees:
        tree, parent = open_trees.pop()
        for child in tree.get("childFrames", []):
            parent.children.append(node(child["frame"], parent.depth + 1))
            open_trees.append((child, parent.children[-1]))
    return root


def nodes_of(root: FrameNode) -> list[FrameNode]:
    """The frame and all below it, parents before their children. Pages nest frames by the hundred: no recursion."""
    found = [root]
    for node in found:
        found += node.children
    return found


def _deepened(root: FrameNode, depth: int) -> None:
    more = depth - root.depth
    for node in nodes_of(root):
        node.depth += more


async def _detached(session: CDPSession) -> None:
    """Waits for a process that does not respond no longer than :data:`_DETACHING_S`: the driver detaches once it does."""
    try:
        async with asyncio.timeout(_DETACHING_S):
            await session.detach()
    except (Error, TimeoutError):
        # Its process is gone, and the session with it.
        return
