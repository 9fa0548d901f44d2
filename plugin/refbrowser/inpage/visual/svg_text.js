// Whether a text of SVG is drawn: its size, its fill and stroke, what clips, masks and filters leave of it, and the shapes over it.

import { isFaint, isTransparent } from './background.js';
import { isUnderShape } from './opaque_areas.js';
import { isBlankFilter, isCutToNothing } from './references.js';
import { attributeOf, byId, closest, parentOf, queryEvery, queryOne, rectOf, styleOf } from '../dom/dom.js';
/** @import { Ground } from './background.js' */

/** CSS pixels: type of this size is a line of dots. */
const SMALLEST_TYPE = 2;
/** How many elements around a text are asked what they leave of it. */
const MOST_AROUND = 20;
/** What a drawing may have behind its text. */
const BEHIND = 'rect,path,circle,ellipse,polygon,polyline,image,use,foreignObject';
/** A stroke of this part of the type, painted over the fill, leaves nothing of the letters. */
const THICK = 1 / 3;
const SERVER = /^url\("#([^"]+)"\)/;

/**
 * @param {Element} element what the text stands in @param {CSSStyleDeclaration} style @param {Ground | null} ground @param {number}
 *   opacity
 */
export function isDrawnText(element, style, ground, opacity) {
  const type = Number.parseFloat(style.fontSize);
  if (!(type > 0) || isTiny(element, type)) return false;
  const drawing = closest(element, 'svg');
  if (!drawing || drawing === element) return true;
  const box = rectOf(element);
  if (box.width === 0 && box.height === 0) return false;
  return isInked(element, style, ground, opacity, drawing, type) && !isCovered(element, drawing, box)
    && !isTakenAway(element, drawing);
}

/** @type {(element: Element, type: number) => boolean} scaled to a line of dots, as the drawing around it is */
function isTiny(element, type) {
  const matrix = /** @type {any} */ (element).getScreenCTM?.();
  return matrix ? type * Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c)) <= SMALLEST_TYPE : false;
}

/**
 * @param {Element} element @param {CSSStyleDeclaration} style @param {Ground | null} ground @param {number} opacity @param {Element}
 *   drawing @param {number} type
 */
function isInked(element, style, ground, opacity, drawing, type) {
  const { fill, fillOpacity, stroke, strokeOpacity, strokeWidth, paintOrder } = style;
  const stroked = stroke !== 'none' && !isFaint(stroke, null, opacity * Number(strokeOpacity));
  const bare = queryOne(drawing, BEHIND) === null;
  if (stroked && Number.parseFloat(strokeWidth) >= type * THICK && !paintOrder.startsWith('stroke'))
    return !bare || !isFaint(stroke, ground, opacity * Number(strokeOpacity));
  if (stroked) return true;
  const colors = fillsOf(element, fill);
  if (colors.every((color) => isFaint(color, null, opacity * Number(fillOpacity)))) return false;
  return !bare || colors.some((color) => !isFaint(color, ground, opacity * Number(fillOpacity)));
}

/** @type {(element: Element, fill: string) => string[]} its colour, or those of the gradient that it names; none where it has none */
function fillsOf(element, fill) {
  const id = SERVER.exec(fill)?.[1];
  if (id === undefined) return fill === 'none' ? [] : [fill];
  const server = byId(element, id);
  if (!server) return fill.includes(') ') ? [fill.slice(fill.indexOf(') ') + 2)] : [];
  const stops = Array.from(queryEvery(server, 'stop')).slice(0, MOST_AROUND).map((stop) => styleOf(stop).stopColor);
  return stops.length ? stops : [fill];
}

/** @type {(element: Element, drawing: Element, box: DOMRect) => boolean} a shape that is drawn later lies over it */
const isCovered = (element, drawing, box) => isUnderShape(drawing, box, (shape) =>
  (element.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);

/** @type {(element: Element, drawing: Element) => boolean} by a clip, a mask or a filter of it, or of what it is in */
function isTakenAway(element, drawing) {
  let left = MOST_AROUND;
  for (let node = /** @type {Element | null} */ (element); node && node !== drawing && left-- > 0; node = parentOf(node)) {
    const style = styleOf(node);
    if (attributeOf(node, 'opacity') !== null && isTransparent(`rgba(0, 0, 0, ${style.opacity})`)) return true;
    if (isCutToNothing(node, style) || isBlankFilter(node, style)) return true;
  }
  return false;
}
