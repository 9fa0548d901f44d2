"""The select_text action."""

from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from refbrowser.actions.acting import acting, hit
from refbrowser.actions.arguments import NUMBER, ActingArguments, RefArgument, SeenText, Selector
from refbrowser.actions.conduct import gives_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import LOCAL, SELECTOR
from refbrowser.browser.element.dispatched import Dispatched
from refbrowser.browser.input.text_selection import Words, select_words


class SelectTextArguments(ActingArguments):
    """Arguments of select_text: the words, and where they are; by default on the page."""

    ref: RefArgument | None = None
    selector: Annotated[Selector | None, SELECTOR, Field(description="CSS, text= or role=")] = None
    text: Annotated[SeenText, LOCAL, Field(max_length=1_000)]
    occurrence: Annotated[int, Field(ge=1, le=10_000), NUMBER] = 1

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        if self.ref is not None and self.selector is not None:
            raise ValueError("ref and selector exclude each other")
        return self


@action("select_text", group="keyboard", effect="input", arguments=SelectTextArguments, conduct=gives_input("words"))
async def select_text(context: ActionContext, arguments: SelectTextArguments) -> dict[str, Any]:
    """Select words in a field or on the page."""

    async with acting(context, arguments) as act:
        scope = await act.element() if act.names_element else None
        element, selected = await select_words(context.act, scope, Words(arguments.text, arguments.occurrence))
        return await act.finish(Dispatched(hit("select_text", element, unannounced=True), element, selected))
