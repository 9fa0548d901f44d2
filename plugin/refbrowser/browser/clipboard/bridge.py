"""The chat's clipboard for the pages' own Copy and Paste buttons.

A page can see that its ``navigator.clipboard`` is not the native one, so this is a setting and not the rule. Without it, what a
page copies goes to a clipboard that all pages of the browser share, and that no chat reads.
"""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any, Final

from playwright.async_api import BrowserContext, Error, Frame, Page

from refbrowser.browser.clipboard.clip import MOST_CHARACTERS, Clip
from refbrowser.browser.clipboard.own import OwnClipboard
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.network.http_auth import origin_of
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import RefbrowserError

_BINDING: Final = "refbrowserClipboard"
_PATIENCE_MS: Final = 2_000


async def bridge(context: BrowserContext, tab_of: Callable[[Page | None], Tab | None], clipboard: OwnClipboard) -> None:
    """From now on documents of ``context`` copy to and paste from ``clipboard``, for five seconds after a press in them."""

    async def asked(source: dict[str, Any], operation: str, text: str, html: str | None) -> dict[str, Any] | None:
        tab = tab_of(source["page"])
        if tab is None or not await _is_activated(tab, source["frame"]):
            return None
        if operation == "write":
            clipboard.clip = Clip(str(text)[:MOST_CHARACTERS], None if html is None else str(html)[:MOST_CHARACTERS])
        clip = Clip() if clipboard.kept_from(origin_of(source["frame"].url) or "null") is not None else clipboard.clip
        return {"text": clip.text, "html": clip.html}

    await context.expose_binding(_BINDING, asked)
    await context.add_init_script(script=_script())


async def _is_activated(tab: Tab, frame: Frame) -> bool:
    """As the browser itself asks before it lets a page at the clipboard; asked where the page's scripts cannot answer."""
    try:
        return (await tab.engine.activated(frame, Deadline(_PATIENCE_MS))).answer["active"]
    except (Error, RefbrowserError):
        return False


@cache
def _script() -> str:
    return (files("refbrowser") / "browser" / "clipboard" / "clipboard_bridge.min.js").read_text(encoding="ascii")
