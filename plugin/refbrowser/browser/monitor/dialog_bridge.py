"""Dialogs on backends that dismiss native dialogs automatically: the page makes a request, which waits for the answer.

A page can detect that its ``confirm`` is not the native one, so this is a setting and not the rule.
"""

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final
from urllib.parse import parse_qs, urlsplit

from playwright.async_api import BrowserContext, Error, Page, Request, Route

from refbrowser.browser.monitor.dialogs import Dialogs

_HOST: Final = "https://refbrowser-dialog.invalid/**"
"""A name that resolves nowhere (RFC 2606): a request without an answer fails, and the page calls the native function."""

_READABLE: Final = {"Access-Control-Allow-Origin": "*", "Cache-Control": "no-store"}


class BridgedDialog:
    """A held request in the shape of Playwright's Dialog."""

    def __init__(self, route: Route, kind: str, message: str, default_value: str) -> None:
        self._route = route
        self.type = kind
        self.message = message
        self.default_value = default_value

    async def accept(self, prompt_text: str | None = None) -> None:
        await self._answered({"accept": True, "text": prompt_text or ""})

    async def dismiss(self) -> None:
        await self._answered({"accept": False})

    async def _answered(self, answer: dict[str, object]) -> None:
        await self._route.fulfill(status=200, headers=_READABLE, content_type="application/json", body=json.dumps(answer))


async def bridge(context: BrowserContext, dialogs_of: Callable[[Page | None], Dialogs | None]) -> None:
    """From now on the documents of ``context`` ask through us; ``dialogs_of`` returns the dialogs of a page."""

    async def asked(route: Route, request: Request) -> None:
        dialogs = dialogs_of(_page_of(request))
        query = {name: values[0] for name, values in parse_qs(urlsplit(request.url).query, keep_blank_values=True).items()}
        if dialogs is None or query.get("kind") not in ("alert", "confirm", "prompt"):
            await route.abort()
            return
        dialogs.opened(BridgedDialog(route, query["kind"], query.get("message", ""), query.get("value", "")))

    await context.add_init_script(script=_script())
    await context.route(_HOST, asked)


def _page_of(request: Request) -> Page | None:
    try:
        return request.frame.page
    except Error:
        # A worker's request has no frame; workers have no dialogs either.
        return None


@cache
def _script() -> str:
    return (files("refbrowser") / "browser" / "monitor" / "dialog_bridge.min.js").read_text(encoding="ascii")
