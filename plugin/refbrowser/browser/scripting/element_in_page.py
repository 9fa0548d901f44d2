"""An element in its page's own world, where the agent's scripts run.

Playwright's way there, ``locator.evaluate``, first runs all of its injected script in that world, with the page's functions and in
the page's sight. Here the element goes from the isolated world through the debugger, and no script but the agent's runs.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

from playwright.async_api import CDPSession, Error

from refbrowser.browser.element.element import Element, stale
from refbrowser.browser.engine.execution_contexts import Worlds
from refbrowser.browser.scripting.frame_tree import Channel
from refbrowser.refs import Ref

_FIND: Final = "function(doc, id) { return globalThis.refbrowser?.elementOf(doc, id) ?? null; }"
_GROUP: Final = "refbrowser-element"


@dataclass(frozen=True, slots=True)
class ElementHandle:
    """An element where its document is: the session of its process, the document's two worlds there, and the element as a remote
    object of the isolated one."""

    channel: Channel
    isolated: int
    main: int
    object_id: str


@asynccontextmanager
async def element_handle(element: Element) -> AsyncIterator[ElementHandle]:
    """The element in the isolated world of its document, in whatever process that is; the handle is good as long as the block.

    Raises ``ref_stale`` when the document is gone, Playwright's Error as it comes.
    """
    tab = element.tab
    session: CDPSession | None = None
    worlds = tab.cdp.worlds
    try:
        async with element.deadline.waiting_for("the element's document"):
            if element.frame is not tab.page.main_frame and (session := await _own_session(element)) is not None:
                worlds = Worlds(session, lambda: None)
                # Every context that exists is reported before this is answered.
                await session.send("Runtime.enable")
            handle = await _found(session or tab.cdp, worlds, element)
        if handle is None:
            raise stale(tab, Ref(element.number or 0), "its document is gone")
        yield handle
    finally:
        await _released(session or tab.cdp)
        if session is not None:
            await _detached(session)


@asynccontextmanager
async def element_in_page(element: Element) -> AsyncIterator[tuple[Channel, str]]:
    """The session of the element's process, and the element as a remote object of the page's own world, good as long as the block.

    Raises what :func:`element_handle` raises.
    """
    async with element_handle(element) as handle:
        node = (await handle.channel.send("DOM.describeNode", {"objectId": handle.object_id}))["node"]["backendNodeId"]
        asked = {"backendNodeId": node, "executionContextId": handle.main, "objectGroup": _GROUP}
        yield handle.channel, (await handle.channel.send("DOM.resolveNode", asked))["object"]["objectId"]


async def _own_session(element: Element) -> CDPSession | None:
    try:
        return await element.tab.page.context.new_cdp_session(element.frame)
    except Error:
        # "This frame does not have a separate CDP session": it shares its parent's process, or the page's.
        parent = element.frame.parent_frame
        while parent is not None and parent is not element.tab.page.main_frame:
            try:
                return await element.tab.page.context.new_cdp_session(parent)
            except Error:
                parent = parent.parent_frame
        return None


async def _found(channel: Channel, worlds: Worlds, element: Element) -> ElementHandle | None:
    """The element, looked for in all documents of the process by the token of its own."""
    arguments = [{"value": element.document.token}, {"value": element.local}]
    for world in worlds.isolated:
        main = worlds.main_of(world)
        if main is None:
            continue
        question: dict[str, Any] = {"functionDeclaration": _FIND, "executionContextId": world, "arguments": arguments}
        answer = (await channel.send("Runtime.callFunctionOn", {**question, "objectGroup": _GROUP}))["result"]
        if "objectId" in answer:
            return ElementHandle(channel, world, main, answer["objectId"])
    return None


async def _released(channel: Channel) -> None:
    try:
        await channel.send("Runtime.releaseObjectGroup", {"objectGroup": _GROUP})
    except Error:
        # The page, and what it held, is gone.
        return


async def _detached(session: CDPSession) -> None:
    try:
        await session.detach()
    except Error:
        # Its process is gone, and the session with it.
        return
