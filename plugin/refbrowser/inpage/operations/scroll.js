// Scrolling, at once and never animated.

import { noteRevealed, otherDocument, resolve } from './healing.js';
import { documentElementGetter, parentOf, rectOf, scrollGetters, styleOf } from '../dom/dom.js';
import { pressTarget } from '../pressing/cover.js';
import { describeElement } from '../tracking/describe.js';
import { endAim } from '../tracking/press_guard.js';
import { documentToken, entryFor } from '../tracking/refs.js';
import { hitAt } from '../visual/hit_test.js';
import { boxOf, drawnBy } from '../visual/image_map.js';
import { positionOf } from '../visual/scroll_boxes.js';
/** @import { ElementGone, Revealed, RevealRequest, Scrolled, ScrollRequest } from '../wire.d.ts' */

/**
 * Scroll an element into view, and end the aim at it. With `inner`, scroll the boxes in the document alone: a picture shows what is
 * beyond the viewport. The slides of a carousel come by its buttons: the box is `held`, and a person cannot scroll it.
 * @type {(request: RevealRequest) => Revealed}
 */
export function reveal(request) {
  const found = request.doc && request.doc !== documentToken ? null : resolve(request.id).element;
  if (!found) return { doc: documentToken, scroll_before: null, scroll_after: null, held: null, drawn_by: null };
  endAim();
  noteRevealed(found);
  const pressed = pressTarget(found);
  const target = drawnBy(pressed);
  const scroller = scrollBoxOf(parentOf(target)) ?? pageScroller();
  const scroll_before = scroller && positionOf(scroller);
  /** @type {[Element, string][]} */
  const held = [];
  for (let node = parentOf(target); node; node = parentOf(node)) held.push([node, heldAt(node)]);
  if (request.inner) revealInBoxes(pressed);
  else Element.prototype.scrollIntoView.call(target, { block: 'center', inline: 'center', behavior: 'instant' });
  if (target !== pressed) revealInBoxes(pressed);
  const box = boxOf(pressed);
  if (scroller && (request.offset || target !== pressed))
    bringPoint(scroller, box, request.offset ?? [box.width / 2, box.height / 2]);
  const moved = held.find(([node, at]) => heldAt(node) !== at);
  return {
    doc: documentToken, scroll_before, scroll_after: scroller && positionOf(scroller),
    held: moved ? describeElement(moved[0]) : null,
    drawn_by: target === pressed ? null : entryFor(target).id,
  };
}

/** @type {(target: Element) => void} */
function revealInBoxes(target) {
  for (let box = scrollBoxOf(parentOf(drawnBy(target))); box; box = scrollBoxOf(parentOf(box))) {
    const [outer, inner] = [rectOf(box), boxOf(target)];
    if (inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom) continue;
    const [left, top] = [inner.left + inner.width / 2 - outer.left - outer.width / 2,
      inner.top + inner.height / 2 - outer.top - outer.height / 2];
    Reflect.apply(Element.prototype.scrollBy, box, [{ left, top, behavior: 'instant' }]);
  }
}

/** @type {(element: Element) => string} how far it is scrolled in the ways in which scripts alone can scroll it */
function heldAt(element) {
  const { overflowX, overflowY } = styleOf(element);
  return [overflowX === 'hidden' && scrollGetters.left.call(element),
    overflowY === 'hidden' && scrollGetters.top.call(element)].join();
}

/** @type {(scroller: Element, box: DOMRect, offset: [number, number]) => void} */
function bringPoint(scroller, box, [dx, dy]) {
  const x = box.left + dx;
  const y = box.top + dy;
  if (x >= 0 && y >= 0 && x < innerWidth && y < innerHeight) return;
  Reflect.apply(Element.prototype.scrollBy, scroller, [{
    left: x - innerWidth / 2, top: y - innerHeight / 2, behavior: 'instant',
  }]);
}

/**
 * it, or the nearest around it that scrolls; null when nothing but the page does
 * @type {(element: Element | null) => Element | null}
 */
export function scrollBoxOf(element) {
  for (let node = element; node && node !== document.scrollingElement; node = parentOf(node)) {
    const style = styleOf(node);
    const down = scrollGetters.height.call(node) > scrollGetters.clientHeight.call(node)
      && /auto|scroll|overlay/.test(style.overflowY);
    const across = scrollGetters.width.call(node) > scrollGetters.clientWidth.call(node)
      && /auto|scroll|overlay/.test(style.overflowX);
    if (down || across) return node;
  }
  return null;
}

/**
 * what scrolls the page: the document's scroller, or where that has nothing to scroll the box that fills the page
 * @type {() => Element | null}
 */
function pageScroller() {
  const scroller = document.scrollingElement ?? documentElementGetter.call(document);
  if (scroller && scrollGetters.height.call(scroller) > scrollGetters.clientHeight.call(scroller)) return scroller;
  const box = scrollBoxOf(hitAt(innerWidth / 2, innerHeight / 2));
  const size = box && rectOf(box);
  return size && size.width >= innerWidth / 2 && size.height >= innerHeight / 2 ? box : scroller;
}

/** @type {(request: ScrollRequest) => Scrolled | ElementGone} Scroll the box around an element, or the page. */
export function scroll(request) {
  if (request.doc && request.doc !== documentToken) return otherDocument();
  let element = null;
  if (request.id) {
    const found = resolve(request.id);
    if (!found.element) return { doc: documentToken, status: found.status, reason: found.reason };
    element = found.element;
  }
  const scroller = scrollBoxOf(element) ?? pageScroller();
  if (!scroller) return { doc: documentToken, status: 'unknown', reason: 'the document cannot scroll' };
  const before = positionOf(scroller);
  if (request.to) scrollToEnd(scroller, request.to === 'top');
  else Reflect.apply(Element.prototype.scrollBy, scroller, [{ top: request.dy ?? 0, left: request.dx ?? 0, behavior: 'instant' }]);
  return { doc: documentToken, before, after: positionOf(scroller) };
}

/**
 * Scroll to the top or bottom edge; a box that scrolls only or, with vertical lines, mostly sideways is scrolled to its start or
 * end.
 * @param {Element} box @param {boolean} first to the top, not the bottom
 */
function scrollToEnd(box, first) {
  const { direction, writingMode } = styleOf(box);
  const [width, height] = [scrollGetters.width.call(box), scrollGetters.height.call(box)];
  const [across, down] = [width - scrollGetters.clientWidth.call(box), height - scrollGetters.clientHeight.call(box)];
  const lies = writingMode === 'horizontal-tb';
  const backwards = (lies ? direction === 'rtl' : writingMode.endsWith('-rl')) !== first;
  const end = down <= 0 || (!lies && across > down) ? { left: backwards ? -width : width } : { top: first ? -height : height };
  Reflect.apply(Element.prototype.scrollTo, box, [{ ...end, behavior: 'instant' }]);
}
