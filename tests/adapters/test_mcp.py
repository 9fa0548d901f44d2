"""MCP by the official SDK's own client, over standard input and output and over HTTP, in both eras of the protocol."""

import asyncio
import base64
import json
import os
import re
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import mcp_types as types
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from pydantic import FileUrl
from starlette.applications import Starlette
from starlette.routing import Route

from refbrowser import Browser
from refbrowser.actions.catalog import ACTIONS
from refbrowser.adapters.client import LocalServer
from refbrowser.adapters.mcp.http import HttpMcp
from refbrowser.adapters.mcp.offer import Offer, Shape
from refbrowser.errors import PolicyError
from refbrowser.surface.schema import browser_tool
from tests.support import processes
from tests.support.local_server import environment, here, metric, until
from tests.support.mcp_client import ERAS, Connect, at, text_of
from tests.support.server import Site

pytestmark = pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")


@pytest.mark.rows(1)
@pytest.mark.parametrize("era", ERAS)
async def test_a_page_is_opened_read_and_acted_on(connect: Connect, era: str, site: Site) -> None:
    url = site.page("<title>Shop</title><button onclick=\"this.textContent='Bought'\">Buy</button>")
    async with connect(mode=era) as client:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == ["browser", "vision_load"]
        assert tools[0].input_schema == browser_tool()["input_schema"]
        assert client.instructions is not None
        assert client.instructions.startswith("# browser")
        opened = await client.call_tool("browser", {"action": "open", "url": url})
        assert text_of(opened) == f"browser_id: 1\nTab 1*: Shop · {url}"
        assert opened.structured_content["result"]["state"]["title"] == "Shop"
        assert "[button 1] Buy" in text_of(await client.call_tool("browser", {"action": "content"}))
        assert "~ [button 1] Bought" in text_of(await client.call_tool("browser", {"action": "click", "ref": 1}))


async def test_a_call_that_fails_is_an_error_with_its_envelope(server: LocalServer) -> None:
    async with at(server) as client:
        failed = await client.call_tool("browser", {"action": "clikc"})
        assert failed.is_error
        assert text_of(failed).startswith("error unknown_action: There is no action 'clikc'; did you mean click?")
        assert failed.structured_content["code"] == "unknown_action"
        with pytest.raises(MCPError, match="There is no tool 'browse'"):
            await client.call_tool("browse", {})


async def answers_are_text_alone(client: Client, url: str) -> None:
    page = await client.call_tool("browser", {"action": "open", "url": url, "observe": "content"})
    assert "Words" in text_of(page)
    failed = await client.call_tool("browser", {"action": "click", "ref": 99})
    assert failed.is_error
    seen = await client.call_tool("vision_load", {"paths": ["/etc/passwd"]})
    assert [answer.structured_content for answer in (page, failed, seen)] == [None, None, None]


@pytest.mark.long("adapters/test_mcp.py::test_no_answer_has_a_structured_part_that_nobody_asked_for")
@pytest.mark.parametrize("transport", ["stdio", "http"])
async def test_an_answer_is_its_text_alone_unless_more_is_asked_for(
    own_server: LocalServer, transport: str, tmp_path: Path, site: Site
) -> None:
    url = site.page("<title>Shop</title><p>Words</p>")
    own = {**os.environ, "REFBROWSER_HOME": str(tmp_path)}
    command = StdioServerParameters(command=sys.executable, args=["-m", "refbrowser", "mcp"], env=own)
    connected = Client(command, read_timeout_seconds=60) if transport == "stdio" else at(own_server)
    async with connected as client:
        await answers_are_text_alone(client, url)


@pytest.mark.long("adapters/test_mcp.py::test_what_is_not_offered_cannot_be_had_through_a_batch_or_another_name")
@pytest.mark.parametrize("shape", ["flat", "each"])
async def test_instructions_name_the_offered_actions_and_no_others(shape: Shape, tmp_path: Path, marker: str) -> None:
    own = {**os.environ, "REFBROWSER_HOME": str(tmp_path)}
    words = ["-m", "refbrowser", "mcp", "--tools", shape, "--groups", "tabs,reading"]
    async with Client(StdioServerParameters(command=sys.executable, args=words, env=own), read_timeout_seconds=60) as client:
        said = client.instructions
        assert said is not None
        (message,) = (await client.get_prompt("browser")).messages
        assert isinstance(message.content, types.TextContent)
        assert message.content.text == said
        (guide,) = (await client.read_resource("refbrowser://guide")).contents
        assert isinstance(guide, types.TextResourceContents)
        assert guide.text == said
    assert "`content`" in said
    assert "click" not in re.sub(r"a plain click", "", said)
    assert ("- content(" in said) is (shape == "flat")


async def test_images_come_only_through_vision_load_and_files_as_resources(server: LocalServer) -> None:
    async with at(server, "?chat=seen") as client:
        await client.call_tool("browser", {"action": "open"})
        shot = await client.call_tool("browser", {"action": "screenshot"})
        path = shot.structured_content["result"]["path"]
        assert [block.type for block in shot.content] == ["text"]
        seen = await client.call_tool("vision_load", {"paths": [path]})
        said, image, hint = seen.content
        assert isinstance(hint, types.TextContent)
        assert "read the page with content" in hint.text
        assert isinstance(said, types.TextContent)
        assert said.text == f"{path}: 1280x720, scale 1"
        assert isinstance(image, types.ImageContent)
        assert base64.b64decode(image.data) == Path(path).read_bytes()
        assert seen.structured_content is None
        (resource,) = [one for one in (await client.list_resources()).resources if one.name.endswith(Path(path).name)]
        (contents,) = (await client.read_resource(resource.uri)).contents
        assert isinstance(contents, types.BlobResourceContents)
        assert contents.mime_type == "image/jpeg"
        assert base64.b64decode(contents.blob) == Path(path).read_bytes()
        for elsewhere in ("refbrowser://files/../../../../etc/passwd", "refbrowser://files/%2Fetc%2Fpasswd", "file:///etc/passwd"):
            with pytest.raises(MCPError):
                await client.read_resource(elsewhere)


@pytest.mark.long("adapters/test_mcp.py::test_images_come_only_through_vision_load_and_files_as_resources")
async def test_a_download_is_a_resource(server: LocalServer, site: Site) -> None:
    async with at(server, "?chat=fetched") as client:
        url = site.page(f"<a href='{site.url('/download?name=r%C3%A9sum%C3%A9.txt&size=5000')}'>Get</a>")
        await client.call_tool("browser", {"action": "open", "url": url})
        await client.call_tool("browser", {"action": "click", "selector": "a"})
        done = await client.call_tool("browser", {"action": "wait", "download": True})
        assert not done.is_error, text_of(done)
        guide, resource = (await client.list_resources()).resources
        assert guide.name == "guide"
        assert (resource.name, resource.size, resource.mime_type) == ("downloads/résumé.txt", 5000, "text/plain")
        (contents,) = (await client.read_resource(resource.uri)).contents
        assert isinstance(contents, types.BlobResourceContents)
        assert len(base64.b64decode(contents.blob)) == 5000


@pytest.mark.long("adapters/test_tools.py::test_a_preset_is_what_the_model_gets_and_all_that_it_can_call")
async def test_one_tool_for_each_action_of_the_groups(server: LocalServer, tmp_path: Path, marker: str) -> None:
    own = {**environment(server), "REFBROWSER_HOME": str(tmp_path)}
    words = ["-m", "refbrowser", "mcp", "--tools", "each", "--groups", "tabs,reading"]
    async with Client(StdioServerParameters(command=sys.executable, args=words, env=own), read_timeout_seconds=60) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        wanted = [f"browser_{action.name}" for action in ACTIONS if action.group in ("tabs", "reading")]
        assert list(tools) == [*wanted, "vision_load"]
        content = tools["browser_content"]
        assert content.annotations is not None
        assert content.annotations.read_only_hint
        assert "max_tokens" in content.input_schema["properties"]
        assert not (await client.call_tool("browser_open", {})).is_error
        with pytest.raises(MCPError, match="There is no tool 'browser_click'"):
            await client.call_tool("browser_click", {"ref": 1})


@pytest.mark.parametrize("shape", ["flat", "each"])
def test_what_is_not_offered_cannot_be_had_through_a_batch_or_another_name(shape: Shape) -> None:
    offer = Offer(shape, ("tabs", "batch"))
    batch = {"calls": [{"action": "list"}, {"action": "execute_js", "js_code": "1"}]}
    tool, call = ("browser", {"action": "multi", **batch}) if shape == "flat" else ("browser_multi", batch)
    with pytest.raises(PolicyError, match="evaluate is not among the actions"):
        offer.call_of(tool, call)
    assert offer.call_of(tool, {**call, "calls": [{"action": "list_tabs"}]}) is not None
    assert Offer(shape).call_of(tool, call) is not None


@pytest.mark.rows(1)
@pytest.mark.parametrize("era", ERAS)
async def test_roots_are_folders_to_upload_from(server: LocalServer, era: str, site: Site, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "letter.txt").write_text("Dear Ada", encoding="utf-8")
    url = site.page("<input type=file aria-label=Letter>")
    upload = {"action": "upload_file", "ref": 1, "path": str(project / "letter.txt")}

    async def roots(_: Any) -> types.ListRootsResult:
        return types.ListRootsResult(roots=[types.Root(uri=FileUrl(project.as_uri()))])

    chat = f"?chat=roots-{era}"
    async with at(server, chat, mode=era, list_roots_callback=roots) as client:
        await client.call_tool("browser", {"action": "open", "url": url})
        await client.call_tool("browser", {"action": "content"})
        done = await client.call_tool("browser", upload)
        assert not done.is_error, text_of(done)
        assert "letter.txt" in text_of(done)
        outside = await client.call_tool("browser", {**upload, "path": str(tmp_path / "other.txt")})
        assert outside.structured_content["code"] == "file_denied"
    async with at(server, chat, mode=era) as client:
        await client.call_tool("browser", {"action": "open", "url": url})
        await client.call_tool("browser", {"action": "content"})
        refused = await client.call_tool("browser", {**upload, "ref": None, "selector": "input"})
        assert refused.structured_content["code"] == "file_denied", "roots outlived the client that offered them"


@pytest.mark.long("adapters/test_server.py::test_events_report_progress_and_then_the_envelope")
async def test_long_work_reports_progress_and_ends_when_it_is_cancelled(connect: Connect) -> None:
    heard: list[float] = []
    first = asyncio.Event()

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        heard.append(progress)
        first.set()

    async with connect() as client:
        await client.call_tool("browser", {"action": "open"})
        wait = {"action": "wait", "text": "never comes", "timeout_ms": 600_000}
        async with anyio.create_task_group() as group:

            async def long() -> None:
                await client.call_tool("browser", wait, progress_callback=on_progress)

            group.start_soon(long)
            await asyncio.wait_for(first.wait(), 30)
            group.cancel_scope.cancel()
        assert heard[0] >= 0.9
        # The tab is free again: the browser heard of the cancellation.
        again = await client.call_tool("browser", {"action": "evaluate", "script": "6 * 7", "timeout_ms": 20_000})
        assert again.structured_content["result"]["result"] == 42


async def test_sessions_over_http_have_chats_of_their_own_which_end_with_them(server: LocalServer, site: Site) -> None:
    url = site.page("<title>Mine</title>")
    before = set(await chats(server))
    async with at(server, mode="legacy") as one, at(server, mode="legacy") as other:
        await one.call_tool("browser", {"action": "open", "url": url})
        assert "No tab is open" in text_of(await other.call_tool("browser", {"action": "list"}))
        assert metric(server, "refbrowser_tabs") >= 1
        names = set(await chats(server)) - before
        assert len(names) == 2
    assert names & set(await chats(server)) == set()


async def chats(server: LocalServer) -> list[str]:
    _, _, body = await asyncio.to_thread(server.request, "GET", "/v1/chats")
    return [chat["id"] for chat in json.loads(body)["result"]["chats"]]


@asynccontextmanager
async def in_this_process(browser: Browser, **options: Any) -> AsyncIterator[Callable[[str], Client]]:
    """MCP over HTTP without a server of its own; gives clients that name the chat in a query."""
    mcp = HttpMcp(
        browser,
        Offer(),
        perform=lambda chat, call, caller: browser.chat(chat).call(call, caller=caller),
        vision_load=lambda chat, paths: browser.chat(chat).vision_load(paths),
        local=True,
        **options,
    )
    transport = httpx2.ASGITransport(app=Starlette(routes=[Route("/mcp", mcp)]))
    async with mcp.lifespan(), httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
        yield lambda query: Client(streamable_http_client(f"http://127.0.0.1/mcp{query}", http_client=http), mode="2026-07-28")


async def test_no_answer_has_a_structured_part_that_nobody_asked_for(browser: Browser, site: Site) -> None:
    url = site.page("<title>Shop</title><p>Words</p>")
    async with in_this_process(browser) as connected, connected("?chat=plain") as client:
        await answers_are_text_alone(client, url)
    await browser.chat("plain").close()


async def test_a_chat_that_no_client_asks_any_more_is_closed(browser: Browser) -> None:
    def closed() -> bool:
        return "mcp-mcp" not in {chat.id for chat in browser.chats}

    async with in_this_process(browser, idle_s=0.2) as connected, connected("") as client, connected("?chat=kept") as other:
        await other.call_tool("browser", {"action": "open"})
        # Longer than it takes to count as forgotten: a chat at work is not.
        calls = [{"action": "open"}, {"action": "wait", "time_ms": 600, "browser_id": "$0"}]
        waited = await client.call_tool("browser", {"action": "multi", "calls": calls})
        assert not waited.is_error, text_of(waited)
        await asyncio.to_thread(until, closed, "the idle chat to be closed")
        assert "kept" in {chat.id for chat in browser.chats}, "a chat with a name is its owner's to close"
    await browser.chat("kept").close()


@pytest.mark.long("adapters/test_mcp_lines.py::test_a_client_that_leaves_in_the_middle_of_a_call_leaves_nothing_behind")
@pytest.mark.parametrize("leaves", ["closes its end", "kills"])
def test_a_host_that_goes_away_in_the_middle_of_a_call_leaves_nothing_behind(tmp_path: Path, marker: str, leaves: str) -> None:
    own = uuid.uuid4().hex
    environment = {**os.environ, "REFBROWSER_HOME": str(tmp_path), processes.MARKER: own}
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-m", "refbrowser", "mcp"], env=environment, **pipes) as host:
        stdin = host.stdin
        assert stdin is not None
        assert host.stdout is not None
        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "host", "version": "1"}}

        def say(**message: Any) -> None:
            stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
            stdin.flush()

        stdin.write(b"this is no message\n")
        say(id=1, method="initialize", params=client)
        say(method="notifications/initialized")
        say(id=2, method="tools/call", params={"name": "browser", "arguments": {"action": "open"}})
        assert any(json.loads(line).get("id") == 2 for line in host.stdout), "the tab was not opened"
        say(id=3, method="tools/call", params={"name": "browser", "arguments": {"action": "wait", "time_ms": 600_000}})
        family = processes.families(own)
        assert len(family) > 3
        if leaves == "kills":
            host.kill()
        else:
            stdin.close()
        assert host.wait(40) == (-9 if leaves == "kills" else 0)
        if leaves == "closes its end":
            assert [json.loads(line)["id"] for line in host.stdout] == [3], "the call that is cancelled gets one answer"
    assert processes.outliving(family, 15) == set()


async def test_without_the_token_there_is_no_mcp(server: LocalServer) -> None:
    async with httpx2.AsyncClient() as http:
        answer = await http.post(f"{server.ensure()['url']}/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"})
    assert answer.status_code == 401


def test_a_group_that_does_not_exist_is_named(tmp_path: Path) -> None:
    ended = here(str(tmp_path), "mcp", "--groups", "tabz")
    assert ended.returncode == 2
    assert "There is no group 'tabz'; the groups are tabs, " in ended.stderr


async def test_a_flow_is_a_tool_and_a_new_one_is_announced(server: LocalServer, site: Site) -> None:
    site.page("<title>Found</title><p>Total: 3</p>", "/found")
    changed = asyncio.Event()

    async def heard(message: object) -> None:
        if isinstance(message, types.ToolListChangedNotification):
            changed.set()

    folder = Path(environment(server)["REFBROWSER_HOME"]) / "flows"
    async with at(server, "?chat=flowing", mode="legacy", message_handler=heard) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == ["browser", "vision_load"]
        await client.call_tool("browser", {"action": "open", "url": site.url("/found?q=lamp")})
        saved = await client.call_tool("browser", {"action": "flow", "operation": "save", "name": "total", "trial": False})
        assert not saved.is_error, text_of(saved)
        await asyncio.wait_for(changed.wait(), 20)
        assert (await client.list_tools()).tools[-1].name == "flow_total"
        steps = "steps: [{action: navigate, with: {url: '/found?q=${q}'}}, {action: content, read: {total: {after: Total}}}]"
        head = f"flow: 1\nname: total\nsite: {site.url('')}\ninputs: {{q: {{default: lamp, description: what to look for}}}}"
        (folder / "total.yaml").write_text(f"{head}\noutputs: {{total: {{type: number}}}}\n{steps}\n")
        *_, tool = (await client.list_tools()).tools
        assert (tool.name, tool.input_schema["properties"]) == (
            "flow_total",
            {"q": {"type": "string", "description": "what to look for", "default": "lamp"}},
        )
        ran = await client.call_tool("flow_total", {"q": "a&b"})
        assert '"total": 3' in text_of(ran), text_of(ran)
        assert [request.query for request in site.requests if request.path == "/found"][-1] == {"q": ["a&b"]}
        assert (await client.call_tool("flow_total", {"x": 1})).is_error
    (folder / "total.yaml").unlink()
