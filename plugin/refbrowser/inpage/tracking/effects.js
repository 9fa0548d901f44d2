// Where an action begins, and what it changes without touching a node: what an animation has yet to show, what plays or is dragged.

import { appearing, forgetArrivals, holderIn } from './appearing.js';
import { beats, countChange, entered, forgetEntry, note, takeSignals, version } from './changes.js';
import { describeElement, reveals } from './describe.js';
import { markLooks } from './looks.js';
import { documentToken } from './refs.js';
import { markScheduled } from './scheduled.js';
import { markSelection } from './selected.js';
import { settleStates, suspect, takeStates } from './silent_states.js';
import { markBeats } from './tickers.js';
import { documentScroll } from '../dom/dom.js';
import { treeRoots } from '../dom/trees.js';
/** @import { Begun, RunningAnimation } from '../wire.d.ts' */

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
      if (!node || !(isScripted || (reveals(effect, node === target) && (node === target || holderIn(node))))) continue;
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
