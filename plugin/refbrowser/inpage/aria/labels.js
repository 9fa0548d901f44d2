// Labels of form controls: their text is printed once, with the control it names.

import { attributeOf, idsIn, matches, nameOf, queryEvery } from '../dom/dom.js';

/** @type {WeakMap<Node, Map<Element, HTMLLabelElement[]>> | null} per tree (document or shadow root), while a walk runs */
let labelIndex = null;

/**
 * Runs a walk with an index of labels: the platform's own `labels` scans the whole tree for every control that is asked.
 * @template T @param {() => T} walk @returns {T}
 */
export function withLabelIndex(walk) {
  labelIndex = new WeakMap();
  try {
    return walk();
  } finally {
    labelIndex = null;
  }
}

/** @type {(element: Element) => boolean} a custom element that takes part in forms: labels name it as they do a native field */
export const isFormAssociated = (element) => nameOf(element).includes('-') && matches(element, ':enabled,:disabled');

/**
 * the labels of a form control, in tree order
 * @type {(control: Element) => ArrayLike<HTMLLabelElement> & Iterable<HTMLLabelElement>}
 */
export function labelsOf(control) {
  const root = /** @type {Document | ShadowRoot} */ (Node.prototype.getRootNode.call(control));
  if (!labelIndex && isFormAssociated(control)) {
    // Only its internals have a list of them.
    return Array.from(queryEvery(root, 'label')).filter((label) => /** @type {HTMLLabelElement} */ (label).control === control)
      .map((label) => /** @type {HTMLLabelElement} */ (label));
  }
  if (!labelIndex) return /** @type {HTMLInputElement} */ (control).labels ?? [];
  let index = labelIndex.get(root);
  if (!index) {
    index = new Map();
    for (const element of queryEvery(root, 'label')) {
      const label = /** @type {HTMLLabelElement} */ (element);
      const named = label.control;
      if (!named) continue;
      const labels = index.get(named);
      if (labels) labels.push(label);
      else index.set(named, [label]);
    }
    labelIndex.set(root, index);
  }
  return index.get(control) ?? [];
}

const LABELLED_FIELDS = 'input,select,textarea,[role=combobox],[role=listbox],[role=slider],[role=spinbutton],[role=textbox],[role=searchbox],[role=checkbox],[role=radio],[role=switch]';
/** What says more than the name of one field. */
export const OWN_MEANING =
  'h1,h2,h3,h4,h5,h6,legend,th,td,dt,summary,label,caption,[role=heading],[role=columnheader],[role=rowheader]';
const MOST_LABELLED = 500;

/**
 * the fields of the document by the ids of what labels them; null for what labels several
 * @type {() => Map<string, Element | null>}
 */
export function fieldsByLabel() {
  const fields = new Map();
  let left = MOST_LABELLED;
  for (const field of queryEvery(document, '[aria-labelledby]')) {
    if (!matches(field, LABELLED_FIELDS)) continue;
    if (left-- <= 0) break;
    for (const id of idsIn(attributeOf(field, 'aria-labelledby') ?? '')) fields.set(id, fields.has(id) ? null : field);
  }
  return fields;
}
