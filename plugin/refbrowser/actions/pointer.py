"""The click and scroll actions."""

import sys
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, Self

from pydantic import Field, model_validator

from refbrowser.actions.acting import acting, hit, note_times
from refbrowser.actions.arguments import (
    NUMBER,
    ActingArguments,
    ModifiersArgument,
    OverlayArguments,
    RefArgument,
    Selector,
    TargetArguments,
    TimesArgument,
)
from refbrowser.actions.conduct import gives_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import SELECTOR
from refbrowser.browser.acting.act import Act
from refbrowser.browser.element.at_point import element_at
from refbrowser.browser.element.covering import cover_label
from refbrowser.browser.element.dispatched import Dispatched
from refbrowser.browser.element.element import NOTHING, PRESS, Element, Look
from refbrowser.browser.element.permitted import point_permitted
from refbrowser.browser.pointer.dated import ClosedUnderPress
from refbrowser.browser.pointer.pointer import input_point
from refbrowser.browser.pointer.press import DragConfirmation, Press, PressConfirmation, press, press_at, renaming
from refbrowser.browser.pointer.scroll import reveal, scroll_by
from refbrowser.results import Hit

_BARE_PAGE: Final = frozenset({"html", "body"})
"""What lies where there is nothing."""


class PressArguments(TargetArguments, OverlayArguments, ActingArguments):
    """Arguments of every kind of click."""

    modifiers: ModifiersArgument = []
    focus_popup: Annotated[bool | None, Field(description="make a tab that opens active")] = None
    force: Annotated[bool, Field(description="skip the actionability checks")] = False


class ClickArguments(PressArguments):
    button: Literal["left", "right", "middle"] = "left"
    click_count: Annotated[int, Field(ge=1, le=3), NUMBER] = 1
    hold_ms: Annotated[int, Field(ge=0, le=5_000), NUMBER] = 0
    times: TimesArgument = 1

    @model_validator(mode="after")
    def _within_the_deadline(self) -> Self:
        if self.timeout_ms is not None and self.hold_ms >= self.timeout_ms:
            raise ValueError("hold_ms is as long as timeout_ms, or longer")
        return self


@action("click", group="pointer", effect="input", arguments=ClickArguments, conduct=gives_input())
async def click(context: ActionContext, arguments: ClickArguments) -> dict[str, Any]:
    """Click an element or a point."""
    keys = _held(arguments.modifiers) if arguments.button == "left" else arguments.modifiers
    how = Press(arguments.button, arguments.click_count, keys, arguments.offset, arguments.force, arguments.hold_ms)
    return await pressed(context, arguments, "click", how, times=arguments.times)


def _held(modifiers: Sequence[str]) -> Sequence[str]:
    """The keys to hold: Control and Meta both open a link in the background, and Chromium knows but one of them on a platform."""
    if sys.platform == "darwin":
        # With Control held, a press there opens the context menu.
        return ["Meta" if key == "Control" else key for key in modifiers]
    return [*modifiers, "Control"] if "Meta" in modifiers and "Control" not in modifiers else modifiers


async def pressed(
    context: ActionContext, arguments: PressArguments, performed: str, how: Press, *, times: int = 1
) -> dict[str, Any]:
    """Press the target of ``arguments`` and return receipt and state. A tab that opens becomes active by Chromium's rule."""
    session, tab = context.session, context.tab
    was_active = session.last_interacted == tab.browser_id
    opened_before = session.openings.count
    async with acting(context, arguments) as act:
        look = Look(arguments.offset, force=how.force, prepare=NOTHING if how.force else PRESS)
        element = await act.element(look) if act.names_element else None
        sent = await _press_once(context.act, element, arguments.point, how, performed)
        for done in range(1, times):
            note_times(context, performed, done, times)
            await act.confirm(sent)
            element = await element.probed(look) if element is not None else None
            sent = await _press_once(context.act, element, arguments.point, how, performed)
        if times > 1:
            note_times(context, performed, times, times)
        receipt = await act.receipt(sent)
        if times > 1:
            receipt.readback["times"] = times
        if session.openings.count > opened_before:
            session.popups.follow(
                opened_before, tab, was_active=was_active, wanted=arguments.focus_popup, plain=_opens_in_front(how)
            )
        return await act.answer(receipt)


async def _press_once(
    act: Act, element: Element | None, point: tuple[float, float] | None, how: Press, performed: str
) -> Dispatched:
    if element is not None:
        return await _press_element(element, how, performed)
    assert point is not None
    return await _press_point(act, point, how, performed)


async def _press_element(found: Element, how: Press, performed: str) -> Dispatched:
    commits = found.tab.activity.commits
    try:
        element, point = await press(found, how)
    except ClosedUnderPress:
        note = {"unconfirmed": "the tab closed while the press was on its way"}
        return Dispatched(hit(performed, found, point=None, readback=note), found)
    navigated = found.tab.activity.commits > commits
    if not how.force:
        renamed = renaming(found, element)
        called = found.probe.get("name") if renamed else None
        return Dispatched(
            hit(performed, element, point=point, readback=renamed), element, PressConfirmation(element, how, called, navigated)
        )
    # Only a policy has the press kept from anything else.
    check = DragConfirmation(element) if element.probe["aimed"] else None
    if cover := element.probe.get("covered_by"):
        aimed_at = {"aimed_at": element.label}
        return Dispatched(Hit(performed, cover_label(cover), cover.get("number"), point, readback=aimed_at), element, check)
    return Dispatched(hit(performed, element, point=point, readback=renaming(found, element)), element, check)


async def _press_point(act: Act, point: tuple[float, float], how: Press, performed: str) -> Dispatched:
    below = await _lying_there(act, point)
    element = below if below is not None and below.probe["aimed"] else None
    await press_at(act.tab, *point, how)
    check = DragConfirmation(element) if element is not None else None
    return Dispatched(Hit(performed, point=point, readback=at_point(below)), element, check)


def at_point(below: Element | None) -> dict[str, Any]:
    """What lies at a point, as a part of a receipt; empty where nothing does."""
    return {"at_point": below.label} if below is not None and below.kind not in _BARE_PAGE else {}


async def _lying_there(act: Act, point: tuple[float, float]) -> Element | None:
    """Return what lies at the point once the pointer is there; None where nothing does, and when the page does not answer.
    Under a policy it is what was judged, and the press is kept for it."""
    if act.gate is not None and await point_permitted(act, *point) is None:
        return None
    # What the page shows under the pointer is judged too, and is then what gets the press.
    if not act.tab.emulated.touch:
        await act.tab.page.mouse.move(*await input_point(act.tab, *point))
    if act.gate is None:
        return await element_at(act, *point)
    return await point_permitted(act, *point, aim=True)


def _opens_in_front(how: Press) -> bool:
    """Whether Chromium opens a link in the foreground: not for a middle click, or Control or Meta, unless Shift is held."""
    background = how.button == "middle" or any(key in ("Control", "Meta", "ControlOrMeta") for key in how.modifiers)
    return not background or "Shift" in how.modifiers


class ScrollArguments(ActingArguments):
    ref: Annotated[RefArgument | None, Field(description="scroll this into view, or with direction the box around it")] = None
    selector: Annotated[Selector | None, SELECTOR, Field(description="instead of ref")] = None
    direction: Literal["up", "down", "left", "right"] | None = None
    amount: Annotated[int | None, Field(ge=1, le=1_000_000, description="px; default most of a viewport"), NUMBER] = None
    to: Literal["top", "bottom"] | None = None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if self.direction is not None and self.to is not None:
            raise ValueError("direction and to exclude each other")
        if self.ref is not None and self.selector is not None:
            raise ValueError("ref and selector exclude each other")
        if self.ref is None and self.selector is None and self.direction is None and self.to is None:
            raise ValueError("at least one of ref, selector, direction and to is needed")
        if self.amount is not None and self.direction is None:
            raise ValueError("amount goes with direction")
        return self


@action("scroll", group="pointer", effect="input", arguments=ScrollArguments, conduct=gives_input(tier="view"))
async def scroll(context: ActionContext, arguments: ScrollArguments) -> dict[str, Any]:
    """Scroll an element into view, or the page (or ref's box) in a direction or to an end."""
    async with acting(context, arguments) as act:
        element = await act.element() if act.names_element else None
        if arguments.direction is None and arguments.to is None:
            assert element is not None
            moved = await reveal(element)
        else:
            moved = await scroll_by(context.tab, element, arguments.direction, arguments.amount, arguments.to, context.deadline)
        parts: dict[str, Any] = {"readback": moved, "unannounced": True}
        return await act.finish(Dispatched(hit("scroll", element, **parts) if element else Hit("scroll", **parts)))
