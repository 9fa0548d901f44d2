"""The flow action: recorded work that runs without a model."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from refbrowser.actions.arguments import NUMBER, Arguments, Milliseconds
from refbrowser.actions.conduct import no_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import LOCAL, OPERATION

FlowOperation = Literal["run", "list", "show", "save", "repair"]


class FlowArguments(Arguments):
    operation: Annotated[FlowOperation, OPERATION] = "run"
    name: Annotated[str | None, LOCAL, Field(min_length=1, max_length=200)] = None
    inputs: Annotated[dict[str, Any] | None, LOCAL] = None
    first: Annotated[int | None, Field(ge=1), NUMBER] = None
    until: Annotated[int | None, Field(ge=1), NUMBER] = None
    trial: bool = True
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
