// Whether the document is as it was when it was last read in a mode, in all that touches no node and restyles nothing: values,
// places, the focus. `version` counts the changes of nodes; what restyles or moves anything, Chromium counts.

import { contentOfField } from '../aria/states.js';
import { documentScroll, focusedElement, ownListeners, parentOf, queryEvery, scrollGetters, titleGetter } from '../dom/dom.js';
import { treeRoots } from '../dom/trees.js';
import { markListed, unlisted } from '../tracking/appearing.js';
import { version } from '../tracking/changes.js';
import { entryError } from '../tracking/silent_states.js';
import { documentToken } from '../tracking/refs.js';
/** @import { Content } from '../aria/states.js' */
/** @import { Walk } from './walker.js' */

/**
 * The state of a field that is in no node: its content, and its validation message.
 * @typedef {{field: Element, read: Content, state: string | number, error: string}} Entered
 */

/**
 * @typedef {{version: number, view: string, focused: Element | null, entered: Entered[], scrollers: [Element, number, number][]}}
 *   LastReading
 * @type {Map<string, LastReading>} by mode; empty once a node has changed, since what they hold may be out of the document then
 */
const lastReadings = new Map();

/** A node has changed. */
export function forgetReading() {
  lastReadings.clear();
}

/**
 * @param {Walk} walk one that has ended @param {Element[]} roots what it began with, where that is not the whole document
 * @returns {LastReading | null} what is compared the next time
 */
export function rememberReading(walk, roots) {
  lastReadings.delete(walk.mode);
  if (walk.awaitsPicture) return null;
  // The name of what is shown may come from a field that is not, or that is outside the part.
  const fields = treeRoots().flatMap((root) => Array.from(queryEvery(root, 'input,select,textarea')));
  const scrollers = new Set(walk.scrollers);
  for (const root of roots) for (let box = parentOf(root); box; box = parentOf(box)) scrollers.add(box);
  const last = {
    version, view: viewState(), focused: walk.focused,
    entered: fields.map((field) => {
      const read = contentOfField(field);
      return { field, read, state: read(field), error: entryError(field) };
    }),
    scrollers: Array.from(scrollers, (box) => /** @type {[Element, number, number]} */ (
      [box, scrollGetters.left.call(box), scrollGetters.top.call(box)])),
  };
  lastReadings.set(walk.mode, last);
  return last;
}

/** @type {(mode: string, last: LastReading) => LastReading} what is left as it was is compared again the next time */
export function rememberAgain(mode, last) {
  const again = { ...last, version };
  lastReadings.set(mode, again);
  return again;
}

/**
 * a reading in that mode would find what the known one found; asking also brings style and layout up to date
 * @type {(known: {doc: string, version: number} | null, mode: string) => boolean}
 */
export function isAsRead(known, mode) {
  const last = lastReadings.get(mode);
  return last !== undefined && known !== null && known.doc === documentToken && known.version === version
    && last.version === version && isAsLeft(last);
}

/** @type {(last: LastReading) => boolean} all is as it was then that touches no node, but for styles and layout */
export function isAsLeft(last) {
  if (unlisted || last.focused !== focusedElement() || last.view !== viewState() || isAnimated()) return false;
  for (const [box, left, top] of last.scrollers) {
    if (scrollGetters.left.call(box) !== left || scrollGetters.top.call(box) !== top) return false;
  }
  for (const { field, read, state, error } of last.entered) if (read(field) !== state || entryError(field) !== error) return false;
  return true;
}

/**
 * Goes with the first garbage that is collected from the end of this script on. Without it all listeners would be listed for each
 * reading of an unchanged page: 54 ms of processor time and not 17 where 1 500 listen, 19 and not 8 with 5 000 elements and 100.
 */
let canary = new WeakRef({});

/** @type {() => boolean} garbage has been collected since this was last asked, and listeners may have gone with it */
export function hasCollected() {
  if (canary.deref()) return false;
  canary = new WeakRef({});
  return true;
}

let innerCanary = new WeakRef({});

/**
 * The same since this was last asked, for the listeners in frames of the same process; and the moment.
 * @type {() => [boolean, string]}
 */
export function markInner() {
  const collected = !innerCanary.deref();
  if (collected) innerCanary = new WeakRef({});
  return [collected, markMoment()];
}

const timeStamp = console.timeStamp;
let moments = 0;

/**
 * Has the debugger report its counts at this very moment. @returns {string} the name of the moment in its report; it ends with how
 * many of the listeners counted are the engine's
 */
export function markMoment() {
  const name = `${documentToken}.${++moments}.${ownListeners}`;
  timeStamp.call(console, name);
  return name;
}

/** Marks the moment at which all listeners are listed: garbage collected before does not count then. @returns {string} */
export function markListing() {
  hasCollected();
  markListed();
  return markMoment();
}

/**
 * style and layout are up to date then: what is counted while the document is walked, the walk itself causes
 * @type {() => string}
 */
export function momentUpToDate() {
  documentScroll();
  return markMoment();
}

/** @type {() => string} where the document is, what it is called, how large it is laid out, which part of it shows */
const viewState = () => [location.href, titleGetter.call(document), ...Object.values(documentScroll())].join('\n');

/** @type {() => boolean} something moves by a clock: the compositor may move it without counting */
const isAnimated = () => treeRoots().some((root) => root.getAnimations().some((animation) => animation.playState === 'running'));
