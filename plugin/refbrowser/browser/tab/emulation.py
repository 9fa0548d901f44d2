"""Another device, place or preference for a page. What holds is read back from the page, not assumed."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Error

from refbrowser.browser.playwright_internals.wording import Wording, says
from refbrowser.browser.tab.passkeys import add_authenticator, remove_authenticator
from refbrowser.browser.tab.tab import Tab
from refbrowser.browser.tab.viewport import resize
from refbrowser.errors import CallError, Remedy

Permission = Literal["granted", "denied", "prompt"]

NONE: Final = "none"
"""Ends the emulation of that part."""

FINGERS: Final = 5
"""How many a touch screen follows at once."""

_KILOBITS: Final = 1000 / 8
_NETWORKS: Final[dict[str, tuple[float, float, float]]] = {
    NONE: (0, -1, -1),
    "slow_3g": (2000, 400 * _KILOBITS, 400 * _KILOBITS),
    "fast_3g": (562.5, 1440 * _KILOBITS, 675 * _KILOBITS),
    "slow_4g": (150, 1600 * _KILOBITS, 750 * _KILOBITS),
    "fast_4g": (60, 9000 * _KILOBITS, 9000 * _KILOBITS),
}
"""Milliseconds until an answer begins, bytes per second down and up; those of Chromium's own developer tools."""

_NOT_KEPT: Final = frozenset({"offline", "permissions", "site_permissions"})
"""What holds for the chat, or is kept by site."""

_PATIENCE_MS: Final = 10_000

_CLIPBOARD_READ: Final = "clipboard-read"
"""How long the page is waited for that says what it is given."""

_SEEN: Final = (
    "JSON.stringify({user_agent: navigator.userAgent, languages: [...navigator.languages],"
    " locale: Intl.DateTimeFormat().resolvedOptions().locale, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,"
    " viewport: {width: innerWidth, height: innerHeight}, device_scale: devicePixelRatio, touch_points: navigator.maxTouchPoints,"
    " color_scheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',"
    " reduced_motion: matchMedia('(prefers-reduced-motion: reduce)').matches, online: navigator.onLine})"
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

    def __init__(
        self,
        tab: Tab,
        context: BrowserContext,
        devices: Callable[[], Mapping[str, Any]],
        go_offline: Callable[[bool], Awaitable[bool]],
    ) -> None:
        """``devices`` returns those that Playwright knows; it copies them all, which takes five milliseconds."""
        self._tab = tab
        self._go_offline = go_offline
        self._context = context
        self._devices = devices
        self.confirmed = True
        """False after a change for the whole chat that a tab of it, which does not respond, takes on later."""

    async def apply(self, asked: Mapping[str, Any]) -> None:
        """Carry out what is ``asked``, by the arguments of ``emulate`` and ``set_viewport``; it is kept, to be asked
        again of the tab's next page. Raise as the parts."""
        kept = self._tab.emulated.asked
        for part, value in asked.items():
            if part == "viewport":
                await resize(self._tab, *value)
            elif part == "geolocation":
                await self.geolocation(Place(*value))
            elif part == "site_permissions":
                for origin, name, setting in value:
                    await self._set_permission(name, setting, origin)
            else:
                await getattr(self, part)(value)
            if part not in _NOT_KEPT:
                kept.pop(part, None)
                kept[part] = value

    async def device(self, name: str) -> None:
        """Viewport, scale, touch and user agent of the device that Playwright knows by that name; ``none`` ends it.

        Raises ``invalid_arguments`` with the nearest names.
        """
        tab, cdp = self._tab, self._tab.cdp
        if name.lower() == NONE:
            if tab.emulated.size is not None:
                await cdp.send("Emulation.clearDeviceMetricsOverride")
                await self._touch(False)
                size, tab.emulated.size = tab.emulated.size, None
                # Playwright sends a size only when it is another than the last; that of the device was.
                await self._tab.page.set_viewport_size({"width": size[0] + 1, "height": size[1]})
                await resize(tab, *size, None)
            tab.emulated.device_agent = None
            await self._send_user_agent()
            return
        devices = self._devices()
        device = devices[_known_device(name, devices)]
        size, before = device["viewport"], tab.page.viewport_size
        if tab.emulated.size is None and before is not None:
            tab.emulated.size = before["width"], before["height"]
        await tab.page.set_viewport_size(size)
        metrics = {**size, "deviceScaleFactor": device["device_scale_factor"], "mobile": device["is_mobile"]}
        await cdp.send(
            "Emulation.setDeviceMetricsOverride", {**metrics, "screenWidth": size["width"], "screenHeight": size["height"]}
        )
        await self._touch(device["has_touch"])
        tab.emulated.device_agent = device["user_agent"]
        await self._send_user_agent()

    async def _touch(self, has_touch: bool) -> None:
        """Whether the page sees a touch screen; presses are taps then."""
        await self._tab.cdp.send("Emulation.setTouchEmulationEnabled", {"enabled": has_touch, "maxTouchPoints": FINGERS})
        self._tab.emulated.touch = has_touch

    async def user_agent(self, text: str) -> None:
        """The name that the browser gives itself; before that of a device. ``none`` ends it."""
        self._tab.emulated.user_agent = None if text.lower() == NONE else text
        await self._send_user_agent()

    async def locale(self, name: str) -> None:
        """The language of dates, numbers and ``navigator.language``. Raises ``invalid_arguments``."""
        wanted = {} if name.lower() == NONE else {"locale": name}
        await self._override("locale", name, "Emulation.setLocaleOverride", wanted)
        self._tab.emulated.locale = wanted.get("locale")
        await self._send_user_agent()

    async def _send_user_agent(self) -> None:
        """User agent and languages go in one command; without either, what there was before counts again."""
        emulated, cdp = self._tab.emulated, self._tab.cdp
        agent, locale = emulated.user_agent or emulated.device_agent, emulated.locale
        # The command needs a name for the browser to say a language.
        await cdp.send("Emulation.setUserAgentOverride", {"userAgent": ""})
        if agent is None and locale is not None:
            agent = (await self.seen())["user_agent"]
        if agent is not None:
            language = {"acceptLanguage": locale} if locale is not None else {}
            await cdp.send("Emulation.setUserAgentOverride", {"userAgent": agent, **language})

    async def network(self, preset: str) -> None:
        """How fast the network seems; ``none`` ends that."""
        latency, down, up = _NETWORKS[preset]
        speed = {"downloadThroughput": down, "uploadThroughput": up}
        await self._tab.cdp.send("Network.emulateNetworkConditions", {"offline": False, "latency": latency, **speed})
        self._tab.emulated.network = preset

    async def cpu(self, slowdown: float) -> None:
        """By how much scripts run slower; 1 is the machine's own speed."""
        await self._tab.cdp.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        self._tab.emulated.cpu = slowdown

    async def reduced_motion(self, wish: Literal["reduce", "no-preference", "none"]) -> None:
        """What ``prefers-reduced-motion`` answers."""
        await self._tab.page.emulate_media(reduced_motion="null" if wish == NONE else wish)

    async def timezone(self, name: str) -> None:
        """The zone of the page's clock, by its IANA name. Raises ``invalid_arguments``."""
        zone = "" if name.lower() == NONE else name
        await self._override("timezone", name, "Emulation.setTimezoneOverride", {"timezoneId": zone})
        self._tab.emulated.timezone = zone or None

    async def geolocation(self, place: Place) -> None:
        """Where the browser says it is; pages are permitted to ask."""
        await self._context.grant_permissions(["geolocation"])
        await self._context.set_geolocation({"latitude": place.latitude, "longitude": place.longitude, "accuracy": place.accuracy})

    async def permissions(self, settings: Mapping[str, Permission]) -> None:
        """Grant or deny permissions to the site that the tab shows, in all tabs of the chat; ``prompt`` ends that. Raise
        ``invalid_arguments`` for a name that Chromium does not know, or on a page without a site."""
        address = urlsplit(self._tab.url)
        if address.scheme not in ("http", "https"):
            raise CallError("Permissions are a site's: the tab shows none.", remedy=Remedy("navigate", hint="to the site first"))
        origin = f"{address.scheme}://{address.netloc.rpartition('@')[2]}"
        for name, setting in settings.items():
            await self._set_permission(name, setting, origin)

    async def _set_permission(self, name: str, setting: Permission, origin: str) -> None:
        if name == _CLIPBOARD_READ and setting == "granted":
            raise CallError(
                f"{name} is not granted: Chromium has one clipboard for the pages of all chats.",
                remedy=Remedy(
                    hint="paste with clipboard; with the setting clipboard_bridge, pages read this chat's own after a press"
                ),
                details={"permission": name},
            )
        cdp = self._tab.cdp
        wanted = {"permission": {"name": name}, "setting": setting, "origin": origin, "browserContextId": cdp.browser_context_id}
        try:
            await cdp.send("Browser.setPermission", wanted)
        except Error as failure:
            if not says(failure, Wording.BAD_OVERRIDE):
                raise
            raise CallError(f"{name!r} is no permission that Chromium knows.", details={"permission": name}) from None
        if setting == "prompt":
            self._tab.emulated.permissions.pop((origin, name), None)
        else:
            self._tab.emulated.permissions[origin, name] = setting

    async def passkeys(self, wanted: bool) -> None:
        """Whether the tab has a virtual authenticator, with which pages create and use passkeys."""
        await (add_authenticator if wanted else remove_authenticator)(self._tab)

    async def color_scheme(self, scheme: Literal["light", "dark", "none"]) -> None:
        """What ``prefers-color-scheme`` answers."""
        await self._tab.page.emulate_media(color_scheme="null" if scheme == NONE else scheme)

    async def reset(self) -> None:
        """Ends all of it. The place and offline are the chat's, the rest is the tab's."""
        emulated = self._tab.emulated
        await self.device(NONE)
        await self.user_agent(NONE)
        if emulated.locale is not None:
            await self.locale(NONE)
        if emulated.timezone is not None:
            await self.timezone(NONE)
        if emulated.network != NONE:
            await self.network(NONE)
        if emulated.cpu != 1:
            await self.cpu(1)
        await self._tab.page.emulate_media(color_scheme="null", reduced_motion="null")
        await self._context.set_geolocation(None)
        await self._inspector_permission("prompt")
        for origin, name in tuple(emulated.permissions):
            await self._set_permission(name, "prompt", origin)
        await self.passkeys(False)
        await self.offline(False)
        emulated.asked = {part: value for part, value in emulated.asked.items() if part == "viewport"}

    async def _inspector_permission(self, setting: str) -> None:
        # Playwright can only take back all permissions at once.
        permission = {"permission": {"name": "geolocation"}, "setting": setting}
        await self._tab.cdp.send("Browser.setPermission", {**permission, "browserContextId": self._tab.cdp.browser_context_id})

    async def offline(self, offline: bool) -> None:
        """Whether the network is cut off."""
        self.confirmed = await self._go_offline(offline)

    async def seen(self) -> dict[str, Any]:
        """What the page is given: user agent, languages, locale, timezone, viewport, scale, touch, colour scheme, online."""
        # Chromium renews the languages for the world that is the first to ask after a change: the page's own has to be.
        await self._tab.cdp.send("Runtime.evaluate", {"expression": "void navigator.languages"})
        # Asked where no script of the page can say something else.
        seen: dict[str, Any] = json.loads(await self._tab.cdp.isolated(_SEEN, _PATIENCE_MS))
        emulated = self._tab.emulated
        seen |= {"network": emulated.network} if emulated.network != NONE else {}
        seen |= {"passkeys": True} if emulated.authenticator is not None else {}
        if emulated.permissions:
            seen["permissions"] = {f"{name} of {origin}": setting for (origin, name), setting in emulated.permissions.items()}
        return seen | ({"cpu_slowdown": emulated.cpu} if emulated.cpu != 1 else {})

    async def _override(self, part: str, name: str, method: str, wanted: dict[str, Any]) -> None:
        try:
            await self._tab.cdp.send(method, wanted)
        except Error as failure:
            if says(failure, Wording.ALREADY_OVERRIDDEN):
                raise CallError(f"The {part} is fixed for this browser by the setting {part}.", details={part: name}) from None
            if says(failure, Wording.BAD_OVERRIDE):
                raise CallError(f"{name!r} is not a {part} that Chromium supports.", details={part: name}) from None
            raise


def _known_device(name: str, devices: Mapping[str, Any]) -> str:
    by_lower = {device.lower(): device for device in devices}
    if (device := by_lower.get(name.strip().lower())) is not None:
        return device
    near = [by_lower[lower] for lower in get_close_matches(name.lower(), by_lower, n=5, cutoff=0.4)]
    raise CallError(
        f"There is no device {name!r}" + (f"; did you mean {' or '.join(near[:3])}?" if near else "."),
        details={"nearest": near},
    )
