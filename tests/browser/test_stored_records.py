"""IndexedDB in saved files and profiles: every kind of value comes back as it was, or the answer says what did not."""

import json
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Browser, Chat, Settings
from refbrowser.browser.indexed_db import databases
from tests.support.calls import do, evaluated
from tests.support.server import Site

FILL = """(async () => {
  const buffer = new ArrayBuffer(8), cyclic = {a: [1]}, sparse = [1, , 3], files = new DataTransfer();
  cyclic.self = cyclic; files.items.add(new File(['f'], 'f.txt', {lastModified: 4}));
  let deep = {}; for (let level = 0; level < 2000; level++) deep = {deep};
  const key = (extractable) => crypto.subtle.generateKey({name: 'AES-GCM', length: 128}, extractable, ['encrypt']);
  const values = {blob: new Blob(['b'], {type: 'text/x'}), file: new File(['c'], 'ö', {type: 'text/y', lastModified: 5}), files: files.files,
    buffer, bytes: new Uint8Array([1, 2]), shared: [new Uint8Array(buffer, 2, 3), new DataView(buffer), buffer], floats: new Float32Array([-0]),
    date: new Date(5), noDate: new Date(NaN), pattern: /a\\/b/giu, map: new Map([[{k: 1}, new Blob(['m'])]]), set: new Set([1n, 'a']),
    big: -(2n ** 70n), nested: {a: [{b: new Blob(['n'])}]}, cyclic, sparse, deep, image: new ImageData(new Uint8ClampedArray([1, 2, 3, 4]), 1, 1),
    key: await key(true), boxed: [Object(1), Object('s'), Object(3n)], box: DOMQuad.fromRect({x: 1, y: 2, width: 3, height: 4}),
    error: new TypeError('t', {cause: new RangeError('c')}), none: undefined, zero: -0, no: NaN, odd: JSON.parse('{"__proto__": {"z": 1}, "toJSON": 1}')};
  const open = (name, made) => new Promise((done) => { const asked = indexedDB.open(name, 3);
    asked.onupgradeneeded = () => made(asked.result, asked.transaction); asked.onsuccess = () => { asked.result.close(); done() } });
  const hidden = await key(false);
  await open('one', (database) => {
    const store = database.createObjectStore('values'); for (const name in values) store.put(values[name], name);
    database.createObjectStore('counted', {autoIncrement: true}).put({blob: new Blob(['i'])});
    const compound = database.createObjectStore('compound', {keyPath: ['a', 'b.c']});
    compound.createIndex('pair', ['x', 'y'], {unique: true}); compound.createIndex('many', 'tags', {multiEntry: true});
    compound.put({a: new Date(1), b: {c: [1, 'x']}, x: 1, y: 2, tags: ['q'], file: new Blob(['k'])});
    const keyed = database.createObjectStore('keyed'); for (const key of [new Date(9), new Uint8Array([9]), [1, ['z']], '', Infinity]) keyed.put(new Blob(['v']), key);
    const secret = database.createObjectStore('secret'); secret.put([hidden], 1); secret.put('kept', 2);
  });
  await open('two', (database) => { const store = database.createObjectStore('plain'); store.put({list: [1, 'a', null]}, 1); store.put({at: new Date(3)}, 2) });
})()"""

DUMP = """(async () => {
  const show = async (value, met = []) => {
    if (Object.is(value, -0) || typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : `${typeof value} ${String(value)}`;
    if (met.includes(value)) return '#' + met.indexOf(value);
    met.push(value);
    const kind = Object.prototype.toString.call(value), parts = [];
    if (value instanceof Blob) parts.push(value.name, value.type, value.lastModified, await value.text());
    else if (value instanceof Date) parts.push(value.getTime());
    else if (value instanceof ImageData) parts.push(value.width, value.height, value.data);
    else if (value instanceof ArrayBuffer) parts.push(new Uint8Array(value));
    else if (value instanceof CryptoKey) parts.push(value.usages, value.algorithm.name, value.extractable && (await crypto.subtle.exportKey('jwk', value)).k);
    else if (value instanceof RegExp || value instanceof Number || value instanceof String || value instanceof BigInt) parts.push(value);
    else if (ArrayBuffer.isView(value)) parts.push(value.byteOffset, value.byteLength, await show(value.buffer, met));
    else if (value instanceof Map || value instanceof Set) for (const item of value) parts.push(await show(item, met));
    else if (value instanceof DOMQuad) parts.push(JSON.stringify(value));
    else if (value instanceof Error) parts.push(value.name, value.message, await show(value.cause, met));
    else { parts.push(value.length); for (const key of Object.keys(value)) parts.push(key, met.length > 300 ? '' : await show(value[key], met)) }
    return `${kind}(${parts})`;
  };
  const settled = (request) => new Promise((done) => { request.onsuccess = () => done(request.result) }), found = {};
  for (const {name, version} of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    for (const id of database.objectStoreNames) {
      const store = database.transaction(id).objectStore(id), indexes = [...store.indexNames].map(index => store.index(index));
      const shape = [version, store.keyPath, store.autoIncrement, ...indexes.map(index => [index.name, index.keyPath, index.unique, index.multiEntry])];
      const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
      found[`${name}/${id}`] = JSON.stringify(shape);
      for (const [at, key] of keys.entries()) found[`${name}/${id}/${await show(key)}`] = await show(values[at]);
    }
    database.close();
  }
  const text = new TextEncoder().encode(JSON.stringify(found));
  return Object.fromEntries(await Promise.all(Object.entries(found).map(async ([key, value]) => [key, value.length < 200 ? value :
    new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(value))).join()])));
})()"""


async def filled(chat: Chat, site: Site) -> tuple[str, dict[str, Any]]:
    """A page whose origin has stored all that, and what there is now."""
    page = site.page("<title>Page</title>")
    await do(chat, "open", url=page)
    await evaluated(chat, FILL)
    stored: dict[str, Any] = await evaluated(chat, DUMP)
    assert len(stored) == 43
    return page, {name: value for name, value in stored.items() if name != "one/secret/number 1"}


NOT_KEPT = "1 IndexedDB record of {} (one/secret): CryptoKey that is not extractable"


@pytest.mark.rows(1)
@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
async def test_every_kind_of_value_is_saved_and_loaded(chat: Chat, other_chat: Chat, site: Site, closed: bool) -> None:
    page, stored = await filled(chat, site)
    if closed:
        await do(chat, "navigate", url="about:blank")
    saved = await do(chat, "storage", operation="save")
    assert saved["indexeddb"] == 2
    assert saved["not_kept"] == [NOT_KEPT.format(site.url(""))]
    other_chat.folder.mkdir(parents=True, exist_ok=True)
    (other_chat.folder / "state.json").write_bytes(Path(saved["path"]).read_bytes())
    loaded = await do(other_chat, "storage", operation="load", path="state.json")
    assert loaded["not_kept"] == saved["not_kept"]
    await do(other_chat, "open", url=page)
    assert await evaluated(other_chat, DUMP) == stored
    # What Playwright's form can say is in it, for other readers.
    [plain] = [
        store
        for database in json.loads(Path(saved["path"]).read_text())["origins"][0]["indexedDB"]
        for store in database["stores"]
        if store["name"] == "plain"
    ]
    assert plain["records"][0] == {"key": 1, "value": {"list": [1, "a", None]}}
    assert plain["records"][1] == {"key": 2, "valueEncoded": {"o": [{"k": "at", "v": {"d": "1970-01-01T00:00:00.003Z"}}], "id": 1}}


@pytest.mark.long("browser/test_stored_records.py::test_every_kind_of_value_is_saved_and_loaded")
async def test_a_profile_keeps_every_kind_of_value(
    tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch, marker: str
) -> None:
    monkeypatch.setenv("REFBROWSER_PROFILE_KEY", "a key that only the tests use")
    async with Browser(Settings(home=tmp_path)) as browser:
        _, stored = await filled(browser.chat("one", profile="work"), site)
    async with Browser(Settings(home=tmp_path)) as browser:
        chat = browser.chat("two", profile="work")
        assert NOT_KEPT.format(site.url("")) in (await do(chat, "list"))["restored"]["lost"]
        assert await evaluated(chat, DUMP) == stored


@pytest.mark.long("browser/test_hostile_databases.py::test_more_than_fits_is_counted")
async def test_what_is_too_large_is_named(chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "MOST_CHARACTERS", 3_000)
    await filled(chat, site)
    await evaluated(
        chat,
        "new Promise(done => { const asked = indexedDB.open('large'); asked.onupgradeneeded = () => { const store = asked.result.createObjectStore('s');"
        " store.put('x'.repeat(5000), 1); store.put('small', 2) }; asked.onsuccess = () => done(asked.result.close()) })",
    )
    saved = await do(chat, "storage", operation="save")
    assert f"1 IndexedDB record of {site.url('')} (large/s): too much data" in saved["not_kept"]
