"""Browsers of other owners are used, not closed, found again, and no secret of their addresses is shown."""

import asyncio
import json
import logging
import subprocess
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright._impl._driver import compute_driver_executable

from refbrowser import Browser, RefbrowserError, Settings
from refbrowser.browser.launch import remote as remote_browser
from refbrowser.browser.launch.executables import find
from tests.support.calls import do, evaluated, opened, refused
from tests.support.remote import Gateway, RemoteChromium, dismissing_gateway, remote_chromium
from tests.support.server import Site, refused_url
from tests.support.waiting import until

ASKING = "<button onclick=\"document.title = [confirm('Sure?'), prompt('Name?', 'Ada')]\">Go</button>"


@pytest.fixture(scope="module")
def remote(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RemoteChromium]:
    with remote_chromium(tmp_path_factory.mktemp("profile")) as running:
        yield running


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RemoteChromium]:
    """Another remote browser: a gateway dismisses the dialogs of all pages in the browser behind it."""
    with remote_chromium(tmp_path_factory.mktemp("profile")) as running:
        yield running


@pytest.fixture
async def gateway(remote: RemoteChromium) -> AsyncIterator[Gateway]:
    async with dismissing_gateway(remote) as running:
        yield running


def pages(remote: RemoteChromium) -> list[str]:
    """The addresses of its tabs, by its own account."""
    return [target["url"] for target in httpx.get(f"{remote.http}/json").json() if target["type"] == "page"]


@pytest.mark.rows(1)
@pytest.mark.parametrize("kind", ["http", "ws"])
async def test_a_remote_browser_is_used_and_left_as_it_was(tmp_path: Path, remote: RemoteChromium, site: Site, kind: str) -> None:
    before = await asyncio.to_thread(pages, remote)
    async with Browser(Settings(home=tmp_path, connect=getattr(remote, kind))) as browser:
        chat, other = browser.chat("c"), browser.chat("d")
        numbers = await opened(chat, site.page("<title>Here</title><button onclick='window.open(\"/echo\")'>Go</button>"))
        await do(other, "open", url=site.page("<p>There"))
        assert (await do(chat, "click", ref=numbers["Go"]))["action"]["opened_browser_ids"] == [2]
        await evaluated(chat, "document.cookie = 'a=1'", browser_id=1)
        assert await evaluated(other, "document.cookie") == ""
        assert len(await asyncio.to_thread(pages, remote)) == len(before) + 3
    assert await asyncio.to_thread(pages, remote) == before
    assert remote.process.poll() is None


@pytest.mark.long("browser/test_remote.py::test_the_bridge_holds_dialogs_that_the_backend_would_dismiss")
async def test_a_dialog_of_a_remote_browser_waits_like_any_other(tmp_path: Path, apart: RemoteChromium, site: Site) -> None:
    async with Browser(Settings(home=tmp_path, connect=apart.ws)) as browser:
        chat = browser.chat("c")
        await opened(chat, site.page(ASKING))
        await do(chat, "click", ref=1, timeout_ms=20_000, observe="none")
        assert (await do(chat, "dialog", operation="accept"))["next_dialog"]["message"] == "Name?"
        assert (await do(chat, "dialog", operation="accept"))["state"]["title"] == "true,Ada"


@pytest.mark.long("browser/test_dialogs_everywhere.py::test_a_dialog_that_another_client_answered_is_reported_as_such")
async def test_a_dialog_that_the_backend_dismissed_is_reported_as_such(tmp_path: Path, gateway: Gateway, site: Site) -> None:
    async with Browser(Settings(home=tmp_path, connect=gateway.address)) as browser:
        chat = browser.chat("c")
        await opened(chat, site.page(ASKING))
        await chat.call({"action": "click", "ref": 1, "timeout_ms": 4000})
        state = await until(
            lambda: do(chat, "state"), lambda state: len(state.get("recent_dialogs", [])) >= 2 and not state["dialogs"]
        )
        assert [(dialog["message"], dialog["closed_by"], dialog["accepted"]) for dialog in state["recent_dialogs"]] == [
            ("Sure?", "remote", None), ("Name?", "remote", None)
        ]  # fmt: skip
        assert gateway.dismissed >= 2


@dataclass
class Bridged:
    """A browser behind a gateway, with the bridge, a header and a token, and what was logged of it."""

    browser: Browser
    gateway: Gateway
    logged: list[str]


@pytest.fixture(scope="module")
async def bridged(remote: RemoteChromium, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bridged]:
    logged: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: logged.append(record.getMessage())  # type: ignore[method-assign]
    logger = logging.getLogger("refbrowser")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    async with dismissing_gateway(remote) as gateway:
        settings = Settings(
            home=tmp_path_factory.mktemp("home"),
            connect=f"{gateway.address}?token=topsecret",
            connect_headers=("Authorization: Bearer topsecret",),
            dialog_bridge=True,
        )
        async with Browser(settings) as browser:
            first = browser.chat("first")
            await do(first, "open")
            await first.close()
            yield Bridged(browser, gateway, logged)
    logger.removeHandler(handler)
    logger.setLevel(level)
    assert "topsecret" not in "".join(logged), "when it was closed"


async def test_the_bridge_holds_dialogs_that_the_backend_would_dismiss(bridged: Bridged, site: Site) -> None:
    """In a tab that opened without taking the focus from another window."""
    chat = bridged.browser.chat("c")
    await opened(chat, site.page(ASKING))
    assert {tab.get("background") for tab in bridged.gateway.made} == {True}
    held = (await do(chat, "click", ref=1, timeout_ms=20_000))["action"]
    assert (held["suspended"], held["dialog"]["message"]) == (True, "Sure?")
    await refused(chat, "dialog_open", "content")
    second = (await do(chat, "dialog", operation="accept"))["next_dialog"]
    assert (second["type"], second["message"], second["default_prompt"]) == ("prompt", "Name?", "Ada")
    result = await do(chat, "dialog", operation="accept", text="Grace")
    assert result["state"]["title"] == "true,Grace"
    assert bridged.gateway.dismissed == 0
    await chat.close()


@pytest.mark.long("browser/test_remote.py::test_the_bridge_holds_dialogs_that_the_backend_would_dismiss")
@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "headers", [{"Content-Security-Policy": "connect-src 'none'"}, {"Permissions-Policy": "sync-xhr=()"}], ids=str
)
async def test_where_the_bridge_cannot_be_reached_the_native_dialog_is_asked(
    tmp_path: Path, apart: RemoteChromium, site: Site, headers: dict[str, str]
) -> None:
    async with Browser(Settings(home=tmp_path, connect=apart.ws, dialog_bridge=True)) as browser:
        chat = browser.chat("c")
        await opened(chat, site.page(ASKING, headers=headers))
        assert (await do(chat, "click", ref=1, timeout_ms=20_000))["action"]["dialog"]["message"] == "Sure?"
        await do(chat, "dialog", operation="accept")
        assert (await do(chat, "dialog", operation="accept"))["state"]["title"] == "true,Ada"


async def test_headers_are_sent_and_tokens_are_never_shown(bridged: Bridged, site: Site) -> None:
    chat = bridged.browser.chat("d")
    await do(chat, "open", url=site.page("<p>Here"))
    await chat.close()
    assert bridged.gateway.seen == [("/session?token=topsecret", "Bearer topsecret")]
    assert "topsecret" not in "".join(bridged.logged)


@pytest.mark.long("browser/test_remote.py::test_headers_are_sent_and_tokens_are_never_shown")
@pytest.mark.rows(1)
@pytest.mark.parametrize("scheme", ["ws://ada:topsecret@", "http://", "playwright+ws://"])
async def test_a_browser_that_cannot_be_reached_is_an_error_without_its_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    monkeypatch.setattr("refbrowser.browser.launch.remote.BACK_OFF_S", (0.01, 60.0))
    with refused_url("/topsecret/devtools?token=topsecret") as address:
        async with Browser(Settings(home=tmp_path, connect=address.replace("http://", scheme))) as browser:
            answer = await refused(browser.chat("c"), "launch_failed", "open")
            assert "topsecret" not in json.dumps(answer)
            assert answer["details"]["reason"] == "ECONNREFUSED"
            assert answer["details"]["attempts"] > 1
            assert "127.0.0.1:" in answer["error"]
            monkeypatch.setattr("refbrowser.browser.launch.remote.BACK_OFF_S", (1.0, 60.0))
            answer = await refused(browser.chat("d"), "timeout", "open", timeout_ms=500)
            assert "topsecret" not in json.dumps(answer)
            assert "for the browser at " in answer["error"]
            assert "127.0.0.1:" in answer["error"]


@pytest.mark.long("browser/test_remote.py::test_a_remote_browser_is_used_and_left_as_it_was")
async def test_a_browser_that_was_started_again_is_found_again(tmp_path: Path, site: Site) -> None:
    url = site.page("<title>Here</title>")
    profile = tmp_path / "profile"
    profile.mkdir()
    with remote_chromium(profile) as first:
        settings = Settings(home=tmp_path, connect=first.http)
        async with Browser(settings) as browser:
            chat = browser.chat("c")
            await do(chat, "open", url=url)
            first.process.kill()
            first.process.wait()
            with remote_chromium(tmp_path / "profile", first.port):
                answer = await until(lambda: chat.call({"action": "evaluate", "script": "document.title"}), found_again)
                assert answer["result"]["result"] == "Here"
                assert answer["result"]["restored"]["because"] == "the browser ended"


def found_again(answer: dict[str, Any]) -> bool:
    assert answer.get("code") in (None, "browser_crashed", "launch_failed")
    return "code" not in answer


@pytest.fixture
def playwright_server(tmp_path: Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A running Playwright server and its address."""
    config = tmp_path / "server.json"
    config.write_text(
        json.dumps({"executablePath": str(find().path), "chromiumSandbox": False, "args": ["--no-sandbox"], "port": 0})
    )
    command = [*compute_driver_executable(), "launch-server", "--browser", "chromium", "--config", str(config)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield server, server.stdout.readline().strip()
        server.terminate()


@pytest.mark.long("browser/test_remote.py::test_a_remote_browser_is_used_and_left_as_it_was")
async def test_a_playwright_server_is_used_too(
    tmp_path: Path, playwright_server: tuple["subprocess.Popen[str]", str], site: Site
) -> None:
    server, address = playwright_server
    async with Browser(Settings(home=tmp_path, connect=f"playwright+{address}")) as browser:
        chat = browser.chat("c")
        await opened(chat, site.page("<title>Here</title><button onclick='document.title = 1'>Go</button>"))
        assert (await do(chat, "click", ref=1))["state"]["title"] == "1"
    assert server.poll() is None


async def test_one_chat_moves_to_another_browser_and_back_with_its_tabs(
    tmp_path: Path, remote: RemoteChromium, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another chat stays, and the browser that is left goes on running."""
    url, other = site.page("<title>Here</title><button>Go</button>", "/here"), site.page("<title>There</title>", "/there")
    async with Browser(Settings(home=tmp_path)) as browser:
        chat, staying = browser.chat("moving"), browser.chat("staying")
        await do(staying, "open", url=other)
        numbers = await opened(chat, url)
        await evaluated(chat, "document.cookie = 'who=ada'; localStorage.cart = 3")
        with monkeypatch.context() as hasty:
            hasty.setattr(remote_browser, "PATIENCE_S", 0.2)
            with pytest.raises(RefbrowserError) as unreachable:
                await chat.connect("ws://127.0.0.1:1/none")
        assert unreachable.value.code == "launch_failed"
        await do(chat, "click", ref=numbers["Go"])
        await chat.connect(remote.http)
        listing = await do(chat, "list")
        assert [tab["url"] for tab in listing["browsers"]] == [url]
        assert listing["restored"]["because"] == "the chat was moved to another browser"
        assert url in await asyncio.to_thread(pages, remote)
        assert await evaluated(chat, "[document.cookie, localStorage.cart]") == ["who=ada", "3"]
        await evaluated(chat, "document.cookie = 'who=grace'")
        assert await evaluated(staying, "document.title") == "There"
        await chat.connect(None)
        await do(chat, "navigate", url=other)
        assert await evaluated(chat, "document.cookie") == "who=grace"
        assert url not in await asyncio.to_thread(pages, remote)
        assert remote.process.poll() is None
        await chat.connect(remote.ws)
        assert (await do(chat, "state"))["url"] == other
        await chat.close()
        assert other not in await asyncio.to_thread(pages, remote)
