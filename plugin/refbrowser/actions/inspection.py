"""Actions that read console, requests and frames. They need no answer from the page, so they also work while it hangs."""

import asyncio
from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Annotated, Any, Literal

from pydantic import Field

from refbrowser.actions.arguments import NUMBER, OverwriteArgument, TabArguments, Text
from refbrowser.actions.conduct import no_input
from refbrowser.actions.kinds import kinds_of_requests
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import FILE, LOCAL
from refbrowser.browser.network import exchanges
from refbrowser.browser.network.har import export
from refbrowser.browser.network.network_log import Exchange, Socket
from refbrowser.browser.scripting.frame_tree import as_known, frame_tree, listed
from refbrowser.errors import CallError, Remedy, StateError, TimeoutExceeded
from refbrowser.masking import Masker

FRAMES_PATIENCE_MS = 800
"""Time for the page to report its frames; after that the action returns the last known tree."""

MOST_BLOCKED = 50

Limit = Annotated[int, Field(ge=1, le=500), NUMBER]


class ConsoleArguments(TabArguments):
    level: Literal["error", "warning", "info", "debug"] | None = None
    text: Annotated[Text | None, LOCAL, Field(min_length=1, max_length=1000)] = None
    limit: Limit = 50
    clear: Annotated[bool, Field(description="clear the log afterwards")] = False


@action("console", group="inspection", effect="read", arguments=ConsoleArguments, needs_turn=False, conduct=no_input())
async def console(context: ActionContext, arguments: ConsoleArguments) -> dict[str, Any]:
    """List console messages."""
    log, shown_as = context.tab.console, context.masker.text
    kept = log.entries
    matching = [
        entry
        for entry in kept
        if (arguments.level is None or entry.level == arguments.level)
        and (arguments.text is None or arguments.text.lower() in shown_as(entry.text).lower())
    ]
    shown = matching[-arguments.limit :]
    answer: dict[str, Any] = {"messages": [entry.as_dict() for entry in shown], **_counted(len(matching), len(shown))}
    if log.count > len(kept):
        answer["forgotten"] = log.count - len(kept)
    if arguments.clear:
        log.clear()
    return answer | _flooding(context)


class NetworkArguments(TabArguments):
    id: Annotated[int | None, Field(ge=1, description="one request in full"), NUMBER] = None
    text: Annotated[Text | None, LOCAL, Field(min_length=1, max_length=1000, description="part of the url, or a glob with *")] = (
        None
    )
    kinds: Annotated[list[str] | None, LOCAL, Field(min_length=1, max_length=20, description="fetch, script, image…")] = None
    failed: bool = False
    limit: Limit = 50
    path: Annotated[
        str | None, FILE, Field(min_length=1, max_length=4000, description=".har to export, or with id for the body")
    ] = None
    overwrite: OverwriteArgument = False


@action("network", group="inspection", effect="read", arguments=NetworkArguments, needs_turn=False, conduct=no_input("listing"))
async def network(context: ActionContext, arguments: NetworkArguments) -> dict[str, Any]:
    """List requests, or one in full."""
    log = context.tab.network
    destination = None
    if arguments.path is not None:
        files = context.session.files
        destination = files.destination(arguments.path, files.folder, overwrite=arguments.overwrite)
    if arguments.id is not None:
        entry = log.entry(arguments.id)
        if entry is None:
            raise CallError(
                f"The network log of this tab has no request {arguments.id}; list the requests to see the ids it keeps.",
                remedy=Remedy("network", {"browser_id": context.tab.browser_id}),
                details={"kept": [log.entries[0].number, log.entries[-1].number] if log.entries else []},
            )
        if destination is None:
            return await _entry(context, entry)
        if isinstance(entry, Socket):
            raise CallError(
                "A WebSocket has no body to save; omit path to get its messages.",
                remedy=Remedy("network", {"browser_id": context.tab.browser_id, "id": entry.number}),
            )
        size = await exchanges.save_body(entry, destination, context.deadline, context.masker)
        if size is None:
            raise CallError(
                f"The browser has no body for request {entry.number}: the response had none, or Chromium discarded it. "
                "Repeat the request, then save its body.",
                details={"id": entry.number},
            )
        return {"path": str(destination.path), "mime": exchanges.media_type(entry), "size": size}
    if destination is not None:
        mask = context.settings.mask_secrets
        exported = await export(log, destination, context.session.browser_version, context.deadline, context.masker, mask=mask)
        return {"path": str(destination.path), **exported}
    kinds = kinds_of_requests(arguments.kinds)
    matching = [entry for entry in log.entries if _matches(entry, arguments, kinds, context.masker)]
    shown = matching[-arguments.limit :]
    lines = await asyncio.gather(*(_line(context, entry) for entry in shown))
    answer = {"requests": lines, **_counted(len(matching), len(shown))}
    answer |= {"forgotten": log.count - len(log.entries)} if log.count > len(log.entries) else {}
    return answer | _blocked(context) | _flooding(context)


class FramesArguments(TabArguments):
    pass


@action("frames", group="inspection", effect="read", arguments=FramesArguments, needs_turn=False, conduct=no_input("listing"))
async def frames(context: ActionContext, arguments: FramesArguments) -> dict[str, Any]:
    """List the page's frames."""
    tab = context.tab
    if not tab.attached:
        return {"frames": [], "total": 0, "truncated": False, "unasked": "the tab's page has not come yet"}
    if tab.dialogs.pending or tab.crashed:
        return {**as_known(tab), "unasked": "a dialog holds the page" if tab.dialogs.pending else "the page crashed"}
    try:
        async with frame_tree(tab, context.deadline.sooner(FRAMES_PATIENCE_MS)) as root:
            return listed(root)
    except TimeoutExceeded:
        return {**as_known(tab), "unasked": "the page, or one of its frames, does not answer"}
    except StateError:
        return {**as_known(tab), "unasked": "Chromium cannot list frames that are nested so deep"}


async def _entry(context: ActionContext, entry: Exchange | Socket) -> dict[str, Any]:
    if isinstance(entry, Exchange):
        return await exchanges.described(entry, context.deadline, mask=context.settings.mask_secrets)
    return {**entry.as_dict(), "url": entry.url, "messages": [frame.as_dict() for frame in entry.frames]}


async def _line(context: ActionContext, entry: Exchange | Socket) -> dict[str, Any]:
    line = entry.as_dict()
    size = await exchanges.size(entry, context.deadline) if isinstance(entry, Exchange) else None
    return line if size is None else {**line, "size": size}


def _matches(entry: Exchange | Socket, wanted: NetworkArguments, kinds: Sequence[str], masker: Masker) -> bool:
    if wanted.failed and not entry.failed:
        return False
    if kinds and entry.kind not in kinds:
        return False
    if wanted.text is None:
        return True
    # As it is shown: what matches would spell a secret out.
    url = masker.text(entry.url)
    # Only "*" makes the text a glob: a "?" mostly starts a query.
    return fnmatchcase(url, wanted.text) if "*" in wanted.text else wanted.text in url


def _blocked(context: ActionContext) -> dict[str, Any]:
    """What the chat's network rules refused, of all its tabs: a preconnect or a worker belongs to none."""
    refused = context.session.boundary.refusals if context.session.boundary is not None else ()
    return {"blocked": [refusal.as_dict() for refusal in refused[-MOST_BLOCKED:]]} if refused else {}


def _flooding(context: ActionContext) -> dict[str, str]:
    report = context.tab.flooding.report
    return {"flooding": report} if report is not None else {}


def _counted(matching: int, shown: int) -> dict[str, int]:
    """Return how many entries match, and how many a higher ``limit`` would add."""
    return {"total": matching, **({"left_out": matching - shown} if matching > shown else {})}
