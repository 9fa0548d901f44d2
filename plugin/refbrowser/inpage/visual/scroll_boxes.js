// Boxes that scroll.

import { bodyGetter, documentElementGetter, scrollGetters, styleOf } from '../dom/dom.js';

/** How much of a box must be out of sight for it to be worth a ref, in CSS pixels: less is a matter of rounding. */
const WORTH_SCROLLING = 8;

/**
 * a box of its own that a person scrolls up and down; the page itself is none
 * @type {(element: Element, style: CSSStyleDeclaration) => boolean}
 */
export function isScrollable(element, style) {
  if (!/auto|scroll|overlay/.test(style.overflowY) || element === document.scrollingElement) return false;
  const height = scrollGetters.clientHeight.call(element);
  return height > WORTH_SCROLLING && scrollGetters.height.call(element) > height + WORTH_SCROLLING;
}

/**
 * in CSS pixels
 * @type {(scroller: Element) => {x: number, y: number, width: number, height: number, viewport_width: number, viewport_height:
 *   number}}
 */
export const positionOf = (scroller) => ({
  x: Math.round(scrollGetters.left.call(scroller)), y: Math.round(scrollGetters.top.call(scroller)),
  width: scrollGetters.width.call(scroller), height: scrollGetters.height.call(scroller),
  viewport_width: scrollGetters.clientWidth.call(scroller), viewport_height: scrollGetters.clientHeight.call(scroller),
});

/**
 * Return the scroll origin: whether the content starts at the right edge and at the bottom edge. It overflows to the left and
 * upward then, and scroll positions are negative.
 * @type {(style: CSSStyleDeclaration) => {right: boolean, bottom: boolean}}
 */
export function originOf({ direction, writingMode, display, flexDirection, flexWrap }) {
  const upright = writingMode === 'horizontal-tb';
  let inline = (direction === 'rtl') !== (writingMode === 'sideways-lr');
  let block = writingMode === 'vertical-rl' || writingMode === 'sideways-rl';
  if (display.endsWith('flex')) {
    const row = flexDirection.startsWith('row');
    const [main, cross] = [flexDirection.endsWith('reverse'), flexWrap === 'wrap-reverse'];
    inline = inline !== (row ? main : cross);
    block = block !== (row ? cross : main);
  }
  return upright ? { right: inline, bottom: block } : { right: block, bottom: inline };
}

/**
 * Return the scroll origin of the page, which has the direction and writing mode of its body.
 * @type {() => {right: boolean, bottom: boolean}}
 */
export function originOfPage() {
  const root = bodyGetter.call(document) ?? documentElementGetter.call(document);
  const { direction, writingMode } = styleOf(root);
  return originOf(/** @type {CSSStyleDeclaration} */ ({ direction, writingMode, display: 'block' }));
}

/**
 * Return how many CSS pixels of content are scrolled out of the box at its left and at its top.
 * @type {(box: Element) => [number, number]}
 */
export function scrolledPast(box) {
  const [left, top] = [scrollGetters.left.call(box), scrollGetters.top.call(box)];
  const [across, down] = [scrollGetters.width.call(box) - scrollGetters.clientWidth.call(box),
    scrollGetters.height.call(box) - scrollGetters.clientHeight.call(box)];
  if (across <= 0 && down <= 0) return [0, 0];
  const style = styleOf(box);
  const origin = originOf(style);
  const [fromRight, fromBottom] = [left < 0 || (left === 0 && origin.right), top < 0 || (top === 0 && origin.bottom)];
  return [
    fromRight ? (/auto|scroll|overlay/.test(style.overflowX) ? across + left : 0) : left,
    fromBottom ? (/auto|scroll|overlay/.test(style.overflowY) ? down + top : 0) : top,
  ];
}
