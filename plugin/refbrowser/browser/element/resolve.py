"""From what an agent names — a ref, a selector — to the one element that it means, or a typed refusal."""

import asyncio
import json
from typing import Any, Final

from playwright.async_api import Error, Frame

from refbrowser.browser.acting.act import Act
from refbrowser.browser.element.element import PLAIN_LOOK, Element, Look, probe, stale
from refbrowser.browser.element.found_again import found_again
from refbrowser.browser.element.frame_item import frame_item
from refbrowser.browser.element.selectors import is_css, readings
from refbrowser.browser.engine import script
from refbrowser.browser.playwright_internals.wording import Wording, first_line, says
from refbrowser.browser.tab.navigation import check_loaded
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import CallError, Remedy, TargetError
from refbrowser.page_text import truncated
from refbrowser.redact import redacted
from refbrowser.refs import Ref

RECHECK_MS: Final = 100
"""How often a selector that matches nothing yet is tried again while nothing happens on the page's network."""

QUIET_MS: Final = 5_000
"""How long a quiet page may take to bring what a selector means, where the call sets no time of its own."""

ANOTHER_TAB: Final = "another tab"
"""The reason of a ref that is stale because its element is in another tab: it lives, and is not gone."""

_MOST_SHOWN: Final = 5
"""Matches of an ambiguous selector that its error names."""

_MOST_COMPARED: Final = 10
"""Matches of a text among which a single control is looked for."""

_TEXT: Final = "text="

_CONTROLS: Final = frozenset({"button", "select", "textarea", "summary", "option"})
"""Kinds of controls that are called by their tags."""


async def by_ref(act: Act, ref: Ref, look: Look = PLAIN_LOOK) -> Element:
    """The element numbered ``ref``. A dead ref is refused in milliseconds, with its reason.

    Raises ``ref_unknown`` (never given in this chat), ``ref_stale`` (``details.reason``: removed, page navigated, frame gone, tab
    closed), ``ref_kind`` (the kind that the agent wrote is not the element's).
    """
    tab = act.tab
    document, local = act.refs.find(ref.number)
    if document.gone is not None:
        document, local = await found_again(act, ref, document.gone)
    if document.browser_id != tab.browser_id:
        raise TargetError(
            f"Ref {ref.number} belongs to tab {document.browser_id}, not to tab {tab.browser_id}.",
            code="ref_stale",
            remedy=Remedy("detail", {"browser_id": document.browser_id, "ref": ref.number}, hint="on that tab"),
            details={"ref": ref.number, "reason": ANOTHER_TAB, "browser_id": document.browser_id},
        )
    frame = tab.frames.frame(document)
    if frame is None or frame.is_detached():
        raise stale(tab, ref, "its frame is gone")
    element = await probe(act, frame, document, local, ref.number, ref, look)
    await _note(element, ref.number, None)
    return element


async def by_selector(act: Act, selector: str, look: Look = PLAIN_LOOK, *, wait_ms: float | None = None) -> Element:
    """The one element that a CSS, ``text=``, ``label=`` or ``role=`` selector matches in the page or its frames, waited for during
    ``wait_ms``, or else until the deadline; where the call sets none, until the page has been quiet for :data:`QUIET_MS`. An
    element whose whole text it is goes before those that contain it. What matches in a closed shadow root counts where nothing else
    does; those that ``content`` has read are known.

    Raises ``selector_invalid``, ``selector_no_match`` (when that time has passed: the element might yet have come),
    ``selector_ambiguous``, and ``navigation_failed`` on Chromium's error page.
    """
    if f"{script.NAME}=" in selector:
        raise CallError("The selector is the number of an element; pass it as ref. A selector is CSS, text= or role=.")
    tab, deadline = act.tab, act.deadline
    deadline.stage = f"an element that matches {selector!r}"
    until_quiet = wait_ms is None and not act.patient
    began_ms = deadline.remaining_ms
    patience = deadline.sooner(QUIET_MS) if until_quiet else deadline if wait_ms is None else deadline.sooner(wait_ms)
    while True:
        if (element := await _matching(act, selector, look)) is not None:
            return element
        if tab.closed or tab.crashed:
            tab.usable()
        check_loaded(tab)
        # Looked at before it is given up: on a busy machine one look may take as long as a quiet page is waited for.
        if until_quiet and tab.activity.is_at_work():
            patience = deadline.sooner(QUIET_MS)
        if patience.remaining_ms <= RECHECK_MS:
            waited_ms = began_ms - deadline.remaining_ms if until_quiet else patience.total_ms
            longer = "; with timeout_ms it is waited for longer" if until_quiet and deadline.remaining_ms > RECHECK_MS else ""
            raise TargetError(
                f"The selector {selector!r} matched no element within {waited_ms:.0f} ms{longer}.",
                code="selector_no_match",
                remedy=Remedy("content", {"browser_id": tab.browser_id}),
                details={"selector": selector},
            )
        if await tab.activity.change(RECHECK_MS) and until_quiet:
            patience = deadline.sooner(QUIET_MS)


async def _matching(act: Act, selector: str, look: Look) -> Element | None:
    """The one element that matches now. Raises ``selector_ambiguous``."""
    for reading in readings(selector):
        for within in (reading, f"{script.CLOSED_ROOTS} >> {reading}"):
            for frame in act.tab.page.frames:
                count = await _matches(frame, selector, within)
                if count > 1:
                    return await _only_control(act, frame, selector, within, count, look)
                if count == 1:
                    return await _identified(act, frame, selector, within, look)
    return None


async def _matches(frame: Frame, selector: str, within: str) -> int:
    try:
        return await frame.locator(within).count()
    except Error as failure:
        if frame.is_detached():
            return 0
        if says(failure, Wording.SELECTOR_INVALID):
            raise TargetError(
                f"The selector {selector!r} is not valid: {truncated(first_line(failure), 200)}.",
                code="selector_invalid",
                details={"selector": selector},
            ) from None
        raise


async def _identified(act: Act, frame: Frame, selector: str, within: str, look: Look) -> Element:
    document, identified = await act.tab.engine.identify(frame, within, act.deadline)
    local = identified["id"]
    number = act.refs.number(document, local)
    element = await probe(act, frame, document, local, number, None, look)
    await _note(element, None, selector)
    return element


async def _only_control(act: Act, frame: Frame, selector: str, within: str, count: int, look: Look) -> Element:
    """Return the one control among what a ``text=`` selector matches. Raises ``selector_ambiguous`` with the first matches."""
    by_text = selector.lstrip().startswith(_TEXT)
    found = await _candidates(act, frame, within, min(count, _MOST_COMPARED if by_text else _MOST_SHOWN))
    controls = [element for element in found if _is_control(element)]
    if by_text and count <= _MOST_COMPARED and len(controls) == 1:
        element = await controls[0].probed(look)
        await _note(element, None, selector)
        return element
    shown = [element.label for element in found[:_MOST_SHOWN]]
    exact = ""
    if by_text and (text := selector.lstrip().removeprefix(_TEXT).strip()) and text[0] not in "\"'/":
        exact = f" It means this whole text, or else any text with it; {_TEXT}{json.dumps(text, ensure_ascii=False)} is exact."
    more = ", …" if count > len(shown) else ""
    raise TargetError(
        f"The selector {selector!r} matches {count} elements: {', '.join(shown)}{more}; it must match one.{exact}",
        code="selector_ambiguous",
        remedy=Remedy("content", _reading(act.tab, selector), hint="shows them all; or use a ref"),
        details={"selector": selector, "count": count, "matches": shown},
    )


async def _candidates(act: Act, frame: Frame, within: str, count: int) -> list[Element]:
    """Return the first ``count`` matches, without those that went away."""

    async def candidate(index: int) -> Element:
        document, identified = await act.tab.engine.identify(frame, f"{within} >> nth={index}", act.deadline)
        local = identified["id"]
        return await probe(act, frame, document, local, act.refs.number(document, local), None, PLAIN_LOOK)

    found = await asyncio.gather(*map(candidate, range(count)), return_exceptions=True)
    return [element for element in found if isinstance(element, Element)]


def _is_control(element: Element) -> bool:
    """Return whether it is called otherwise than by a tag that is no control's."""
    return element.kind != element.probe.get("tag") or element.kind in _CONTROLS


def _reading(tab: Tab, selector: str) -> dict[str, Any]:
    """The arguments of a ``content`` that shows what ``selector`` matches: that takes CSS alone."""
    return {"browser_id": tab.browser_id, **({"selector": selector} if is_css(selector) else {})}


async def _note(element: Element, ref: int | None, selector: str | None) -> None:
    """Where a journal is kept, notes which element the call's ``ref`` or ``selector`` means."""
    meaning = element.probe.get("meaning")
    recording = element.act.recording
    if meaning is None or recording is None:
        return
    if element.frame.parent_frame is not None:
        around = await frame_item(element.act.tab, element.frame, element.act.deadline)
        meaning = {**meaning, "frame": redacted(element.frame.url), **({"frame_item": around} if around else {})}
    recording.note(ref, selector, meaning, secret=bool(element.probe.get("secret")))
