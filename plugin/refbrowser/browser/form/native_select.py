"""Choosing options of a native select by trusted input alone."""

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.dispatched import RECEIVED, Confirmation, PendingInput, TargetReport, Verdict
from refbrowser.browser.element.element import Element
from refbrowser.browser.form.options import Option, OptionList, check_count, not_taken, offered, part
from refbrowser.browser.input.focus import enter
from refbrowser.browser.input.key_aim import aim_keys
from refbrowser.browser.input.keys import tap
from refbrowser.browser.input.text_entry import begin_typing
from refbrowser.browser.pointer.pointer import uninterrupted
from refbrowser.browser.pointer.press import Press, press

_MOST_ROUNDS: Final = 3
"""How often the options of a box are pressed that have not taken a press."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice on its way: what is still to be sent, and how it is confirmed."""

    confirmation: Confirmation | None = None
    pending: PendingInput | None = None


async def choose_native(element: Element, offer: OptionList, wanted: Sequence[Option], *, send_last: bool = False) -> Choice:
    """Leaves exactly the ``wanted`` options of a select chosen, once what it answers has been done. With ``send_last``, the last
    key may be left for the caller to send.

    Raises ``invalid_arguments`` for several of a select that takes one, ``no_change`` when the page did not take the choice.
    """
    check_count(element, wanted, offer)
    element.deadline.stage = f"{element.label} to take the choice"
    if offer.boxed:
        await _press_boxed(element, offer, wanted)
        return Choice()
    if sys.platform == "darwin":
        # There the list is a window of the system, which the browser's own input does not reach.
        await element.locator.select_option(index=wanted[0].index, timeout=element.deadline.remaining_ms)
    elif not wanted[0].selected:
        if (key := _one_key(offer, wanted[0])) is not None and (element.probe.get("entered") or await enter(element)):
            tab, confirmation = element.tab, SelectRetry(element, offer, wanted[0], element.deadline)

            async def choose() -> None:
                element.deadline.progress.performed = "choice"
                await uninterrupted(tap(tab, key, element.frame))

            if send_last and element.frame is tab.page.main_frame:
                return Choice(confirmation, PendingInput(choose, "keyup", element.deadline.stage))
            await choose()
            return Choice(confirmation)
        await _pick_by_keys(element, offer, wanted[0])
    await _check(element, wanted)
    return Choice()


@dataclass(frozen=True, slots=True)
class SelectRetry:
    """Picks the option from the open list where one key did not choose it."""

    element: Element
    offer: OptionList
    wanted: Option
    deadline: Deadline

    async def confirm(self, report: TargetReport | None) -> Verdict:
        chosen = report.state.get("chosen") if report is not None and report.state is not None else None
        if chosen is None:
            return Verdict(notes={"unconfirmed": "choosing the option removed the select"})
        if chosen == [self.wanted.index]:
            return RECEIVED
        await _pick_by_keys(self.element, self.offer, self.wanted)
        await _check(self.element, [self.wanted])
        return Verdict(True)


async def _check(element: Element, wanted: Sequence[Option]) -> None:
    offer = await offered(element)
    if not _taken(offer, wanted):
        raise not_taken(element, _labels(wanted), offer.shown)


def _taken(offer: OptionList, wanted: Sequence[Option]) -> bool:
    return {option.index for option in offer.options if option.selected} == {option.index for option in wanted}


def _one_key(offer: OptionList, wanted: Option) -> str | None:
    """The one key that leads a closed select from what it shows to ``wanted``; None where it would take several, each of which
    the page would receive as a choice of its own."""
    choices = [option.index for option in offer.options if not option.disabled and not option.hidden]
    shown = [place for place, index in enumerate(choices) if offer.options[index].selected]
    if wanted.index not in choices or len(shown) != 1:
        return None
    steps = choices.index(wanted.index) - shown[0]
    if abs(steps) == 1:
        return "ArrowDown" if steps > 0 else "ArrowUp"
    return {choices[0]: "Home", choices[-1]: "End"}.get(wanted.index)


async def _pick_by_keys(element: Element, offer: OptionList, wanted: Option) -> None:
    """Opens the list, goes down it with a held arrow key and takes the option with Enter.

    Measured in Chromium: while the list is open the page receives no event, and Enter gives one ``input`` and one ``change``, both
    trusted; arrow keys on a closed select would give both at every step. Repeats of a held key are sent together: 240 steps
    take half a second.
    """
    keyboard = element.tab.page.keyboard
    await press(element, Press())
    # While the list is open the page gets no key event; one that it has closed would have them go to whatever has the focus.
    await aim_keys(element, all_of_them=True)
    if not (await offered(element)).open:
        await uninterrupted(element.locator.press("Space", timeout=element.deadline.remaining_ms))
        current = await offered(element)
        if not current.open:
            raise not_taken(element, "the press that opens its list", current.shown)
    above = sum(1 for option in offer.options[: wanted.index] if not option.disabled and not option.hidden)
    await uninterrupted(keyboard.press("Home"))
    try:
        await asyncio.gather(*(keyboard.down("ArrowDown") for _ in range(above)))
    finally:
        if above:
            await uninterrupted(keyboard.up("ArrowDown"))
    await uninterrupted(keyboard.press("Enter"))


async def _press_boxed(element: Element, offer: OptionList, wanted: Sequence[Option]) -> None:
    """Presses the options of a select that shows them as a box; with Control held each press changes one option only.

    Chromium scrolls such a box to what was chosen last, some time after that. A press that would land on another option for it is
    kept from the page and made again.
    """
    how = Press(modifiers=("ControlOrMeta",)) if offer.multiple else Press()
    for _ in range(_MOST_ROUNDS):
        for option in _to_press(offer, wanted):
            assert option.local is not None
            await press(await part(element, option.local), how)
        offer = await offered(element)
        if _taken(offer, wanted):
            return
    raise not_taken(element, _labels(wanted), offer.shown)


def _to_press(offer: OptionList, wanted: Sequence[Option]) -> list[Option]:
    """The options that a press brings nearer to what is wanted; of a select that takes one, a press also ends the other choice."""
    indexes = {option.index for option in wanted}
    changed = (option for option in offer.options if option.selected != (option.index in indexes))
    return [option for option in changed if offer.multiple or option.index in indexes]


async def choose_suggestion(element: Element, wanted: Option, *, send_last: bool = False) -> Choice:
    """Types a suggestion of an input's ``datalist``: choosing it from the list does the same to the page.

    Raises ``readonly`` and ``disabled``.
    """
    typing = await begin_typing(element, wanted.value, clear=True, slowly=False, send_last=send_last)
    return Choice(typing.confirmation, typing.pending)


def _labels(wanted: Sequence[Option]) -> str:
    return ", ".join(repr(option.label) for option in wanted) or "an empty selection"
