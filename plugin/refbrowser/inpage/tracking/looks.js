// What an action has changed that shows in no text and no state: colours, places, style sheets. Named by the attributes in which it
// is written.

import { currentKind, describeElement } from './describe.js';
import { entryOf } from './refs.js';
import { haveSheetsChanged, markSheets } from './sheets.js';
import { calledName } from '../aria/fallback_label.js';
import {
  attributeOf, isConnectedGetter, isRendered, isWithin, nameOf, parentNodeGetter, queryEvery, sheetsOf,
} from '../dom/dom.js';
import { setOf, shorten } from '../dom/text.js';
import { treeRoots } from '../dom/trees.js';

/** How many elements are remembered, and how many are named. */
const MOST_REMEMBERED = 100;
const MOST_NAMED = 5;

/** @type {Map<Element, Map<string, string | null>>} attributes as they were when the present action began */
const before = new Map();
/** @type {Set<Element>} fields whose content changed since: what is drawn around them is told by that */
const restatedFields = new Set();

/** The next action begins. */
export function markLooks() {
  before.clear();
  restatedFields.clear();
  markSheets();
}

/** @type {(field: Element) => void} */
export function noteField(field) {
  if (restatedFields.size < MOST_REMEMBERED) restatedFields.add(field);
}

/** @type {(record: MutationRecord) => void} */
export function noteLook(record) {
  if (record.type !== 'attributes' || (before.size === MOST_REMEMBERED && !before.has(/** @type {Element} */ (record.target))))
    return;
  const element = /** @type {Element} */ (record.target);
  const attributes = before.get(element) ?? new Map();
  before.set(element, attributes);
  if (record.attributeName && !attributes.has(record.attributeName)) attributes.set(record.attributeName, record.oldValue);
}

/** @type {() => string[]} what looks otherwise than when the action began, as `background of [button 5] Save` */
export function changedLooks() {
  const found = haveSheetsChanged() ? ['a style sheet'] : [];
  const boxes = before.size ? [...restatedFields].map((field) => /** @type {[Element, Element]} */ ([field, boxOf(field)])) : [];
  for (const [element, attributes] of before) {
    if (found.length === MOST_NAMED) break;
    if (!isConnectedGetter.call(element)
      || !isRendered(element) || boxes.some(([field, box]) => element !== field && isWithin(element, box))) continue;
    const changed = new Set();
    for (const [attribute, was] of attributes) {
      const now = attributeOf(element, attribute);
      if (now === was) continue;
      if (attribute === 'style') for (const property of changedProperties(was ?? '', now ?? '')) changed.add(property);
      else if (DRAWN.has(attribute) || isStyled(attribute, was ?? '', now ?? '')) changed.add(attribute);
    }
    if (changed.size) found.push(`${Array.from(changed).slice(0, MOST_NAMED).join(', ')} of ${called(element)}`);
  }
  return found;
}

/** @type {(field: Element) => Element} the box around the field that holds no other control: its label, its border, its counter */
function boxOf(field) {
  let box = field;
  for (let depth = 0; depth < MOST_BOXES; depth++) {
    const outer = /** @type {Element | null} */ (parentNodeGetter.call(box));
    if (!outer || !(outer instanceof Element) || nameOf(outer) === 'body' || Array.from(queryEvery(outer, CONTROLS)).length > 1)
      return box;
    box = outer;
  }
  return box;
}

const MOST_BOXES = 4;
const CONTROLS = 'input, select, textarea, button, a[href], [contenteditable], [tabindex]';

/** Attributes that are drawn without a rule. */
const DRAWN = setOf('cx cy d dir fill height href hidden offset opacity points r rx ry src srcset stroke stroke-width transform viewBox width x x1 x2 y y1 y2');
const MOST_RULES = 20_000;

/** @type {{size: number, text: string | null}} the selectors of all rules; null where they cannot be known */
let selectors = { size: -1, text: null };

/** @type {(attribute: string, was: string, now: string) => boolean} a rule may answer to the change of the attribute */
function isStyled(attribute, was, now) {
  const text = selectorText();
  if (text === null) return true;
  const signs = attribute === 'class' ? changedWords(was, now).map((word) => `.${CSS.escape(word)}`)
    : [`[${attribute}`, ...(attribute === 'id' ? [`#${CSS.escape(was)}`, `#${CSS.escape(now)}`] : [])];
  return signs.some((sign) => {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1))
      if (!/[\w-]/.test(text[at + sign.length] ?? '')) return true;
    return attribute === 'class' && text.includes('[class');
  });
}

/** @type {(was: string, now: string) => string[]} the words that one has and the other has not */
function changedWords(was, now) {
  const [old, young] = [was, now].map((text) => new Set(text.split(/\s+/).filter(Boolean)));
  return [...old].filter((word) => !young.has(word)).concat([...young].filter((word) => !old.has(word)));
}

/** @type {() => string | null} */
function selectorText() {
  try {
    const sheets = treeRoots().flatMap((root) => sheetsOf(root));
    const size = sheets.reduce((sum, sheet) => sum + 1 + sheet.cssRules.length, 0);
    if (size === selectors.size) return selectors.text;
    /** @type {string[]} */
    const found = [];
    for (const sheet of sheets) gather(sheet.cssRules, found);
    selectors = { size, text: found.length < MOST_RULES ? found.join('\n') : null };
  } catch {
    // Rules from another origin cannot be read.
    selectors = { size: -1, text: null };
  }
  return selectors.text;
}

/** @type {(rules: CSSRuleList, found: string[]) => void} */
function gather(rules, found) {
  for (const rule of rules) {
    if (found.length === MOST_RULES) return;
    const { selectorText: text, cssRules, styleSheet } = /** @type {any} */ (rule);
    if (text) found.push(text);
    if (styleSheet) gather(styleSheet.cssRules, found);
    if (cssRules?.length) gather(cssRules, found);
  }
}

/** @type {(style: string) => Map<string, string>} */
const declarations = (style) => new Map(style.split(';').map((one) =>
  /** @type {[string, string]} */ (one.split(/:(.*)/s, 2).map((part) => part.trim()))).filter(([property]) => property));

/** How families of properties are called; others have the name of the property. @type {[RegExp, string][]} */
const FAMILIES = [[/^(left|top|right|bottom|inset|transform|translate|margin)/, 'position'], [/^background/, 'background'],
  [/^border/, 'border'], [/^outline/, 'outline']];

/** @type {(was: string, now: string) => string[]} */
function changedProperties(was, now) {
  const [old, young] = [declarations(was), declarations(now)];
  return [...old.keys(), ...young.keys()].filter((property) => old.get(property) !== young.get(property))
    .map((property) => FAMILIES.find(([pattern]) => pattern.test(property))?.[1] ?? property);
}

/** @type {(element: Element) => string} */
function called(element) {
  const number = entryOf.get(element)?.number;
  return number ? `[${currentKind(element)} ${number}] ${shorten(calledName(element), 60)}`.trim() : nameOf(element) === 'html'
    ? 'the page' : describeElement(element);
}
