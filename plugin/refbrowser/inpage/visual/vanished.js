// Whether a box, or a text in it, is drawn so that nothing of it is seen: what suspects are asked.

import { channelsOf, isTransparent, meet } from './background.js';
import { colorsIn, inkContext } from './ink.js';
import { isBlankFilter, isCutToNothing } from './references.js';
import { isScrollable } from './scroll_boxes.js';
import { isInScroller, isOutOfReach } from './visibility.js';
import {
  XHTML, bodyGetter, checkVisibility, childrenOf, contentRectOf, documentElementGetter, isWithin, noteBox, offsetHeightGetter, offsetWidthGetter,
  parentOf, rectOf, styleOf, scrollGetters,
} from '../dom/dom.js';
/** @import { Walk } from '../snapshot/walker.js' */

/** CSS pixels: a line of text as high as that cannot be read. */
export const LOWEST_LINE = 2;
/** How many columns and rows of points a clip is tried at. */
const CLIP_GRID = [32, 12];

/** @type {(element: Element, style: CSSStyleDeclaration) => boolean} nothing that is in the box is painted */
export function isVanished(element, style) {
  noteBox(element);
  return isMaskedAway(element, style) || isContained(element, style) || isCutToNothing(element, style) || isBlankFilter(element, style)
    || isClipEmpty(element, style) || isTurnedAway(element, style) || isBehindGround(element, style);
}

/**
 * a mask of gradients that let nothing through, that take each other away, of no size, or beside the box
 * @type {(element: Element, style: CSSStyleDeclaration) => boolean}
 */
function isMaskedAway(element, style) {
  const { maskImage, maskSize, maskRepeat, maskPosition, maskComposite } = style;
  if (!maskImage || maskImage === 'none' || maskImage.includes('url(')) return false;
  const colors = colorsIn(maskImage);
  if (colors.length > 0 && colors.every(isTransparent) && style.getPropertyValue('mask-mode') !== 'luminance') return true;
  const half = maskImage.slice(0, (maskImage.length - 2) / 2);
  if (maskImage === `${half}, ${half}` && /^(exclude|subtract)/.test(maskComposite)) return true;
  if (maskRepeat !== 'no-repeat') return false;
  if (/^0(px|%)?( 0(px|%)?)?$/.test(maskSize)) return true;
  const [x, y] = maskPosition.split(' ').map(inPixels);
  const [width, height = width] = maskSize.split(' ').map(inPixels);
  if ([x, y, width, height].some(Number.isNaN)) return false;
  const { left, top } = rectOf(element);
  return !meet(new DOMRect(left + x, top + y, width, height), contentRectOf(element));
}

/** @type {(length: string) => number} NaN for what is none */
const inPixels = (length) => (length.endsWith('px') ? Number.parseFloat(length) : Number.NaN);

/** @type {(inner: string, length: (text: string, whole: number) => number, width: number, height: number) => Path2D | null} */
function pathOfShape(inner, length, width, height) {
  const path = new Path2D();
  let [x, y] = [0, 0];
  for (const command of inner.replace(/^(nonzero|evenodd)\s+/, '').split(/\s*,\s*/)) {
    const [name, ...words] = command.replace(/^(from|(?:line|hline|vline|move) to)\s/, (verb) => `${verb.trim().replace(' ', '-')} `)
      .split(/\s+/);
    if (name === 'close') path.closePath();
    else if (/^(from|move-to|line-to)$/.test(name)) [x, y] = [length(words[0], width), length(words[1], height)];
    else if (name === 'hline-to') x = length(words[0], width);
    else if (name === 'vline-to') y = length(words[0], height);
    else return null;
    if (Number.isNaN(x) || Number.isNaN(y)) return null;
    if (name !== 'close') path[/^(from|move-to)$/.test(name) ? 'moveTo' : 'lineTo'](x, y);
  }
  return path;
}

/** @type {(element: Element, style: CSSStyleDeclaration) => boolean} nothing is painted out of its box, which has no size */
function isContained(element, style) {
  if (!/paint|content|strict/.test(style.contain)) return false;
  const box = rectOf(element);
  return box.width < 1 || box.height < 1;
}

/**
 * its clip leaves of its box less than a line that can be read
 * @type {(element: Element, style: CSSStyleDeclaration) => boolean}
 */
function isClipEmpty(element, style) {
  const clip = style.clipPath;
  if (clip === 'none' || element.namespaceURI !== XHTML) return false;
  const [width, height] = [offsetWidthGetter.call(element), offsetHeightGetter.call(element)];
  const shape = shapeOf(clip, width, height);
  if (!shape || !width || !height) return false;
  const context = inkContext();
  const [columns, rows] = CLIP_GRID;
  let shown = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!context.isPointInPath(shape, ((column + 0.5) / columns) * width, ((row + 0.5) / rows) * height)) continue;
      shown += height / rows;
      if (shown > LOWEST_LINE) return false;
      break;
    }
  }
  return true;
}

/** @type {(clip: string, width: number, height: number) => Path2D | null} null where it cannot be said */
function shapeOf(clip, width, height) {
  const [, name, inner] = /^([a-z]+)\((.*)\)/s.exec(clip) ?? [];
  if (!name || /calc|var|min|max/.test(inner)) return null;
  const length = (/** @type {string} */ text, /** @type {number} */ whole) =>
    (text.endsWith('%') ? (Number.parseFloat(text) / 100) * whole : Number.parseFloat(text));
  const path = new Path2D();
  if (name === 'shape') return pathOfShape(inner, length, width, height);
  if (name === 'path') return new Path2D(/["'](.*)["']/.exec(inner)?.[1] ?? '');
  if (name === 'polygon') {
    inner.replace(/^(nonzero|evenodd),\s*/, '').split(',').forEach((pair, index) => {
      const [x, y] = pair.trim().split(/\s+/);
      path[index ? 'lineTo' : 'moveTo'](length(x, width), length(y, height));
    });
    return path;
  }
  if (name === 'inset') {
    const [top, right = top, bottom = top, left = right] = inner.split(' round ')[0].trim().split(/\s+/);
    const [x, y] = [length(left, width), length(top, height)];
    path.rect(x, y, Math.max(0, width - x - length(right, width)), Math.max(0, height - y - length(bottom, height)));
    return path;
  }
  if (name !== 'circle' && name !== 'ellipse') return null;
  const [radii, place = '50% 50%'] = inner.split(/\s*\bat\s+/);
  const [x, y] = place.trim().split(/\s+/);
  const diagonal = Math.hypot(width, height) / Math.SQRT2;
  const [rx, ry = rx] = radii.trim().split(/\s+/);
  const sides = name === 'circle' ? [length(rx, diagonal), length(rx, diagonal)] : [length(rx, width), length(ry, height)];
  if (sides.some(Number.isNaN)) return null;
  path.ellipse(length(x, width), length(y, height), sides[0], sides[1], 0, 0, 2 * Math.PI);
  return path;
}

/** So far slanted, what is drawn is a line. */
const STEEPEST = 1_000;

/**
 * it is behind the reader, slanted to a line, or turned so that its back, which is not drawn, faces the reader
 * @type {(element: Element, style: CSSStyleDeclaration) => boolean}
 */
function isTurnedAway(element, style) {
  if (style.transform !== 'none') {
    const { m44, b, c } = new DOMMatrix(style.transform);
    if (m44 <= 0 || Math.abs(b) > STEEPEST || Math.abs(c) > STEEPEST) return true;
  }
  if (style.backfaceVisibility !== 'hidden') return false;
  let turned = new DOMMatrix();
  for (let node = /** @type {Element | null} */ (element); node; node = parentOf(node)) {
    const own = node === element ? style : styleOf(node);
    if (node !== element && own.transformStyle !== 'preserve-3d') break;
    turned = turnOf(own).multiply(turned);
  }
  return turned.m33 < 0;
}

/** @type {(style: CSSStyleDeclaration) => DOMMatrix} how its box is turned, by the property or by a transform */
function turnOf(style) {
  const matrix = style.transform === 'none' ? new DOMMatrix() : new DOMMatrix(style.transform);
  if (style.rotate === 'none') return matrix;
  const parts = style.rotate.split(/\s+/);
  const angle = Number.parseFloat(parts[parts.length - 1]);
  const axis = { x: [1, 0, 0], y: [0, 1, 0] }[parts[0]] ?? (parts.length === 4 ? parts.slice(0, 3).map(Number) : [0, 0, 1]);
  return new DOMMatrix().rotateAxisAngle(axis[0], axis[1], axis[2], angle).multiply(matrix);
}

/** @type {(element: Element, style: CSSStyleDeclaration) => boolean} it lies behind a filled box that it is in */
function isBehindGround(element, style) {
  if (!(Number(style.zIndex) < 0)) return false;
  const parent = parentOf(element);
  if (style.position === 'static' && !(parent && /flex|grid/.test(styleOf(parent).display))) return false;
  const root = documentElementGetter.call(document);
  for (let node = parent; node && node !== root; node = parentOf(node)) {
    const own = styleOf(node);
    if (isBehindSibling(element, node)) return true;
    if (stacks(own)) return false;
    // The background of the body is that of the canvas, unless the root has one.
    if (isFilled(own) && (node !== bodyGetter.call(document) || isFilled(styleOf(root)))) return true;
  }
  return false;
}

/** How many boxes beside one that is stacked behind them are compared with it. */
const MOST_SIBLINGS = 40;

/** @type {(element: Element, around: Element) => boolean} a filled box in the one around it lies over all of the element */
function isBehindSibling(element, around) {
  const box = rectOf(element);
  return [...childrenOf(around)].slice(0, MOST_SIBLINGS).some((other) => {
    if (isWithin(element, other)) return false;
    const own = styleOf(other);
    if (!isFilled(own) || own.visibility !== 'visible' || own.opacity !== '1' || Number(own.zIndex) < 0) return false;
    const place = rectOf(other);
    return place.left <= box.left && place.top <= box.top && place.right >= box.right && place.bottom >= box.bottom;
  });
}

/** @type {(style: CSSStyleDeclaration) => boolean} its background lets nothing through */
function isFilled({ backgroundColor, backgroundImage, backgroundSize, backgroundRepeat }) {
  if (channelsOf(backgroundColor)?.[3] === 1) return true;
  const colors = backgroundImage.includes('url(') || backgroundSize !== 'auto' || backgroundRepeat !== 'repeat' ? []
    : colorsIn(backgroundImage);
  return colors.length > 0 && colors.every((color) => channelsOf(color)?.[3] === 1);
}

/** @type {(style: CSSStyleDeclaration) => boolean} what is in the box is stacked within it */
export const stacks = (style) => (style.position !== 'static' && style.zIndex !== 'auto')
  || /fixed|sticky/.test(style.position) || style.opacity !== '1' || style.transform !== 'none' || style.translate !== 'none'
  || style.filter !== 'none' || style.isolation === 'isolate'
    || style.mixBlendMode !== 'normal' || style.clipPath !== 'none'
    || style.contain !== 'none' || style.willChange !== 'auto' || style.zIndex !== 'auto';

/** How many boxes around one that is moved are compared with it. */
const MOST_AROUND = 12;

/**
 * moved wholly out of a box around it that cuts off what is outside, and does not scroll: what a carousel turns to lies on a strip,
 * of which a part is inside
 * @type {(element: Element) => boolean}
 */
export function isCutOff(element) {
  const own = rectOf(element);
  if (own.width < 1 || own.height < 1) return false;
  const box = contentBoxOf(element, own);
  let left = MOST_AROUND;
  for (let node = parentOf(element); node && left-- > 0; node = parentOf(node)) {
    const style = styleOf(node);
    // What lies out of the sight of a box that scrolls is scrolled into it, wherever that lies in the boxes around.
    if (isScrollable(node, style) || scrollsSideways(node, style)) return false;
    if (/hidden|clip/.test(style.overflowX) && !meet(rectOf(node), box)) return !isInScroller(node);
  }
  return false;
}

/** @type {(element: Element, own: DOMRect) => DOMRect} the box with what sticks out of it, as the slides of a strip do */
function contentBoxOf(element, own) {
  if (styleOf(element).overflowX !== 'visible') return own;
  const content = contentRectOf(element);
  const left = Math.min(own.left, content.left), top = Math.min(own.top, content.top);
  return new DOMRect(left, top, Math.max(own.right, content.right) - left, Math.max(own.bottom, content.bottom) - top);
}

/** @type {(box: Element, style: CSSStyleDeclaration) => boolean} */
const scrollsSideways = (box, style) => /auto|scroll|overlay/.test(style.overflowX)
  && scrollGetters.width.call(box) > scrollGetters.clientWidth.call(box);

/** @type {(walk: Walk, node: Node) => boolean} a text that is squeezed to nothing, or drawn where no scrolling reaches */
export function isTextVanished(walk, node) {
  const box = contentRectOf(node);
  const around = /** @type {Element} */ (parentOf(node));
  if (box.width === 0 && box.height === 0) return checkVisibility(around, { contentVisibilityAuto: true });
  const clipping = walk.spot.element;
  if (clipping && styleOf(clipping).overflowX !== 'visible'
    && !meet(rectOf(clipping), box) && !isInScroller(around) && !isScrollable(clipping, styleOf(clipping))) return true;
  return box.width < LOWEST_LINE || box.height < LOWEST_LINE * 1.25
    || (!walk.inControl && (box.right <= walk.edge.left || box.bottom <= walk.edge.top) && isOutOfReach(around, box));
}
