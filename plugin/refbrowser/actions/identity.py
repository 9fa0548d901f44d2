"""The identity action: how the chat appears to sites."""

from typing import Any, Literal

from refbrowser.actions.arguments import Arguments
from refbrowser.actions.spec import ActionContext, action
from refbrowser.errors import StateError


class IdentityArguments(Arguments):
    operation: Literal["show", "new"] = "show"


@action("identity", group="session", effect="session", arguments=IdentityArguments, scope="chat")
async def identity(context: ActionContext, arguments: IdentityArguments) -> dict[str, Any]:
    """Show or renew it (Tor)."""
    boundary = await context.boundary()
    if arguments.operation == "new" and not boundary.new_circuit():
        raise StateError(
            "This chat has no circuit that could be changed: its network is not tor.",
            code="unsupported",
            details={"network": boundary.rules.mode},
        )
    shown: dict[str, Any] = {"network": boundary.rules.mode, "upstream": str(boundary.upstream) if boundary.upstream else None}
    if boundary.circuit:
        shown["circuit"] = boundary.circuit
    if context.has_session:
        shown |= context.session.appearance
    if arguments.operation == "new":
        shown["kept"] = ["cookies", "storage", "tabs"]
    return shown
