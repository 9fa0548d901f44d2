"""A recorded session as a program of Playwright alone: one page for each tab, and a comment for each call that Playwright has no
counterpart of."""

from collections.abc import Iterator
from typing import Any, Final

from refbrowser.journal.store import Session
from refbrowser.journal.summary import Entry
from refbrowser.replay.literals import exported_call, lines, literal, needed
from refbrowser.replay.playwright_calls import statements_of
from refbrowser.replay.steps import opened_tabs

_READING: Final = (
    "content", "detail", "find", "state", "list", "console", "network", "frames", "read",
    "source", "downloads", "page_tools", "secrets", "identity",
)  # fmt: skip
"""Calls that only read, which leave nothing to do."""


def playwright_program(session: Session) -> str:
    """The program. Dialogs are answered as they were, in the order in which they were; any other is dismissed."""
    writer = _Writer(session)
    steps = "\n".join(f"    {line}" for line in lines(session, writer.write))
    return f'''"""{session.id}, carried out again with Playwright alone.{needed(session)}"""

import os  # noqa: F401

from playwright.sync_api import Dialog, Frame, Page, sync_playwright

dialogs = {literal(list(_dialog_answers(session)))}


def answer(dialog: Dialog) -> None:
    accept, text = dialogs.pop(0) if dialogs else (False, None)
    if accept:
        dialog.accept(dialog.default_value if text is None else text)
    else:
        dialog.dismiss()


def inside(page: Page, url: str) -> Frame:
    for _ in range(300):
        for frame in page.frames[1:]:
            if frame.url == url:
                return frame
        page.wait_for_timeout(100)
    raise AssertionError(f"no frame has the address {{url}}")


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"))
    context = browser.new_context(viewport={_viewport(session)})
    context.on("dialog", answer)
{steps}
    browser.close()
'''


def _viewport(session: Session) -> str:
    width, height = session.header.get("viewport") or (1280, 720)
    return literal({"width": width, "height": height})


def _dialog_answers(session: Session) -> Iterator[list[Any]]:
    for entry in session.calls:
        if entry["action"] == "dialog" and entry["ok"]:
            arguments = entry.get("arguments") or {}
            yield [arguments.get("operation") == "accept", arguments.get("text")]


class _Writer:
    """Knows which tabs the program has a page for."""

    def __init__(self, session: Session) -> None:
        self._pages: set[int] = set()
        self._active = 1

    def write(self, entry: Entry) -> Iterator[str]:
        """The lines of one call that succeeded."""
        call, action = exported_call(entry), entry["action"]
        tabs = opened_tabs(entry)
        if action == "open":
            self._active = tabs[0] if tabs else self._active
            yield from self._new(self._active)
            if "url" in call:
                yield f"page{self._active}.goto({call['url']!r})"
            return
        if action in _READING or action == "dialog":
            return
        tab = (entry.get("page") or {}).get("browser_id") or self._active
        self._active = tab
        if tab not in self._pages:
            yield from self._new(tab)
        statements = list(statements_of(entry, call, f"page{tab}"))
        if action == "close":
            self._pages.discard(tab)
        if not tabs or statements[0].startswith("#"):
            yield from statements
            return
        # Without a waiting for the popup, the page would not be known when the next line needs it.
        for opened in tabs:
            yield f"with page{tab}.expect_popup() as popup{opened}:"
            yield from (f"    {statement}" for statement in statements)
            yield f"page{opened} = popup{opened}.value"
            self._pages.add(opened)
            statements = ["pass  # the tab that the same call opened"]

    def _new(self, tab: int) -> Iterator[str]:
        self._pages.add(tab)
        yield f"page{tab} = context.new_page()"
