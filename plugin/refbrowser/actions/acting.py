"""Steps that acting actions share: resolve the target, observe the input, build the answer from the receipt."""

from collections.abc import Awaitable, Callable
from typing import Any

from refbrowser.actions.arguments import ActingArguments, ArrivingArguments, OverlayArguments
from refbrowser.actions.reading import page_changes, page_markdown
from refbrowser.actions.spec import ActionContext
from refbrowser.browser.element import resolve
from refbrowser.browser.element.dispatched import Dispatched
from refbrowser.browser.element.element import PLAIN_LOOK, Element, Look
from refbrowser.browser.element.permitted import permitted
from refbrowser.browser.engine.page_view import PageView
from refbrowser.browser.imaging.around import difference, pictured
from refbrowser.browser.receipt.act import act
from refbrowser.browser.scripting.wait_conditions import selector_is, until
from refbrowser.errors import TimeoutExceeded
from refbrowser.events import CallAimed
from refbrowser.redact import redacted
from refbrowser.refs import Ref
from refbrowser.results import Hit, TabState

Dispatch = Callable[[Element | None], Awaitable[Dispatched]]
"""Makes the target ready and sends the input. The target is None for an action on a point or at the focus."""


async def find_element(context: ActionContext, ref: Ref | None, selector: str | None, look: Look = PLAIN_LOOK) -> Element:
    """Return the live element that ``ref`` or ``selector`` names.

    Raises the typed errors of :mod:`refbrowser.browser.element.resolve`.
    """
    session = context.session
    await context.tab.internals.refresh(context.deadline)
    if ref is not None:
        element = await resolve.by_ref(context.tab, session.refs, ref, context.deadline, look)
    else:
        assert selector is not None
        element = await resolve.by_selector(context.tab, session.refs, selector, context.deadline, look)
    context.tab.acting_on = element.label
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


async def acted(
    context: ActionContext,
    arguments: ActingArguments,
    dispatch: Dispatch,
    look: Look = PLAIN_LOOK,
    *,
    before_state: Callable[[], None] | None = None,
) -> dict[str, Any]:
    """Resolve the target of ``arguments``, run ``dispatch`` on it, which sends the input, and return ``{action: receipt, state}``.

    ``look`` adds work to the first request about the target. ``before_state`` runs after the receipt is complete and before the
    tab's state is read.
    """
    session, tab = context.session, context.tab
    ref, selector = getattr(arguments, "ref", None), getattr(arguments, "selector", None)
    if ref is not None:
        # Checked before the page is read: reading assigns numbers, and a guessed number must not become valid through that.
        session.refs.find(ref.number)
    compares = context.settings.visual_diff == "acting"
    before = await pictured(tab, session.refs, session.hub.masker, context.deadline) if compares else ""

    async def find() -> Element | None:
        if isinstance(arguments, OverlayArguments):
            await overlay_hidden(context, arguments)
        if ref is None and selector is None:
            return None
        return await find_element(context, ref, selector, look._replace(begins=True))

    async def dispatch_permitted(element: Element | None) -> Dispatched:
        # Whatever the action does with its target, it does not begin before the policy has judged that.
        return await dispatch(None if element is None else await permitted(element, context.deadline, look))

    done = await act(session, tab, context.deadline, find, dispatch_permitted, compare=arguments.observe == "changes")
    receipt, view = done.receipt, done.view
    if arguments.observe == "content" and not tab.closed:
        receipt.content, view = await page_markdown(context), None
    if before_state is not None:
        before_state()
    for opened in receipt.opened:
        if opened["browser_id"] in session:
            other = session.tab(opened["browser_id"])
            title = await other.title()
            reason = other.arrival.request.reason if other.arrival.request is not None else None
            opened |= {
                "url": redacted(other.url), **({"title": title} if title else {}), **({"failed": reason} if reason else {}),
                **({"dialog": other.dialogs.pending[-1].as_dict()} if other.dialogs.pending else {}),
            }  # fmt: skip
    if tab.closed and session.last_interacted is not None:
        # The tab closed: report the state of the tab that is active now.
        context, view = context.on(session.tab(None)), None
    receipt_fields = receipt.as_dict()
    if compares:
        drawing = session.files.new_path("visual_diffs", f"tab{tab.browser_id}", ".jpg")
        receipt_fields["visual_diff"] = await difference(tab, session.refs, session.hub.masker, before, drawing, context.deadline)
    return {"action": receipt_fields, "state": (await tab_state(context, view)).as_dict()}


async def acted_on(
    context: ActionContext,
    arguments: ActingArguments,
    dispatch: Callable[[Element], Awaitable[Dispatched]],
    look: Look = PLAIN_LOOK,
) -> dict[str, Any]:
    """Do the same as :func:`acted` for an action whose target is always an element."""

    async def on_target(element: Element | None) -> Dispatched:
        assert element is not None
        return await dispatch(element)

    return await acted(context, arguments, on_target, look)


async def arrived(context: ActionContext, arguments: ArrivingArguments) -> dict[str, Any]:
    """Return the tab's state and, if ``observe`` requests it, ``content``: the page, or its changes since the chat last saw it."""
    parts: dict[str, Any] = {}
    if arguments.observe == "content":
        parts["content"] = await page_markdown(context)
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
