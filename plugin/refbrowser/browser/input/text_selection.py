"""Selecting words in a field or on the page, as a person does by dragging over them."""

import re
from dataclasses import dataclass
from typing import Any, Final

from playwright.async_api import Error, Frame

from refbrowser.browser.acting.act import Act
from refbrowser.browser.element.dispatched import RECEIVED, TargetReport, Verdict
from refbrowser.browser.element.element import PLAIN_LOOK, Element, probe, stale
from refbrowser.browser.element.permitted import all_permitted
from refbrowser.browser.engine.ref_table import Document
from refbrowser.browser.engine.wire_replies import WordsFound
from refbrowser.browser.input.focus import check_focusable, give_focus
from refbrowser.browser.pointer.pointer import reveal
from refbrowser.errors import ActionabilityError, RefbrowserError, Remedy, TargetError
from refbrowser.page_text import one_line, truncated
from refbrowser.refs import Ref

FRAME_PATIENCE_MS: Final = 1_000
"""How long a frame may take to say whether it has the words."""

MOST_SEARCHES: Final = 3
"""How often the words are searched for on a page that moves them to other elements."""

_SHOWN: Final = 1_000
"""How many characters of the selection the receipt repeats."""

_REFUSALS: Final = {
    "secret": "its content is hidden",
    "whole": "no part of its content can be selected",
    "unselectable": "the page does not let this text be selected",
}


@dataclass(frozen=True, slots=True)
class Words:
    """The words that a call selects, and which time that they are there; ``occurrence`` counts from 1."""

    text: str
    occurrence: int


@dataclass(frozen=True, slots=True)
class _Place:
    """Where words are: the ``occurrence``-th time in the element ``local`` of the document, or in all of it where that is None."""

    frame: Frame
    document: Document
    local: int | None
    occurrence: int
    found: WordsFound


async def select_words(act: Act, scope: Element | None, words: Words) -> tuple[Element, "SelectionConfirmation"]:
    """Select the words in ``scope``, or on the page, and scroll them into view. Return the element in which they begin.

    Raises ``text_not_found``, ``not_selectable``, ``policy_denied`` and the codes of approvals, and for a field what
    :func:`give_focus` raises.
    """
    for _ in range(MOST_SEARCHES):
        place = await (_place_on_page(act, words) if scope is None else _place_in(scope, words))
        element, moved = await _permitted(act, scope, place), False
        act.traces.target = element.label
        check_focusable(element)
        if place.found["field"]:
            element, moved = await give_focus(element)
            await reveal(element)
        _, found = await act.tab.engine.select_text(
            place.frame,
            words.text,
            place.occurrence,
            act.deadline,
            doc=place.document,
            element=place.local,
            within=place.found["holders"],
        )
        if "matches" not in found or not found["selected"]:
            # It is not where it was judged any more.
            continue
        if found["offset"] is not None:
            await reveal(element, found["offset"])
        return element, SelectionConfirmation(element, words, changed=moved or not found["already"])
    raise ActionabilityError(
        f"The text {truncated(words.text, 120)!r} kept moving to other elements.",
        code="unstable",
        details={"text": words.text, "occurrence": words.occurrence},
    )


@dataclass(frozen=True, slots=True)
class SelectionConfirmation:
    """Confirms that the words are what a copy would take. Raises ``not_selectable``."""

    element: Element
    words: Words
    changed: bool

    async def confirm(self, report: TargetReport | None) -> Verdict:
        try:
            _, selection = await self.element.tab.engine.selection(self.element.frame, None, self.element.deadline)
        except Error:
            # The document is going away, and the selection with it: the receipt says where to.
            return RECEIVED
        if _flat(selection["text"]) != _flat(self.words.text):
            raise _not_selectable(self.element, "the page took the selection away, or changed it")
        notes = {"changed": True} if self.changed else {"already_so": True}
        return Verdict(notes={"selection": truncated(selection["text"], _SHOWN), **notes})


async def _place_in(scope: Element, words: Words) -> _Place:
    document, found = await scope.tab.engine.select_text(
        scope.frame, words.text, words.occurrence, scope.deadline, doc=scope.document, element=scope.local
    )
    if "matches" not in found:
        raise stale(scope.tab, Ref(scope.number or 0), found["reason"])
    if (refused := found["refused"]) is not None:
        raise _not_selectable(scope, _REFUSALS[refused])
    if not found["holders"]:
        raise _not_found(scope.act, words, found["matches"], scope.label)
    return _Place(scope.frame, document, scope.local, words.occurrence, found)


async def _place_on_page(act: Act, words: Words) -> _Place:
    seen = unanswered = 0
    for frame in act.tab.page.frames:
        top = frame is act.tab.page.main_frame
        occurrence = words.occurrence - seen
        deadline = act.deadline if top else act.deadline.sooner(FRAME_PATIENCE_MS)
        try:
            document, found = await act.tab.engine.select_text(frame, words.text, occurrence, deadline)
        except (Error, RefbrowserError):
            if top:
                raise
            unanswered += not frame.is_detached()
            continue
        assert "matches" in found, "a search that names no document is in the one that is there"
        if found["holders"]:
            place = _Place(frame, document, None, occurrence, found)
            if (refused := found["refused"]) is not None:
                raise _not_selectable(await _holder(act, place, found["holders"][0]), _REFUSALS[refused])
            return place
        seen += found["matches"]
    raise _not_found(act, words, seen, "the page", unanswered)


async def _permitted(act: Act, scope: Element | None, place: _Place) -> Element:
    """Return the element in which the words begin, once the policy permits input to all that hold a part of them."""
    holders = place.found["holders"]
    if scope is not None and holders == [scope.local]:
        return scope
    part = act if scope is None else act.on_part()
    if act.gate is None:
        return await _holder(part, place, holders[0])
    return (await all_permitted(part, [await _holder(part, place, local) for local in holders]))[0]


async def _holder(act: Act, place: _Place, local: int) -> Element:
    number = act.refs.number(place.document, local)
    return await probe(act, place.frame, place.document, local, number, None, PLAIN_LOOK)


def _flat(text: str) -> str:
    return re.sub(r"\s+", "", one_line(text)).casefold()


def _not_found(act: Act, words: Words, matches: int, where: str, unanswered: int = 0) -> TargetError:
    times = "not there" if not matches else f"there {matches} time{'s' if matches > 1 else ''}, not {words.occurrence}"
    silent = f" {unanswered} of its frames did not answer." if unanswered else ""
    details: dict[str, Any] = {"text": words.text, "matches": matches, "occurrence": words.occurrence}
    return TargetError(
        f"The text {truncated(words.text, 120)!r} is {times}: {where} was searched.{silent}",
        code="text_not_found",
        remedy=Remedy("content", {"browser_id": act.tab.browser_id}),
        details=details | ({"unanswered_frames": unanswered} if unanswered else {}),
    )


def _not_selectable(element: Element, why: str) -> ActionabilityError:
    return ActionabilityError(
        f"The words in {element.label} are not selected: {why}.", code="not_selectable", details={"ref": element.number}
    )
