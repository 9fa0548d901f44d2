// What is drawn at a point.

import { shadowRootOf } from '../dom/dom.js';
import { loseReads } from '../dom/reads.js';

/**
 * The innermost element at a viewport point, through shadow roots. Each step goes into the shadow root of what was hit, and nowhere
 * else: slotted text is a hit on its host in every tree, also in one that passes its slot on, and would lead back out.
 * @type {(x: number, y: number) => Element | null}
 */
export function hitAt(x, y) {
  loseReads();
  let hit = Document.prototype.elementFromPoint.call(document, x, y);
  while (hit) {
    const shadow = shadowRootOf(hit);
    const inner = shadow && elementIn(shadow, x, y);
    if (!inner) break;
    hit = inner;
  }
  return hit;
}

/**
 * the topmost element of this tree at the point; under slotted text, what is drawn right beneath it holds the slot
 * @type {(shadow: ShadowRoot, x: number, y: number) => Element | null}
 */
function elementIn(shadow, x, y) {
  const isOwn = (/** @type {Element} */ one) => Node.prototype.getRootNode.call(one) === shadow;
  const top = shadow.elementFromPoint(x, y);
  return top && isOwn(top) ? top : shadow.elementsFromPoint(x, y).find(isOwn) ?? null;
}
