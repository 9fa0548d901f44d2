// Reads what an origin has stored: local storage, and databases in the form of Playwright's storage state, with exact values where
// this form has no words.

import { count, listed, opened, reason, settled, within } from './database_access.js';
import { NotKept, Writer } from './exact_values.js';
import { record } from './playwright_values.js';

/** @typedef {import('./exact_values.js').Table} Table */
/** @typedef {import('./exact_values.js').Room} Room */
/** @typedef {{writer: Writer, key: Table, keyed: unknown, value: Table, valued: unknown}} Walked */
/** @typedef {import('./restored_databases.js').Database} Database */
/** @typedef {import('./restored_databases.js').Unread} Unread */

const MOST_DATABASES = 100;
const FIRST_BATCH = 8;
const MOST_BATCH = 512;
/** How often as many characters as may be written are looked at, before the rest is only counted. */
const EFFORT = 3;

/** @param {string | string[] | null} keyPath */
function path(keyPath) {
  return Array.isArray(keyPath) ? { keyPathArray: keyPath } : keyPath === null ? {} : { keyPath };
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

/** @param {{databases: boolean, most: number, time: number, patience: number}} asked characters that the records may take,
 * milliseconds
 *  for all of them, and for each database to go on */
export async function read({ databases, most, time, patience }) {
  const room = { left: most, effort: most * EFFORT, ends: performance.now() + time };
  const local = Object.keys(localStorage).map((name) => ({ name, value: localStorage.getItem(name) }));
  return { local, ...(databases ? await readDatabases(room, patience) : { databases: [], unread: [] }) };
}
