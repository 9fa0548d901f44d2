// Where the documents in this one's frames stand in it. Each document knows its own frames, of every origin; the browser's side goes up from
// one to the next until the top page.

import { parentOf, queryEvery, rectOf, styleOf } from '../dom/dom.js';
import { treeRoots } from '../dom/trees.js';
import { lastScroll, restyled } from '../tracking/changes.js';
import { describeCover } from '../tracking/describe.js';
import { endAim, takeAim } from '../tracking/press_guard.js';
import { documentToken, entryFor, idsWithoutNumber, liveElement } from '../tracking/refs.js';
import { hitAt } from '../visual/hit_test.js';
import { shownPart, zoomed } from '../visual/visual_viewport.js';

const GEOMETRY = /^(transform|translate|scale|rotate|offset[A-Z]|left|top|right|bottom|inset|margin|padding|width|height|font|flex|grid|border\w*Width|max|min|block|inline|line)/;

/** How long after the last sign of it a thing counts as moving: a few frames. */
const MOTION_MS = 60;

/** A scale that is off by so little is none: sides are rounded. */
const NO_SCALE = 0.004;

/**
 * Where the document in a frame element begins, in CSS pixels of this viewport, and how many of them one of its own takes.
 * @type {(frame: any, innerWidth: number) => {left: number, top: number, scale: number} | null} null where the frame, or what it is in, is turned
 */
export function contentPlace(frame, innerWidth) {
  for (let node = frame; node; node = parentOf(node)) if (isTurned(styleOf(node))) return null;
  const box = rectOf(frame);
  const style = styleOf(frame);
  const drawn = frame.offsetWidth ? box.width / frame.offsetWidth : 1;
  const [left, right, top] = [style.paddingLeft, style.paddingRight, style.paddingTop].map((value) => Number.parseFloat(value) || 0);
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
 * From a point of the document in a frame to the same point in this document, and whether a press there goes into the frame.
 * @param {any} request op outward; `id` of the frame element, `x`, `y` and `width` of its document's viewport; with `aim` (press, named, hover) the next one is meant for the frame
 * @returns {object} `origin` and `scale` of the frame's document here; `shown`: the point is in this viewport; `hits`; `stable`
 */
export function outward(request) {
  const press = endAim();
  const frame = liveElement(request.id);
  if (request.aim && frame) takeAim(frame, frame, request.aim === 'named' ? 'press' : request.aim, [request.x, request.y]);
  const place = frame && contentPlace(frame, request.width);
  if (!place) return { doc: documentToken, origin: null, press };
  const [x, y] = [place.left + request.x * place.scale, place.top + request.y * place.scale];
  const edges = shownPart();
  const shown = x >= edges.left && y >= edges.top && x < edges.right && y < edges.bottom;
  const hit = shown ? hitAt(x, y) : null;
  const hits = hit === frame;
  const stable = !isMoving(frame);
  return {
    doc: documentToken, origin: [place.left, place.top], scale: place.scale, shown, hits, stable, width: innerWidth, ...zoomed(), press,
    covered_by: hit && !hits ? describeCover(hit, frame) : null, fresh: idsWithoutNumber(),
  };
}

/** How many frames of a document are distinguished. */
const MOST_SIBLINGS = 1_000;

/** @type {(parent: any, window: any) => number} the frame's place among those of its parent, which every origin may ask for; -1 in a shadow root */
function placeAmong(parent, window) {
  const count = Math.min(parent.length, MOST_SIBLINGS);
  for (let place = 0; place < count; place++) if (parent[place] === window) return place;
  return -1;
}

/** @param {any} _ op place @returns {object} this frame's place among those of its parent, or its element's id there where the parent is of the same origin */
export function place(_) {
  let owner = null;
  try {
    const element = window.frameElement;
    owner = element ? /** @type {any} */ (window.parent).refbrowser?.idOf(element) ?? null : null;
  } catch {
    // The parent is of another origin.
  }
  return { doc: documentToken, owner, place: placeAmong(window.parent, window) };
}

/** @param {any} _ op frames @returns {object} the ids of the frame elements, with their places among the document's frames */
export function frames(_) {
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
      if (animation.effect.getKeyframes().some((frame) => Object.keys(frame).some((property) => GEOMETRY.test(property)))) return true;
    }
  }
  return false;
}
