"""``refbrowser profiles`` and ``--profile``: what chats keep, from a shell; and the login of the browser that a person runs."""

import asyncio
import json
from pathlib import Path

import httpx
import pytest
from playwright.async_api import async_playwright
from websockets.asyncio.client import connect

from refbrowser import Browser, Settings
from refbrowser.adapters import cli
from refbrowser.adapters.client import LocalServer
from refbrowser.browser.launch.running import running_browsers
from refbrowser.profiles.store import ProfileStore
from tests.support.calls import do, evaluated
from tests.support.exchange import Request, Response, html
from tests.support.local_server import shell
from tests.support.remote import RemoteChromium, remote_chromium
from tests.support.server import Site
from tests.support.waiting import until

pytestmark = pytest.mark.usefixtures("quick_keys")

STATE = {
    "cookies": [
        {
            "name": "sid",
            "value": "v1",
            "domain": "127.0.0.1",
            "path": "/",
            "expires": -1,
            "httpOnly": True,
            "secure": False,
            "sameSite": "Lax",
        },
        {
            "name": "ad",
            "value": "v2",
            "domain": ".ads.example",
            "path": "/",
            "expires": -1,
            "httpOnly": False,
            "secure": False,
            "sameSite": "Lax",
        },
    ],
    "origins": [{"origin": "http://127.0.0.1", "localStorage": [{"name": "theme", "value": "dark"}]}],
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REFBROWSER_PROFILE_KEY", "a key that only the tests use")
    monkeypatch.setenv("REFBROWSER_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def account(site: Site) -> str:
    def page(request: Request) -> Response:
        known = "sid=" in request.headers.get("Cookie", "")
        response = html("<h1>Welcome back</h1>" if known else "<h1>Please log in</h1>")
        return Response(response.body, 200, {**response.headers, "Set-Cookie": "sid=v1; HttpOnly; Path=/; Max-Age=9999"})

    return site.route("/account", page)


def test_a_profile_is_imported_listed_copied_exported_and_removed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "state.json").write_text(json.dumps(STATE))
    assert cli.main(["profiles", "list"]) == 0
    assert cli.main(["profiles", "import", "work", str(tmp_path / "state.json"), "--sites", "127.0.0.1"]) == 0
    assert cli.main(["profiles", "fork", "work", "copy"]) == 0
    assert cli.main(["profiles", "list", "--json"]) == 0
    assert cli.main(["profiles", "export", "copy", str(tmp_path / "out.json")]) == 0
    assert cli.main(["profiles", "export", "copy", str(tmp_path / "cookies.txt")]) == 0
    assert cli.main(["profiles", "remove", "copy"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["no profiles", "work: 1 cookies, 1 local, 0 indexeddb", "copy: a copy of work"]
    assert [entry["name"] for entry in json.loads(lines[3])] == ["copy", "work"]
    assert lines[-1] == "copy: removed"
    assert [cookie["name"] for cookie in json.loads((tmp_path / "out.json").read_text())["cookies"]] == ["sid"]
    assert "#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\tv1" in (tmp_path / "cookies.txt").read_text()
    assert (tmp_path / "out.json").stat().st_mode & 0o077 == 0


def test_what_goes_wrong_has_a_code_and_a_next_step(tmp_path: Path, capsys: pytest.CaptureFixture[str], home: Path) -> None:
    assert cli.main(["profiles", "export", "none", str(tmp_path / "out.json")]) == 17
    assert "error profile_unknown: There is no profile none. Next: refbrowser profiles list" in capsys.readouterr().err
    assert cli.main(["profiles", "import", "work", str(tmp_path / "missing.json")]) == 9
    (tmp_path / "state.json").write_text(json.dumps(STATE))
    assert cli.main(["profiles", "import", "work", str(tmp_path / "state.json"), "--sites", "nowhere.example"]) == 17
    with_it = ProfileStore(home).open("busy", "c1")
    assert cli.main(["profiles", "remove", "busy"]) == 17
    assert "is in use by chat 'c1' of process" in capsys.readouterr().err
    with_it.close()
    assert cli.main(["profiles", "import", "../x", str(tmp_path / "state.json")]) == 2


@pytest.mark.long("browser/test_profiles.py::test_cookies_storage_databases_and_tabs_are_there_in_the_next_run")
def test_a_shells_chat_keeps_its_login_over_a_restart_of_the_server(own_server: LocalServer, site: Site) -> None:
    page = account(site)
    assert "Please log in" in shell(own_server, "open", page, "--observe", "content", "--profile", "work").stdout
    assert shell(own_server, "stop").returncode == 0
    assert "Welcome back" in shell(own_server, "content", "--profile", "work").stdout
    refused = shell(own_server, "content", "--profile", "other")
    assert refused.returncode == 2
    assert "at work with the profile work" in refused.stderr


@pytest.mark.long("adapters/test_profile_commands.py::test_a_profile_is_imported_listed_copied_exported_and_removed")
async def test_the_login_of_the_browser_that_a_person_runs_is_handed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], site: Site, home: Path
) -> None:
    page, folder = account(site), tmp_path / "chrome"
    monkeypatch.setenv("CHROME_USER_DATA_DIR", str(folder))
    with remote_chromium(folder) as chromium:
        async with async_playwright() as playwright:
            person = await playwright.chromium.connect_over_cdp(chromium.http)
            tab = person.contexts[0].pages[0]
            await tab.goto(page)
            await tab.evaluate("localStorage.theme = 'dark'")
            assert [browser.address for browser in await running_browsers()] == [chromium.ws]
            assert await asyncio.to_thread(cli.main, ["profiles", "import", "mine", "--from-browser", "--sites", "127.0.0.1"]) == 0
            assert await asyncio.to_thread(cli.main, ["profiles", "import", "none", "--from-browser", "--sites", "x.example"]) == 17
            assert await tab.evaluate("document.querySelector('h1').textContent") == "Please log in"
            assert len(person.contexts[0].pages) == 1
            await person.close()
    assert "mine: 1 cookies, 1 local, 0 indexeddb" in capsys.readouterr().out
    assert await running_browsers() == []
    async with Browser(Settings(home=home)) as browser:
        chat = browser.chat("c", profile="mine")
        await do(chat, "open", url=page)
        assert "Welcome back" in await do(chat, "content")
        assert await evaluated(chat, "localStorage.theme") == "dark"


async def pages_of(chromium: RemoteChromium) -> dict[str, tuple[str, str]]:
    """The address and the browser context of each page."""
    async with connect(chromium.ws, max_size=None) as socket:
        await socket.send(json.dumps({"id": 1, "method": "Target.getTargets"}))
        targets = json.loads(await socket.recv())["result"]["targetInfos"]
    return {one["targetId"]: (one["url"], one["browserContextId"]) for one in targets if one["type"] == "page"}


@pytest.mark.long("browser/test_remote.py::test_a_remote_browser_is_used_and_left_as_it_was")
async def test_connect_auto_uses_the_browser_that_runs_and_leaves_its_pages_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, site: Site, home: Path
) -> None:
    page, folder = account(site), tmp_path / "chrome"
    monkeypatch.setenv("CHROME_USER_DATA_DIR", str(folder))
    async with Browser(Settings(home=home, connect="auto")) as browser:
        answer = await browser.chat("c").call({"action": "open", "url": page})
        assert answer["code"] == "launch_failed"
        assert "remote debugging enabled" in answer["error"]
        assert "chrome://inspect/#remote-debugging" in answer["remedy"]["hint"]
        with remote_chromium(folder) as chromium:
            # The person logs in.
            await asyncio.to_thread(httpx.put, f"{chromium.http}/json/new?{page}")
            before = await until(lambda: pages_of(chromium), lambda pages: page in [url for url, _ in pages.values()])
            chat = browser.chat("c")
            await do(chat, "open", url=page)
            assert len((await do(chat, "list"))["browsers"]) == 1
            assert "Please log in" in await do(chat, "content")
            during = await pages_of(chromium)
            (own,) = during.keys() - before.keys()
            assert during[own][1] not in [context for _, context in before.values()]
            await chat.close()
            assert await until(lambda: pages_of(chromium), lambda pages: own not in pages) == before
