// Accessible names and descriptions, by the W3C's accessible name computation 1.2.

import { generatedText, mayGenerate } from './generated_text.js';
import { isFormAssociated, labelsOf } from './labels.js';
import { NAME_FROM_CONTENT, explicitRole, nativeKind, roleOf } from './roles.js';
import { isSecret } from './states.js';
import {
  ELEMENT_NODE, MOST_IDS, TEXT_NODE, attributeOf, checkVisibility, closest, dataOf, eachChild, hasAttribute, innerTextOf,
  isWithin, nameOf, nodeTypeGetter, queryEvery, queryOne, referencesOf, styleOf, textOf,
} from '../dom/dom.js';
import { NAME_LIMIT, TEXT_LIMIT, oneLine, setOf, shorten } from '../dom/text.js';
import { isShownItself } from '../visual/visibility.js';

const NOT_CONTENT = setOf('script style template noscript head datalist');
/** What drawings hold and do not draw: it names or describes what it is in. */
const NOT_DRAWN = new Set(['title', 'desc', 'metadata', 'defs', 'symbol']);
const SVG = 'http://www.w3.org/2000/svg';

/** How many elements one name is made of, and how deep below the first; what lies deeper is taken as text alone. */
const MOST_NAMED = 2_000;
const DEEPEST_NAMED = 200;

/**
 * @typedef {{root: Element, visited: Set<Element>, left: number}} Naming of one name, the root's; visited: elements already used
 */

/** @type {(root: Element) => Naming} */
const namingOf = (root) => ({ root, visited: new Set(), left: MOST_NAMED });

// Where the computation stands, as bits.
/** Inside the content of another name, or in a label. */
const EMBEDDED = 1;
/** Reached by an id of aria-labelledby or aria-describedby. */
const REFERENCED = 2;
/** Inside what such an id led to: those of elements in it are not followed. */
const TRAVERSED = 4;
/** Inside what is hidden and was referred to: all of it counts. */
const UNHIDDEN = 8;
/** Known to be visible. */
const SEEN = 16;

/**
 * @param {Element} element
 * @param {number} [limit] in characters
 * @returns {string} its accessible name, one line, '' when it has none
 */
export function accessibleName(element, limit = NAME_LIMIT) {
  return shorten(oneLine(computeName(element, namingOf(element), 0, 0)), limit);
}

/** @type {(element: Element) => string} the text of aria-labelledby or aria-label, '' when neither says anything */
export function labelFromAria(element) {
  return textOfReferences(element, labelling(element)) || oneLine(attributeOf(element, 'aria-label') ?? '');
}

/** @type {(element: Element) => Element[]} those of aria-labelledby, also as it is often misspelt and understood */
const labelling = (element) =>
  referencesOf(element, hasAttribute(element, 'aria-labelledby') ? 'aria-labelledby' : 'aria-labeledby');

/** @type {(element: Element, targets: Element[], naming?: Naming, depth?: number) => string} */
function textOfReferences(element, targets, naming, depth = 0) {
  if (!targets.length) return '';
  const whole = naming ?? namingOf(element);
  return oneLine(targets.map((target) =>
    computeName(target, whole, REFERENCED | TRAVERSED | (isHiddenForName(target) ? UNHIDDEN : 0), depth + 1)).join(' '));
}

/** @type {(element: Element) => boolean} it, or what it is in, is hidden */
const isHiddenForName = (element) => !checkVisibility(element, { visibilityProperty: true })
  || closest(element, '[aria-hidden=true]') !== null;

/**
 * @param {Element} element
 * @returns {string} its accessible description: aria-describedby, aria-description
 */
export function accessibleDescription(element) {
  const text = textOfReferences(element, referencesOf(element, 'aria-describedby'));
  return shorten(text || oneLine(attributeOf(element, 'aria-description') ?? ''), NAME_LIMIT);
}

/** @type {(element: Element) => string} its description as far as it is not on the page anyway */
export function unseenDescription(element) {
  const described = referencesOf(element, 'aria-describedby');
  return described.length && described.every((one) => !isWithin(one, element) && isShownItself(one)) ? ''
    : accessibleDescription(element);
}

/** @type {(element: Element, naming: Naming, step: number, depth: number) => string} */
function computeName(element, naming, step, depth) {
  const { visited } = naming;
  if (visited.has(element) || naming.left-- <= 0) return '';
  const name = nameOf(element);
  if (NOT_CONTENT.has(name)) return '';
  const embedded = (step & EMBEDDED) !== 0;
  if (embedded && NOT_DRAWN.has(name)) return '';
  const judged = embedded && !(step & UNHIDDEN);
  if (judged && isUnrendered(element)) return '';
  const seen = judged && styleOf(element).visibility === 'visible' ? SEEN : 0;
  if (name === 'slot') return contentName(element, name, naming, step, depth);
  if (judged && !seen) {
    // What is invisible may hold what is visible, and adds nothing of its own.
    visited.add(element);
    return contentName(element, name, naming, step, depth);
  }
  if (!(step & TRAVERSED)) {
    const text = textOfReferences(element, labelling(element), naming, depth);
    if (text) return text;
  }
  visited.add(element);
  const role = roleOf(element);
  const value = embedded || (step & REFERENCED && element !== naming.root)
    ? embeddedValue(element, name, role, naming, depth) : null;
  if (value !== null && (embedded || value)) return element === naming.root ? '' : value;
  const label = attributeOf(element, 'aria-label');
  if (label?.trim()) return label;
  // What can be focused is not presentational, whatever its role says.
  const presentational = PRESENTATION.test(attributeOf(element, 'role') ?? '')
    && !nativeKind(element, name) && !hasAttribute(element, 'tabindex');
  const native = presentational ? '' : nativeName(element, name, role, naming, depth);
  if (native.trim()) return native;
  // What is inside a field is its value, or what the value was at first.
  const content = value === null && (step || NAME_FROM_CONTENT.has(role) || NAMED_BY_CONTENT.has(name))
    ? contentName(element, name, naming, step | seen, depth) : '';
  if (content.trim()) return content;
  if (presentational) return content;
  // White space between words is part of what it stands in.
  return attributeOf(element, 'title') || placeholderOf(element, name, role) || content;
}

const PRESENTATION = /^\s*(none|presentation)\s*$/i;
/** The types of fields that show a placeholder. */
const SHOWS_PLACEHOLDER = /^(text|search|url|tel|email|password|number)$/;

/** @type {(element: Element, name: string, role: string) => string} what it says while it is empty */
function placeholderOf(element, name, role) {
  const shown = name === 'textarea' || (name === 'input' && SHOWS_PLACEHOLDER.test(/** @type {HTMLInputElement} */ (element).type))
    ? attributeOf(element, 'placeholder') : null;
  return shown ?? (role === 'textbox' || role === 'searchbox' ? attributeOf(element, 'aria-placeholder') ?? '' : '');
}

const NAMED_BY_CONTENT = new Set(['summary', 'label', 'legend']);

/** @type {(element: Element) => boolean} what is invisible in itself may hold what is visible, and is looked into */
const isUnrendered = (element) => attributeOf(element, 'aria-hidden') === 'true' || styleOf(element).display === 'none';

const VALUE_ROLES = new Set(['spinbutton', 'slider', 'progressbar', 'meter', 'scrollbar']);

/**
 * what a control contributes to a name that it is in; null where it contributes what it is called
 * @type {(element: Element, name: string, role: string, naming: Naming, depth: number) => string | null}
 */
function embeddedValue(element, name, role, naming, depth) {
  if ((name === 'input' || name === 'textarea' || role === 'textbox' || role === 'searchbox') && isSecret(element)) return '';
  if (role === 'menu' || role === 'menubar') return '';
  // The items of a branch are no part of what the branch is called.
  if (role === 'group' && explicitRole(naming.root) === 'treeitem' && explicitRole(element)) return '';
  if (name === 'select') return Array.from(/** @type {HTMLSelectElement} */ (element).selectedOptions, (option) => option.label)
    .join(' ');
  const native = name === 'input' || name === 'textarea' || name === 'progress' || name === 'meter';
  if (role === 'textbox' || role === 'searchbox') return native ? /** @type {HTMLInputElement} */ (element).value : textOf(element);
  if (VALUE_ROLES.has(role)) return attributeOf(element, 'aria-valuetext')
    ?? attributeOf(element, 'aria-valuenow') ?? (native ? String(/** @type {HTMLInputElement} */ (element).value) : '');
  if (role !== 'combobox' && role !== 'listbox') return null;
  const list = role === 'listbox' ? element
    : [...queryEvery(element, '[role=listbox]'), ...referencesOf(element, 'aria-owns'),
    ...referencesOf(element, 'aria-controls')].find((one) => explicitRole(one) === 'listbox');
  const chosen = list ? Array.from(queryEvery(list, '[role=option][aria-selected=true]')).slice(0, MOST_IDS) : [];
  if (chosen.length) return chosen.map((option) => computeName(option, naming, EMBEDDED, depth + 1)).join(' ');
  if (native) return /** @type {HTMLInputElement} */ (element).value;
  const field = role === 'combobox' ? queryOne(element, 'input:not([type=hidden])') : null;
  if (field) return isSecret(field) ? '' : /** @type {HTMLInputElement} */ (field).value;
  return role === 'combobox' && !list ? innerTextOf(element) : '';
}

const LABELLED = setOf('input select textarea button meter progress output');

/** @type {(element: Element, name: string, role: string, naming: Naming, depth: number) => string} */
function nativeName(element, name, role, naming, depth) {
  if (LABELLED.has(name) || isFormAssociated(element)) {
    const labels = labelsOf(element);
    if (labels.length) {
      const parts = Array.from(labels).slice(0, MOST_IDS).map((label) =>
        computeName(label, naming, EMBEDDED | (isHiddenForName(label) ? UNHIDDEN : 0), depth + 1));
      const text = parts.join(' ');
      if (text.trim()) return text;
    }
  }
  switch (name) {
    case 'input': {
      const input = /** @type {HTMLInputElement} */ (element);
      if (input.type === 'image') return input.alt || input.value || attributeOf(element, 'title') || 'Submit';
      if (input.type === 'submit') return attributeOf(input, 'value') ?? 'Submit';
      if (input.type === 'reset') return attributeOf(input, 'value') ?? 'Reset';
      return input.type === 'button' ? input.value : '';
    }
    case 'img':
    case 'area':
      return attributeOf(element, 'alt') ?? '';
    case 'fieldset':
      return childName(element, 'legend', naming, depth);
    case 'figure':
      return childName(element, 'figcaption', naming, depth);
    case 'table':
      return childName(element, 'caption', naming, depth);
    case 'option':
      return attributeOf(element, 'label') ?? '';
    case 'optgroup':
      return childName(element, 'legend', naming, depth) || (attributeOf(element, 'label') ?? '');
    case 'iframe':
      return attributeOf(element, 'title') ?? '';
    default:
      return element.namespaceURI === SVG
        ? childName(element, 'title', naming, depth) || (attributeOf(element, 'xlink:title') ?? '') : '';
  }
}

/** @type {(element: Element, childTag: string, naming: Naming, depth: number) => string} */
function childName(element, childTag, naming, depth) {
  const child = queryOne(element, `:scope > ${childTag}`);
  return child ? contentName(child, childTag, naming, EMBEDDED, depth) : '';
}

/** @type {(element: Element, name: string, naming: Naming, step: number, depth: number) => string} */
function contentName(element, name, naming, step, depth) {
  const unhidden = (step & UNHIDDEN) !== 0;
  const inner = EMBEDDED | (step & (TRAVERSED | UNHIDDEN));
  if (depth > DEEPEST_NAMED) return shorten(textOf(element), TEXT_LIMIT);
  const shown = unhidden || (step & SEEN) !== 0 || styleOf(element).visibility === 'visible';
  const generates = shown && mayGenerate(element);
  let text = generates ? generatedName(element, '::before') : '';
  const add = (/** @type {Node} */ child) => {
    if (text.length > TEXT_LIMIT) return;
    const type = nodeTypeGetter.call(child);
    if (type === TEXT_NODE) {
      if (shown) text += dataOf(child);
    } else if (type === ELEMENT_NODE) {
      if (nameOf(/** @type {Element} */ (child)) === 'br') {
        text += ' ';
        return;
      }
      const { display } = styleOf(/** @type {Element} */ (child));
      const inline = display === 'inline' || display === 'contents';
      const empty = !inline && !unhidden && styleOf(/** @type {Element} */ (child)).contentVisibility === 'hidden';
      const part = empty ? '' : computeName(/** @type {Element} */ (child), naming, inner, depth + 1);
      if (inline) text += part;
      else if (part || display !== 'none') text += ` ${part} `;
    }
  };
  if (name === 'details' && !unhidden && !hasAttribute(element, 'open')) {
    const summary = queryOne(element, ':scope > summary');
    if (summary) add(summary);
  } else eachChild(element, name, add);
  for (const one of referencesOf(element, 'aria-owns'))
    if (unhidden || checkVisibility(one, { visibilityProperty: true })) add(one);
  return generates ? text + generatedName(element, '::after') : text;
}

/** @type {(element: Element, pseudo: string) => string} */
function generatedName(element, pseudo) {
  const generated = generatedText(element, pseudo);
  if (!generated) return '';
  return generated.apart ? ` ${generated.text} ` : generated.text;
}
