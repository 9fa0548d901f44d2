"""Pretending to be elsewhere, or another machine."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from refbrowser.actions.acting import tab_state
from refbrowser.actions.arguments import NUMBER, TabArguments
from refbrowser.actions.spec import ActionContext, action
from refbrowser.browser.emulation import Place

Name = Annotated[str, Field(min_length=1, max_length=100)]


class Geolocation(BaseModel):
    """Degrees; the accuracy is in metres."""

    model_config = ConfigDict(extra="forbid")

    latitude: Annotated[float, Field(ge=-90, le=90), NUMBER]
    longitude: Annotated[float, Field(ge=-180, le=180), NUMBER]
    accuracy: Annotated[float, Field(ge=0), NUMBER] = 0


class EmulateArguments(TabArguments):
    device: Annotated[Name | None, Field(description='such as "iPhone 15", or none')] = None
    locale: Name | None = None
    timezone: Name | None = None
    geolocation: Annotated[Geolocation | None, Field(description="latitude, longitude")] = None
    color_scheme: Literal["light", "dark", "none"] | None = None
    offline: bool | None = None

    @model_validator(mode="after")
    def _something(self) -> Self:
        parts = ("device", "locale", "timezone", "geolocation", "color_scheme", "offline")
        if all(getattr(self, name) is None for name in parts):
            raise ValueError(f"at least one of {', '.join(parts)} is needed")
        return self


@action("emulate", group="capture", effect="session", arguments=EmulateArguments)
async def emulate(context: ActionContext, arguments: EmulateArguments) -> dict[str, Any]:
    """Another device or place."""
    emulator = context.session.emulator(context.tab)
    if arguments.device is not None:
        await emulator.device(arguments.device)
    if arguments.locale is not None:
        await emulator.locale(arguments.locale)
    if arguments.timezone is not None:
        await emulator.timezone(arguments.timezone)
    if (place := arguments.geolocation) is not None:
        await emulator.geolocation(Place(place.latitude, place.longitude, place.accuracy))
    if arguments.color_scheme is not None:
        await emulator.color_scheme(arguments.color_scheme)
    if arguments.offline is not None:
        await emulator.offline(arguments.offline)
    return {"seen": await emulator.seen(), "state": (await tab_state(context)).as_dict()}
