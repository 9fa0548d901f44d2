// The areas of image maps. An area has no box of its own: it is a region of each image that uses its map, and Chromium hits it
// there.

import { hitAt } from './hit_test.js';
import { shownPart } from './visual_viewport.js';
import { attributeOf, closest, isRendered, nameOf, queryEvery, rectOf, styleOf } from '../dom/dom.js';
import { loseReads } from '../dom/reads.js';
/** @import { Piece } from './visual_viewport.js' */

/** How many images of one map are looked at. */
const MOST_IMAGES = 20;

/** How many numbers of an area's coordinates are read. */
const MOST_COORDS = 2_000;

/** Points are tried on a grid with so many rows and columns; a finer one where the image is turned or skewed. */
const GRID = 11;
const FINE_GRID = 23;

/**
 * @typedef {{image: any, left: number, top: number, right: number, bottom: number, depth: (x: number, y: number) => number}} Region
 *   its edges in CSS pixels of the viewport; `depth`: how far inside of it a point lies, negative outside
 */

/** @type {(element: Element) => boolean} */
const isArea = (element) => nameOf(element) === 'area';

/** @type {(element: Element) => Element} what is drawn where the element is: itself, or the image that an area is a region of */
export const drawnBy = (element) => (isArea(element) ? regionOf(element)?.image ?? element : element);

/** @type {(element: Element) => DOMRect} its box; of an area, that around its region */
export function boxOf(element) {
  if (!isArea(element)) return rectOf(element);
  const region = regionOf(element);
  return region ? new DOMRect(region.left, region.top, region.right - region.left, region.bottom - region.top) : new DOMRect();
}

/** @type {(element: Element) => boolean} it has a box that is drawn; an area, a region of an image that is */
export const isDrawn = (element) => (isArea(element) ? regionOf(element) !== null : isRendered(element));

/** @type {(element: Element) => ArrayLike<Piece>} the boxes in which it is drawn */
export function boxesOf(element) {
  loseReads();
  if (!isArea(element)) return Element.prototype.getClientRects.call(element);
  const region = regionOf(element);
  return region ? [region] : [];
}

/**
 * where the area is hit, as deep inside its region as possible; null for what is no area
 * @type {(area: Element, piece: Piece) => [number, number] | null}
 */
export function areaPoint(area, piece) {
  const region = isArea(area) ? regionOf(area) : null;
  if (!region) return null;
  const points = pointsIn(region, piece, GRID);
  const found = points.find(([x, y]) => hitAt(x, y) === area);
  if (found) return found;
  // The image may be drawn otherwise than its box, by a transform.
  const box = rectOf(region.image);
  const anywhere = pointsIn({ ...box.toJSON(), image: region.image, depth: () => 1 }, shownPart(), FINE_GRID);
  return anywhere.find(([x, y]) => hitAt(x, y) === area)
    ?? points[0] ?? [(piece.left + piece.right) / 2, (piece.top + piece.bottom) / 2];
}

/**
 * points of the region in the piece, the deepest first
 * @type {(region: Region, piece: Piece, grid: number) => [number, number][]}
 */
function pointsIn(region, piece, grid) {
  const left = Math.max(region.left, piece.left);
  const top = Math.max(region.top, piece.top);
  const [width, height] = [Math.min(region.right, piece.right) - left, Math.min(region.bottom, piece.bottom) - top];
  /** @type {[number, number, number][]} */
  const points = [];
  for (let row = 0; row < grid; row++) {
    for (let column = 0; column < grid; column++) {
      const [x, y] = [left + (width * (column + 0.5)) / grid, top + (height * (row + 0.5)) / grid];
      const depth = region.depth(x, y);
      if (depth > 0) points.push([x, y, depth]);
    }
  }
  return points.sort((one, other) => other[2] - one[2]).map(([x, y]) => [x, y]);
}

/** @type {(area: Element) => Region | null} in the first image of its map that shows it, else in the first that is drawn */
function regionOf(area) {
  const map = closest(area, 'map');
  const name = map && (attributeOf(map, 'name') || attributeOf(map, 'id'));
  if (!name) return null;
  const tree = /** @type {ParentNode} */ (Node.prototype.getRootNode.call(area));
  const shown = shownPart();
  let first = null;
  let left = MOST_IMAGES;
  for (const image of queryEvery(tree, 'img[usemap]')) {
    if (left-- <= 0) break;
    const used = attributeOf(image, 'usemap') ?? '';
    if (used.slice(used.indexOf('#') + 1) !== name || !isRendered(image)) continue;
    const region = regionIn(area, image);
    if (!region) continue;
    if (region.right > shown.left && region.left < shown.right && region.bottom > shown.top && region.top < shown.bottom)
      return region;
    first ??= region;
  }
  return first;
}

/** @type {(area: Element, image: any) => Region | null} null where it has no region inside the image */
function regionIn(area, image) {
  loseReads();
  const box = rectOf(image);
  const style = styleOf(image);
  const scale = image.offsetWidth ? box.width / image.offsetWidth : 1;
  const [before, after, above, below] = [style.paddingLeft, style.paddingRight, style.paddingTop,
    style.paddingBottom].map((value) => Number.parseFloat(value) || 0);
  const left = box.left + (image.clientLeft + before) * scale;
  const top = box.top + (image.clientTop + above) * scale;
  const right = left + (image.clientWidth - before - after) * scale;
  const bottom = top + (image.clientHeight - above - below) * scale;
  const shape = shapeOf(area);
  if (!shape) return null;
  const { edges, depth } = shape;
  const region = {
    image, left: Math.max(left, left + edges[0] * scale), top: Math.max(top, top + edges[1] * scale),
    right: Math.min(right, left + edges[2] * scale),
    bottom: Math.min(bottom, top + edges[3] * scale),
    depth: (/** @type {number} */ x, /** @type {number} */ y) => depth((x - left) / scale, (y - top) / scale),
  };
  if (shape.whole) Object.assign(region, {
    right, bottom, depth: (/** @type {number} */ x, /** @type {number} */ y) => Math.min(x - left, right - x, y - top, bottom - y),
  });
  return region.right > region.left && region.bottom > region.top ? region : null;
}

/**
 * @typedef {{edges: number[], depth: (x: number, y: number) => number, whole?: boolean}} Shape in pixels of the image from its
 *   content's corner; `whole`: all of the image
 */

/** @type {(area: Element) => Shape | null} as HTML reads it (4.8.13); null where there are too few coordinates */
function shapeOf(area) {
  const kind = (attributeOf(area, 'shape') ?? '').trim().toLowerCase();
  const coords = ((attributeOf(area, 'coords') ?? '').match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).slice(0, MOST_COORDS).map(Number);
  if (kind === 'default') return { edges: [0, 0, 0, 0], depth: () => 0, whole: true };
  if (kind === 'circle' || kind === 'circ') {
    const [x, y, radius] = coords;
    return radius > 0 ? { edges: [x - radius, y - radius, x + radius, y + radius],
      depth: (px, py) => radius - Math.hypot(px - x, py - y) } : null;
  }
  if (kind === 'poly' || kind === 'polygon') return coords.length >= 6 ? polygon(coords) : null;
  if (coords.length < 4) return null;
  const [left, right] = [Math.min(coords[0], coords[2]), Math.max(coords[0], coords[2])];
  const [top, bottom] = [Math.min(coords[1], coords[3]), Math.max(coords[1], coords[3])];
  return { edges: [left, top, right, bottom], depth: (x, y) => Math.min(x - left, right - x, y - top, bottom - y) };
}

/** @type {(coords: number[]) => Shape} */
function polygon(coords) {
  /** @type {[number, number][]} */
  const corners = [];
  for (let at = 0; at + 1 < coords.length; at += 2) corners.push([coords[at], coords[at + 1]]);
  const [across, down] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const edges = [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
  return { edges, depth: (x, y) => depthIn(corners, x, y) };
}

/** @type {(corners: [number, number][], x: number, y: number) => number} the distance to the nearest side, negative outside */
function depthIn(corners, x, y) {
  let inside = false;
  let nearest = Infinity;
  let [fromX, fromY] = corners[corners.length - 1];
  for (const [toX, toY] of corners) {
    if (toY > y !== fromY > y && x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX) inside = !inside;
    const [dx, dy] = [toX - fromX, toY - fromY];
    const along = Math.max(0, Math.min(1, ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1)));
    nearest = Math.min(nearest, Math.hypot(x - fromX - along * dx, y - fromY - along * dy));
    [fromX, fromY] = [toX, toY];
  }
  return inside ? nearest : -nearest;
}
