// What is noted of a walk: what it reads, what it remembers from element to element, and how it stands where a block begins and
// ends. With that, one block can be read again in its place.

import { Reads } from '../dom/reads.js';
/** @import { StyleState } from '../dom/style_state.js' */
/** @import { Walk } from './walker.js' */

/** @typedef {{of: Map<any, any> | Set<any>, key: any, before: any, after: any}} Memory something that a walk remembers from there on */

/** Remembers in its order what is put into it. @template K, V @extends {Map<K, V>} */
class NotedMap extends Map {
  /** @param {Memory[]} memories */
  constructor(memories) {
    super();
    this.memories = memories;
  }

  /** @override @param {K} key @param {V} value */
  set(key, value) {
    this.memories.push({ of: this, key, before: this.get(key), after: value });
    return super.set(key, value);
  }
}

/** @template T @extends {Set<T>} */
class NotedSet extends Set {
  /** @param {Memory[]} memories */
  constructor(memories) {
    super();
    this.memories = memories;
  }

  /** @override @param {T} value */
  add(value) {
    if (!this.has(value)) this.memories.push({ of: this, key: value, before: undefined, after: true });
    return super.add(value);
  }
}

/** What stands there as it does for all that comes behind. */
const AROUND = /** @type {const} */ (['path', 'row', 'heading', 'style', 'spot', 'sideBySide', 'opacity', 'inHand', 'inert',
  'astray', 'depth']);
const WRITTEN = /** @type {const} */ (['indent', 'head', 'gap', 'keep', 'spacePending', 'padding']);
/** What a walk makes longer as it goes on. */
export const LISTS = /** @type {const} */ (['seen', 'images', 'taken', 'raised', 'moved', 'fields', 'scrollers', 'customs']);

/**
 * How a walk stands: what is around, what is written, and how long its lists are by then.
 * @typedef {{around: any[], written: any[], recent: string, run: object, elements: number, hidden: number, lines: number, compared:
 *   number, memories: number, lists: number[], step: number}} Standing
 */
/** @typedef {{element: Element, before: Standing, after: Standing}} Block */

export class Recording {
  constructor() {
    this.reads = new Reads();
    /** @type {Memory[]} */
    this.memories = [];
    /** @type {Map<Element, Block>} */
    this.blocks = new Map();
    /** What styles followed from. @type {StyleState | null} */
    this.styles = null;
    /** The fonts that show nothing. */
    this.blank = '';
  }

  /** @returns {Map<any, any>} */
  map() {
    return new NotedMap(this.memories);
  }

  /** @returns {Set<any>} */
  set() {
    return new NotedSet(this.memories);
  }

  /**
   * A block that could be read alone begins: nothing around it depends on how it is written, and it on nothing but how the walk
   * stands.
   * @param {Walk} walk @param {Element} element @returns {{element: Element, before: Standing} | null}
   */
  begin(walk, element) {
    const { writer } = walk;
    if (!walk.firm || walk.control || walk.inControl || walk.silent || walk.whole || walk.editing || walk.ticking || walk.table
      || walk.numbering || writer.buffer || writer.leads || writer.separator !== null || writer.collectors.length) return null;
    return { element, before: this.standing(walk) };
  }

  /** @param {Walk} walk @param {{element: Element, before: Standing}} block */
  end(walk, { element, before }) {
    this.blocks.set(element, { element, before, after: this.standing(walk) });
  }

  /** @param {Walk} walk @returns {Standing} */
  standing(walk) {
    const { writer } = walk;
    return {
      around: AROUND.map((name) => walk[name]), written: WRITTEN.map((name) => writer[name]), recent: writer.recent, run: writer.run,
      elements: walk.elements, hidden: walk.hidden, lines: writer.lines.length, compared: writer.compared.length,
      memories: this.memories.length, lists: LISTS.map((name) => walk[name].length), step: ++this.reads.step,
    };
  }
}

/** @type {(walk: Walk, standing: Standing) => void} Let the walk stand so again. */
export function standAs(walk, { around, written, recent, run, elements, hidden }) {
  AROUND.forEach((name, index) => { /** @type {any} */ (walk)[name] = around[index]; });
  WRITTEN.forEach((name, index) => { /** @type {any} */ (walk.writer)[name] = written[index]; });
  Object.assign(walk.writer, { recent, run });
  Object.assign(walk, { elements, hidden });
}

/** @type {(memories: Memory[]) => void} Forget them, the last one first. */
export function forget(memories) {
  for (const { of, key, before } of [...memories].reverse()) {
    if (of instanceof Set || before === undefined) of.delete(key);
    else Map.prototype.set.call(of, key, before);
  }
}

/** @type {(memories: Memory[]) => void} */
export function recall(memories) {
  for (const { of, key, after } of memories) {
    if (of instanceof Set) Set.prototype.add.call(of, key);
    else Map.prototype.set.call(of, key, after);
  }
}

/** @type {(one: Memory[], other: Memory[]) => boolean} the same is remembered */
export const areAlike = (one, other) => one.length === other.length && one.every(({ of, key, after }, index) =>
  of === other[index].of && key === other[index].key && JSON.stringify(after) === JSON.stringify(other[index].after));
