"""Further mouse actions: hover, double click, right click, drag, wheel, raw events."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, Field, model_validator

from refbrowser.actions.acting import acting, find_element, hit
from refbrowser.actions.arguments import (
    NUMBER,
    ActingArguments,
    Coordinate,
    ModifiersArgument,
    RefArgument,
    Selector,
    TargetArguments,
)
from refbrowser.actions.conduct import gives_input
from refbrowser.actions.pointer import PressArguments, at_point, pressed
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import OPERATION, SELECTOR, point
from refbrowser.browser.element.at_point import element_at
from refbrowser.browser.element.dispatched import Dispatched
from refbrowser.browser.element.element import HOVER, Element, Look
from refbrowser.browser.element.permitted import both_permitted, point_permitted
from refbrowser.browser.pointer.drag import HOLD_MS, Point, drag
from refbrowser.browser.pointer.finger import check_touch, pinch
from refbrowser.browser.pointer.pointer import HoverConfirmation, held, hover, in_viewport, input_point, uninterrupted
from refbrowser.browser.pointer.press import DragConfirmation, Press
from refbrowser.results import Hit


class HoverArguments(TargetArguments, ActingArguments):
    modifiers: ModifiersArgument = []


@action("hover", group="pointer", effect="input", arguments=HoverArguments, conduct=gives_input(tier="motion"))
async def hover_(context: ActionContext, arguments: HoverArguments) -> dict[str, Any]:
    """Move the mouse onto an element or a point."""

    async with acting(context, arguments) as act:
        found = await act.element(Look(arguments.offset, prepare=HOVER)) if act.names_element else None
        if found is None:
            assert arguments.point is not None
            tab = context.tab
            below = await point_permitted(context.act, *arguments.point)
            point = await input_point(tab, *arguments.point)
            async with held(tab, arguments.modifiers):
                await tab.page.mouse.move(*point)
            if context.act.gate is None:
                # As of a press: what the page shows under the pointer. Under a policy it is what was judged.
                below = await element_at(context.act, *arguments.point)
            return await act.finish(Dispatched(Hit("hover", point=arguments.point, readback=at_point(below), unannounced=True)))
        element, point = await hover(found, arguments.offset, arguments.modifiers)
        confirmation = HoverConfirmation(element, arguments.offset, arguments.modifiers, context.deadline)
        return await act.finish(Dispatched(hit("hover", element, point=point, unannounced=True), element, confirmation))


class DoubleClickArguments(PressArguments):
    button: Literal["left", "right", "middle"] = "left"


@action("double_click", group="pointer", effect="input", arguments=DoubleClickArguments, conduct=gives_input())
async def double_click(context: ActionContext, arguments: DoubleClickArguments) -> dict[str, Any]:
    """Double-click."""
    how = Press(arguments.button, 2, arguments.modifiers, arguments.offset, arguments.force)
    return await pressed(context, arguments, "double_click", how)


class RightClickArguments(PressArguments):
    pass


@action("right_click", group="pointer", effect="input", arguments=RightClickArguments, conduct=gives_input())
async def right_click(context: ActionContext, arguments: RightClickArguments) -> dict[str, Any]:
    """Right-click."""
    how = Press("right", 1, arguments.modifiers, arguments.offset, arguments.force)
    return await pressed(context, arguments, "right_click", how)


class DestinationArguments(BaseModel):
    """Where a drag ends: exactly one of ``target_ref``, ``target_selector``, and ``to_x`` with ``to_y``."""

    target_ref: RefArgument | None = None
    target_selector: Annotated[Selector | None, SELECTOR] = None
    to_x: Annotated[Coordinate | None, point("to_y"), Field(description="viewport CSS px")] = None
    to_y: Coordinate | None = None
    target_offset_x: Coordinate | None = None
    target_offset_y: Coordinate | None = None

    @model_validator(mode="after")
    def _one_destination(self) -> Self:
        if (self.to_x is None) != (self.to_y is None):
            raise ValueError("to_x and to_y go together")
        if (self.target_offset_x is None) != (self.target_offset_y is None):
            raise ValueError("target_offset_x and target_offset_y go together")
        if [self.target_ref, self.target_selector, self.to_x].count(None) != 2:
            raise ValueError("exactly one of target_ref, target_selector, to_x+to_y is needed")
        if self.to_x is not None and self.target_offset_x is not None:
            raise ValueError("target_offset_x and target_offset_y go with target_ref or target_selector")
        return self


class DragArguments(DestinationArguments, TargetArguments, ActingArguments):
    hold_ms: Annotated[int, Field(ge=0, le=5_000), NUMBER] = HOLD_MS


@action("drag", group="pointer", effect="input", arguments=DragArguments, conduct=gives_input())
async def drag_(context: ActionContext, arguments: DragArguments) -> dict[str, Any]:
    """Drag to another element or point."""

    async with acting(context, arguments) as act:
        found = await act.unjudged(Look(arguments.offset)) if act.names_element else None
        source: Element | Point
        if found is not None:
            source = found
        else:
            assert arguments.point is not None
            source = arguments.point
        target: Element | Point
        target_offset = None
        if arguments.to_x is None:
            if arguments.target_offset_x is not None and arguments.target_offset_y is not None:
                target_offset = (arguments.target_offset_x, arguments.target_offset_y)
            target = await find_element(context, arguments.target_ref, arguments.target_selector, Look(target_offset))
        else:
            assert arguments.to_y is not None
            target = (arguments.to_x, arguments.to_y)
        for place in (source, target):
            if isinstance(place, tuple):
                in_viewport(context.tab, *place)
        source, target = await both_permitted(context.act, [(source, Look(arguments.offset)), (target, Look(target_offset))])
        start, end = await drag(
            *(context.tab, source, target, context.deadline),
            source_offset=arguments.offset,
            target_offset=target_offset,
            hold_ms=arguments.hold_ms,
        )
        path: dict[str, Any] = {"from": [round(value, 1) for value in start], "to": [round(value, 1) for value in end]}
        if isinstance(target, Element):
            path["onto"] = target.label
        if isinstance(source, Element):
            return await act.finish(Dispatched(hit("drag", source, readback=path), source, DragConfirmation(source)))
        return await act.finish(Dispatched(Hit("drag", readback=path)))


class WheelArguments(ActingArguments):
    x: Annotated[Coordinate | None, point("y"), Field(description="viewport CSS px")] = None
    y: Coordinate | None = None
    delta_x: Annotated[Coordinate, Field(description="px, right is positive")] = 0
    delta_y: Annotated[Coordinate, Field(description="px, down is positive")] = 0

    @model_validator(mode="after")
    def _whole_point(self) -> Self:
        if (self.x is None) != (self.y is None):
            raise ValueError("x and y go together")
        return self


@action("wheel", group="pointer", effect="input", arguments=WheelArguments, conduct=gives_input(tier="view"))
async def wheel(context: ActionContext, arguments: WheelArguments) -> dict[str, Any]:
    """Turn the mouse wheel."""

    size = context.tab.page.viewport_size or {"width": 1280, "height": 720}
    x = size["width"] / 2 if arguments.x is None else arguments.x
    y = size["height"] / 2 if arguments.y is None else arguments.y
    async with acting(context, arguments) as act:
        await point_permitted(context.act, x, y)
        await context.tab.page.mouse.move(*await input_point(context.tab, x, y))
        await context.tab.page.mouse.wheel(arguments.delta_x, arguments.delta_y)
        return await act.finish(Dispatched(Hit("wheel", point=(x, y), unannounced=True)))


class MouseArguments(ActingArguments):
    event_type: Annotated[Literal["move", "down", "up", "click", "pinch"], OPERATION]
    x: Annotated[Coordinate, point("y"), Field(description="viewport CSS px")]
    y: Coordinate
    button: Literal["left", "right", "middle"] = "left"
    scale: Annotated[float | None, Field(ge=0.1, le=10), NUMBER] = None

    @model_validator(mode="after")
    def _scale_of_a_pinch(self) -> Self:
        if (self.scale is not None) != (self.event_type == "pinch"):
            raise ValueError("scale goes with event_type pinch, which needs it")
        return self


@action("mouse", group="pointer", effect="input", arguments=MouseArguments, conduct=gives_input())
async def mouse(context: ActionContext, arguments: MouseArguments) -> dict[str, Any]:
    """Send a raw mouse event, or pinch."""

    async with acting(context, arguments) as act:
        await point_permitted(context.act, arguments.x, arguments.y)
        point = await input_point(context.tab, arguments.x, arguments.y)
        device = context.tab.page.mouse
        if arguments.scale is not None:
            check_touch(context.tab)
            await pinch(context.tab, *point, arguments.scale)
            return await act.finish(Dispatched(Hit("pinch", point=(arguments.x, arguments.y), unannounced=True)))
        # A real mouse moves to a point before it is pressed there.
        await device.move(*point)
        match arguments.event_type:
            case "down":
                # It may be down as soon as this is sent, whether or not the answer comes.
                context.tab.input_state.buttons_down.append(arguments.button)
                await device.down(button=arguments.button)
            case "up":
                await device.up(button=arguments.button)
                down = context.tab.input_state.buttons_down
                down[:] = [button for button in down if button != arguments.button]
            case "click":
                await uninterrupted(device.click(*point, button=arguments.button))
        return await act.finish(
            Dispatched(Hit(f"mouse {arguments.event_type}", point=(arguments.x, arguments.y), unannounced=True))
        )
