// Going through the content of a box, from its beginning to its end, for a reading of all that it shows on the way.

import { otherDocument } from './healing.js';
import { scrollBoxOf } from './scroll.js';
import { documentElementGetter, isWithin, nameOf, queryEvery, rectOf, scrollGetters, styleOf } from '../dom/dom.js';
import { shownWithin, treeRoots } from '../dom/trees.js';
import { version } from '../tracking/changes.js';
import { documentToken, entryFor, liveElement } from '../tracking/refs.js';
import { markBeats } from '../tracking/tickers.js';
import { originOf, originOfPage, positionOf } from '../visual/scroll_boxes.js';
/** @import { ElementGone, Traversed, TraverseRequest } from '../wire.d.ts' */

/** Content that is out of sight makes a box worth going through, in CSS pixels. */
const WORTH = 8;

/** The share of the viewport from which on a box may be what the page is about, though that scrolls too. */
const LARGE = 0.25;

/** Boxes that are looked at for the largest. */
const MOST_BOXES = 20_000;

/** Whether a frame has been drawn since the box was moved. */
let drawn = true;

/** @type {(request: TraverseRequest) => Traversed | ElementGone} Choose a box, or scroll the chosen one. */
export function traverse(request) {
  if (request.doc && request.doc !== documentToken) return otherDocument();
  const box = request.box ? liveElement(request.box) : chosen(request.id);
  if (!box) return { doc: documentToken, status: 'removed', reason: 'the element was removed' };
  // What the page draws as it is scrolled does not change by itself.
  markBeats();
  const { upright, backwards } = directionOf(box);
  if (request.to !== null) move(box, { [upright ? 'top' : 'left']: backwards ? -request.to : request.to });
  if (request.left !== null && request.top !== null) move(box, { left: request.left, top: request.top });
  const { x, y, width, height, viewport_width, viewport_height } = positionOf(box);
  const element = request.id ? liveElement(request.id) : null;
  const found = {
    id: entryFor(box).id, at: Math.abs(upright ? y : x), size: upright ? height : width,
    page: upright ? viewport_height : viewport_width,
    area: box === document.scrollingElement ? innerWidth * innerHeight : areaOf(box), drawn, version, left: x,
    top: y, upright, backwards,
    around: element !== null && box !== document.scrollingElement && box !== element && isWithin(element, box),
  };
  return { doc: documentToken, box: found };
}

/** @type {(box: Element, to: ScrollToOptions) => void} */
function move(box, to) {
  drawn = false;
  Reflect.apply(Element.prototype.scrollTo, box, [{ ...to, behavior: 'instant' }]);
  // The page gets the event of it before the next frame, and what it does then shows in that or in the one behind it.
  requestAnimationFrame(() => requestAnimationFrame(() => { drawn = true; }));
}

/**
 * whether it is gone through from top to bottom or from side to side, and whether in negative coordinates
 * @type {(box: Element) => {upright: boolean, backwards: boolean}}
 */
function directionOf(box) {
  const style = styleOf(box);
  const page = box === document.scrollingElement;
  const upright = overflowOf(box) > 0 && (page || style.overflowY !== 'hidden');
  const { right, bottom } = page ? originOfPage() : originOf(style);
  return { upright, backwards: upright ? bottom : right };
}

/** @type {(element: Element) => number} how much of its content is out of sight, above and below */
const overflowOf = (element) => scrollGetters.height.call(element) - scrollGetters.clientHeight.call(element);

/** @type {(id: number | null) => Element | null} */
function chosen(id) {
  const page = document.scrollingElement ?? documentElementGetter.call(document);
  if (id) {
    const element = liveElement(id);
    if (!element) return null;
    return element === scrollBoxOf(element) ? element
      : largestOf(shownWithin(element, '*', MOST_BOXES)) ?? scrollBoxOf(element) ?? page;
  }
  const inner = largestOf(treeRoots().flatMap((root) => Array.from(queryEvery(root, '*')).slice(0, MOST_BOXES)));
  const scrolled = page ? overflowOf(page) : 0;
  if (!inner || (scrolled > WORTH && (overflowOf(inner) < 2 * scrolled || areaOf(inner) < innerWidth * innerHeight * LARGE)))
    return page;
  return inner;
}

/** @type {(elements: Element[]) => Element | null} the largest of them that scrolls up and down */
function largestOf(elements) {
  let largest = null;
  for (const element of elements) {
    if (overflowOf(element) <= WORTH || nameOf(element) === 'textarea' || element !== scrollBoxOf(element)) continue;
    if (!largest || areaOf(element) > areaOf(largest)) largest = element;
  }
  return largest;
}

/** @type {(element: Element) => number} */
function areaOf(element) {
  const { width, height } = rectOf(element);
  return width * height;
}
