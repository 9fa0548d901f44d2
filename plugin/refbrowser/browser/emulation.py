"""Another device, place or preference for a page. What holds is read back from the page, not assumed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, Literal

from playwright.async_api import BrowserContext, Error

from refbrowser.browser.tab import Tab
from refbrowser.errors import CallError

NONE: Final = "none"
"""Ends the emulation of that part."""

_SEEN: Final = (
    "JSON.stringify({user_agent: navigator.userAgent, languages: [...navigator.languages],"
    " locale: Intl.DateTimeFormat().resolvedOptions().locale, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,"
    " viewport: {width: innerWidth, height: innerHeight}, device_scale: devicePixelRatio, touch_points: navigator.maxTouchPoints,"
    " color_scheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light', online: navigator.onLine})"
)


@dataclass(frozen=True, slots=True)
class Place:
    """A position on Earth in degrees; ``accuracy`` is a radius in metres."""

    latitude: float
    longitude: float
    accuracy: float = 0


class Emulator:
    """Emulates on one tab. Locale and timezone hold for every tab of the same site in the chat, because these share a process;
    geolocation and offline hold for the whole chat."""

    def __init__(self, tab: Tab, context: BrowserContext, devices: Mapping[str, Any]) -> None:
        self._tab = tab
        self._context = context
        self._devices = devices

    async def device(self, name: str) -> None:
        """Viewport, scale, touch and user agent of the device that Playwright knows by that name; ``none`` ends it.

        Raises ``invalid_arguments`` with the nearest names.
        """
        inspector = self._tab.inspector
        if name.lower() == NONE:
            await inspector.send("Emulation.clearDeviceMetricsOverride")
            await inspector.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
            await inspector.send("Emulation.setUserAgentOverride", {"userAgent": ""})
            return
        device = self._devices[self._known_device(name)]
        size = device["viewport"]
        await self._tab.page.set_viewport_size(size)
        metrics = {**size, "deviceScaleFactor": device["device_scale_factor"], "mobile": device["is_mobile"]}
        await inspector.send(
            "Emulation.setDeviceMetricsOverride", {**metrics, "screenWidth": size["width"], "screenHeight": size["height"]}
        )
        await inspector.send("Emulation.setTouchEmulationEnabled", {"enabled": device["has_touch"], "maxTouchPoints": 5})
        await inspector.send("Emulation.setUserAgentOverride", {"userAgent": device["user_agent"]})

    async def locale(self, name: str) -> None:
        """The language of dates, numbers and ``navigator.language``. Raises ``invalid_arguments``."""
        wanted = {} if name.lower() == NONE else {"locale": name}
        await self._override("locale", name, "Emulation.setLocaleOverride", wanted)
        agent = (await self.seen())["user_agent"]
        await self._tab.inspector.send(
            "Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": wanted.get("locale", "")}
        )

    async def timezone(self, name: str) -> None:
        """The zone of the page's clock, by its IANA name. Raises ``invalid_arguments``."""
        zone = "" if name.lower() == NONE else name
        await self._override("timezone", name, "Emulation.setTimezoneOverride", {"timezoneId": zone})

    async def geolocation(self, place: Place) -> None:
        """Where the browser says it is; pages are permitted to ask."""
        await self._context.grant_permissions(["geolocation"])
        await self._context.set_geolocation({"latitude": place.latitude, "longitude": place.longitude, "accuracy": place.accuracy})

    async def color_scheme(self, scheme: Literal["light", "dark", "none"]) -> None:
        """What ``prefers-color-scheme`` answers."""
        await self._tab.page.emulate_media(color_scheme="null" if scheme == NONE else scheme)

    async def offline(self, offline: bool) -> None:
        """Whether the network is cut off."""
        await self._context.set_offline(offline)

    async def seen(self) -> dict[str, Any]:
        """What the page is told: user agent, languages, locale, timezone, viewport, scale, touch, colour scheme, online."""
        answer = await self._tab.inspector.send("Runtime.evaluate", {"expression": _SEEN, "returnByValue": True})
        seen: dict[str, Any] = json.loads(answer["result"]["value"])
        return seen

    async def _override(self, part: str, name: str, method: str, wanted: dict[str, Any]) -> None:
        try:
            await self._tab.inspector.send(method, wanted)
        except Error as failure:
            if "already in effect" in failure.message:
                raise CallError(f"The {part} is fixed for this browser by the setting {part}.", details={part: name}) from None
            if "nvalid" in failure.message:
                raise CallError(f"{name!r} is no {part} that Chromium knows.", details={part: name}) from None
            raise

    def _known_device(self, name: str) -> str:
        by_lower = {known.lower(): known for known in self._devices}
        if (known := by_lower.get(name.strip().lower())) is not None:
            return known
        near = [by_lower[lower] for lower in get_close_matches(name.lower(), by_lower, n=5, cutoff=0.4)]
        raise CallError(
            f"There is no device {name!r}" + (f"; did you mean {' or '.join(near[:3])}?" if near else "."),
            details={"nearest": near},
        )
