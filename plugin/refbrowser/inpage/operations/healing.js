// An element that was replaced by another of the same kind, name and place takes over its ref.

import { calledName } from '../aria/fallback_label.js';
import { withLabelIndex } from '../aria/labels.js';
import { documentElementGetter } from '../dom/dom.js';
import { Walk } from '../snapshot/walker.js';
import { arrivalOf, documentToken, entries, entryOf, judgeTheDead, keyOf, lastArrival, liveElement } from '../tracking/refs.js';
/** @import { Entry } from '../tracking/refs.js' */
/** @import { ElementGone } from '../wire.d.ts' */

/** @type {() => Walk['seen']} everything that has a ref now, without giving ids */
export function sightAll() {
  const walk = new Walk({ mode: 'full', dry: true });
  const root = documentElementGetter.call(document);
  if (root) withLabelIndex(() => walk.read(root));
  return walk.sighted;
}

/**
 * @typedef {{element: Element, status: 'live' | 'healed'} | {element: null, status: 'unknown' | 'removed', reason: string}}
 *   Resolved
 */

/** @type {() => ElementGone} The reply to a request for an element of another document. */
export const otherDocument = () => ({ doc: documentToken, status: 'stale_document', reason: 'the page has navigated' });

/** @type {(id: number) => Resolved} */
export function resolve(id) {
  if (!(id >= 1 && id <= entries.length)) return {
    element: null, status: 'unknown', reason: 'no element of this document has this id',
  };
  const element = liveElement(id);
  if (element) {
    const successor = successorOf(entries[id - 1], element);
    return successor ? { element: successor, status: 'healed' } : { element, status: 'live' };
  }
  const healed = heal(entries[id - 1]);
  if (healed) return { element: healed, status: 'healed' };
  return { element: null, status: 'removed', reason: 'the element is no longer in the document' };
}

/**
 * What the present action scrolled into view, what it was called before, and as what it had been read.
 * @type {{element: Element, name: string, key: string} | null}
 */
let revealed = null;

/** The next action begins. */
export function forgetRevealed() {
  revealed = null;
}

/** @type {(element: Element) => void} It is about to be scrolled into view. */
export function noteRevealed(element) {
  const sighting = entryOf.get(element)?.sighting;
  if (revealed?.element !== element) revealed = sighting ? { element, name: calledName(element), key: keyOf(sighting) } : null;
}

/** @type {(element: Element) => boolean} */
export const isRevealed = (element) => revealed?.element === element;

/**
 * Rebinds the entry of an element that the page made another thing as it was scrolled, as calendars do with the days of a month and
 * lists with their rows, to the one element that has its kind, name and place now.
 * @type {(entry: Entry, element: Element) => Element | null}
 */
function successorOf(entry, element) {
  if (!revealed || revealed.element !== element || calledName(element) === revealed.name) return null;
  const { key } = revealed;
  const twins = sightAll().filter((candidate) => keyOf(candidate.sighting) === key).map((candidate) => candidate.element);
  if (twins.length !== 1 || twins[0] === element) return null;
  entryOf.delete(element);
  entry.element = new WeakRef(twins[0]);
  if (!entryOf.has(twins[0])) entryOf.set(twins[0], entry);
  return twins[0];
}

/**
 * Rebinds a dead entry to the one element that took its place. It must have come when or after the old one went: a twin that stood
 * next to it is another element, whatever it looks like.
 * @param {Entry} entry
 * @returns {Element | null} the new element, or null when there is none or more than one
 */
function heal(entry) {
  judgeTheDead();
  if (!entry.unique || !entry.gone || !entry.sighting || lastArrival < entry.gone) return null;
  const key = keyOf(entry.sighting);
  const twins = sightAll().filter((candidate) => keyOf(candidate.sighting) === key);
  if (twins.length !== 1 || arrivalOf(twins[0].element) < entry.gone) return null;
  // It alone has the name, but stands behind other words: the only row of a list may be another product's now.
  if (twins[0].sighting.near !== entry.sighting.near) return null;
  // What was seen before the loss is not new, although it moved here since.
  if ((entryOf.get(twins[0].element)?.born ?? entry.gone) < entry.gone) return null;
  entry.element = new WeakRef(twins[0].element);
  entry.gone = 0;
  entry.unique = null;
  if (!entryOf.has(twins[0].element)) entryOf.set(twins[0].element, entry);
  return twins[0].element;
}
