"""What the documentation shows of the shell and of hosts' configurations is run: commands with their output, MCP servers by a client."""

import itertools
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from refbrowser.demo.server import ShopServer
from refbrowser.surface.short_forms import EXIT_CODES
from tests.docs.documents import ROOT, Block, Document
from tests.docs.transcripts import at, normalised

SERVER = Document(ROOT / "docs" / "server.md")
SHOWN = [
    (page, block, following)
    for page in (SERVER, Document(ROOT / "README.md"))
    for block, following in itertools.pairwise(page.blocks("sh", "text"))
    if (block.language, following.language) == ("sh", "text")
]


@pytest.mark.long("adapters/test_commands.py::test_a_call_prints_what_an_agent_reads")
@pytest.mark.skipif(shutil.which("curl") is None, reason="the example of HTTP uses curl")
@pytest.mark.parametrize(("page", "block", "following"), SHOWN, ids=lambda value: getattr(value, "name", ""))
def test_commands_print_what_the_page_says(
    page: Document, block: Block, following: Block, shell: Any, shop: ShopServer, tmp_path: Path
) -> None:
    script = ["sh", "-c", at(shop.url, block.text)]
    done = subprocess.run(script, env=shell, cwd=tmp_path, capture_output=True, text=True, timeout=80, check=False)
    said = at(shop.url, following.text)
    assert normalised(done.stdout, shop.url).rstrip() == normalised(said, shop.url).rstrip(), (
        f"{page.name}:{block.line}\n{done.stderr}"
    )


@pytest.mark.long("adapters/test_mcp.py::test_a_page_is_opened_read_and_acted_on")
async def test_a_hosts_configuration_starts_a_server_that_offers_the_tools(shell: Any) -> None:
    configurations = [json.loads(block.text)["mcpServers"]["browser"] for block in SERVER.blocks("jsonc")]
    (local,) = [one for one in configurations if "command" in one]
    server = StdioServerParameters(command=local["command"], args=local["args"], env=shell)
    async with Client(server, read_timeout_seconds=60) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == ["browser", "vision_load"]
    (remote,) = [one for one in configurations if "url" in one]
    assert "/mcp?chat=" in remote["url"]


def test_the_table_of_exit_codes_is_complete() -> None:
    rows = re.findall(r"^\| (\d+) \| (.+) \|$", SERVER.text, re.MULTILINE)
    shown = {name: int(code) for code, names in rows for name in re.findall(r"`(\w+)`", names)}
    assert shown == EXIT_CODES
