"""The focus of a page, as the clipboard sees it: what a copy would take, and which document a paste would go to."""

from dataclasses import dataclass
from typing import Final

from playwright.async_api import Error, Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import RefbrowserError

_REPORT_MS: Final = 1_000


@dataclass(frozen=True, slots=True)
class ClipboardFocus:
    """``text`` is what is selected at the focus: in a text field, else in the document; empty for a secret field. ``origin`` is the
    document's own, ``"null"`` for an opaque one."""

    frame: Frame | None = None
    text: str = ""
    origin: str = "null"
    secret: bool = False


@dataclass(frozen=True, slots=True)
class ClipboardReport:
    """What became of the clipboard that was lent to a page: a paste of another text was ``kept`` from it; an insertion into a field
    is still ``awaited``; it ``copied``, and what, if its listeners let that be seen."""

    kept: bool = False
    awaited: bool = False
    copied: bool = False
    text: str | None = None


async def clipboard_focus(tab: Tab, deadline: Deadline, lend: str | None = None) -> ClipboardFocus:
    """Return what the focused frame of ``tab`` says. With ``lend``, pastes of another text than that are kept from its page until
    :func:`clipboard_report`. A frame that is gone has no focus."""
    for frame in tab.page.frames:
        try:
            _, selection = await tab.engine.selection(frame, lend, deadline)
        except Error:
            continue
        if selection["focused"]:
            return ClipboardFocus(frame, selection["text"], selection["origin"], selection["secret"])
    return ClipboardFocus()


async def clipboard_report(tab: Tab, focus: ClipboardFocus) -> ClipboardReport:
    """Return what the page says of the clipboard that was lent to its ``focus``. Where that copied nothing, another frame may have,
    to which the page moved the focus as it heard the key."""
    reports = ClipboardReport()
    deadline = Deadline(_REPORT_MS)
    for frame in [focus.frame, *(frame for frame in tab.page.frames if frame is not focus.frame)]:
        if frame is None:
            continue
        try:
            _, lent = await tab.engine.lent(frame, deadline)
        except (Error, RefbrowserError):
            # What the input did took the document away, or the frame does not answer.
            continue
        report = ClipboardReport(**lent["report"]) if lent["report"] is not None else reports
        if report.copied or report.kept or report.awaited:
            return report
    return reports
