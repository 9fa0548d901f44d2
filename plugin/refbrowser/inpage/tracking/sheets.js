// Whether style sheets have changed, with or without a node: scripts adopt and disable them, and add rules to them.

import { countBeat, countChange } from './changes.js';
import { setOwnTimer } from './scheduled.js';
import { isActing, isSheetBeat } from './tickers.js';
import { sheetsOf } from '../dom/dom.js';
import { rulesOf } from '../dom/style_rules.js';
import { treeRoots } from '../dom/trees.js';

/** How many roots are looked at, the document first: components share their sheets. */
const MOST_ROOTS = 50;
/** How often is looked at those of a new document, or that change between two actions, in ms, and how often without a change. */
const LOOK_MS = 170;
const MOST_LOOKS = 12;

/** How many rules are read, of sheets that have few: scripts set properties of such, to change colours. */
const MOST_READ = 30;
const FEW = 10;
const LONGEST = 500;

/** @typedef {{sheets: CSSStyleSheet[], signs: string[]}} Sheets what each says, or how much that is */
/** @type {WeakSet<CSSStyleSheet>} those of another origin, whose rules cannot be read */
const closed = new WeakSet();
/** @type {WeakMap<Document | ShadowRoot, Sheets>} as last looked at */
const known = new WeakMap();
let changed = false;
/** How many more rules may be read. */
let left = 0;
let looksLeft = 0;

/** Counts a change if sheets came, went, were switched or got other rules since the last question. */
export function settleSheets() {
  let moved = false;
  let ticked = false;
  left = MOST_READ;
  for (const root of treeRoots().slice(0, MOST_ROOTS)) {
    const sheets = sheetsOf(root);
    const before = known.get(root);
    const signs = sheets.map(signOf);
    known.set(root, { sheets, signs });
    if (!before) continue;
    if (sheets.length !== before.sheets.length || sheets.some((sheet, index) => sheet !== before.sheets[index])) moved = true;
    else for (const [index, sheet] of sheets.entries()) {
      if (signs[index] === before.signs[index]) continue;
      if (isSheetBeat(sheet)) ticked = true;
      else moved = true;
    }
  }
  if (!moved && !ticked) return;
  if (!isActing()) watchSheets();
  if (!moved) {
    countBeat();
    return;
  }
  changed = true;
  countChange();
}

/** Whether they change by themselves is looked at for a while. */
export function watchSheets() {
  if (!looksLeft) setOwnTimer(look, LOOK_MS);
  looksLeft = MOST_LOOKS;
}

function look() {
  looksLeft--;
  settleSheets();
  if (looksLeft) setOwnTimer(look, LOOK_MS);
}

/** @type {(sheet: CSSStyleSheet) => string} */
function signOf(sheet) {
  if (sheet.disabled) return 'disabled';
  if (closed.has(sheet)) return '';
  const rules = rulesOf(sheet);
  if (!rules) {
    closed.add(sheet);
    return '';
  }
  const text = rules.length <= Math.min(FEW, left) ? Array.from(rules, saidBy).join() : rules.length;
  if (typeof text === 'string') left -= rules.length;
  return `${sheet.media.mediaText} ${text}`;
}

/** @type {(rule: CSSRule) => string | number} how much a group holds, or the image of a font, is no short text */
const saidBy = (rule) => (rule instanceof CSSStyleRule ? rule.style.cssText.slice(0, LONGEST)
  : /** @type {any} */ (rule).cssRules?.length ?? 0);

/** The next action begins. */
export function markSheets() {
  changed = false;
}

/** @type {() => boolean} since the action began, and not by themselves */
export const haveSheetsChanged = () => changed;
