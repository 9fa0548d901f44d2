"""Choosing options of a listbox or menu that the page drew itself, with the mouse and the keys of a person.

The list may be on the page already, open when its control is pressed (anywhere in the document), be narrowed by a text field, or
draw only the options that are scrolled into view. After each press the page must show that it took the option.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.element import Element
from refbrowser.browser.form.options import Option, OptionList, check_choices, find, not_taken, offered, part, unclear
from refbrowser.browser.form.scroll_virtual_list import wheel_through
from refbrowser.browser.input.text_entry import type_into
from refbrowser.browser.pointer.pointer import uninterrupted
from refbrowser.browser.pointer.press import Press, press
from refbrowser.errors import CallError, RefbrowserError, TargetError

OPEN_MS: Final = 1_000
"""How long a list may take to open after the press, and again after the key that opens it."""

FILTER_MS: Final = 2_000
"""How long the options may take to answer to what was typed, while no request is under way."""

TAKE_MS: Final = 1_000
"""How long the control may take to show what was chosen."""

CLOSE_MS: Final = 500
"""How long a list may take to fade out."""

PRESS_MS: Final = 1_000
"""How long an option may move, as in a list that slides open."""

RECHECK_MS: Final = 30
MOST_REDRAWS: Final = 5


class ListboxSelection:
    """One choice from the list that belongs to ``element``; ``before`` is what it offered before anything was pressed."""

    def __init__(self, element: Element, before: OptionList, deadline: Deadline) -> None:
        self._element = element
        self._before = before
        self._deadline = deadline
        self._field_before: str | None = None
        self._typed: str | None = None
        self._opened = False
        self.pressed = False
        """Whether any option had to be pressed."""

    async def choose(self, wanted: Sequence[str | int]) -> list[str]:
        """The labels of the options that the page has as chosen then.

        Raises ``invalid_arguments`` with the candidates, ``disabled``, ``no_change``, or ``ref_kind`` when nothing opens.
        """
        wanted = list(dict.fromkeys(wanted))
        check_choices(self._element, wanted, self._before)
        try:
            offer = await self._open()
            check_choices(self._element, wanted, offer)
            if len(wanted) > 1 and offer.scroller is not None and offer.field is None:
                # Each is looked for before any is pressed.
                for choice in wanted:
                    await self._find(choice, await self._offered())
            if offer.multiple and (found := self._all_found(wanted, offer)) is not None:
                taken = await self._leave_exactly(found)
            elif not wanted:
                raise CallError(f"{self._element.label} takes one option, not 0.", details={"ref": self._element.number})
            else:
                added = [await self._add(choice) for choice in wanted]
                now = await self._offered()
                if now.multiple and (found := self._all_found(wanted, now)) is not None:
                    taken = await self._leave_exactly(found)
                else:
                    taken = await self._kept(added, now)
        except RefbrowserError as failure:
            with suppress(Error, RefbrowserError):
                await self._withdraw()
                if self._opened and (await self._offered()).role is not None:
                    failure.details["list_open"] = True
                    failure.add(f"The list of {self._element.label} is still open.")
            raise
        with suppress(TargetError):
            await self._close()
        return taken

    def _all_found(self, wanted: Sequence[str | int], offer: OptionList) -> list[Option] | None:
        """The options that are wanted; None unless all of them are drawn."""
        found = [option for choice in wanted if (option := find(self._element, offer.options, choice)) is not None]
        return found if len(found) == len(wanted) else None

    async def _kept(self, added: Sequence[Option], now: OptionList) -> list[str]:
        """The labels of options that were pressed one after the other. Raises ``no_change`` where a later one took the place of one
        before it."""
        labels = list(dict.fromkeys(option.label for option in added))
        if len(labels) > 1 and not all(option.is_called(now.shown) for option in added):
            # A text field that holds the last of them holds no other; a list shows it by what is selected in it.
            held, offer = now.field is not None and now.field["itself"] and added[-1].is_called(now.field["value"]), now
            if not held:
                offer = await self._open()
            drawn = {(option.label, option.value): option.selected for option in offer.options}
            if any(not one.is_called(now.shown) and (held or drawn.get((one.label, one.value)) is False) for one in added):
                # What was chosen last stays, as the error says.
                self._field_before = None
                what = " and ".join(repr(label) for label in labels)
                raise not_taken(self._element, f"{what} together", _selected_labels(offer) or now.shown)
        return labels

    async def _open(self) -> OptionList:
        offer = await self._offered()
        if offer.expanded is False and not offer.inline:
            # A list that is still drawn while it closes cannot be chosen from.
            offer = await self._until(lambda now: now.role is None, CLOSE_MS)
        if offer.role is not None and offer.options:
            return offer
        if offer.role is None:
            self._opened = True
            self._element, _ = await press(self._element, Press(), self._deadline)
            offer = await self._until(lambda now: bool(now.options), OPEN_MS)
        if not offer.options:
            await uninterrupted(self._element.tab.page.keyboard.press("ArrowDown"))
            offer = await self._until(lambda now: bool(now.options), OPEN_MS)
        if offer.role is None and offer.field is None:
            raise no_list(self._element, "Pressing it opened none.")
        return offer

    async def _add(self, choice: str | int) -> Option:
        """Presses one more option, opening the list again where the choice before it closed it."""
        for _ in range(MOST_REDRAWS):
            offer = await self._open()
            option = await self._find(choice, offer)
            if option.selected and (offer.multiple or offer.inline):
                return option
            try:
                await self._press(option)
            except TargetError:
                # The list was drawn anew between the look and the press: what it shows now is looked through again.
                continue
            if await self._taken(option, offer.shown):
                return option
        raise not_taken(self._element, f"{choice!r}, because its options keep being replaced", "")

    async def _leave_exactly(self, wanted: Sequence[Option]) -> list[str]:
        """Presses what is not as wanted in a list that takes several; with Control held where a press alone clears the others."""
        names = {(option.label, option.value) for option in wanted}
        modifiers: tuple[str, ...] = ()
        offer = await self._offered()
        for _ in range(2 * len(offer.options) + 1):
            wrong = [option for option in offer.options if option.selected != ((option.label, option.value) in names)]
            if not wrong:
                return [option.label for option in offer.options if option.selected]
            option, right = wrong[0], len(offer.options) - len(wrong)
            offer = await self._flip(option, modifiers)
            if _is_selected(offer, option) is option.selected and (modifiers or not option.selected):
                raise not_taken(self._element, repr(option.label), _selected_labels(offer))
            now_right = sum(one.selected == ((one.label, one.value) in names) for one in offer.options)
            if now_right <= right:
                modifiers = ("ControlOrMeta",)
        what = ", ".join(repr(option.label) for option in wanted) or "an empty selection"
        raise not_taken(self._element, what, _selected_labels(offer))

    async def _flip(self, option: Option, modifiers: tuple[str, ...]) -> OptionList:
        await self._press(option, modifiers)
        return await self._until(lambda now: _is_selected(now, option) is not option.selected, TAKE_MS)

    async def _find(self, choice: str | int, offer: OptionList) -> Option:
        element, deadline = self._element, self._deadline
        if option := find(element, offer.options, choice):
            return option
        if offer.field is not None and isinstance(choice, str):
            field = await part(element, offer.field["id"], deadline)
            self._field_before = offer.field["value"] if self._field_before is None else self._field_before
            await type_into(field, choice, deadline, clear=True, slowly=True)
            self._typed = choice
            narrowed = await self._until(lambda now: find(element, now.options, choice) is not None, FILTER_MS)
            if option := find(element, narrowed.options, choice):
                return option
            await type_into(field, "", deadline, clear=True, slowly=False)
            offer = await self._until(lambda now: len(now.options) > len(narrowed.options), OPEN_MS)
        if offer.scroller is not None:
            async for offer in wheel_through(element, self._offered, deadline):
                if option := find(element, offer.options, choice):
                    return option
        raise unclear(element, choice, offer.options)

    async def _press(self, option: Option, modifiers: tuple[str, ...] = ()) -> None:
        """Presses the option once it is still; raises ``ref_stale`` when the list is drawn anew without it."""
        assert option.local is not None
        limit = self._deadline.sooner(PRESS_MS)
        shown = await part(self._element, option.local, self._deadline)
        while not shown.probe["stable"] and not limit.passed:
            await shown.tab.activity.change(RECHECK_MS)
            shown = await shown.probed(self._deadline)
        self.pressed = True
        await press(shown, Press(modifiers=modifiers), self._deadline)

    async def _taken(self, option: Option, shown_before: str) -> bool:
        """Waits until the page shows that it took the option. False when its list went or was drawn anew under the press, so that
        the text typed to narrow it is all that is left; raises ``no_change`` when the page shows anything else."""
        typed = self._typed

        def lost(now: OptionList) -> bool:
            # Text that was typed looks like a choice that was made, unless the choice is written in another way.
            return typed is not None and now.shown == typed != option.label and (now.role is None or _is_redrawn(now, option))

        def seen(now: OptionList) -> bool:
            if _is_selected(now, option):
                return True
            if lost(now):
                return False
            closed = now.role is None
            if closed and (option.role.startswith("menuitem") or now.shown != shown_before):
                return True
            return not now.inline and option.is_called(now.shown) and (closed or typed is None)

        try:
            offer = await self._until(seen, TAKE_MS)
        except TargetError:
            # The control went with the choice, as it does when choosing leads to another page: the receipt says what came.
            return True
        if not seen(offer) and not lost(offer):
            raise not_taken(self._element, repr(option.label), _selected_labels(offer) or offer.shown)
        return seen(offer)

    async def _withdraw(self) -> None:
        """Leaves a list that has not got what was wanted as it was found: its choice or its filter as before, and closed."""
        offer, before = await self._offered(), self._field_before
        if before is not None and offer.field is not None and before != offer.field["value"]:
            field = await part(self._element, offer.field["id"], self._deadline)
            await type_into(field, before, self._deadline, clear=True, slowly=True)
            if before and offer.field["itself"]:
                await self._press_again(before)
        await self._close()

    async def _press_again(self, label: str) -> None:
        """Presses the option that was chosen before; a list that narrows as one types may be drawn anew under the first press."""
        limit = self._deadline.sooner(OPEN_MS)
        while not limit.passed:
            offer = await self._until(lambda now: any(one.label == label for one in now.options), limit.remaining_ms)
            option = next((one for one in offer.options if one.label == label), None)
            if option is None:
                return
            with suppress(RefbrowserError):
                await self._press(option)
                return

    async def _close(self) -> None:
        """Closes what was opened here, and waits until it is gone: a list that fades out still lies over the page."""
        if not self._opened:
            return
        offer = await self._offered()
        if offer.role is not None and not offer.expanded:
            offer = await self._until(lambda now: now.role is None, CLOSE_MS)
        if offer.role is not None:
            await uninterrupted(self._element.tab.page.keyboard.press("Escape"))
            await self._until(lambda now: now.role is None, CLOSE_MS)

    async def _offered(self) -> OptionList:
        # Options may say by their internals alone that they are chosen.
        await self._element.tab.internals.report(self._deadline)
        return await offered(self._element, self._deadline, self._before.popups)

    async def _until(self, reached: Callable[[OptionList], bool], most_ms: float) -> OptionList:
        """What is offered once ``reached``, or once it has not been for ``most_ms`` with no request under way."""
        activity, mark = self._element.tab.activity, self._element.tab.activity.mark()
        limit = self._deadline.sooner(most_ms)
        while True:
            offer = await self._offered()
            if reached(offer) or self._deadline.passed or (limit.passed and not activity.requests_since(mark)):
                return offer
            await activity.change(RECHECK_MS)


def no_list(element: Element, why: str) -> TargetError:
    return TargetError(
        f"{element.label} is neither a select nor a control that opens a list of options. {why}".strip(),
        code="ref_kind",
        details={"ref": element.number, "actual": element.kind},
    )


def _is_selected(offer: OptionList, option: Option) -> bool:
    return any(one.selected for one in offer.options if (one.label, one.value) == (option.label, option.value))


def _is_redrawn(offer: OptionList, option: Option) -> bool:
    """Whether the list offers the option in another element than the one that was pressed."""
    alike = [one for one in offer.options if (one.label, one.value) == (option.label, option.value)]
    return bool(alike) and all(one.local != option.local and not one.selected for one in alike)


def _selected_labels(offer: OptionList) -> str:
    return ", ".join(option.label for option in offer.options if option.selected)
