"""Choosing options, setting checkboxes, radios, switches and toggles, and filling fields of any of these kinds."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from playwright.async_api import Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from refbrowser.browser.element.dispatched import Confirmation, PendingInput, TargetReport
from refbrowser.browser.element.element import Element, Look
from refbrowser.browser.element.permitted import options_permitted, permitted
from refbrowser.browser.form.aria_listbox import ListboxSelection
from refbrowser.browser.form.drawn_list import no_list
from refbrowser.browser.form.native_select import choose_native, choose_suggestion
from refbrowser.browser.form.options import (
    Option,
    OptionList,
    check_choices,
    check_count,
    find,
    find_all,
    known_options,
    offered,
    unclear,
)
from refbrowser.browser.input.field_values import alike, is_drawn_end, same_moment
from refbrowser.browser.input.focus import enter
from refbrowser.browser.input.sliders import as_shown
from refbrowser.browser.input.text_entry import check_text, confirm_value, other_way, type_into
from refbrowser.browser.pointer.pointer import ready
from refbrowser.browser.pointer.press import Press, PressConfirmation, press
from refbrowser.errors import ActionabilityError, CallError, RefbrowserError, Remedy, TargetError

FLIP_MS: Final = 1_000
"""How long a control may take to show that it was pressed."""

FOCUS_MS: Final = 300
"""How long the options of a select may take to come once it has the focus, while no request is under way."""

RECHECK_MS: Final = 30

TRI_STATE_PRESSES: Final = 3
"""A control that is also neither on nor off comes to every state within as many presses."""

Checked = bool | Literal["mixed"]

_LISTS: Final = frozenset({"combobox", "listbox"})


@dataclass(frozen=True, slots=True)
class Selection:
    """A choice that was made: the ``labels`` that the element takes, whether anything had to be pressed for it, what is still to be
    sent, how it is confirmed, and whether it is ``added`` to what had been chosen before. ``gone``: the control went with it."""

    element: Element
    labels: list[str]
    changed: bool
    confirmation: Confirmation | None = None
    pending: PendingInput | None = None
    added: bool = False
    gone: bool = False

    @property
    def notes(self) -> Mapping[str, Any]:
        """What a receipt adds."""
        if self.gone:
            return {"unconfirmed": "choosing the option removed the control"}
        return {"earlier_choices": "kept"} if self.added else {}


async def select(element: Element, wanted: Sequence[str | int], *, send_last: bool = False, optional: bool = False) -> Selection:
    """Chooses options by value, label or index, by trusted input alone. With ``send_last``, the last of it may be left for the
    caller to send. ``optional``: the element takes text too, and a list that nothing announces is not waited for.

    Takes a native select, an input with suggestions, an ARIA listbox, and whatever opens one or a menu, wherever that is drawn.
    Raises ``invalid_arguments`` with the candidates when a choice fits none or several, ``disabled`` for an option that cannot be
    chosen, ``no_change`` when the page did not take the choice, ``ref_kind`` for an element that has no options.
    """
    element = await ready(element)
    while (permitted_element := await permitted(element, Look(offer=wanted))) is not element:
        element = await ready(permitted_element)
    offer = known_options(element) or await offered(element)
    if offer.role not in ("native", "datalist"):
        if offer.role is None and not offer.promises:
            raise no_list(element, "Press it, and choose from what opens.", _checking(element))
        choosing = ListboxSelection(element.as_part(), offer, wanted, optional=optional)
        labels = await choosing.choose()
        return Selection(element, labels, choosing.pressed, added=choosing.adds, gone=choosing.gone)
    if find_all(element, offer.options, wanted) is None:
        offer = await _with_focus(element, wanted)
    found: list[Option] = []
    for choice in wanted:
        option = find(element, offer.options, choice)
        if option is None:
            raise unclear(element, choice, offer.options)
        if option not in found:
            found.append(option)
    await options_permitted(element, [label for option in found for label in (option.label, *option.read)])
    if offer.role == "datalist":
        check_count(element, found, offer)
        taking = await choose_suggestion(element, found[0], send_last=send_last)
    else:
        taking = await choose_native(element, offer, found, send_last=send_last)
    changed = {option.index for option in offer.options if option.selected} != {option.index for option in found}
    return Selection(element, [option.label for option in found], changed, taking.confirmation, taking.pending)


async def _with_focus(element: Element, wanted: Sequence[str | int]) -> OptionList:
    """Return what a select or an input offers once it has the focus, which may be what the page brings its options for."""
    activity, mark = element.tab.activity, element.tab.activity.mark()
    await enter(element)
    limit = element.deadline.sooner(FOCUS_MS)
    while True:
        offer = await offered(element)
        complete = find_all(element, offer.options, wanted) is not None
        if complete or element.deadline.passed or (limit.passed and not activity.requests_since(mark)):
            return offer
        await activity.change(RECHECK_MS)


async def set_checked(element: Element, wanted: bool) -> tuple[Element, bool | None]:
    """Press the control unless it has the ``wanted`` state. Returns the element and whether its state changed; None if the press
    removed the control, as in a menu.

    Raises ``invalid_arguments`` for unchecking a radio, ``ref_kind`` for an element without a checked state, ``no_change`` if the
    press does not lead to the wanted state.
    """
    element = await ready(element)
    checked = element.probe.get("checked")
    if checked is None:
        raise TargetError(
            f"{element.label} cannot be checked.",
            code="ref_kind",
            details={"ref": element.number, "actual": element.kind},
        )
    if checked is wanted:
        return element, False
    _check_radio(element, wanted)
    states = {checked}
    for _ in range(TRI_STATE_PRESSES):
        element, _ = await press(element, Press())
        state = await _state_after(element, checked)
        if state is wanted or state is None:
            return element, None if state is None else True
        if state in states:
            # Further presses would only go round.
            break
        states.add(state)
        checked = state
        element = await element.probed()
    raise ActionabilityError(
        f"{element.label} was pressed but is {_STATES[state]} instead of {_STATES[wanted]}.",
        code="no_change",
        details={"ref": element.number, "checked": state},
    )


def _check_radio(element: Element, wanted: bool) -> None:
    if element.kind in ("radio", "menuitemradio") and element.probe.get("checked") is True and not wanted:
        raise CallError(
            f"{element.label} is a radio; to uncheck it, check another one of its group.",
            details={"ref": element.number},
        )


_STATES: Final = {True: "checked", False: "unchecked", "mixed": "mixed"}


async def _state_after(element: Element, before: Checked) -> Checked | None:
    """The state once it is no longer ``before``, or after a second; None when the control went with the press, as in a menu."""
    limit = element.deadline.sooner(FLIP_MS)
    confirmation: Confirmation | None = PressConfirmation(element, Press())
    while True:
        try:
            element = await element.probed()
            if confirmation is not None:
                verdict = await confirmation.confirm(TargetReport(press=element.probe["press"]))
                confirmation = verdict.next
                if verdict.retried:
                    continue
        except TargetError:
            return None
        state = element.probe.get("checked")
        if state != before or limit.passed:
            return state
        await element.tab.activity.change(min(RECHECK_MS, limit.remaining_ms))


@dataclass(frozen=True, slots=True)
class Filled:
    """A field was given its value: what a receipt adds on that, and what a list shows if the page keeps the choice; None where that
    is not known."""

    notes: Mapping[str, Any]
    shows: str | None = None


Fill = Callable[[Element], Awaitable[Filled]]
"""Gives a field its value."""


async def judge(element: Element, value: Any) -> None:
    """Raises what can be known to be wrong with giving ``value`` to the element before anything is done: as :func:`way_to_fill`,
    for an element that is disabled or hidden, a text of the wrong form, an option that there is not, a radio to be unchecked.

    Options that come only once a list is open, and what the page answers, show when the field is filled. So does a select that
    lacks the option and has one at most: the choice in another field, or the focus, may bring its options.
    """
    offer = await offered(element) if _is_list(element) else None
    if offer is not None and _awaits_options(element, value, offer):
        way_to_fill(element, value)
        return
    element = await ready(element, pointer=False)
    way_to_fill(element, value)
    if offer is not None:
        check_choices(element, value if isinstance(value, list) else [value], offer)
    elif element.probe.get("checked") is not None:
        _check_radio(element, _state_of(value) is True)
    elif element.kind != "combobox":
        check_text(element, str(value))


def _awaits_options(element: Element, value: Any, offer: OptionList) -> bool:
    """Whether it is a select that has one option at most, and not that one."""
    few = element.probe.get("tag") == "select" and len(offer.options) <= 1
    return few and not any(value in (option.label, option.value) for option in offer.options)


async def fill(element: Element, way: Fill) -> Filled:
    """Gives the field its value in that way. Raises typed errors alone for what takes too long."""
    try:
        return await way(element)
    except PlaywrightTimeout:
        raise element.deadline.exceeded(element.deadline.stage) from None


def _is_list(element: Element) -> bool:
    return element.probe.get("tag") == "select" or (element.kind in _LISTS and element.probe["editable"] is not True)


def _state_of(value: Any) -> Any:
    return {"true": True, "false": False}.get(value.strip().lower(), value) if isinstance(value, str) else value


def _checking(element: Element) -> Remedy | None:
    """Return the call that chooses a radio or checks a checkbox."""
    if element.probe.get("checked") is None:
        return None
    return Remedy("set_checked", {"browser_id": element.tab.browser_id, "ref": element.number, "checked": True})


def way_to_fill(element: Element, value: Any) -> Fill:
    """How to give ``value`` to the element, by what kind of field it is.

    Raises ``invalid_arguments`` when the value is not of the field's type, ``not_editable`` if the element is not a field.
    """
    if _is_list(element):
        choices = value if isinstance(value, list) else [value]
        if any(isinstance(choice, bool | float) for choice in choices):
            raise _wrong_value(element, value, "an option's value, label or index")

        async def take(field: Element) -> Filled:
            return await choose(field, choices)

        return take
    if element.probe.get("checked") is not None:
        value = _state_of(value)
        if not isinstance(value, bool):
            raise _wrong_value(element, value, "true or false")

        async def check(field: Element) -> Filled:
            await set_checked(field, value)
            return Filled({})

        return check
    if element.probe["editable"] is None:
        raise ActionabilityError(
            f"{element.label} is not a form field.",
            code="not_editable",
            remedy=other_way(element),
            details={"ref": element.number},
        )
    if isinstance(value, bool | list):
        raise _wrong_value(element, value, "text")

    async def write(field: Element) -> Filled:
        return Filled(await type_into(field, str(value), clear=True, slowly=False))

    async def choose_or_write(field: Element) -> Filled:
        try:
            return await choose(field, [str(value)], optional=True)
        except (CallError, TargetError) as refusal:
            if refusal.code not in ("invalid_arguments", "ref_kind"):
                raise
            offer = await offered(field)
            if offer.role != "datalist" and offer.field is None:
                # Keys choose there: they are no text.
                raise
            # No option is called that. A search, say, takes it all the same.
            return await write(await field.probed())

    return choose_or_write if element.kind == "combobox" else write


async def choose(field: Element, choices: Sequence[str | int], *, optional: bool = False) -> Filled:
    """:func:`select`, confirmed at once."""
    selection = await select(field, choices, optional=optional)
    shows = selection.labels[0] if field.probe.get("tag") == "select" and len(selection.labels) == 1 else None
    return Filled({**selection.notes, **await confirm_value(field, selection.confirmation)}, shows)


def expected(element: Element, value: Any, shows: str | None, *, gone: bool) -> Any:
    """Return what the field holds, now that it was given ``value``, if it accepted it: text as it was typed, the state that it was
    given, or what its list ``shows``; None where that is not known, as of a list that is ``gone``."""
    if (checked := element.probe.get("checked")) is not None:
        # Not as it is read now: the page may have taken it back already.
        wanted = _state_of(value)
        return wanted if isinstance(wanted, bool) else checked
    if element.probe.get("tag") == "select" or element.kind in _LISTS:
        return None if gone else shows if shows is not None else element.probe.get("value")
    return None if value is None else str(value)


def held(element: Element, wanted: Any) -> dict[str, Any]:
    """Return what the field holds, as a receipt shows it, and ``differs_from_typed`` if that is not ``wanted``."""
    if element.probe.get("secret"):
        return {"value": "•••"}
    if (checked := element.probe.get("checked")) is not None:
        return {"checked": checked, **({"differs_from_typed": True} if checked != wanted else {})}
    value = element.probe.get("value")
    if "dial" in element.probe and wanted is not None:
        wanted = as_shown(element, wanted)
    if value is None and element.probe.get("drawn"):
        return {}
    same = wanted is None or value == wanted or alike(value or "", wanted) or same_moment(value or "", wanted)
    if same:
        return {"value": value}
    return {"value": value, "value_part" if is_drawn_end(value or "", str(wanted)) else "differs_from_typed": True}


async def read_back(element: Element) -> Element | str:
    """Return the element as it is now; of one that is gone, why. Raises what else comes of the question."""
    try:
        return await element.probed()
    except TargetError as failure:
        if failure.code != "ref_stale":
            raise
        return str(failure.details["reason"])


async def read_again(elements: Sequence[Element]) -> list[Element | str | None]:
    """Return the elements as they are now; of one that is gone, why; None for one that does not answer."""

    async def again(element: Element) -> Element | str | None:
        try:
            return await read_back(element)
        except (RefbrowserError, Error):
            return None

    return await asyncio.gather(*map(again, elements))


def _wrong_value(element: Element, value: object, wanted: str) -> CallError:
    return CallError(f"{element.label} takes {wanted}, not {value!r}.", details={"ref": element.number})
