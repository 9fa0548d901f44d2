// What lies over the page and keeps a press from reaching what is drawn beneath.

import { isFieldBox, pressPoint } from './proxy_control.js';
import { repeats } from '../aria/field_parts.js';
import { standInOf } from '../aria/kinds.js';
import { labelsOf } from '../aria/labels.js';
import { explicitRole, isFilledIn } from '../aria/roles.js';
import { FORM_CONTROLS, HAS_OWN_LOOK, INNER_CONTROLS } from '../dom/attributes.js';
import {
  attributeOf, closest, elementsByTag, hasAttribute, hostsDocument, isRendered, isWithin, matches, nameOf, parentOf, queryEvery, queryOne,
  rectOf, scrollGetters, shadowRootOf, styleOf,
  textOf,
} from '../dom/dom.js';
import { isSeenThrough, meet } from '../visual/background.js';
import { levelOf } from '../visual/covers.js';
import { hitAt } from '../visual/hit_test.js';
import { boxesOf } from '../visual/image_map.js';
import { ENOUGH, isAway } from '../visual/legibility.js';
import { isScrollable } from '../visual/scroll_boxes.js';
import { isOutOfReach, isScaledAway, isShownItself } from '../visual/visibility.js';
import { shownPart } from '../visual/visual_viewport.js';
/** @import { Spot } from '../visual/legibility.js' */
/** @import { Piece } from '../visual/visual_viewport.js' */
/** @import { Walk } from '../snapshot/walker.js' */

/** How many controls of one capture are tested against a cover; each test costs as much as reading some hundred elements. */
export const COVER_TESTS = 150;

/**
 * @typedef {{element: Element, modal: boolean, stays: boolean, tests: number, parts: Map<Element, boolean | null>}} Cover modal: all
 *   else is inert; otherwise what is beneath must be tested. It stays over the whole viewport when that is scrolled. parts: whether
 *   parts of the page lie under it, null for those out of sight
 */

/** @type {() => Cover | null} an open modal dialog, or a box over most of the viewport */
export function findCover() {
  const dialog = modalDialog();
  if (dialog) return { element: dialog, modal: true, stays: false, tests: 0, parts: new Map() };
  /** @type {Map<Element, number>} */
  const hits = new Map();
  for (const [x, y] of [[0.5, 0.5], [0.1, 0.15], [0.9, 0.15], [0.1, 0.85], [0.9, 0.85]]) {
    const box = overlayAt(innerWidth * x, innerHeight * y);
    if (box) hits.set(box, (hits.get(box) ?? 0) + 1);
  }
  for (const [element, count] of hits) if (count >= 3) return {
    element, modal: false, stays: isOverAll(element), tests: COVER_TESTS, parts: new Map(),
  };
  return null;
}

/** @type {() => Element | null} the open modal dialog, which makes all around it inert */
export function modalDialog() {
  let dialog = null;
  for (const one of queryEvery(document, 'dialog:modal')) dialog = one;
  // One in a shadow root takes, with its backdrop, every press on the page.
  for (let node = dialog ? null : hitAt(innerWidth / 2, innerHeight / 2); node && !dialog; node = parentOf(node))
    if (nameOf(node) === 'dialog' && matches(node, ':modal')) dialog = node;
  return dialog;
}

/**
 * the outermost box at a point that is taken out of the flow, spans most of the viewport and is not what the page itself is in
 * @type {(x: number, y: number) => Element | null}
 */
function overlayAt(x, y) {
  const boxes = [];
  for (let node = hitAt(x, y); node; node = parentOf(node)) {
    const position = styleOf(node).position;
    if (position !== 'fixed' && position !== 'absolute') continue;
    const box = rectOf(node);
    if (box.width >= innerWidth / 2 && box.height >= innerHeight / 2) boxes.push(node);
  }
  while (boxes.length > 1 && isShell(boxes[boxes.length - 1])) boxes.pop();
  return boxes.pop() ?? null;
}

/**
 * it has most of the document's elements in it, as the root of an application that fills the viewport
 * @type {(box: Element) => boolean}
 */
const isShell = (box) => elementsByTag.call(box, '*').length * 2 > elementsByTag.call(document.documentElement, '*').length;

/** @type {(walk: Walk, element: Element) => boolean} no press reaches any part of it */
export function takesNoPress(walk, element) {
  if (walk.outer.blocked || (walk.style?.pointerEvents === 'none' && !receivingHost(element))) return true;
  return walk.cover !== null && walk.cover.modal && !isWithin(element, walk.cover.element);
}

/** @type {(walk: Walk, element: Element) => boolean} nothing presses it where it is drawn */
export function isBlocked(walk, element) {
  if (takesNoPress(walk, element)) return true;
  const cover = walk.cover;
  if (!cover || (cover.tests <= 0 && !cover.stays)) return false;
  // What a dialog is in may lie over the backdrop, which then gets no press.
  if (isWithin(element, cover.element)) return element !== cover.element && !cover.modal && isOverAll(element) && isMissed(element);
  const target = pressTarget(element);
  const piece = pieceInSight(target);
  if (!piece) return cover.stays && isUnder(cover, element);
  if (cover.tests-- <= 0) return false;
  const hit = hitIn(piece);
  if (!hit || reaches(element, target, hit)) return false;
  // Beside what else lies over its middle, some of it may be free.
  return isWithin(hit, cover.element) || isMissed(element);
}

/** @type {(element: Element) => boolean} a press at each of its places lands on something else */
function isMissed(element) {
  const target = pressTarget(element);
  const piece = visiblePiece(target);
  return piece !== null && !reaches(element, target, hitAt(...pressPoint(element, target, piece)));
}

/** CSS pixels: what a page may leave free at the edge for a scrollbar that it has not. */
const GUTTER = 20;

/** @type {(box: Element) => boolean} it lies over all of the viewport, wherever that is scrolled */
function isOverAll(box) {
  const { position } = styleOf(box);
  if (position !== 'fixed' && position !== 'absolute') return false;
  const { left, top, right, bottom } = rectOf(box);
  if (left > GUTTER || top > 0 || right < document.documentElement.clientWidth - GUTTER || bottom < innerHeight) return false;
  return position === 'fixed' || !isScrolledWith(box);
}

/** @type {(box: Element) => boolean} the page, or a box around it, scrolls it */
function isScrolledWith(box) {
  for (let node = parentOf(box); node; node = parentOf(node)) if (isScrollable(node, styleOf(node))) return true;
  const page = document.scrollingElement;
  return page !== null && scrollGetters.height.call(page) > innerHeight;
}

/**
 * out of the viewport, where nothing is hit: the largest part of the page around it without the cover does not lie over that, or is out
 * of sight too, and it is painted before the cover
 * @type {(cover: Cover, element: Element) => boolean}
 */
function isUnder(cover, element) {
  let part = element;
  for (let node = parentOf(element); node && !isWithin(cover.element, node); node = parentOf(node)) part = node;
  let under = cover.parts.get(part);
  if (under === undefined) {
    const piece = visiblePiece(part);
    const hit = piece && hitIn(piece);
    under = piece ? hit !== null && !isWithin(hit, part) : null;
    cover.parts.set(part, under);
  }
  return under ?? isPaintedBefore(cover.element, element, part);
}

/**
 * the cover is painted after it: in a higher layer, or in one of the same height and later in the document
 * @type {(cover: Element, element: Element, part: Element) => boolean}
 */
function isPaintedBefore(cover, element, part) {
  const common = parentOf(part);
  if (!common || closest(element, '[popover]')) return false;
  const [level, front] = [levelOf(element, common), levelOf(cover, common)];
  return level < front || (level === front && (element.compareDocumentPosition(cover) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
}

/** @type {(piece: Piece) => Element | null} in its middle */
export const hitIn = (piece) => hitAt((piece.left + piece.right) / 2, (piece.top + piece.bottom) / 2);

/**
 * where the controls are pressed that nothing in this document blocks
 * @type {(walk: Walk) => {element: Element, kind: string, point: number[]}[]}
 */
export function pressPoints(walk) {
  const found = [];
  for (const { element, tag, sighting } of walk.seen) {
    if (found.length === COVER_TESTS) break;
    if (tag.includes('blocked ') || sighting.kind === 'scrollable') continue;
    const target = pressTarget(element);
    const piece = visiblePiece(target);
    if (piece) found.push({ element, kind: sighting.kind, point: pressPoint(element, target, piece) });
  }
  return found;
}

/**
 * what is drawn and pressed for it: itself, or the label or the box of an invisible control, or what overflows an empty box
 * @type {(element: Element) => Element}
 */
export function pressTarget(element) {
  if (!FORM_CONTROLS.has(nameOf(element)))
    return wholeOf(element, explicitRole(element) ?? '')
    ?? receivingHost(element) ?? drawnPart(element) ?? standInOf(element) ?? element;
  const labels = labelsOf(element);
  if (!labels.length || isFilledIn(element)) return standInOf(element) ?? receivingHost(element) ?? element;
  if (isShownItself(element)) return element;
  for (const label of labels) if (isRendered(label)) return label;
  return element;
}

/**
 * Return the component that receives the presses of its only control, which lets them through.
 * @type {(element: Element) => Element | null}
 */
export function receivingHost(element) {
  if (styleOf(element).pointerEvents !== 'none') return null;
  const { host } = /** @type {any} */ (Node.prototype.getRootNode.call(element));
  if (!host || styleOf(host).pointerEvents === 'none') return null;
  const [, other] = queryEvery(/** @type {any} */ (Node.prototype.getRootNode.call(element)), INNER_CONTROLS);
  return other || queryOne(host, INNER_CONTROLS) ? null : host;
}

/** In how many of its parts one that is drawn is looked for. */
const MOST_PARTS = 20;

/**
 * itself, or where its own box is empty (its content floats, or has the boxes in its stead) the first part that has one
 * @type {(element: Element) => Element | null}
 */
export function drawnPart(element) {
  if (!isEmptyBox(element)) return element;
  let left = MOST_PARTS;
  for (const part of queryEvery(shadowRootOf(element) ?? element, '*')) {
    if (left-- <= 0) break;
    if (!isEmptyBox(part) && isRendered(part)) return part;
  }
  return null;
}

/** @type {(element: Element, target: Element, hit: Element | null) => boolean} pressing `hit` presses the element */
export function reaches(element, target, hit) {
  if (hit && hit !== element && hit !== target && hostsDocument(hit)) return false;
  for (let node = hit; node; node = parentOf(node)) {
    if (node === element || node === target) return true;
    if (nameOf(node) === 'label' && /** @type {HTMLLabelElement} */ (node).control === element) return true;
  }
  return hit !== null && isFieldBox(hit, element);
}

/**
 * A field that is filled in where it is although it is transparent: with the focus, the box around it comes to show (until then a
 * label lies in its place), or it lies over what is drawn for it. What a text field holds then is seen by nobody. Out of the
 * viewport, where nothing can be hit, it must be no honeypot: within what is around the transparent box.
 * @type {(walk: Walk, field: any) => boolean}
 */
export function isReachedUnseen(walk, field) {
  let around = null;
  for (let node = isFilledIn(field) && field; node; node = parentOf(node))
    if (isSeenThrough(styleOf(node).opacity)) around = parentOf(node);
  const { visibility, pointerEvents } = styleOf(field);
  const box = rectOf(field);
  if (!around || (field.value && nameOf(field) !== 'select')
    || field.tabIndex < 0 || visibility !== 'visible' || pointerEvents === 'none'
    || Math.min(box.width, box.height) < 8 || !meet(rectOf(around), box)) return false;
  const piece = pieceInSight(field);
  return walk.cover !== null || !piece || reaches(field, field, hitIn(piece));
}

/**
 * Return the same, as far as the boxes around it that scroll show it: beyond them something else is hit.
 * @type {(target: Element) => Piece | null}
 */
export function pieceInSight(target) {
  const piece = visiblePiece(target);
  if (!piece) return null;
  let { left, top, right, bottom } = piece;
  for (let node = parentOf(target); node; node = parentOf(node)) {
    const { overflowX, overflowY } = styleOf(node);
    if (!SCROLLS.test(overflowX) && !SCROLLS.test(overflowY)) continue;
    const box = rectOf(node);
    [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right),
      Math.min(bottom, box.bottom)];
    if (left >= right || top >= bottom) return null;
  }
  return { left, top, right, bottom };
}

const SCROLLS = /auto|scroll/;

/** @type {(target: Element) => Piece | null} its largest piece inside the part of the viewport that is shown */
export function visiblePiece(target) {
  const shown = shownPart();
  let best = null;
  let bestArea = 0;
  for (const rect of Array.from(boxesOf(target))) {
    const left = Math.max(rect.left, shown.left);
    const top = Math.max(rect.top, shown.top);
    const right = Math.min(rect.right, shown.right);
    const bottom = Math.min(rect.bottom, shown.bottom);
    const area = Math.max(0, right - left) * Math.max(0, bottom - top);
    if (area > bestArea) {
      best = { left, top, right, bottom };
      bestArea = area;
    }
  }
  return best;
}

/**
 * the one link or button in a tab or menu item that is all of it: pressing it is what is meant
 * @type {(element: Element, kind: string) => Element | null}
 */
export function wholeOf(element, kind) {
  if (kind !== 'tab' && kind !== 'menuitem' && kind !== 'option') return null;
  const shadow = shadowRootOf(element);
  const root = shadow ?? element;
  const inner = queryOne(root, 'a,button');
  if (!inner || queryOne(root, INNER_CONTROLS) !== inner) return null;
  return (shadow ? repeats(inner, element) : textOf(inner).trim() === textOf(element).trim()) ? inner : null;
}

/** @type {(element: Element) => boolean} its own box is empty */
export function isEmptyBox(element) {
  const box = rectOf(element);
  return box.width < 1 || box.height < 1;
}

/**
 * A control that is nowhere to be pressed: scaled to nothing, or off the page; a field may have a label that is. Its box is dear to
 * ask for, and so of many of one name and class that have no style of their own the first few stand for the rest, while what they
 * are in shows.
 * @type {(walk: Walk, element: Element, name: string, flags: number, outer: Spot) => boolean}
 */
export function isUnpressable(walk, element, name, flags, outer) {
  const kind = walk.astray || (flags & HAS_OWN_LOOK && hasAttribute(element, 'style')) ? ''
    : name + ' ' + (attributeOf(element, 'class') ?? '');
  const pressable = kind ? walk.pressable.get(kind) ?? 0 : 0;
  if (pressable >= ENOUGH && !isAway(walk, outer)) return false;
  const box = rectOf(element);
  const { edge } = walk;
  const away = box.width < 1 && box.height < 1 ? isScaledAway(element, box)
    : (walk.astray || box.right <= edge.left || box.bottom <= edge.top) && isOutOfReach(element, box);
  if (kind && !away) walk.pressable.set(kind, pressable + 1);
  return away && element !== walk.focused && !(FORM_CONTROLS.has(name) && pressTarget(element) !== element);
}
