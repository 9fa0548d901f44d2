"""The flow action: recorded work that runs without a model."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator
from pydantic.json_schema import SkipJsonSchema

from refbrowser.actions.arguments import NUMBER, Arguments, Milliseconds
from refbrowser.actions.conduct import no_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import LOCAL, OPERATION

FlowOperation = Literal["run", "list", "show", "save", "repair"]


class FlowArguments(Arguments):
    operation: Annotated[FlowOperation, OPERATION] = "run"
    name: Annotated[str | None, LOCAL, Field(min_length=1, max_length=200)] = None
    inputs: Annotated[dict[str, Any] | None, LOCAL] = None
    first: SkipJsonSchema[Annotated[int | None, Field(ge=1), NUMBER]] = None
    """The call of the chat's session from which a saved flow is made; ``until`` is the last one."""
    until: SkipJsonSchema[Annotated[int | None, Field(ge=1), NUMBER]] = None
    trial: SkipJsonSchema[bool] = True
    """Whether a saved flow is tried in a fresh chat, which does on the site again what it does."""
    timeout_ms: Annotated[Milliseconds | None, Field(description="deadline of this call")] = 600_000

    @model_validator(mode="after")
    def _named(self) -> Self:
        if self.name is None and self.operation != "list":
            raise ValueError(f"{self.operation} needs the name of a flow")
        return self


@action("flow", group="batch", effect="session", scope="chat", arguments=FlowArguments, batchable=False, conduct=no_input("call"))
async def flow(context: ActionContext, arguments: FlowArguments) -> dict[str, Any]:
    """Run a saved flow; save, list, show or repair one."""
    assert context.flows is not None
    return await context.flows(arguments)
