// What lies behind a text: the colour of the ground that it stands on, and what else may be drawn between.

import { colorsIn, paintedColor } from './ink.js';
import { bodyGetter, documentElementGetter, isWithin, nameOf, parentOf, queryEvery, rectOf, styleOf } from '../dom/dom.js';
import { readForAll } from '../dom/reads.js';
import { setOf } from '../dom/text.js';
import { treeRoots } from '../dom/trees.js';
/** @import { Walk } from '../snapshot/walker.js' */

/**
 * How much of 255 a channel may differ by before an eye reads a text in it, and how opaque a text must be to differ by more from
 * any ground.
 */
const ALIKE = 15;
export const FAINTEST = 0.06;
const MOST_COLORS = 1_000;
/** Chromium's. */
const DARK_CANVAS = 'rgb(18, 18, 18)';
const NO_COLOR = 'rgba(0, 0, 0, 0)';

const PICTURES = setOf('img svg canvas video iframe embed object input');

/**
 * @typedef {{color: string, element: Element | null}} Ground what is behind an element: the colour, and the ancestor that is filled
 *   with it (null: the canvas)
 */

/**
 * red, green, blue of 255 and opacity; null for what is not a colour
 * @type {Map<string, [number, number, number, number] | null>}
 */
const parsedColors = new Map();

/** @type {(color: string) => [number, number, number, number] | null} */
export function channelsOf(color) {
  let channels = parsedColors.get(color);
  if (channels === undefined) {
    const [red, green, blue, opacity = 1] = color.startsWith('rgb') ? (color.match(/[\d.]+/g) ?? []).map(Number) : [];
    channels = blue === undefined ? (color.includes('(') ? paintedColor(color) : null) : [red, green, blue, opacity];
    if (parsedColors.size >= MOST_COLORS) parsedColors.clear();
    parsedColors.set(color, channels);
  }
  return channels;
}

/** @type {(color: string) => boolean} a computed colour of which nothing is seen */
export const isTransparent = (color) => (channelsOf(color)?.[3] ?? 1) < FAINTEST;

/** @type {(color: string, other: string) => boolean} */
export function areAlike(color, other) {
  if (color === other) return true;
  const [a, b] = [channelsOf(color), channelsOf(other)];
  return a !== null && b !== null && a[3] === b[3] && Math.abs(a[0] - b[0]) <= ALIKE
    && Math.abs(a[1] - b[1]) <= ALIKE && Math.abs(a[2] - b[2]) <= ALIKE;
}

/**
 * a text of that colour, so opaque, cannot be distinguished from its ground
 * @type {(color: string, ground: Ground | null, opacity: number) => boolean}
 */
export function isFaint(color, ground, opacity) {
  const ink = channelsOf(color);
  if (!ink) return false;
  const painted = ink[3] * opacity;
  if (painted < FAINTEST) return true;
  const behind = ground && channelsOf(ground.color);
  return behind !== null && Math.max(Math.abs(ink[0] - behind[0]), Math.abs(ink[1] - behind[1]), Math.abs(ink[2] - behind[2]))
    * painted <= ALIKE;
}

/** @type {(opacity: string) => boolean} */
export const isSeenThrough = (opacity) => opacity !== '1' && Number(opacity) < FAINTEST;

/** @type {() => Ground | null} the canvas of a page in its own window; an embedded document may show what is behind it */
function canvas() {
  if (window.top !== window) return groundOfFrame();
  const scheme = styleOf(documentElementGetter.call(document)).colorScheme;
  const dark = scheme.includes('dark') && (!scheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches);
  return { color: dark ? DARK_CANVAS : 'rgb(255, 255, 255)', element: null };
}

/**
 * what an embedded document that fills nothing shows of the one around it; null where that cannot be said
 * @type {() => Ground | null}
 */
function groundOfFrame() {
  const frame = window.frameElement;
  if (!frame) return null;
  let behind = /** @type {Ground | null} */ (null);
  for (let node = /** @type {Element | null} */ (frame); node; node = parentOf(node)) {
    const style = styleOf(node);
    if (style.position !== 'static' || isDrawnOn(node, null)) return null;
    behind = groundUnder(style.backgroundColor, node, null);
    if (behind) return { color: behind.color, element: null };
    if (!isTransparent(style.backgroundColor)) return null;
  }
  return window.parent === window.top ? { color: 'rgb(255, 255, 255)', element: null } : null;
}

/**
 * what is behind a box filled with the colour; null where that cannot be said
 * @type {(color: string, element: Element, behind: Ground | null) => Ground | null}
 */
export function groundUnder(color, element, behind) {
  const opacity = color === NO_COLOR ? 0 : channelsOf(color)?.[3] ?? FAINTEST;
  return opacity === 1 ? { color, element } : opacity < FAINTEST ? behind : null;
}

/** @type {(element: Element | null) => Ground | null} what is behind all that is in an element */
export function groundOf(element) {
  const further = { color: '', element: null };
  for (let node = element; node; node = parentOf(node)) {
    const ground = groundUnder(styleOf(node).backgroundColor, node, further);
    if (ground !== further) return ground;
  }
  return canvas();
}

/**
 * a picture, a gradient, a filter, or another box, may lie between the text and its ground
 * @type {(walk: Walk, element: Element, ground: Ground) => boolean}
 */
export function isOnSomethingElse(walk, element, ground) {
  if (isDrawnBetween(walk, element, ground)) return true;
  const box = rectOf(element);
  const filled = ground.element;
  if (filled && filled !== bodyGetter.call(document) && parentOf(filled) && !meet(rectOf(filled), box)) return true;
  return drawnBoxes(walk).some(([drawn, place]) => drawn !== filled && meet(place, box) && !isWithin(element, drawn));
}

/** @type {(walk: Walk, element: Element, ground: Ground) => boolean} by the element, or one around it up to where its ground is */
function isDrawnBetween(walk, element, ground) {
  const way = [];
  let drawn = false;
  for (let node = /** @type {Element | null} */ (element); node; node = node === ground.element ? null : parentOf(node)) {
    const known = walk.drawnBetween.get(node);
    drawn = known ?? isDrawnOn(node, ground);
    way.push(node);
    if (known !== undefined || drawn) break;
  }
  for (const node of way) walk.drawnBetween.set(node, drawn);
  return drawn;
}

/**
 * it shows more than its background's colour, or that otherwise than it is
 * @type {(element: Element, ground: Ground | null) => boolean}
 */
function isDrawnOn(element, ground) {
  const style = styleOf(element);
  if ((style.backgroundImage !== 'none' && !isFlat(style.backgroundImage, ground))
    || style.mixBlendMode !== 'normal' || style.filter !== 'none') return true;
  return hasBackground(getComputedStyle(element, '::before'), true) || hasBackground(getComputedStyle(element, '::after'), true);
}

/** @type {(image: string, ground: Ground | null) => boolean} a gradient that has no other colour than the ground */
const isFlat = (image, ground) => ground !== null && !image.includes('url(')
  && colorsIn(image).every((color) => areAlike(color, ground.color));

/** @type {(one: DOMRect, other: DOMRect) => boolean} */
export const meet = (one, other) => one.left < other.right && one.right > other.left
  && one.top < other.bottom && one.bottom > other.top;

/** @type {(style: CSSStyleDeclaration, generated?: boolean) => boolean} the box has a background of its own */
const hasBackground = (style, generated = false) =>
  !(generated && style.content === 'none') && (style.backgroundImage !== 'none' || !isTransparent(style.backgroundColor));

/**
 * all that could lie behind a text that is not in it; asked for once in a walk, and in few
 * @type {(walk: Walk) => [Element, DOMRect][]}
 */
function drawnBoxes(walk) {
  walk.drawn ??= readForAll(() => treeRoots().flatMap((root) => Array.from(queryEvery(root, '*')))
    .filter((element) => PICTURES.has(nameOf(element)) || hasBackground(styleOf(element)))
    .map((element) => [element, rectOf(element)]));
  return walk.drawn;
}
