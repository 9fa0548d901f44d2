"""Over TLS the proxy sees no requests: what a public page sends to an internal host does not arrive, whatever else goes there."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from benchmarks.boundary_site import certificate
from refbrowser import Browser, Settings
from tests.egress.conftest import Internet
from tests.support.calls import do
from tests.support.internet import small_internet
from tests.support.waiting import until

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nok"
ATTACK = """<script>let n = 0; setInterval(() => {
  fetch('https://127.0.0.1:TLS/evil?' + n++, {mode: 'no-cors'}).catch(() => 0);
  const link = document.createElement('link'); link.rel = 'preconnect'; link.href = 'https://127.0.0.1:TLS/?' + n; document.head.append(link)
}, 15)</script>"""


@pytest.mark.long("egress/test_smuggling.py::test_a_tls_tunnel_to_an_internal_host_is_left_to_no_page")
async def test_a_public_page_gets_no_tunnel_while_the_agent_goes_there(tmp_path: Path, internet: Internet, marker: str) -> None:
    paths: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError):
            while head := await reader.readuntil(b"\r\n\r\n"):
                paths.append(head.split(b" ")[1].decode())
                writer.write(OK)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=certificate())
    port = server.sockets[0].getsockname()[1]
    settings = Settings(home=tmp_path, browser_args=("--ignore-certificate-errors",))
    async with server, Browser(settings, environment=small_internet(internet.names)) as browser:
        chat = browser.chat("tls")
        await do(chat, "open", url=internet.page(ATTACK.replace("TLS", str(port))))
        mine = (await do(chat, "open"))["browser_id"]
        url = f"https://127.0.0.1:{port}/agent"
        for _ in range(25):
            # While the page asks the same host, the agent's own call may fail too.
            await chat.call({"action": "navigate", "browser_id": mine, "url": url, "timeout_ms": 5_000})
        await do(chat, "close", browser_id=1)

        async def arrived() -> bool:
            return bool((await chat.call({"action": "navigate", "browser_id": mine, "url": url}))["ok"])

        # Its requests count for two seconds more.
        await until(arrived)
    assert "/agent" in paths
    assert not [path for path in paths if path.startswith("/evil")]
