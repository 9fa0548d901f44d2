// Elements that a style sheet, an inline style or a script's animation might hide by other means than those that every element is
// asked for: filters, masks, clips, turns, another fill. To ask each element costs too much; the sheets are asked once which
// selectors do such things.

import { groundOf, isFaint } from './background.js';
import { paintedColor } from './ink.js';
import { HAS_OWN_LOOK } from '../dom/attributes.js';
import { attributeOf, bodyGetter, childrenOf, queryEvery, sheetsOf } from '../dom/dom.js';
import { MOST_CONTENT, MOST_GENERATING_RULES, isSelector, rulesOf, selectorParts } from '../dom/style_rules.js';
import { requests, treeRoots } from '../dom/trees.js';

const MOST_SUSPECT_SELECTORS = 200;
const MOST_SUSPECTED = 4_000;
const MOST_ANIMATED = 200;

/** Declarations that can make a text vanish; what only decorates is not among them. */
const VANISHING = new RegExp('(?:^|[;{\\s])(?:' + [
  'filter:[^;]*(?:opacity|brightness|contrast|blur|invert|var|url)', 'transform:[^;]*(?:scale\\w*\\(\\s*(?:[\\d.]+\\s*,\\s*)?(?:0|\\.|\\d\\d?%|var)|rotate[XY3]|matrix|skew|perspective|translateZ|translate3d\\([^)]*-\\d{3}|translateY\\(-\\d{3}|var)',
  'scale:\\s*(?:[\\d.]+\\s+)?(?:0|\\.|\\d\\d?%|var)', 'rotate:\\s*(?:[xyv]|\\S+\\s+\\S+\\s+\\S+\\s+\\S)', 'clip-path:[^;]*\\(',
  '(?:-webkit-)?mask[\\w-]*:[^;]*(?:gradient|var|url)', 'contain:[^;]*(?:paint|content|strict)', 'zoom:\\s*(?:0|\\.|\\d\\d?%|var)',
  '-webkit-text-(?:fill-color:|stroke|security:\\s*[^n])', 'text-decoration[\\w-]*:[^;]*line-through', 'mix-blend-mode:\\s*[^n]', 'z-index:\\s*-', 'offset-path:[^;]*\\(',
  'letter-spacing:\\s*-(?:\\d\\d|(?:[1-9]|0?\\.[5-9])[\\d.]*r?em)', 'word-spacing:\\s*-\\d{3}',
  'margin(?:-top|-block[\\w-]*)?:\\s*-\\d{3}', 'text-indent:[^;]*(?:%|var|\\d{3}|\\d\\dr?em|v[wh])',
].join('|') + ')', 'i');
/** Declarations by which a text can be made to look like what is behind it. */
const INKING =
  /(?:^|[;\s])(?:color|background(?:-color)?|font(?:-size)?|text-indent|visibility|position|margin-left|left|opacity|all):/;
const GENERATED_BOX = /(?<!\\)::?(?:before|after)\s*$/;
/** A box as large as what it is generated in, with a background that is not transparent throughout. */
const OVERLAYING = /^(?=.*position:\s*absolute)(?=.*(?:inset:\s*0|width:\s*(?:100|[1-9]\d\d)%))(?=.*background(?:-color|-image)?:(?!\s*(?:none|transparent)\s*;)|.*backdrop-filter|.*box-shadow:[^;]*inset)/s;
/** Declarations that move a box over another one, or out of the box that it is in. */
const MOVING = /(?:^|[;{\s])(?:grid-(?:area|row|column)[\w-]*:\s*\d|(?:margin[\w-]*|top|left|right|bottom|inset[\w-]*|translate|transform):[^;]*-[\d.])/;
/** These distinguish an element from others of its name and class. */
const SINGLING = /:nth|:lang|:dir|:last|:first-child|:first-of|:only|:has|:not|[+~]|\[/;

/** @type {Set<Element>} for the present request: what may vanish with all that is in it */
const concealable = new Set();
/** @type {Set<Element>} what may look otherwise than others of its name and class */
export const singled = new Set();
/** CSS pixels: type of this size counts as without a colour. */
const SMALLEST = 2;
/** How many selectors are compared by their colours. */
const MOST_INKS = 300;
/** A selector that depends on what is around an element. */
const COMBINED = /[^\s>][\s>]+[^\s>]/;
/** @type {Set<Element>} blocks whose first line looks otherwise */
export const firstLines = new Set();
/** @type {Set<Element>} what may generate a box over its own content */
export const overlaid = new Set();
/** @type {Set<Element>} what may lie over its neighbours, or out of the box around it */
const moved = new Set();
let suspectsFor = -1;

/**
 * `inks`: selectors that depend on what is around an element, with the colours that they give its text
 * @typedef {{rules: number, selectors: string[], singling: string[], firstLines: string[], overlaid: string[], moved: string[],
 *   inks: [string, string][]}} SuspectFacts
 */
/**
 * @typedef {{selectors: Set<string>, singling: Set<string>, firstLines: Set<string>, overlaid: Set<string>, moved: Set<string>,
 *   inks: Map<string, string>, depends: boolean}} Suspects `depends`: on what is around an element, whatever the selector says
 */
/** @type {WeakMap<CSSStyleSheet, SuspectFacts>} */
const suspectRules = new WeakMap();

/** At the beginning of a walk. */
export function collectSuspects() {
  if (suspectsFor === requests) return;
  suspectsFor = requests;
  concealable.clear();
  singled.clear();
  firstLines.clear();
  overlaid.clear();
  moved.clear();
  for (const root of treeRoots()) collectSuspectsIn(root);
  for (const animation of document.getAnimations().slice(0, MOST_ANIMATED)) {
    const effect = /** @type {KeyframeEffect | null} */ (animation.effect);
    if (effect?.target) concealable.add(effect.target);
  }
}

/** @param {Document | ShadowRoot} root */
export function collectSuspectsIn(root) {
  const facts = sheetsOf(root).map(readSuspects);
  addMatching(root, facts.flatMap((one) => one.selectors), concealable);
  addMatching(root, facts.flatMap((one) => one.singling), singled);
  addMatching(root, facts.flatMap((one) => one.firstLines), firstLines);
  addMatching(root, facts.flatMap((one) => one.overlaid), overlaid);
  addMatching(root, facts.flatMap((one) => one.moved), moved);
  const inks = facts.flatMap((one) => one.inks);
  if (!inks.length) return;
  const ground = groundOf(bodyGetter.call(document));
  const selectors = inks.filter(([, color]) => isFaint(color, ground, 1)).flatMap(([selector]) => selectorParts(selector));
  addMatching(root, selectors.filter((part) => !part.includes('::') && isSelector(part)), singled);
}

/** @param {Document | ShadowRoot} root @param {string[]} selectors @param {Set<Element>} found */
function addMatching(root, selectors, found) {
  if (!selectors.length) return;
  for (const element of queryEvery(root, selectors.slice(0, MOST_SUSPECT_SELECTORS).join())) {
    if (found.size >= MOST_SUSPECTED) return;
    found.add(element);
  }
  const host = root === document ? null : /** @type {ShadowRoot} */ (root).host;
  if (!host) return;
  found.add(host);
  for (const child of childrenOf(host)) if (found.size < MOST_SUSPECTED) found.add(child);
}

/** @type {(sheet: CSSStyleSheet) => SuspectFacts} */
function readSuspects(sheet) {
  const rules = rulesOf(sheet);
  const known = suspectRules.get(sheet);
  if (known && known.rules === (rules?.length ?? -1)) return known;
  const found = {
    selectors: new Set(), singling: new Set(), firstLines: new Set(), overlaid: new Set(), moved: new Set(), inks: new Map(),
    depends: false,
  };
  const budget = { rules: MOST_GENERATING_RULES };
  if (rules) findSuspects(rules, '', found, budget);
  const facts = {
    rules: rules?.length ?? -1, selectors: [...found.selectors], singling: [...found.singling], firstLines: [...found.firstLines],
    overlaid: [...found.overlaid], moved: [...found.moved], inks: [...found.inks],
  };
  suspectRules.set(sheet, facts);
  return facts;
}

/** @param {CSSRuleList} rules @param {string} outer @param {Suspects} found @param {{rules: number}} budget */
function findSuspects(rules, outer, found, budget) {
  for (const rule of rules) {
    if (budget.rules-- <= 0) return;
    if (rule instanceof CSSImportRule) {
      const imported = rulesOf(rule.styleSheet);
      if (imported) findSuspects(imported, outer, found, budget);
      continue;
    }
    const { selectorText, style, cssRules } = /** @type {any} */ (rule);
    const selector = outer && selectorText ? selectorText.replaceAll('&', `:is(${outer})`) : selectorText ?? outer;
    if (style && selector && selector.length < MOST_CONTENT) noteSuspects(selector, style, found);
    if (!cssRules?.length) continue;
    const { depends } = found;
    found.depends ||= rule instanceof CSSContainerRule;
    findSuspects(cssRules, selector, found, budget);
    found.depends = depends;
  }
}

/** @param {string} selector @param {CSSStyleDeclaration} style @param {Suspects} found */
function noteSuspects(selector, style, found) {
  const declared = style.cssText;
  const vanishing = VANISHING.test(declared);
  if (GENERATED_BOX.test(selector) && OVERLAYING.test(declared)) {
    for (const part of selectorParts(selector)) {
      const base = part.replace(GENERATED_BOX, '').trim();
      if (GENERATED_BOX.test(part) && found.overlaid.size < MOST_SUSPECT_SELECTORS && isSelector(base)) found.overlaid.add(base);
    }
  }
  if (MOVING.test(declared) && !selector.includes('::')) {
    for (const part of selectorParts(selector))
      if (found.moved.size < MOST_SUSPECT_SELECTORS && isSelector(part)) found.moved.add(part);
  }
  const { color, fontSize } = style;
  if (Number.parseFloat(fontSize) <= SMALLEST && fontSize.endsWith('px') && found.inks.size < MOST_INKS)
    found.inks.set(selector, 'rgba(0, 0, 0, 0)');
  else if (color && (found.depends || COMBINED.test(selector)) && !/var\(|^(?:inherit|initial|unset|revert\S*|currentcolor)$/.test(color)) {
    if (found.inks.size < MOST_INKS) found.inks.set(selector, inkOf(color));
  }
  const singling = !vanishing && SINGLING.test(selector) && INKING.test(declared);
  if (!vanishing && !singling && !selector.includes('::first-line')) return;
  for (const part of selectorParts(selector)) {
    const base = part.replace(/(?<!\\)::.*$/s, '').trim() || '*';
    const firstLine = part.includes('::first-line');
    const set = firstLine ? found.firstLines : vanishing ? found.selectors : found.singling;
    if ((firstLine || (base === part.trim() && (vanishing || SINGLING.test(part))))
      && set.size < MOST_SUSPECT_SELECTORS && isSelector(base)) set.add(base);
  }
}

/** @type {(color: string) => string} of a declared colour, which may be a name */
function inkOf(color) {
  if (color.includes('(')) return color;
  const [red, green, blue, opacity] = paintedColor(color);
  return `rgba(${red}, ${green}, ${blue}, ${opacity})`;
}

/** @type {(element: Element, flags: number) => boolean} something may hide it that not every element is asked for */
export const isSuspect = (element, flags) =>
  (concealable.size > 0 && concealable.has(element))
  || ((flags & HAS_OWN_LOOK) !== 0 && VANISHING.test(attributeOf(element, 'style') ?? ''));

/** @type {(element: Element, flags: number) => boolean} it may lie over its neighbours, or out of the box around it */
export const isMoved = (element, flags) =>
  (moved.size > 0 && moved.has(element)) || ((flags & HAS_OWN_LOOK) !== 0 && MOVING.test(attributeOf(element, 'style') ?? ''));
