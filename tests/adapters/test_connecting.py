"""A chat of a running server continues in a person's browser, and leaves it: by the shell and over HTTP; the person's tabs stay theirs."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from refbrowser.adapters.client import LocalServer
from tests.support.local_server import asked, here
from tests.support.person import Person, person
from tests.support.remote import remote_chromium
from tests.support.server import Site
from tests.support.waiting import until

PAGE = "<title>Mine</title><a id=file download=mine.txt href='data:text/plain,mine'>Save</a>"
LOOKS = "[document.visibilityState, document.hasFocus(), innerWidth, document.title = 'Mine'].join()"


@pytest.mark.long("browser/test_remote.py::test_one_chat_moves_to_another_browser_and_back_with_its_tabs")
async def test_a_chat_connects_and_disconnects_beside_a_person(server: LocalServer, site: Site, tmp_path: Path) -> None:
    ours = site.page("<title>Ours</title><button>Go</button>", "/ours")

    async def shell(*words: str) -> Any:
        return await asyncio.to_thread(here, server.home, *words)

    async def call(**request: Any) -> Any:
        answer = await asyncio.to_thread(server.call, "connecting", request)
        assert answer["ok"], answer
        return answer["result"]

    async def hangs_together(own: Person, folder: Path, number: int) -> None:
        """The person's questions are theirs to answer, and their downloads go where they have them go."""
        for answer in (True, False):
            own.opened.clear()
            await own.value("void setTimeout(() => { document.title = confirm('Sure?') })")
            async with asyncio.timeout(30):
                await own.opened.wait()
            await call(action="list")
            assert "error" not in await own.send("Page.handleJavaScriptDialog", accept=answer)
            assert await own.value("document.title") == str(answer).lower()
        await own.value(f"file.download = 'mine{number}.txt'; file.click()")
        await until(lambda: (folder / f"mine{number}.txt").is_file())
        assert await own.value(LOOKS) == before

    with remote_chromium(tmp_path / "profile") as remote:
        async with person(remote, site.page(PAGE, "/mine")) as own:
            folder = tmp_path / "downloads"
            await own.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
            before = await own.value(LOOKS)
            await call(action="open", url=ours)
            await hangs_together(own, folder, 1)
            done = await shell("chats", "connect", "connecting", "--to", remote.http)
            assert (done.returncode, done.stdout) == (0, "connecting  connected\n"), done
            assert [tab["url"] for tab in (await call(action="list"))["browsers"]] == [ours]
            await hangs_together(own, folder, 2)
            # What is no address leaves it where it is.
            for wrong in (b'{"to": " "}', b'{"to": 7}', b"{}"):
                _, _, answer = await asyncio.to_thread(asked, server, "POST", "/v1/chats/connecting/connect", wrong)
                assert json.loads(answer)["code"] == "invalid_arguments"
            await call(action="click", selector="button")
            status, _, answer = await asyncio.to_thread(asked, server, "POST", "/v1/chats/connecting/connect", b'{"to": null}')
            assert (status, json.loads(answer)["result"]["connected"]) == (200, False)
            assert [tab["url"] for tab in (await call(action="list"))["browsers"]] == [ours]
            await hangs_together(own, folder, 3)
            assert remote.process.poll() is None
    assert (await shell("chats", "connect", "connecting")).returncode == 2
    assert (await shell("chats", "disconnect", "connecting")).stdout == "connecting  disconnected\n"
