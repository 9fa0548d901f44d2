"""Execute a person's commands: take a tab and hand it back, answer dialogs, navigate, pick elements, annotate."""

from collections.abc import Callable
from typing import Any, Final

from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.at_point import element_at
from refbrowser.browser.element.resolve import by_ref
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab import navigation
from refbrowser.browser.tab.responsiveness import held_by
from refbrowser.browser.tab.tab import Tab
from refbrowser.browser.takeover.remark import Region, annotate, take_back
from refbrowser.errors import StateError
from refbrowser.policy.urls import openable
from refbrowser.refs import Ref
from refbrowser.results import DialogView
from refbrowser.viewer.inputs import NOT_IN_CONTROL
from refbrowser.viewer.messages import Annotate, AnswerDialog, Command, Go, HandBack, HandoffDone, Pick, Resize, Take, TakeBack
from refbrowser.viewer.viewer import Viewer

COMMAND_MS: Final = 15_000

Say = Callable[[dict[str, Any]], None]


async def execute(viewer: Viewer, name: str, message: Command, say: Say) -> None:
    """Execute ``message`` for the viewer called ``name``. Raises :class:`RefbrowserError` for the person to read."""
    session, tab = viewer.tab(message.chat, message.browser_id)
    match message:
        case Take():
            await viewer.takeovers.take(session, tab, name)
        case HandoffDone() if tab.handoff is not None and message.since_ms not in (None, int(tab.handoff.since * 1000)):
            raise StateError("The agent asks for something else by now.", code="state_changed")
        case HandBack() | HandoffDone():
            await viewer.takeovers.hand_back(tab, name)
        case AnswerDialog():
            await _answer(session, tab, message)
        case Go(to="reload") if tab.crashed:
            await _revive(viewer, session, tab, name)
        case Go() | Resize() if viewer.takeovers.input(tab, name) is None:
            raise StateError(NOT_IN_CONTROL, code="not_in_control")
        case Go():
            await _go(session, tab, message)
        case Resize():
            async with Deadline(COMMAND_MS).waiting_for("the viewport to change"):
                await session.emulator(tab).apply({"viewport": (message.width, message.height, None)})
        case Pick():
            element = await element_at(Act(tab, session.refs, Deadline(COMMAND_MS)), message.x, message.y)
            box = None if element is None or element.page_box is None else list(element.page_box)
            label, ref = (None, None) if element is None else (element.label, element.number)
            say({"type": "picked", "browser_id": tab.browser_id, "ref": ref, "label": label, "box": box})
        case Annotate():
            deadline = Deadline(COMMAND_MS)
            picked = None if message.ref is None else await by_ref(Act(tab, session.refs, deadline), Ref(message.ref))
            region = Region(message.x, message.y, message.width, message.height)
            remark = await annotate(session, tab, region, picked, message.comment, deadline)
            say({"type": "annotated", "chat": message.chat, "remark": remark})
            viewer.changed(message.chat)
        case TakeBack():
            take_back(session, message.id)
            viewer.changed(message.chat)


async def _answer(session: BrowserSession, tab: Tab, message: AnswerDialog) -> None:
    """Answer the dialog and finish the call that it blocked. The agent's next answer reports both."""
    answered = await tab.dialogs.answer(accept=message.accept, text=message.text, dialog_id=message.dialog_id, closed_by="person")
    report: dict[str, Any] = {"dialog": answered.as_dict()}
    try:
        outcome = await held_by(answered, tab, session.tabs).operations.resume(Deadline(COMMAND_MS))
        if outcome is not None and not isinstance(outcome, DialogView):
            report["outcome"] = outcome
    finally:
        tab.lock.add_report(report)


async def _revive(viewer: Viewer, session: BrowserSession, tab: Tab, name: str) -> None:
    """Replace the crashed page by a new one at the same URL. A takeover of the tab continues."""
    deadline = Deadline(COMMAND_MS)
    hands = viewer.takeovers.input(tab, name)
    if hands is None:
        async with tab.turn(deadline, even_crashed=True):
            await _load_again(session, tab, deadline)
    else:
        await _load_again(session, tab, deadline)
        hands.page_replaced()


async def _load_again(session: BrowserSession, tab: Tab, deadline: Deadline) -> None:
    # A call of the agent may have revived the tab already.
    if tab.crashed:
        url = tab.url
        await session.revive(tab, deadline)
        await navigation.go(tab, url, "commit", deadline)


async def _go(session: BrowserSession, tab: Tab, message: Go) -> None:
    deadline = Deadline(COMMAND_MS)
    if message.to == "url":
        url = openable(message.url or "about:blank", allow_file_urls=session.settings.allow_file_urls)
        await navigation.go(tab, url, "commit", deadline)
    elif message.to == "new_tab":
        # What a tab opens while a person has it is that person's. It gets no hold of what opened it.
        await tab.cdp.isolated("String(open('about:blank', '_blank', 'noopener'))", COMMAND_MS)
    elif message.to == "close":
        await session.close(tab, deadline)
    elif message.to == "reload":
        await navigation.reload(tab, "commit", deadline)
    else:
        await navigation.step(tab, message.to, "commit", deadline)
