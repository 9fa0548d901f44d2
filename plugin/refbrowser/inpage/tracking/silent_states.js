// What fields hold, what scripts complain of in them, and how far boxes are scrolled: what changes without touching a node.

import { countBeat, countChange, note } from './changes.js';
import { currentKind, describeElement } from './describe.js';
import { noteField } from './looks.js';
import { entryOf } from './refs.js';
import { setOwnTimer } from './scheduled.js';
import { isScrollBeat, isSilentBeat } from './tickers.js';
import { accessibleName } from '../aria/names.js';
import { contentOfField, isSecret } from '../aria/states.js';
import { isConnectedGetter, matches, scrollGetters } from '../dom/dom.js';
import { oneLine } from '../dom/text.js';
/** @import { Effects } from '../wire.d.ts' */
/** @import { Entered } from '../snapshot/reuse.js' */
/** @import { Walk } from '../snapshot/walker.js' */

const MOST_BOXES = 5;
/**
 * How often is looked at what has changed between two actions, and at all when it is read first, in ms: whether it changes by
 * itself; and how often without a change.
 */
const LOOK_MS = 150;
const MOST_LOOKS = 20;
const MOST_SUSPECTS = 200;

/** @type {Known[]} the fields of the last whole walk, as they were when last looked at */
let knownFields = [];
/** @type {[Element, number, number][]} the same of boxes that scroll: left and top in CSS pixels */
let knownScrollers = [];
/** @type {Set<Element>} fields whose content changed since a probe or a receipt last asked */
const restated = new Set();
/** @type {Map<Element, number[]>} boxes that scrolled since, and where they were: left and top in CSS pixels */
const scrolled = new Map();
/** @type {Set<EventTarget>} fields that a person's input, or what stands for it, went into since the last look */
export const typedInto = new Set();

/** @typedef {Entered & {refusal: string}} Known refusal: what a script complains of in the field, shown or not */

/** @type {(field: any) => string} */
const refusalOf = (field) => (field.validity?.customError ? field.validationMessage : '');

/** @param {Walk} walk a whole one */
export function rememberStates(walk) {
  settleStates();
  knownFields = walk.fields.map((field) => {
    const read = contentOfField(field);
    return { field, read, state: read(field), error: entryError(field), refusal: refusalOf(field) };
  });
  const boxes = window === window.top || !document.scrollingElement ? walk.scrollers
    : [...walk.scrollers, document.scrollingElement];
  knownScrollers = boxes.map((box) => [box, scrollGetters.left.call(box), scrollGetters.top.call(box)]);
  if (!isRead) suspect(walk.fields);
  isRead = true;
}

/**
 * Counts a change if a script gave a field another content, or its complaint came or went.
 * @param {Set<Element>} [among] the fields that are looked at, instead of all fields and boxes
 * @returns {Element[]} the fields that scripts have changed
 */
export function settleStates(among) {
  /** @type {Element[]} */
  const moved = [];
  for (const known of knownFields) {
    const { field } = known;
    if (among && !among.has(field)) continue;
    const state = known.read(field);
    const error = entryError(field);
    const refusal = refusalOf(field);
    if (refusal !== known.refusal) {
      known.refusal = refusal;
      note({
        type: 'invalid', id: entryOf.get(field)?.id ?? null, name: accessibleName(field),
        message: oneLine(refusal) || 'valid again',
      });
    }
    if (state === known.state && error === known.error) continue;
    const typed = typedInto.has(field);
    const same = error === known.error;
    known.state = state;
    known.error = error;
    if (!typed) {
      moved.push(field);
      if (same && isSilentBeat(field)) {
        countBeat();
        continue;
      }
    }
    if (!same || !typed) countChange();
    restated.add(field);
    noteField(field);
  }
  if (!among) typedInto.clear();
  if (among) return moved;
  for (const known of knownScrollers) {
    const [box, left, top] = known;
    const now = [scrollGetters.left.call(box), scrollGetters.top.call(box)];
    if (now[0] === left && now[1] === top) continue;
    [known[1], known[2]] = now;
    if (!isScrollBeat(box) && !scrolled.has(box)) scrolled.set(box, [left, top]);
  }
  return moved;
}

/** @type {Set<Element>} what may change by itself */
let suspects = new Set();
/** The document has been read once. */
let isRead = false;
let looksLeft = 0;

/** @param {Element[]} moved between two actions: whether they do so by themselves is looked at for a while */
export function suspect(moved) {
  if (!moved.length) return;
  for (const element of moved) if (suspects.size < MOST_SUSPECTS) suspects.add(element);
  if (!looksLeft) setOwnTimer(lookAtSuspects, LOOK_MS);
  looksLeft = MOST_LOOKS;
}

function lookAtSuspects() {
  looksLeft = settleStates(suspects).length ? MOST_LOOKS : looksLeft - 1;
  if (looksLeft) setOwnTimer(lookAtSuspects, LOOK_MS);
  else suspects = new Set();
}

/**
 * Fields and boxes, by their ids, that are not as they were when this was last asked; of fields that show nothing of what they
 * hold, what they are called.
 * @type {() => Pick<Effects, 'restated' | 'secrets' | 'boxes'>}
 */
export function takeStates() {
  const fields = [...restated].flatMap((field) => entryOf.get(field)?.id ?? []);
  const secrets = [...restated].filter(isSecret).slice(0, MOST_BOXES).map((field) =>
    `[${currentKind(field)}${entryOf.get(field)?.number ? ` ${entryOf.get(field)?.number}` : ''}] ${accessibleName(field)}`);
  const boxes = [];
  for (const [box, from] of scrolled) {
    const to = [scrollGetters.left.call(box), scrollGetters.top.call(box)];
    if (!isConnectedGetter.call(box) || (to[0] === from[0] && to[1] === from[1])) continue;
    boxes.push({
      id: entryOf.get(box)?.id ?? null, name: describeElement(box), from: from.map(Math.round), to: to.map(Math.round),
    });
  }
  restated.clear();
  scrolled.clear();
  return { restated: fields, secrets, boxes: boxes.slice(0, MOST_BOXES) };
}

/** @type {(field: any) => string} the validation message that a person sees after an entry, '' while the entry is valid */
export const entryError = (field) => (matches(field, ':user-invalid') ? field.validationMessage : '');
