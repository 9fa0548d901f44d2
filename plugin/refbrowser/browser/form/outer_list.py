"""A list that a document around the control's frame draws, as a page does for frames that ask it for that by a message.

No attribute leads from a control into another document: what opened there with the press is all that shows whose list it is.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from playwright.async_api import Error

from refbrowser.browser.element.element import Element
from refbrowser.browser.form.options import Option, OptionList, find, offered
from refbrowser.errors import RefbrowserError, Remedy, TargetError

_SHOWN_OPTIONS: Final = 8
_KEPT_OPTIONS: Final = 50


@dataclass(frozen=True, slots=True)
class Surrounding:
    """A document around the control's frame: the element that the frame is in there, and the ids of the lists that were open."""

    holder: Element
    popups: tuple[int, ...]


async def surroundings(element: Element) -> list[Surrounding]:
    """The documents around the element's frame, innermost first; none for an element of the page itself."""
    owners, inside = element.tab.frame_owners, element.frame
    found: list[Surrounding] = []
    while (parent := inside.parent_frame) is not None and (owner := await owners.owner(inside)) is not None:
        holder = replace(element, frame=parent, document=owner[0], local=owner[1], number=None)
        with suppress(Error, RefbrowserError):
            found.append(Surrounding(holder, (await offered(holder)).popups))
        inside = parent
    return found


async def check_outside(element: Element, around: Sequence[Surrounding], wanted: Sequence[str | int]) -> None:
    """Raises ``ref_kind`` with the options of a list that has opened ``around`` the element's frame since, if one has."""
    for surrounding in around:
        with suppress(Error, TargetError):
            offer = await offered(surrounding.holder, surrounding.popups)
            if offer.options and not {*offer.popups} <= {*surrounding.popups}:
                break
    else:
        return
    raise _outside(element, surrounding.holder, offer, wanted)


def _outside(element: Element, holder: Element, offer: OptionList, wanted: Sequence[str | int]) -> TargetError:
    numbers = {option: _number(holder, option) for option in offer.options[:_KEPT_OPTIONS]}
    shown = ", ".join(f"[{option.role} {number}] {option.label}" for option, number in [*numbers.items()][:_SHOWN_OPTIONS])
    rest = f" and {len(offer.options) - _SHOWN_OPTIONS} more" if len(offer.options) > _SHOWN_OPTIONS else ""
    return TargetError(
        f"The list of {element.label} is drawn outside of its frame, by the page around it, and is open there: {shown}{rest}. "
        "Press the option itself.",
        code="ref_kind",
        remedy=_remedy(element, holder, offer, wanted),
        details={
            "ref": element.number,
            "actual": element.kind,
            "list_open": True,
            "options": [{"ref": number, "value": option.value, "label": option.label} for option, number in numbers.items()],
        },
    )


def _remedy(element: Element, holder: Element, offer: OptionList, wanted: Sequence[str | int]) -> Remedy:
    """To press the one option that is wanted, or else to read the page, which has them all."""
    tab = {"browser_id": element.tab.browser_id}
    with suppress(RefbrowserError):
        if len(wanted) == 1 and (option := find(element, offer.options, wanted[0])) is not None:
            return Remedy("click", {**tab, "ref": _number(holder, option)}, hint="chooses the option")
    return Remedy("content", tab, hint="has the options")


def _number(holder: Element, option: Option) -> int | None:
    return None if option.local is None else holder.refs.number(holder.document, option.local)
