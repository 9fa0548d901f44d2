"""Secrets by name: which there are, and one on its way into a field or into HTTP authentication."""

from collections.abc import Sequence
from typing import Annotated, Any, Final

from pydantic import Field

from refbrowser.actions.arguments import Arguments
from refbrowser.actions.conduct import no_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import SECRET
from refbrowser.browser.element.element import Element
from refbrowser.browser.input.secret_entry import enter_secret
from refbrowser.browser.network.http_auth import Credentials, origin_of
from refbrowser.errors import CallError, PolicyError
from refbrowser.masking import SHORTEST
from refbrowser.policy.hosts import address_of, host_and_port, is_loopback_name
from refbrowser.policy.outcomes import wrong_origin

SecretArgument = Annotated[str | None, SECRET, Field(min_length=1, max_length=100, description="a secret's name, instead")]

MOST: Final = 200


@action("secrets", group="session", effect="read", scope="chat", arguments=Arguments, conduct=no_input("call"))
async def secrets(context: ActionContext, arguments: Arguments) -> dict[str, Any]:
    """Names of secrets."""
    names = context.secrets.names() if context.secrets is not None else []
    left_out = {"left_out": len(names) - MOST} if len(names) > MOST else {}
    return {"secrets": names[:MOST], **left_out}


async def type_secret(context: ActionContext, element: Element, name: str) -> tuple[Element, bool]:
    """Types the secret into the field; nothing of its value comes back but whether the field kept all of it. Raises
    ``secret_unknown`` and ``secret_origin``."""
    origins, value = await _value(context, name)
    context.session.clipboard.gave(name, value, origins)
    context.session.hub.masker.given.update(origins)
    return await enter_secret(element, name, value, origins)


async def check_secret(context: ActionContext, name: str) -> None:
    """Raises ``secret_unknown``, and what keeps the secret's store from giving it."""
    await _value(context, name)


async def secret_credentials(context: ActionContext, url: str, username: str | None, name: str) -> Credentials:
    """What the origin of ``url`` is given if it asks: the secret is the password, or without ``username`` both, as user:password.
    Raises ``secret_unknown``, ``secret_origin``, ``invalid_arguments``."""
    origins, value = await _value(context, name)
    origin, place = origin_of(url) or "", host_and_port(url)
    if origin not in origins:
        raise wrong_origin(name, origin or "another scheme", origins)
    if not origin.startswith("https:") and not (place is not None and _is_this_machine(place[0])):
        raise wrong_origin(name, origin, origins, insecure=True)
    password = value
    if username is None:
        username, colon, password = value.partition(":")
        if not colon or len(password) < SHORTEST:
            raise CallError(f"The secret {name} is not user:password; give username with it.")
        context.session.hub.masker.add(password)
    context.session.hub.masker.given.add(origin)
    return Credentials(username, password)


async def _value(context: ActionContext, name: str) -> tuple[Sequence[str], str]:
    if context.secrets is None:
        raise PolicyError(
            f"There is no secret {name!r}: the setting secrets is unset.", code="secret_unknown", details={"secret": name}
        )
    context.deadline.stage = f"the store of the secret {name}"
    return await context.secrets.value(name)


def _is_this_machine(host: str) -> bool:
    address = address_of(host)
    return is_loopback_name(host) or (address is not None and address.is_loopback)
