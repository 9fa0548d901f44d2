// What an action changes without touching a node: what fields hold, how far boxes are scrolled, what an animation has yet to show.

import { appearing, forgetArrivals, holderIn } from './appearing.js';
import { beats, countBeat, countChange, entered, forgetEntry, note, takeSignals, version } from './changes.js';
import { currentKind, describeElement, reveals } from './describe.js';
import { markLooks, noteField } from './looks.js';
import { documentToken, entryOf } from './refs.js';
import { markScheduled, setOwnTimer } from './scheduled.js';
import { markSelection } from './selected.js';
import { isSilentBeat, markBeats } from './tickers.js';
import { accessibleName } from '../aria/names.js';
import { contentOfField, isSecret } from '../aria/states.js';
import { documentScroll, isConnectedGetter, matches, scrollGetters } from '../dom/dom.js';
import { oneLine } from '../dom/text.js';
import { treeRoots } from '../dom/trees.js';
/** @import { Begun, Effects, RunningAnimation } from '../wire.d.ts' */
/** @import { Entered } from '../snapshot/reuse.js' */
/** @import { Walk } from '../snapshot/walker.js' */

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
  if (!isRead) suspect([...walk.fields, ...boxes]);
  isRead = true;
}

/**
 * Counts a change if a script gave a field another content, or its complaint came or went.
 * @param {Set<Element>} [among] the fields and boxes that are looked at
 * @returns {Element[]} what scripts have changed: fields, and boxes that scrolled
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
      if (same && isSilentBeat(field, 'state')) {
        countBeat();
        continue;
      }
    }
    if (!same || !typed) countChange();
    restated.add(field);
    noteField(field);
  }
  if (!among) typedInto.clear();
  for (const known of knownScrollers) {
    const [box, left, top] = known;
    if (among && !among.has(box)) continue;
    const now = [scrollGetters.left.call(box), scrollGetters.top.call(box)];
    if (now[0] === left && now[1] === top) continue;
    moved.push(box);
    [known[1], known[2]] = now;
    if (!isSilentBeat(box, 'scroll') && !scrolled.has(box)) scrolled.set(box, [left, top]);
  }
  return moved;
}

/**
 * How often is looked at what has changed between two actions, and at all when it is read first, whether it changes by itself, in ms;
 * and how often without a change.
 */
const LOOK_MS = 150;
const MOST_LOOKS = 20;
/** @type {Set<Element>} */
let suspects = new Set();
/** The document has been read once. */
let isRead = false;
let looksLeft = 0;

/** @param {Element[]} moved between two actions */
function suspect(moved) {
  if (!moved.length) return;
  for (const element of moved) if (suspects.size < MOST_ANIMATIONS) suspects.add(element);
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

const MOST_BOXES = 5;
const MOST_ANIMATIONS = 200;
/**
 * An animation that starts later than so is looked at when it does: most often it takes away what is shown for some seconds. In ms.
 */
const LATER_MS = 500;

/**
 * Animations that were there before the present action: their times do not distinguish them, since the clock of a document runs
 * ahead of its frames.
 */
let earlierAnimations = new WeakSet();

/** @type {Set<Animation>} those that ran when the last receipt was written: what they show has become another since */
const ongoing = new Set();

/** The next action begins. */
function markAction() {
  forgetArrivals();
  forgetEntry();
  markSelection();
  markBeats();
  markLooks();
  markScheduled();
  if (ongoing.size) countChange();
  for (const animation of ongoing) if (animation.playState !== 'running') ongoing.delete(animation);
  earlierAnimations = new WeakSet(treeRoots().flatMap((root) => root.getAnimations().slice(0, MOST_ANIMATIONS)));
}

/**
 * What the action put into the document and has yet to be shown, or the animation that ends last of those that it began, and that
 * bring text or controls into sight, take them out of it or move them.
 * @param {Element | null} target what was pressed: that it yields under the press is not an effect
 * @returns {RunningAnimation | null}
 */
export function runningAnimation(target) {
  const unseen = appearing();
  let longest = unseen && { left_ms: unseen.left_ms, what: describeElement(unseen.what) };
  let looked = 0;
  for (const root of treeRoots()) {
    for (const animation of root.getAnimations()) {
      if (looked++ === MOST_ANIMATIONS) return longest;
      const effect = animation.effect;
      if (animation.playState !== 'running' || !(effect instanceof KeyframeEffect) || animation.timeline !== document.timeline)
        continue;
      if (earlierAnimations.has(animation)) continue;
      const { endTime, localTime, delay, progress } = effect.getComputedTiming();
      const passed = Number(localTime ?? 0);
      const left_ms = Math.ceil((Number(endTime) - passed) / Math.abs(animation.playbackRate || 1));
      if (!Number.isFinite(left_ms) || left_ms <= 0) continue;
      const node = effect.target;
      // A script may wait for the end of an animation of its own, whatever that shows.
      const isScripted = !(animation instanceof CSSTransition || animation instanceof CSSAnimation);
      if (!node || !(isScripted || (reveals(effect, node === target) && holderIn(node)))) continue;
      ongoing.add(animation);
      if (left_ms <= (longest?.left_ms ?? 0) || (progress === null && Number(delay) - passed > LATER_MS)) continue;
      longest = { left_ms, what: describeElement(node) };
    }
  }
  return longest;
}

/** @type {() => boolean} text or a control comes and goes for ever: two readings then differ by their moments alone */
export function blinks() {
  for (const root of treeRoots()) {
    for (const animation of root.getAnimations().slice(0, MOST_ANIMATIONS)) {
      const effect = animation.effect;
      if (animation.playState !== 'running'
        || !(effect instanceof KeyframeEffect) || Number.isFinite(Number(effect.getComputedTiming().endTime))) continue;
      if (effect.target && reveals(effect, false) && holderIn(effect.target)) return true;
    }
  }
  return false;
}

/** Events by which media say that they play, or play no longer. */
export const MEDIA_EVENTS = ['play', 'pause', 'ended'];

/** @type {(event: Event) => void} */
export function onMedia(event) {
  const media = event.composedPath()[0];
  if (media instanceof Element) note({ type: 'media', name: describeElement(media), state: event.type });
}

/** Something of this document is being dragged, by what it has heard. */
export let dragging = false;

/** @type {(event: Event) => void} */
export function onDragStart(event) {
  if (event.isTrusted) dragging = true;
}

/** @type {(event: any) => void} what was dragged has been let go: `none` where nothing took it */
export function onDragEnd(event) {
  if (!event.isTrusted) return;
  dragging = false;
  note({ type: 'drop', state: event.dataTransfer?.dropEffect ?? '' });
}

/** @type {() => Begun} Start an action: what comes from here on is an effect of it. */
export function begin() {
  takeSignals();
  suspect(settleStates());
  markAction();
  return { doc: documentToken, version, entered, beats, restated: takeStates().restated, scroll: documentScroll() };
}

/** @type {(field: any) => string} the validation message that a person sees after an entry, '' while the entry is valid */
export const entryError = (field) => (matches(field, ':user-invalid') ? field.validationMessage : '');
