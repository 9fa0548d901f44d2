// The trees of the document: its own, and those of the shadow roots that a walk has come upon.

import { isConnectedGetter } from './dom.js';

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
