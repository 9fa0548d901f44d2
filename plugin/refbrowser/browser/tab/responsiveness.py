"""Distinguishes a page that hangs from one that did not become what a call waited for."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from playwright.async_api import Error

from refbrowser.browser.monitor.dialogs import answer_to
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import BrowserFailure, Remedy, StateError
from refbrowser.page_text import truncated
from refbrowser.results import DialogView

PATIENCE_MS: Final = 700
"""A page that is idle answers within a few milliseconds, on a machine that is not busy with others."""


async def hangs(tab: Tab, patience_ms: int = PATIENCE_MS) -> bool:
    """Return whether the page's own process does not answer. A page that waits for its next document does not answer, and does not
    hang."""
    if not can_hang(tab):
        return False
    try:
        async with asyncio.timeout(patience_ms / 1000):
            return not await answers(tab)
    except TimeoutError:
        return True


def can_hang(tab: Tab) -> bool:
    """Return whether the tab has a page that should answer."""
    navigation = tab.activity.navigation if tab.attached else None
    waits = navigation is not None and navigation.in_flight
    return tab.attached and not (tab.closed or tab.crashed or tab.dialogs.pending or waits)


async def answers(tab: Tab) -> bool:
    """Return True when the page has answered, or is gone."""
    if tab.attached:
        with suppress(Error):
            await tab.cdp.send("Runtime.evaluate", {"expression": "1"})
    return True


async def browser_answers(tab: Tab) -> None:
    """Return when the browser has answered for the tab, or the page is gone. The page's own process is not asked."""
    if tab.attached:
        with suppress(Error):
            await tab.cdp.send("Target.getTargetInfo")


def tab_hung(tab: Tab) -> BrowserFailure:
    return BrowserFailure(
        f"The page of tab {tab.browser_id} does not respond: a script keeps it busy.",
        code="tab_hung",
        remedy=Remedy("close", {"browser_id": tab.browser_id}, hint="then open its url again, or retry later"),
        details={"browser_id": tab.browser_id, "url": truncated(tab.url, 500)},
    )


def blocked_from(tab: Tab, tabs: Sequence[Tab]) -> StateError | None:
    """The error of a page that does not respond while a dialog is open in a tab that it opened, or that opened it: Chromium runs
    such pages in one process, and the dialog blocks all of them. None without such a dialog."""
    for other in tabs:
        if other.dialogs.pending and may_block(other, tab, tabs):
            dialog = other.dialogs.pending[0]
            return StateError(
                f"The page of tab {tab.browser_id} does not respond while the {dialog.kind} dialog of tab {other.browser_id} is"
                " open: pages that open each other run in one process.",
                code="dialog_open",
                remedy=answer_to(dialog, other.browser_id),
                details={"browser_id": other.browser_id, "dialogs": [view.as_dict() for view in other.dialogs.pending]},
            )
    return None


def may_block(tab: Tab, other: Tab, tabs: Sequence[Tab]) -> bool:
    """Return whether a dialog of ``tab`` may block ``other``: one of them opened the other, by however many tabs in between."""
    by_number = {each.browser_id: each for each in tabs}
    return other is not tab and _first_opener(other, by_number) == _first_opener(tab, by_number)


def held_by(dialog: DialogView, tab: Tab, tabs: Sequence[Tab]) -> Tab:
    """Return the tab whose operation the dialog of ``tab`` holds: itself, or one that it blocks."""
    for other in tabs:
        if (held := other.operations.suspended) is not None and held.dialog_id == dialog.dialog_id:
            return other
    return tab


def shown_by(dialog: DialogView, tab: Tab, tabs: Sequence[Tab]) -> Tab:
    """Return the tab whose dialog it is; ``tab`` if it is answered already."""
    return next((other for other in tabs if any(view.dialog_id == dialog.dialog_id for view in other.dialogs.pending)), tab)


async def refuse_blocked(tab: Tab, tabs: Sequence[Tab]) -> None:
    """Raises ``dialog_open`` for a page that the dialog of another tab blocks."""
    blocked = blocked_from(tab, tabs)
    if blocked is not None and await hangs(tab):
        raise blocked


def _first_opener(tab: Tab, by_number: dict[int, Tab]) -> int:
    """The number of the first tab in the chain of openers, also of one that has closed."""
    number, seen = tab.browser_id, set[int]()
    while number not in seen and (opener := by_number.get(number)) is not None and opener.opener is not None:
        seen.add(number)
        number = opener.opener
    return number
