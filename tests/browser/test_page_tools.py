"""``page_tools``: tools that a page registers (WebMCP), listed and called, with a receipt of what they did."""

from pathlib import Path

import pytest

from refbrowser import Browser, Chat, Settings
from refbrowser.browser.launch.command_line import switches
from tests.support.calls import do, evaluated, refused
from tests.support.server import Site

PAGE = """<title>Shop</title><p id=total>0</p><form toolname=search tooldescription='Search it' toolautosubmit><input name=q></form>
<script>
const number = {type: 'object', properties: {n: {type: 'number'}}};
document.modelContext.registerTool({name: 'add', description: 'Adds to the total', inputSchema: number,
  execute: async ({n}) => { total.textContent = Number(total.textContent) + n; return {total: total.textContent} }});
document.modelContext.registerTool({name: 'fail', description: 'Fails', inputSchema: {type: 'object'},
  execute: async () => { throw new Error('out of order') }});
document.modelContext.registerTool({name: 'wait', description: 'Never ends', inputSchema: {type: 'object'},
  execute: () => new Promise(() => {})});
</script>"""


async def test_the_tools_of_a_page_are_listed(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(PAGE))
    tools = {tool["name"]: tool for tool in (await do(shared_chat, "page_tools"))["tools"]}
    assert set(tools) == {"add", "fail", "wait", "search"}
    assert tools["add"]["description"] == "Adds to the total"
    assert tools["add"]["input_schema"]["properties"] == {"n": {"type": "number"}}
    assert "q" in tools["search"]["input_schema"]["properties"]


async def test_a_tool_is_called_and_the_receipt_says_what_it_did(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(PAGE))
    receipt = (await do(shared_chat, "page_tools", name="add", input={"n": 5}))["action"]
    assert (receipt["performed"], receipt["output"]) == ("page_tools add", {"total": "5"})
    assert "5" in receipt["changes"]
    await do(shared_chat, "page_tools", name="add", input={"n": 2})
    assert await evaluated(shared_chat, "total.textContent") == "7"


async def test_a_tool_that_fails_or_never_ends_or_is_not_there(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(PAGE))
    assert "out of order" in (await refused(shared_chat, "script_error", "page_tools", name="fail"))["error"]
    assert "'wait'" in (await refused(shared_chat, "timeout", "page_tools", name="wait", timeout_ms=600))["error"]
    answer = await refused(shared_chat, "invalid_arguments", "page_tools", name="remove")
    assert "add" in answer["details"]["tools"]
    assert await evaluated(shared_chat, "document.title") == "Shop"


@pytest.mark.long("browser/test_page_tools.py::test_a_tool_is_called_and_the_receipt_says_what_it_did")
async def test_tools_of_frames_in_other_processes_count_too(isolated_chat: Chat, site: Site) -> None:
    inner = "<script>document.modelContext.registerTool({name: 'inner', description: 'Inner', inputSchema: {type: 'object'}, execute: async () => location.host})</script>"
    site.page(inner, "/inner")
    await do(isolated_chat, "open", url=site.page(f"<iframe allow=tools src='{site.other('/inner')}'></iframe>"), wait_until="load")
    tools = (await do(isolated_chat, "page_tools"))["tools"]
    assert [tool["name"] for tool in tools] == ["inner"]
    assert "localhost" in (await do(isolated_chat, "page_tools", name="inner"))["action"]["output"]


def test_chromium_is_started_with_it_unless_the_settings_say_no() -> None:
    started_with = [[switch for switch in switches(Settings(page_tools=wanted)) if "WebMCP" in switch] for wanted in (True, False)]
    assert started_with == [["--enable-blink-features=WebMCP"], []]


@pytest.mark.long("browser/test_page_tools.py::test_chromium_is_started_with_it_unless_the_settings_say_no")
async def test_pages_see_nothing_of_it_where_the_settings_say_no(tmp_path: Path, site: Site) -> None:
    async with Browser(Settings(home=tmp_path, page_tools=False)) as browser:
        chat = browser.chat("c")
        await do(chat, "open", url=site.page("<p>Here"))
        assert await evaluated(chat, "typeof document.modelContext") == "undefined"
        assert (await do(chat, "page_tools"))["tools"] == []
