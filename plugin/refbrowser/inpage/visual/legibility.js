// Whether a person can read a text where it stands: its colour against its ground, its size, its place.

import { FAINTEST, groundOf, groundUnder, isFaint, isOnSomethingElse, isTransparent } from './background.js';
import { colorsIn, seenColor } from './ink.js';
import { firstLines, singled } from './suspects.js';
import { isDrawnText } from './svg_text.js';
import { isOutOfReach, isScaledAway, isShownItself } from './visibility.js';
import { HAS_CLASS, HAS_ID, HAS_OWN_LOOK } from '../dom/attributes.js';
import { XHTML, attributeOf, contentRectOf, isWithin, parentOf, rectOf, styleOf } from '../dom/dom.js';
/** @import { Ground } from './background.js' */
/** @import { Walk } from '../snapshot/walker.js' */

/** CSS pixels: type of this size is a line of dots. */
export const SMALLEST_TYPE = 2;
/** CSS pixels: what is placed that far to the left is there to take text off the page. */
export const FAR_LEFT = -500;
/** CSS pixels: an indent that far to the right may be there to have a box cut the text off. */
const FAR_INDENT = 100;

/** Elements that look like what is around them before the rest of their kind is taken to. */
export const ENOUGH = 8;
const UNLIKE = -1;

/**
 * Where text stands: in an element whose text looks as that of no element around it does, as far as has been seen. `away` and
 * `legible` are null until asked.
 * @typedef {{element: Element | null, style: CSSStyleDeclaration | null, inline: boolean, outer: Spot | null, ground: Ground |
 *   null, away: boolean | null, legible: boolean | null, opacity: number, suspect: boolean, veil: Veil | null}} Spot
 */
/**
 * A filter or a blend mode that a text is seen through: of which element, what is behind that.
 * @typedef {{element: Element, filter: string, blend: string, behind: Ground | null}} Veil
 */


/** @type {Spot} where text is shown without a look at how */
export const UNJUDGED = {
  element: null, style: null, inline: false, outer: null, ground: null, away: false, legible: true, opacity: 1, suspect: false,
  veil: null,
};

/** @type {(element: Element | null) => Spot} where a walk begins that reads what is in an element */
export const spotIn = (element) => ({
  element, style: element && styleOf(element), inline: false, outer: null, ground: groundOf(element), away: null, legible: null,
  opacity: 1, suspect: element !== null, veil: null,
});

/**
 * What the elements of one name and one class seen so far have in common: their colour, null for that of what is around them.
 * @typedef {{count: number, color: string | null}} Lookalikes
 */

/**
 * Where the text of an element stands that a walk comes to. To ask how it looks costs 8 us. Of elements of one name and one class
 * (with an id, and without) the first few are compared with what is around them. If but for a colour of their own all look like
 * that, the rest is taken to, unless a style sheet could single it out by more.
 * @param {Walk} walk @param {Element} element @param {string} name @param {number} flags @param {CSSStyleDeclaration} style @param
 *   {boolean} inline
 * @returns {Spot}
 */
export function spotOf(walk, element, name, flags, style, inline) {
  const outer = walk.spot;
  const suspect = walk.suspect || outer.suspect;
  const kind = flags & HAS_OWN_LOOK || walk.astray || suspect || (singled.size && singled.has(element)) ? ''
    : name + (flags & HAS_ID ? '#' : '') + (flags & HAS_CLASS ? ' ' + attributeOf(element, 'class') : '');
  const alike = kind ? walk.lookalikes.get(kind) : undefined;
  if (alike && alike.count >= ENOUGH && (alike.color === null || isReadableIn(walk, alike.color, outer)))
    return walk.opacity === outer.opacity ? outer
    : { ...outer, opacity: walk.opacity, legible: alike.color === null ? null : outer.legible };
  const spot = {
    element, style, inline, outer, ground: groundUnder(style.backgroundColor, element, outer.ground), away: null, legible: null,
    opacity: walk.opacity, suspect, veil: walk.suspect ? veilOf(element, style, outer) : outer.veil,
  };
  if (!kind || (alike && (alike.count === UNLIKE || alike.count >= ENOUGH))) return spot;
  const color = isLike(walk, spot, outer) ? ownColor(spot, outer) : undefined;
  if (color === undefined || (alike && alike.color !== color)) walk.lookalikes.set(kind, { count: UNLIKE, color: null });
  else walk.lookalikes.set(kind, { count: (alike?.count ?? 0) + 1, color });
  return spot;
}

/** @type {(walk: Walk, color: string, spot: Spot) => boolean} text of that colour, as legible in all else as what is there */
const isReadableIn = (walk, color, spot) => !isFaint(color, spot.ground, walk.opacity) && isReadable(walk, spot);

/** @type {(walk: Walk, spot: Spot) => boolean} whether text there can be read; what a control is called may lie off the page */
export function isReadable(walk, spot) {
  spot.legible ??= isLegible(walk, spot);
  return spot.legible && (walk.inControl || !isAway(walk, spot));
}

/** @type {(spot: Spot, outer: Spot) => string | null} */
const ownColor = (spot, outer) => (spot.style?.color === outer.style?.color ? null : spot.style?.color ?? null);

/** @type {(walk: Walk, spot: Spot, outer: Spot) => boolean} but for its colour, text is as legible in the one as in the other */
function isLike(walk, spot, outer) {
  const { element, style } = spot;
  if (!element || !style || !outer.style || spot.ground !== outer.ground || element.namespaceURI !== XHTML) return false;
  return style.visibility === outer.style.visibility && !isTransparent(style.color)
    && Number.parseFloat(style.fontSize) > SMALLEST_TYPE && !isAway(walk, spot);
}

/** @type {(element: Element, style: CSSStyleDeclaration, outer: Spot) => Veil | null} */
function veilOf(element, style, outer) {
  const { filter, mixBlendMode: blend } = style;
  if (filter === 'none' && blend === 'normal') return outer.veil;
  return {
    element,
    filter: filter === 'none' ? outer.veil?.filter ?? 'none' : (outer.veil ? outer.veil.filter.replace('none', '') : '') + filter,
    blend, behind: outer.veil ? outer.veil.behind : outer.ground,
  };
}

/** @type {(element: Element) => boolean} text that stands in it is seen, as far as its own style says */
export function isTextSeen(element) {
  const spot = { ...spotIn(element), opacity: 1 };
  const style = /** @type {any} */ (spot.style);
  if (element.namespaceURI !== XHTML) return true;
  if (Number.parseFloat(style.fontSize) <= SMALLEST_TYPE || !isShownItself(element)) return false;
  const color = style.webkitTextFillColor;
  return !isFaint(color, spot.ground, 1) || isPaintedOtherwise(spot, color);
}

/** @type {(walk: Walk, spot: Spot) => boolean} whether its type and colour can be read */
function isLegible(walk, spot) {
  const { element, style, ground, opacity } = spot;
  if (!element || !style) return true;
  if (style.visibility !== 'visible') return false;
  const type = Number.parseFloat(style.fontSize);
  if (element.namespaceURI !== XHTML) return isDrawnText(element, style, ground, opacity);
  if (type <= SMALLEST_TYPE) return false;
  if (firstLines.size && firstLines.has(element) && isFirstLineUnseen(element, style, ground)) return false;
  const color = spot.suspect ? /** @type {any} */ (style).webkitTextFillColor : style.color;
  if (spot.suspect && isOverpainted(spot, type)) return false;
  if (isFaint(color, null, opacity) && !isPaintedOtherwise(spot, color)) return false;
  if (spot.veil && !isSeenBehind(spot.veil, ground, color, type, opacity)) return false;
  return !ground || !isFaint(color, ground, opacity) || isPaintedOtherwise(spot, color) || isOnSomethingElse(walk, element, ground);
}

/** @type {(spot: Spot, color: string) => boolean} text that another colour than its own shows */
export function isPaintedOtherwise({ style, ground, outer, opacity }, color) {
  const { webkitTextFillColor: fill, webkitTextStrokeWidth: stroke, webkitTextStrokeColor: strokeColor, textShadow, backgroundClip,
    backgroundImage, backgroundColor } = /** @type {any} */ (style);
  /** @type {(one: string, behind: Ground | null | undefined) => boolean} */
  const shows = (one, behind) => !isFaint(one, behind ?? null, opacity);
  if (backgroundClip.includes('text')) {
    const behind = outer ? outer.ground : ground;
    return backgroundImage.includes('url(')
      || colorsIn(backgroundImage).some((one) => shows(one, behind)) || shows(backgroundColor, behind);
  }
  return (fill !== undefined && fill !== color && shows(fill, ground))
    || (textShadow !== 'none' && colorsIn(textShadow).some((one) => shows(one, ground)))
    || (stroke !== '0px' && shows(strokeColor, ground));
}

/** A stroke, or a line through a text, of this part of its type leaves nothing of the letters. */
const THICK_STROKE = 1 / 3;
const THICK_LINE = 2 / 3;

/** @type {(spot: Spot, type: number) => boolean} dots stand in its place, or what is drawn over it looks like its ground */
function isOverpainted({ style, ground, opacity }, type) {
  const { webkitTextSecurity, webkitTextStrokeWidth, webkitTextStrokeColor, paintOrder, textDecorationLine, textDecorationThickness,
    textDecorationColor } = /** @type {any} */ (style);
  if ((webkitTextSecurity ?? 'none') !== 'none') return true;
  const isThick = (/** @type {string} */ width, /** @type {number} */ part) => Number.parseFloat(width) >= type * part;
  return (isThick(webkitTextStrokeWidth, THICK_STROKE) && !paintOrder.startsWith('stroke')
    && isFaint(webkitTextStrokeColor, ground, opacity))
    || (textDecorationLine.includes('line-through') && isThick(textDecorationThickness, THICK_LINE)
      && isFaint(textDecorationColor, ground, opacity));
}

/** How far a text may be blurred, in its own size, and still be read. */
const MOST_BLUR = 0.4;

/** @type {(filter: string) => number} how opaque its `opacity()` leaves what is seen through it */
const opacityOf = (filter) => [...filter.matchAll(/opacity\(([\d.]+)\)/g)].reduce((opacity, [, factor]) => opacity * Number(factor),
  1);

/**
 * something of that colour is still seen through it, on the ground as it is seen through it
 * @type {(veil: Veil, ground: Ground | null, color: string, type: number, opacity: number) => boolean}
 */
export function isSeenBehind(veil, ground, color, type, opacity) {
  const { filter, blend, behind } = veil;
  if (opacity * opacityOf(filter) < FAINTEST) return false;
  if (/url|drop-shadow/.test(filter)) return true;
  if (Number.parseFloat(/blur\(([\d.]+)/.exec(filter)?.[1] ?? '0') > type * MOST_BLUR) return false;
  if (!behind || !ground) return true;
  const colors = filter.replace(/blur\([^)]*\)/g, '').trim() || 'none';
  // Over the bare canvas, which is drawn last, there is nothing to blend with.
  const mode = behind.element ? blend : 'normal';
  const own = ground.element && isWithin(ground.element, veil.element)
    ? seenColor(ground.color, behind.color, colors, mode) : behind.color;
  return !isFaint(seenColor(color, behind.color, colors, mode), { color: own, element: null }, opacity);
}

/**
 * a block of one line, which a style sheet shows as its ground is
 * @type {(element: Element, style: CSSStyleDeclaration, ground: Ground | null) => boolean}
 */
function isFirstLineUnseen(element, style, ground) {
  const first = getComputedStyle(element, '::first-line');
  if (Number.parseFloat(first.fontSize) <= SMALLEST_TYPE) return true;
  if (rectOf(element).height > Number.parseFloat(style.fontSize) * 2) return false;
  return isFaint(first.color, ground, 1);
}

/** @type {(walk: Walk, spot: Spot) => boolean} it is drawn left of the page or above it, by whatever means, or scaled to nothing */
export function isAway(walk, spot) {
  spot.away ??= isDrawnAway(walk, spot);
  return spot.away;
}

/** @type {(walk: Walk, spot: Spot) => boolean} */
function isDrawnAway(walk, { element, style, inline, outer }) {
  if (!element || !style) return false;
  if (inline && style.position === 'static') return outer !== null && isAway(walk, outer);
  const box = rectOf(element);
  if (box.right <= walk.edge.left || box.bottom <= walk.edge.top) return isOutOfReach(element, box);
  if (box.width === 0) return isScaledAway(element, box);
  if (walk.astray && isOutOfReach(element, box)) return true;
  const indent = Number.parseFloat(style.textIndent);
  if (inline) return false;
  if (indent < 0 || indent >= FAR_INDENT) return isIndentedAway(walk, element);
  if (box.left > FAR_LEFT) return false;
  const text = contentRectOf(element);
  return text.right <= walk.edge.left && isOutOfReach(element, text);
}

/** @type {(walk: Walk, element: Element) => boolean} its text is drawn left of the page, or beside a box that cuts it off */
function isIndentedAway(walk, element) {
  const { left, right } = contentRectOf(element);
  if (right <= walk.edge.left) return true;
  for (let node = /** @type {Element | null} */ (element); node; node = parentOf(node)) {
    if (!/hidden|clip/.test(styleOf(node).overflowX)) continue;
    const box = rectOf(node);
    if (right <= box.left || left >= box.right) return true;
  }
  return false;
}
