// Boxes that lie over a part of the page and keep presses from the controls beneath: menus, lists, popups, toasts.

import { COVER_TESTS, hitIn, isEmptyBox, pieceInSight, pressTarget, reaches, visiblePiece } from './cover.js';
import { pressPoint } from './proxy_control.js';
import { FORM_CONTROLS } from '../dom/attributes.js';
import { childrenOf, isWithin, nameOf, parentOf, rectOf, shadowRootOf, styleOf } from '../dom/dom.js';
import { meet } from '../visual/background.js';
import { hitAt } from '../visual/hit_test.js';
import { contains } from '../visual/opaque_areas.js';
import { stacks } from '../visual/vanished.js';
/** @import { Walk } from '../snapshot/walker.js' */
/** @import { FrameState } from '../wire.d.ts' */

/** How many boxes are noted that are painted over their neighbours. */
export const MOST_RAISED = 300;
/** How many boxes are looked at inside of those that have no size or let presses through, and how deep. */
const MOST_INNER = 100;
const DEEPEST = 3;
/** How many neighbours are looked at on each level around a part of the page that is read alone. */
const MOST_BESIDE = 30;

/** CSS pixels: the size of a field that is there for assistive technology alone. */
const SPECK = 2;

/** @typedef {{element: Element, box: DOMRect}} Raised */

/** @type {(style: CSSStyleDeclaration, position: string) => boolean} it is painted over what is in the flow around it */
export const isRaised = (style, position) => position === 'absolute' || position === 'fixed'
  || (position !== 'static' && style.zIndex !== 'auto');

/**
 * Return the body with the tags of the controls marked that such a box covers. The walk knows them only at its end, and where it has
 * read `parts` of the page, not those around.
 * @type {(walk: Walk, body: string, parts: Element[]) => string}
 */
export function markCovered(walk, body, parts) {
  const boxes = raisedBoxes(walk, parts);
  let tests = COVER_TESTS;
  for (const { element, tag, sighting } of walk.seen) {
    const isForm = FORM_CONTROLS.has(nameOf(element));
    if (tag.includes('blocked ') || sighting.kind === 'scrollable' || (!boxes.length && !isForm)) continue;
    // What is beside a cover has been tested.
    if (walk.cover && !isWithin(element, walk.cover.element)) continue;
    const place = rectOf(isForm || isEmptyBox(element) ? pressTarget(element) : element);
    const above = boxesOver(boxes, element, place);
    // Nothing has to be raised to lie over a field that is out of sight itself and has nothing drawn for it.
    if (!above.length && !(isForm && place.width <= SPECK && place.height <= SPECK)) continue;
    if (tests-- <= 0) break;
    if (!isCovered(element, above)) continue;
    const at = tag.lastIndexOf(sighting.kind + ' ');
    body = body.replace(tag, () => `${tag.slice(0, at)}blocked ${tag.slice(at)}`);
  }
  return body;
}

/** @type {(boxes: Raised[], element: Element, place: DOMRect) => Raised[]} the boxes that have its middle in them, and not the element */
function boxesOver(boxes, element, { left, top, width, height }) {
  const [x, y] = [left + width / 2, top + height / 2];
  return boxes.filter(({ element: cover, box }) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom
    && !isWithin(element, cover) && !isWithin(cover, element));
}

/** @type {(element: Element, above: Raised[]) => boolean} no place of it that is in sight can be pressed */
function isCovered(element, above) {
  const target = pressTarget(element);
  const piece = pieceInSight(target);
  const hit = piece && hitIn(piece);
  if (!piece || !hit || reaches(element, target, hit)) return false;
  if (above.some(({ element: cover, box }) => contains(box, piece) && isWithin(hit, cover))) return true;
  const place = hitAt(...pressPoint(element, target, piece));
  return place !== null && !reaches(element, target, place);
}

/**
 * Return the boxes in sight that may lie over others and keep presses from them.
 * @type {(walk: Walk, parts?: Element[]) => Raised[]}
 */
function raisedBoxes(walk, parts = []) {
  /** @type {Map<Element, DOMRect>} */
  const found = new Map();
  let left = MOST_INNER;
  const add = (/** @type {Element} */ element, /** @type {number} */ depth) => {
    const box = rectOf(element);
    const isEmpty = box.width <= 0 || box.height <= 0;
    if (!isEmpty && (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth)) return;
    if (!isEmpty && styleOf(element).pointerEvents !== 'none') {
      if (element !== walk.cover?.element) found.set(element, box);
    } else if (depth < DEEPEST) for (const child of partsOf(element)) if (left-- > 0) add(child, depth + 1);
  };
  for (const element of walk.raised) add(element, 0);
  for (const element of walk.moved) add(element, 0);
  for (const part of parts) for (const element of besides(part)) add(element, 0);
  return Array.from(found, ([element, box]) => ({ element, box }));
}

/** @type {(element: Element) => Element[]} what is drawn in it */
function partsOf(element) {
  if (nameOf(element) === 'slot') return /** @type {HTMLSlotElement} */ (element).assignedElements();
  const shadow = shadowRootOf(element);
  return shadow ? Array.from(shadow.children) : childrenOf(element);
}

/** @type {(part: Element) => Element[]} the boxes around a part of the page that may lie over it */
function besides(part) {
  const found = [];
  for (let node = part, parent = parentOf(node); parent; node = parent, parent = parentOf(node)) {
    let left = MOST_BESIDE;
    for (const other of partsOf(parent).reverse()) {
      if (left-- <= 0) break;
      if (other === node) continue;
      const style = styleOf(other);
      if (isRaised(style, style.position) || stacks(style) || isEmptyBox(other)) found.push(other);
    }
  }
  return found;
}

/**
 * How the frames stand that are not free in this document; what may lie over parts of them is known at the walk's end only. Of what
 * is inert, nothing is tested: it is hit by nothing.
 * @type {(walk: Walk) => FrameState[]}
 */
export function obstructedFrames(walk) {
  const boxes = walk.embedded.length && !walk.cover ? raisedBoxes(walk) : [];
  return walk.embedded
    .map(({ element, id, disabled, blocked }) => ({
      id, disabled, blocked, beneath: !disabled && !blocked && (walk.outer.beneath || isBeneath(walk, element, boxes)),
    }))
    .filter(({ disabled, blocked, beneath }) => disabled || blocked || beneath);
}

/**
 * something may lie over some of it that is in sight
 * @type {(walk: Walk, frame: Element, boxes: Raised[]) => boolean}
 */
function isBeneath(walk, frame, boxes) {
  if (!visiblePiece(frame)) return false;
  if (walk.cover) return !isWithin(frame, walk.cover.element);
  const inside = rectOf(frame);
  return boxes.some(({ element, box }) => meet(box, inside) && !isWithin(frame, element) && !isWithin(element, frame));
}
