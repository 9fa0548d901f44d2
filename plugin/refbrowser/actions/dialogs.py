"""The dialog action."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator
from pydantic.json_schema import SkipJsonSchema

from refbrowser.actions.acting import tab_state
from refbrowser.actions.arguments import TabArguments, Text
from refbrowser.actions.conduct import gives_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import LOCAL, OPERATION, SENT
from refbrowser.browser.monitor.dialogs import answer_to
from refbrowser.browser.tab.responsiveness import held_by, shown_by
from refbrowser.errors import NavigationError, RefbrowserError
from refbrowser.results import DialogView


class DialogArguments(TabArguments):
    operation: Annotated[Literal["accept", "dismiss"], OPERATION]
    text: Annotated[Text | None, SENT, Field(max_length=10_000, description="for a prompt, default its own")] = None
    dialog_id: Annotated[str | None, LOCAL, Field(min_length=1, max_length=40)] = None
    arm: Annotated[bool, Field(description="answer the next one ahead")] = False
    arm_unless_open: SkipJsonSchema[bool] = False
    """Answer the open dialog, or arm for the next one when none is open. Tools with one call for both translate to this."""

    @model_validator(mode="after")
    def _one_dialog(self) -> Self:
        if self.dialog_id is not None and self.arm:
            raise ValueError("arm answers the next dialog, which has no dialog_id yet")
        return self


@action(
    "dialog",
    group="dialogs",
    effect="session",
    arguments=DialogArguments,
    needs_turn=False,
    conduct=gives_input("dialog", "dialog"),
)
async def dialog(context: ActionContext, arguments: DialogArguments) -> dict[str, Any]:
    """Accept or dismiss the open dialog, or with arm the next one."""
    tab = context.tab
    tab.lock.refuse_while_held()
    if arguments.arm or (arguments.arm_unless_open and not tab.dialogs.pending):
        tab.dialogs.arm(accept=arguments.operation == "accept", text=arguments.text)
        return {"armed": arguments.operation, "state": (await tab_state(context)).as_dict()}
    answered = await tab.dialogs.answer(accept=arguments.operation == "accept", text=arguments.text, dialog_id=arguments.dialog_id)
    result: dict[str, Any] = {"dialog": answered.as_dict()}
    owner = held_by(answered, tab, context.session.tabs)
    held = owner.operations.suspended
    try:
        outcome = await owner.operations.resume(context.deadline)
    except RefbrowserError as failure:
        if isinstance(failure, NavigationError) and failure.details.get("stayed"):
            # The dialog asked whether to leave the page; dismissing it means to stay.
            return {**result, "stayed": True, "state": (await tab_state(context)).as_dict()}
        failure.not_to_repeat = True
        failure.details |= result
        done = "accepted" if answered.accepted else "dismissed"
        failure.message = f"The dialog was {done}. The action that it had held then failed: {failure.message}"
        raise
    if isinstance(outcome, DialogView):
        result["next_dialog"] = outcome.as_dict()
        result["answer_with"] = answer_to(outcome, shown_by(outcome, tab, context.session.tabs).browser_id).as_dict()
    elif outcome is not None:
        result |= {"performed": held.performed} if held is not None and held.performed is not None else {}
        result["outcome"] = outcome
    return {**result, "state": (await tab_state(context)).as_dict()}
