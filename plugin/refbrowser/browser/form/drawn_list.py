"""A list of options that the page draws itself: opened, narrowed, scrolled through and closed as a person does.

It may be on the page already, open when its control is pressed (anywhere in the document), be narrowed by a text field, or draw
only the options that are scrolled into view.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from refbrowser.browser.element.element import Element
from refbrowser.browser.form.options import Option, OptionList, find, find_all, offered, part, unclear
from refbrowser.browser.form.outer_list import Surrounding, check_outside, surroundings
from refbrowser.browser.form.scroll_virtual_list import wheel_through
from refbrowser.browser.input.text_entry import type_into
from refbrowser.browser.pointer.aim import missed, missed_in
from refbrowser.browser.pointer.pointer import uninterrupted
from refbrowser.browser.pointer.press import MOST_PRESSES, Press, press
from refbrowser.errors import ActionabilityError, RefbrowserError, Remedy, TargetError
from refbrowser.page_text import one_line, truncated

OPEN_MS: Final = 1_000
"""How long a list may take to open after the press, and again after the key that opens it."""

UNANNOUNCED_MS: Final = 150
"""The same for the list that a text field may have, unless it says that one has opened."""

FILTER_MS: Final = 2_000
"""How long the options may take to answer to what was typed, while no request is under way."""

UNANNOUNCED_FILTER_MS: Final = 700
"""The same while nothing says that there are options."""

SETTLE_MS: Final = 600
"""How long options that have answered may stay as they are until no others are waited for."""

CLOSE_MS: Final = 500
"""How long a list may take to fade out."""

PRESS_MS: Final = 1_000
"""How long an option may move, as in a list that slides open."""

RECHECK_MS: Final = 30


class DrawnList:
    """The list that belongs to ``element``; ``before`` is what it offered before anything was pressed, ``wanted`` what will be
    chosen from it. ``optional``: the element is a text field that may have no list."""

    def __init__(self, element: Element, before: OptionList, wanted: Sequence[str | int], *, optional: bool = False) -> None:
        self.element = element
        self.deadline = element.deadline
        self._before = before
        self._wanted = wanted
        self._optional = optional
        self._opened = False
        self._field_before: str | None = None
        self.typed: str | None = None
        """What was typed last to narrow it, as far as that was looked through."""
        self.pressed = False
        """Whether any option had to be pressed."""
        self._around: list[Surrounding] = []

    async def offered(self) -> OptionList:
        """What it offers now."""
        # Options may say by their internals alone that they are chosen.
        await self.element.tab.internals.report(self.deadline)
        return await offered(self.element, self._before.popups)

    async def until(self, reached: Callable[[OptionList], bool], most_ms: float) -> OptionList:
        """What is offered once ``reached``, or once it has not been for ``most_ms`` with no request under way."""
        activity, mark = self.element.tab.activity, self.element.tab.activity.mark()
        limit = self.deadline.sooner(most_ms)
        while True:
            offer = await self.offered()
            if reached(offer) or self.deadline.passed or (limit.passed and not activity.requests_since(mark)):
                return offer
            await activity.change(RECHECK_MS)

    async def _comes(self) -> OptionList:
        """What is offered once there are options, or once none are waited for."""
        if self._optional:
            offer = await self.until(lambda drawn: bool(drawn.options) or self._has_expanded(drawn), UNANNOUNCED_MS)
            if offer.options or not self._has_expanded(offer):
                return offer
        return await self.until(lambda drawn: bool(drawn.options), OPEN_MS)

    async def open(self) -> OptionList:
        """What it offers once it is open. Raises ``ref_kind`` when nothing opens, or only outside of the control's frame."""
        offer = await self.offered()
        if offer.expanded is False and not offer.inline:
            # A list that is still drawn while it closes cannot be chosen from.
            offer = await self.until(lambda drawn: drawn.role is None, CLOSE_MS)
        if offer.role is None and self._opened and self._has_expanded(offer):
            # It is on its way: another press would close it.
            offer = await self.until(lambda drawn: bool(drawn.options), OPEN_MS)
        if self._optional and self._opened and not self.pressed and offer.role is None and offer.field is not None:
            # It has none until a text is typed.
            return offer
        # A list that stays as it was found next to a closed control may be one of what is chosen.
        closed = offer.expanded is False and not offer.inline and not self._opened
        other = closed and find_all(self.element, offer.options, self._wanted) is None
        if offer.options and not other:
            return offer
        if offer.role is None or other:
            await self._press_control(offer)
            offer = await self._comes()
            if not offer.options and offer.field is None:
                await check_outside(self.element, self._around, self._wanted)
        if not offer.options:
            await uninterrupted(self.element.tab.page.keyboard.press("ArrowDown"))
            offer = await self._comes()
        if offer.role is None and offer.field is None:
            raise no_list(self.element, "Pressing it opened none.")
        return offer

    async def reopened(self, offer: OptionList) -> OptionList:
        """The list once it is open again; ``offer`` where it does not open, as one that has taken all that it takes."""
        try:
            return await self.open()
        except TargetError:
            return offer

    async def _press_control(self, offer: OptionList) -> None:
        """Presses what opens the list: in a control of several its text field, since elsewhere are buttons that end a choice."""
        if self._opened or self.pressed:
            # What was chosen since may have moved it.
            self.element = await self.element.probed()
        elif offer.field is None:
            self._around = await surroundings(self.element)
        self._opened = True
        if offer.field is not None and not offer.field["itself"]:
            with suppress(ActionabilityError, TargetError):
                await press((await part(self.element, offer.field["id"])).within(PRESS_MS), Press())
                return
        self.element, _ = await press(self.element, Press())

    async def find(self, choice: str | int, offer: OptionList) -> Option:
        """The option that ``choice`` means: among those of ``offer``, else once it is typed into the field that narrows the list,
        else once the list is scrolled to it. Raises ``invalid_arguments`` with the candidates, and ``disabled``."""
        element = self.element
        matches: list[Option] = []
        if option := find(element, offer.options, choice):
            return option
        if offer.field is not None and isinstance(choice, str):
            self._field_before = offer.field["value"] if self._field_before is None else self._field_before
            await self._type(choice, offer)
            self.typed = choice
            narrowed = await self._narrowed(choice, offer)
            if option := find(element, narrowed.options, choice):
                return option
            if _narrows(offer, narrowed) or (self._optional and narrowed.role is None):
                raise unclear(element, choice, narrowed.options)
            matches = [option for option in narrowed.options if choice.casefold() in option.label.casefold()]
            await self._type("", narrowed)
            offer = await self.until(lambda drawn: len(drawn.options) > len(narrowed.options), OPEN_MS)
        if offer.scroller is not None:
            async for offer in wheel_through(element, self.offered):
                if option := find(element, offer.options, choice):
                    return option
        raise unclear(element, choice, matches or offer.options)

    async def _type(self, text: str, offer: OptionList) -> None:
        """Leaves ``text`` in the field that narrows the list. None is deleted from an empty one: it would end the last choice."""
        field = offer.field
        # The value of some is not shown.
        if field is not None and (text != field["value"] or (field["filled"] and not text)):
            await type_into(
                await part(self.element, field["id"]),
                text,
                clear=field["filled"],
                slowly=bool(text),
            )

    async def _narrowed(self, choice: str, before: OptionList) -> OptionList:
        """What is offered once ``choice`` is among it, or once the options that answered to what was typed stay as they are."""
        activity, names = self.element.tab.activity, before.names
        mark, settled = activity.mark(), self.deadline.sooner(FILTER_MS)

        def answered(offer: OptionList) -> bool:
            nonlocal names, settled
            if offer.names != names:
                names, settled = offer.names, self.deadline.sooner(SETTLE_MS)
            return find(self.element, offer.options, choice) is not None or (settled.passed and not activity.requests_since(mark))

        if self._optional and before.role is None:
            offer = await self.until(lambda offer: offer.role is not None or self._has_expanded(offer), UNANNOUNCED_FILTER_MS)
            if offer.role is None and not self._has_expanded(offer):
                return offer
        return await self.until(answered, FILTER_MS)

    async def press(self, option: Option, modifiers: tuple[str, ...] = ()) -> None:
        """Press the option once it is still, again where the press was kept from what the page had moved in its place.

        Raise ``ref_stale`` when the list is drawn anew without it, ``press_missed`` when it moves away each time.
        """
        assert option.local is not None
        instead = ""
        for _ in range(MOST_PRESSES):
            limit = self.deadline.sooner(PRESS_MS)
            shown = await part(self.element, option.local)
            while not shown.probe["stable"] and not limit.passed:
                await shown.tab.activity.change(RECHECK_MS)
                shown = await shown.probed()
            self.pressed = True
            await press(shown, Press(modifiers=modifiers))
            instead = await missed_in(shown.tab, shown.frame, self.deadline)
            if not instead:
                return
        raise missed(shown, instead, MOST_PRESSES)

    def keep_filter(self) -> None:
        """What its field holds now stays there, also when what follows fails."""
        self._field_before = None

    async def withdraw(self) -> None:
        """Leaves a list that has not got what was wanted as it was found: its choice or its filter as before, and closed."""
        offer, before = await self.offered(), self._field_before
        if before is not None and offer.field is not None:
            await self._type(before, offer)
            if before and before != offer.field["value"] and offer.field["itself"] and not (self._optional and offer.role is None):
                await self._press_again(before)
        await self.close(failed=True)

    async def _press_again(self, label: str) -> None:
        """Presses the option that was chosen before; a list that narrows as one types may be drawn anew under the first press."""
        limit = self.deadline.sooner(OPEN_MS)
        while not limit.passed:
            offer = await self.until(lambda drawn: any(each.label == label for each in drawn.options), limit.remaining_ms)
            option = next((each for each in offer.options if each.label == label), None)
            if option is None:
                return
            with suppress(RefbrowserError):
                await self.press(option)
                return

    async def close(self, *, failed: bool = False) -> None:
        """Closes what was opened here, and waits until it is gone: a list that fades out still lies over the page."""
        if not self._opened:
            return
        offer = await self.offered()
        if offer.role is not None and not offer.expanded:
            offer = await self.until(lambda drawn: drawn.role is None, CLOSE_MS)
        if offer.role is not None or (failed and self._has_expanded(offer)):
            await uninterrupted(self.element.tab.page.keyboard.press("Escape"))
            drawn = await self.until(self._is_closed, CLOSE_MS)
            if failed and self._has_expanded(drawn) and drawn.field is None and not self.pressed:
                # It takes no Escape. There is no chip of a choice yet that a press in the middle of the control could end.
                with suppress(ActionabilityError, TargetError):
                    await press((await self.element.probed()).within(PRESS_MS), Press())
                    await self.until(self._is_closed, CLOSE_MS)

    def _is_closed(self, offer: OptionList) -> bool:
        return offer.role is None and not self._has_expanded(offer)

    def _has_expanded(self, offer: OptionList) -> bool:
        """Whether the control says that something has opened, in which no options may be found."""
        return offer.expanded is True and self._before.expanded is not True

    def add_state(self, failure: RefbrowserError, offer: OptionList) -> None:
        """Adds to the failure how it leaves the control, where that is not as it was found."""
        if self._opened and (offer.role is not None or self._has_expanded(offer)):
            failure.details["list_open"] = True
            failure.add(f"The list of {self.element.label} is still open.")
        if failure.code != "no_change" and offer.shown != self._before.shown and (self.pressed or self.typed is not None):
            failure.details["shown"] = truncated(offer.shown, 200)
            failure.add(f"{self.element.label} now shows {one_line(offer.shown, 80)!r}.")


def no_list(element: Element, why: str, remedy: Remedy | None = None) -> TargetError:
    return TargetError(
        f"{element.label} is neither a select nor a control that opens a list of options. {why}".strip(),
        code="ref_kind",
        remedy=remedy,
        details={"ref": element.number, "actual": element.kind},
    )


def _narrows(before: OptionList, after: OptionList) -> bool:
    """Whether a filter left some of the options that were drawn, and brought no other: there are none beyond those."""
    return 0 < len(after.options) < len(before.options) and {*after.names} <= {*before.names}
