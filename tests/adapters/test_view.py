"""The live viewer of the local server: its address from the command line, opened as a person would."""

import asyncio
import json

import pytest
from playwright.async_api import Page

from refbrowser import Browser, Settings
from refbrowser.adapters.client import LocalServer
from refbrowser.adapters.server.calls import Calls
from refbrowser.adapters.server.run import until_idle
from tests.support.local_server import asked, here, shell
from tests.support.server import Site
from tests.support.waiting import until
from tests.viewer.eyes import watching

GREEN = (
    "<body style='margin: 0; background: rgb(10, 200, 30)'><h1>Watched page</h1><button onclick='document.title = 1'>Go</button>"
)


async def test_the_address_is_one_at_which_the_agents_page_is_seen(server: LocalServer, site: Site) -> None:
    assert server.call("seen", {"action": "open", "url": site.page(GREEN)})["ok"]
    shown = here(server.home, "view").stdout.strip()
    assert shown.startswith(f"{server.ensure()['url'].rstrip('/')}/viewer/#token=")
    async with watching(shown, "seen") as eye:
        # The first picture may be of the page before it is painted.
        await until(eye.picture, lambda picture: _is_green(*picture.pixel()))


def _is_green(red: int, green: int, blue: int) -> bool:
    return red < 30 and green > 180 and blue < 50


@pytest.mark.long("adapters/test_view.py::test_the_address_is_one_at_which_the_agents_page_is_seen")
async def test_the_address_shows_what_the_agent_sees(server: LocalServer, window: Page, site: Site) -> None:
    assert server.call("watched", {"action": "open", "url": site.page(GREEN)})["ok"]
    shown = here(server.home, "view")
    record = server.ensure()
    assert shown.stdout.startswith(f"{record['url'].rstrip('/')}/viewer/#token=")
    await window.goto(shown.stdout.strip())
    await window.get_by_role("navigation").get_by_role("button").filter(has_text="watched").first.click()
    await window.wait_for_function(
        """() => {
            const canvas = document.getElementById('canvas');
            const [red, green, blue] = canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height * 0.8, 1, 1).data;
            return red < 30 && green > 180 && blue < 50;
        }"""
    )
    await window.get_by_role("button", name="Take over").first.wait_for()


@pytest.mark.long("viewer/test_safety.py::test_a_token_for_one_chat_shows_no_other")
async def test_an_address_for_one_chat_without_input_opens_no_more(server: LocalServer, window: Page, site: Site) -> None:
    for chat in ("mine", "other"):
        assert server.call(chat, {"action": "open", "url": site.page(f"<title>{chat}</title>{GREEN}")})["ok"]
    await window.goto(shell(server, "view", "--chat", "mine", "--read-only").stdout.strip())
    await window.get_by_text("mine").first.wait_for()
    assert await window.get_by_text("other").count() == 0
    assert await window.get_by_role("button", name="Take over").count() == 0


async def test_a_server_that_is_watched_is_not_idle() -> None:
    browser = Browser(Settings())
    serving = asyncio.ensure_future(asyncio.Event().wait())
    with browser.hub.watched():
        ending = asyncio.ensure_future(until_idle(Calls(browser), 0.05, serving))
        await asyncio.wait({ending}, timeout=0.2)
        assert not ending.done()
    async with asyncio.timeout(30):
        await ending
    serving.cancel()


def test_only_who_has_the_token_gets_an_address(server: LocalServer) -> None:
    status, _, _ = asked(server, "POST", "/v1/viewer", b"{}", Authorization="Bearer no")
    assert status == 401
    status, _, body = asked(server, "POST", "/v1/viewer", b'{"chat": 5}')
    assert (status, json.loads(body)["code"]) == (400, "malformed_request")
    status, _, page = asked(server, "GET", "/viewer/", Authorization="")
    assert status == 200
    assert b"token=" not in page
    status, _, _ = asked(server, "POST", "/viewer/files?chat=a&name=x", b"data", Authorization="")
    assert status in (401, 403)


async def test_a_page_of_another_origin_loads_nothing_and_may_link_to_the_viewer(
    server: LocalServer, site: Site, window: Page
) -> None:
    own = server.ensure()["url"]
    await window.goto(site.page(f"<p>Here</p><a href='{own}/viewer/'>Viewer</a>"))
    for name in ("127.0.0.1", "localhost"):
        address = own.replace("127.0.0.1", name) + "/health"
        async with window.expect_response(address) as response:
            # What Chromium loads for a picture is not reported where it is no picture; a frame's document is.
            await window.evaluate(
                "src => { document.body.append(Object.assign(document.createElement('iframe'), {src})); }", address
            )
        assert (await response.value).status == 403
    async with window.expect_response(f"{own}/viewer/") as response:
        await window.click("a")
    assert (await response.value).status == 200
    answer = await window.goto(f"{own}/health")
    assert answer is not None
    assert answer.status == 200


@pytest.mark.long("adapters/test_view.py::test_a_page_of_another_origin_loads_nothing_and_may_link_to_the_viewer")
def test_only_pages_that_were_named_may_show_it_in_a_frame(own_server: LocalServer) -> None:
    def ancestors() -> str:
        _, headers, _ = asked(own_server, "GET", "/viewer/", Authorization="")
        return headers["content-security-policy"].partition("frame-ancestors ")[2]

    assert ancestors() == "'self'"
    assert asked(own_server, "POST", "/v1/viewer", b'{"embed_in": "https://host.example:8080"}')[0] == 200
    assert ancestors() == "'self' https://host.example:8080"
    for wrong in ("*", "https://a b", "https://host.example/; script-src *", "", "javascript:alert(1)", "https://host.example\\n"):
        status, _, body = asked(own_server, "POST", "/v1/viewer", json.dumps({"embed_in": wrong}).encode())
        assert (status, json.loads(body)["code"]) == (400, "malformed_request"), wrong
    assert ancestors() == "'self' https://host.example:8080"
