"""The emulate action."""

from dataclasses import replace
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from refbrowser.actions.acting import held_tabs, tab_state
from refbrowser.actions.arguments import NUMBER, PartArguments, TabArguments
from refbrowser.actions.conduct import no_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import LOCAL, SENT, called
from refbrowser.browser.tab.emulation import Permission
from refbrowser.policy.vocabulary import OFFLINE

Name = Annotated[str, Field(min_length=1, max_length=100)]

_MOST_PERMISSIONS: Final = 20


def _permissions(permissions: dict[str, Permission]) -> dict[str, Permission]:
    if len(permissions) > _MOST_PERMISSIONS or not all(0 < len(name) <= 100 for name in permissions):
        raise ValueError(f"at most {_MOST_PERMISSIONS} permissions, each a name of at most 100 characters, are allowed")
    return permissions


Permissions = Annotated[dict[str, Permission], AfterValidator(_permissions)]


class Geolocation(PartArguments):
    """Degrees; ``accuracy`` in metres."""

    latitude: Annotated[float, Field(ge=-90, le=90), NUMBER]
    longitude: Annotated[float, Field(ge=-180, le=180), NUMBER]
    accuracy: Annotated[float, Field(ge=0), NUMBER] = 0


_POSITION: Final = replace(SENT, written=lambda place: f"{place.latitude} {place.longitude}")


class EmulateArguments(TabArguments):
    device: Annotated[Name | None, LOCAL, Field(description='such as "iPhone 15", or none')] = None
    locale: Annotated[Name | None, SENT] = None
    timezone: Annotated[Name | None, SENT] = None
    geolocation: Annotated[Geolocation | None, _POSITION] = None
    color_scheme: Literal["light", "dark", "none"] | None = None
    offline: Annotated[bool | None, called(OFFLINE)] = None
    reduced_motion: Literal["reduce", "no-preference", "none"] | None = None
    user_agent: Annotated[str | None, SENT, Field(min_length=1, max_length=1000, pattern=r"^[^\x00\r\n]*$")] = None
    network: Literal["slow_3g", "fast_3g", "slow_4g", "fast_4g", "none"] | None = None
    cpu: Annotated[float | None, Field(ge=1, le=50), NUMBER] = None
    permissions: Annotated[Permissions | None, LOCAL, Field(description="of this site")] = None
    passkeys: bool | None = None
    reset: Annotated[bool, Field(description="end all emulation first")] = False

    @model_validator(mode="after")
    def _something(self) -> Self:
        parts = [name for name in type(self).model_fields if name not in TabArguments.model_fields]
        if all(getattr(self, name) in (None, False) for name in parts) and self.offline is None and self.passkeys is None:
            raise ValueError(f"at least one of {', '.join(parts)} is needed")
        return self


_PARTS: Final = frozenset(EmulateArguments.model_fields) - frozenset(TabArguments.model_fields) - {"reset"}


@action(
    "emulate",
    group="capture",
    effect="session",
    arguments=EmulateArguments,
    conduct=replace(no_input("call", "view"), everywhere=True),
)
async def emulate(context: ActionContext, arguments: EmulateArguments) -> dict[str, Any]:
    """Emulate a device or place."""
    emulator = context.session.emulator(context.tab)
    if arguments.reset:
        await emulator.reset()
    place = arguments.geolocation
    given = {name: getattr(arguments, name) for name in EmulateArguments.model_fields if name in _PARTS}
    given["geolocation"] = None if place is None else (place.latitude, place.longitude, place.accuracy)
    await emulator.apply({name: value for name, value in given.items() if value is not None})
    network = "offline" if context.session.offline else "no longer offline"
    held = {} if emulator.confirmed else {"unconfirmed": f"{held_tabs(context)}: {network} when it goes on"}
    return {"seen": await emulator.seen(), **held, "state": (await tab_state(context)).as_dict()}
