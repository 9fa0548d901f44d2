"""The steps of a flow in the viewer, while it runs and from the journal."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import expect

from refbrowser import Browser, Chat
from tests.support.calls import do
from tests.support.server import Request, Site
from tests.viewer.conftest import OpenWindow

FLOW = """flow: 1
name: greeting
site: {site}
steps:
  - {{action: navigate, with: {{url: /}}}}
  - {{action: click, target: {{kind: button, name: Ask}}, expect: {{text: Hello}}}}
  - {{action: content}}
"""


@pytest.mark.long("viewer/test_timeline.py::test_steps_are_those_of_the_journal_also_after_a_reload_and_in_another_server")
async def test_a_flow_shows_its_steps_as_it_runs(browser: Browser, chat: Chat, site: Site, window: OpenWindow) -> None:
    asked, answer = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def hello(_: Request) -> str:
        loop.call_soon_threadsafe(asked.set)
        asyncio.run_coroutine_threadsafe(answer.wait(), loop).result(60)
        return "Hello"

    site.route("/hello", hello)
    site.page(
        "<button onclick=\"fetch('/hello').then(answer => answer.text()).then(text => said.textContent = text)\">Ask</button><p id=said>",
        "/",
    )
    folder: Path = browser.settings.home / "flows"
    folder.mkdir(exist_ok=True)
    (folder / "greeting.yaml").write_text(FLOW.format(site=site.url("")))
    await do(chat, "open")
    eye = await window(chat.id)
    running = asyncio.ensure_future(do(chat, "flow", name="greeting"))
    await asked.wait()
    calls = eye.page.get_by_role("list", name="Calls, newest first")
    first = calls.locator(".about").nth(0)
    await expect(first).to_contain_text("greeting, step 2 of 3")
    await expect(calls.get_by_role("listitem").filter(has_text="run greeting")).to_contain_text("running")
    answer.set()
    await running
    await expect(calls.locator(".about").filter(has_text="greeting, step 3 of 3")).to_have_count(1)
    await eye.page.reload()
    await expect(calls.locator(".about").filter(has_text="greeting, step 1")).to_have_count(1)
    (folder / "greeting.yaml").unlink()
