// What clips, masks and filters of SVG, named by a style, leave of an element: only what is certain to be nothing counts.

import { attributeOf, byId, childrenOf, nameOf } from '../dom/dom.js';

const REFERENCE = /^url\("#([^"]+)"\)/;
const SHAPES = new Set(['rect', 'circle', 'ellipse', 'path', 'polygon', 'polyline', 'line', 'text', 'use', 'g', 'image', 'switch',
  'foreignObject', 'svg', 'a']);
/** Filters that draw without what they are given. */
const FLOODS = new Set(['feFlood']);

/** @type {(element: Element, style: CSSStyleDeclaration) => boolean} a clip or a mask in which nothing is drawn */
export function isCutToNothing(element, { clipPath, maskImage }) {
  const clip = namedBy(element, clipPath);
  if (clip && nameOf(clip) === 'clipPath' && !childrenOf(clip).some(hasSize)) return true;
  const mask = namedBy(element, maskImage ?? '');
  return mask !== null && nameOf(mask) === 'mask' && !childrenOf(mask).some(hasSize);
}

/** @type {(element: Element, style: CSSStyleDeclaration) => boolean} its filter paints one colour, or nothing */
export function isBlankFilter(element, { filter }) {
  const named = namedBy(element, filter);
  if (!named || nameOf(named) !== 'filter') return false;
  const last = childrenOf(named).at(-1);
  if (!last) return true;
  if (FLOODS.has(nameOf(last))) return true;
  if (nameOf(last) === 'feColorMatrix') {
    const values = (attributeOf(last, 'values') ?? '').trim().split(/[\s,]+/).map(Number);
    return values.length === 20 && values.slice(15).every((value) => value === 0);
  }
  const alpha = nameOf(last) === 'feComponentTransfer' ? childrenOf(last).find((child) => nameOf(child) === 'feFuncA') : undefined;
  return alpha !== undefined && attributeOf(alpha, 'type') === 'linear' && Number(attributeOf(alpha, 'slope') ?? 1) === 0
    && Number(attributeOf(alpha, 'intercept') ?? 0) === 0;
}

/** @type {(element: Element, value: string) => Element | null} */
function namedBy(element, value) {
  const id = REFERENCE.exec(value)?.[1];
  return id === undefined ? null : byId(element, id);
}

/** @type {(shape: Element) => boolean} something of it may be drawn */
const hasSize = (shape) => SHAPES.has(nameOf(shape))
  && !(nameOf(shape) === 'rect' && ['width', 'height'].some((side) => attributeOf(shape, side) === '0'));
