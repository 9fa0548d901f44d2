"""The spec of ``multi``. It has no handler: the service runs its calls."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from refbrowser.actions.arguments import Arguments
from refbrowser.actions.conduct import no_input
from refbrowser.actions.spec import Action
from refbrowser.actions.uses import LOCAL

MOST_CALLS: Final = 100


class MultiArguments(Arguments):
    calls: Annotated[
        list[dict[str, Any]],
        LOCAL,  # each is judged by itself
        Field(
            min_length=1,
            max_length=MOST_CALLS,
            description='action objects; "browser_id": "$0" is the tab that call 0 opened',
        ),
    ]
    sequence: SkipJsonSchema[bool | Literal["last"]] = False
    """Return what ``interact`` returns in tools that have it: ``{results, aborted, abort_reason, state}``; ``last``: the result of
    the last call, or the error of the first that failed."""
    stop_on_error: Annotated[bool, Field(description="a failure skips its tab's later actions")] = True
    observe: Annotated[Literal["changes", "content", "none"] | None, Field(description="for every call")] = None


multi = Action(
    name="multi",
    group="batch",
    effect="session",
    summary="Run calls on different tabs in parallel, on one tab in order; answers in call order.",
    arguments=MultiArguments,
    handler=None,
    scope="chat",
    needs_turn=False,
    batchable=False,
    conduct=no_input(),
)
