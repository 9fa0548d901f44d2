"""The record action: a video of a tab."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from refbrowser.actions.acting import tab_state
from refbrowser.actions.arguments import TabArguments
from refbrowser.actions.conduct import no_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import OPERATION
from refbrowser.browser.imaging.recording import Recording
from refbrowser.browser.tab.responsiveness import blocked_from, hangs, refuse_blocked
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import FileError, Remedy, StateError


class RecordArguments(TabArguments):
    operation: Annotated[Literal["start", "stop"], OPERATION]


@action("record", group="capture", effect="read", arguments=RecordArguments, needs_turn=False, conduct=no_input(tier="high_risk"))
async def record(context: ActionContext, arguments: RecordArguments) -> dict[str, Any]:
    """Record a video of the tab."""
    answer = await (_started(context) if arguments.operation == "start" else _stopped(context))
    return {**answer, "state": (await tab_state(context)).as_dict()}


async def _started(context: ActionContext) -> dict[str, Any]:
    session, tab = context.session, context.tab
    async with context.deadline.waiting_for("the first response of the new tab"):
        await tab.arrival.page()
    # What a person types is not for the agent.
    tab.lock.refuse_while_held()
    await refuse_blocked(tab, session.tabs)
    # Nothing is awaited between this and the new recording: of two calls, one is refused.
    running = tab.recording
    if running is not None and running.running:
        raise StateError(
            f"Tab {tab.browser_id} is being recorded already.",
            code="recording",
            remedy=Remedy("record", {"browser_id": tab.browser_id, "operation": "stop"}),
        )
    tab.usable()
    path = session.files.new_path("recordings", f"tab{tab.browser_id}", ".webm")
    recording = tab.recording = Recording(tab, session.refs, path, session.hub.masker)
    try:
        await recording.start(context.deadline)
    except BaseException:
        tab.recording = None
        await recording.abandon()
        raise
    return recording.progress()


async def _stopped(context: ActionContext) -> dict[str, Any]:
    tab = context.tab
    recording = tab.recording
    if not isinstance(recording, Recording):
        raise StateError(
            f"Tab {tab.browser_id} is not being recorded.",
            code="not_recording",
            remedy=Remedy("record", {"browser_id": tab.browser_id, "operation": "start"}),
        )
    try:
        answer = await recording.stop(await _not_drawn(tab, context.session.tabs))
    except FileError:
        tab.recording = None
        raise
    tab.recording = None
    return answer


async def _not_drawn(tab: Tab, tabs: Sequence[Tab]) -> str | None:
    """Why the tab gives no picture, where a dialog keeps it from that."""
    if tab.dialogs.pending:
        return "its page is not drawn while its dialog is open"
    blocked = blocked_from(tab, tabs)
    if blocked is not None and await hangs(tab):
        return f"its page is not drawn while the dialog of tab {blocked.details['browser_id']} is open"
    return None
