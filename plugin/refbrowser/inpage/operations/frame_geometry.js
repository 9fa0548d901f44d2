// Where the documents in this one's frames stand in it. Each document knows its own frames, of every origin; the browser's side
// goes up from one to the next until the top page.

import { accessibleName } from '../aria/names.js';
import { isSwitchedOff, switchedOffBy } from '../aria/states.js';
import { isWithin, parentOf, queryEvery, rectOf, styleOf } from '../dom/dom.js';
import { treeRoots } from '../dom/trees.js';
import { COVER_TESTS, modalDialog } from '../pressing/cover.js';
import { lastScroll, restyled } from '../tracking/changes.js';
import { describeCover } from '../tracking/describe.js';
import { endAim, takeAim } from '../tracking/press_guard.js';
import { textBeside } from './belonging.js';
import { itemOf } from './item.js';
import { documentToken, entryFor, idsWithoutNumber, liveElement } from '../tracking/refs.js';
import { hitAt } from '../visual/hit_test.js';
import { shownPart, zoomed } from '../visual/visual_viewport.js';
/** @import { BeneathReply, BeneathRequest, ElementRequest, FrameIds, FrameOwner, FramePlacement, Outward } from '../wire.d.ts' */
/** @import { OutwardRequest, Surroundings } from '../wire.d.ts' */

const GEOMETRY = /^(transform|translate|scale|rotate|offset[A-Z]|left|top|right|bottom|inset|margin|padding|width|height|font|flex|grid|border\w*Width|max|min|block|inline|line)/;

/** How long after the last sign of it a thing counts as moving: a few frames. */
const MOTION_MS = 60;

/** A scale that is off by so little is none: sides are rounded. */
const NO_SCALE = 0.004;

/**
 * Where the document in a frame element begins, in CSS pixels of this viewport, and how many of them one of its own takes.
 * @type {(frame: any, innerWidth: number) => {left: number, top: number, scale: number} | null} null where the frame, or what it is
 *   in, is turned
 */
export function contentPlace(frame, innerWidth) {
  for (let node = frame; node; node = parentOf(node)) if (isTurned(styleOf(node))) return null;
  const box = rectOf(frame);
  const style = styleOf(frame);
  const drawn = frame.offsetWidth ? box.width / frame.offsetWidth : 1;
  const [left, right, top] = [style.paddingLeft, style.paddingRight, style.paddingTop].map((value) =>
    Number.parseFloat(value) || 0);
  const width = (frame.clientWidth - left - right) * drawn;
  const scale = innerWidth > 0 && width > 0 ? width / innerWidth : drawn;
  return {
    left: box.left + (frame.clientLeft + left) * drawn, top: box.top + (frame.clientTop + top) * drawn,
    scale: Math.abs(scale - 1) < NO_SCALE ? 1 : scale,
  };
}

/** @type {(style: CSSStyleDeclaration) => boolean} its sides are not upright, or not all of them are seen at one scale */
function isTurned(style) {
  if (style.rotate !== 'none') return true;
  if (style.transform === 'none') return false;
  const { a, b, c, d, is2D } = new DOMMatrixReadOnly(style.transform);
  return !is2D || b !== 0 || c !== 0 || Math.abs(a - d) > 0.01 || a <= 0;
}

/**
 * End the aim at a frame, and report on it; take the next one. Lead a point of the frame's document to the same point in this one.
 * @type {(request: OutwardRequest) => Outward}
 */
export function outward(request) {
  const press = endAim();
  const frame = liveElement(request.id);
  if (request.aim && frame) takeAim(frame, frame, request.aim, [request.x, request.y], '');
  const dialog = frame && dialogOver(frame);
  return {
    doc: documentToken, press, switched_off: frame && isSwitchedOff(frame) ? switchedOffBy(frame) : null,
    behind: frame && dialog && describeCover(dialog, frame), placement: frame && placementOf(frame, request),
    fresh: idsWithoutNumber(),
  };
}

/** @type {(frame: Element, request: OutwardRequest) => FramePlacement | null} null where the frame, or what it is in, is turned */
function placementOf(frame, request) {
  const place = contentPlace(frame, request.width);
  if (!place) return null;
  const [x, y] = [place.left + request.x * place.scale, place.top + request.y * place.scale];
  const shown = isShown(x, y);
  const hit = shown ? hitAt(x, y) : null;
  const hits = hit === frame;
  return {
    origin: [place.left, place.top], scale: place.scale, shown, hits, stable: !isMoving(frame), width: innerWidth, ...zoomed(),
    covered_by: hit && !hits ? describeCover(hit, frame) : null,
  };
}

/** @type {(frame: Element) => Element | null} the modal dialog that the frame is behind: nothing in it can have the focus */
function dialogOver(frame) {
  const dialog = modalDialog();
  return dialog && !isWithin(frame, dialog) ? dialog : null;
}

/** @type {(x: number, y: number) => boolean} the point is in the part of the viewport that is shown */
function isShown(x, y) {
  const edges = shownPart();
  return x >= edges.left && y >= edges.top && x < edges.right && y < edges.bottom;
}

/** @type {(doc: string, id: number) => Element | null} null where another document has come in the place of its own */
const ownElement = (doc, id) => (doc === documentToken ? liveElement(id) : null);

/** @type {(request: ElementRequest) => Surroundings} Report how a frame element stands in this document. */
export function surroundings(request) {
  const frame = ownElement(request.doc, request.id);
  const blocked = frame !== null && (styleOf(frame).pointerEvents === 'none' || dialogOver(frame) !== null);
  return { doc: documentToken, disabled: frame !== null && isSwitchedOff(frame), blocked, item: frame ? namesOf(frame) : '' };
}

/** @type {(frame: Element) => string} what names it, and the item that it is in */
const namesOf = (frame) => [accessibleName(frame), itemOf(frame) || textBeside(frame, 'previousSibling').text].filter(Boolean)
  .join(' · ');

/** @type {(request: BeneathRequest) => BeneathReply} Report which points in frames something of this document lies over. */
export function beneath(request) {
  let tests = COVER_TESTS;
  const points = request.frames.map(([id, width, inside]) => {
    const frame = ownElement(request.doc, id);
    const place = frame && contentPlace(frame, width);
    return inside.map(/** @returns {BeneathReply['points'][0][0]} */ ([left, top]) => {
      if (!place) return null;
      const [x, y] = [place.left + left * place.scale, place.top + top * place.scale];
      if (!isShown(x, y) || tests-- <= 0) return null;
      const hit = hitAt(x, y);
      return [x, y, Number(hit !== null && hit !== frame)];
    });
  });
  return { doc: documentToken, width: innerWidth, points };
}

/** How many frames of a document are distinguished. */
const MOST_SIBLINGS = 1_000;

/**
 * the frame's place among those of its parent, which every origin may ask for; -1 in a shadow root
 * @type {(parent: any, window: any) => number}
 */
function placeAmong(parent, window) {
  const count = Math.min(parent.length, MOST_SIBLINGS);
  for (let place = 0; place < count; place++) if (parent[place] === window) return place;
  return -1;
}

/**
 * Report this frame's place among those of its parent, and its element's id there if the parent is of the same origin.
 * @type {() => FrameOwner}
 */
export function place() {
  let owner = null;
  try {
    const element = window.frameElement;
    owner = element ? /** @type {any} */ (window.parent).refbrowser?.idOf(element) ?? null : null;
  } catch {
    // The parent is of another origin.
  }
  return { doc: documentToken, owner, place: placeAmong(window.parent, window) };
}

/** @type {() => FrameIds} Report the ids of the frame elements, with their places among the document's frames. */
export function frames() {
  /** @type {FrameIds['frames']} */
  const found = [];
  for (const root of treeRoots()) {
    for (const element of queryEvery(root, 'iframe,frame')) {
      if (found.length === MOST_SIBLINGS) break;
      found.push([entryFor(element).id, placeAmong(window, /** @type {any} */ (element).contentWindow)]);
    }
  }
  return { doc: documentToken, frames: found };
}

/** @type {(element: Element) => boolean} an animation, a script or a scroll moves it, or something that it is in */
export function isMoving(element) {
  const now = performance.now();
  if (now - lastScroll < MOTION_MS) return true;
  for (let node = /** @type {Element | null} */ (element); node; node = parentOf(node)) {
    if (now - (restyled.get(node) ?? -Infinity) < MOTION_MS) return true;
    for (const animation of Element.prototype.getAnimations.call(node)) {
      if (animation.playState !== 'running' || !(animation.effect instanceof KeyframeEffect)) continue;
      if (animation.effect.getKeyframes().some((frame) => Object.keys(frame).some((property) => GEOMETRY.test(property))))
        return true;
    }
  }
  return false;
}
