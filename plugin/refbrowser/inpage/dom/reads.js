// What a walk reads of boxes, and of texts that it does not come to itself: by this a later reading finds whether any of it has
// changed.

/** @typedef {number | boolean | DOMRect | Element | null} Value */
/** @typedef {{read: (node: any) => Value, node: Node, value: Value, step: number}} Fact */

/** How many reads of a walk are noted. */
const MOST_FACTS = 200_000;

export class Reads {
  constructor() {
    /** @type {Fact[]} */
    this.facts = [];
    /** @type {Map<Node, [number, number]>} whose text was read, and between which steps */
    this.texts = new Map();
    /** Something was read that is not among these, or they are too many. */
    this.lost = false;
    /** The step of the walk. */
    this.step = 0;
  }

  /** @returns {Fact[]} what would be read otherwise now */
  outdated() {
    return this.facts.filter(({ read, node, value }) => !isSame(read(node), value));
  }

  /** Forget what was read from the step `first` on, up to `last`. @param {number} first @param {number} last */
  forget(first, last) {
    this.facts = this.facts.filter(({ step }) => step < first || step >= last);
  }

  /** @param {Node} node @param {number} first @param {number} last @returns {boolean} its text was read at another step than these */
  areBeyond(node, first, last) {
    const steps = this.texts.get(node);
    return steps !== undefined && (steps[0] < first || steps[1] >= last);
  }
}

/** @type {{of: Reads | null}} the reads that are being noted */
export const noted = { of: null };

/**
 * @template {Value} T @param {(node: any) => T} read
 * @returns {(node: any) => T} the same, with what it reads noted
 */
export const noting = (read) => (node) => {
  const value = read(node);
  const reads = noted.of;
  if (reads && !reads.lost) {
    reads.facts.push({ read, node, value, step: reads.step });
    reads.lost = reads.facts.length >= MOST_FACTS;
  }
  return value;
};

/** The text of a node is read for something else than to be written where it stands. @param {Node} node */
export function noteText(node) {
  const reads = noted.of;
  if (!reads) return;
  const steps = reads.texts.get(node);
  if (steps) steps[1] = reads.step;
  else reads.texts.set(node, [reads.step, reads.step]);
}

/**
 * Run what reads for all of the walk, and not for the element that it is at.
 * @template T @param {() => T} run @returns {T}
 */
export function readForAll(run) {
  const reads = noted.of;
  if (!reads) return run();
  const { step } = reads;
  reads.step = 0;
  const result = run();
  reads.step = step;
  return result;
}

/** Something is read that cannot be compared later: what lies at a point, what is laid out near the viewport. */
export function loseReads() {
  if (noted.of) noted.of.lost = true;
}

/** @type {(one: Value, other: Value) => boolean} */
function isSame(one, other) {
  if (!(one instanceof DOMRect) || !(other instanceof DOMRect)) return one === other;
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}
