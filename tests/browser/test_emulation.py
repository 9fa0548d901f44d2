"""``emulate``: what the page then sees is what the answer says."""

from pathlib import Path

from refbrowser import Browser, Chat, Settings
from tests.support.calls import do, evaluated, refused
from tests.support.server import Site


async def test_a_device_has_its_size_scale_touch_and_name(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<meta name=viewport content='width=device-width'><p>Here"))
    seen = (await do(chat, "emulate", device="iphone 13"))["seen"]
    assert seen["viewport"]["width"] == 390
    assert (seen["device_scale"], seen["touch_points"] > 0, "iPhone" in seen["user_agent"]) == (3, True, True)
    await do(chat, "navigate", url=site.other("/echo"))
    assert await evaluated(chat, "[devicePixelRatio, /iPhone/.test(navigator.userAgent)]") == [3, True]
    assert "iPhone" in site.wait_for_request("/echo").headers["User-Agent"]
    seen = (await do(chat, "emulate", device="none"))["seen"]
    assert (seen["device_scale"], "iPhone" in seen["user_agent"]) == (1, False)


async def test_an_unknown_device_names_those_that_are_like_it(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Here"))
    assert "iPhone 15" in (await refused(chat, "invalid_arguments", "emulate", device="iPhone15"))["details"]["nearest"]


async def test_language_and_clock_are_those_of_another_place(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Here"))
    seen = (await do(chat, "emulate", locale="de-CH", timezone="Asia/Tokyo"))["seen"]
    assert (seen["locale"], seen["timezone"], seen["languages"][0]) == ("de-CH", "Asia/Tokyo", "de-CH")
    assert await evaluated(chat, "[(1.5).toLocaleString('de'), (0.5).toLocaleString(), new Date(0).getHours()]") == [
        "1,5",
        "0.5",
        9,
    ]
    await do(chat, "navigate", url=site.url("/echo"))
    assert site.wait_for_request("/echo").headers["Accept-Language"].startswith("de-CH")
    assert (await do(chat, "emulate", timezone="none"))["seen"]["timezone"] != "Asia/Tokyo"
    await refused(chat, "invalid_arguments", "emulate", timezone="Mars/Olympus")


async def test_a_place_is_told_to_pages_that_ask(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Here"))
    await do(chat, "emulate", geolocation={"latitude": 47.37, "longitude": 8.54})
    ask = "await new Promise((found, lost) => navigator.geolocation.getCurrentPosition(at => found([at.coords.latitude, at.coords.longitude]), lost))"
    assert await evaluated(chat, ask) == [47.37, 8.54]


async def test_colours_and_network_are_switched(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Here"))
    seen = (await do(chat, "emulate", color_scheme="dark", offline=True))["seen"]
    assert (seen["color_scheme"], seen["online"]) == ("dark", False)
    await refused(chat, "navigation_failed", "navigate", url=site.url("/echo"))
    seen = (await do(chat, "emulate", color_scheme="light", offline=False))["seen"]
    assert (seen["color_scheme"], seen["online"]) == ("light", True)
    await do(chat, "navigate", url=site.url("/echo"))


async def test_a_call_that_names_nothing_is_refused(chat: Chat) -> None:
    assert "at least one of" in (await refused(chat, "invalid_arguments", "emulate"))["error"]


async def test_what_the_settings_fix_stays(tmp_path: Path, site: Site) -> None:
    async with Browser(Settings(home=tmp_path, timezone="Europe/Berlin")) as browser:
        chat = browser.chat("c")
        await do(chat, "open", url=site.page("<p>Here"))
        assert "setting timezone" in (await refused(chat, "invalid_arguments", "emulate", timezone="Asia/Tokyo"))["error"]
