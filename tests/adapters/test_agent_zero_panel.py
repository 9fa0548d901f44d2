"""The plugin's panel and configuration screen, in a copy of the host's page as it is documented, on the real Alpine.js."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Frame, Page, expect

from refbrowser.adapters.agent_zero.install import install
from refbrowser.adapters.client import LocalServer
from tests.support.agent_zero import AgentZero, Pages
from tests.support.local_server import asked
from tests.support.server import Site

PATIENCE_MS = 15_000
expect.set_options(timeout=PATIENCE_MS)

GREEN = "<body style='margin: 0; background: rgb(10, 200, 30)'><h1>Watched page</h1>"


@pytest.fixture(scope="module")
def host(agent_zero: AgentZero) -> Iterator[AgentZero]:
    """A host with the plugin, in whose process the tests run."""
    with agent_zero.running():
        yield agent_zero


def server_of(host: AgentZero) -> LocalServer:
    return LocalServer(str(host.root / "usr" / "refbrowser"))


@pytest.fixture
def server(host: AgentZero) -> LocalServer:
    return server_of(host)


async def select(window: Page, chat: str) -> None:
    await window.evaluate("chat => { Alpine.store('chats').selected = chat }", chat)


async def opened(window: Page, url: str) -> None:
    """The host's page with the panel open."""
    window.set_default_timeout(PATIENCE_MS)
    await window.goto(url)
    await window.locator("body[data-ready]").wait_for(state="attached")
    await window.evaluate("Alpine.store('rightCanvas').open('browser')")
    await window.locator("refbrowser-viewer").wait_for()


async def frame_of(window: Page) -> Frame:
    await window.frame_locator("refbrowser-viewer iframe").locator("#canvas").wait_for(state="attached")
    element = await window.locator("refbrowser-viewer iframe").element_handle()
    assert element is not None
    frame = await element.content_frame()
    assert frame is not None
    return frame


@pytest.fixture
def unused(tmp_path: Path) -> Iterator[AgentZero]:
    """A host whose agents have not used the plugin."""
    host = AgentZero(tmp_path / "a0")
    install(host.root)
    with host.running():
        yield host
    assert server_of(host).record() is None, "looking is no reason to start a browser"


@pytest.mark.long("adapters/test_agent_zero_panel.py::test_the_panel_shows_the_browser_of_the_selected_chat")
async def test_looking_starts_no_browser(unused: AgentZero, site: Site, window: Page) -> None:
    panel = window.locator("refbrowser-viewer")
    await opened(window, Pages(unused, site).url)
    await expect(panel).to_contain_text("Choose a chat")
    assert await window.evaluate("Alpine.store('rightCanvas').surfaces.browser.modalPath") == "/plugins/refbrowser/webui/main.html"
    await select(window, "one")
    await expect(panel).to_contain_text("The agent has not used its browser yet.")
    await panel.get_by_role("button", name="Try again").click()
    await expect(panel).to_contain_text("The agent has not used its browser yet.")


async def test_the_panel_shows_the_browser_of_the_selected_chat(
    host: AgentZero, server: LocalServer, site: Site, window: Page
) -> None:
    panel = window.locator("refbrowser-viewer")
    for chat in ("one", "two"):
        assert server.call(f"a0-{chat}", {"action": "open", "url": site.page(f"<title>{chat}</title>{GREEN}")})["ok"]
    await opened(window, Pages(host, site).url)
    await select(window, "one")
    frame = await frame_of(window)
    await frame.wait_for_function(
        """() => {
            const canvas = document.getElementById('canvas');
            const [red, green, blue] = canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height * 0.8, 1, 1).data;
            return red < 30 && green > 180 && blue < 50;
        }"""
    )
    await frame.get_by_text("a0-one").first.wait_for()
    assert await frame.get_by_text("a0-two").count() == 0, "another chat's browser was to be had"
    await frame.get_by_role("button", name="Take over").first.wait_for()

    await select(window, "two")
    await expect(window.frame_locator("refbrowser-viewer iframe").get_by_text("a0-two").first).to_be_visible()
    await window.evaluate("Alpine.store('rightCanvas').close()")
    await expect(panel).to_be_hidden()


async def test_a_page_of_another_site_cannot_show_it(host: AgentZero, server: LocalServer, site: Site, window: Page) -> None:
    record = server.ensure()
    address = f"{record['url']}{json.loads(asked(server, 'POST', '/v1/viewer', b'{}')[2])['result']['path']}"
    elsewhere = site.page(f"<iframe src='{address}'></iframe>").replace("127.0.0.1", "localhost")
    async with window.expect_console_message(lambda message: "frame-ancestors" in message.text):
        await window.goto(elsewhere)


async def test_the_address_is_the_one_that_was_configured(host: AgentZero, server: LocalServer, site: Site) -> None:
    record = server.ensure()
    config = host.root / "usr" / "plugins" / "refbrowser" / "config.json"

    def asked_by(origin: str) -> Any:
        return host.api("viewer", {"context_id": "c"}, {"Origin": origin})

    assert asked_by("http://127.0.0.1:5000")["address"].startswith(f"http://127.0.0.1:{record['port']}/viewer/#token=")
    assert asked_by("http://[::1]:5000")["address"].startswith(f"http://[::1]:{record['port']}/viewer/")
    assert "malformed" not in asked_by("https://agent.example")["address"]
    config.write_text('{"viewer_address": "https://view.example/"}', encoding="utf-8")
    try:
        assert asked_by("https://agent.example")["address"].startswith("https://view.example/viewer/#token=")
    finally:
        config.unlink()
    assert asked_by("")["ok"] is False
    assert host.api("viewer", {}, {}) == {"ok": False, "error": "context_id is missing."}


async def test_the_configuration_screen_has_every_setting_of_the_plugin(host: AgentZero, site: Site, window: Page) -> None:
    folder = host.root / "usr" / "plugins" / "refbrowser"
    names = [line.partition(":")[0] for line in (folder / "default_config.yaml").read_text(encoding="utf-8").splitlines()]
    screen = (folder / "webui" / "config.html").read_text(encoding="utf-8")
    config = json.dumps({name: f"the {name}" for name in names})
    Pages(host, site)
    url = site.page(f"""<script defer src="/vendor/alpine.min.js"></script><div x-data='{{config: {config}}}'>{screen}
        <output x-text="JSON.stringify(config)"></output></div>""")
    await window.goto(url)
    for name in names:
        field = window.locator(f"[x-model='config.{name}']")
        await expect(field).to_have_value(f"the {name}")
        await field.fill(f"new {name}")
    shown = await window.locator("output").text_content()
    assert json.loads(shown or "") == {name: f"new {name}" for name in names}


def test_settings_of_the_screen_reach_the_browsers_process(host: AgentZero) -> None:
    from usr.plugins.refbrowser.helpers.connection import server_of  # type: ignore[import-not-found]

    config: Path = host.root / "usr" / "plugins" / "refbrowser" / "config.json"
    config.write_text(json.dumps({"settings": "REFBROWSER_MAX_TABS=8\n\n nonsense \n REFBROWSER_LOCALE = de-DE"}), encoding="utf-8")
    try:
        environment = server_of().environment
    finally:
        config.unlink()
    assert (environment["REFBROWSER_MAX_TABS"], environment["REFBROWSER_LOCALE"]) == ("8", "de-DE")
    assert "REFBROWSER_FILE_ROOTS" in environment
