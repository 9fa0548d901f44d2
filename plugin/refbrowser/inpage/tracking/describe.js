// What answers call an element that has no ref: a cover, a cause of an effect.

import { entryFor, entryOf } from './refs.js';
import { calledName } from '../aria/fallback_label.js';
import { kindOf } from '../aria/kinds.js';
import { explicitRole, hasHandCursor } from '../aria/roles.js';
import { isDisabled } from '../aria/states.js';
import { flagsOf } from '../dom/attributes.js';
import { attributeOf, isWithin, nameOf, parentOf, rectOf, styleOf } from '../dom/dom.js';
import { oneLine, shorten } from '../dom/text.js';
/** @import { Cover } from '../wire.d.ts' */

/** Properties by which something comes into sight, goes out of it, or moves; the rest only paint. */
const REVEALING = /^(opacity|visibility|display|contentVisibility|clip|clipPath|(min|max)?(width|height|blockSize|inlineSize)|gridTemplate\w*|transform|translate|scale|rotate|left|top|right|bottom|inset\w*|margin\w*|padding\w*)$/i;

const MOVING = /^(transform|translate|scale|rotate)$/;

/** @type {(effect: KeyframeEffect, pressed: boolean) => boolean} */
export const reveals = (effect, pressed) => effect.getKeyframes().some((frame) => Object.keys(frame)
  .some((property) => REVEALING.test(property) && !(pressed && MOVING.test(property))));

/** @type {(element: Element) => string} */
export function currentKind(element) {
  const parent = parentOf(element);
  const inviting = hasHandCursor(styleOf(element)) && !(parent && hasHandCursor(styleOf(parent)));
  return kindOf(element, nameOf(element), explicitRole(element), inviting, flagsOf(element))
    ?? entryOf.get(element)?.sighting?.kind ?? entryOf.get(element)?.kinds.at(-1) ?? nameOf(element);
}

/**
 * What is in the way: the control that is hit, else the whole box that lies over the target. It gets an id, so that it can be read.
 * @type {(hit: Element, target: Element) => Cover}
 */
export function describeCover(hit, target) {
  let cover = hit;
  let control = entryOf.has(hit) ? hit : null;
  for (let node = parentOf(hit); node && !isWithin(target, node); node = parentOf(node)) {
    cover = node;
    if (!control && entryOf.has(node)) control = node;
  }
  const shown = control ?? cover;
  const entry = entryFor(shown);
  const name = calledName(shown);
  return {
    id: entry.id, number: entry.number || null, kind: currentKind(shown), name,
    description: describeElement(hit), look: lookOf(hit),
    ...(isLeaving(hit) ? { leaving: true } : hasFaded(hit) ? { faded: true } : {}),
    ...(isDisabled(shown) ? { disabled: true } : {}), ...(styleOf(target).pointerEvents === 'none' ? { through: true } : {}),
  };
}

/** @type {(cover: Element) => boolean} an animation of its own, or of what it is in, is taking it out of sight or moving it */
function isLeaving(cover) {
  for (let node = /** @type {Element | null} */ (cover); node; node = parentOf(node)) {
    for (const animation of Element.prototype.getAnimations.call(node)) {
      const effect = animation.effect;
      if (animation.playState === 'running'
        && effect instanceof KeyframeEffect
        && Number.isFinite(Number(effect.getComputedTiming().endTime)) && reveals(effect, false)) return true;
    }
  }
  return false;
}

/** @type {(cover: Element) => string} where it is, and how opaque: two looks differ while a script moves or fades it */
function lookOf(cover) {
  const { x, y, width, height } = rectOf(cover);
  let opacity = 1;
  for (let node = /** @type {Element | null} */ (cover); node; node = parentOf(node)) opacity *= Number(styleOf(node).opacity);
  return [x, y, width, height, opacity].map(round).join();
}

/** @type {(cover: Element) => boolean} nothing of it is painted: pages fade a box out first, and remove it a little later */
function hasFaded(cover) {
  for (let node = /** @type {Element | null} */ (cover); node; node = parentOf(node)) {
    if (styleOf(node).opacity === '0') return true;
  }
  return false;
}

/** @type {(element: Element) => string} tag, id and classes, as a person who inspects the page would name it */
export function describeElement(element) {
  const id = attributeOf(element, 'id');
  const classes = (attributeOf(element, 'class') ?? '').split(/\s+/).filter(Boolean).slice(0, 3);
  return oneLine(shorten(`<${nameOf(element)}${id ? '#' + id : ''}${classes.map((word) => '.' + word).join('')}>`, 100));
}

/** @type {(number: number) => number} */
export const round = (number) => Math.round(number * 100) / 100;
