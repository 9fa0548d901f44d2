// An element that was replaced by another of the same kind, name and place takes over its ref.

import { withLabelIndex } from '../aria/labels.js';
import { documentElementGetter } from '../dom/dom.js';
import { Walk } from '../snapshot/walker.js';
import { arrivalOf, entries, entryOf, judgeTheDead, keyOf, lastArrival, liveElement } from '../tracking/refs.js';
/** @import { Entry } from '../tracking/refs.js' */

/** @type {() => Walk['seen']} everything that can be acted on now, without giving ids */
export function sightAll() {
  const walk = new Walk({ mode: 'full', dry: true });
  const root = documentElementGetter.call(document);
  if (root) withLabelIndex(() => walk.read(root));
  return walk.seen;
}

/** @typedef {{element: Element, status: 'live' | 'healed'} | {element: null, status: 'unknown' | 'removed', reason: string}} Resolved */

/** @type {(id: number) => Resolved} */
export function resolve(id) {
  if (!(id >= 1 && id <= entries.length)) return { element: null, status: 'unknown', reason: 'no element of this document has this id' };
  const element = liveElement(id);
  if (element) return { element, status: 'live' };
  const healed = heal(entries[id - 1]);
  if (healed) return { element: healed, status: 'healed' };
  return { element: null, status: 'removed', reason: 'the element is no longer in the document' };
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
