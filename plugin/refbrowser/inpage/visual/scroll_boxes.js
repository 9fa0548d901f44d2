// Boxes that scroll.

import { scrollGetters } from '../dom/dom.js';

/** How much of a box must be out of sight for it to be worth a ref, in CSS pixels: less is a matter of rounding. */
const WORTH_SCROLLING = 8;

/** @type {(element: Element, style: CSSStyleDeclaration) => boolean} a box of its own that a person scrolls up and down; the page itself is none */
export function isScrollable(element, style) {
  if (!/auto|scroll|overlay/.test(style.overflowY) || element === document.scrollingElement) return false;
  const height = scrollGetters.clientHeight.call(element);
  return height > WORTH_SCROLLING && scrollGetters.height.call(element) > height + WORTH_SCROLLING;
}

/** @type {(scroller: Element) => {x: number, y: number, width: number, height: number, viewport_width: number, viewport_height: number}} in CSS pixels */
export const positionOf = (scroller) => ({
  x: Math.round(scrollGetters.left.call(scroller)), y: Math.round(scrollGetters.top.call(scroller)),
  width: scrollGetters.width.call(scroller), height: scrollGetters.height.call(scroller),
  viewport_width: scrollGetters.clientWidth.call(scroller), viewport_height: scrollGetters.clientHeight.call(scroller),
});
