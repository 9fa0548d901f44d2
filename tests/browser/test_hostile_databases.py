"""Databases that are hard to save: the rest is saved, the answer names what is not, and the tab works on."""

import json
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Browser, Chat, Settings
from refbrowser.browser.indexed_db import databases
from refbrowser.browser.storage import state_file
from tests.support.calls import do, evaluated, refused
from tests.support.server import Site
from tests.support.waiting import until

OPEN = """const settled = (request) => new Promise((done, fail) => { request.onsuccess = () => done(request.result); request.onerror = () => fail(request.error) });
const filled = (name, records) => new Promise((done, fail) => { const asked = indexedDB.open(name, 1); asked.onerror = () => fail(asked.error); asked.onupgradeneeded = () => {
  const store = asked.result.createObjectStore('s'); for (const [key, value] of records) store.put(value, key) }; asked.onsuccess = () => done(asked.result) });
const kept = async (name) => { const database = await settled(indexedDB.open(name)); const all = await settled(database.transaction('s').objectStore('s').getAll());
  database.close(); return all };"""


async def prepared(chat: Chat, site: Site, script: str, title: str = "Page") -> str:
    """The address of a page that has run ``script``, with ``filled(name, records)``, which answers with the open database."""
    page = site.page(f"<title>{title}</title>")
    await do(chat, "navigate", url=page)
    await evaluated(chat, f"(async () => {{ {OPEN} {script} }})()")
    return page


async def saved_state(chat: Chat) -> tuple[dict[str, Any], dict[str, Any]]:
    """The answer of a save of the open page's site, and its origin in the file."""
    saved = await do(chat, "storage", operation="save", site=await evaluated(chat, "origin"))
    return saved, json.loads(Path(saved["path"]).read_text())["origins"][0]


def records_of(origin: dict[str, Any], name: str) -> Any:
    [store] = next(one for one in origin["indexedDB"] if one["name"] == name)["stores"]
    return store.get("exactRecords", store["records"])


CYCLES = """let deep = {}; for (let level = 0; level < 2000; level++) deep = {deep}; const cyclic = {}; cyclic.self = cyclic;
const list = []; list.push(list); const map = new Map(); map.set(map, map);
(await filled('deep', [[1, cyclic], [2, deep], [3, list], [4, map], [5, null], [6, 'last']])).close();"""


@pytest.mark.long("browser/test_stored_records.py::test_every_kind_of_value_is_saved_and_loaded")
async def test_cycles_and_depth_are_kept(chat: Chat, other_chat: Chat, site: Site) -> None:
    page = await prepared(chat, site, CYCLES)
    saved, origin = await saved_state(chat)
    assert "not_kept" not in saved
    assert len(records_of(origin, "deep")) == 6
    other_chat.folder.mkdir(parents=True, exist_ok=True)
    (other_chat.folder / "s.json").write_bytes(Path(saved["path"]).read_bytes())
    await do(other_chat, "storage", operation="load", path="s.json")
    await do(other_chat, "navigate", url=page)
    shape = f"""(async () => {{ {OPEN} const [a, b, list, map, none, last] = await kept('deep'); let depth = 0;
      for (let at = b; at.deep; at = at.deep) depth++; return [a.self === a, depth, list[0] === list, map.get(map) === map, none, last] }})()"""
    assert await evaluated(other_chat, shape) == [True, 2000, True, True, None, "last"]


PATCHED = """(await filled('real', [[1, 'true']])).close(); Object.defineProperty(indexedDB, 'databases', {value: async () => [{name: 'false', version: 1}]});
IDBObjectStore.prototype.getAll = IDBObjectStore.prototype.getAllKeys = IDBFactory.prototype.open = () => { throw new Error('patched') };
Promise.prototype.then = () => {}; JSON.stringify = () => '[]'; Array.prototype.map = () => []; Object.prototype.toJSON = () => 'patched';"""


async def test_the_pages_own_functions_are_not_asked(shared_chat: Chat, site: Site) -> None:
    page = site.page(f"<title>Page</title><script>(async () => {{ {OPEN} {PATCHED} document.title = 'Patched' }})()</script>")
    await do(shared_chat, "navigate", url=page)
    await do(shared_chat, "wait", script="document.title === 'Patched'")
    _, origin = await saved_state(shared_chat)
    assert records_of(origin, "real") == [{"key": 1, "value": "true"}]


UNREADABLE = {
    "a transaction that does not end": (
        """const held = await filled('held', [[1, 'a']]), store = held.transaction('s', 'readwrite').objectStore('s');
        const on = () => { store.get(1).onsuccess = on }; on(); (await filled('good', [[1, 'b']])).close();""",
        "(held): its records were not there within",
    ),
    "a connection that blocks an upgrade": (
        """window.held = await filled('held', [[1, 'a']]); indexedDB.open('held', 2); (await filled('good', [[1, 'b']])).close();""",
        "(held): it did not open within",
    ),
}


@pytest.mark.long("browser/test_hostile_databases.py::test_a_page_that_hangs_is_named_and_keeps_nothing_from_the_others")
@pytest.mark.parametrize(("script", "line"), UNREADABLE.values(), ids=UNREADABLE)
async def test_a_database_that_is_held_leaves_out_itself_alone(
    chat: Chat, site: Site, script: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "PATIENCE_MS", 300)
    await prepared(chat, site, script)
    saved, origin = await saved_state(chat)
    [left_out] = saved["not_kept"]
    assert line in left_out
    assert records_of(origin, "good") == [{"key": 1, "value": "b"}]
    assert [one["name"] for one in origin["indexedDB"]] == ["good"]
    assert (await do(chat, "storage", operation="get", kind="indexeddb"))["not_kept"] == [left_out]
    assert (await do(chat, "list"))["browsers"][0]["title"] == "Page"
    # What could not be read is cleared all the same.
    assert "indexeddb" in (await do(chat, "storage", operation="clear"))["cleared"]
    [database] = (await do(chat, "storage", operation="get", kind="indexeddb")).get("indexeddb", [])[:1] or [{"name": "held"}]
    assert database["name"] == "held"


async def test_a_page_that_hangs_is_named_and_keeps_nothing_from_the_others(
    chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "ORIGIN_S", 0.6)
    await prepared(chat, site, "(await filled('good', [[1, 'b']])).close();")
    other = site.page("<title>Other</title>").replace("127.0.0.1", "localhost")
    await do(chat, "open", url=other)
    await evaluated(chat, "setTimeout(() => { for (;;); })")
    saved = await do(chat, "storage", operation="save", browser_id=1)
    assert saved["indexeddb"] == 1


@pytest.mark.long("browser/test_storage.py::test_a_saved_login_logs_another_chat_in")
async def test_a_database_deleted_during_the_save_is_not_made_again(chat: Chat, site: Site) -> None:
    # The deletion waits for the page's connection, and the save for the deletion.
    script = """const held = await filled('gone', [[1, 'a']]); (await filled('good', [[1, 'b']])).close();
    window.deleted = new Promise(done => { indexedDB.deleteDatabase('gone').onsuccess = done }); setTimeout(() => held.close(), 400);"""
    await prepared(chat, site, script)
    saved, origin = await saved_state(chat)
    assert [database["name"] for database in origin["indexedDB"]] == ["good"]
    assert "not_kept" not in saved
    assert await evaluated(chat, "deleted.then(() => indexedDB.databases()).then(all => all.map(one => one.name))") == ["good"]


VALUES = """const canvas = new OffscreenCanvas(1, 1); canvas.getContext('2d'); const gone = await crypto.subtle.generateKey({name: 'HMAC', hash: 'SHA-256'}, false, ['sign']);
const throwing = {get bad() { return 'read' }}; (await filled('values', [[1, canvas.transferToImageBitmap()], [2, gone], [3, new File(['f'], 'f')],
[4, throwing], [5, new Blob(['b'])], [6, 'text']])).close();"""


async def test_values_that_no_file_can_hold_are_named(shared_chat: Chat, site: Site) -> None:
    await prepared(shared_chat, site, VALUES)
    saved, origin = await saved_state(shared_chat)
    assert sorted(line.partition(": ")[2] for line in saved["not_kept"]) == ["CryptoKey that is not extractable", "ImageBitmap"]
    assert len(records_of(origin, "values")) == 4


async def test_more_than_fits_is_counted(shared_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "MOST_CHARACTERS", 100_000)
    await prepared(
        shared_chat,
        site,
        "(await filled('large', [...Array(200).keys()].map(at => [at, at ? 'x'.repeat(9000) : new Blob(['y'.repeat(200000)])]))).close();",
    )
    saved, origin = await saved_state(shared_chat)
    assert len(records_of(origin, "large")) == 11
    [line] = saved["not_kept"]
    assert line.startswith("189 IndexedDB records")
    assert line.endswith("(large/s): too much data")


@pytest.mark.long("browser/test_hostile_databases.py::test_more_than_fits_is_counted")
async def test_two_hundred_megabytes_are_saved_up_to_the_limit(chat: Chat, site: Site) -> None:
    await prepared(
        chat, site, "(await filled('huge', [...Array(200).keys()].map(at => [at, new Uint8Array(1e6).fill(at)]))).close();"
    )
    saved = await do(chat, "storage", operation="save", timeout_ms=60_000)
    [line] = saved["not_kept"]
    assert line.endswith("(huge/s): too much data")
    assert 30_000_000 < saved["size"] < state_file.MOST_BYTES
    assert await evaluated(chat, "document.title") == "Page"


@pytest.mark.long("browser/test_hostile_databases.py::test_more_than_fits_is_counted")
async def test_a_file_that_could_not_be_loaded_is_not_saved(shared_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    await prepared(shared_chat, site, "localStorage.large = 'x'.repeat(2000)")
    monkeypatch.setattr(state_file, "MOST_BYTES", 1_000)
    failure = await refused(shared_chat, "file_unwritable", "storage", operation="save", path="much.json")
    assert failure["details"]["most"] == 1_000
    assert not (shared_chat.folder / "much.json").exists()


@pytest.mark.long("browser/test_storage.py::test_a_load_replaces_what_it_was_asked_for_alone")
async def test_a_load_replaces_what_a_page_holds_open(shared_chat: Chat, site: Site) -> None:
    await prepared(shared_chat, site, "localStorage.a = 'saved'; (await filled('one', [[1, 'saved']])).close();")
    saved = await do(shared_chat, "storage", operation="save", site=site.url(""), path="held.json")
    assert saved["indexeddb"] == 1
    await evaluated(
        shared_chat,
        f"(async () => {{ {OPEN} window.held = await filled('one', []); held.transaction('s', 'readwrite').objectStore('s').put('later', 1) }})()",
    )
    loaded = await do(shared_chat, "storage", operation="load", path="held.json")
    assert "not_kept" not in loaded
    assert await evaluated(shared_chat, f"(async () => {{ {OPEN} return kept('one') }})()") == ["saved"]


@pytest.mark.long("browser/test_storage.py::test_a_load_replaces_what_it_was_asked_for_alone")
async def test_a_dialog_in_another_tab_keeps_nothing_from_being_loaded(chat: Chat, site: Site) -> None:
    page = await prepared(
        chat, site, "localStorage.a = 'saved'; document.cookie = 'c=1'; (await filled('one', [[1, 'saved']])).close();"
    )
    await do(chat, "storage", operation="save", path="held.json")
    await evaluated(chat, "localStorage.a = localStorage.b = 'later'; document.cookie = 'd=2'; setTimeout(() => alert('Held'))")
    await until(lambda: (session := chat.existing()) and session.tab(1).dialogs.pending)
    await do(chat, "open", url=page)
    loaded = await do(chat, "storage", operation="load", path="held.json", timeout_ms=8_000)
    assert loaded["loaded"] == {"cookies": 1, "local": 1, "indexeddb": 1}
    assert "not_kept" not in loaded
    assert await evaluated(chat, f"(async () => {{ {OPEN} return kept('one') }})()") == ["saved"]
    assert await evaluated(chat, "[{...localStorage}, document.cookie]") == [{"a": "saved"}, "c=1"]


@pytest.mark.long("browser/test_hostile_databases.py::test_what_a_database_refuses_is_named_by_load")
async def test_local_storage_that_does_not_fit_is_named(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<title>Page</title>"))
    entries = [{"name": "small", "value": "x"}, {"name": "large", "value": "x" * 6_000_000}]
    state = {"cookies": [], "origins": [{"origin": site.url("").rstrip("/"), "localStorage": entries}]}
    shared_chat.folder.mkdir(parents=True, exist_ok=True)
    (shared_chat.folder / "large.json").write_text(json.dumps(state))
    [line] = (await do(shared_chat, "storage", operation="load", path="large.json"))["not_kept"]
    assert 'from "large" on: QuotaExceededError' in line
    assert await evaluated(shared_chat, "localStorage.small") == "x"


async def test_what_a_database_refuses_is_named_by_load(shared_chat: Chat, site: Site) -> None:
    await prepared(
        shared_chat, site, "(await filled('one', [[1, 'a'], [2, 'b']])).close(); (await filled('two', [[1, 'c']])).close();"
    )
    _, origin = await saved_state(shared_chat)
    [one, two] = sorted(origin["indexedDB"], key=lambda database: str(database["name"]))
    one["stores"][0]["records"][0] = {"key": {"no": "key"}, "value": "a"}
    one["stores"][0]["records"].append({"key": 3, "valueEncoded": {"r": {"p": "(", "f": ""}}})
    two["version"] = -1
    (shared_chat.folder / "odd.json").write_text(json.dumps({"cookies": [], "origins": [{**origin, "indexedDB": [one, two]}]}))
    loaded = await do(shared_chat, "storage", operation="load", path="odd.json")
    assert [line.partition("(")[2] for line in loaded["not_kept"]] == [
        "two): not restored: TypeError",
        "one/s): value that is refused (SyntaxError)",
        "one/s): value that is refused (DataError)",
    ]
    assert await evaluated(shared_chat, f"(async () => {{ {OPEN} return kept('one') }})()") == ["b"]


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "part", ["[1]", '[{"name": 1, "stores": []}]', '[{"name": "a", "stores": [{"name": "b", "notKept": [1]}]}]']
)
async def test_a_file_with_another_form_is_unreadable(shared_chat: Chat, part: str) -> None:
    await do(shared_chat, "navigate", url="about:blank")
    shared_chat.folder.mkdir(parents=True, exist_ok=True)
    (shared_chat.folder / "odd.json").write_text(
        f'{{"cookies": [], "origins": [{{"origin": "https://a.example", "indexedDB": {part}}}]}}'
    )
    await refused(shared_chat, "file_unreadable", "storage", operation="load", path="odd.json")


@pytest.mark.long("browser/test_hostile_databases.py::test_what_a_database_refuses_is_named_by_load")
async def test_a_profile_names_what_it_could_not_restore_and_keeps_it(
    tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFBROWSER_PROFILE_KEY", "a key that only the tests use")
    async with Browser(Settings(home=tmp_path)) as browser:
        await prepared(browser.chat("one", profile="work"), site, "(await filled('one', [[1, new Blob(['b'])]])).close();")
    with monkeypatch.context() as broken:
        broken.setattr(databases, "ORIGIN_S", 0.0)
        async with Browser(Settings(home=tmp_path)) as browser:
            lost = (await do(browser.chat("two", profile="work"), "list"))["restored"]["lost"]
            assert f"IndexedDB of {site.url('')} (one): not restored: no time was left for it" in lost
    async with Browser(Settings(home=tmp_path)) as browser:
        chat = browser.chat("three", profile="work")
        # The second session could not read it either, and left what the first had read.
        line = f"stored data of {site.url('')}: no time was left for it; it is as it was read before"
        assert line in (await do(chat, "list"))["restored"]["lost"]
        assert await evaluated(chat, f"(async () => {{ {OPEN} return (await kept('one'))[0].text() }})()") == "b"
