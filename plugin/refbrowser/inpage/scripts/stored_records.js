// Runs in an isolated world: reads the local storage and reads and writes the IndexedDB of the page's origin in the form of Playwright's storage state, and in exact
// values what this form has no words for. The page's own scripts run at the same time: a database can be deleted, or held by a
// transaction or a connection that the page does not end, so each database has a time of its own.

import { NotKept, valueOf, Writer } from './exact_values.js';
import { record, valuesOf } from './playwright_values.js';

/** @typedef {import('./exact_values.js').Table} Table */
/** @typedef {import('./exact_values.js').Room} Room */
/** @typedef {{writer: Writer, key: Table, keyed: unknown, value: Table, valued: unknown}} Walked */
/** @typedef {{name: string, version: number, stores: any[]}} Database */
/** @typedef {{name: string | null, why: string}} Unread null: all databases */
/** @typedef {{database: string, store: string, notKept: Record<string, number>}} Refused */

const MOST_DATABASES = 100;
const FIRST_BATCH = 8;
const MOST_BATCH = 512;
/** How often as many characters as may be written are looked at, before the rest is only counted. */
const EFFORT = 3;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function settled(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

/** @param {unknown} failure */
function reason(failure) {
  if (failure instanceof NotKept) return failure.message;
  return failure instanceof Error || failure instanceof DOMException ? failure.name : String(failure);
}

/** Opens a database: one that is there, or with `made` a new one of that version. A page that wants to delete it is not kept waiting.
 *  @param {string} name @param {number} patience @param {{version: number, make: (database: IDBDatabase) => void}} [made]
 *  @returns {Promise<IDBDatabase>} */
function opened(name, patience, made) {
  return new Promise((done, fail) => {
    const request = made ? indexedDB.open(name, made.version) : indexedDB.open(name);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      fail(new NotKept(`it did not open within ${patience / 1000} s: the page keeps it`));
    }, patience);
    request.onupgradeneeded = () => {
      // Deleted since it was listed, or given up: opening it must not make it.
      if (made && !late) made.make(request.result);
      else request.transaction?.abort();
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      const database = request.result;
      database.onversionchange = () => database.close();
      if (late) database.close();
      else done(database);
    };
    request.onerror = () => { clearTimeout(timer); fail(request.error); };
  });
}

/** What `work` returns, which calls `goes` as it goes on. The transaction is aborted when that takes longer than `patience`.
 *  @template T @param {IDBTransaction} transaction @param {number} patience @param {(goes: () => void) => Promise<T>} work
 *  @returns {Promise<T>} */
async function within(transaction, patience, work) {
  let over = false;
  const end = () => { over = true; transaction.abort(); };
  let timer = setTimeout(end, patience);
  try {
    return await work(() => { clearTimeout(timer); timer = setTimeout(end, patience); });
  } catch (failure) {
    throw over ? new NotKept(`its records were not there within ${patience / 1000} s`) : failure;
  } finally {
    clearTimeout(timer);
  }
}

/** @param {string | string[] | null} keyPath */
function path(keyPath) {
  return Array.isArray(keyPath) ? { keyPathArray: keyPath } : keyPath === null ? {} : { keyPath };
}

/** @param {Record<string, number>} counts @param {string} why @param {number} [more] */
function count(counts, why, more = 1) {
  if (more) counts[why] = (counts[why] ?? 0) + more;
}

/** Reads a store as long as its transaction lives, in batches: the whole store may be larger than the page's memory.
 *  @param {IDBObjectStore} store @param {Room} room @param {() => void} goes */
async function walked(store, room, goes) {
  const { name, keyPath, autoIncrement } = store;
  const indexes = [...store.indexNames].map((one) => store.index(one)).map((index) => ({
    name: index.name, ...path(index.keyPath), multiEntry: index.multiEntry, unique: index.unique,
  }));
  /** @type {Record<string, number>} */
  const notKept = {};
  /** @type {Walked[]} */
  const found = [];
  /** @type {IDBKeyRange | undefined} */
  let range;
  for (let batch = FIRST_BATCH; ; batch = Math.min(MOST_BATCH, batch * 2)) {
    goes();
    const late = performance.now() > room.ends;
    if (room.effort < 0 || late) {
      count(notKept, late ? 'no time was left for it' : 'too much data', await settled(store.count(range)));
      break;
    }
    const before = room.effort;
    const [keys, values] = await Promise.all([settled(store.getAllKeys(range, batch)), settled(store.getAll(range, batch))]);
    for (const [at, keyed] of keys.entries()) {
      const { left } = room;
      const writer = new Writer(room);
      try {
        const valued = values[at];
        const value = writer.table(valued);
        found.push({ writer, key: writer.inner(keyed), keyed, value, valued });
      } catch (failure) {
        room.left = left;
        count(notKept, failure instanceof NotKept ? failure.message : `value that is not readable (${reason(failure)})`);
      }
    }
    if (keys.length < batch) break;
    // Large records come in small batches.
    if (before - room.effort > 4_000_000) batch = Math.max(1, batch / 8);
    range = IDBKeyRange.lowerBound(keys[keys.length - 1], true);
  }
  return { store: { name, autoIncrement, ...path(keyPath), indexes }, inline: keyPath !== null, found, notKept };
}

/** The store as the state has it. @param {Awaited<ReturnType<typeof walked>>} read */
async function written({ store, inline, found, notKept }) {
  const exact = [];
  const records = [];
  let altered = Object.keys(notKept).length > 0;
  for (const { writer, key, keyed, value, valued } of found) {
    try {
      await writer.finish();
    } catch (failure) {
      altered = true;
      count(notKept, `value that is not readable (${reason(failure)})`);
      continue;
    }
    exact.push({ key, value });
    const made = writer.altered ? null : record(key, keyed, value, valued, inline);
    if (made) records.push(made);
    else altered = true;
  }
  return {
    ...store, records: altered ? [] : records, ...(altered ? { exactRecords: exact } : {}),
    ...(Object.keys(notKept).length ? { notKept } : {}),
  };
}

/** @param {string} name @param {Room} room @param {number} patience @returns {Promise<Database>} */
async function readDatabase(name, room, patience) {
  const database = await opened(name, patience);
  try {
    const { version } = database;
    const names = [...database.objectStoreNames];
    const stores = [];
    if (names.length) {
      const transaction = database.transaction(names);
      const reads = await within(transaction, patience, async (goes) => {
        const all = [];
        for (const store of names) all.push(await walked(transaction.objectStore(store), room, goes));
        return all;
      });
      for (const one of reads) stores.push(await written(one));
    }
    return { name, version, stores };
  } finally {
    database.close();
  }
}

/** @param {number} patience @returns {Promise<IDBDatabaseInfo[]>} */
function listed(patience) {
  return new Promise((done, fail) => {
    setTimeout(() => fail(new NotKept(`they were not listed within ${patience / 1000} s`)), patience);
    indexedDB.databases().then(done, fail);
  });
}

/** @param {Room} room @param {number} patience */
async function readDatabases(room, patience) {
  /** @type {Database[]} */
  const databases = [];
  /** @type {Unread[]} */
  const unread = [];
  /** @type {IDBDatabaseInfo[]} */
  let known = [];
  try {
    known = await listed(patience);
  } catch (failure) {
    unread.push({ name: null, why: reason(failure) });
  }
  await Promise.all(known.map(async ({ name = '' }, at) => {
    try {
      if (at >= MOST_DATABASES) throw new NotKept(`the origin has more than ${MOST_DATABASES} databases`);
      databases.push(await readDatabase(name, room, patience));
    } catch (failure) {
      // Deleted while it was read.
      const still = await listed(patience).catch(() => known);
      if (still.some((one) => one.name === name)) unread.push({ name, why: reason(failure) });
    }
  }));
  return { databases, unread };
}

/** @param {{databases: boolean, most: number, time: number, patience: number}} asked characters that the records may take, milliseconds
 *  for all of them, and for each database to go on */
async function read({ databases, most, time, patience }) {
  const room = { left: most, effort: most * EFFORT, ends: performance.now() + time };
  const local = Object.keys(localStorage).map((name) => ({ name, value: localStorage.getItem(name) }));
  return { local, ...(databases ? await readDatabases(room, patience) : { databases: [], unread: [] }) };
}

/** @param {IDBDatabase} database @param {any} store in the state's form */
function make(database, store) {
  const made = database.createObjectStore(store.name, { autoIncrement: store.autoIncrement, keyPath: store.keyPathArray ?? store.keyPath });
  for (const index of store.indexes ?? []) {
    made.createIndex(index.name, index.keyPathArray ?? index.keyPath, { unique: index.unique, multiEntry: index.multiEntry });
  }
}

/** @param {any} store @param {number} from @param {Record<string, number>} notKept */
async function batchOf(store, from, notKept) {
  const batch = [];
  for (const one of (store.exactRecords ?? store.records ?? []).slice(from, from + MOST_BATCH)) {
    try {
      batch.push(store.exactRecords ? { key: await valueOf(one.key), value: await valueOf(one.value) } : valuesOf(one));
    } catch (failure) {
      count(notKept, `value that is refused (${reason(failure)})`);
    }
  }
  return batch;
}

/** @param {IDBTransaction} transaction @param {string} name @param {{key: any, value: any}[]} batch @param {Record<string, number>} notKept */
async function putBatch(transaction, name, batch, notKept) {
  const target = transaction.objectStore(name);
  const ended = new Promise((done, fail) => {
    transaction.oncomplete = done;
    transaction.onabort = () => fail(transaction.error ?? new DOMException('', 'AbortError'));
  });
  for (const { key, value } of batch) {
    try {
      const request = target.keyPath === null ? target.put(value, key) : target.put(value);
      request.onerror = (event) => {
        // The other records stay.
        event.preventDefault();
        count(notKept, `value that is refused (${reason(request.error)})`);
      };
    } catch (failure) {
      count(notKept, `value that is refused (${reason(failure)})`);
    }
  }
  await ended;
}

/** @param {Database} one @param {number} patience @param {Refused[]} refused */
async function writeDatabase({ name, version, stores }, patience, refused) {
  const database = await opened(name, patience, { version, make: (made) => { for (const store of stores) make(made, store); } });
  try {
    for (const store of stores) {
      /** @type {Record<string, number>} */
      const notKept = {};
      const records = store.exactRecords ?? store.records ?? [];
      for (let from = 0; from < records.length; from += MOST_BATCH) {
        const batch = await batchOf(store, from, notKept);
        if (!batch.length) continue;
        try {
          const transaction = database.transaction(store.name, 'readwrite');
          await within(transaction, patience, () => putBatch(transaction, store.name, batch, notKept));
        } catch (failure) {
          count(notKept, `not restored: ${reason(failure)}`, batch.length);
        }
      }
      if (Object.keys(notKept).length) refused.push({ database: name, store: store.name, notKept });
    }
  } finally {
    database.close();
  }
}

/** @param {{databases: Database[], patience: number}} asked @returns {Promise<{refused: Refused[], unread: Unread[]}>} */
async function write({ databases, patience }) {
  /** @type {Refused[]} */
  const refused = [];
  /** @type {Unread[]} */
  const unread = [];
  for (const one of databases) {
    try {
      await writeDatabase(one, patience, refused);
    } catch (failure) {
      unread.push({ name: one.name, why: `not restored: ${reason(failure)}` });
    }
  }
  return { refused, unread };
}

Object.assign(globalThis, {
  refbrowserRecords: {
    /** @param {string} asked */
    read: async (asked) => JSON.stringify(await read(JSON.parse(asked))),
    /** @param {string} asked */
    write: async (asked) => JSON.stringify(await write(JSON.parse(asked))),
  },
});
