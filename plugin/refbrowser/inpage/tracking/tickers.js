// What scripts of the page change by themselves, again and again: a clock, a ticker, a progress bar. Such a change is no effect of
// an action. Learned only from changes that come while no action is under way and none has begun since the one before, as each press
// may change the same text, at once or a while after its receipt; an element that skips some of its beats is no ticker any more.
// All times are running times: a beat that could not come is not skipped.

import { countChange } from './changes.js';
import { describeElement } from './describe.js';
import { keepLooking, runningTime } from './running_time.js';
import { ELEMENT_NODE, TEXT_NODE, checkVisibility, nodeTypeGetter, parentOf, queryOne } from '../dom/dom.js';

/** How often an element has to change before it counts as a ticker. */
const ENOUGH_BEATS = 5;
/**
 * How many of its mean intervals a ticker may be late, and the shortest times that are allowed for, before it is known and after.
 * In ms.
 */
const LATEST_BEATS = 8;
const SHORTEST_MS = 250;
const KNOWN_MS = 4000;
/** Changes that are so near are one beat. In ms. */
const ONE_BEAT_MS = 4;
/** How long after the last question about an action it counts as under way, and how long before the first. In ms. */
const LEARNS_AFTER_MS = 150;
const LONGEST_INPUT_MS = 10_000;
/** How many mutations of one batch are looked at; a larger batch is no beat. */
export const MOST_RECORDS = 400;
const MOST_NAMED = 3;

/**
 * What changes without touching a node: what a field holds, where a box is scrolled, whether an element is in sight, the rules
 * of a style sheet.
 */
const STATE = 'state';
const SCROLL = 'scroll';
const SIGHT = 'sight';
const RULES = 'rules';
/** Attributes by which an element comes into sight. */
const SHOWING = new Set(['@style', '@class', '@open']);

/** @typedef {{beats: number, first: number, last: number}} Rhythm */
/** @type {WeakMap<object, Map<string, Rhythm>>} by what of the element changes: its text, its children or an attribute */
const rhythms = new WeakMap();
/** How many rhythms have become those of tickers. */
let tickers = 0;
let begunAt = -Infinity;
let actedAt = -Infinity;
/** An action has begun, and has not been asked about yet: a drag takes a while. */
let isInput = false;
/** @type {Set<Element | CSSStyleSheet>} tickers that have changed since the present action began */
const ticked = new Set();

/** An action begins. */
export function markBeats() {
  ticked.clear();
  begunAt = actedAt = runningTime();
  isInput = true;
}

/** A question about an action is answered. */
export function stayActing() {
  if (actedAt !== -Infinity) actedAt = runningTime();
}

/** What the action has led to is asked for: its input has been sent. */
export function endInput() {
  isInput = false;
  stayActing();
}

/** @type {(record: MutationRecord) => boolean} only texts come and go */
const isText = (record) => [record.addedNodes, record.removedNodes].every((nodes) =>
  Array.prototype.every.call(nodes, (node) => nodeTypeGetter.call(node) === TEXT_NODE));

/** @type {(record: MutationRecord) => string} what of its element changes */
function partOf(record) {
  if (record.type === 'attributes') return `@${record.attributeName}`;
  return record.type === 'characterData' || isText(record) ? 'text' : 'children';
}

/** @type {(records: MutationRecord[]) => boolean} all are beats of tickers */
export function areBeats(records) {
  const now = runningTime();
  const learning = isLearning(now);
  if (records.length > MOST_RECORDS || (!learning && !tickers)) return false;
  let all = true;
  for (const record of records) {
    const element = nodeTypeGetter.call(record.target) === ELEMENT_NODE ? /** @type {Element} */ (record.target)
      : parentOf(/** @type {any} */ (record.target));
    const part = partOf(record);
    if (!element || !isBeat(element, part, now, learning)) {
      all = false;
      continue;
    }
    ticked.add(element);
    if (SHOWING.has(part)) all = !comesInSight(element, now, learning) && all;
  }
  return all;
}

/** @type {WeakMap<Element, boolean>} whether those whose style ticks are in sight */
const sights = new WeakMap();

/** @type {(element: Element, now: number, learning: boolean) => boolean} it came into sight or out of it, not by itself */
function comesInSight(element, now, learning) {
  const before = sights.get(element);
  const inSight = checkVisibility(element, IN_SIGHT);
  sights.set(element, inSight);
  return inSight !== (before ?? inSight) && !isBeat(element, SIGHT, now, learning);
}

const IN_SIGHT = { visibilityProperty: true, opacityProperty: true };

/** @type {() => boolean} an action is under way */
export const isActing = () => !isLearning(runningTime());

/** @type {(now: number) => boolean} */
const isLearning = (now) => now - actedAt > (isInput ? LONGEST_INPUT_MS : LEARNS_AFTER_MS);

/** @type {(field: Element) => boolean} what it holds has changed without touching a node: that is the beat of a ticker */
export function isSilentBeat(field) {
  const now = runningTime();
  const beats = isBeat(field, STATE, now, isLearning(now));
  if (beats) ticked.add(field);
  return beats;
}

/** @type {(sheet: CSSStyleSheet) => boolean} that its rules have changed is the beat of a ticker */
export function isSheetBeat(sheet) {
  const now = runningTime();
  const beats = isBeat(sheet, RULES, now, isLearning(now));
  if (beats) ticked.add(sheet);
  return beats;
}

/** @param {EventTarget | null} box */
export function countScroll(box) {
  if (!(box instanceof Element)) return;
  const now = runningTime();
  isBeat(box, SCROLL, now, isLearning(now));
}

/** @type {(box: Element) => boolean} a box that has scrolled does so by itself */
export function isScrollBeat(box) {
  const beats = tickers > 0 && doesAnyTick(box, [SCROLL]);
  if (beats) ticked.add(box);
  return beats;
}

/** @type {(element: Element | CSSStyleSheet, part: string, now: number, learning: boolean) => boolean} */
function isBeat(element, part, now, learning) {
  if (part === 'children' && (element === document.body || element === document.documentElement || element === document.head))
    return false;
  let parts = rhythms.get(element);
  const rhythm = parts?.get(part);
  if (!rhythm || now - rhythm.last > latestOf(rhythm)) {
    if (rhythm && isTicker(rhythm)) tickers--;
    if (!parts) rhythms.set(element, parts = new Map());
    if (learning) parts.set(part, { beats: 1, first: now, last: now });
    else parts.delete(part);
    return false;
  }
  const known = isTicker(rhythm);
  const byItself = known || (learning && rhythm.last > begunAt);
  if (byItself && now - rhythm.last > ONE_BEAT_MS) rhythm.beats++;
  rhythm.last = now;
  if (isTicker(rhythm)) keepLooking(now + latestOf(rhythm));
  if (known || !isTicker(rhythm)) return known;
  tickers++;
  // From now on its text is marked, and is compared no more: what was read before is read anew.
  countChange();
  return true;
}

/** @type {(rhythm: Rhythm) => boolean} */
const isTicker = ({ beats }) => beats >= ENOUGH_BEATS;

/** @type {(rhythm: Rhythm) => number} how long after its last beat the next one may come, in ms */
const latestOf = ({ beats, first, last }) =>
  (beats < 2 ? Infinity : Math.max(beats < ENOUGH_BEATS ? SHORTEST_MS : KNOWN_MS, LATEST_BEATS * (last - first) / (beats - 1)));

/** @type {() => boolean} some element is, or was, a ticker */
export const anyTicker = () => tickers > 0;

const CONTENT = ['text', 'children', '@hidden', SIGHT];
/** By what an element states, the parts by which that changes. */
export const STATED = {
  name: ['@aria-label', '@title', '@alt', '@placeholder'],
  value: [STATE, '@value', '@aria-valuenow', '@aria-valuetext'],
  checked: [STATE, '@aria-checked'],
  pressed: ['@aria-pressed'],
  expanded: ['@aria-expanded'],
  selected: ['@aria-selected'],
  disabled: ['@disabled', '@aria-disabled'],
};

/** @type {(element: Element) => boolean} the text in it, or all that is in it, comes and goes by itself */
export const isTicking = (element) => doesAnyTick(element, CONTENT);

/** @type {(element: Element, what: keyof STATED) => boolean} its name counts, its value moves, or it is switched by itself */
export const doesStateTick = (element, what) => tickers > 0 && doesAnyTick(element, STATED[what]);

/** @type {(element: Element, named: string[]) => boolean} */
function doesAnyTick(element, named) {
  const parts = rhythms.get(element);
  if (!parts) return false;
  const now = runningTime();
  return named.some((part) => {
    const rhythm = parts.get(part);
    return rhythm !== undefined && isTicker(rhythm) && now - rhythm.last <= latestOf(rhythm);
  });
}

/** @type {() => string[]} what those that have changed since the action began are called */
export const namesOfTicked = () => Array.from(ticked).slice(0, MOST_NAMED)
  .map((one) => (one instanceof Element ? describeElement(one) : 'a style sheet'));

/** @type {() => boolean} the title of the document comes and goes by itself */
export function isTitleTicking() {
  const title = tickers ? queryOne(document, 'title') : null;
  return title !== null && isTicking(title);
}
