// Texts over which an opaque box lies that says nothing itself. A popup has content, and a person closes it; what is under that is
// read.

import { FAINTEST } from './background.js';
import { contains, isFilledByShadow, isOpaque, isUnsteady, paintsOver } from './opaque_areas.js';
import { overlaid } from './suspects.js';
import { stacks } from './vanished.js';
import { INNER_CONTROLS } from '../dom/attributes.js';
import {
  TEXT_NODE, XHTML, attributeOf, bodyGetter, dataGetter, isWithin, matches, nodeTypeGetter, offsetParentGetter, parentOf, queryOne,
  rectOf, styleOf, textOf,
} from '../dom/dom.js';
/** @import { Area, Paints } from './opaque_areas.js' */

/** How many boxes are noted that may lie over texts. */
export const MOST_TAKEN = 60;
/** Boxes that are compared with the texts around them, and texts with each. */
const MOST_COVERS = 40;
const MOST_UNDER = 400;
/** CSS pixels: what is smaller is a dot, a badge, a line. */
const SMALLEST = 8;
/** How many elements an empty box has in it at most. */
const MOST_INNER = 3;
const POPUP = `${INNER_CONTROLS},[role],[popover],dialog`;
/** Characters of a text that lies on a box over another text. */
const MOST_WORDS = 100;

/**
 * @typedef {{element: Element, area: Area, within: Element, inner: boolean, follows: boolean, paints: Paints}} Cover what lies over
 *   texts in `within`; inner: the element paints it over its own content; follows: it is painted after what is in front of it in
 *   the document, and not above what comes later
 */

/**
 * Return the texts that are painted over, by one of the boxes or by what an element generates.
 * @type {(boxes: Iterable<Element>) => Set<Node>}
 */
export function coveredTexts(boxes) {
  /** @type {Set<Node>} */
  const covered = new Set();
  let left = MOST_COVERS;
  for (const element of boxes) {
    const cover = coverOf(element);
    if (!cover) continue;
    if (left-- <= 0) break;
    addCovered(cover, covered);
  }
  for (const element of overlaid) {
    if (left-- <= 0) break;
    const cover = generatedCoverOf(element, '::before') ?? generatedCoverOf(element, '::after');
    if (cover) addCovered(cover, covered);
  }
  return covered;
}

/** @type {(element: Element) => Cover | null} */
function coverOf(element) {
  const { width, height } = rectOf(element);
  if (width < SMALLEST || height < SMALLEST || matches(element, INNER_CONTROLS)) return null;
  const says = !isEmpty(element, { left: MOST_INNER });
  if (says && !saysLittle(element)) return null;
  const style = styleOf(element);
  if (style.position === 'fixed' || style.visibility !== 'visible' || isUnsteady(style)) return null;
  const within = withinOf(element, style);
  if (!within || (says && within === bodyGetter.call(document))) return null;
  const follows = style.position === 'static' && !stacks(style);
  if (follows && !/grid|flex/.test(styleOf(within).display)) return null;
  const paints = paintsOver(element);
  return paints && { element, area: shownArea(element, within), within, inner: false, follows, paints };
}

/** @type {(element: Element, style: CSSStyleDeclaration) => Element | null} what holds the texts that it may lie over */
function withinOf(element, style) {
  if (style.position !== 'absolute') return parentOf(element);
  if (element.namespaceURI === XHTML) return offsetParentGetter.call(element);
  for (let node = parentOf(element); node; node = parentOf(node)) if (styleOf(node).position !== 'static') return node;
  return bodyGetter.call(document);
}

/** @type {(element: Element, budget: {left: number}) => boolean} no text in it, and hardly an element */
function isEmpty(element, budget) {
  for (const child of element.childNodes) {
    if (nodeTypeGetter.call(child) === TEXT_NODE ? /\S/.test(dataGetter.call(child))
      : child instanceof Element && (budget.left-- <= 0 || !isEmpty(child, budget))) return false;
  }
  return true;
}

/** @type {(element: Element) => boolean} a line or two: no popup, which has a role, a control, or the page for its parent */
const saysLittle = (element) => attributeOf(element, 'role') === null && attributeOf(element, 'popover') === null
  && queryOne(element, POPUP) === null && textOf(element).length <= MOST_WORDS;

/** @type {(element: Element, within: Element) => Area} what the boxes around it leave of it */
function shownArea(element, within) {
  let { left, top, right, bottom } = rectOf(element);
  for (let node = parentOf(element); node; node = node === within ? null : parentOf(node)) {
    if (styleOf(node).overflowX === 'visible') continue;
    const box = rectOf(node);
    [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right),
      Math.min(bottom, box.bottom)];
  }
  return { left, top, right, bottom };
}

/** @type {(element: Element, pseudo: string) => Cover | null} a box that it generates over all of itself */
function generatedCoverOf(element, pseudo) {
  const style = getComputedStyle(element, pseudo);
  const { content, position, visibility, opacity, zIndex, left, top, right, bottom, transform } = style;
  if (!/^(""|none "")$/.test(content) || position !== 'absolute'
    || visibility !== 'visible' || transform !== 'none' || Number(zIndex) < 0 || Number(opacity) < 1 - FAINTEST) return null;
  const box = rectOf(element);
  if (styleOf(element).position === 'static'
    || isUnsteady(style) || !(isOpaque(style) || isFilledByShadow(style.boxShadow, box.width, box.height))) return null;
  const [fromLeft, fromTop, fromRight, fromBottom] = [left, top, right, bottom].map(Number.parseFloat);
  return {
    element,
    area: { left: box.left + fromLeft, top: box.top + fromTop, right: box.right - fromRight, bottom: box.bottom - fromBottom },
    within: element, inner: true, follows: false, paints: () => true,
  };
}

/** @param {Cover} cover @param {Set<Node>} covered */
function addCovered(cover, covered) {
  const { area, within, paints } = cover;
  if (area.right - area.left < SMALLEST || area.bottom - area.top < SMALLEST) return;
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let left = MOST_UNDER;
  for (let node = texts.nextNode(); node && left-- > 0; node = texts.nextNode()) {
    if (!/\S/.test(dataGetter.call(node)) || covered.has(node)) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const around = parentOf(node);
    if (around && box.width > 0 && contains(area, box) && isPaintedOver(cover, around) && paints(box)) covered.add(node);
  }
}

/**
 * the cover is painted after what is in the element, and is scrolled with it
 * @type {(cover: Cover, element: Element) => boolean}
 */
function isPaintedOver({ element: cover, within, inner, follows }, element) {
  if (within === bodyGetter.call(document) && isWithin(cover, element)) return false;
  let common = element;
  let text = /** @type {Element | null} */ (null);
  for (let node = /** @type {Element | null} */ (element); node && (inner ? node !== cover : !isWithin(cover, node));
    node = parentOf(node)) {
    const style = styleOf(node);
    if (/fixed|sticky/.test(style.position) || /auto|scroll/.test(style.overflowY)) return false;
    if (style.position !== 'static' || stacks(style)) text = node;
    common = parentOf(node) ?? node;
  }
  const front = inner ? 0 : levelOf(cover, common);
  if (isWithin(element, cover)) return inner;
  if (!text) return follows && front === 0 ? isBefore(element, cover) : front >= 0;
  const level = Number.parseInt(styleOf(text).zIndex, 10) || 0;
  return level === front ? !inner && isBefore(text, cover) : front > level;
}

/** @type {(one: Element, other: Element) => boolean} in the document */
const isBefore = (one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/**
 * where the outermost box around the cover is stacked in the common ancestor
 * @type {(cover: Element, common: Element) => number}
 */
export function levelOf(cover, common) {
  let level = 0;
  for (let node = /** @type {Element | null} */ (cover); node && node !== common; node = parentOf(node)) {
    const style = styleOf(node);
    if (stacks(style)) level = Number.parseInt(style.zIndex, 10) || 0;
  }
  return level;
}
