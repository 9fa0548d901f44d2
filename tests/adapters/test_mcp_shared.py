"""``refbrowser mcp --shared``: a client at standard input and output, whose browser is the local server's."""

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import mcp_types as types
import pytest
from mcp import Client, StdioServerParameters

from refbrowser.adapters.client import LocalServer
from refbrowser.adapters.mcp.answers import WITHHELD
from tests.support.local_server import asked, envelope_of, environment, here
from tests.support.mcp_client import at, text_of
from tests.support.server import Site

pytestmark = pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")


@asynccontextmanager
async def shared(server: LocalServer, *words: str, **options: Any) -> AsyncIterator[Client]:
    program = ["-m", "refbrowser", "mcp", "--shared", *words]
    command = StdioServerParameters(command=sys.executable, args=program, env=environment(server))
    async with Client(command, read_timeout_seconds=60, **options) as client:
        yield client


def chats(server: LocalServer) -> list[str]:
    answer = envelope_of(asked(server, "GET", "/v1/chats")[2])
    return [chat["id"] for chat in answer["result"]["chats"]]


@pytest.mark.rows(1)
@pytest.mark.parametrize("era", ["legacy", "auto"])
async def test_a_chat_is_that_of_the_shell_and_of_other_clients(server: LocalServer, site: Site, era: str) -> None:
    url, chat = site.page("<title>Shop</title><button>Buy</button>"), f"meeting-{era}"
    async with shared(server, "--chat", chat, "--structured", mode=era) as client:
        opened = await client.call_tool("browser", {"action": "open", "url": url})
        assert "Tab 1*: Shop" in text_of(opened)
        assert opened.structured_content["ok"] is True
        assert "Shop" in here(server.home, "list", "--chat", chat).stdout
        async with at(server, f"?chat={chat}") as other:
            assert "[button 1] Buy" in text_of(await other.call_tool("browser", {"action": "content"}))
        missing = await client.call_tool("browser", {"action": "clikc"})
        assert missing.is_error
    # A chat that the client named stays, as its tabs do.
    assert "Shop" in here(server.home, "list", "--chat", chat).stdout


async def test_a_person_is_asked_at_the_client(server: LocalServer, site: Site) -> None:
    cards: list[str] = []

    async def answer(_: Any, params: types.ElicitRequestFormParams) -> types.ElicitResult:
        cards.append(params.message)
        return types.ElicitResult(action="accept", content={"answer": "once"})

    url = site.page("<title>Shop</title>").replace("127.0.0.1", "localhost")
    async with shared(server, "--chat", "asking", mode="legacy", elicitation_callback=answer) as client:
        await client.call_tool("browser", {"action": "open", "url": url})
        assert "2" in text_of(await client.call_tool("browser", {"action": "evaluate", "script": "1 + 1"}))
    assert len(cards) == 1


async def test_an_unnamed_chat_ends_with_its_client_and_each_client_has_its_own_offer(server: LocalServer, site: Site) -> None:
    before = chats(server)
    async with shared(server, "--images", "never", "--errors", "text", "--tools", "core") as client:
        actions = (await client.list_tools()).tools[0].input_schema["properties"]["action"]["enum"]
        assert len(actions) == 12
        await client.call_tool("browser", {"action": "navigate", "url": site.page("<p>Words")})
        shot = text_of(await client.call_tool("browser", {"action": "screenshot"}))
        seen = await client.call_tool("vision_load", {"paths": [shot.splitlines()[0].removeprefix("path: ")]})
        assert text_of(seen).endswith(WITHHELD)
        failed = await client.call_tool("browser", {"action": "click", "ref": 99})
        assert (failed.is_error, text_of(failed).startswith("error ref_unknown")) == (False, True)
        (own,) = set(chats(server)) - set(before)
        assert own.startswith("mcp-")
    assert chats(server) == before


def test_what_the_server_refuses_is_said_with_its_remedy(server: LocalServer) -> None:
    words = [sys.executable, "-m", "refbrowser", "mcp", "--shared"]
    for more, given, says in (
        ([], {"REFBROWSER_NETWORK": "offline"}, "error settings_differ: "),
        (["--groups", "nonsense"], {}, "error invalid_arguments: There is no group 'nonsense'"),
    ):
        done = subprocess.run(
            [*words, *more],
            env={**environment(server), **given},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode != 0
        assert done.stderr.startswith(says), done
        assert done.stdout == ""
