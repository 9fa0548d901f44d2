// What a script put into the document and has yet to show: a popup is most often inserted unseen, placed some frames later, then
// faded in.

import { ANY_CONTROL } from '../dom/attributes.js';
import { ELEMENT_NODE, checkVisibility, isConnectedGetter, matches, nodeTypeGetter, rectOf, shadowRootOf } from '../dom/dom.js';

/** How long it may take to be shown, in ms. */
const APPEARING_MS = 300;
/** When it is looked at again, in ms. */
const AGAIN_MS = 50;
const MOST_ARRIVED = 20;
/** How many nodes are looked at for a first text or control. */
const MOST_LOOKED_AT = 200;

/**
 * what came since the present action began, and when, by the performance clock
 * @type {{root: WeakRef<Element>, since: number}[]}
 */
let arrived = [];

/** How many elements have come into the document, each with what was in it. */
export let arrivals = 0;

/** Attributes by whose change what was there before comes into sight, to which scripts may listen from then on. */
const SHOWING = /^(hidden|open|aria-hidden)$/;

/** @type {(attribute: string | null) => void} */
export function noteAttribute(attribute) {
  if (attribute === 'aria-expanded') expanded = true;
  else if (attribute && SHOWING.test(attribute)) unlisted = true;
}

/** Elements have come into the document, or into sight, since the debugger last listed what listens. */
export let unlisted = false;

/** The debugger lists what listens now. */
export function markListed() {
  unlisted = false;
}

/** A field or a button has said since the present action began that its popup is open. */
export let expanded = false;

export function forgetArrivals() {
  expanded = false;
  arrived = [];
}

/** @type {(nodes: NodeList, now: number) => void} */
export function noteAppearing(nodes, now) {
  for (const node of nodes) {
    if (nodeTypeGetter.call(node) !== ELEMENT_NODE) continue;
    unlisted = true;
    arrivals++;
    if (arrived.length === MOST_ARRIVED) return;
    arrived.push({ root: new WeakRef(/** @type {Element} */ (node)), since: now });
  }
}

/** @type {() => Element[]} what came since the present action began, and is there */
export const arrivedElements = () => arrived.flatMap(({ root }) => {
  const element = root.deref();
  return element && isConnectedGetter.call(element) ? [element] : [];
});

/** @type {() => {left_ms: number, what: Element} | null} what is unseen as yet, and when to look again */
export function appearing() {
  const now = performance.now();
  for (const { root, since } of arrived) {
    const element = now - since < APPEARING_MS ? root.deref() : null;
    const holder = element && isConnectedGetter.call(element) ? holderIn(element) : null;
    if (holder && isYetUnseen(holder)) return { left_ms: AGAIN_MS, what: holder };
  }
  return null;
}

/**
 * the first element in it that has a text, is a control or has a shadow tree; the root where that is far
 * @type {(root: Element) => Element | null}
 */
export function holderIn(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let node = /** @type {Node | null} */ (root);
  for (let left = MOST_LOOKED_AT; left > 0; left--, node = walker.nextNode()) {
    if (!node) return null;
    const element = nodeTypeGetter.call(node) === ELEMENT_NODE ? /** @type {Element} */ (node) : null;
    if (element ? matches(element, ANY_CONTROL) || shadowRootOf(element) !== null : /\S/.test(/** @type {Text} */ (node).data))
      return element ?? node.parentElement;
  }
  return root;
}

/** @type {(element: Element) => boolean} it is laid out, and transparent, invisible, or off the canvas */
function isYetUnseen(element) {
  if (!checkVisibility(element)) return false;
  if (!checkVisibility(element, { opacityProperty: true, visibilityProperty: true })) return true;
  const box = rectOf(element);
  return box.right <= 0 || box.bottom <= 0;
}
