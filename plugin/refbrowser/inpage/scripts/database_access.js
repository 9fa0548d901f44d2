// Opens databases and waits for them, each in a time of its own: the page's own scripts run at the same time, and can delete a
// database, or hold it with a transaction or a connection that they do not end.

import { NotKept } from './exact_values.js';

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export function settled(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

/** @param {unknown} failure */
export function reason(failure) {
  if (failure instanceof NotKept) return failure.message;
  return failure instanceof Error || failure instanceof DOMException ? failure.name : String(failure);
}

/** Opens a database: one that is there, or with `made` a new one of that version. A page that wants to delete it is not kept
 * waiting.
 *  @param {string} name @param {number} patience @param {{version: number, make: (database: IDBDatabase) => void}} [made]
 *  @returns {Promise<IDBDatabase>} */
export function opened(name, patience, made) {
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
export async function within(transaction, patience, work) {
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

/** @param {Record<string, number>} counts @param {string} why @param {number} [more] */
export function count(counts, why, more = 1) {
  if (more) counts[why] = (counts[why] ?? 0) + more;
}

/** @param {number} patience @returns {Promise<IDBDatabaseInfo[]>} */
export function listed(patience) {
  return new Promise((done, fail) => {
    setTimeout(() => fail(new NotKept(`they were not listed within ${patience / 1000} s`)), patience);
    indexedDB.databases().then(done, fail);
  });
}
