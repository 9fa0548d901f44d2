// Writes what a storage state has of an origin: local storage, and databases with their records.

import { count, opened, reason, within } from './database_access.js';
import { valueOf } from './exact_values.js';
import { valuesOf } from './playwright_values.js';

/** @typedef {{name: string, version: number, stores: any[]}} Database */
/** @typedef {{name: string | null, why: string}} Unread null: all that the origin has stored */
/** @typedef {{database: string, store: string, notKept: Record<string, number>}} Refused */

const MOST_BATCH = 512;

/** @param {IDBDatabase} database @param {any} store in the state's form */
function make(database, store) {
  const made = database.createObjectStore(store.name,
    { autoIncrement: store.autoIncrement, keyPath: store.keyPathArray ?? store.keyPath });
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

/**
 * @param {IDBTransaction} transaction @param {string} name @param {{key: any, value: any}[]} batch @param {Record<string, number>}
 *   notKept
 */
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

/** @param {{local: {name: string, value: string}[], databases: Database[], patience: number}} asked
 *  @returns {Promise<{refused: Refused[], unread: Unread[]}>} */
export async function write({ local, databases, patience }) {
  /** @type {Refused[]} */
  const refused = [];
  /** @type {Unread[]} */
  const unread = [];
  for (const { name, value } of local) {
    try {
      localStorage.setItem(name, value);
    } catch (failure) {
      unread.push({ name: null,
        why: `local storage not restored from ${JSON.stringify(name.slice(0, 50))} on: ${reason(failure)}` });
      break;
    }
  }
  for (const one of databases) {
    try {
      await writeDatabase(one, patience, refused);
    } catch (failure) {
      unread.push({ name: one.name, why: `not restored: ${reason(failure)}` });
    }
  }
  return { refused, unread };
}
