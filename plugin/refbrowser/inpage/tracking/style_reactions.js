// Whether the page's styles answered to what touches no node: a move of the focus, an entry into a field. They do only where a rule
// asks for such a state and does more than paint.

import { countChange } from './changes.js';
import { queryEvery, sheetsOf } from '../dom/dom.js';
import { treeRoots } from '../dom/trees.js';

/** Pseudo-classes that come and go without a change of the document. */
const FLEETING = /:(focus|checked|indeterminate|valid|invalid|user-|in-range|out-of-range|placeholder-shown|autofill)/;
/** What a rule may set without showing, hiding or moving anything. */
const PAINT_ONLY = /^(--|outline|border|box-shadow|background|color$|text-decoration|text-underline|text-shadow|transition|caret|accent|cursor|fill|stroke|z-index|will-change|appearance|-webkit-appearance|-webkit-tap)/;
const MOST_RULES = 20_000;
const MOST_SELECTORS = 50;
const MOST_MATCHES = 200;

/** @type {{size: number, selectors: [ParentNode, string][] | null}} selectors are null where the rules cannot be known */
let fleetingRules = { size: -1, selectors: [] };
/** @type {Element[][] | null} what each of them matched when last asked */
let fleetingMatches = null;
let stateMoved = false;

export const onFocus = () => {
  stateMoved = true;
};

/** Counts a change if a style rule answered to the moves of focus and the entries since the last question. */
export function settleReactions() {
  if (!stateMoved) return;
  stateMoved = false;
  const { selectors } = readFleetingRules();
  const before = fleetingMatches;
  fleetingMatches = selectors?.map(([root, selector]) => Array.from(queryEvery(root, selector)).slice(0, MOST_MATCHES)) ?? null;
  if (selectors && !selectors.length) return;
  if (!before || !fleetingMatches || !sameMatches(before, fleetingMatches)) countChange();
}

/** @type {(before: Element[][], now: Element[][]) => boolean} */
const sameMatches = (before, now) => before.length === now.length
  && before.every((matches, index) => matches.length === now[index].length
    && matches.every((element, place) => element === now[index][place]));

/** @type {() => typeof fleetingRules} read anew when sheets or rules came or went */
function readFleetingRules() {
  try {
    const sheets = treeRoots()
      .flatMap((root) => sheetsOf(root).map((sheet) => /** @type {const} */ ([root, sheet])));
    const size = sheets.reduce((sum, [, sheet]) => sum + 1 + sheet.cssRules.length, 0);
    if (size === fleetingRules.size) return fleetingRules;
    /** @type {[ParentNode, string][]} */
    const selectors = [];
    let left = MOST_RULES;
    for (const [root, sheet] of sheets) {
      for (const selector of fleetingSelectors(sheet.cssRules, () => left-- > 0)) selectors.push([root, selector]);
    }
    fleetingRules = { size, selectors: left > 0 && selectors.length <= MOST_SELECTORS ? selectors : null };
  } catch {
    // Rules from another origin cannot be read, and some selectors cannot be asked for: nothing is known then.
    fleetingRules = { size: -1, selectors: null };
  }
  fleetingMatches = null;
  return fleetingRules;
}

/** @type {(rules: CSSRuleList, more: () => boolean) => Generator<string>} throws for a selector that means nothing on its own */
function* fleetingSelectors(rules, more) {
  for (const rule of rules) {
    if (!more()) return;
    if (rule instanceof CSSImportRule) {
      if (rule.styleSheet) yield* fleetingSelectors(rule.styleSheet.cssRules, more);
      continue;
    }
    const { selectorText, style, cssRules } = /** @type {any} */ (rule);
    if (selectorText && FLEETING.test(selectorText) && Array.from(style).some((property) =>
      !PAINT_ONLY.test(/** @type {string} */ (property)))) {
      if (selectorText.includes('&')) throw new SyntaxError('a nested rule');
      yield selectorText;
    }
    if (cssRules?.length) yield* fleetingSelectors(cssRules, more);
  }
}
