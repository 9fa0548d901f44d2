"""Reading actions."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from refbrowser.actions.arguments import NUMBER, RefArgument, Selector, TabArguments
from refbrowser.actions.conduct import no_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import LOCAL
from refbrowser.browser.element import resolve
from refbrowser.browser.element.element import Element, page_box
from refbrowser.browser.element.selectors import is_css
from refbrowser.browser.pointer.collecting import collect
from refbrowser.browser.snapshot.assembling import Scope
from refbrowser.browser.snapshot.capture import capture_arrived, capture_thoroughly
from refbrowser.browser.tab.tab import Tab
from refbrowser.content.budget import estimate_tokens, render
from refbrowser.content.capture import Capture, Wanted
from refbrowser.content.delta import delta
from refbrowser.masking import Masker
from refbrowser.redact import redacted
from refbrowser.refs import Ref

_ADDRESSED = frozenset({"href", "src", "attributes", "form"})
"""What of an element's description holds urls."""


class ContentArguments(TabArguments):
    selector: Annotated[Selector | None, Field(description="CSS of the part to read")] = None
    selectors: Annotated[list[str] | None, LOCAL, Field(min_length=1, max_length=20)] = None
    ref: Annotated[RefArgument | None, Field(description="only this subtree")] = None
    mode: Annotated[
        Literal["full", "viewport", "interactive", "main", "changes"],
        Field(description="changes shows what is new since you last saw it"),
    ] = "full"
    max_tokens: Annotated[int | None, Field(ge=50, le=1_000_000), NUMBER] = None
    cursor: Annotated[str | None, LOCAL, Field(min_length=1, max_length=40, description="from a cut answer")] = None
    scroll: Literal["end"] | None = None

    @model_validator(mode="after")
    def _one_part(self) -> Self:
        given = [name for name in ("selector", "selectors", "ref", "cursor") if getattr(self, name) is not None]
        if len(given) > 1:
            raise ValueError(f"{' and '.join(given)} exclude each other")
        if self.scroll is not None and (self.mode in ("viewport", "changes") or self.cursor or self.selectors):
            raise ValueError("scroll goes with ref or selector, and with the modes full, main and interactive")
        return self


@action("content", group="reading", effect="read", arguments=ContentArguments, conduct=no_input())
async def content(context: ActionContext, arguments: ContentArguments) -> str:
    """Read the page as markdown with typed refs."""
    budget = arguments.max_tokens or context.session.settings.max_tokens
    if arguments.cursor is not None:
        snapshot, kept, place = context.tab.seen.snapshots.resume(arguments.cursor, context.tab.browser_id)
        kept = await _masked(kept, context.masker)
        return render(kept, context.tab.browser_id, context.session.fence, budget, snapshot, place=place)
    if arguments.mode == "changes":
        return await page_changes(context, budget)
    if arguments.scroll is not None:
        return await _to_its_end(context, arguments, budget)
    if arguments.selectors is not None:
        share = max(50, budget // len(arguments.selectors))
        parts = [await page_markdown(context, await _part(context, selector), share) for selector in arguments.selectors]
        return "\n\n".join(parts)
    return await page_markdown(context, await _scope(context, arguments), budget)


async def page_markdown(
    context: ActionContext, scope: Scope | None = None, budget: int | None = None, notes: Sequence[str] = ()
) -> str:
    """Return the page, or the part in ``scope``, as the agent reads it. A full page is kept as what the chat last saw. ``notes``
    come into its header."""
    tab, session = context.tab, context.session
    captured = await capture_arrived(tab, session.refs, context.deadline, scope)
    if captured.mode == "full":
        tab.seen.mark(captured)
    about = " · ".join((*notes, *_loading_notes(tab), *_pdf_notes(context)))
    hidden = tab.seen.take_hidden(captured)
    wanted = Wanted(captured, tab.seen.snapshots.keep(captured), budget or session.settings.max_tokens, about, hidden)
    if tab.seen.text is None or tab.seen.text[0] != wanted:
        shown = await _masked(captured, context.masker)
        text = render(shown, tab.browser_id, session.fence, wanted.max_tokens, wanted.name, about=about, hidden=hidden)
        tab.seen.text = wanted, text
    _note_header(context, captured)
    return tab.seen.text[1]


def _note_header(context: ActionContext, captured: Capture) -> None:
    """Note the address and title that the header of a reading shows."""
    tab = context.tab
    tab.seen.told = redacted(captured.url), captured.title, context.session.last_interacted == tab.browser_id


def _loading_notes(tab: Tab) -> Iterator[str]:
    """Yield what the header says about a page that failed to load or may still change."""
    activity = tab.activity
    if (failure := tab.load_failure) is not None:
        yield failure
    if (status := activity.document_status) is not None and status >= 400:
        yield f"HTTP {status}"
    if activity.document is not None and (cut := activity.document.cut) is not None:
        yield f"cut off by {cut}"
    navigation = activity.navigation
    if navigation is not None and (navigation.in_flight or navigation.arriving):
        yield "still loading" if navigation.arriving else "a navigation is in progress"
    if tab.listeners.late:
        yield "the browser did not say in time what scripts listen to, so controls may be missing; read it again"
    if count := activity.fetches_under_way():
        yield f"{count} request{'s' if count > 1 else ''} pending; content may change"


def _pdf_notes(context: ActionContext) -> Iterator[str]:
    """Yield the calls that return the text of PDFs which the document, or the last navigation, brought as downloads: this Chromium
    shows none in a tab or a frame."""
    tab = context.tab
    brought = tab.activity.downloads_since(tab.activity.document_began)
    for record in context.session.downloads.of_tab(tab.browser_id, min(len(brought), _MOST_PDFS)):
        if record.read_with is not None:
            yield f"PDF downloaded, its text: {json.dumps(record.read_with, ensure_ascii=False)}"


_MOST_PDFS = 3


async def _scope(context: ActionContext, arguments: ContentArguments) -> Scope:
    if arguments.ref is not None:
        return _within(await _element(context, arguments.ref), arguments.mode)
    return Scope(mode=arguments.mode) if arguments.selector is None else await _part(context, arguments.selector, arguments.mode)


async def _part(context: ActionContext, selector: str, mode: str = "full") -> Scope:
    """Return the part of the page that a selector matches: all matches of CSS, the one of ``text=``, ``label=`` or ``role=``."""
    if is_css(selector):
        return Scope(mode=mode, selector=selector)
    return _within(await resolve.by_selector(context.act, selector, wait_ms=resolve.RECHECK_MS), mode)


def _within(element: Element, mode: str) -> Scope:
    return Scope(mode=mode, frame=element.frame, document=element.document, local=element.local)


async def _to_its_end(context: ActionContext, arguments: ContentArguments, budget: int) -> str:
    """Return all that the page, or a box in it, shows while it is scrolled from its beginning to its end."""
    tab, session = context.tab, context.session
    element = None
    if arguments.ref is not None:
        element = await _element(context, arguments.ref)
    elif arguments.selector is not None:
        element = await resolve.by_selector(context.act, arguments.selector)
    scope = Scope(arguments.mode) if element is None else _within(element, arguments.mode)
    collection = await collect(tab, session.refs, scope, element, context.deadline)
    shown = await _masked(collection.capture, context.masker)
    about = " · ".join((*collection.about, *_loading_notes(tab)))
    return render(shown, tab.browser_id, session.fence, budget, tab.seen.snapshots.keep(collection.capture), about=about)


async def page_changes(context: ActionContext, budget: int | None = None) -> str:
    """Return what changed since the chat last saw the page; the full page if that is shorter or the document is new."""
    tab, session = context.tab, context.session
    budget = budget or session.settings.max_tokens
    before = tab.seen.shown
    current = await capture_thoroughly(tab, session.refs, context.deadline)
    changes = delta(before.marked, current.marked) if before is not None and before.epoch == current.epoch else None
    whole = "\n".join(current.lines)
    tab.seen.mark(current)
    _note_header(context, current)
    if changes is None or estimate_tokens("\n".join(changes)) >= estimate_tokens(whole):
        shown = await _masked(current, context.masker)
        return render(shown, tab.browser_id, session.fence, budget, tab.seen.snapshots.keep(current))
    if not changes:
        return f"Tab {tab.browser_id}: nothing changed since you last saw it."
    changed = replace(current, mode="changes", lines=tuple(changes), marked=())
    snapshot, shown = tab.seen.snapshots.keep(changed), await _masked(changed, context.masker)
    return render(shown, tab.browser_id, session.fence, budget, snapshot, about=f"{len(changes)} changed lines")


async def masked_lines(lines: Sequence[str], masker: Masker) -> Sequence[str]:
    """Return the lines without secrets, also those that are split over several. What is cut, or searched, is masked first: a piece
    of a secret would not be known as one, and what matches would spell it out."""
    if not masker.values:
        return lines
    return (await asyncio.to_thread(masker.text, "\n".join(lines))).split("\n")


async def _masked(captured: Capture, masker: Masker) -> Capture:
    """Return the capture as it is shown."""
    lines = await masked_lines(captured.lines, masker)
    return captured if lines is captured.lines else replace(captured, lines=tuple(lines))


class DetailArguments(TabArguments):
    ref: RefArgument


@action("detail", group="reading", effect="read", arguments=DetailArguments, conduct=no_input())
async def detail(context: ActionContext, arguments: DetailArguments) -> dict[str, Any]:
    """Describe a ref: role, states, link target, options, attributes, box, why it is blocked."""
    element = await _element(context, arguments.ref)
    _, answer = await context.tab.engine.detail(element, context.deadline)
    facts = {key: value for key, value in answer.items() if key not in ("doc", "status")}
    box = await page_box(element)
    return {
        "ref": element.number,
        "label": element.label,
        **{key: _shown(value) if key in _ADDRESSED else value for key, value in facts.items()},
        **({} if "why_blocked" in facts else _blocked_around(element)),
        "box": None if box is None else [round(side, 2) for side in box],
    }


def _blocked_around(element: Element) -> dict[str, Any]:
    """Why an element that its own document does not block is blocked by one around its frame; empty if it is not."""
    probe = element.probe
    if reason := probe.get("switched_off"):
        return {"why_blocked": reason}
    if (cover := probe["covered_by"]) is None:
        return {}
    if cover.get("through"):
        return {"why_blocked": "pointer-events: none"}
    return {"blocked_by": cover, "why_blocked": f"covered by {cover['description']}"}


def _shown(value: Any) -> Any:
    """A url, or what contains some, without credentials."""
    if isinstance(value, dict):
        return {key: _shown(entry) for key, entry in value.items()}
    return redacted(value) if isinstance(value, str) else value


async def _element(context: ActionContext, ref: Ref) -> Element:
    await context.tab.internals.refresh(context.deadline)
    return await resolve.by_ref(context.act, ref)
