// Texts over which an opaque box lies that says nothing itself. A popup has content, and a person closes it; what is under that is read.

import { FAINTEST, channelsOf } from './background.js';
import { colorsIn } from './ink.js';
import { overlaid } from './suspects.js';
import { stacks } from './vanished.js';
import { INNER_CONTROLS } from '../dom/attributes.js';
import { TEXT_NODE, bodyGetter, childrenOf, dataGetter, isWithin, matches, nodeTypeGetter, offsetParentGetter, parentOf, rectOf, styleOf } from '../dom/dom.js';

/** Boxes that are compared with the texts around them, and texts with each. */
const MOST_COVERS = 40;
const MOST_UNDER = 400;
/** CSS pixels: what is smaller is a dot, a badge, a line. */
const SMALLEST = 8;
/** How many elements an empty box has in it at most. */
const MOST_INNER = 3;
/** CSS pixels by which a text may stick out: the room that a font leaves above its letters. */
const SLACK = 1;
/** CSS pixels: so blurred, nothing behind can be read. */
const MOST_BACKDROP_BLUR = 8;

/** @typedef {{left: number, top: number, right: number, bottom: number}} Area */
/** @typedef {{element: Element, area: Area, within: Element, inner: boolean}} Cover what lies over texts in `within`; inner: the element paints it over its own content */

/** @type {(taken: Element[]) => Set<Node>} Return the texts that are painted over, by boxes taken out of the flow or by what an element generates. */
export function coveredTexts(taken) {
  /** @type {Set<Node>} */
  const covered = new Set();
  let left = MOST_COVERS;
  for (const element of taken) {
    const cover = coverOf(element);
    if (!cover) continue;
    if (left-- <= 0) break;
    addCovered(cover, covered);
  }
  for (const element of overlaid) {
    if (left-- <= 0) break;
    const cover = generatedCoverOf(element, '::before') ?? generatedCoverOf(element, '::after');
    if (cover) addCovered(cover, covered);
  }
  return covered;
}

/** @type {(element: Element) => Cover | null} */
function coverOf(element) {
  const { width, height } = rectOf(element);
  if (width < SMALLEST || height < SMALLEST || matches(element, INNER_CONTROLS) || !isEmpty(element, { left: MOST_INNER })) return null;
  const style = styleOf(element);
  if (style.position !== 'absolute' || style.visibility !== 'visible' || isUnsteady(style) || !isOpaqueThroughout(element)) return null;
  const within = offsetParentGetter.call(element);
  return within && { element, area: shownArea(element, within), within, inner: false };
}

/** @type {(element: Element, budget: {left: number}) => boolean} no text in it, and hardly an element */
function isEmpty(element, budget) {
  for (const child of element.childNodes) {
    if (nodeTypeGetter.call(child) === TEXT_NODE ? /\S/.test(dataGetter.call(child)) : child instanceof Element && (budget.left-- <= 0 || !isEmpty(child, budget))) return false;
  }
  return true;
}

/** @type {(style: CSSStyleDeclaration) => boolean} it may go away, or shows what is behind it */
const isUnsteady = (style) => style.mixBlendMode !== 'normal' || style.clipPath !== 'none' || (style.maskImage ?? 'none') !== 'none'
  || (style.transitionProperty !== 'none' && /[1-9]/.test(style.transitionDuration)) || style.animationName !== 'none' || style.cursor === 'pointer';

/** @type {(element: Element) => boolean} it, or the box that fills it */
function isOpaqueThroughout(element) {
  let opacity = 1;
  for (let node = /** @type {Element | null} */ (element); node && opacity >= 1 - FAINTEST; node = parentOf(node)) opacity *= Number(styleOf(node).opacity);
  if (opacity < 1 - FAINTEST) return false;
  if (isOpaque(styleOf(element))) return true;
  const box = rectOf(element);
  return [...childrenOf(element)].some((child) => isOpaque(styleOf(child)) && contains(rectOf(child), box) && !isUnsteady(styleOf(child)) && styleOf(child).opacity === '1');
}

/** @type {(style: CSSStyleDeclaration) => boolean} nothing behind it can be read through its background */
function isOpaque({ backgroundColor, backgroundImage, backgroundSize, backgroundRepeat, backgroundClip, backdropFilter }) {
  if ((channelsOf(backgroundColor)?.[3] ?? 0) >= 1 - FAINTEST && backgroundClip === 'border-box') return true;
  const colors = backgroundImage.includes('url(') || backgroundSize !== 'auto' || backgroundRepeat !== 'repeat' ? [] : colorsIn(backgroundImage);
  if (colors.length && colors.every((color) => (channelsOf(color)?.[3] ?? 0) >= 1 - FAINTEST)) return true;
  return Number.parseFloat(/blur\(([\d.]+)/.exec(backdropFilter ?? '')?.[1] ?? '0') > MOST_BACKDROP_BLUR || /contrast\(0\)|opacity\(0\)/.test(backdropFilter ?? '');
}

/** @type {(element: Element, within: Element) => Area} what the boxes around it leave of it */
function shownArea(element, within) {
  let { left, top, right, bottom } = rectOf(element);
  for (let node = parentOf(element); node; node = node === within ? null : parentOf(node)) {
    if (styleOf(node).overflowX === 'visible') continue;
    const box = rectOf(node);
    [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)];
  }
  return { left, top, right, bottom };
}

/** @type {(element: Element, pseudo: string) => Cover | null} a box that it generates over all of itself */
function generatedCoverOf(element, pseudo) {
  const style = getComputedStyle(element, pseudo);
  const { content, position, visibility, opacity, zIndex, left, top, right, bottom, transform } = style;
  if (!/^(""|none "")$/.test(content) || position !== 'absolute' || visibility !== 'visible' || transform !== 'none' || Number(zIndex) < 0 || Number(opacity) < 1 - FAINTEST) return null;
  if (styleOf(element).position === 'static' || isUnsteady(style) || !isOpaque(style)) return null;
  const box = rectOf(element);
  const [fromLeft, fromTop, fromRight, fromBottom] = [left, top, right, bottom].map(Number.parseFloat);
  return { element, area: { left: box.left + fromLeft, top: box.top + fromTop, right: box.right - fromRight, bottom: box.bottom - fromBottom }, within: element, inner: true };
}

/** @param {Cover} cover @param {Set<Node>} covered */
function addCovered(cover, covered) {
  const { area, within } = cover;
  if (area.right - area.left < SMALLEST || area.bottom - area.top < SMALLEST) return;
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let left = MOST_UNDER;
  for (let node = texts.nextNode(); node && left-- > 0; node = texts.nextNode()) {
    if (!/\S/.test(dataGetter.call(node)) || covered.has(node)) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const around = parentOf(node);
    if (around && box.width > 0 && contains(area, box) && isPaintedOver(cover, around)) covered.add(node);
  }
}

/** @type {(area: Area, box: Area) => boolean} */
const contains = (area, box) => area.left <= box.left + SLACK && area.top <= box.top + SLACK && area.right >= box.right - SLACK && area.bottom >= box.bottom - SLACK;

/** @type {(cover: Cover, element: Element) => boolean} the cover is painted after what is in the element, and is scrolled with it */
function isPaintedOver({ element: cover, within, inner }, element) {
  if (within === bodyGetter.call(document) && isWithin(cover, element)) return false;
  let common = element;
  let text = /** @type {Element | null} */ (null);
  for (let node = /** @type {Element | null} */ (element); node && (inner ? node !== cover : !isWithin(cover, node)); node = parentOf(node)) {
    const style = styleOf(node);
    if (/fixed|sticky/.test(style.position) || /auto|scroll/.test(style.overflowY)) return false;
    if (style.position !== 'static' || stacks(style)) text = node;
    common = parentOf(node) ?? node;
  }
  const front = inner ? 0 : levelOf(cover, common);
  if (!text) return front >= 0;
  const level = Number.parseInt(styleOf(text).zIndex, 10) || 0;
  return level === front ? !inner && (text.compareDocumentPosition(cover) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 : front > level;
}

/** @type {(cover: Element, common: Element) => number} where the outermost box around the cover is stacked in the common ancestor */
function levelOf(cover, common) {
  let level = 0;
  for (let node = /** @type {Element | null} */ (cover); node && node !== common; node = parentOf(node)) {
    const style = styleOf(node);
    if (stacks(style)) level = Number.parseInt(style.zIndex, 10) || 0;
  }
  return level;
}
