"""Actions on tabs."""

import asyncio
from contextlib import suppress
from typing import Annotated, Any, Final

from pydantic import Field

from refbrowser.actions.acting import arrived, tab_state
from refbrowser.actions.arguments import Arguments, ArrivingArguments, TabArguments, WaitUntilArgument
from refbrowser.actions.conduct import no_input
from refbrowser.actions.reading import page_markdown
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import LOADED, called
from refbrowser.browser.tab import navigation
from refbrowser.browser.tab.responsiveness import refuse_blocked
from refbrowser.browser.tab.tab import LIST_PATIENCE_MS, Tab
from refbrowser.errors import RefbrowserError
from refbrowser.policy.urls import openable
from refbrowser.policy.vocabulary import WIPE


class OpenArguments(Arguments, ArrivingArguments):
    url: Annotated[str | None, LOADED, Field(max_length=2_000_000)] = None
    wait_until: WaitUntilArgument = "domcontentloaded"


@action(
    "open",
    group="tabs",
    effect="session",
    arguments=OpenArguments,
    scope="chat",
    starts_browser=True,
    conduct=no_input(tier="navigation"),
)
async def open_(context: ActionContext, arguments: OpenArguments) -> dict[str, Any]:
    """Open a new tab, make it active, and load a url in it."""
    session, deadline = context.session, context.deadline
    url = None if arguments.url is None else openable(arguments.url, allow_file_urls=session.settings.allow_file_urls)
    tab = await session.open(deadline)
    extra: dict[str, Any] = {}
    if url is not None and url != "about:blank":
        async with tab.turn(deadline):
            opened = context.on(tab)
            try:
                extra = (
                    await tab.operations.perform(lambda: navigation.go(tab, url, arguments.wait_until, deadline), deadline) or {}
                )
            except RefbrowserError as failure:
                if await _is_left(context, tab, failure):
                    # The error is the caller's only source for its number.
                    failure.details["browser_id"] = tab.browser_id
                raise
            if not isinstance(extra, dict):
                # A dialog opened before the page could be read.
                if (suspended := tab.operations.suspended) is not None:
                    suspended.performed = "open"
                return {"browser_id": tab.browser_id, "dialog": extra.as_dict(), "state": (await tab_state(opened)).as_dict()}
            state = await arrived(opened, arguments)
            page = {"content": state.pop("content")} if "content" in state else {}
            return {"browser_id": tab.browser_id, **extra, **page, "state": state}
    return {"browser_id": tab.browser_id, "state": (await tab_state(context.on(tab))).as_dict()}


_BROUGHT_NOTHING: Final = ("navigation_failed", "egress_blocked")


async def _is_left(context: ActionContext, tab: Tab, failure: RefbrowserError) -> bool:
    """Close the tab of an address that brought no document; return whether the tab is still there for the caller."""
    if failure.code in _BROUGHT_NOTHING and tab.lock.hold is None:
        with suppress(RefbrowserError):
            await context.session.close(tab, context.deadline)
    return not tab.closed


_READING_SHARE: Final = 0.9
"""Share of the call's time for reading a tab; the rest is for the answer."""


class ListArguments(Arguments):
    include_content: Annotated[bool, Field(description="read every tab too")] = False


@action("list", group="tabs", effect="read", arguments=ListArguments, scope="chat", conduct=no_input("listing"))
async def list_(context: ActionContext, arguments: ListArguments) -> dict[str, Any]:
    """List all tabs and the active one."""
    listing = await _listing(context)
    if context.has_session:
        context.session.openings.report(context.session.tabs)
    if arguments.include_content and context.has_session:
        tabs = {tab.browser_id: tab for tab in context.session.tabs}
        listed = [entry for entry in listing["browsers"] if entry["browser_id"] in tabs]
        share = max(200, context.session.settings.max_tokens // max(1, len(listed)))
        texts = await asyncio.gather(*(_content(context, tabs[entry["browser_id"]], share) for entry in listed))
        for entry, text in zip(listed, texts, strict=True):
            entry |= text
    return listing


async def _content(context: ActionContext, tab: Tab, budget: int) -> dict[str, Any]:
    """Return the tab's content, or why it cannot be read: one tab that hangs must not fail the list."""
    share = context.deadline.sooner(context.deadline.remaining_ms * _READING_SHARE)
    try:
        async with share.waiting_for(f"tab {tab.browser_id} to be read"), tab.turn(context.deadline):
            await refuse_blocked(tab, context.session.tabs)
            return {"content": await page_markdown(context.on(tab), None, budget)}
    except RefbrowserError as failure:
        return {"content": None, "content_error": failure.message}


class StateArguments(TabArguments):
    pass


@action("state", group="tabs", effect="read", arguments=StateArguments, needs_turn=False, conduct=no_input())
async def state(context: ActionContext, arguments: StateArguments) -> dict[str, Any]:
    """Get the tab's url, title, history, viewport, scroll and dialogs."""
    seen = (await tab_state(context)).as_dict()
    recent = context.tab.dialogs.recent
    return {**seen, "recent_dialogs": [view.as_dict() for view in recent]} if recent else seen


class SetActiveArguments(TabArguments, ArrivingArguments):
    pass


@action("set_active", group="tabs", effect="session", arguments=SetActiveArguments, needs_turn=False, conduct=no_input())
async def set_active(context: ActionContext, arguments: SetActiveArguments) -> dict[str, Any]:
    """Make a tab active."""
    tab = context.tab
    context.session.activate(tab)
    if arguments.observe == "none":
        return (await tab_state(context)).as_dict()
    try:
        async with tab.turn(context.deadline):
            return await arrived(context, arguments)
    except RefbrowserError as failure:
        # The tab is active although its page could not be read.
        return {**(await tab_state(context)).as_dict(), "content_error": failure.message}


@action("close", group="tabs", effect="session", arguments=StateArguments, needs_turn=False, conduct=no_input())
async def close(context: ActionContext, arguments: StateArguments) -> dict[str, Any]:
    """Close a tab; its opener, or else the last used tab, becomes active."""
    context.tab.lock.refuse_while_held()
    await context.session.close(context.tab, context.deadline)
    return await _listing(context)


class CloseAllArguments(Arguments):
    wipe: Annotated[bool, called(WIPE), Field(description="also delete its cookies, storage and files")] = False


@action("close_all", group="tabs", effect="session", arguments=CloseAllArguments, scope="chat", conduct=no_input())
async def close_all(context: ActionContext, arguments: CloseAllArguments) -> dict[str, Any]:
    """Close all tabs of this chat."""
    if not context.has_session:
        return await _listing(context)
    session = context.session
    # Before a tab is closed: a call that is refused does nothing.
    for tab in session.tabs:
        tab.lock.refuse_while_held()
    if arguments.wipe and (keeper := session.restorer.keeper) is not None:
        await keeper.check_wipe()
    await asyncio.gather(*(session.close(tab, context.deadline) for tab in session.tabs))
    if arguments.wipe:
        await session.wipe(context.deadline)
    return await _listing(context)


async def _listing(context: ActionContext) -> dict[str, Any]:
    if not context.has_session:
        return {"browsers": [], "last_interacted_browser_id": None}
    session = context.session
    listed = [tab for tab in session.tabs if not tab.is_extra]
    last = session.last_interacted
    states = await asyncio.gather(*(tab.state(active=tab.browser_id == last, patience_ms=LIST_PATIENCE_MS) for tab in listed))
    return {
        "browsers": [state.as_dict() for state in states],
        "last_interacted_browser_id": session.last_interacted,
        **({"turned_away": session.popups.turned_away} if session.popups.turned_away else {}),
    }
