// The form that Playwright's storage state gives to a record: JSON as it is where JSON says it, and else its encoded form.

/** @typedef {import('./exact_values.js').Slot} Slot */
/** @typedef {import('./exact_values.js').Table} Table */

const MOST_DEPTH = 100;
/** @type {Record<string, any>} views by their names in Playwright's form */
const VIEWS = {
  i8: Int8Array, ui8: Uint8Array, ui8c: Uint8ClampedArray, i16: Int16Array, ui16: Uint16Array, i32: Int32Array,
  ui32: Uint32Array, f32: Float32Array, f64: Float64Array, bi64: BigInt64Array, bui64: BigUint64Array,
};
const VIEW_KINDS = Object.fromEntries(Object.entries(VIEWS).map(([kind, view]) => [view.name, kind]));
/** @type {Record<string, unknown>} */
const WORDS = { undefined: undefined, null: null, NaN, Infinity, '-Infinity': -Infinity, '-0': -0 };

/** The value of `table`: `plain` where JSON says it, and else `encoded`.
 *  @param {Table} table @param {unknown} value @returns {{plain: unknown} | {encoded: unknown} | null} null: too deep */
function encode({ nodes, root }, value) {
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

/** @param {string} text */
function bytes(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** @param {any} value in the encoded form @param {Map<number, any>} [refs] @returns {any} */
function decode(value, refs = new Map()) {
  if (typeof value !== 'object' || value === null) return value;
  /** @template T @param {T} made */
  const met = (made) => (refs.set(value.id, made), made);
  if ('ref' in value) return refs.get(value.ref);
  if ('v' in value) return WORDS[value.v];
  if ('d' in value) return new Date(value.d);
  if ('bi' in value) return BigInt(value.bi);
  if ('e' in value) return Object.assign(new Error(value.e.m), { name: value.e.n, stack: value.e.s });
  if ('r' in value) return new RegExp(value.r.p, value.r.f);
  if ('ab' in value) return bytes(value.ab.b).buffer;
  if ('ta' in value) return new VIEWS[value.ta.k](bytes(value.ta.b).buffer);
  if ('a' in value) {
    const made = met(/** @type {any[]} */ ([]));
    for (const item of value.a) made.push(decode(item, refs));
    return made;
  }
  if ('s' in value) {
    const made = met(new Set());
    for (const item of value.s) made.add(decode(item, refs));
    return made;
  }
  if ('m' in value) {
    const made = met(new Map());
    for (const { k, v } of value.m) made.set(decode(k, refs), decode(v, refs));
    return made;
  }
  if ('o' in value) {
    const made = met({});
    for (const { k, v } of value.o) {
      Object.defineProperty(made, k, { value: decode(v, refs), writable: true, enumerable: true, configurable: true });
    }
    return made;
  }
  throw new TypeError('a value that is not known');
}

/** @param {Table} key @param {unknown} keyed @param {Table} value @param {unknown} valued @param {boolean} inline whether the value
 *  holds its key @returns the record in Playwright's form; null where that has no words for it */
export function record(key, keyed, value, valued, inline) {
  const [made, at] = [encode(value, valued), encode(key, keyed)];
  if (!made || !at) return null;
  return {
    ...(inline ? {} : 'plain' in at ? { key: at.plain } : { keyEncoded: at.encoded }),
    ...('plain' in made ? { value: made.plain } : { valueEncoded: made.encoded }),
  };
}

/** @param {any} record in Playwright's form @returns {{key: any, value: any}} */
export function valuesOf(record) {
  return {
    key: 'key' in record ? record.key : decode(record.keyEncoded),
    value: 'value' in record ? record.value : decode(record.valueEncoded),
  };
}
