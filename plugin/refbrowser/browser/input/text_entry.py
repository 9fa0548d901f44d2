"""Typing into elements with trusted input, and reading back what they then hold."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from playwright.async_api import Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.dispatched import RECEIVED, Confirmation, PendingInput, TargetReport, Verdict
from refbrowser.browser.element.element import PLAIN_LOOK, Element, Look
from refbrowser.browser.element.permitted import permitted
from refbrowser.browser.input.date_fields import DATE_TYPES, type_parts
from refbrowser.browser.input.field_values import FORMATS, alike, is_drawn_end, letters_of, same_value
from refbrowser.browser.input.focus import check_focusable, enter
from refbrowser.browser.input.key_aim import KeyConfirmation, aim_judged_key, aim_keys, focus_moved
from refbrowser.browser.input.sliders import slide, slide_drawn
from refbrowser.browser.pointer.pointer import page_point, ready, uninterrupted
from refbrowser.errors import ActionabilityError, CallError, Remedy, TargetError
from refbrowser.page_text import one_line, truncated
from refbrowser.redact import redacted

_WITHOUT_TEXT: Final = frozenset({"checkbox", "radio", "file", "button", "submit", "reset", "image", "hidden"})

_KEYED_LENGTH: Final = 200
"""The longest text that is typed a second time, key by key, into a field that did not take it at once."""

MANY_LINES: Final = 200
"""Line breaks from which on a text is pasted."""

_UNTRUSTED: Final = {"untrusted_events": "input, change"}

_READ_MS: Final = 500

_FRAME_MS: Final = 500
"""How long an editor may take to draw what it made of a shortcut."""

_PASTE_MS: Final = 500
"""How long an editor may take to enter what was pasted."""

_PREVIEW_MS: Final = 150
"""How long a page may take to end the preview of an entry that the pointer no longer rests on."""

_LOOK_MS: Final = 15
_LINE_BREAK: Final = re.compile(r"\r\n|\r|\n")

PIECE: Final = 4
"""Characters that are typed at most after a cancellation, or after the page has been replaced by another."""


async def type_into(element: Element, text: str, *, clear: bool, slowly: bool) -> dict[str, Any]:
    """:func:`begin_typing`, and typed again at once where the field did not take the text; what a receipt adds on that. Raises
    ``focus_moved`` too."""
    typing = await begin_typing(element, text, clear=clear, slowly=slowly)
    return await confirm_value(typing.element, typing.confirmation)


async def confirm_value(element: Element, confirmation: Confirmation | None) -> dict[str, Any]:
    """Gives the field its value another way where it did not take it; what a receipt adds on that."""
    notes: dict[str, Any] = {}
    while confirmation is not None:
        verdict = await confirmation.confirm(await held(element))
        confirmation = verdict.next
        notes |= verdict.notes
    return notes


@dataclass(frozen=True, slots=True)
class Typing:
    """Text on its way into an element: the element as it was before, what is still to be sent, and how it is confirmed."""

    element: Element
    confirmation: Confirmation | None = None
    pending: PendingInput | None = None


async def begin_typing(element: Element, text: str, *, clear: bool, slowly: bool, send_last: bool = False) -> Typing:
    """Types ``text``; with ``clear`` in place of what the field holds, else behind it. ``slowly`` sends a key event per character.
    With ``send_last``, the text may be left to be sent by the caller.

    Dates, times, sliders and colours have nothing to type behind: they take ``text`` as their value.
    Raises ``not_editable`` (not a text field), ``readonly``, ``disabled``, ``not_visible``; ``invalid_arguments`` for a value that
    the field's type cannot hold.
    """
    element = await ready(element, pointer=False)
    check_text(element, text)
    kind = str(element.probe.get("input_type") or "")
    if element.act.gate is not None and element.kind == "combobox":
        # Its page may take an option for the text.
        element = await element.probed(look := Look(typed=text))
    else:
        look = PLAIN_LOOK
    while (permitted_element := await permitted(element, look)) is not element:
        element = await ready(permitted_element, pointer=False)
    check_focusable(element)
    element.deadline.stage = f"{element.label} to take the text"
    confirmation: Confirmation | None = None
    pending: PendingInput | None = None
    notes: Mapping[str, Any] = {}
    try:
        if kind in DATE_TYPES or kind in ("range", "color") or "dial" in element.probe:
            notes = await _give(element, kind, text.strip())
            if "dial" in element.probe:
                element = await element.probed()
        elif slowly:
            await _by_keys(element, text, clear=clear)
            with suppress(TargetError):
                # Made anew at each key, the field that took the place of the first one has the text.
                element = await element.probed()
        else:
            entered = bool(element.probe.get("entered"))
            if send_last and entered and text:
                pending = _pending(element, text)
            if pending is None:
                await _at_once(element, text, clear=clear, entered=entered)
            again = len(text) <= _KEYED_LENGTH and "\n" not in text
            confirmation = TypingConfirmation(element, text, element.deadline, clear=clear, again=again)
        confirmation = confirmation or TypingConfirmation(element, text, element.deadline, clear=clear, again=False, notes=notes)
    except PlaywrightTimeout:
        await ready((await element.within(1000).probed()).within(1), pointer=False)
        raise
    return Typing(element, confirmation, pending)


_MOST_OPTION: Final = 200


def other_way(element: Element, text: str = "") -> Remedy:
    """What to do with an element that holds no text, in place of giving it ``text``. A press is not proposed: it may be a button
    that buys or deletes."""
    named = {"browser_id": element.tab.browser_id, "ref": element.number}
    if element.kind == "slider":
        return Remedy("focus", named, hint="then the keys ArrowRight, ArrowLeft, PageUp, PageDown, Home and End change it")
    if element.kind == "label" and (label := element.probe.get("name")):
        return Remedy("type", {"browser_id": named["browser_id"], "selector": f"label={label}", "text": text[:_MOST_OPTION]})
    if element.kind in ("select", "listbox"):
        return Remedy("select_option", {**named, "value": text[:_MOST_OPTION]}, hint="chooses an option by its label or value")
    return Remedy("detail", named)


def check_text(element: Element, text: str) -> None:
    """Raises ``readonly``, ``not_editable``, or ``invalid_arguments`` for a value that a field of the type cannot hold."""
    if element.probe["editable"] is False:
        raise ActionabilityError(f"{element.label} is read-only.", code="readonly", details={"ref": element.number})
    dial = element.probe.get("dial")
    kind = str(element.probe.get("input_type") or ("range" if dial else ""))
    given = text.strip()
    if element.probe["editable"] is None or kind in _WITHOUT_TEXT or (dial and not FORMATS[kind][0].fullmatch(given)):
        raise ActionabilityError(
            f"{element.label} does not accept text.",
            code="not_editable",
            remedy=other_way(element, given),
            details={"ref": element.number, "kind": element.kind},
        )
    pattern, wanted = FORMATS.get(kind, (None, ""))
    refused = pattern is not None and given and not pattern.fullmatch(given)
    if kind == "range" and given:
        low, high, _ = dial or element.probe["scale"]
        wanted = f"a number from {low:.15g} to {high:.15g}"
        refused = refused or not low <= float(given) <= high
    if refused:
        # Chromium would empty the field, or put a value of its own there.
        raise CallError(
            f"{element.label} does not accept {truncated(text, 80)!r}; it accepts {wanted}.",
            details={"ref": element.number, "text": truncated(text, 200)},
        )


def _pending(element: Element, text: str) -> PendingInput | None:
    """The text for a field that was entered, to be sent together with the question for what came of it; None in a frame, which does
    not report the input that is waited for."""
    if element.frame is not element.tab.page.main_frame or text.count("\n") >= MANY_LINES:
        return None
    return PendingInput(lambda: _insert(element, text), "input", f"{element.label} to take the text")


async def _insert(element: Element, text: str) -> None:
    """Puts the text where the focus is, as an input method does: one trusted ``beforeinput`` and ``input``."""
    element.deadline.progress.performed = "text"
    await element.tab.cdp.send("Input.insertText", {"text": text})


async def _put(element: Element, text: str) -> None:
    """As :func:`_insert`, but paste many lines: Chromium inserts one after the other, which takes half a minute for 2 500 of them.
    A page that ignores the paste gets them in this way after all."""
    lent = element.tab.lend_clipboard(text, element.deadline) if text.count("\n") >= MANY_LINES else None
    if lent is None:
        return await _insert(element, text)
    async with lent:
        await uninterrupted(element.tab.page.keyboard.press("ControlOrMeta+v"))
    if await _ignored(element, text):
        await _insert(element, text)
    return None


async def _ignored(element: Element, text: str) -> bool:
    """Whether the element holds after the paste of ``text`` what it held before. An editor may take a moment for it. False where
    that does not show, as in an editor that a script draws: the text must not be entered twice."""
    before = element.probe.get("value")
    patience = element.deadline.sooner(_PASTE_MS)
    while before is not None and not alike(before, text) and not is_drawn_end(before, text):
        if (await element.probed()).probe.get("value") != before:
            return False
        if patience.passed:
            return True
        await element.tab.activity.change(_LOOK_MS)
    return False


@dataclass(frozen=True, slots=True)
class TypingConfirmation:
    """Types the text key by key into a field that did not take it at once: a mask that listens to keys, say.

    Raises ``focus_moved`` when the page gave the focus to something else, before the field received any of the text.
    """

    element: Element
    text: str
    deadline: Deadline
    clear: bool
    again: bool
    notes: Mapping[str, Any] = field(default_factory=dict)

    async def confirm(self, report: TargetReport | None) -> Verdict:
        state = report.state if report is not None else None
        if state is not None and state.get("secret"):
            # The page's report after the input is for receipts, and leaves secrets out.
            content = await held(self.element)
            state = content.state if content is not None else None
        keys = report.keys if report is not None else None
        value = state.get("value") if state is not None else None
        # Some pages take the selection away a moment after the focus: the old text was to be replaced.
        beside = self.clear and keys is not None and keys["beside"]
        took = value is not None and not beside and _took(self.element, value, self.text, clear=self.clear)
        passed_on = keys["passed_on"] if keys is not None and not (took and self.element.healed) else ""
        if value is not None and not took and self.again and not passed_on:
            # A box that kept the beginning is one of several for a code. Emptied, it would move the focus on: it is typed over.
            over = self.clear and value != "" and self.text.startswith(value)
            if not (self.clear and value and not over and await self._takes_without_preview(beside=bool(beside))):
                await _by_keys(self.element, self.text, clear=self.clear, over=over)
            return Verdict(True, replace(self, again=False))
        if keys is not None and not took and (keys["kept"] or not keys["received"]):
            raise focus_moved(self.element, keys)
        notes = {**self.notes, **({"passed_on_to": passed_on} if passed_on else {})}
        return Verdict(notes=notes) if notes else RECEIVED

    async def _takes_without_preview(self, *, beside: bool) -> bool:
        """Move the pointer onto the field: a list that opened under it shows the entry it rests on as the field's value.
        Return whether the field then holds the text."""
        element = self.element
        if not (_is_plain_field(element) and element.probe["in_viewport"] and element.probe["point_hits"]):
            return False
        x, y = await page_point(element, None)
        await uninterrupted(element.tab.page.mouse.move(x, y))
        patience = element.deadline.sooner(_PREVIEW_MS)
        while not beside:
            report = await held(element)
            value = report.state.get("value") if report is not None and report.state is not None else None
            if value is not None and _took(element, value, self.text, clear=True):
                return True
            if value is None or patience.passed:
                break
            await element.tab.activity.change(_LOOK_MS)
        return False


async def _at_once(element: Element, text: str, *, clear: bool, entered: bool = False) -> None:
    """One trusted ``beforeinput`` and ``input`` with the whole text; ``entered``: :func:`enter` was done already."""
    locator, keyboard = element.locator, element.tab.page.keyboard
    if clear and _is_plain_field(element):
        if not entered and not await enter(element):
            # The page moves the focus elsewhere; Playwright's way looks for the reason as it goes.
            await locator.fill(text, timeout=element.deadline.remaining_ms)
        elif text:
            await _put(element, text)
        else:
            await aim_keys(element, all_of_them=True)
            await uninterrupted(keyboard.press("Delete"))
        return
    await aim_keys(element, all_of_them=False)
    await locator.focus(timeout=element.deadline.remaining_ms)
    await _place_caret(element, "start" if clear else "end")
    if text:
        await _put(element, text)
        if "\n" in text:
            # Behind several paragraphs Chromium leaves the caret where it will; what is typed next belongs behind the last.
            await _place_caret(element, "end")
    elif clear:
        await uninterrupted(keyboard.press("Delete"))


def _is_plain_field(element: Element) -> bool:
    """Whether it is a field that Chromium draws, with all of its text."""
    return element.probe.get("tag") in ("input", "textarea") and not element.probe.get("drawn")


async def _place_caret(element: Element, start: Literal["start", "end"]) -> None:
    """Selects from ``start`` to the end. An editor that a script draws may hand on its selection with the next frame."""
    drawn = element.probe.get("drawn")
    if drawn:
        await element.tab.engine.caret(element, None, element.deadline)
    # An editor receives this key and selects all of its document, also what it has not drawn.
    await uninterrupted(element.tab.page.keyboard.press("ControlOrMeta+a" if start == "start" else "ControlOrMeta+End"))
    patience = element.deadline.sooner(_FRAME_MS)
    while (
        drawn and not (await element.tab.engine.caret(element, start, element.deadline)).answer["settled"] and not patience.passed
    ):
        await element.tab.activity.change(_LOOK_MS)


async def _by_keys(element: Element, text: str, *, clear: bool, over: bool = False) -> None:
    selected = over and _is_plain_field(element) and await enter(element)
    if clear and not selected:
        await _at_once(element, "", clear=True)
        # A page may make the field anew at each input.
        element = await element.probed()
    await aim_keys(element, all_of_them=False)
    if not selected:
        await element.locator.focus(timeout=element.deadline.remaining_ms)
        await _place_caret(element, "end")
    if element.act.gate is None:
        await type_keys(element.act, text)
        return
    first, *lines = _LINE_BREAK.split(text)
    await type_keys(element.act, first)
    for line in lines:
        # Enter may send the form, and press its button.
        element = await aim_judged_key(element)
        await uninterrupted(element.tab.page.keyboard.press("Enter"))
        if (report := await held(element)) is None:
            return
        await KeyConfirmation(element).confirm(report)
        await aim_keys(element, all_of_them=False)
        await type_keys(element.act, line)


async def type_keys(act: Act, text: str) -> None:
    """A key event for each character, into whatever has the focus. Sent in pieces, since what Playwright was once given it types to
    the end, also when its caller was cancelled. Raises ``focus_moved`` when another document takes the page's place on the way."""
    tab, progress, commits = act.tab, act.deadline.progress, act.tab.activity.commits
    for start in range(0, len(text), PIECE):
        progress.performed = "keys"
        if start:
            progress.note("sent", start, f"{start} of {len(text)} characters had been sent.")
        if tab.activity.commits != commits:
            raise ActionabilityError(
                f"The page was replaced by {one_line(redacted(tab.url), 200)} while the text was sent: {start} of {len(text)} "
                "characters had gone to the page before it, the last few maybe to this one, and the rest was not sent.",
                code="focus_moved",
                remedy=Remedy("content", {"browser_id": tab.browser_id}),
                details={"sent": start, "of": len(text), "url": truncated(redacted(tab.url), 500)},
            )
        await uninterrupted(tab.page.keyboard.type(text[start : start + PIECE]))
    progress.drop("sent")


def _took(element: Element, value: str, text: str, *, clear: bool) -> bool:
    """Whether the letters and digits of ``text`` are in ``value``, which the field holds: with a format around them, maybe."""
    letters = letters_of(text)
    if value == element.probe.get("value"):
        return (alike(value, text) or letters == letters_of(value) != "") if clear else not text
    if not clear:
        # Something came of it; a second attempt would put the text there twice.
        return True
    return letters in letters_of(value) if letters else bool(value) or not text


async def held(element: Element) -> TargetReport | None:
    """What the field holds, a secret's text too, and what became of the keys; None when it went, or its page did."""
    try:
        _, content = await element.tab.engine.held(element, element.deadline.sooner(_READ_MS))
    except Error:
        return None
    state = content["target"]
    return state and TargetReport({**state, "secret": False}, keys=content["keys"])


async def _give(element: Element, kind: str, value: str) -> Mapping[str, Any]:
    """Gives a date, a time, a slider or a colour its value: by keys where keys lead to it. What a receipt adds on that."""
    keyed = False
    await aim_keys(element, all_of_them=True)
    if "dial" in element.probe:
        await slide_drawn(element, float(value))
        return {}
    if kind in DATE_TYPES:
        keyed = await type_parts(element, value)
    elif kind == "range" and value and await slide(element, float(value)):
        return {}
    if keyed:
        content = await held(element)
        if content is None or content.state is None or same_value(content.state.get("value") or "", value):
            return {}
    # A colour is picked outside the page, and a field's limits may hold parts of it fast. What then sets the value sends `input`
    # and `change` from a script: these two are not trusted.
    await element.locator.fill(value, timeout=element.deadline.remaining_ms)
    return _UNTRUSTED
