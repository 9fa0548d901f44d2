// Values that IndexedDB keeps, as JSON that says them exactly. A value is a table of its objects, so that depth, cycles and shared
// objects need no recursion.

/**
 * @typedef {null | boolean | number | string | {u: 1} | {n: string} | {i: string} | {r: number}} Slot `r`: the object of that
 *   number
 */
/** @typedef {[string, ...any[]]} Entry */
/** @typedef {{nodes: Entry[], root: Slot}} Table */
/** @typedef {{left: number, effort: number, ends: number}} Room characters that may still be written, those that may still be
 * looked at, and
 *  when no more are looked at */

const VIEWS = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
  Float64Array, BigInt64Array, BigUint64Array];
const GEOMETRY = /** @type {const} */ ([
  [DOMMatrix, 'fromMatrix'], [DOMMatrixReadOnly, 'fromMatrix'], [DOMPoint, 'fromPoint'], [DOMPointReadOnly, 'fromPoint'],
  [DOMRect, 'fromRect'], [DOMRectReadOnly, 'fromRect'], [DOMQuad, 'fromQuad'],
]);

/** What says which kind of value cannot be kept. */
export class NotKept extends Error {}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
function bytesOf(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

/** Writes one value as a table; `altered` is whether Playwright's storage state would not keep it. It needs the transaction no
 * longer
 *  than `table` runs: contents of files and keys are read by `finish`. */
export class Writer {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    this.altered = false;
    /** @type {(() => Promise<void>)[]} */
    this.later = [];
    /** @type {Map<object, number>} */
    this.numbers = new Map();
    /** @type {object[]} */
    this.objects = [];
  }

  /** @param {unknown} value @returns {Table} */
  table(value) {
    const root = this.slot(value);
    /** @type {Entry[]} */
    const nodes = [];
    for (let next = 0; next < this.objects.length; next++) nodes.push(this.node(this.objects[next]));
    return { nodes, root };
  }

  /** Completes the table. */
  async finish() {
    for (const read of this.later) await read();
  }

  /** @param {unknown} value @returns {Table} a table within this one */
  inner(value) {
    return new Writer(this.room).table(value);
  }

  /** @param {unknown} value @returns {Slot} */
  slot(value) {
    if (value === undefined) return { u: 1 };
    if (typeof value === 'bigint') return { i: String(value) };
    if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? value
      : { n: Object.is(value, -0) ? '-0' : String(value) };
    if (typeof value === 'string') this.take(value.length);
    if (value === null || typeof value !== 'object') return /** @type {Slot} */ (value);
    let number = this.numbers.get(value);
    if (number === undefined) {
      number = this.objects.push(value) - 1;
      this.numbers.set(value, number);
    }
    return { r: number };
  }

  /** @param {number} bytes */
  take(bytes) {
    this.room.left -= bytes;
    this.room.effort -= bytes;
    if (this.room.left < 0) throw new NotKept('too much data');
  }

  /** @param {string} key */
  name(key) {
    this.take(key.length);
    return key;
  }

  /** @param {ArrayBuffer} buffer */
  bytes(buffer) {
    this.take(buffer.byteLength * 4 / 3);
    return base64(new Uint8Array(buffer));
  }

  /** @param {string} kind @param {Blob} blob @param {any[]} more @returns {Entry} */
  file(kind, blob, ...more) {
    // The contents are not looked at where there is no room for them.
    if (blob.size * 4 / 3 > this.room.left) throw new NotKept('too much data');
    this.take(blob.size * 4 / 3);
    /** @type {Entry} */
    const entry = [kind, '', blob.type, ...more];
    this.later.push(async () => { entry[1] = base64(new Uint8Array(await blob.arrayBuffer())); });
    return entry;
  }

  /** @param {CryptoKey} key @returns {Entry} */
  key(key) {
    if (!key.extractable) throw new NotKept('CryptoKey that is not extractable');
    /** @type {Entry} */
    const entry = ['key', null, this.inner(key.algorithm), [...key.usages]];
    this.later.push(async () => { entry[1] = await crypto.subtle.exportKey('jwk', key); });
    return entry;
  }

  /** @param {object} value @returns {[string, Slot][]} */
  properties(value) {
    const keys = Object.keys(value);
    if (keys.some((key) => ['__proto__', 'constructor', 'toJSON'].includes(key))) this.altered = true;
    return keys.map((key) => [this.name(key), this.slot(/** @type {Record<string, unknown>} */ (value)[key])]);
  }

  /** @param {any} value @returns {Entry} */
  node(value) {
    this.take(8);
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    if (Array.isArray(value)) {
      const properties = this.properties(value);
      if (properties.length !== value.length) this.altered = true;
      return ['array', value.length, properties];
    }
    if (value instanceof Date) {
      if (Number.isNaN(value.getTime())) this.altered = true;
      return ['date', this.slot(value.getTime())];
    }
    if (value instanceof RegExp) return ['regexp', value.source, value.flags];
    if (value instanceof Map) return ['map', [...value].map(([key, item]) => [this.slot(key), this.slot(item)])];
    if (value instanceof Set) return ['set', [...value].map((item) => this.slot(item))];
    if (value instanceof ArrayBuffer) return ['buffer', this.bytes(value)];
    if (ArrayBuffer.isView(value)) {
      const known = VIEWS.find((view) => value instanceof view);
      if (!known && !(value instanceof DataView)) throw new NotKept(kind);
      // Of views on one buffer Playwright makes copies.
      if (!known || value.byteLength !== value.buffer.byteLength || this.numbers.has(value.buffer)) this.altered = true;
      const length = value instanceof DataView ? value.byteLength
        : /** @type {Uint8Array} */ (/** @type {unknown} */ (value)).length;
      return ['view', kind, this.slot(value.buffer), value.byteOffset, length];
    }
    if (Object.getPrototypeOf(value) === Object.prototype) return ['object', this.properties(value)];
    this.altered = true;
    if (value instanceof Boolean || value instanceof Number || value instanceof String)
      return ['boxed', this.slot(value.valueOf())];
    if (kind === 'BigInt') return ['boxed', this.slot(value.valueOf())];
    if (value instanceof DOMException) return ['exception', value.name, value.message];
    if (value instanceof Error) return ['error', value.name, this.slot(value.message), this.slot(value.stack),
      Object.hasOwn(value, 'cause'), this.slot(value.cause)];
    if (value instanceof File) return this.file('file', value, value.name, value.lastModified);
    if (value instanceof Blob) return this.file('blob', value);
    if (value instanceof FileList) return ['files', [...value].map((file) => this.slot(file))];
    if (value instanceof ImageData && value.data instanceof Uint8ClampedArray) {
      return ['image', this.bytes(value.data.slice().buffer), value.width, value.height, value.colorSpace];
    }
    const geometry = GEOMETRY.find(([made]) => Object.getPrototypeOf(value) === made.prototype);
    if (geometry) return ['geometry', geometry[0].name, this.inner(value.toJSON())];
    if (globalThis.CryptoKey && value instanceof CryptoKey) return this.key(value);
    throw new NotKept(kind);
  }
}

/** @param {Table} table */
export async function valueOf(table) {
  const { nodes, root } = table;
  /** @type {any[]} */
  const made = [];
  /** @param {Slot} slot */
  const value = (slot) => {
    if (slot === null || typeof slot !== 'object') return slot;
    if ('r' in slot) return made[slot.r];
    return 'i' in slot ? BigInt(slot.i) : 'n' in slot ? Number(slot.n) : undefined;
  };
  // These are made of other objects of the table.
  const composed = (/** @type {Entry} */ [kind]) => kind === 'view' || kind === 'files';
  for (const [at, node] of nodes.entries()) if (!composed(node)) made[at] = await shell(node, value);
  for (const [at, node] of nodes.entries()) if (composed(node)) made[at] = await shell(node, value);
  for (const [at, node] of nodes.entries()) fill(node, made[at], value);
  return value(root);
}

/** @param {Entry} node @param {(slot: Slot) => any} value @returns {Promise<any>} the object, still without what it refers to */
async function shell([kind, ...parts], value) {
  switch (kind) {
    case 'array': return new Array(parts[0]);
    case 'object': return {};
    case 'map': return new Map();
    case 'set': return new Set();
    case 'date': return new Date(value(parts[0]));
    case 'regexp': return new RegExp(parts[0], parts[1]);
    case 'buffer': return bytesOf(parts[0]).buffer;
    case 'view': {
      const made = /** @type {any} */ ([...VIEWS, DataView].find((one) => one.name === parts[0]));
      if (!made) throw new TypeError(`no view ${parts[0]}`);
      return new made(value(parts[1]), parts[2], parts[3]);
    }
    case 'boxed': return Object(value(parts[0]));
    case 'exception': return new DOMException(parts[1], parts[0]);
    case 'error': return Object.defineProperties(new Error(), {
      name: { value: parts[0], configurable: true, writable: true },
      message: { value: value(parts[1]), configurable: true, writable: true },
      stack: { value: value(parts[2]), configurable: true, writable: true },
    });
    case 'file': return new File([bytesOf(parts[0])], parts[2], { type: parts[1], lastModified: parts[3] });
    case 'blob': return new Blob([bytesOf(parts[0])], { type: parts[1] });
    case 'files': {
      const transfer = new DataTransfer();
      for (const file of parts[0]) transfer.items.add(value(file));
      return transfer.files;
    }
    case 'image': return new ImageData(new Uint8ClampedArray(bytesOf(parts[0]).buffer), parts[1], parts[2],
      { colorSpace: parts[3] });
    case 'geometry': {
      const found = GEOMETRY.find(([made]) => made.name === parts[0]);
      if (!found) throw new TypeError(`no geometry ${parts[0]}`);
      return /** @type {any} */ (found[0])[found[1]](await valueOf(parts[1]));
    }
    case 'key': return crypto.subtle.importKey('jwk', parts[0], await valueOf(parts[1]), true, parts[2]);
  }
  throw new TypeError(`no kind ${kind}`);
}

/** @param {Entry} node @param {any} made @param {(slot: Slot) => any} value */
function fill([kind, ...parts], made, value) {
  const define = (/** @type {string} */ key, /** @type {any} */ item) => {
    Object.defineProperty(made, key, { value: item, writable: true, enumerable: true, configurable: true });
  };
  if (kind === 'array') for (const [key, item] of parts[1]) define(key, value(item));
  if (kind === 'object') for (const [key, item] of parts[0]) define(key, value(item));
  if (kind === 'map') for (const [key, item] of parts[0]) made.set(value(key), value(item));
  if (kind === 'set') for (const item of parts[0]) made.add(value(item));
  if (kind === 'error' && parts[3]) Object.defineProperty(made, 'cause', {
    value: value(parts[4]), writable: true, configurable: true,
  });
}
