// What happens in the document between two questions. Everything here listens; nothing is prevented, changed or visible to the
// page.

import { awaited, releaseDeferred } from './deferred_reply.js';
import { batch, countLoss, entryOf } from './refs.js';
import { accessibleName } from '../aria/names.js';
import { oneLine } from '../dom/text.js';
/** @import { Signal } from '../wire.d.ts' */

/** Counts every change that may alter a capture. */
export let version = 1;
/** How many of them were nothing but beats of tickers, which release nobody who waits for news. */
export let beats = 0;
/** How many of them were nothing but entries into fields, which touch no node. */
export let entered = 0;
/** @type {WeakMap<Node, number>} when a script last restyled an element, in ms of the performance clock */
export const restyled = new WeakMap();
export let lastScroll = -Infinity;
/** @type {WeakSet<Node>} */
export const observed = new WeakSet();

/** @type {Signal[]} */
let signals = [];
/** @type {{event: Event, signal: Signal}[]} */
let submits = [];
const SIGNAL_LIMIT = 50;

/** Something changed that may alter a capture. */
export function countChange() {
  version++;
  if (awaited?.type === 'news') releaseDeferred();
}

/** A ticker changed, as it does all the time. */
export function countBeat() {
  version++;
  beats++;
}

/** @type {WeakRef<EventTarget> | null} the field that was typed into last since the present action began */
let typedField = null;

/** @type {(field: EventTarget) => void} A field of the document was typed into or set by a person. */
export function countEntry(field) {
  entered++;
  typedField = new WeakRef(field);
}

/** The next action begins. */
export function forgetEntry() {
  typedField = null;
}

/** @type {() => Element | null} */
export function lastEntry() {
  const field = typedField?.deref();
  return field instanceof Element ? field : null;
}

/** @type {(root: Element) => void} */
export function markGone(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let node = /** @type {Node | null} */ (root); node; node = walker.nextNode()) {
    const entry = entryOf.get(/** @type {Element} */ (node));
    if (entry && !entry.gone) {
      entry.gone = batch;
      countLoss();
    }
  }
}

/** @type {(signal: Signal) => void} */
export function note(signal) {
  if (signals.length < SIGNAL_LIMIT) signals.push(signal);
}

/** @type {(event: Event) => void} */
export function onSubmit(event) {
  /** @type {Signal} */
  const signal = { type: 'submit', prevented: false };
  note(signal);
  submits.push({ event, signal });
}

/** @type {(event: Event) => void} */
export function onInvalid(event) {
  const field = event.composedPath()[0];
  if (!(field instanceof Element)) return;
  note({
    type: 'invalid', id: entryOf.get(field)?.id ?? null, name: accessibleName(field),
    message: oneLine(/** @type {HTMLInputElement} */ (field).validationMessage ?? ''),
  });
}

/** @type {(event: any) => void} */
export function onNavigate(event) {
  countChange();
  note({
    type: 'navigate', url: event.destination?.url ?? '', same_document: Boolean(event.destination?.sameDocument),
    navigation_type: event.navigationType ?? '',
  });
}

export const noteScroll = () => {
  countChange();
  lastScroll = performance.now();
};

/** @type {() => Signal[]} what happened since the last call */
export function takeSignals() {
  for (const { event, signal } of submits) signal.prevented = event.defaultPrevented;
  const taken = signals;
  signals = [];
  submits = [];
  return taken;
}
