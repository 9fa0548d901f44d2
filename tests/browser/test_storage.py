"""What sites have stored: read, set, cleared, and carried to another chat in a file."""

import json
from pathlib import Path

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, opened, refused
from tests.support.exchange import Request, Response, html
from tests.support.server import Site

FILL = """<title>Shop</title><script>
localStorage.theme = 'dark'; localStorage.accessToken = 'secret-one'; sessionStorage.step = '2';
const asked = indexedDB.open('cart', 1);
asked.onupgradeneeded = () => asked.result.createObjectStore('items', {keyPath: 'id'}).put({id: 1, name: 'Mug'});
asked.onsuccess = () => { asked.result.close(); document.title = 'Stored' };
</script>"""

COOKIE = {"name": "bad", "value": "1", "domain": "127.0.0.1", "path": "/"}

READ_DATABASE = """new Promise((done, fail) => { const asked = indexedDB.open('cart'); asked.onerror = fail;
asked.onsuccess = () => { const got = asked.result.transaction('items').objectStore('items').get(1); got.onsuccess = () => done(got.result.name) } })"""


def shop(site: Site) -> str:
    def account(request: Request) -> Response:
        if "sid=open-sesame" in request.headers.get("Cookie", ""):
            return html("<h1>Welcome back</h1>")
        return html("<h1>Please log in</h1>")

    def login(request: Request) -> Response:
        response = html(FILL)
        return Response(response.body, 200, {**response.headers, "Set-Cookie": "sid=open-sesame; HttpOnly; Path=/; Max-Age=9999"})

    site.route("/account", account)
    return site.route("/login", login)


async def test_a_saved_login_logs_another_chat_in(chat: Chat, other_chat: Chat, site: Site) -> None:
    login = shop(site)
    await do(chat, "open", url=login)
    await do(chat, "wait", script="document.title === 'Stored'")
    saved = await do(chat, "storage", operation="save")
    assert (saved["cookies"], saved["local"], saved["indexeddb"]) == (1, 2, 1)
    path = Path(saved["path"])
    assert path.stat().st_mode & 0o077 == 0
    assert len((await do(chat, "list"))["browsers"]) == 1

    state = other_chat.folder / "state.json"
    state.parent.mkdir(parents=True, exist_ok=True)
    state.write_bytes(path.read_bytes())
    loaded = await do(other_chat, "storage", operation="load", path="state.json")
    assert loaded["loaded"] == {"cookies": 1, "local": 2, "indexeddb": 1}
    await do(other_chat, "navigate", url=login.replace("login", "account"))
    assert "Welcome back" in await do(other_chat, "content")
    assert await evaluated(other_chat, "localStorage.theme") == "dark"
    assert await evaluated(other_chat, READ_DATABASE) == "Mug"
    assert [tab["browser_id"] for tab in (await do(other_chat, "list"))["browsers"]] == [1]


async def test_cookies_txt_carries_cookies_also_http_only_ones(shared_chat: Chat, site: Site) -> None:
    chat, login = shared_chat, shop(site)
    account = login.replace("login", "account")
    await do(chat, "storage", operation="clear", kind="cookies")
    await do(chat, "navigate", url=login)
    saved = await do(chat, "storage", operation="save", path="cookies.txt")
    text = Path(saved["path"]).read_text()
    assert text.startswith("# Netscape HTTP Cookie File\n")
    assert "#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t" in text
    assert (await do(chat, "storage", operation="clear", kind="cookies"))["cleared"]["cookies"] == 1
    await do(chat, "navigate", url=account)
    assert "Please log in" in await do(chat, "content")
    assert (await do(chat, "storage", operation="load", path="cookies.txt"))["loaded"]["cookies"] == 1
    await do(chat, "navigate", url=account)
    assert "Welcome back" in await do(chat, "content")
    (chat.folder / "bad.txt").write_text("one two three\n")
    assert "line 1" in (await refused(chat, "file_unreadable", "storage", operation="load", path="bad.txt"))["error"]


async def test_entries_are_read_masked_unless_they_are_asked_for_and_set_and_cleared(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=shop(site))
    await do(chat, "wait", script="document.title === 'Stored'")
    shown = await do(chat, "storage", operation="get")
    assert "open-sesame" not in json.dumps(shown)
    assert "secret-one" not in json.dumps(shown)
    [cookie] = shown["cookies"]
    assert (cookie["name"], cookie["value"], cookie["http_only"]) == ("sid", "•••", True)
    assert {entry["name"]: entry["value"] for entry in shown["local"]} == {"theme": "dark", "accessToken": "•••"}
    assert [(entry["name"], entry["value"]) for entry in shown["session"]] == [("step", "2")]
    assert [(entry["name"], entry["records"]) for entry in shown["indexeddb"]] == [("cart", {"items": 1})]
    revealed = await do(chat, "storage", operation="get", kind="cookies", reveal=True)
    assert revealed["cookies"][0]["value"] == "open-sesame"
    assert (
        "Mug" in (await do(chat, "storage", operation="get", kind="indexeddb", name="cart", reveal=True))["indexeddb"][0]["value"]
    )
    await do(chat, "storage", operation="set", kind="local", name='quote"d', value="a\nb")
    await do(chat, "storage", operation="set", kind="session", name="step", value="3")
    await do(chat, "storage", operation="set", kind="cookies", name="plain", value="yes")
    assert await evaluated(chat, "[localStorage['quote\"d'], sessionStorage.step, document.cookie]") == ["a\nb", "3", "plain=yes"]
    await do(chat, "storage", operation="set", kind="cookies", site="other.example", name="far", value="1")
    assert (await do(chat, "storage", operation="get", kind="cookies", site="example"))["cookies"][0]["name"] == "far"
    assert (await do(chat, "storage", operation="clear", kind="cookies", name="plain"))["cleared"] == {"cookies": 1}
    assert (await do(chat, "storage", operation="clear", kind="local", name="theme"))["cleared"] == {"local": 1}
    assert await evaluated(chat, "Object.keys(localStorage).sort()") == ["accessToken", 'quote"d']
    # What a closed page left is cleared too.
    await do(chat, "navigate", url="about:blank")
    assert len((await do(chat, "storage", operation="get", kind="local"))["local"]) == 2
    cleared = (await do(chat, "storage", operation="clear"))["cleared"]
    assert (cleared["cookies"], cleared["local"], cleared["indexeddb"]) == (2, 2, 1)
    left = await do(chat, "storage", operation="get")
    assert (left["cookies"], left["local"], left["indexeddb"]) == ([], [], [])


WORKER = """onfetch = event => { if (event.request.url.includes('/of')) event.respondWith(new Response('<title>Worker</title>',
{headers: {'Content-Type': 'text/html'}})) }; oninstall = () => skipWaiting(); onactivate = event => event.waitUntil(clients.claim())"""

REGISTER = """<title>Page</title><script>navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)
.then(() => caches.open('one')).then(cache => cache.put('/cached', new Response('a'))).then(() => navigator.storage.getDirectory())
.then(folder => folder.getFileHandle('file', {create: true})).then(() => document.title = 'Ready')</script>"""

LEFT = """(async () => [(await navigator.serviceWorker.getRegistrations()).length, await caches.keys(),
(await Array.fromAsync((await navigator.storage.getDirectory()).keys()))])()"""


@pytest.mark.long("egress/test_modes.py::test_a_service_worker_keeps_no_old_rule")
async def test_clear_unregisters_service_workers_and_deletes_caches(chat: Chat, site: Site) -> None:
    site.route("/worker.js", lambda _: Response(WORKER.encode(), headers={"Content-Type": "text/javascript"}))
    page = site.page(REGISTER)
    other = page.replace("127.0.0.1", "localhost")
    for url in (page, other):
        await do(chat, "navigate", url=url)
        await do(chat, "wait", script="document.title === 'Ready'")
    # Another kind leaves them alone, and so does another site.
    await do(chat, "storage", operation="clear", kind="cookies")
    assert (await do(chat, "storage", operation="clear", site=site.url("")))["cleared"]["service_workers"] == 1
    assert await evaluated(chat, LEFT) == [1, ["one"], ["file"]]
    assert (await do(chat, "navigate", url=other.rpartition("/page")[0] + "/of"))["title"] == "Worker"
    await do(chat, "navigate", url="about:blank")
    assert (await do(chat, "storage", operation="clear"))["cleared"]["service_workers"] == 1
    assert (await do(chat, "storage", operation="clear"))["cleared"]["service_workers"] == 0
    for url in (page, other):
        await do(chat, "navigate", url=url.rpartition("/page")[0] + "/echo")
        assert await evaluated(chat, LEFT) == [0, [], []]


async def test_what_cannot_be_done_says_why(shared_chat: Chat, site: Site, tmp_path: Path) -> None:
    await navigated(shared_chat, site.page("<title>Page</title>"))
    await refused(shared_chat, "file_denied", "storage", operation="save", path=str(tmp_path / "out.json"))
    await refused(shared_chat, "file_denied", "storage", operation="load", path="/etc/passwd")
    await refused(shared_chat, "file_not_found", "storage", operation="load", path="none.json")
    shared_chat.folder.mkdir(parents=True, exist_ok=True)
    for text in ("{", "[]", '{"cookies": 5, "origins": []}', '{"cookies": [{}], "origins": []}', "\x00\xff"):
        (shared_chat.folder / "bad.json").write_text(text)
        await refused(shared_chat, "file_unreadable", "storage", operation="load", path="bad.json")
    (shared_chat.folder / "odd.json").write_text(
        '{"cookies": [{"name": "a", "value": "b", "domain": "", "path": "no"}], "origins": []}'
    )
    await refused(shared_chat, "file_unreadable", "storage", operation="load", path="odd.json")
    await refused(shared_chat, "invalid_arguments", "storage", operation="set", name="a")
    await refused(shared_chat, "invalid_arguments", "storage", operation="set", kind="cookies", name="a b;\n", value="c;\nd")
    await refused(shared_chat, "no_tab", "storage", operation="set", kind="local", site="elsewhere.example", name="a", value="b")
    await do(shared_chat, "navigate", url="about:blank")
    await refused(shared_chat, "no_tab", "storage", operation="set", kind="local", name="a", value="b")


BAD_FILES = {
    "text expiry": ({"cookies": [{**COOKIE, "expires": "never"}], "origins": []}, "cookies[0].expires"),
    "empty domain": ({"cookies": [COOKIE, {**COOKIE, "domain": ""}], "origins": []}, "cookies[1].domain"),
    "control character": ({"cookies": [{**COOKIE, "value": "a\nb"}], "origins": []}, "cookies[0].value"),
    "no origin": ({"cookies": [], "origins": [{"origin": "banana", "localStorage": []}]}, "origins[0].origin"),
    "no stores": (
        {"cookies": [], "origins": [{"origin": "http://a.example", "indexedDB": [{"name": "d"}]}]},
        "origins[0].indexedDB[0].stores",
    ),
}


KEPT = "[document.cookie, localStorage.theme ?? null, (await indexedDB.databases()).map(one => one.name).join()]"


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("part", "kept"),
    [
        ({}, ["now=1", None, ""]),
        ({"kind": "cookies"}, ["own=1; now=1", "dark", "cart"]),
        ({"kind": "local"}, ["own=1", None, "cart"]),
        ({"kind": "indexeddb"}, ["own=1", "dark", ""]),
        ({"site": "127.0.0.1"}, ["now=1", None, ""]),
        ({"site": "shop.example"}, ["own=1", "dark", "cart"]),
        ({"path": "list.json"}, ["own=1; now=1", "dark", "cart"]),
    ],
)
async def test_a_load_replaces_what_it_was_asked_for_alone(
    chat: Chat, site: Site, part: dict[str, str], kept: list[str | None]
) -> None:
    await opened(chat, site.page(FILL + "<script>document.cookie = 'own=1; max-age=9999'</script>"))
    await do(chat, "wait", script="document.title === 'Stored'")
    chat.folder.mkdir(parents=True, exist_ok=True)
    now = {"name": "now", "value": "1", "domain": "127.0.0.1", "path": "/"}
    (chat.folder / "state.json").write_text(json.dumps({"cookies": [now], "origins": []}))
    (chat.folder / "list.json").write_text(json.dumps([now]))
    await do(chat, "storage", operation="load", **{"path": "state.json", **part})
    assert await evaluated(chat, KEPT) == kept


async def test_a_file_that_is_refused_changes_nothing(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page("<title>Page</title>"))
    stored = "() => [document.cookie, localStorage.x]"
    await evaluated(shared_chat, "() => { document.cookie = 'sid=ab; max-age=9999'; localStorage.x = '1' }")
    shared_chat.folder.mkdir(parents=True, exist_ok=True)
    for state, place in BAD_FILES.values():
        (shared_chat.folder / "bad.json").write_text(json.dumps(state))
        for kind in ("all", "cookies"):
            failure = await refused(shared_chat, "file_unreadable", "storage", operation="load", path="bad.json", kind=kind)
            assert failure["details"]["place"] == place
        assert await evaluated(shared_chat, stored) == ["sid=ab", "1"]


@pytest.mark.long("browser/test_storage.py::test_a_file_that_is_refused_changes_nothing")
async def test_what_chromium_rejects_of_a_checked_file_puts_back_what_was_there(
    chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that only Chromium finds wrong: the check is left out."""
    monkeypatch.setattr("refbrowser.browser.storage.state_file.checked", lambda state: state)
    await opened(chat, site.page("<title>Page</title>"))
    await evaluated(chat, "() => { document.cookie = 'sid=ab; max-age=9999'; localStorage.x = '1' }")
    chat.folder.mkdir(parents=True, exist_ok=True)
    other = {"origin": site.url("").rstrip("/"), "localStorage": [{"name": "x", "value": "2"}]}
    (chat.folder / "bad.json").write_text(json.dumps({"cookies": [COOKIE, {**COOKIE, "domain": ".."}], "origins": [other]}))
    failure = await refused(chat, "file_unreadable", "storage", operation="load", path="bad.json")
    assert failure["details"]["put_back"] is True
    assert await evaluated(chat, "() => [document.cookie, localStorage.x]") == ["sid=ab", "1"]


@pytest.mark.long("browser/test_storage.py::test_cookies_txt_carries_cookies_also_http_only_ones")
async def test_cookies_as_extensions_export_them_log_in(chat: Chat, site: Site) -> None:
    url = shop(site)
    chat.folder.mkdir(parents=True, exist_ok=True)
    exported = {
        "name": "sid",
        "value": "open-sesame",
        "domain": "127.0.0.1",
        "hostOnly": True,
        "expirationDate": 4e9,
        "sameSite": "unspecified",
    }
    (chat.folder / "cookies.json").write_text(json.dumps([exported]))
    await opened(chat, url)
    await do(chat, "storage", operation="clear")
    await do(chat, "storage", operation="load", path="cookies.json")
    await do(chat, "navigate", url=url.replace("/login", "/account"))
    assert await evaluated(chat, "document.body.textContent") == "Welcome back"


@pytest.mark.long("browser/test_storage.py::test_entries_are_read_masked_unless_they_are_asked_for_and_set_and_cleared")
async def test_many_entries_are_cut_with_a_note(chat: Chat, site: Site) -> None:
    await opened(chat, site.page("<script>for (let i = 0; i < 300; i++) localStorage[`key ${i}`] = 'x'.repeat(5000)</script>"))
    shown = await do(chat, "storage", operation="get", kind="local")
    assert len(shown["local"]) == 100
    assert shown["left_out"].startswith("200 entries")
    assert len(json.dumps(shown)) < 60_000
    [one] = (await do(chat, "storage", operation="get", kind="local", name="key 250"))["local"]
    assert one["value"] == "x" * 5000


@pytest.mark.long("browser/test_loops.py::test_chats_share_neither_cookies_nor_storage_nor_tabs")
async def test_two_chats_share_nothing(chat: Chat, other_chat: Chat, site: Site) -> None:
    login = shop(site)
    await do(chat, "open", url=login)
    await do(other_chat, "open", url=login.replace("login", "account"))
    assert (await do(other_chat, "storage", operation="get"))["cookies"] == []
    await do(other_chat, "storage", operation="clear")
    assert len((await do(chat, "storage", operation="get"))["cookies"]) == 1
