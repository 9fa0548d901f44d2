// Who is who: every element that can be addressed has one local id for the life of its document.

import { isConnectedGetter, ownerDocumentGetter, parentNodeGetter } from '../dom/dom.js';

/** Counts the batches in which the platform reports mutations: the clock by which arrivals and removals are compared. */
export let batch = 1;

/** @type {WeakMap<Node, number>} the batch in which a subtree was inserted */
const arrivals = new WeakMap();

/** The last batch in which anything was inserted. */
export let lastArrival = 0;

/**
 * What a walk saw of an element. `row`, `near` (the text before it) and `heading` say where it was, in words; `path` says it in
 * tags, roles and ids.
 * @typedef {{kind: string, label: {text: string}, path: string, row: {text: string}, near: string, heading: string, url: string}}
 *   Sighting
 *
 * @typedef {{id: number, number: number, element: WeakRef<Element>, sighting: Sighting | null, unique: boolean | null, gone:
 *   number, born: number, kinds: string[]}} Entry
 * number: the chat-wide number, 0 until it is known · kinds: that its tags have had · unique: it alone had its kind, name and place
 * in the last full walk that saw it; null until asked · gone: the mutation batch that removed it, 0 while that has not been seen ·
 * born: the batch in which it was met
 */

/** Says which document ids belong to: a frame that navigates gets a new engine and a new token. */
export const documentToken = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('');

/** @type {WeakMap<Element, Entry>} */
export const entryOf = new WeakMap();
/** @type {Entry[]} entry of local id n at n - 1 */
export const entries = [];
/** @type {Entry[]} entries that the last full walk saw */
let lastSeen = [];
let firstWithoutNumber = 0;

/** @type {(element: Element) => Entry} its entry, made when it has none */
export function entryFor(element) {
  let entry = entryOf.get(element);
  if (!entry) {
    entry = {
      id: entries.length + 1, number: 0, element: new WeakRef(element), sighting: null, unique: null, gone: 0, born: batch,
      kinds: [],
    };
    entries.push(entry);
    entryOf.set(element, entry);
  }
  return entry;
}

/** @type {(id: number) => Element | null} the element of a local id when it is alive in this document */
export function liveElement(id) {
  const element = entries[id - 1]?.element.deref();
  return element && isConnectedGetter.call(element) && ownerDocumentGetter.call(element) === document ? element : null;
}

/** @type {(ranges: [number, number, number][]) => void} local id first+i has the chat-wide number base+i */
export function setNumbers(ranges) {
  for (const [first, count, base] of ranges) {
    for (let index = 0; index < count; index++) {
      const entry = entries[first - 1 + index];
      if (entry) entry.number = base + index;
    }
  }
}

/** @type {() => [number, number] | null} first local id without a number, and how many there are */
export function idsWithoutNumber() {
  while (firstWithoutNumber < entries.length && entries[firstWithoutNumber].number) firstWithoutNumber++;
  const count = entries.length - firstWithoutNumber;
  return count ? [firstWithoutNumber + 1, count] : null;
}

/** @type {(sighting: Sighting) => string} equal for the same kind, name and place */
export const keyOf = ({ kind, label, heading, row, url, path }) => [kind, label.text, heading, row.text, url, path].join('\n');

let losses = 0;

/** A numbered element left the document. */
export function countLoss() {
  losses++;
}

/** A batch of mutations begins. */
export function beginBatch() {
  batch++;
}

/** @type {(nodes: NodeList) => void} they came into the document with this batch */
export function noteArrivals(nodes) {
  for (const node of nodes) arrivals.set(node, batch);
  if (nodes.length) lastArrival = batch;
}

let lossesJudged = 0;

/**
 * Decides, before a full walk overwrites what was seen, which of the elements that died since were the only ones of their kind,
 * name and place.
 */
export function judgeTheDead() {
  if (losses === lossesJudged) return;
  lossesJudged = losses;
  const dead = lastSeen.filter((entry) => entry.unique === null && !liveElement(entry.id));
  if (!dead.length) return;
  /** @type {Map<string, number>} */
  const counts = new Map();
  const keys = new Map(lastSeen.map((entry) => [entry, keyOf(/** @type {Sighting} */ (entry.sighting))]));
  for (const key of keys.values()) counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const entry of dead) entry.unique = counts.get(keys.get(entry) ?? '') === 1;
}

/** @type {(seen: {element: Element, sighting: Sighting}[]) => void} keeps what a full walk saw */
export function keepSightings(seen) {
  judgeTheDead();
  lastSeen = [];
  for (const { element, sighting } of seen) {
    const entry = entryFor(element);
    entry.sighting = sighting;
    entry.unique = null;
    entry.gone = 0;
    lastSeen.push(entry);
  }
}

/** @type {(element: Element) => number} the batch in which it, or an ancestor with it, came; 0 when before watching began */
export function arrivalOf(element) {
  let latest = 0;
  for (let node = /** @type {Node | null} */ (element); node;
    node = parentNodeGetter.call(node) ?? /** @type {any} */ (node).host ?? null) {
    latest = Math.max(latest, arrivals.get(node) ?? 0);
  }
  return latest;
}

/** @type {(element: Element) => Sighting | null} what the last full walk saw of it */
export const sightingOf = (element) => entryOf.get(element)?.sighting ?? null;

/** @type {() => Sighting[]} all that the last full walk saw, in page order */
export const sightings = () => lastSeen.map((entry) => /** @type {Sighting} */ (entry.sighting));

/** @type {(sighting: Sighting) => Element | null} what it was seen of, among those that the last full walk saw */
export const elementOf = (sighting) => lastSeen.find((entry) => entry.sighting === sighting)?.element.deref() ?? null;
