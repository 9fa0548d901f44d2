// Strings of style sheets that may be drawn where nobody is given the place: all but those that are laid out as text of their own.

import { XHTML, attributeOf, sheetsOf } from '../dom/dom.js';
import { rulesOf } from '../dom/style_rules.js';
import { treeRoots } from '../dom/trees.js';

/** Rules that are read; a document with more is painted over as a whole. */
const MOST_RULES = 50_000;
/**
 * Animations and their keyframes that are read, names of attributes that are drawn, and characters of strings: more are too much,
 * too.
 */
const MOST_ANIMATIONS = 200;
const MOST_KEYFRAMES = 100;
const MOST_ATTRIBUTES = 40;
const MOST_CHARACTERS = 1_000_000;
const MAY_DRAW = /["']|attr\(/;
const STRING = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/gs;
const ADDRESS = /url\((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^)"'])*\)/gi;
const ATTRIBUTE = /attr\(\s*([-\w]+)/gi;
/** Chromium lays out the text of these pseudo-elements, and says where. */
const LAID_OUT = /::(?:before|after|marker)(?![-\w(])/g;
/** It lays out what these declare for an element, too, unless one of its other pseudo-elements takes it up. */
const LAID_OUT_PROPERTIES = new Set(['quotes', 'list-style-type']);
const TAKEN_UP = /-quote|counter/;

const createElement = Document.prototype.createElementNS;
/** Newer Chromium's: a view transition that runs. */
const activeTransition = Object.getOwnPropertyDescriptor(Document.prototype, 'activeViewTransition')?.get;

/**
 * Strings, and names of attributes whose values are drawn as well.
 * @typedef {{texts: string[], attributes: Set<string>}} Strings
 */
/**
 * `placed`: what Chromium lays out as text of its own; `takesUp`: other pseudo-elements may draw that, too.
 * @typedef {{anywhere: Strings, placed: Strings, takesUp: boolean, rules: number}} Found
 */

/** @type {() => Found | null} Return what the style sheets and animations of the document declare; null where there is too much. */
export function collectStyled() {
  /** @type {Found} */
  const found = {
    anywhere: { texts: [], attributes: new Set() }, placed: { texts: [], attributes: new Set() }, takesUp: false, rules: MOST_RULES,
  };
  for (const root of treeRoots()) {
    for (const sheet of sheetsOf(root)) {
      const rules = rulesOf(sheet);
      if (rules) addRules(rules, false, found);
    }
  }
  const animations = document.getAnimations();
  if (animations.length > MOST_ANIMATIONS || activeTransition?.call(document)) return null;
  for (const { effect } of animations) {
    // A view transition draws pictures of what was there before it.
    if (/** @type {KeyframeEffect | null} */ (effect)?.pseudoElement?.startsWith('::view-transition')) return null;
    const frames = /** @type {KeyframeEffect | null} */ (effect)?.getKeyframes() ?? [];
    if (frames.length > MOST_KEYFRAMES) return null;
    for (const frame of frames) for (const value of Object.values(frame))
      if (typeof value === 'string' && MAY_DRAW.test(value)) addValue(value, false, found);
  }
  return isTooMuch(found) ? null : found;
}

/** @type {(found: Found) => boolean} */
const isTooMuch = ({ rules, anywhere, placed }) => rules < 0 || anywhere.attributes.size + placed.attributes.size > MOST_ATTRIBUTES
  || [...anywhere.texts, ...placed.texts].reduce((sum, text) => sum + text.length, 0) > MOST_CHARACTERS;

/**
 * @param {CSSRuleList} rules @param {boolean} isLaidOut the selector around them names a pseudo-element that is laid out @param
 *   {Found} found
 */
function addRules(rules, isLaidOut, found) {
  for (const rule of rules) {
    if (found.rules-- < 0) return;
    const { selectorText, style, cssRules, styleSheet, initialValue, symbols } = /** @type {any} */ (rule);
    if (styleSheet) {
      const imported = rulesOf(styleSheet);
      if (imported) addRules(imported, false, found);
    }
    const isSo = selectorText ? isOfLaidOut(selectorText) || (isLaidOut && selectorText === '&') : isLaidOut;
    if (style) addDeclared(style, isSo, found);
    if (typeof initialValue === 'string') addValue(initialValue, false, found);
    if (typeof symbols === 'string') addValue(rule.cssText, true, found);
    if (cssRules?.length) addRules(cssRules, isSo, found);
  }
}

/** @type {(selector: string) => boolean} it names pseudo-elements, all of which are laid out */
function isOfLaidOut(selector) {
  const rest = selector.replace(LAID_OUT, '');
  return rest !== selector && !rest.includes('::');
}

/** @param {CSSStyleDeclaration} style @param {boolean} isLaidOut @param {Found} found */
function addDeclared(style, isLaidOut, found) {
  const { cssText } = style;
  if (!MAY_DRAW.test(cssText) && !TAKEN_UP.test(cssText)) return;
  for (const name of style) {
    // A shorthand with a variable has its text, and its parts have none.
    const value = style.getPropertyValue(name) || cssText;
    addValue(value, LAID_OUT_PROPERTIES.has(name) || (isLaidOut && name === 'content'), found);
  }
}

/** @param {string} value @param {boolean} isLaidOut @param {Found} found */
function addValue(value, isLaidOut, found) {
  const drawn = value.includes('url(') ? value.replace(ADDRESS, '') : value;
  const { texts, attributes } = isLaidOut ? found.placed : found.anywhere;
  for (const [, double, single] of drawn.matchAll(STRING)) texts.push(double ?? single);
  for (const [, name] of drawn.matchAll(ATTRIBUTE)) attributes.add(name);
  found.takesUp ||= !isLaidOut && TAKEN_UP.test(drawn);
}

/** @type {CSSStyleDeclaration | undefined} of an element of no document, which parses what attributes declare */
let parser;

/** @param {Element} element @param {Found} found what it declares itself is added to */
export function addOwnStyle(element, found) {
  const declared = attributeOf(element, 'style');
  if (!declared || !MAY_DRAW.test(declared)) return;
  parser ??= /** @type {HTMLElement} */ (createElement.call(document, XHTML, 'i')).style;
  parser.cssText = declared;
  addDeclared(parser, false, found);
}
