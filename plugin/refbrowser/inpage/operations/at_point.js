// Which element lies at a point: what a person who points at the picture of the page means.

import { contentPlace } from './frame_geometry.js';
import { nameOf, parentOf } from '../dom/dom.js';
import { round } from '../tracking/describe.js';
import { documentToken, entryFor, entryOf, idsWithoutNumber } from '../tracking/refs.js';
import { hitAt } from '../visual/hit_test.js';
import { laidOutPoint } from '../visual/visual_viewport.js';

/**
 * The control that a press there would reach, else the element itself; through shadow roots, and up to the edge of a frame.
 * @param {any} request op pick; `x` and `y` in CSS pixels of this frame's viewport, in the top frame of a picture of it
 * @returns {object} its local id; `at`: the point in CSS pixels of the viewport; `frame`: where the document in it begins, if it is a frame
 */
export function pick(request) {
  const at = laidOutPoint(request.x, request.y);
  const hit = hitAt(...at);
  if (!hit) return { doc: documentToken, id: null };
  let control = null;
  for (let node = /** @type {Element | null} */ (hit); node && !control; node = parentOf(node)) if (entryOf.get(node)?.number) control = node;
  const picked = control ?? hit;
  const isFrame = nameOf(hit) === 'iframe' || nameOf(hit) === 'frame';
  const place = isFrame ? contentPlace(hit, 0) : null;
  const frame = place && { origin: [round(place.left), round(place.top)], scale: place.scale };
  return { doc: documentToken, id: entryFor(isFrame ? hit : picked).id, at, frame, fresh: idsWithoutNumber() };
}
