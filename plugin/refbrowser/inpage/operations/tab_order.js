// Which element the Tab key gives the focus to: what a page does as an element gets it is done then.

import { checkVisibility, closest, matches, queryEvery, shadowRootOf } from '../dom/dom.js';

/** Elements of a document, and of those the ones that take the key, that are looked at. */
const MOST_ELEMENTS = 50_000;
const MOST = 5_000;
const TABBED = '[tabindex],a[href],area[href],button,input,select,textarea,summary,iframe,[contenteditable],audio[controls],'
  + 'video[controls]';
const rootOf = Node.prototype.getRootNode;
const { host: hostGetter } = Object.getOwnPropertyDescriptors(ShadowRoot.prototype);
const compare = Node.prototype.compareDocumentPosition;

/**
 * Those that may have the focus after the key: the next one, with the radios before it, of whose group one has the focus.
 * @type {(element: Element, backwards: boolean) => Element[]}
 */
export function tabbedFrom(element, backwards) {
  const root = rootOf.call(element);
  const behind = backwards ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const order = orderOf(/** @type {Document | ShadowRoot} */ (root), backwards);
  const place = order.indexOf(element);
  const rest = place >= 0 ? order.slice(place + 1) : order.filter((one) => compare.call(element, one) & behind);
  const found = firstOf(rest, backwards);
  if (found.length) return found;
  // Behind the last one of a shadow root comes what follows its host; behind the last one of the document its first one.
  const host = root instanceof ShadowRoot ? /** @type {Element} */ (hostGetter.get?.call(root)) : null;
  return host ? tabbedFrom(host, backwards) : firstOf(order, backwards);
}

/** @type {(elements: Element[], backwards: boolean) => Element[]} */
function firstOf(elements, backwards) {
  /** @type {Element[]} */
  const found = [];
  for (const element of elements) {
    const root = shadowRootOf(element);
    const inner = root ? firstOf(orderOf(root, backwards), backwards) : [];
    if (root && !inner.length && !takesTab(element)) continue;
    found.push(...(takesTab(element) ? [element] : []), ...inner);
    if (!(element instanceof HTMLInputElement && element.type === 'radio')) break;
  }
  return found;
}

/** @type {(root: Document | ShadowRoot, backwards: boolean) => Element[]} what takes the key, and hosts of what may */
function orderOf(root, backwards) {
  const all = Array.from(queryEvery(root, '*')).slice(0, MOST_ELEMENTS).filter((element) => shadowRootOf(element) !== null || takesTab(element));
  const order = all.slice(0, MOST).map((element, at) => ({ element, at, index: Math.max(0, tabIndexOf(element)) || Infinity }))
    .sort((one, other) => (one.index === other.index ? one.at - other.at : one.index - other.index)).map(({ element }) => element);
  return backwards ? order.reverse() : order;
}

/** @type {(element: Element) => number} */
const tabIndexOf = (element) => /** @type {HTMLElement} */ (element).tabIndex ?? -1;

/** @type {(element: Element) => boolean} */
const takesTab = (element) => matches(element, TABBED) && tabIndexOf(element) >= 0
  && closest(element, '[inert],:disabled') === null && checkVisibility(element, { visibilityProperty: true });
