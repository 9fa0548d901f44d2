"""Choosing options of a listbox or menu that the page drew itself, with the mouse and the keys of a person.

After each press the page must show that it took the option.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from playwright.async_api import Error

from refbrowser.browser.element.element import Element
from refbrowser.browser.form.chosen import Chosen
from refbrowser.browser.form.drawn_list import DrawnList
from refbrowser.browser.form.options import Option, OptionList, check_choices, find_all, not_shown
from refbrowser.errors import ActionabilityError, CallError, RefbrowserError, TargetError

TAKE_MS: Final = 1_000
"""How long the control may take to show what was chosen."""

MOST_REDRAWS: Final = 5


class ListboxSelection:
    """The choice of ``wanted`` from the list that belongs to ``element``; ``before`` is what it offered before anything was
    pressed. ``optional``: there may be no list."""

    def __init__(self, element: Element, before: OptionList, wanted: Sequence[str | int], *, optional: bool = False) -> None:
        self._before = before
        self._wanted = list(dict.fromkeys(wanted))
        self._list = DrawnList(element, before, self._wanted, optional=optional)
        self._chosen = Chosen()
        self.gone = False
        """Whether the control went with the choice, as the editor of a table's cell does."""

    @property
    def pressed(self) -> bool:
        """Whether any option had to be pressed."""
        return self._list.pressed

    @property
    def adds(self) -> bool:
        """Whether what is chosen leaves the list, so that what was chosen before stays chosen."""
        return self._chosen.leaves

    async def choose(self) -> list[str]:
        """The labels of the options that the page has as chosen then.

        Raises ``invalid_arguments`` with the candidates, ``disabled``, ``no_change``, or ``ref_kind`` when nothing opens in its
        document.
        """
        element, wanted = self._list.element, self._wanted
        check_choices(element, wanted, self._before)
        try:
            offer = await self._list.open()
            check_choices(element, wanted, offer)
            if len(wanted) > 1 and offer.scroller is not None and offer.field is None:
                # Each is looked for before any is pressed.
                for choice in wanted:
                    await self._list.find(choice, await self._list.offered())
            if offer.multiple and (found := find_all(element, offer.options, wanted)) is not None:
                taken = await self._leave_exactly(found)
            elif not wanted:
                raise CallError(f"{element.label} takes one option, not 0.", details={"ref": element.number})
            else:
                added = [await self._add(choice) for choice in wanted]
                if self.gone:
                    return [option.label for option in added]
                current = await self._list.offered()
                if offer.multiple and current.role is None:
                    current = await self._list.reopened(current)
                if current.multiple and (found := find_all(element, current.options, wanted)) is not None:
                    taken = await self._leave_exactly(found)
                else:
                    taken = await self._kept(added, current)
        except RefbrowserError as failure:
            # A list that the page draws around the frame is left open: its options are what the error names.
            if not failure.details.get("list_open"):
                with suppress(Error, RefbrowserError):
                    await self._list.withdraw()
                    self._list.add_state(failure, await self._list.offered())
            raise
        with suppress(TargetError):
            await self._list.close()
        return taken

    async def _kept(self, added: Sequence[Option], current: OptionList) -> list[str]:
        """The labels of options that were pressed one after the other. Raises ``no_change`` where a later one took the place of one
        before it."""
        labels = list(dict.fromkeys(option.label for option in added))
        if len(labels) > 1 and not all(option.is_called(current.shown) for option in added):
            # A text field that holds the last of them holds no other; a list shows it by what is selected in it.
            held, offer = (
                current.field is not None and current.field["itself"] and added[-1].is_called(current.field["value"]),
                current,
            )
            if not held:
                offer = await self._list.open()
            drawn = {(option.label, option.value): option.selected for option in offer.options}
            if any(not each.is_called(current.shown) and (held or drawn.get((each.label, each.value)) is False) for each in added):
                # What was chosen last stays, as the error says.
                self._list.keep_filter()
                what = " and ".join(repr(label) for label in labels)
                raise not_shown(self._list.element, f"{what} together", _selected_labels(offer) or current.shown)
        return labels

    async def _add(self, choice: str | int) -> Option:
        """Presses one more option, opening the list again where the choice before it closed it."""
        for _ in range(MOST_REDRAWS):
            offer = await self._list.open()
            option = await self._list.find(choice, offer)
            if self._chosen.has(option, offer) and (offer.multiple or offer.inline):
                return option
            try:
                await self._list.press(option)
            except TargetError:
                # The list was drawn anew between the look and the press: what it shows now is looked through again.
                continue
            if await self._taken(option, offer):
                return option
        raise not_shown(self._list.element, repr(choice), "", ", because its options keep being replaced")

    async def _leave_exactly(self, wanted: Sequence[Option]) -> list[str]:
        """Presses what is not as wanted in a list that takes several; with Control held where a press alone clears the others.

        What may only be highlighted is not pressed to end its choice.
        """
        names = {option.name: option for option in wanted}
        modifiers: tuple[str, ...] = ()
        offer = await self._list.offered()
        for _ in range(2 * len(offer.options) + 1):
            if not self._chosen.wrong(names, offer):
                return self._labels(names, offer)
            offer = await self._list.open()
            wrong = self._chosen.wrong(names, offer)
            if not wrong:
                continue
            if self._chosen.signs.get(wrong[0].name, "mark") != "mark":
                # It was taken and did not stay: to press it once more may end the choice.
                break
            try:
                offer = await self._flip(wrong[0], offer, modifiers, ends=wrong[0].name not in names)
            except TargetError:
                # The list was drawn anew between the look and the press: what it shows now is looked through again.
                offer = await self._list.offered()
                continue
            if len(self._chosen.wrong(names, offer)) >= len(wrong):
                modifiers = ("ControlOrMeta",)
        what = ", ".join(repr(option.label) for option in wanted) or "an empty selection"
        raise not_shown(self._list.element, what, _selected_labels(offer) or offer.shown)

    def _labels(self, names: Mapping[tuple[str, str], Option], offer: OptionList) -> list[str]:
        """What is chosen. Raises ``no_change`` where another option may be chosen too, or only highlighted."""
        for option in offer.options:
            if option.name not in names and self._chosen.has(option, offer) is None:
                raise ActionabilityError(
                    f"The list of {self._list.element.label} marks {option.label!r}, and nothing says whether that is chosen or "
                    "only highlighted. It was not pressed.",
                    code="no_change",
                    details={"ref": self._list.element.number, "shown": offer.shown},
                )
        return [option.label for option in names.values()]

    async def _flip(self, option: Option, before: OptionList, modifiers: tuple[str, ...], *, ends: bool) -> OptionList:
        """Presses an option to choose it, or to end its choice; the list as it is then, or was last drawn."""
        await self._list.press(option, modifiers)

        def flipped(offer: OptionList) -> bool:
            return self._chosen.note(option, before, offer) or self._has_ended(option, before, offer)

        offer = await self._list.until(flipped, TAKE_MS)
        if not flipped(offer) and offer.role is None:
            # The list is all that may show it.
            offer = await self._list.reopened(offer)
        noted = self._chosen.note(option, before, offer)
        if ends and noted:
            raise not_shown(self._list.element, "the end of a choice", offer.shown, f": the press chose {option.label!r}")
        if not noted and not self._has_ended(option, before, offer) and (modifiers or not ends):
            raise not_shown(self._list.element, repr(option.label), _selected_labels(offer) or offer.shown)
        if offer.options:
            return offer
        drawn = (replace(each, selected=not ends) if each.name == option.name else each for each in before.options)
        return replace(before, options=tuple(drawn), text=offer.text, shown=offer.shown)

    def _has_ended(self, option: Option, before: OptionList, offer: OptionList) -> bool:
        """Whether the option was marked, and the list or the text next to the control has it no longer."""
        was, drawn = before.drawn(option), offer.drawn(option)
        unmarked = was is not None and was.selected and drawn is not None and not drawn.selected
        return unmarked or (not offer.inline and offer.mentions(option) < before.mentions(option))

    async def _taken(self, option: Option, before: OptionList) -> bool:
        """Waits until the page shows that it took the option. False when its list went or was drawn anew under the press, so that
        the text typed to narrow it is all that is left; raises ``no_change`` when the page shows anything else."""
        typed = self._list.typed

        def lost(offer: OptionList) -> bool:
            # Text that was typed looks like a choice that was made, unless the choice is written in another way.
            return typed is not None and offer.shown == typed != option.label and (offer.role is None or _is_redrawn(offer, option))

        def seen(offer: OptionList) -> bool:
            if _is_selected(offer, option):
                return True
            if lost(offer):
                return False
            if not offer.inline and offer.mentions(option) > before.mentions(option):
                return True
            if before.multiple and self._chosen.note(option, before, offer):
                return True
            if typed is not None and typed != offer.shown and option.label in offer.shown and offer.shown != before.shown:
                # The page wrote the choice in place of what was typed; a late answer to that may draw the list once more.
                return True
            closed = offer.role is None
            if closed and (option.role.startswith("menuitem") or offer.shown != before.shown):
                return True
            return not offer.inline and option.is_called(offer.shown) and (closed or typed is None)

        try:
            offer = await self._list.until(seen, TAKE_MS)
        except TargetError:
            # As it does too when choosing leads to another page: the receipt says what came.
            self.gone = True
            return True
        if not seen(offer) and not lost(offer):
            raise not_shown(self._list.element, repr(option.label), _selected_labels(offer) or offer.shown)
        return seen(offer)


def _is_selected(offer: OptionList, option: Option) -> bool:
    return any(each.selected for each in offer.options if each.name == option.name)


def _is_redrawn(offer: OptionList, option: Option) -> bool:
    """Whether the list offers the option in another element than the one that was pressed."""
    alike = [each for each in offer.options if each.name == option.name]
    return bool(alike) and all(each.local != option.local and not each.selected for each in alike)


def _selected_labels(offer: OptionList) -> str:
    return ", ".join(option.label for option in offer.options if option.selected)
