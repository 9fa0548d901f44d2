// Text that style sheets generate: `::before`, `::after` and `::marker` with a `content` that a person reads.
//
// To ask for the style of a pseudo-element costs as much as to read the element. So the sheets are asked first, which selectors
// generate text at all; on most pages none does, and nothing else is asked.

import { MOST_HOVER_SELECTORS, collectHovered, hoveredOf } from './hover_rules.js';
import { hovered } from './roles.js';
import { attributeOf, childrenOf, firstElementGetter, matches, nameOf, noteBox, queryEvery, shadowRootOf, sheetsOf } from '../dom/dom.js';
import { MOST_CONTENT, MOST_GENERATING_RULES, isSelector, rulesOf, selectorParts } from '../dom/style_rules.js';
import { hasLetter, oneLine } from '../dom/text.js';
import { requests, treeRoots } from '../dom/trees.js';
import { groundUnder, isFaint, isOnSomethingElse, isSeenThrough, isTransparent } from '../visual/background.js';
import { FAR_LEFT, SMALLEST_TYPE, isPaintedOtherwise } from '../visual/legibility.js';
/** @import { Walk } from '../snapshot/walker.js' */

const MOST_GENERATING_SELECTORS = 300;
/** Searching the whole page by this many selectors costs little. */
const FEW_SELECTORS = 24;
/**
 * Where sheets cannot be read, or say too much, this many elements of one name and class are asked before the rest is taken to
 * generate no text.
 */
const GENERATING_SAMPLES = 3;
const GENERATED_PSEUDO = /(?<!\\)::?(?:before|after|marker)\b.*$/s;
const CONTENT_PART = /"((?:[^"\\]|\\.)*)"|(counters?|url)\((?:"(?:[^"\\]|\\.)*"|[^")])*\)|\b(open-quote|close-quote)\b|(\/)/gs;
const PRIVATE_USE = /[\ue000-\uf8ff]|[\u{f0000}-\u{10fffd}]/gu;
export let collectedFor = -1;
/** @type {Set<Element>} elements that a selector says generate text */
export const generators = new Set();
/** @type {Map<string, {asked: number, found: boolean}> | null} by name and class; null while every sheet can be read */
export let generatingKinds = null;

/**
 * @typedef {{rules: number, selectors: string[], hoverers: string[], readable: boolean}} SheetFacts rules: how many it had, -1
 *   where that cannot be read
 */

/** @type {WeakMap<CSSStyleSheet, SheetFacts>} what each sheet says; components share theirs */
const generatingRules = new WeakMap();

/** At the beginning of a walk: which elements may generate text. */
export function collectGenerators() {
  if (collectedFor === requests) return;
  collectedFor = requests;
  generators.clear();
  hovered.clear();
  generatingKinds = null;
  for (const root of treeRoots()) collectGeneratorsIn(root);
}

/** @param {Document | ShadowRoot} root */
export function collectGeneratorsIn(root) {
  const { selectors, hoverers, readable } = readGeneratingRules(root);
  if (root === document || hoverers.length) collectHovered(root, hoverers);
  if (!readable || selectors.length > FEW_SELECTORS) generatingKinds ??= new Map();
  // Chromium's own sheet puts quotes around these.
  const asked = [...(root === document ? ['q'] : []), ...selectors.slice(0, FEW_SELECTORS)].join();
  if (asked) for (const element of queryEvery(root, asked)) generators.add(element);
  const host = root === document ? null : /** @type {ShadowRoot} */ (root).host;
  if (!host || !selectors.length) return;
  generators.add(host);
  for (const child of childrenOf(host)) generators.add(child);
}

/** @type {(root: Document | ShadowRoot) => SheetFacts} */
function readGeneratingRules(root) {
  const facts = sheetsOf(root).map(readSheet);
  if (facts.length === 1) return facts[0];
  const selectors = [...new Set(facts.flatMap((one) => one.selectors))];
  const known = selectors.length <= MOST_GENERATING_SELECTORS;
  return {
    rules: 0, selectors: known ? selectors : [], hoverers: facts.flatMap((one) => one.hoverers).slice(0, MOST_HOVER_SELECTORS),
    readable: known && facts.every((one) => one.readable),
  };
}

/** @type {(sheet: CSSStyleSheet) => SheetFacts} read anew when rules came or went */
function readSheet(sheet) {
  const rules = rulesOf(sheet);
  const known = generatingRules.get(sheet);
  if (known && known.rules === (rules?.length ?? -1)) return known;
  const selectors = new Set();
  const hoverers = new Set();
  const budget = { rules: MOST_GENERATING_RULES };
  if (rules) findGenerating(rules, '', selectors, hoverers, budget);
  const facts = {
    rules: rules?.length ?? -1, selectors: [...selectors], hoverers: [...hoverers], readable: rules !== null && budget.rules > 0,
  };
  generatingRules.set(sheet, facts);
  return facts;
}

/**
 * @param {CSSRuleList} rules @param {string} outer the selector of the rule that these are nested in @param {Set<string>} found
 *   @param {Set<string>} hoverers @param {{rules: number}} budget
 */
function findGenerating(rules, outer, found, hoverers, budget) {
  for (const rule of rules) {
    if (budget.rules-- <= 0) return;
    if (rule instanceof CSSImportRule) {
      const imported = rulesOf(rule.styleSheet);
      if (imported) findGenerating(imported, outer, found, hoverers, budget);
      continue;
    }
    const { selectorText, style, cssRules } = /** @type {any} */ (rule);
    const selector = outer && selectorText ? selectorText.replaceAll('&', `:is(${outer})`) : selectorText ?? outer;
    if (selectorText && selector.length < MOST_CONTENT && GENERATED_PSEUDO.test(selector) && mayShowText(style.content)) {
      for (const part of selectorParts(selector)) if (GENERATED_PSEUDO.test(part)) found.add(originatorOf(part));
    }
    if (selectorText && hoverers.size < MOST_HOVER_SELECTORS && selectorText.includes(':hover') && selector.length < MOST_CONTENT) {
      for (const part of selectorParts(selector)) {
        const base = hoveredOf(part, style);
        if (base && isSelector(base)) hoverers.add(base);
      }
    }
    if (cssRules?.length && !(selectorText && GENERATED_PSEUDO.test(selector)))
      findGenerating(cssRules, selector, found, hoverers, budget);
  }
}

/** @type {(content: string) => boolean} there may be something to read in it, and not only the letters of an icon font */
const mayShowText = (content) => /attr\(|var\(|-quote/.test(content) || /"[^"]*[^\s"\ue000-\uf8ff]/.test(content);

/**
 * a selector of the elements whose pseudo-element it names; nothing where it means no element of this tree
 * @type {(part: string) => string}
 */
function originatorOf(part) {
  const base = part.replace(GENERATED_PSEUDO, '').trim();
  const selector = base === '' || /[>+~]$/.test(base) ? `${base} *` : base;
  if (/::slotted|:host|::part/.test(selector)) return ':not(*)';
  return isSelector(selector) ? selector : ':not(*)';
}

/** @type {(element: Element) => boolean} whether it is worth asking for its pseudo-elements */
export function mayGenerate(element) {
  if (collectedFor !== requests) return matchesGenerating(element);
  if (generators.size && generators.has(element)) return true;
  if (!generatingKinds) return false;
  const kind = nameOf(element) + ' ' + (attributeOf(element, 'class') ?? '');
  const known = generatingKinds.get(kind) ?? { asked: 0, found: false };
  if (known.found) return true;
  if (known.asked >= GENERATING_SAMPLES) return false;
  known.asked++;
  known.found = generatedText(element, '::before') !== null || generatedText(element, '::after') !== null;
  generatingKinds.set(kind, known);
  return known.found;
}

/** What the sheets say, while names are computed outside of a walk. @type {Map<Node, SheetFacts>} */
const factsOfRoots = new Map();
let factsFor = -1;

/** @type {(element: Element) => boolean} as above, for the few elements of a name */
function matchesGenerating(element) {
  if (factsFor !== requests) factsOfRoots.clear();
  factsFor = requests;
  const root = /** @type {Document | ShadowRoot} */ (Node.prototype.getRootNode.call(element));
  if (root !== document && !(root instanceof ShadowRoot)) return false;
  const facts = factsOfRoots.get(root) ?? readGeneratingRules(root);
  factsOfRoots.set(root, facts);
  return !facts.readable || nameOf(element) === 'q' || shadowRootOf(element) !== null
    || (facts.selectors.length > 0 && matches(element, facts.selectors.join()));
}

/**
 * @typedef {{text: string, apart: boolean, block: boolean}} Generated apart: white space of its own stands around it; block: it
 *   begins a line
 */

/** @type {(element: Element, pseudo: string) => Generated | null} what a person reads there, or its alternative */
export function generatedText(element, pseudo) {
  const style = getComputedStyle(element, pseudo);
  const content = style.content;
  if (content === 'none' || content === 'normal' || content === '' || content === '""') return null;
  noteBox(element);
  if (style.display === 'none' || style.visibility !== 'visible'
    || isSeenThrough(style.opacity) || style.transform.startsWith('matrix(0, 0, 0, 0')) return null;
  if (isTransparent(style.color) || Number.parseFloat(style.fontSize) <= SMALLEST_TYPE) return null;
  const text = textOfContent(content.slice(0, MOST_CONTENT));
  if (!text.trim()) return null;
  const taken = style.position === 'absolute' || style.position === 'fixed';
  const inline = style.display === 'inline' && !taken;
  const inner = pseudo === '::after' ? style.marginLeft + style.paddingLeft : style.marginRight + style.paddingRight;
  return {
    text, apart: !inline || /[1-9]/.test(inner), block: !taken && /^(block|list-item|table|flex|grid)$/.test(style.display),
  };
}

/** @type {(string: string) => string} of a string in a style sheet, between its quotes: without its escapes */
const unescaped = (string) => string.replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gis,
  (_, code, letter) => (code ? String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)) : letter));

/** @type {(value: string) => string} all strings of a computed value, one behind the other */
export const stringsOf = (value) => Array.from(value.slice(0, MOST_CONTENT).matchAll(CONTENT_PART), ([, string]) =>
  unescaped(string ?? '')).join('');

/**
 * of a computed `content`: its strings, or those behind its slash; without the letters of icon fonts, and without counters, whose
 * value no script is given
 * @type {(content: string) => string}
 */
function textOfContent(content) {
  let text = '';
  let counted = false;
  for (const [, string, call, quote, slash] of content.matchAll(CONTENT_PART)) {
    if (slash) {
      text = '';
      counted = false;
    } else if (string !== undefined) text += unescaped(string);
    else if (quote) text += quote === 'open-quote' ? '“' : '”';
    else if (call !== 'url') counted = true;
  }
  text = text.replace(PRIVATE_USE, '');
  return counted && !hasLetter(text) ? '' : text;
}

/** @type {(walk: Walk, element: Element, style: CSSStyleDeclaration) => boolean} off the page, or as what is behind it */
function isGeneratedUnseen(walk, element, style) {
  const taken = style.position === 'absolute' || style.position === 'fixed';
  if (taken && (Number.parseFloat(style.left) < FAR_LEFT || Number.parseFloat(style.top) < FAR_LEFT)) return true;
  const color = /** @type {any} */ (style).webkitTextFillColor;
  const ground = groundUnder(style.backgroundColor, element, walk.spot.ground);
  const opacity = walk.opacity * Number(style.opacity);
  const spot = { ...walk.spot, element, style, ground, outer: walk.spot, opacity };
  if (isFaint(color, null, opacity)) return !isPaintedOtherwise(spot, color);
  return ground !== null && isFaint(color, ground, opacity)
    && !(style.backgroundImage !== 'none' || isPaintedOtherwise(spot, color) || isOnSomethingElse(walk, element, ground));
}

/** @param {Walk} walk where the content of the element begins or ends @param {Element} element @param {string} pseudo */
export function visitGenerated(walk, element, pseudo) {
  const generated = generatedText(element, pseudo);
  if (!generated) return;
  if (isGeneratedUnseen(walk, element, getComputedStyle(element, pseudo))) {
    walk.hidden++;
    return;
  }
  const begins = generated.block && !walk.sideBySide;
  if (begins) walk.writer.line();
  else if (generated.apart) walk.writer.space();
  walk.visitText(generated.text);
  if (begins) walk.writer.line();
  else if (generated.apart) walk.writer.space();
}

/** @type {(host: Element) => string} what an empty editing host shows to say what it is for */
export function generatedPlaceholder(host) {
  for (let node = /** @type {Element | null} */ (host), level = 0; node && level < 3;
    node = firstElementGetter.call(node), level++) {
    const generated = mayGenerate(node) ? generatedText(node, '::before') ?? generatedText(node, '::after') : null;
    if (generated) return oneLine(generated.text);
  }
  return '';
}
