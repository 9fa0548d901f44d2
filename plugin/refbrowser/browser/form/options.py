"""What a control offers to choose from, as the page shows it, and which of its options a choice means."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from refbrowser.browser.element.element import Element
from refbrowser.browser.engine.wire import FilterField, Offer, OptionScroller
from refbrowser.errors import ActionabilityError, CallError, Remedy, TargetError
from refbrowser.page_text import one_line, truncated

_SHOWN_OPTIONS: Final = 8
_KEPT_OPTIONS: Final = 50


@dataclass(frozen=True, slots=True)
class Option:
    """One option. ``local`` is its id in its document, None where it has no box of its own; ``index`` its place among all.
    ``read`` is what a person reads on it besides its label."""

    local: int | None
    index: int
    label: str
    value: str
    selected: bool
    disabled: bool
    hidden: bool
    role: str
    read: tuple[str, ...] = ()

    @property
    def name(self) -> tuple[str, str]:
        """What it is known by however often the list is drawn anew."""
        return self.label, self.value

    def is_called(self, text: str) -> bool:
        """Whether ``text`` contains the option's label, or its value, in any case."""
        folded = _folded(text)
        return any(name and _folded(name) in folded for name in (self.label, self.value))


@dataclass(frozen=True, slots=True)
class OptionList:
    """The options of a control: ``role`` is native, datalist, listbox, menu, tree, or None while none are drawn; ``expanded`` is
    what the control itself says of that.

    ``single``: it takes one option and no more, which not every list says. ``popups`` are local ids of all open listboxes and
    menus; ``field`` (id, value, filled, itself) is the text field that filters them, ``scroller`` (id, top, height, page in CSS
    pixels) the box that scrolls them; ``shown`` is what the control shows as chosen, ``text`` that without fields. ``pointed``: the
    option that Enter would take is marked in another way than by being selected.
    """

    role: str | None
    options: tuple[Option, ...]
    multiple: bool
    single: bool
    shown: str
    text: str
    pointed: bool
    inline: bool
    expanded: bool | None
    promises: bool
    boxed: bool
    open: bool
    popups: tuple[int, ...]
    field: FilterField | None
    scroller: OptionScroller | None

    @property
    def names(self) -> list[tuple[str, str]]:
        """What its options are known by, in order."""
        return [option.name for option in self.options]

    def mentions(self, option: Option, *, apart: bool = False) -> int:
        """How often the text on and around the control has the option's label, as the text of a chip does; ``apart``: as words of
        their own, while chips may follow upon one another without a space."""
        label = re.escape(_folded(option.label))
        return len(re.findall(rf"(?<!\w){label}(?!\w)" if apart else label, _folded(self.text))) if label else 0

    def drawn(self, option: Option) -> Option | None:
        """The option as the list has it now; None while it has none of that name."""
        return next((each for each in self.options if each.name == option.name), None)


async def offered(element: Element, numbers: Sequence[int] | None = None) -> OptionList:
    """Return what ``element`` offers. A popup that it does not name counts as its own if it is not among the ``numbers`` of earlier
    ones.

    Raises ``ref_stale`` when the element is gone.
    """
    _, answer = await element.tab.engine.options(element, numbers, element.deadline)
    if "reason" in answer:
        raise TargetError(
            f"{element.label} disappeared while its options were open.",
            remedy=Remedy("content", {"browser_id": element.tab.browser_id}),
            details={"ref": element.number, "reason": answer["reason"]},
        )
    return _read(answer["offer"])


def known_options(element: Element) -> OptionList | None:
    """What a native select or an input with suggestions offered when it was last looked at, if it was asked for that too."""
    answer = element.probe.get("offer")
    return _read(answer) if answer else None


def _read(offer: Offer) -> OptionList:
    return OptionList(
        role=offer["role"],
        options=tuple(
            Option(
                local=option.get("id"),
                index=option["index"],
                label=option["label"],
                value=option["value"],
                selected=option["selected"],
                disabled=option["disabled"],
                hidden=option.get("hidden", False),
                role=option.get("role") or "option",
                read=tuple(option.get("read", ())),
            )
            for option in offer["options"]
        ),
        multiple=offer["multiple"],
        single=offer.get("single", not offer["multiple"]),
        shown=offer["shown"],
        text=offer.get("text", ""),
        pointed=offer.get("pointed", False),
        inline=offer.get("inline", False),
        expanded=offer.get("expanded"),
        promises=offer.get("promises", False),
        boxed=offer.get("boxed", False),
        open=offer.get("open", False),
        popups=tuple(offer.get("popups", ())),
        field=offer.get("field"),
        scroller=offer.get("scroller"),
    )


async def part(element: Element, local: int) -> Element:
    """Another element of the same document: an option, the box around the options, the field that filters them."""
    number = element.refs.number(element.document, local)
    return await replace(element, local=local, number=number).probed()


def find(element: Element, options: Sequence[Option], choice: str | int) -> Option | None:
    """The one option that ``choice`` means: its value, else its label, else (a number) its index; None when it is not among them.

    Raises ``invalid_arguments`` with the candidates when it means several, ``disabled`` when a person could not choose it.
    """
    # Labels are page text as an agent reads it.
    text = one_line(str(choice))
    for fits in (
        lambda option: option.value == str(choice) and option.value != "",
        lambda option: option.label == text,
        lambda option: _folded(option.label) == text.casefold(),
        lambda option: option.value == str(choice),
        lambda option: isinstance(choice, int) and option.index == choice,
    ):
        found = [option for option in options if fits(option)]
        if len(found) > 1:
            raise unclear(element, choice, found, "means several options")
        if found:
            if found[0].disabled:
                raise ActionabilityError(f"The option {text!r} of {element.label} is disabled.", code="disabled")
            return found[0]
    return None


def find_all(element: Element, options: Sequence[Option], choices: Sequence[str | int]) -> list[Option] | None:
    """The options that the choices mean; None unless all of them are among ``options``. Raises as :func:`find`."""
    found = [option for choice in choices if (option := find(element, options, choice)) is not None]
    return found if len(found) == len(choices) else None


def check_count(element: Element, wanted: Sequence[object], offer: OptionList) -> None:
    """Raises ``invalid_arguments`` when the list takes one option, and another number of them is wanted."""
    if offer.single and len(wanted) != 1:
        raise CallError(f"{element.label} takes one option, not {len(wanted)}.", details={"ref": element.number})


def check_choices(element: Element, wanted: Sequence[str | int], offer: OptionList) -> None:
    """Raises what is wrong with the choices, as far as the options that are drawn show it: as :func:`find`, and
    ``invalid_arguments`` for one that is not among them, unless more of them come by scrolling or typing."""
    check_count(element, list(dict.fromkeys(wanted)), offer)
    if offer.expanded is False and not offer.inline:
        # A list that is still drawn while it closes.
        return
    for choice in wanted:
        if find(element, offer.options, choice) is None and offer.options and offer.field is None and offer.scroller is None:
            raise unclear(element, choice, offer.options)


def unclear(element: Element, choice: str | int, options: Sequence[Option], why: str = "is not among the options") -> CallError:
    shown = [option.label + (f" (value {one_line(option.value)!r})" if option.value else "") for option in options[:_SHOWN_OPTIONS]]
    rest = f" and {len(options) - _SHOWN_OPTIONS} more" if len(options) > _SHOWN_OPTIONS else ""
    return CallError(
        f"{choice!r} {why} of {element.label}: {', '.join(shown) or 'it shows none'}{rest}.",
        details={"options": [{"value": option.value, "label": option.label} for option in options[:_KEPT_OPTIONS]]},
    )


def not_shown(element: Element, what: str, shown: str, why: str = "") -> ActionabilityError:
    """The input arrived, and nothing says that a list that the page draws took it."""
    return _no_change(element, f"does not show that it took {what}{why}", shown)


def not_taken(element: Element, what: str, shown: str) -> ActionabilityError:
    """The input arrived, and the control is as it was."""
    return _no_change(element, f"did not accept {what}", shown)


def _no_change(element: Element, what: str, shown: str) -> ActionabilityError:
    return ActionabilityError(
        f"{element.label} {what}; it shows {one_line(shown, 80)!r}.",
        code="no_change",
        remedy=Remedy("content", {"browser_id": element.tab.browser_id}, hint="shows its present state"),
        details={"ref": element.number, "shown": truncated(shown, 200)},
    )


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
