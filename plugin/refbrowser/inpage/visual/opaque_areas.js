// Where a box lets nothing through: its background, its borders and shadows, the picture or drawing that it is.

import { FAINTEST, channelsOf } from './background.js';
import { colorsIn } from './ink.js';
import { childrenOf, nameOf, parentOf, queryEvery, rectOf, styleOf } from '../dom/dom.js';

/** CSS pixels: so blurred, nothing behind can be read. */
const MOST_BACKDROP_BLUR = 8;
/** A picture is looked at in as many columns and rows. */
const SAMPLES = 16;
/** Shapes of a drawing that are looked at. */
const MOST_SHAPES = 5;
const SHAPES = 'rect,path,polygon,circle,ellipse';
const SHADOW = /((?:rgba?|color|oklab|oklch|lab|lch)\([^)]*\))((?: -?[\d.]+px)+)( inset)?/g;

/** @typedef {{left: number, top: number, right: number, bottom: number}} Area */
/** @typedef {(text: Area) => boolean} Paints whether all that is in the text's box is painted over */

/**
 * Return what the element paints over where its box is; null where it lets through what is behind.
 * @type {(element: Element) => Paints | null}
 */
export function paintsOver(element) {
  let opacity = 1;
  for (let node = /** @type {Element | null} */ (element); node && opacity >= 1 - FAINTEST; node = parentOf(node))
    opacity *= Number(styleOf(node).opacity);
  if (opacity < 1 - FAINTEST) return null;
  if (isFilled(element)) return () => true;
  const box = rectOf(element);
  for (const child of childrenOf(element)) {
    if (styleOf(child).opacity !== '1' || isUnsteady(styleOf(child)) || !contains(rectOf(child), box)) continue;
    if (isFilled(child)) return () => true;
    const inner = childrenOf(child)[0];
    const paints = paintsAsPicture(child)
      ?? (inner && contains(rectOf(inner), box) && isFilled(inner) && styleOf(inner).opacity === '1' ? () => true : null);
    if (paints) return paints;
  }
  return paintsAsPicture(element);
}

/** @type {(area: Area, box: Area, slack?: number) => boolean} */
export const contains = (area, box, slack = 1) =>
  area.left <= box.left + slack && area.top <= box.top + slack
  && area.right >= box.right - slack && area.bottom >= box.bottom - slack;

/** @type {(style: CSSStyleDeclaration) => boolean} it may go away, or shows what is behind it */
export const isUnsteady = (style) => style.mixBlendMode !== 'normal'
  || style.clipPath !== 'none' || (style.maskImage ?? 'none') !== 'none'
  || (style.transitionProperty !== 'none' && /[1-9]/.test(style.transitionDuration))
    || style.animationName !== 'none' || style.cursor === 'pointer';

/** @type {(color: string) => boolean} */
const isOpaqueColor = (color) => (channelsOf(color)?.[3] ?? 0) >= 1 - FAINTEST;

/** @type {(element: Element) => boolean} */
function isFilled(element) {
  const style = styleOf(element);
  const { width, height } = rectOf(element);
  return isOpaque(style) || isFilledByShadow(style.boxShadow, width, height) || isFilledByBorders(style, width, height);
}

/** @type {(style: CSSStyleDeclaration) => boolean} nothing behind it can be read through its background */
export function isOpaque({ backgroundColor, backgroundImage, backgroundSize, backgroundRepeat, backgroundClip, backdropFilter }) {
  if (isOpaqueColor(backgroundColor) && backgroundClip === 'border-box') return true;
  const isWhole = (backgroundSize === 'auto' && backgroundRepeat === 'repeat')
    || backgroundSize === '100% 100%' || backgroundSize === 'cover';
  const colors = backgroundImage.includes('url(') || !isWhole ? [] : colorsIn(backgroundImage);
  if (colors.length && colors.every(isOpaqueColor)) return true;
  return Number.parseFloat(/blur\(([\d.]+)/.exec(backdropFilter ?? '')?.[1] ?? '0') > MOST_BACKDROP_BLUR
    || /(?:contrast|opacity|brightness)\(0\)/.test(backdropFilter ?? '');
}

/**
 * one that falls inwards from all sides, or as far from one, leaves nothing of a box of that size
 * @type {(shadow: string, width: number, height: number) => boolean}
 */
export function isFilledByShadow(shadow, width, height) {
  if (!shadow.includes('inset')) return false;
  for (const [, color, lengths, inset] of shadow.matchAll(SHADOW)) {
    const [x, y, blur, spread] = lengths.trim().split(' ').map(Number.parseFloat);
    const solid = spread - blur;
    if (inset && isOpaqueColor(color) && (Math.abs(x) + 2 * solid >= width || Math.abs(y) + 2 * solid >= height)) return true;
  }
  return false;
}

/** @type {(style: CSSStyleDeclaration, width: number, height: number) => boolean} its borders meet */
function isFilledByBorders(style, width, height) {
  const sides = [style.borderTopWidth, style.borderBottomWidth, style.borderLeftWidth,
    style.borderRightWidth].map(Number.parseFloat);
  if (sides[0] + sides[1] < height - 1 && sides[2] + sides[3] < width - 1) return false;
  return [style.borderTopColor, style.borderBottomColor, style.borderLeftColor, style.borderRightColor].every((color, side) =>
    sides[side] === 0 || isOpaqueColor(color))
    && (sides[0] + sides[1] >= height - 1 || sides[2] + sides[3] >= width - 1);
}

/** @type {(element: Element) => Paints | null} */
function paintsAsPicture(element) {
  const name = nameOf(element);
  if (name === 'svg') return (text) => isUnderShape(element, text);
  if (name !== 'img' && name !== 'canvas') return null;
  let isWhole = /** @type {boolean | null} */ (null);
  return () => (isWhole ??= isOpaquePicture(/** @type {HTMLImageElement} */ (element), name));
}

/**
 * it fills its box, and no pixel of it lets anything through; not so for what cannot be said, as of another site's
 * @type {(picture: HTMLImageElement, name: string) => boolean}
 */
function isOpaquePicture(picture, name) {
  if (name === 'img') {
    if (!picture.complete || !picture.naturalWidth || !/fill|cover/.test(styleOf(picture).objectFit)) return false;
    if (/\.jpe?g(?:[?#]|$)|^data:image\/jpeg/i.test(picture.currentSrc)) return true;
  }
  try {
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(SAMPLES, SAMPLES).getContext('2d', { willReadFrequently: true }));
    context.drawImage(picture, 0, 0, SAMPLES, SAMPLES);
    return context.getImageData(0, 0, SAMPLES, SAMPLES).data.every((value, index) => index % 4 !== 3 || value === 255);
  } catch {
    return false;
  }
}

/**
 * an opaque shape of the drawing, of those that `counts`, lies over the corners and the middle of the text
 * @type {(drawing: Element, text: Area, counts?: (shape: Element) => boolean) => boolean}
 */
export function isUnderShape(drawing, { left, top, right, bottom }, counts = () => true) {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const points = [[left + 1, top + 1], [x, top + 1], [right - 1, top + 1], [left + 1, y], [x, y], [right - 1, y],
    [left + 1, bottom - 1], [x, bottom - 1], [right - 1, bottom - 1]];
  return [...queryEvery(drawing, SHAPES)].filter(counts).slice(0, MOST_SHAPES).some((shape) => {
    const { fill, fillOpacity, opacity, visibility, display } = styleOf(shape);
    if (!isOpaqueColor(fill) || fillOpacity !== '1' || opacity !== '1' || visibility !== 'visible' || display === 'none')
      return false;
    const { isPointInFill } = SVGGeometryElement.prototype;
    const matrix = SVGGraphicsElement.prototype.getScreenCTM.call(/** @type {SVGGraphicsElement} */ (shape))?.inverse();
    return matrix !== undefined && points.every(([across, down]) =>
      isPointInFill.call(/** @type {SVGGeometryElement} */ (shape), new DOMPoint(across, down).matrixTransform(matrix)));
  });
}
