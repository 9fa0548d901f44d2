// What is drawn and pressed for a control that is itself invisible and has no label: the box around it.

import { repeats } from '../aria/field_parts.js';
import { STAND_IN_LEVELS, explicitRole, extraInteractive } from '../aria/roles.js';
import { INNER_CONTROLS } from '../dom/attributes.js';
import { attributeOf, isWithin, matches, nameOf, parentOf, queryEvery, styleOf } from '../dom/dom.js';
import { hitAt } from '../visual/hit_test.js';
import { areaPoint } from '../visual/image_map.js';
import { isShownItself } from '../visual/visibility.js';
/** @import { Walk } from '../snapshot/walker.js' */

/**
 * it is a part of what is drawn for an invisible control that has been printed
 * @type {(walk: Walk, element: Element) => boolean}
 */
export function isInStandIn(walk, element) {
  for (let node = /** @type {Element | null} */ (element), level = 0; node && level <= STAND_IN_LEVELS;
    node = parentOf(node), level++) {
    if (walk.standIns.has(node)) return true;
  }
  return false;
}

/**
 * Where a box is tried, as shares of its width and height: other controls, as chips on a field or a button on a card, may lie in
 * its middle.
 */
const PRESS_PLACES = [[0.5, 0.5], [0.95, 0.5], [0.85, 0.5], [0.05, 0.5], [0.5, 0.1], [0.5, 0.9], [0.05, 0.1], [0.95, 0.9]];

/** How many rows and columns of places are tried after those. */
const PRESS_GRID = 5;

/**
 * where a press is meant for the element and for nothing else in it; the middle, if there is no such place
 * @type {(element: Element, target: Element, piece: {left: number, top: number, right: number, bottom: number}) => [number,
 *   number]}
 */
export function pressPoint(element, target, piece) {
  const inRegion = areaPoint(target, piece);
  if (inRegion) return inRegion;
  const at = (/** @type {number[]} */ [across, down]) =>
    /** @type {[number, number]} */ ([piece.left + (piece.right - piece.left) * across,
    piece.top + (piece.bottom - piece.top) * down]);
  const isFree = (/** @type {[number, number]} */ [x, y]) => {
    const hit = hitAt(x, y);
    return hit !== null && isWithin(hit, target) && !innerControl(hit, element, target);
  };
  if (explicitRole(element) === 'treeitem' && !isPointedAt(target)) {
    // The words of a tree's item are pressed, in a row that is grabbed or holds its signs.
    const words = PRESS_PLACES.map(at).find(([x, y]) => isFree([x, y]) && isPointedAt(/** @type {Element} */ (hitAt(x, y))));
    if (words) return words;
  }
  for (const place of PRESS_PLACES) if (isFree(at(place))) return at(place);
  const middle = hitAt(...at(PRESS_PLACES[0]));
  if (!middle || !isWithin(middle, target)) return at(PRESS_PLACES[0]);
  for (let index = 0; index < PRESS_GRID * PRESS_GRID; index++) {
    const place = at([(index % PRESS_GRID + 0.5) / PRESS_GRID, (Math.floor(index / PRESS_GRID) + 0.5) / PRESS_GRID]);
    if (isFree(place)) return place;
  }
  return at(PRESS_PLACES[0]);
}

/** @type {(element: Element) => boolean} */
const isPointedAt = (element) => styleOf(element).cursor === 'pointer';

/** Cursors of what is grabbed to resize or move something. */
const HANDLE_CURSORS = /resize|grab|move$/;

/**
 * what a press there is for instead: another control inside the target, or a handle
 * @type {(hit: Element, element: Element, target: Element) => Element | null}
 */
export function innerControl(hit, element, target) {
  for (let node = /** @type {Element | null} */ (hit); node && node !== target && node !== element; node = parentOf(node)) {
    if (matches(node, INNER_CONTROLS) || (extraInteractive.has(node) && !repeats(node, element))) return node;
  }
  if (hit === target || hit === element) return null;
  const cursor = styleOf(hit).cursor;
  return HANDLE_CURSORS.test(cursor) && cursor !== styleOf(target).cursor ? hit : null;
}

/** How far around a combobox's field the box that holds it and what is chosen reaches. */
const FIELD_BOX_LEVELS = 2;

/**
 * the box of a combobox's field, or what it shows as chosen there: a person presses those for the field
 * @type {(hit: Element, field: Element) => boolean}
 */
export function isFieldBox(hit, field) {
  if (nameOf(field) !== 'input' || explicitRole(field) !== 'combobox') return false;
  let box = parentOf(field);
  for (let level = 1; box && level < FIELD_BOX_LEVELS && !isWithin(hit, box); level++) box = parentOf(box);
  if (!box || !isWithin(hit, box)) return false;
  for (const other of queryEvery(box, 'input'))
    if (other !== field && attributeOf(other, 'aria-hidden') !== 'true' && isShownItself(other)) return false;
  for (let node = /** @type {Element | null} */ (hit); node && node !== box; node = parentOf(node))
    if (matches(node, INNER_CONTROLS)) return false;
  return true;
}
