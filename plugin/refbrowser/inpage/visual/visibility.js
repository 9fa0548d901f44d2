// What a person cannot see, and so what a capture leaves out.

import { isSeenThrough } from './background.js';
import { originOfPage, scrolledPast } from './scroll_boxes.js';
import { HAS_STYLING, INNER_CONTROLS } from '../dom/attributes.js';
import {
  XHTML, bodyGetter, contains, documentElementGetter, nameOf, offsetParentGetter, offsetWidthGetter, parentOf, queryEvery,
  rectOf, scrollGetters, styleOf,
} from '../dom/dom.js';

/**
 * the box is clipped away, empty, or where no scrolling reaches
 * @type {(element: Element, style: CSSStyleDeclaration, flags: number, clipsContent?: boolean, position?: string) => boolean}
 */
export function isBoxHidden(element, style, flags, clipsContent = style.overflowX !== 'visible', position = style.position) {
  if (flags & HAS_STYLING && /** @type {any} */ (style).contentVisibility === 'hidden') return true;
  const taken = position === 'absolute' || position === 'fixed';
  if (isClippedAway(style, taken)) return true;
  if (!clipsContent && !taken) return false;
  // What the body clips, the viewport clips in its stead, and a page that may not scroll while a dialog is open is moved up by them;
  // a rule is a box of two pixels that clips.
  const name = nameOf(element);
  if (name === 'body' || name === 'html' || name === 'hr') return false;
  const box = rectOf(element);
  if (clipsContent && isSlit(box, style)) return true;
  return taken && (isScaledAway(element, box) || isOutOfReach(element, box));
}

/** CSS pixels: through a box so narrow or low nothing can be read. */
const NARROWEST = 2;

/**
 * too narrow or too low to show what it clips, which nobody scrolls
 * @type {(box: DOMRect, style: CSSStyleDeclaration) => boolean}
 */
const isSlit = ({ width, height }, { overflowX, overflowY }) =>
  width < 1 || height < 1 || (width <= NARROWEST && height <= NARROWEST)
  || (height <= NARROWEST && /hidden|clip/.test(overflowY)) || (width <= NARROWEST && /hidden|clip/.test(overflowX));

/** @type {(element: Element, box: DOMRect) => boolean} it has a size, and a transform that makes nothing of it */
export const isScaledAway = (element, box) =>
  box.width === 0 && box.height === 0 && element.namespaceURI === XHTML && offsetWidthGetter.call(element) > 0;

/** @type {(style: CSSStyleDeclaration, taken: boolean) => boolean} */
function isClippedAway(style, taken) {
  const clip = taken ? style.clip : '';
  if (clip !== 'auto' && clip !== '') {
    const edges = clip.match(/-?[\d.]+|auto/g)?.map(Number);
    if (edges?.length === 4 && (edges[1] - (edges[3] || 0) <= 1 || edges[2] - (edges[0] || 0) <= 1)) return true;
  }
  const path = style.clipPath;
  return path !== 'none' && /^circle\(0|^inset\((5\d|[6-9]\d|100)(\.\d+)?%/.test(path);
}

/** @type {(element: Element, box: DOMRect) => boolean} wholly where no scrolling reaches */
export function isOutOfReach(element, box) {
  if (box.width === 0 && box.height === 0) return false;
  const origin = originOfPage();
  const left = box.right + scrollX <= 0 && !origin.right;
  const above = box.bottom + scrollY <= 0 && !origin.bottom;
  if (left || above) return !isScrolledOut(element, left ? box.right + scrollX : 1, above ? box.bottom + scrollY : 1);
  const right = box.left >= innerWidth;
  const below = box.top >= innerHeight;
  if (!right && !below && !(origin.right && box.right <= 0)) return false;
  const pinned = isPinned(element);
  const held = (right && (pinned || (origin.right ? box.left + scrollX >= innerWidth : isHeld('overflowX'))))
    || (below && (pinned || isHeld('overflowY')));
  return held && !isInScroller(element);
}

/**
 * scrolling the boxes around it brings its right and its bottom edge, which are here on the page, onto the page
 * @type {(element: Element, right: number, bottom: number) => boolean}
 */
function isScrolledOut(element, right, bottom) {
  for (let box = parentOf(element); box && (right <= 0 || bottom <= 0); box = parentOf(box)) {
    if (isHeldUp(box)) bottom -= rectOf(box).top;
    if (box === document.scrollingElement) continue;
    const [across, down] = scrolledPast(box);
    right += across;
    bottom += down;
  }
  return right > 0 && bottom > 0;
}

/** @type {(box: Element) => boolean} it is the page, which may not scroll while a dialog is open, and keeps its place so */
const isHeldUp = (box) => /^(html|body)$/.test(nameOf(box)) && styleOf(box).position === 'fixed';

/**
 * the page does not scroll that way: what the root or the body clips, the viewport clips
 * @type {(property: 'overflowX' | 'overflowY') => boolean}
 */
const isHeld = (property) => [documentElementGetter.call(document), bodyGetter.call(document)].some((one) =>
  one && /hidden|clip/.test(styleOf(one)[property]));

/** @type {(element: Element) => boolean} it, or what it is in, stays where it is while the page is scrolled */
function isPinned(element) {
  for (let node = /** @type {Element | null} */ (element); node; node = parentOf(node)) {
    // A transform around it would make it move with the page, and be its offset parent.
    if (styleOf(node).position === 'fixed') return node.namespaceURI === XHTML && offsetParentGetter.call(node) === null;
  }
  return false;
}

/** @type {(element: Element) => boolean} a box around it scrolls */
export function isInScroller(element) {
  for (let node = parentOf(element); node && node !== document.scrollingElement; node = parentOf(node)) {
    const style = styleOf(node);
    if (/auto|scroll/.test(style.overflowX + style.overflowY)
      && (scrollGetters.height.call(node) > scrollGetters.clientHeight.call(node)
      || scrollGetters.width.call(node) > scrollGetters.clientWidth.call(node))) return true;
  }
  return false;
}

/** How many controls of a box off the page are looked at for one that sticks out. */
const MOST_HANDLES = 60;

/**
 * the box is off the page, but a control in it is not, as the handle of a drawer
 * @type {(element: Element, style: CSSStyleDeclaration) => boolean}
 */
export function showsHandle(element, style) {
  if (isClippedAway(style, true) || !isOutOfReach(element, rectOf(element))) return false;
  let left = MOST_HANDLES;
  for (const control of queryEvery(element, INNER_CONTROLS)) {
    if (left-- <= 0) return false;
    const box = rectOf(control);
    if (box.width >= 1 && box.height >= 1 && box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight)
      return true;
  }
  return false;
}

/**
 * @param {Element} control
 * @param {Element} [label] one that is known to be shown, and so is everything around it
 * @returns {boolean} whether a person sees and can press the control itself, rather than a label that stands for it
 */
export function isShownItself(control, label) {
  const style = styleOf(control);
  if (style.visibility !== 'visible') return false;
  const box = rectOf(control);
  if (box.width <= 1 || box.height <= 1 || isBoxHidden(control, style, 0)) return false;
  if (isSeenThrough(style.opacity) && (nameOf(control) !== 'input'
    || box.width < 8 || box.height < 8 || style.pointerEvents === 'none')) return false;
  for (let ancestor = parentOf(control); ancestor && !(label && contains(ancestor, label)); ancestor = parentOf(ancestor)) {
    const around = styleOf(ancestor);
    if (isSeenThrough(around.opacity) || (around.display !== 'inline' && isBoxHidden(ancestor, around, HAS_STYLING))) return false;
  }
  return true;
}
