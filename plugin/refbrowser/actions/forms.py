"""Actions on form controls."""

from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from refbrowser.actions.acting import acted, find_element, hit
from refbrowser.actions.arguments import ActingArguments, ElementArguments
from refbrowser.actions.spec import ActionContext, action
from refbrowser.browser import forms
from refbrowser.browser.targets import Element
from refbrowser.results import Hit

Choice = Annotated[str | int, Field(union_mode="left_to_right")]


class SelectOptionArguments(ElementArguments, ActingArguments):
    value: Annotated[Choice | None, Field(description="an option's value, label or index")] = None
    values: Annotated[list[Choice] | None, Field(max_length=200)] = None

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if (self.value is None) == (self.values is None):
            raise ValueError("exactly one of value and values is needed")
        return self


@action("select_option", group="forms", effect="input", arguments=SelectOptionArguments, aliases=("select",))
async def select_option(context: ActionContext, arguments: SelectOptionArguments) -> dict[str, Any]:
    """Choose options of a select by value, label or index."""
    wanted = arguments.values if arguments.values is not None else [_given(arguments.value)]

    async def dispatch() -> tuple[Hit, Element | None]:
        element = await find_element(context, arguments.ref, arguments.selector, pointer=False)
        element = await forms.select(element, wanted, context.deadline)
        return hit("select_option", element), element

    return await acted(context, arguments, dispatch)


def _given(value: str | int | None) -> str | int:
    assert value is not None
    return value


class SetCheckedArguments(ElementArguments, ActingArguments):
    checked: bool = True


@action("set_checked", group="forms", effect="input", arguments=SetCheckedArguments)
async def set_checked(context: ActionContext, arguments: SetCheckedArguments) -> dict[str, Any]:
    """Check or uncheck a checkbox, radio, switch or toggle; nothing is pressed if it is already so."""

    async def dispatch() -> tuple[Hit, Element | None]:
        element = await find_element(context, arguments.ref, arguments.selector)
        element, pressed = await forms.set_checked(element, arguments.checked, context.deadline)
        return hit("set_checked", element, readback={"already_so": True} if not pressed else {}), element

    return await acted(context, arguments, dispatch)
