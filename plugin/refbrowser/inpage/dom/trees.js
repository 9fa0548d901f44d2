// The trees of the document: its own, and those of the shadow roots that a walk has come upon.

import {
  ELEMENT_NODE, SKIPPED, eachChild, isConnectedGetter, matches, nameOf, nodeTypeGetter, queryEvery, shadowRootOf,
} from './dom.js';

/** Counts the requests to the engine: what the sheets say is asked once for each. */
export let requests = 0;

/** @type {WeakRef<ShadowRoot>[]} */
export const watchedShadows = [];

/** A request to the engine begins. */
export function countRequest() {
  requests++;
}

/** @type {() => ShadowRoot[]} those that are watched and still in the document */
export const shadowRoots = () => watchedShadows.flatMap((known) => {
  const root = known.deref();
  return root && isConnectedGetter.call(root) ? [root] : [];
});

/** @type {() => (Document | ShadowRoot)[]} */
export const treeRoots = () => [document, ...shadowRoots()];

/** @type {() => (Document | ShadowRoot)[]} with every shadow root, also those that no walk has come upon */
export function everyRoot() {
  /** @type {(Document | ShadowRoot)[]} */
  const roots = [document];
  for (let index = 0; index < roots.length; index++) {
    const elements = /** @type {NodeListOf<Element>} */ (queryEvery(roots[index], '*'));
    // To iterate takes three times as long.
    for (let at = 0; at < elements.length; at++) {
      const inner = shadowRootOf(elements[at]);
      if (inner) roots.push(inner);
    }
  }
  return roots;
}

/** Maximum number of elements to search. */
const MOST_SEARCHED = 300;

/**
 * Return the matching descendants in the flattened tree (shadow roots, slots), in page order, among the first `most` elements.
 * @type {(element: Element, selector: string, most?: number) => Element[]}
 */
export function shownWithin(element, selector, most = MOST_SEARCHED) {
  /** @type {Element[]} */
  const found = [];
  let left = most;
  /** @param {Node} node */
  const visit = (node) => {
    if (nodeTypeGetter.call(node) !== ELEMENT_NODE || left-- <= 0) return;
    const inner = /** @type {Element} */ (node);
    const name = nameOf(inner);
    if (SKIPPED.has(name)) return;
    if (matches(inner, selector)) found.push(inner);
    eachChild(inner, name, visit);
  };
  eachChild(element, nameOf(element), visit);
  return found;
}
