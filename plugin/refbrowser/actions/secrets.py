"""Secrets by name: which there are, and one on its way into a field."""

from typing import Annotated, Any, Final

from pydantic import Field

from refbrowser.actions.arguments import Arguments
from refbrowser.actions.spec import ActionContext, action
from refbrowser.browser.element.resolve import Element
from refbrowser.browser.input.secret_entry import enter_secret
from refbrowser.errors import PolicyError

SecretArgument = Annotated[str | None, Field(min_length=1, max_length=100, description="a secret's name, instead")]

MOST: Final = 200


@action("secrets", group="session", effect="read", scope="chat", arguments=Arguments)
async def secrets(context: ActionContext, arguments: Arguments) -> dict[str, Any]:
    """Names of secrets."""
    known = context.secrets.names() if context.secrets is not None else []
    left_out = {"left_out": len(known) - MOST} if len(known) > MOST else {}
    return {"secrets": known[:MOST], **left_out}


async def type_secret(context: ActionContext, element: Element, name: str) -> Element:
    """Types the secret into the field; nothing of its value comes back. Raises ``secret_unknown`` and ``secret_origin``."""
    if context.secrets is None:
        raise PolicyError(
            f"There is no secret {name!r}: the setting secrets names no list.", code="secret_unknown", details={"secret": name}
        )
    origins, value = await context.secrets.value(name)
    return await enter_secret(element, name, value, origins, context.deadline)
