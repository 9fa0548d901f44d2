// Runs in an isolated world: reads the IndexedDB of the page's origin in the form of Playwright's storage state, and reads and writes
// the records that this form has no words for.

import { NotKept, valueOf, Writer } from './exact_values.js';

/** @typedef {import('./exact_values.js').Slot} Slot */
/** @typedef {import('./exact_values.js').Table} Table */
/** @typedef {{key: Table, value: Table}} Stored */
/** @typedef {{database: string, store: string, records: Stored[], notKept: Record<string, number>}} Exact */

const MOST_DEPTH = 100;
/** @type {Record<string, string>} the names of views in Playwright's form */
const VIEW_KINDS = {
  Int8Array: 'i8', Uint8Array: 'ui8', Uint8ClampedArray: 'ui8c', Int16Array: 'i16', Uint16Array: 'ui16', Int32Array: 'i32',
  Uint32Array: 'ui32', Float32Array: 'f32', Float64Array: 'f64', BigInt64Array: 'bi64', BigUint64Array: 'bui64',
};

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function settled(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

/** The value of `table` in Playwright's form: `plain` where JSON says it, and else `encoded`.
 *  @param {Table} table @param {unknown} value @returns {{plain: unknown} | {encoded: unknown} | null} null: too deep */
function playwrights({ nodes, root }, value) {
  const met = new Set();
  let plain = true;
  let deepest = 0;
  /** @param {Slot} slot @param {number} depth @returns {unknown} */
  const encoded = (slot, depth) => {
    deepest = Math.max(deepest, depth);
    if (depth > MOST_DEPTH) return null;
    if (slot === null) return { v: 'null' };
    if (typeof slot !== 'object') return slot;
    plain &&= 'r' in slot && !met.has(slot.r) && ['object', 'array'].includes(nodes[slot.r][0]);
    if ('u' in slot) return { v: 'undefined' };
    if ('n' in slot) return { v: slot.n };
    if ('i' in slot) return { bi: slot.i };
    const [kind, ...parts] = nodes[slot.r];
    if (kind === 'date') return { d: new Date(parts[0]).toISOString() };
    if (kind === 'regexp') return { r: { p: parts[0], f: parts[1] } };
    if (kind === 'buffer') return { ab: { b: parts[0] } };
    if (kind === 'view') return { ta: { b: nodes[parts[1].r][1], k: VIEW_KINDS[parts[0]] } };
    const id = slot.r + 1;
    if (met.has(slot.r)) return { ref: id };
    met.add(slot.r);
    const next = (/** @type {Slot} */ one) => encoded(one, depth + 1);
    if (kind === 'array') return { a: parts[1].map((/** @type {any} */ [, item]) => next(item)), id };
    if (kind === 'set') return { s: parts[0].map(next), id };
    if (kind === 'map') return { m: parts[0].map((/** @type {any} */ [k, v]) => ({ k: next(k), v: next(v) })), id };
    return { o: parts[0].map((/** @type {any} */ [k, v]) => ({ k, v: next(v) })), id };
  };
  const made = encoded(root, 0);
  if (deepest > MOST_DEPTH) return null;
  return plain || root === null ? { plain: value } : { encoded: made };
}

/** @param {Table} key @param {unknown} keyed @param {Table} value @param {unknown} valued @param {boolean} inline */
function record(key, keyed, value, valued, inline) {
  const [made, at] = [playwrights(value, valued), playwrights(key, keyed)];
  if (!made || !at) return null;
  return {
    ...(inline ? {} : 'plain' in at ? { key: at.plain } : { keyEncoded: at.encoded }),
    ...('plain' in made ? { value: made.plain } : { valueEncoded: made.encoded }),
  };
}

/** @param {IDBDatabase} database @param {string} name @param {{left: number}} room */
async function readStore(database, name, room) {
  const source = database.transaction(name).objectStore(name);
  const { keyPath, autoIncrement } = source;
  const indexes = [...source.indexNames].map((one) => source.index(one)).map((index) => ({
    name: index.name, ...path(index.keyPath), multiEntry: index.multiEntry, unique: index.unique,
  }));
  const [keys, values] = await Promise.all([settled(source.getAllKeys()), settled(source.getAll())]);
  /** @type {Stored[]} */
  const exact = [];
  /** @type {Record<string, number>} */
  const notKept = {};
  const records = [];
  let altered = false;
  for (const [at, keyed] of keys.entries()) {
    const before = room.left;
    const writer = new Writer(room);
    try {
      const value = await writer.table(values[at]);
      const key = await new Writer(room).table(keyed);
      exact.push({ key, value });
      const made = writer.altered ? null : record(key, keyed, value, values[at], keyPath !== null);
      if (made) records.push(made);
      else altered = true;
    } catch (failure) {
      altered = true;
      room.left = before;
      const why = failure instanceof NotKept ? failure.message : `value that is not readable (${failure instanceof Error || failure instanceof DOMException ? failure.name : failure})`;
      notKept[why] = (notKept[why] ?? 0) + 1;
    }
  }
  const store = { name, autoIncrement, ...path(keyPath), indexes, records: altered ? [] : records };
  return { ...store, ...(altered ? { exactRecords: exact } : {}), ...(Object.keys(notKept).length ? { notKept } : {}) };
}

/** @param {string | string[] | null} keyPath */
function path(keyPath) {
  return Array.isArray(keyPath) ? { keyPathArray: keyPath } : keyPath === null ? {} : { keyPath };
}

/** @param {number} most characters that the records may take */
async function read(most) {
  const room = { left: most };
  const found = [];
  for (const { name, version } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(/** @type {string} */ (name)));
    try {
      const stores = [];
      for (const store of database.objectStoreNames) stores.push(await readStore(database, store, room));
      found.push({ name, version, stores });
    } finally {
      database.close();
    }
  }
  return found;
}

/** Puts the records into stores that are there. @param {Exact[]} stores @returns {Promise<Exact[]>} the records that were refused */
async function write(stores) {
  const refused = [];
  for (const { database: name, store, records } of stores) {
    /** @type {Exact} */
    const left = { database: name, store, records: [], notKept: {} };
    const database = await settled(indexedDB.open(name));
    try {
      for (const { key, value } of records) {
        try {
          const [made, at] = [await valueOf(value), await valueOf(key)];
          const target = database.transaction(store, 'readwrite').objectStore(store);
          await settled(target.keyPath === null ? target.put(made, at) : target.put(made));
        } catch (failure) {
          const why = `value that is refused (${failure instanceof Error || failure instanceof DOMException ? failure.name : failure})`;
          left.notKept[why] = (left.notKept[why] ?? 0) + 1;
        }
      }
    } finally {
      database.close();
    }
    if (Object.keys(left.notKept).length) refused.push(left);
  }
  return refused;
}

Object.assign(globalThis, {
  refbrowserRecords: {
    /** @param {number} most */
    read: async (most) => JSON.stringify(await read(most)),
    /** @param {string} stores */
    write: async (stores) => JSON.stringify(await write(JSON.parse(stores))),
  },
});
