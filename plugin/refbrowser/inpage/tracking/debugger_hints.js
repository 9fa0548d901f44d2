// What only the debugger sees, reported from outside: listeners for a press, and closed shadow roots.

import { countChange } from './changes.js';
import { isPartOfField } from '../aria/field_parts.js';
import { itemsOf } from '../aria/items.js';
import { STAND_IN_LEVELS, WIDGET_ROLES, delegating, explicitRole, extraInteractive, hasHandCursor } from '../aria/roles.js';
import { ANY_CONTROL, INNER_CONTROLS } from '../dom/attributes.js';
import {
  ELEMENT_NODE, FRAGMENT_NODE, attributeNamesMethod, attributeOf, bodyGetter, closest, elementsByTag, innerTextOf,
  matches, nameOf, nodeTypeGetter,
  openClosedRoot, parentOf, queryEvery, queryOne, rectOf, shadowRootOf, styleOf, textOf,
} from '../dom/dom.js';
import { hasLetter, setOf } from '../dom/text.js';
import { shadowRoots, shownWithin } from '../dom/trees.js';

/** Inside an element with this much content, its parts are pressed: it listens for them. */
const DELEGATE = { elements: 30, text: 300 };
/** A wrapper with less text of its own is not a card or row, but the frame of a control. */
const OWN_TEXT = 8;
/** Roles of selectable items, which may contain controls. */
const ITEM_ROLES = setOf('row option treeitem');
/** Elements other than custom ones that can have a shadow root (DOM, 4.9). */
const HOST_TAGS = setOf('article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span');
/** How many are looked into for each reading; each takes the debugger 0.2 ms. */
const MOST_SUSPECTS = 60;
/** What one question has at most of those and of what a question before it was given up for. */
const MOST_HANDED = 500;
/** Shadow roots in which listeners are looked for. */
const MOST_ROOTS = 200;
/** Characters of an element's attributes: with more, describing the element takes the debugger longer than handing it in. */
const MOST_ATTRIBUTES = 2_000;
let plainSuspectsLeft = 20;
/** @type {WeakSet<Element>} */
const examined = new WeakSet();
/** @type {Element[]} */
let suspects = [];
/** Those that the debugger was handed last. @type {WeakRef<Element>[]} */
let handed = [];

/** What the debugger has been shown, to say which of it it means. @type {Set<Element>} */
const proposed = new Set();

/**
 * @param {Node[]} nodes
 * @param {number} known how many have been proposed already: none at the beginning, whatever has been before
 * @param {number} most
 * @returns {Element[]} elements with the name and the classes of one of those, as far as there are no more that have them; none
 *   twice
 */
export function propose(nodes, known, most) {
  if (!known) proposed.clear();
  for (const node of nodes) {
    const element = /** @type {Element} */ (node);
    if (nodeTypeGetter.call(node) !== ELEMENT_NODE || proposed.has(element)) continue;
    const alike =
      /** @type {NodeListOf<Element>} */ (queryEvery(/** @type {ParentNode} */ (Node.prototype.getRootNode.call(element)),
      selectorOfAlike(element)));
    if (alike.length > known + most - proposed.size) continue;
    for (const one of alike) if (lengthOfAttributes(one) <= MOST_ATTRIBUTES) proposed.add(one);
  }
  return Array.from(proposed).slice(known);
}

/** @type {(element: Element) => string} */
function selectorOfAlike(element) {
  const classes = (attributeOf(element, 'class') ?? '').split(/[\t\n\f\r ]+/).filter(Boolean);
  return CSS.escape(nameOf(element)) + (classes.length ? classes.map((one) => '.' + CSS.escape(one)).join('') : ':not([class])');
}

/** @type {(element: Element) => number} in characters */
const lengthOfAttributes = (element) => attributeNamesMethod.call(element).reduce((sum, name) =>
  sum + name.length + (attributeOf(element, name) ?? '').length, 0);

/** @type {(places: number[]) => Element[]} those at these places among all that were proposed, which are forgotten */
export function takeProposed(places) {
  const all = Array.from(proposed);
  proposed.clear();
  return places.map((place) => all[place]);
}

/** @type {(nodes: Node[]) => boolean} that they listen; whether that makes any of them something to press */
export function markInteractive(nodes) {
  let marked = false;
  for (const node of nodes) {
    if (nodeTypeGetter.call(node) !== ELEMENT_NODE) continue;
    const element = /** @type {Element} */ (node);
    const root = Node.prototype.getRootNode.call(element);
    if (nodeTypeGetter.call(root) === FRAGMENT_NODE) marked = adoptShadowRoots([/** @type {ShadowRoot} */ (root)]) || marked;
    if (extraInteractive.has(element)) continue;
    if (isPressedItself(element)) {
      extraInteractive.add(element);
      marked = true;
    } else if (!delegating.boxes.has(element) && !matches(element, NO_BOX) && !closest(element, ANY_CONTROL)) {
      delegating.boxes.add(element);
      delegating.any = true;
      marked ||= itemsOf(element).length > 0;
    }
  }
  if (marked) countChange();
  return marked;
}

/** @type {(element: Element) => boolean} a press is meant for it, and not for one of its parts */
function isPressedItself(element) {
  const name = nameOf(element);
  // A dialog listens to come to the front, or for presses outside it.
  if (name === 'html' || name === 'body' || name === 'form' || name === 'main' || name === 'dialog') return false;
  const role = explicitRole(element);
  // Asked first: the rest would go over the whole page where its body listens.
  if (role === 'dialog' || role === 'alertdialog' || isPage(element) || holdsMany(element) || repeatsControl(element)) return false;
  if (listensForItsParts(element, Array.from(queryEvery(element, '*')))) return false;
  return textOf(element).length <= DELEGATE.text || !queryOne(element, INNER_CONTROLS);
}

/** Elements that listen for presses outside them, or anywhere on the page. */
const NO_BOX = 'html,body,form,main,slot,dialog,[role=dialog],[role=alertdialog]';

/** Elements that structure a page. */
const PAGE_PARTS = 'main,nav,header,footer,form,section';

/** @type {(element: Element) => boolean} Return whether it is the root element of an application, which holds the whole page. */
function isPage(element) {
  const body = bodyGetter.call(document);
  return parentOf(element) === body && !hasHandCursor(styleOf(element))
    && (queryOne(element, PAGE_PARTS) !== null || shownWithin(element, ANY_CONTROL).length > 1)
    && innerTextOf(element).length >= 0.9 * innerTextOf(/** @type {Element} */ (body)).trim().length;
}

/** @type {(element: Element) => boolean} the live collection is walked no further than it is asked for */
const holdsMany = (element) => elementsByTag.call(element, '*').item(DELEGATE.elements) !== null;

/** @type {(element: Element, inner: Element[]) => boolean} its content is several parts that invite a press each, and no more */
function listensForItsParts(element, inner) {
  if (hasHandCursor(styleOf(element))) return false;
  const parts = inner.filter((part) => hasHandCursor(styleOf(part))
    && !hasHandCursor(styleOf(/** @type {Element} */ (parentOf(part)))));
  return parts.length > 1 && textOf(element).trim().length - parts.reduce((sum, part) => sum + textOf(part).trim().length,
    0) < OWN_TEXT;
}

/**
 * it is a part or the label of a control, or a wrapper that says no more than the controls in it
 * @type {(element: Element) => boolean}
 */
function repeatsControl(element) {
  const name = nameOf(element);
  const id = attributeOf(element, 'id');
  if (name === 'label' || name === 'slot') return true;
  if (id && queryOne(/** @type {ParentNode} */ (Node.prototype.getRootNode.call(element)),
    `[aria-labelledby~="${CSS.escape(id)}"]`)) return true;
  for (let node = parentOf(element), level = 0; node && level < STAND_IN_LEVELS; node = parentOf(node), level++) {
    if (matches(node, ANY_CONTROL) || WIDGET_ROLES.has(explicitRole(node) ?? '')) return !isSignIn(element, node);
  }
  const shadow = shadowRootOf(element);
  if (shadow && queryOne(shadow, ANY_CONTROL)) return true;
  const controls = shownWithin(element, ANY_CONTROL).filter((one) =>
    nameOf(one) !== 'label' || /** @type {HTMLLabelElement} */ (one).control);
  if (!controls.length) return isPartOfField(element);
  if (ITEM_ROLES.has(explicitRole(element) ?? '')) return false;
  const labelled = controls.reduce((sum, control) => sum + innerTextOf(control).trim().length, 0);
  return innerTextOf(element).trim().length - labelled < OWN_TEXT;
}

/**
 * a sign next to the words of a control, as the one that removes a chip: it listens for what the control does not do
 * @type {(element: Element, control: Element) => boolean}
 */
const isSignIn = (element, control) => nameOf(control) !== 'label'
  && hasHandCursor(styleOf(element)) && !hasLetter(textOf(element)) && hasLetter(textOf(control))
  && rectOf(element).width < rectOf(control).width / 2;

/** @type {(roots: ShadowRoot[]) => boolean} from now on captures read these closed roots; whether any is new */
export function adoptShadowRoots(roots) {
  let adopted = false;
  for (const root of roots) {
    const host = root.host;
    if (!host || shadowRootOf(host)) continue;
    openClosedRoot(host, root);
    adopted = true;
  }
  if (adopted) countChange();
  return adopted;
}

/**
 * remembers an element without an open root that may have a closed one
 * @type {(element: Element, name: string, first: Node | null) => void}
 */
export function suspectHost(element, name, first) {
  if (examined.has(element) || suspects.length >= MOST_SUSPECTS) return;
  if (!name.includes('-')) {
    // What holds nothing and yet takes room is mostly an icon or a spacer: a few are looked into.
    if (first || !HOST_TAGS.has(name) || plainSuspectsLeft <= 0 || rectOf(element).height < 1) return;
    plainSuspectsLeft--;
  }
  examined.add(element);
  suspects.push(element);
}

/**
 * whether any of these may have a closed shadow root, which the debugger is asked for: a page may have attached one since the last
 * reading
 * @type {(elements: Iterable<Element>) => boolean}
 */
export function suspectHosts(elements) {
  const hosts = Array.from(elements).filter((element) =>
    (HOST_TAGS.has(nameOf(element)) || nameOf(element).includes('-')) && !shadowRootOf(element));
  suspects.push(...hosts.slice(0, MOST_SUSPECTS));
  return hosts.length > 0;
}

/** @type {() => boolean} whether any element has been met that may have a closed shadow root, which the debugger has not seen */
export const hostsSuspected = () => suspects.length > 0;

/** @type {() => boolean} whether the debugger has to look into elements that the document's own listeners do not cover */
export const suspectsUnseen = () => suspects.length > 0 || shadowRoots().length > 0;

/**
 * the known shadow roots, whose listeners are asked for one by one, and the elements suspected since the last call; with `again` also
 * those of the last call, whose answer was lost
 * @type {(again: boolean) => Node[]}
 */
export function takeUnseen(again) {
  const before = again ? handed.flatMap((reference) => reference.deref() ?? []) : [];
  const taken = Array.from(new Set([...suspects, ...before])).slice(0, MOST_HANDED);
  suspects = [];
  handed = taken.map((element) => new WeakRef(element));
  return [...shadowRoots().slice(0, MOST_ROOTS), ...taken];
}
