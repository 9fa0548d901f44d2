"""The rules of ``route`` as values, and made again from them."""

from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import BrowserContext

from refbrowser.browser.network.routes import Reply, Routes
from refbrowser.browser.session.last_state import RouteSeen


def seen_routes(routes: Routes) -> tuple[RouteSeen, ...]:
    """Return the rules, newest first."""
    return tuple(
        RouteSeen(rule.url, rule.does, headers=dict(rule.headers or {}))
        if rule.reply is None
        else RouteSeen(
            rule.url,
            rule.does,
            rule.reply.status,
            dict(rule.reply.headers),
            rule.reply.body,
            str(rule.reply.path) if rule.reply.path is not None else None,
        )
        for rule in routes.rules
    )


async def restore_routes(routes: Routes, context: BrowserContext, seen: Sequence[RouteSeen]) -> None:
    """Have the rules hold in ``context``, which has no page yet. Raise ``invalid_arguments`` for more than a chat may have."""
    for rule in reversed(seen):
        path = Path(rule.path) if rule.path is not None else None
        reply = Reply(rule.status, rule.headers, rule.body, path) if rule.does == "fulfil" else None
        await routes.add(context, rule.url, reply=reply, headers=rule.headers if rule.does == "headers" else None)
