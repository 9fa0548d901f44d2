// Which element lies at a point: what a person who points at the picture of the page means.

import { calledName } from '../aria/fallback_label.js';
import { isEditingHost } from '../aria/roles.js';
import { focusedElement, hostsDocument, nameOf, parentOf, queryEvery, rectOf } from '../dom/dom.js';
import { oneLine, shorten } from '../dom/text.js';
import { suspectHosts } from '../tracking/debugger_hints.js';
import { currentKind, round } from '../tracking/describe.js';
import { contentPlace } from './frame_geometry.js';
import { documentToken, entryFor, entryOf, idsWithoutNumber } from '../tracking/refs.js';
import { hitAt } from '../visual/hit_test.js';
import { laidOutPoint } from '../visual/visual_viewport.js';
/** @import { Drawn, DrawnElement, DrawnRequest, FrameContent, Picked, PickRequest } from '../wire.d.ts' */

/**
 * Report the control that a press at a point would reach, else the element itself; through shadow roots, and up to the edge of a
 * frame.
 * @type {(request: PickRequest) => Picked}
 */
export function pick(request) {
  const at = laidOutPoint(request.x, request.y);
  const hit = hitAt(...at);
  if (!hit) return { doc: documentToken, id: null, at, frame: null, hosts: false, fresh: idsWithoutNumber() };
  let control = null;
  for (let node = /** @type {Element | null} */ (request.exact ? null : hit); node && !control; node = parentOf(node))
    if (entryOf.get(node)?.number) control = node;
  const picked = control ?? hit;
  const isFrame = request.exact ? hostsDocument(hit) : nameOf(hit) === 'iframe' || nameOf(hit) === 'frame';
  const place = isFrame ? contentPlace(hit, 0) : null;
  /** @type {FrameContent | null} */
  const frame = place && { origin: [round(place.left), round(place.top)], scale: place.scale };
  const { id } = entryFor(isFrame ? hit : picked);
  const hosts = request.exact && suspectHosts(ancestorsOf(hit));
  return { doc: documentToken, id, at, frame, hosts, fresh: idsWithoutNumber() };
}

/** @type {(element: Element) => Element[]} it and what is around it */
function ancestorsOf(element) {
  /** @type {Element[]} */
  const found = [];
  for (let node = /** @type {Element | null} */ (element); node; node = parentOf(node)) found.push(node);
  return found;
}

/** Kinds of containers that take presses for what is in them: there, the thing itself is meant. */
const AROUND = new Set(['clickable', 'scrollable']);

/** How many videos are listed. */
const MOST_MOVING = 20;

/**
 * Report what is drawn at points of a picture of the viewport: the control there, else the innermost element; nothing on the bare
 * page.
 * @type {(request: DrawnRequest) => Drawn}
 */
export function drawn(request) {
  /** @type {Map<Element, DrawnElement>} */
  const described = new Map();
  const elements = request.points.map(([x, y]) => {
    const hit = hitAt(...laidOutPoint(x, y));
    const shown = hit && controlAround(hit);
    if (!shown || nameOf(shown) === 'body' || nameOf(shown) === 'html') return null;
    if (!described.has(shown)) {
      described.set(shown, { id: entryFor(shown).id, kind: currentKind(shown), name: shorten(oneLine(calledName(shown)), 120) });
    }
    return described.get(shown) ?? null;
  });
  const moving = Array.from(queryEvery(document, 'video')).slice(0, MOST_MOVING).map(boxOf);
  const field = focusedElement();
  const caret = field && (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || isEditingHost(field))
    ? boxOf(field) : null;
  return { doc: documentToken, elements, moving, caret, ...pictured(), fresh: idsWithoutNumber() };
}

/** @type {() => {scroll: number[], scale: number}} */
const pictured = () => ({ scroll: [round(scrollX), round(scrollY)], scale: devicePixelRatio });

/** @type {(hit: Element) => Element} */
function controlAround(hit) {
  for (let node = /** @type {Element | null} */ (hit); node; node = parentOf(node)) {
    const kind = currentKind(node);
    if (kind !== nameOf(node) && !AROUND.has(kind)) return node;
  }
  return hit;
}

/** @type {(element: Element) => number[]} */
function boxOf(element) {
  const { left, top, width, height } = rectOf(element);
  return [left, top, width, height].map(round);
}
