"""Steps that acting actions share: resolve the target, observe the input, build the answer from the receipt."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from refbrowser.actions.arguments import ActingArguments, ArrivingArguments, OverlayArguments
from refbrowser.actions.reading import page_changes, page_markdown
from refbrowser.actions.spec import ActionContext
from refbrowser.browser.element import resolve
from refbrowser.browser.element.dispatched import Dispatched
from refbrowser.browser.element.element import PLAIN_LOOK, Element, Look
from refbrowser.browser.element.permitted import permitted
from refbrowser.browser.engine.page_view import PageView
from refbrowser.browser.imaging.around import Pictured, difference, pictured
from refbrowser.browser.receipt.observation import Observation
from refbrowser.browser.scripting.wait_conditions import selector_is, until
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.snapshot.building import UNFINISHED, built
from refbrowser.errors import TimeoutExceeded
from refbrowser.events import CallAimed
from refbrowser.redact import redacted
from refbrowser.refs import Ref
from refbrowser.results import Hit, Receipt, TabState


async def find_element(context: ActionContext, ref: Ref | None, selector: str | None, look: Look = PLAIN_LOOK) -> Element:
    """Return the live element that ``ref`` or ``selector`` names.

    Raises the typed errors of :mod:`refbrowser.browser.element.resolve`.
    """
    session = context.session
    await context.tab.internals.refresh(context.deadline)
    if ref is not None:
        element = await resolve.by_ref(context.act, ref, look)
    else:
        assert selector is not None
        element = await resolve.by_selector(context.act, selector, look)
    context.act.traces.target = element.label
    session.hub.publish(CallAimed(session.chat_id, context.tab.browser_id, element.label, element.page_box))
    return element


async def overlay_hidden(context: ActionContext, arguments: OverlayArguments) -> None:
    """Wait until the overlay that the call names, if any, is hidden. Raises :class:`TimeoutExceeded`, which says that nothing has
    been sent to the page."""
    overlay = arguments.wait_for_hidden
    if overlay is None:
        return
    limit = context.deadline.sooner(arguments.wait_for_hidden_ms or 5_000)
    try:
        await until(context.tab, f"{overlay} to be hidden", lambda: selector_is(context.tab, overlay, "hidden"), limit)
    except TimeoutExceeded as late:
        raise TimeoutExceeded(f"{late.message[:-1]}; nothing was pressed or typed.", details=late.details) from None


def hit(performed: str, element: Element, **parts: Any) -> Hit:
    """Return the hit on ``element`` for the receipt; ``parts`` are further fields of :class:`Hit`."""
    return Hit(performed, element.label, element.number, healed=element.healed, takes_text=element.takes_text, **parts)


@asynccontextmanager
async def acting(context: ActionContext, arguments: ActingArguments) -> AsyncIterator["ActingCall"]:
    """Observe the page from before the input of a call until its receipt, and let it go."""
    session, tab = context.session, context.tab
    ref, selector = getattr(arguments, "ref", None), getattr(arguments, "selector", None)
    if ref is not None:
        # Checked before the page is read: reading assigns numbers, and a guessed number must not become valid through that.
        session.refs.find(ref.number)
    pictures = context.settings.visual_diff == "acting"
    picture = await pictured(tab, session.refs, session.hub.masker, context.deadline) if pictures else ""
    with tab.internals.holding():
        observation = await Observation.begin(session, context.act, compare=arguments.observe == "changes")
        try:
            if isinstance(arguments, OverlayArguments):
                await overlay_hidden(context, arguments)
            if ref is None and selector is None:
                await observation.found(None)
            yield ActingCall(context, arguments, observation, ref, selector, picture)
        finally:
            observation.end()


@dataclass(slots=True)
class ActingCall:
    """A call that sends input, as its handler sees it: :meth:`element` finds the target, :meth:`finish` returns the answer."""

    context: ActionContext
    arguments: ActingArguments
    _observation: Observation
    _ref: Ref | None
    _selector: str | None
    _picture: Pictured | str
    _view: PageView | None = None

    @property
    def names_element(self) -> bool:
        """Whether the call names an element, and no point."""
        return self._ref is not None or self._selector is not None

    async def element(self, look: Look = PLAIN_LOOK) -> Element:
        """Return the element that the call names, once the policy permits input to it. ``look`` adds work to the first question.

        Raises the typed errors of :mod:`refbrowser.browser.element.resolve`, ``policy_denied`` and the codes of approvals.
        """
        element = await self.unjudged(look)
        return element if element.act.gate is None else await permitted(element, look)

    async def unjudged(self, look: Look = PLAIN_LOOK) -> Element:
        """Return the element that the call names, for a gesture of which the policy judges all places at once."""
        element = await find_element(self.context, self._ref, self._selector, look.as_first())
        await self._observation.found(element)
        return element

    async def confirm(self, dispatched: Dispatched) -> None:
        """Wait for the effects of input that is repeated, which the one receipt has with those of the rest."""
        await self._observation.confirm(dispatched)

    async def finish(self, dispatched: Dispatched) -> dict[str, Any]:
        """Wait for the effects of the input, and return ``{action: receipt, state}``."""
        return await self.answer(await self.receipt(dispatched))

    async def receipt(self, dispatched: Dispatched) -> Receipt:
        """Wait for the effects of the input, and return what they were."""
        done = await self._observation.finish(dispatched)
        self._view = done.view
        if self.arguments.observe == "content" and not self.context.tab.closed:
            done.receipt.content, self._view = await page_markdown(self.context), None
        return done.receipt

    async def answer(self, receipt: Receipt) -> dict[str, Any]:
        """Return ``{action: receipt, state}``."""
        context, session, tab = self.context, self.context.session, self.context.tab
        for opened in receipt.opened:
            await _describe_opened(session, opened)
        if tab.closed and session.last_interacted is not None:
            # The tab closed: report the state of the tab that is active now.
            context, self._view = context.on(session.tab(None)), None
        fields = receipt.as_dict()
        if context.settings.visual_diff == "acting":
            drawing = session.files.new_path("visual_diffs", f"tab{tab.browser_id}", ".jpg")
            compared = difference(tab, session.refs, session.hub.masker, self._picture, drawing, context.deadline)
            fields["visual_diff"] = await compared
        return {"action": fields, "state": (await tab_state(context, self._view)).as_dict()}


def note_times(context: ActionContext, performed: str, done: int, times: int) -> None:
    """Have an error of the call say how often the input was sent before it."""
    context.deadline.progress.note("times", done, f"The {performed} had been sent {done} of {times} times.")


async def _describe_opened(session: BrowserSession, opened: dict[str, Any]) -> None:
    """Add to a tab that an action opened what is known of it by now."""
    if opened["browser_id"] not in session:
        return
    other = session.tab(opened["browser_id"])
    opened["url"] = redacted(other.url)
    if title := await other.title():
        opened["title"] = title
    if other.arrival.request is not None and other.arrival.request.reason:
        opened["failed"] = other.arrival.request.reason
    if other.dialogs.pending:
        opened["dialog"] = other.dialogs.pending[-1].as_dict()


async def arrived(context: ActionContext, arguments: ArrivingArguments) -> dict[str, Any]:
    """Return the tab's state and, if ``observe`` requests it, ``content``: the page, or its changes since the chat last saw it."""
    parts: dict[str, Any] = {}
    if arguments.observe == "content":
        unfinished = () if await built(context.tab, context.deadline) else (UNFINISHED,)
        parts["content"] = await page_markdown(context, notes=unfinished)
    elif arguments.observe == "changes" and context.tab.seen.shown is not None:
        parts["content"] = await page_changes(context)
    return {**(await tab_state(context)).as_dict(), **parts}


async def tab_state(context: ActionContext, view: PageView | None = None) -> TabState:
    """Return the tab's present state; ``view`` is what its page has just reported, if anything."""
    session, tab = context.session, context.tab
    return await tab.state(active=session.last_interacted == tab.browser_id, view=view)


def held_tabs(context: ActionContext) -> str:
    """Name the tabs that do not have yet what was set for the whole chat."""
    tabs = [str(tab.browser_id) for tab in context.session.tabs if tab.dialogs.pending]
    return f"tabs with a dialog ({', '.join(tabs)})" if tabs else "a tab that does not respond"
