"""Choosing options of a listbox or menu that the page drew itself, with the mouse and the keys of a person.

The list may be on the page already, open when its control is pressed (anywhere in the document), be narrowed by a text field, or
draw only the options that are scrolled into view. After each press the page must show that it took the option.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.element import Element
from refbrowser.browser.form.chosen import Chosen
from refbrowser.browser.form.options import Option, OptionList, check_choices, find, not_shown, offered, part, unclear
from refbrowser.browser.form.scroll_virtual_list import wheel_through
from refbrowser.browser.input.text_entry import type_into
from refbrowser.browser.pointer.pointer import uninterrupted
from refbrowser.browser.pointer.press import Press, press
from refbrowser.errors import ActionabilityError, CallError, RefbrowserError, TargetError
from refbrowser.page_text import one_line, truncated

OPEN_MS: Final = 1_000
"""How long a list may take to open after the press, and again after the key that opens it."""

FILTER_MS: Final = 2_000
"""How long the options may take to answer to what was typed, while no request is under way."""

SETTLE_MS: Final = 600
"""How long options that have answered may stay as they are until no others are waited for."""

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
        self._chosen = Chosen()
        self._wanted: list[str | int] = []
        self.pressed = False
        """Whether any option had to be pressed."""

    @property
    def adds(self) -> bool:
        """Whether what is chosen leaves the list, so that what was chosen before stays chosen."""
        return self._chosen.leaves

    async def choose(self, wanted: Sequence[str | int]) -> list[str]:
        """The labels of the options that the page has as chosen then.

        Raises ``invalid_arguments`` with the candidates, ``disabled``, ``no_change``, or ``ref_kind`` when nothing opens.
        """
        self._wanted = wanted = list(dict.fromkeys(wanted))
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
                if offer.multiple and now.role is None:
                    now = await self._reopened(now)
                if now.multiple and (found := self._all_found(wanted, now)) is not None:
                    taken = await self._leave_exactly(found)
                else:
                    taken = await self._kept(added, now)
        except RefbrowserError as failure:
            with suppress(Error, RefbrowserError):
                await self._withdraw()
                self._add_state(failure, await self._offered())
            raise
        with suppress(TargetError):
            await self._close()
        return taken

    def _add_state(self, failure: RefbrowserError, now: OptionList) -> None:
        """Adds to the failure how it leaves the control, where that is not as it was found."""
        if self._opened and (now.role is not None or self._has_expanded(now)):
            failure.details["list_open"] = True
            failure.add(f"The list of {self._element.label} is still open.")
        if failure.code != "no_change" and now.shown != self._before.shown and (self.pressed or self._typed is not None):
            failure.details["shown"] = truncated(now.shown, 200)
            failure.add(f"{self._element.label} now shows {one_line(now.shown, 80)!r}.")

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
                raise not_shown(self._element, f"{what} together", _selected_labels(offer) or now.shown)
        return labels

    async def _open(self) -> OptionList:
        offer = await self._offered()
        if offer.expanded is False and not offer.inline:
            # A list that is still drawn while it closes cannot be chosen from.
            offer = await self._until(lambda now: now.role is None, CLOSE_MS)
        if offer.role is None and self._opened and self._has_expanded(offer):
            # It is on its way: another press would close it.
            offer = await self._until(lambda now: bool(now.options), OPEN_MS)
        # A list that stays as it was found next to a closed control may be one of what is chosen.
        closed = offer.expanded is False and not offer.inline and not self._opened
        other = closed and self._all_found(self._wanted, offer) is None
        if offer.options and not other:
            return offer
        if offer.role is None or other:
            await self._press_control(offer)
            offer = await self._until(lambda now: bool(now.options), OPEN_MS)
        if not offer.options:
            await uninterrupted(self._element.tab.page.keyboard.press("ArrowDown"))
            offer = await self._until(lambda now: bool(now.options), OPEN_MS)
        if offer.role is None and offer.field is None:
            raise no_list(self._element, "Pressing it opened none.")
        return offer

    async def _reopened(self, now: OptionList) -> OptionList:
        """The list once it is open again; ``now`` where it does not open, as one that has taken all that it takes."""
        try:
            return await self._open()
        except TargetError:
            return now

    async def _press_control(self, offer: OptionList) -> None:
        """Presses what opens the list: in a control of several its text field, since elsewhere are buttons that end a choice."""
        if self._opened or self.pressed:
            # What was chosen since may have moved it.
            self._element = await self._element.probed(self._deadline)
        self._opened = True
        if offer.field is not None and not offer.field["itself"]:
            with suppress(ActionabilityError, TargetError):
                await press(await part(self._element, offer.field["id"], self._deadline), Press(), self._deadline.sooner(PRESS_MS))
                return
        self._element, _ = await press(self._element, Press(), self._deadline)

    async def _add(self, choice: str | int) -> Option:
        """Presses one more option, opening the list again where the choice before it closed it."""
        for _ in range(MOST_REDRAWS):
            offer = await self._open()
            option = await self._find(choice, offer)
            if self._chosen.has(option, offer) and (offer.multiple or offer.inline):
                return option
            try:
                await self._press(option)
            except TargetError:
                # The list was drawn anew between the look and the press: what it shows now is looked through again.
                continue
            if await self._taken(option, offer):
                return option
        raise not_shown(self._element, repr(choice), "", ", because its options keep being replaced")

    async def _leave_exactly(self, wanted: Sequence[Option]) -> list[str]:
        """Presses what is not as wanted in a list that takes several; with Control held where a press alone clears the others.

        What may only be highlighted is not pressed to end its choice.
        """
        names = {option.name: option for option in wanted}
        modifiers: tuple[str, ...] = ()
        offer = await self._offered()
        for _ in range(2 * len(offer.options) + 1):
            if not self._chosen.wrong(names, offer):
                return self._labels(names, offer)
            offer = await self._open()
            wrong = self._chosen.wrong(names, offer)
            if not wrong:
                continue
            if self._chosen.signs.get(wrong[0].name, "mark") != "mark":
                # It was taken and did not stay: to press it once more may end the choice.
                break
            offer = await self._flip(wrong[0], offer, modifiers, ends=wrong[0].name not in names)
            if len(self._chosen.wrong(names, offer)) >= len(wrong):
                modifiers = ("ControlOrMeta",)
        what = ", ".join(repr(option.label) for option in wanted) or "an empty selection"
        raise not_shown(self._element, what, _selected_labels(offer) or offer.shown)

    def _labels(self, names: Mapping[tuple[str, str], Option], offer: OptionList) -> list[str]:
        """What is chosen. Raises ``no_change`` where another option may be chosen too, or only highlighted."""
        for option in offer.options:
            if option.name not in names and self._chosen.has(option, offer) is None:
                raise ActionabilityError(
                    f"The list of {self._element.label} marks {option.label!r}, and nothing says whether that is chosen or only "
                    "highlighted. It was not pressed.",
                    code="no_change",
                    details={"ref": self._element.number, "shown": offer.shown},
                )
        return [option.label for option in names.values()]

    async def _flip(self, option: Option, before: OptionList, modifiers: tuple[str, ...], *, ends: bool) -> OptionList:
        """Presses an option to choose it, or to end its choice; the list as it is then, or was last drawn."""
        await self._press(option, modifiers)

        def flipped(now: OptionList) -> bool:
            return self._chosen.note(option, before, now) or self._has_ended(option, before, now)

        now = await self._until(flipped, TAKE_MS)
        if not flipped(now) and now.role is None:
            # The list is all that may show it.
            now = await self._reopened(now)
        noted = self._chosen.note(option, before, now)
        if ends and noted:
            raise not_shown(self._element, "the end of a choice", now.shown, f": the press chose {option.label!r}")
        if not noted and not self._has_ended(option, before, now) and (modifiers or not ends):
            raise not_shown(self._element, repr(option.label), _selected_labels(now) or now.shown)
        if now.options:
            return now
        drawn = (replace(one, selected=not ends) if one.name == option.name else one for one in before.options)
        return replace(before, options=tuple(drawn), text=now.text, shown=now.shown)

    def _has_ended(self, option: Option, before: OptionList, now: OptionList) -> bool:
        """Whether the option was marked, and the list or the text next to the control has it no longer."""
        was, drawn = before.drawn(option), now.drawn(option)
        unmarked = was is not None and was.selected and drawn is not None and not drawn.selected
        return unmarked or (not now.inline and now.mentions(option) < before.mentions(option))

    async def _find(self, choice: str | int, offer: OptionList) -> Option:
        element, deadline = self._element, self._deadline
        left: list[Option] = []
        if option := find(element, offer.options, choice):
            return option
        if offer.field is not None and isinstance(choice, str):
            self._field_before = offer.field["value"] if self._field_before is None else self._field_before
            await self._type(choice, offer)
            self._typed = choice
            narrowed = await self._narrowed(choice, offer)
            if option := find(element, narrowed.options, choice):
                return option
            if _narrows(offer, narrowed):
                raise unclear(element, choice, narrowed.options)
            left = [option for option in narrowed.options if choice.casefold() in option.label.casefold()]
            await self._type("", narrowed)
            offer = await self._until(lambda now: len(now.options) > len(narrowed.options), OPEN_MS)
        if offer.scroller is not None:
            async for offer in wheel_through(element, self._offered, deadline):
                if option := find(element, offer.options, choice):
                    return option
        raise unclear(element, choice, left or offer.options)

    async def _type(self, text: str, offer: OptionList) -> None:
        """Leaves ``text`` in the field that narrows the list. None is deleted from an empty one: it would end the last choice."""
        field = offer.field
        # The value of some is not shown.
        if field is not None and (text != field["value"] or (field["filled"] and not text)):
            await type_into(
                await part(self._element, field["id"], self._deadline),
                text,
                self._deadline,
                clear=field["filled"],
                slowly=bool(text),
            )

    async def _narrowed(self, choice: str, before: OptionList) -> OptionList:
        """What is offered once ``choice`` is among it, or once the options that answered to what was typed stay as they are."""
        activity, names = self._element.tab.activity, _names(before)
        mark, settled = activity.mark(), self._deadline.sooner(FILTER_MS)

        def answered(now: OptionList) -> bool:
            nonlocal names, settled
            if _names(now) != names:
                names, settled = _names(now), self._deadline.sooner(SETTLE_MS)
            return find(self._element, now.options, choice) is not None or (settled.passed and not activity.requests_since(mark))

        return await self._until(answered, FILTER_MS)

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

    async def _taken(self, option: Option, before: OptionList) -> bool:
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
            if not now.inline and now.mentions(option) > before.mentions(option):
                return True
            if before.multiple and self._chosen.note(option, before, now):
                return True
            closed = now.role is None
            if closed and (option.role.startswith("menuitem") or now.shown != before.shown):
                return True
            return not now.inline and option.is_called(now.shown) and (closed or typed is None)

        try:
            offer = await self._until(seen, TAKE_MS)
        except TargetError:
            # The control went with the choice, as it does when choosing leads to another page: the receipt says what came.
            return True
        if not seen(offer) and not lost(offer):
            raise not_shown(self._element, repr(option.label), _selected_labels(offer) or offer.shown)
        return seen(offer)

    async def _withdraw(self) -> None:
        """Leaves a list that has not got what was wanted as it was found: its choice or its filter as before, and closed."""
        offer, before = await self._offered(), self._field_before
        if before is not None and offer.field is not None:
            await self._type(before, offer)
            if before and before != offer.field["value"] and offer.field["itself"]:
                await self._press_again(before)
        await self._close(failed=True)

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

    async def _close(self, *, failed: bool = False) -> None:
        """Closes what was opened here, and waits until it is gone: a list that fades out still lies over the page."""
        if not self._opened:
            return
        offer = await self._offered()
        if offer.role is not None and not offer.expanded:
            offer = await self._until(lambda now: now.role is None, CLOSE_MS)
        if offer.role is not None or (failed and self._has_expanded(offer)):
            await uninterrupted(self._element.tab.page.keyboard.press("Escape"))
            await self._until(lambda now: now.role is None and not self._has_expanded(now), CLOSE_MS)

    def _has_expanded(self, now: OptionList) -> bool:
        """Whether the control says that something has opened, in which no options may be found."""
        return now.expanded is True and self._before.expanded is not True

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


def _names(offer: OptionList) -> list[tuple[str, str]]:
    return [option.name for option in offer.options]


def _narrows(before: OptionList, now: OptionList) -> bool:
    """Whether a filter left some of the options that were drawn, and brought no other: there are none beyond those."""
    return 0 < len(now.options) < len(before.options) and {*_names(now)} <= {*_names(before)}


def _is_selected(offer: OptionList, option: Option) -> bool:
    return any(one.selected for one in offer.options if one.name == option.name)


def _is_redrawn(offer: OptionList, option: Option) -> bool:
    """Whether the list offers the option in another element than the one that was pressed."""
    alike = [one for one in offer.options if one.name == option.name]
    return bool(alike) and all(one.local != option.local and not one.selected for one in alike)


def _selected_labels(offer: OptionList) -> str:
    return ", ".join(option.label for option in offer.options if option.selected)
