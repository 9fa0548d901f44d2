"""The identity action: how the chat appears to sites."""

from typing import Annotated, Any, Literal

from refbrowser.actions.arguments import Arguments
from refbrowser.actions.conduct import no_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import OPERATION
from refbrowser.browser.session.session import BrowserSession
from refbrowser.errors import StateError


class IdentityArguments(Arguments):
    operation: Annotated[Literal["show", "new"], OPERATION] = "show"


@action("identity", group="session", effect="session", arguments=IdentityArguments, scope="chat", conduct=no_input("call"))
async def identity(context: ActionContext, arguments: IdentityArguments) -> dict[str, Any]:
    """Show or renew it (Tor)."""
    boundary = await context.boundary()
    if arguments.operation == "new" and not boundary.new_circuit():
        raise StateError(
            "This chat has no Tor circuit to change: its network is not tor.",
            code="unsupported",
            details={"network": boundary.rules.mode},
        )
    shown: dict[str, Any] = {"network": boundary.rules.mode, "upstream": str(boundary.upstream) if boundary.upstream else None}
    if boundary.circuit:
        shown["circuit"] = boundary.circuit
    if context.has_session:
        shown |= _appearance(context.session)
    if arguments.operation == "new":
        shown["kept"] = ["cookies", "storage", "tabs"]
    return shown


def _appearance(session: BrowserSession) -> dict[str, Any]:
    """What sites see of the browser; None is the machine's own, or Chromium's."""
    settings = session.settings
    active = next((tab for tab in session.tabs if tab.browser_id == session.last_interacted), None)
    emulated = active.emulated if active is not None else None
    return {
        "locale": (emulated.locale if emulated is not None else None) or settings.locale,
        "timezone": (emulated.timezone if emulated is not None else None) or settings.timezone,
        "viewport": [settings.viewport_width, settings.viewport_height],
        "user_agent": (emulated.user_agent or emulated.device_agent) if emulated is not None else None,
    }
