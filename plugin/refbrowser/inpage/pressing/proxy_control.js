// What is drawn and pressed for a control that is itself invisible and has no label: the box around it.

import { STAND_IN_LEVELS, explicitRole, extraInteractive } from '../aria/roles.js';
import { INNER_CONTROLS } from '../dom/attributes.js';
import { attributeOf, isWithin, matches, nameOf, parentOf, queryEvery } from '../dom/dom.js';
import { hitAt } from '../visual/hit_test.js';
import { isShownItself } from '../visual/visibility.js';
/** @import { Walk } from '../snapshot/walker.js' */

/** @type {(walk: Walk, element: Element) => boolean} it is a part of what is drawn for an invisible control that has been printed */
export function isInStandIn(walk, element) {
  for (let node = /** @type {Element | null} */ (element), level = 0; node && level <= STAND_IN_LEVELS; node = parentOf(node), level++) {
    if (walk.standIns.has(node)) return true;
  }
  return false;
}

/** Where a box is tried, as shares of its width and height: other controls, as chips on a field or a button on a card, may lie in its middle. */
const PRESS_PLACES = [[0.5, 0.5], [0.95, 0.5], [0.85, 0.5], [0.05, 0.5], [0.5, 0.1], [0.5, 0.9], [0.05, 0.1], [0.95, 0.9]];

/** @type {(element: Element, target: Element, piece: {left: number, top: number, right: number, bottom: number}) => [number, number]} where a press is meant for the element and for no other control in it; the middle, if there is no such place */
export function pressPoint(element, target, piece) {
  const at = (/** @type {number[]} */ [across, down]) => /** @type {[number, number]} */ ([piece.left + (piece.right - piece.left) * across, piece.top + (piece.bottom - piece.top) * down]);
  for (const place of PRESS_PLACES) {
    const [x, y] = at(place);
    const hit = hitAt(x, y);
    if (hit && isWithin(hit, target) && !isOtherControl(hit, element, target)) return [x, y];
  }
  return at(PRESS_PLACES[0]);
}

/** @type {(hit: Element, element: Element, target: Element) => boolean} a press there is one on another control inside the target */
function isOtherControl(hit, element, target) {
  for (let node = /** @type {Element | null} */ (hit); node && node !== target && node !== element; node = parentOf(node)) {
    if (matches(node, INNER_CONTROLS) || extraInteractive.has(node)) return true;
  }
  return false;
}

/** How far around a combobox's field the box that holds it and what is chosen reaches. */
const FIELD_BOX_LEVELS = 2;

/** @type {(hit: Element, field: Element) => boolean} the box of a combobox's field, or what it shows as chosen there: a person presses those for the field */
export function isFieldBox(hit, field) {
  if (nameOf(field) !== 'input' || explicitRole(field) !== 'combobox') return false;
  let box = parentOf(field);
  for (let level = 1; box && level < FIELD_BOX_LEVELS && !isWithin(hit, box); level++) box = parentOf(box);
  if (!box || !isWithin(hit, box)) return false;
  for (const other of queryEvery(box, 'input')) if (other !== field && attributeOf(other, 'aria-hidden') !== 'true' && isShownItself(other)) return false;
  for (let node = /** @type {Element | null} */ (hit); node && node !== box; node = parentOf(node)) if (matches(node, INNER_CONTROLS)) return false;
  return true;
}
