// What a partial capture leaves out: what is around the main content, what is outside the viewport.

import {
  SKIPPED, bodyGetter, checkVisibility, childrenOf, closest, nameOf, parentOf, queryEvery, queryOne, rectOf, scrollGetters,
  shadowRootOf, styleOf, textOf,
} from '../dom/dom.js';

/** @type {() => Element | null} the main content: a landmark, else the block that holds most of the text */
export function mainContent() {
  const landmark = queryOne(document, 'main,[role=main]') ?? queryOne(document, 'article,[role=article]');
  if (landmark && checkVisibility(landmark)) return landmark;
  let best = bodyGetter.call(document);
  for (;;) {
    const length = best ? textOf(best).length : 0;
    let next = null;
    for (const child of best ? childrenOf(best) : []) if (!SKIPPED.has(nameOf(child)) && textOf(child).length > 0.7 * length) next = child;
    if (!next) return best;
    best = next;
  }
}

const OUTSIDE_MAIN_ROLES = new Set(['navigation', 'complementary', 'banner', 'contentinfo', 'search']);

/** @type {(element: Element, name: string, role: string | null) => boolean} navigation and the like around the main content */
export function isOutsideMain(element, name, role) {
  if (role) return OUTSIDE_MAIN_ROLES.has(role);
  if (name === 'nav' || name === 'aside') return true;
  return (name === 'header' || name === 'footer') && !closest(element, 'article,main,section,[role=main]');
}

/** @type {(element: Element) => boolean} wholly outside the viewport, with what overflows it */
export function isOutside(element) {
  const box = rectOf(element);
  if (box.width === 0 && box.height === 0) return false;
  const bottom = box.top + Math.max(box.height, scrollGetters.height.call(element));
  const right = box.left + Math.max(box.width, scrollGetters.width.call(element));
  return bottom <= 0 || right <= 0 || box.top >= innerHeight || box.left >= innerWidth;
}

/** @type {(scope: ParentNode, found: Set<Element>) => Set<Element>} boxes taken out of the flow that are in the viewport, with all their ancestors: a parent out of sight must not hide them */
export function boxesInSight(scope, found) {
  for (const element of queryEvery(scope, '*')) {
    const shadow = shadowRootOf(element);
    if (shadow) boxesInSight(shadow, found);
    const position = styleOf(element).position;
    if ((position !== 'fixed' && position !== 'absolute') || isOutside(element)) continue;
    for (let node = /** @type {Element | null} */ (element); node && !found.has(node); node = parentOf(node)) found.add(node);
  }
  return found;
}
