"""Requests that a chat blocks, answers itself, or sends with other headers."""

import asyncio
import json
from pathlib import Path

import pytest

from refbrowser import Browser, Chat, Settings
from refbrowser.browser.network import routes
from tests.support import processes
from tests.support.calls import do, evaluated, navigated, opened, read, refused
from tests.support.chromium import kill, parts
from tests.support.exchange import Response
from tests.support.server import Site
from tests.support.waiting import until

GET = "fetch('{}').then(async (answer) => [answer.status, answer.headers.get('x-of') ?? '', await answer.text()], (failed) => failed.name)"


async def test_a_route_blocks_answers_and_adds_headers_in_all_tabs(chat: Chat, shared_chat: Chat, site: Site) -> None:
    site.route("/data", lambda _: b"real")
    page = site.page("<title>Page</title><button onclick=\"window.open('/echo')\">Open</button>")
    await opened(chat, page)
    await do(chat, "route", operation="add", url="*/data?blocked", abort=True)
    await do(
        chat, "route", operation="add", url="*/data?own", fulfil={"status": 418, "headers": {"X-Of": "us"}, "body": '{"a": 1}'}
    )
    await do(chat, "route", operation="add", url="*/echo*", headers={"X-Mine": "route"})
    assert await evaluated(chat, GET.format("/data?blocked")) == "TypeError"
    assert await evaluated(chat, GET.format("/data?own")) == [418, "us", '{"a": 1}']
    assert await evaluated(chat, GET.format("/data?other")) == [200, "", "real"]
    await do(chat, "open", url=page)
    assert await evaluated(chat, GET.format("/data?blocked")) == "TypeError"
    # The log has them all, and those of a popup.
    log = await do(chat, "network", browser_id=1, text="/data")
    assert [(entry["url"].rpartition("?")[2], entry.get("status"), bool(entry.get("failure"))) for entry in log["requests"]] == [
        ("blocked", None, True), ("own", 418, False), ("other", 200, False)]  # fmt: skip
    receipt = await do(chat, "click", browser_id=1, selector="button")
    [popup] = receipt["action"]["opened_browser_ids"]
    await do(chat, "wait", browser_id=popup, url="*/echo")
    assert site.wait_for_request("/echo").headers["X-Mine"] == "route"
    listed = (await do(chat, "route", operation="list"))["routes"]
    assert [(rule["url"], rule["does"], rule["hits"] > 0) for rule in listed] == [
        ("*/echo*", "headers", True), ("*/data?own", "fulfil", True), ("*/data?blocked", "abort", True)]  # fmt: skip
    # Another chat has none of it.
    await do(shared_chat, "navigate", url=page)
    assert await evaluated(shared_chat, GET.format("/data?blocked")) == [200, "", "real"]
    await do(chat, "route", operation="remove", url="*/data?blocked")
    assert await evaluated(chat, GET.format("/data?blocked")) == [200, "", "real"]
    assert (await do(chat, "route", operation="remove"))["routes"] == []
    assert await evaluated(chat, GET.format("/data?own")) == [200, "", "real"]


async def test_a_page_is_blocked_or_comes_from_a_file(shared_chat: Chat, site: Site) -> None:
    chat = shared_chat
    await do(chat, "route", operation="add", url=site.url("/gone"), abort=True)
    failed = await refused(chat, "navigation_failed", "navigate", url=site.url("/gone"))
    assert "ERR_BLOCKED_BY_CLIENT" in json.dumps(failed)
    chat.folder.mkdir(parents=True, exist_ok=True)
    (chat.folder / "own.html").write_text("<title>Own</title><button>Mine</button>")
    await do(chat, "route", operation="add", url="own.example", fulfil={"path": "own.html"})
    await do(chat, "navigate", url="https://own.example/")
    assert "Mine" in await read(chat)
    await do(chat, "route", operation="add", url="text.example", fulfil={"body": "<title>Text</title><h1>Written</h1>"})
    assert (await do(chat, "navigate", url="https://text.example/"))["title"] == "Text"
    await do(chat, "route", operation="remove")


@pytest.mark.long("browser/test_files_of_a_page.py::test_a_download_lies_in_the_chats_folder_with_its_checksum")
async def test_downloads_go_on_under_a_route(chat: Chat, site: Site) -> None:
    await opened(chat, site.page("<a href='/download?name=a.bin&size=5000' download>Get</a>"))
    await do(chat, "route", operation="add", url="*", headers={"X-Mine": "1"})
    await do(chat, "click", selector="a", observe="none")
    await do(chat, "wait", download=True)
    [download] = (await do(chat, "downloads"))["downloads"]
    assert (download["state"], download["size"]) == ("complete", 5000)


async def test_what_cannot_be_routed_is_refused(shared_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    await navigated(shared_chat, site.page("<title>Page</title>"))
    for wrong in (
        {"operation": "add", "url": "*"}, {"operation": "add", "abort": True}, {"operation": "add", "url": "*", "abort": True, "headers": {"a": "b"}},
        {"operation": "list", "abort": True}, {"operation": "add", "url": "*", "headers": {"a": "b\nc"}},
        {"operation": "add", "url": "*", "headers": {"a b": "c"}}, {"operation": "add", "url": "*", "fulfil": {"status": 99}},
        {"operation": "add", "url": "*", "fulfil": {"body": "a", "path": "b"}}, {"operation": "remove", "url": "*/never"},
    ):  # fmt: skip
        await refused(shared_chat, "invalid_arguments", "route", **wrong)
    await refused(shared_chat, "file_denied", "route", operation="add", url="*", fulfil={"path": "/etc/passwd"})
    monkeypatch.setattr(routes, "MOST", 5)
    for number in range(5):
        await do(shared_chat, "route", operation="add", url=f"https://never.example/{number}", abort=True)
    await refused(shared_chat, "invalid_arguments", "route", operation="add", url="*", abort=True)
    await do(shared_chat, "route", operation="remove")


async def test_special_signs_of_patterns_mean_themselves(shared_chat: Chat, site: Site) -> None:
    site.route("/a+b(c)", lambda _: b"real")
    await navigated(shared_chat, site.page("<title>Page</title>"))
    await do(shared_chat, "route", operation="add", url="/a+b(c)?x=[1]*", fulfil={"body": "ours"})
    assert (await evaluated(shared_chat, GET.format("/a+b(c)?x=1")))[2] == "real"
    await do(shared_chat, "route", operation="add", url="*/a+b(c)?x=*", fulfil={"body": "ours"})
    assert (await evaluated(shared_chat, GET.format("/a+b(c)?x=1")))[2] == "ours"
    await do(shared_chat, "route", operation="remove")


WORKER = """onfetch = event => { if (event.request.url.includes('/of')) event.respondWith(new Response('<title>Worker</title>',
{headers: {'Content-Type': 'text/html'}})) }; oninstall = () => skipWaiting(); onactivate = event => event.waitUntil(clients.claim())"""


@pytest.mark.long("browser/test_route.py::test_a_route_blocks_answers_and_adds_headers_in_all_tabs")
async def test_a_route_decides_before_the_service_worker_of_a_page(chat: Chat, site: Site) -> None:
    site.route("/worker.js", lambda _: Response(WORKER.encode(), headers={"Content-Type": "text/javascript"}))
    page = site.page("<title>Page</title><script>navigator.serviceWorker.register('/worker.js')</script>")
    await opened(chat, page)
    await do(chat, "wait", script="navigator.serviceWorker.controller !== null")
    frame = (
        "new Promise(done => { const frame = document.createElement('iframe'); frame.src = '/of/frame'; document.body.append(frame);"
        " frame.onload = () => done(frame.contentDocument.title) })"
    )
    await do(chat, "route", operation="add", url="*/of*", fulfil={"body": "<title>Route</title>"})
    assert (await evaluated(chat, GET.format("/of/data")))[2] == "<title>Route</title>"
    assert await evaluated(chat, frame) == "Route"
    assert (await do(chat, "navigate", url=site.url("/of/page")))["title"] == "Route"
    assert (await do(chat, "open", url=site.url("/of/page")))["state"]["title"] == "Route"
    await do(chat, "route", operation="remove")
    assert (await do(chat, "navigate", url=site.url("/of/page")))["title"] == "Worker"
    assert (await do(chat, "open", url=site.url("/of/page")))["state"]["title"] == "Worker"


SHOWN = "new Promise(done => {{ const image = new Image(); image.onload = image.onerror = () => done(1); image.src = '{}' }})"


@pytest.mark.long("browser/test_route.py::test_a_route_blocks_answers_and_adds_headers_in_all_tabs")
async def test_a_route_decides_what_a_redirect_leads_to(chat: Chat, site: Site) -> None:
    site.route("/of/x", lambda _: b"real")
    # No address of the chain but the last matches.
    for path, target in (("/start", "/of/x"), ("/earlier", "/start"), ("/page-start", "/of/page")):
        site.route(path, "", status=302, headers={"Location": target})
    await opened(chat, site.page("<title>Page</title>"))
    await do(chat, "route", operation="add", url="*/of/*", abort=True)
    # Of a page that was there before the route, and of one that comes after it.
    for _ in range(2):
        starts = ("/start", "/earlier")
        for start in starts:
            assert await evaluated(chat, GET.format(start)) == "TypeError"
            assert await evaluated(chat, SHOWN.format(start)) == 1
        for start in starts:
            failed = await refused(chat, "navigation_failed", "navigate", url=site.url(start))
            assert failed["details"]["net_error"] == "ERR_BLOCKED_BY_CLIENT"
        await do(chat, "open", url=site.page("<title>Next</title><iframe srcdoc='Frame'></iframe>"))
    in_frame = f'frames[0].eval("{GET.format("/start")}")'
    assert await evaluated(chat, in_frame) == "TypeError"
    assert site.hits("/of/x") == 0
    [listed] = (await do(chat, "route", operation="list"))["routes"]
    assert listed["hits"] == 13
    # A rule that comes later holds too; one that is removed does not.
    await do(chat, "route", operation="add", url="/of/x", fulfil={"status": 203, "headers": {"X-Of": "us"}, "body": "ours"})
    assert await evaluated(chat, GET.format("/start")) == [203, "us", "ours"]
    chat.folder.mkdir(parents=True, exist_ok=True)
    (chat.folder / "own.html").write_text("<title>Own</title>")
    await do(chat, "route", operation="add", url="*/of/page", fulfil={"path": "own.html"})
    assert (await do(chat, "navigate", url=site.url("/page-start")))["title"] == "Own"
    await do(chat, "route", operation="remove")
    assert await evaluated(chat, GET.format("/start")) == [200, "", "real"]


@pytest.mark.long("browser/test_route.py::test_a_route_blocks_answers_and_adds_headers_in_all_tabs")
async def test_what_a_route_does_not_see_is_what_its_page_says(chat: Chat, site: Site) -> None:
    """`docs/actions/route.md` names these; `deny_hosts` holds for them."""
    script = {"Content-Type": "text/javascript"}
    asking = "fetch('/of/{}').then(answer => answer.text(), String)"
    shared = f"onconnect = event => {asking.format('shared')}.then(text => event.ports[0].postMessage(text))"
    site.route("/shared.js", lambda _: Response(shared.encode(), headers=script))
    site.route(
        "/service.js",
        lambda _: Response(f"oninstall = event => event.waitUntil({asking.format('service')})".encode(), headers=script),
    )
    site.route("/dedicated.js", lambda _: Response(f"{asking.format('dedicated')}.then(postMessage)".encode(), headers=script))
    for path in ("/of/shared", "/of/service", "/of/dedicated", "/of/prefetch"):
        site.route(path, lambda _: b"real")
    await opened(chat, site.page("<title>Page</title>"))
    await do(chat, "route", operation="add", url="*/of/*", abort=True)
    started = "new Promise(done => {{ const worker = new SharedWorker('{}'); worker.port.onmessage = event => done(event.data); worker.onerror = () => done('none') }})"
    assert await evaluated(chat, started.format("/shared.js")) == "real"
    assert await evaluated(chat, started.format("/of/shared.js")) == "none"
    assert "Failed" in await evaluated(
        chat, "new Promise(done => { new Worker('/dedicated.js').onmessage = event => done(event.data) })"
    )
    await evaluated(chat, "navigator.serviceWorker.register('/service.js').then(() => navigator.serviceWorker.ready).then(() => 1)")
    await evaluated(chat, "document.head.insertAdjacentHTML('beforeend', '<link rel=prefetch href=/of/prefetch>')")
    await asyncio.to_thread(site.wait_for_request, "/of/prefetch")
    await evaluated(
        chat,
        f"new Promise(done => {{ new WebSocket('{site.url('/of/socket').replace('http', 'ws')}').onerror = done }}).then(() => 1)",
    )
    await asyncio.to_thread(site.wait_for_request, "/of/socket")
    site.route("/start", lambda _: Response(b"", 302, headers={"Location": "/of/popup"}))
    await evaluated(chat, "void open('/start')")
    await asyncio.to_thread(site.wait_for_request, "/of/popup")
    [listed] = (await do(chat, "route", operation="list"))["routes"]
    assert listed["hits"] == 3, "the script of the shared worker, the requests of the dedicated one and of the service worker"
    assert site.hits("/of/dedicated") == site.hits("/of/service") == 0
    await do(chat, "route", operation="remove")
    await do(chat, "route", operation="add", url="*/of/*", headers={"X-Own": "1"})
    await do(chat, "route", operation="add", url="*/start", headers={"X-First": "1"})
    await evaluated(chat, "fetch('/start').then(answer => answer.status)", browser_id=1)
    headers = site.requests[-1].headers
    assert (site.requests[-1].path, headers.get("X-First"), headers.get("X-Own")) == ("/of/popup", "1", None)


@pytest.mark.long("browser/test_route.py::test_a_route_blocks_answers_and_adds_headers_in_all_tabs")
async def test_wiping_a_chat_removes_its_routes(chat: Chat, site: Site) -> None:
    site.route("/data", lambda _: b"real")
    page = site.page("<title>Page</title>")
    await opened(chat, page)
    await do(chat, "route", operation="add", url="*/data", abort=True)
    await do(chat, "close_all", wipe=True)
    await do(chat, "open", url=page)
    assert (await do(chat, "route", operation="list"))["routes"] == []
    assert await evaluated(chat, GET.format("/data")) == [200, "", "real"]


@pytest.mark.long("browser/test_route.py::test_a_route_blocks_answers_and_adds_headers_in_all_tabs")
async def test_a_dialog_in_one_tab_keeps_routes_from_no_other(chat: Chat, site: Site) -> None:
    async def held() -> None:
        await do(chat, "evaluate", browser_id=1, script="setTimeout(() => alert('Held'))")
        await until(lambda: (session := chat.existing()) and session.tab(1).dialogs.pending)

    await do(chat, "open", url=site.page("<title>Held</title>"))
    await do(chat, "open", url=site.page("<title>Free</title>"))
    await held()
    added = await do(chat, "route", operation="add", url="*/one", abort=True, timeout_ms=20_000)
    assert "(1)" in added["unconfirmed"]
    # It holds in the tab behind the one with the dialog.
    assert (await refused(chat, "navigation_failed", "navigate", url=site.url("/one")))["error"].endswith("ERR_BLOCKED_BY_CLIENT.")
    assert "(1)" in (await do(chat, "route", operation="add", url="*/two", abort=True))["unconfirmed"]
    await do(chat, "dialog", browser_id=1, operation="accept")
    session = chat.existing()
    assert session is not None
    await until(lambda: session.routes.confirmed)
    assert "unconfirmed" not in await do(chat, "route", operation="list")
    await refused(chat, "navigation_failed", "navigate", browser_id=1, url=site.url("/two"))
    await do(chat, "navigate", browser_id=1, url=site.url("/echo"))
    await held()
    assert (await do(chat, "route", operation="remove", timeout_ms=20_000))["routes"] == []
    assert (await do(chat, "navigate", url=site.page("<title>Loaded</title>", "/one")))["title"] == "Loaded"


@pytest.mark.long("browser/test_route.py::test_a_route_blocks_answers_and_adds_headers_in_all_tabs")
@pytest.mark.parametrize("part", ["browser", "driver"])
async def test_routes_hold_after_a_browser_that_ended_before_any_page_loads_again(
    part: str, tmp_path: Path, marker: str, site: Site
) -> None:
    known = set(processes.browsers(marker))
    url = site.page("<title>Real</title>", "/page")
    async with Browser(Settings(home=tmp_path)) as browser:
        chat = browser.chat("c")
        await do(chat, "route", operation="add", url="*/page*", fulfil={"body": "<title>Older</title>"})
        await do(chat, "route", operation="add", url="*/page", fulfil={"body": "<title>Own</title>"})
        await do(chat, "route", operation="add", url="*/ads/*", abort=True)
        assert (await do(chat, "open", url=url))["state"]["title"] == "Own"
        kill(parts(marker, known)[part])
        await until(lambda: browser.running is None)
        listing = await do(chat, "list")
        assert "routes" not in str(listing["restored"]["lost"])
        await do(chat, "wait", script="document.title === 'Own'")
        assert (await do(chat, "open", url=url))["state"]["title"] == "Own"
        assert [rule["url"] for rule in (await do(chat, "route", operation="list"))["routes"]] == ["*/ads/*", "*/page", "*/page*"]
        await do(chat, "route", operation="remove", url="*/page")
        assert (await do(chat, "open", url=url))["state"]["title"] == "Older"
        assert site.hits("/page") == 0
        await chat.close()
        await do(chat, "open", url=url)
        assert (await do(chat, "route", operation="list"))["routes"] == []
