// What styles follow from besides the nodes: sheets, states of elements that no attribute has, media, registered properties. If it is
// the same at two moments, and no element or attribute has changed in between, no element is styled otherwise.

import { attributeOf, queryEvery, queryOne, sheetsOf } from './dom.js';
import { rulesOf } from './style_rules.js';
import { setOf } from './text.js';
import { everyRoot } from './trees.js';

const MOST_RULES = 5_000;
const MOST_NAMES = 400;
const MOST_STYLED = 400;
/** What follows from the nodes alone, or is no pseudo-class. */
const FROM_NODES = setOf('is where not nth-child nth-last-child nth-of-type nth-last-of-type first-child last-child only-child '
  + 'first-of-type last-of-type only-of-type root host host-context scope link any-link visited lang has before after first-line first-letter');
/** What the browser's own sheet asks for, and what shows that a script has defined what elements are. */
const STATES = ['dialog:modal', '[popover]:popover-open', ':is(input,select,textarea):autofill',
  ':is(a,area,button,input,select,textarea,summary):active', ':not(:defined)'];
const MEDIA = ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', '(prefers-contrast: more)', '(forced-colors: active)',
  '(inverted-colors: inverted)', '(hover: hover)', '(pointer: coarse)', 'print'];
const PSEUDO_CLASS = /(?<![:\\]):([a-z-]+)(\(?)/gi;
/** What depends on texts, or on what is laid out. */
const BEYOND = /:(?:empty|blank|has-slotted)\b|\dcq[wihbm]|\b(?:if|anchor|anchor-size)\(|position-try/i;
const CUSTOM_PROPERTY = /--[\w-]+\\?/g;
const ANIMATED = 'animate,animateMotion,animateTransform,set';

/** @typedef {{sheets: CSSStyleSheet[], text: string, matched: Element[][], full: Element | null, answers: string}} StyleState */

/** @type {() => StyleState | null} null where it cannot be said */
export function styleState() {
  const roots = everyRoot();
  if (roots.some((root) => root.getAnimations().length || queryOne(root, ANIMATED))) return null;
  const read = readRules(roots);
  const names = read && propertiesIn(roots, read.text);
  if (!read || !names) return null;
  const states = statesIn(read.selectors);
  if (!states) return null;
  return {
    sheets: read.sheets, text: read.text,
    matched: roots.flatMap((root) => states.map((state) => Array.from(queryEvery(root, state)))),
    full: document.fullscreenElement,
    answers: [document.designMode, devicePixelRatio, states,
      ...[...MEDIA, ...read.media].map((text) => matchMedia(text).matches), ...names.map(isRegistered)].join(),
  };
}

/** @type {(one: StyleState | null, other: StyleState | null) => boolean} */
export const areSame = (one, other) => one !== null && other !== null && one.text === other.text
  && one.full === other.full && one.answers === other.answers
  && areAlike(one.sheets, other.sheets) && one.matched.length === other.matched.length
  && one.matched.every((elements, index) => areAlike(elements, other.matched[index]));

/** @type {(some: any[], others: any[]) => boolean} */
const areAlike = (some, others) => some.length === others.length && some.every((one, index) => one === others[index]);

/**
 * the rules of all sheets that apply; null where some cannot be read, are too many, or depend on sizes or texts
 * @type {(roots: (Document | ShadowRoot)[]) => {sheets: CSSStyleSheet[], text: string, selectors: string, media: string[]} | null}
 */
function readRules(roots) {
  const sheets = roots.flatMap(sheetsOf);
  const found = { sheets, text: '', selectors: '', media: new Set(/** @type {string[]} */ ([])), left: MOST_RULES };
  for (const sheet of sheets) {
    found.text += `${sheet.disabled} ${sheet.media.mediaText}\n`;
    if (sheet.media.mediaText) found.media.add(sheet.media.mediaText);
    if (!addRules(found, rulesOf(sheet))) return null;
  }
  return BEYOND.test(found.selectors + found.text) ? null : { ...found, media: Array.from(found.media) };
}

/** @type {(found: {text: string, selectors: string, media: Set<string>, left: number}, rules: CSSRuleList | null) => boolean} */
function addRules(found, rules) {
  if (!rules) return false;
  found.left -= rules.length;
  if (found.left < 0) return false;
  for (const rule of rules) {
    if (rule instanceof CSSContainerRule) return false;
    if (rule instanceof CSSImportRule) {
      found.text += `${rule.cssText}\n`;
      if (rule.media.mediaText) found.media.add(rule.media.mediaText);
      if (rule.styleSheet && !addRules(found, rulesOf(rule.styleSheet))) return false;
      continue;
    }
    const { selectorText, cssRules } = /** @type {any} */ (rule);
    if (selectorText) found.selectors += `${selectorText}\n`;
    if (rule instanceof CSSMediaRule) found.media.add(rule.media.mediaText);
    if (!cssRules?.length) found.text += `${rule.cssText}\n`;
    else {
      found.text += `${rule.constructor.name} ${selectorText} ${/** @type {any} */ (rule).style?.cssText}\n`;
      if (!addRules(found, cssRules)) return false;
    }
  }
  return true;
}

/** @type {(selectors: string) => string[] | null} the states that they ask for; null where one of them takes an argument */
function statesIn(selectors) {
  const states = new Set(STATES);
  for (const [, written, argument] of selectors.matchAll(PSEUDO_CLASS)) {
    const name = written.toLowerCase();
    if (FROM_NODES.has(name)) continue;
    if (argument) return null;
    if (name !== 'defined') states.add(`:${name}`);
  }
  return Array.from(states).filter((state) => CSS.supports(`selector(${state})`));
}

/** @type {(roots: (Document | ShadowRoot)[], text: string) => string[] | null} the custom properties that are named anywhere */
function propertiesIn(roots, text) {
  let left = MOST_STYLED;
  const names = new Set(text.match(CUSTOM_PROPERTY));
  for (const root of roots) {
    for (const element of queryEvery(root, '[style*="--"]')) {
      if (left-- <= 0) return null;
      for (const name of (attributeOf(element, 'style') ?? '').match(CUSTOM_PROPERTY) ?? []) names.add(name);
    }
  }
  return names.size > MOST_NAMES || Array.from(names).some((name) => name.endsWith('\\')) ? null : Array.from(names);
}

/**
 * A property is refused for its name, if that is registered, before its syntax is found to be none.
 * @type {(name: string) => boolean}
 */
function isRegistered(name) {
  try {
    CSS.registerProperty({ name, syntax: '<none>', inherits: true });
  } catch (error) {
    return /** @type {DOMException} */ (error).name === 'InvalidModificationError';
  }
  return true;
}
