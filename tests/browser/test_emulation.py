"""``emulate``: what the page then sees is what the answer says."""

from collections.abc import AsyncIterator

import pytest

from refbrowser import Chat
from tests.conftest import ChatUnder
from tests.support.calls import do, evaluated, refused
from tests.support.server import Site


@pytest.fixture
async def page(shared_chat: Chat, site: Site) -> AsyncIterator[Chat]:
    """The chat that the tests share, with a page; what a test emulated ends with it."""
    await do(shared_chat, "navigate", url=site.page("<meta name=viewport content='width=device-width'><p>Here"))
    yield shared_chat
    await do(shared_chat, "emulate", reset=True)


async def test_a_device_has_its_size_scale_touch_and_name(page: Chat, site: Site) -> None:
    seen = (await do(page, "emulate", device="iphone 13"))["seen"]
    assert seen["viewport"]["width"] == 390
    assert (seen["device_scale"], seen["touch_points"] > 0, "iPhone" in seen["user_agent"]) == (3, True, True)
    await do(page, "navigate", url=site.other("/echo"))
    assert await evaluated(page, "[devicePixelRatio, /iPhone/.test(navigator.userAgent)]") == [3, True]
    assert "iPhone" in site.wait_for_request("/echo").headers["User-Agent"]
    seen = (await do(page, "emulate", device="none"))["seen"]
    assert (seen["device_scale"], "iPhone" in seen["user_agent"]) == (1, False)


async def test_an_unknown_device_names_those_that_are_like_it(page: Chat) -> None:
    assert "iPhone 15" in (await refused(page, "invalid_arguments", "emulate", device="iPhone15"))["details"]["nearest"]


async def test_language_and_clock_are_those_of_another_place(page: Chat, site: Site) -> None:
    seen = (await do(page, "emulate", locale="de-CH", timezone="Asia/Tokyo"))["seen"]
    assert (seen["locale"], seen["timezone"], seen["languages"][0]) == ("de-CH", "Asia/Tokyo", "de-CH")
    assert await evaluated(page, "[(1.5).toLocaleString('de'), (0.5).toLocaleString(), new Date(0).getHours()]") == [
        "1,5",
        "0.5",
        9,
    ]
    await do(page, "navigate", url=site.url("/echo"))
    assert site.wait_for_request("/echo").headers["Accept-Language"].startswith("de-CH")
    assert (await do(page, "emulate", timezone="none"))["seen"]["timezone"] != "Asia/Tokyo"
    await refused(page, "invalid_arguments", "emulate", timezone="Mars/Olympus")


async def test_a_geolocation_is_given_to_pages_that_ask(page: Chat) -> None:
    await do(page, "emulate", geolocation={"latitude": 47.37, "longitude": 8.54})
    ask = "await new Promise((found, lost) => navigator.geolocation.getCurrentPosition(at => found([at.coords.latitude, at.coords.longitude]), lost))"
    assert await evaluated(page, ask) == [47.37, 8.54]


async def test_colours_and_network_are_switched(page: Chat, site: Site) -> None:
    seen = (await do(page, "emulate", color_scheme="dark", offline=True))["seen"]
    assert (seen["color_scheme"], seen["online"]) == ("dark", False)
    await refused(page, "navigation_failed", "navigate", url=site.url("/echo"))
    seen = (await do(page, "emulate", color_scheme="light", offline=False))["seen"]
    assert (seen["color_scheme"], seen["online"]) == ("light", True)
    await do(page, "navigate", url=site.url("/echo"))


async def test_a_page_cannot_say_that_it_is_given_something_else(page: Chat, site: Site) -> None:
    lies = (
        "JSON.stringify = () => { throw new Error('mine') }; navigator.__defineGetter__('onLine', () => 'never'); innerWidth = {}"
    )
    await do(page, "navigate", url=site.page(f"<script>{lies}</script>"))
    seen = (await do(page, "emulate", reduced_motion="reduce"))["seen"]
    assert (seen["reduced_motion"], seen["online"], seen["viewport"]["width"]) == (True, True, 1280)


async def test_a_call_that_names_nothing_is_refused(chat: Chat) -> None:
    assert "at least one of" in (await refused(chat, "invalid_arguments", "emulate"))["error"]


async def test_what_the_settings_fix_stays(chat_under: ChatUnder, site: Site) -> None:
    chat = chat_under(timezone="Europe/Berlin")
    await do(chat, "open", url=site.page("<p>Here"))
    assert "setting timezone" in (await refused(chat, "invalid_arguments", "emulate", timezone="Asia/Tokyo"))["error"]


SEEN = """({agent: navigator.userAgent, languages: navigator.languages, locale: Intl.DateTimeFormat().resolvedOptions().locale, zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  number: (1234.5).toLocaleString(), touch: navigator.maxTouchPoints, coarse: matchMedia('(pointer: coarse)').matches, scale: devicePixelRatio, online: navigator.onLine,
  sizes: [innerWidth, innerHeight, outerWidth, outerHeight, screen.width, screen.height, screen.availWidth], turned: screen.orientation.type, platform: navigator.platform,
  dark: matchMedia('(prefers-color-scheme: dark)').matches, still: matchMedia('(prefers-reduced-motion: reduce)').matches, rtt: navigator.connection.rtt})"""
ALL = {
    "device": "iPhone 15", "locale": "de-CH", "timezone": "Asia/Tokyo", "geolocation": {"latitude": 1, "longitude": 2}, "color_scheme": "dark", "offline": True,
    "reduced_motion": "reduce", "user_agent": "Mine/1.0", "network": "slow_3g", "cpu": 4,
}  # fmt: skip


@pytest.mark.long("browser/test_emulation.py::test_a_device_has_its_size_scale_touch_and_name")
async def test_what_is_undone_leaves_no_trace(chat: Chat, site: Site) -> None:
    page = site.page("<meta name=viewport content='width=device-width'><p>Here")
    await do(chat, "open", url=page)
    before = await evaluated(chat, SEEN)
    undone = {name: value for name, value in ALL.items() if name not in ("geolocation",)}
    for name, value in undone.items():
        await do(chat, "emulate", **{name: value})
        await do(chat, "emulate", **{name: {"offline": False, "cpu": 1}.get(name, "none")})
        assert (name, await evaluated(chat, SEEN)) == (name, before)
    await do(chat, "emulate", **ALL)
    assert await evaluated(chat, SEEN) != before
    answer = await do(chat, "emulate", reset=True)
    assert not {"network", "cpu_slowdown"} & set(answer["seen"])
    assert await evaluated(chat, SEEN) == before
    await do(chat, "navigate", url=site.url("/echo"))
    assert await evaluated(chat, SEEN) == before
    asked = site.wait_for_request("/echo").headers
    assert ("HeadlessChrome" in asked["User-Agent"], "de-CH" in str(asked["Accept-Language"])) == (True, False)
    assert await evaluated(chat, "navigator.permissions.query({name: 'geolocation'}).then((asked) => asked.state)") != "granted"


@pytest.mark.long("browser/test_emulation.py::test_a_device_has_its_size_scale_touch_and_name")
async def test_a_device_ends_at_the_size_from_before_and_leaves_the_language(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Here"))
    await do(chat, "set_viewport", width=900, height=700, device_scale=2)
    await do(chat, "emulate", device="iPhone 15", locale="de-CH")
    seen = (await do(chat, "emulate", device="none"))["seen"]
    assert (seen["viewport"], seen["device_scale"], seen["languages"]) == ({"width": 900, "height": 700}, 2, ["de-CH"])
    seen = (await do(chat, "emulate", user_agent="Mine/1.0"))["seen"]
    assert (seen["user_agent"], seen["languages"]) == ("Mine/1.0", ["de-CH"])
    await do(chat, "navigate", url=site.url("/echo"))
    asked = site.wait_for_request("/echo").headers
    assert (asked["User-Agent"], asked["Accept-Language"][:5]) == ("Mine/1.0", "de-CH")


@pytest.mark.long("browser/test_emulation.py::test_colours_and_network_are_switched")
async def test_network_cpu_and_motion_are_emulated(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Here"))
    seen = (await do(chat, "emulate", network="slow_3g", cpu=4, reduced_motion="reduce"))["seen"]
    assert (seen["network"], seen["cpu_slowdown"], seen["reduced_motion"]) == ("slow_3g", 4, True)
    took = "(async () => { const began = performance.now(); await fetch('/echo'); return performance.now() - began })()"
    assert await evaluated(chat, took) > 1500
    await do(chat, "emulate", network="none")
    assert await evaluated(chat, took) < 1500
    await refused(chat, "invalid_arguments", "emulate", cpu=0.5)
    await refused(chat, "invalid_arguments", "emulate", network="6g")
    for agent in ("a\nb", "a\0b"):
        await refused(chat, "invalid_arguments", "emulate", user_agent=agent)


async def test_permissions_are_a_sites_and_passkeys_a_tabs(page: Chat, site: Site) -> None:
    await do(page, "navigate", url=site.page("<p>Site").replace("127.0.0.1", "localhost"))
    ask = "(await navigator.permissions.query({name: '%s'})).state"
    seen = (await do(page, "emulate", permissions={"notifications": "granted", "camera": "denied"}, passkeys=True))["seen"]
    assert sorted(seen["permissions"].values()) == ["denied", "granted"]
    assert [await evaluated(page, ask % name) for name in ("notifications", "camera")] == ["granted", "denied"]
    await refused(page, "invalid_arguments", "emulate", permissions={"flying": "granted"})
    create = """async () => { const made = await navigator.credentials.create({publicKey: {challenge: new Uint8Array(16), rp: {name: 'Shop'},
        user: {id: new Uint8Array(8), name: 'a', displayName: 'a'}, pubKeyCredParams: [{type: 'public-key', alg: -7}, {type: 'public-key', alg: -257}],
        authenticatorSelection: {residentKey: 'required'}}}); document.body.append(made.type); }"""
    sign_in = (
        "async () => document.body.append((await navigator.credentials.get({publicKey: {challenge: new Uint8Array(16)}})).type)"
    )
    await evaluated(
        page,
        f"document.body.innerHTML = '<button>Create</button><button>Use</button>'; const [one, two] = document.querySelectorAll('button'); one.onclick = {create}; two.onclick = {sign_in}; 0",
    )
    for name, got in (("Create", "created"), ("Use", "signed in with one")):
        receipt = (await do(page, "click", selector=f"text={name}"))["action"]
        assert receipt["asked"] == [{"what": "passkey", "got": f"{got}, for localhost"}], receipt
    seen = (await do(page, "emulate", reset=True))["seen"]
    assert not {"permissions", "passkeys"} & set(seen)
    assert await evaluated(page, ask % "notifications") != "granted"
