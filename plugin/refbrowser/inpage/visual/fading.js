// How opaque a box is, or is about to be: what fades in is read as what it becomes.

import { FAINTEST } from './background.js';

/** Milliseconds within which a fade has to end for a person to wait for it. */
const LONGEST_FADE = 10_000;
const getAnimations = Element.prototype.getAnimations;

/**
 * Return the opacity of a box, which an animation under way is about to raise.
 * @type {(element: Element, opacity: number) => number}
 */
export function opacityOf(element, opacity) {
  if (opacity >= FAINTEST) return opacity;
  return Math.max(opacity, ...getAnimations.call(element).map(opacityOfAnimation));
}

/** @type {(animation: Animation) => number} Return the opacity at its end; for one that repeats for ever, the highest. */
function opacityOfAnimation({ effect, playState, currentTime }) {
  if (playState !== 'running' || !(effect instanceof KeyframeEffect)) return 0;
  const { endTime, duration, iterations } = effect.getComputedTiming();
  const endless = iterations === Infinity;
  const left = endless ? Number(duration) : Number(endTime) - Number(currentTime ?? 0);
  if (!(left <= LONGEST_FADE)) return 0;
  const values = effect.getKeyframes().map((frame) => Number(frame.opacity ?? Number.NaN)).filter((value) => value >= 0);
  return endless ? Math.max(0, ...values) : values.at(-1) ?? 0;
}
