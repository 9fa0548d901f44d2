"""Keyboard actions."""

from typing import Annotated, Any

from pydantic import Field

from refbrowser.actions.acting import acted, find_element, hit
from refbrowser.actions.arguments import ActingArguments, ElementArguments
from refbrowser.actions.spec import ActionContext, action
from refbrowser.browser import keyboard
from refbrowser.browser.targets import Element
from refbrowser.results import Hit


class TypeArguments(ElementArguments, ActingArguments):
    text: Annotated[str, Field(max_length=1_000_000)]
    clear: Annotated[bool, Field(description="replace what the field holds")] = True
    slowly: Annotated[bool, Field(description="one key event per character")] = False


@action("type", group="keyboard", effect="input", arguments=TypeArguments, aliases=("fill", "type_text"))
async def type_(context: ActionContext, arguments: TypeArguments) -> dict[str, Any]:
    """Type text into a field; the receipt reads its value back."""

    async def dispatch() -> tuple[Hit, Element | None]:
        element = await _type(context, arguments)
        return hit("type", element, typed=arguments.text), element

    return await acted(context, arguments, dispatch)


class SubmitArguments(ElementArguments, ActingArguments):
    pass


@action("submit", group="keyboard", effect="input", arguments=SubmitArguments)
async def submit(context: ActionContext, arguments: SubmitArguments) -> dict[str, Any]:
    """Submit the form that a field or button belongs to, as a person would."""

    async def dispatch() -> tuple[Hit, Element | None]:
        element = await find_element(context, arguments.ref, arguments.selector, pointer=False)
        element = await keyboard.submit(element, context.deadline)
        return hit("submit", element), element

    return await acted(context, arguments, dispatch)


@action("type_submit", group="keyboard", effect="input", arguments=TypeArguments, aliases=("typesubmit",))
async def type_submit(context: ActionContext, arguments: TypeArguments) -> dict[str, Any]:
    """Type text into a field and submit its form."""

    async def dispatch() -> tuple[Hit, Element | None]:
        element = await _type(context, arguments)
        await keyboard.submit(element, context.deadline)
        return hit("type_submit", element, typed=arguments.text), element

    return await acted(context, arguments, dispatch)


async def _type(context: ActionContext, arguments: TypeArguments) -> Element:
    element = await find_element(context, arguments.ref, arguments.selector, pointer=False)
    return await keyboard.type_into(element, arguments.text, context.deadline, clear=arguments.clear, slowly=arguments.slowly)
