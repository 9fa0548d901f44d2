// Whether a person can read a text where it stands: its colour against what lies behind it, its size, its place.

/** How much of 255 a channel may differ by before an eye can tell two colours apart, and how opaque a text must be to be noticed. */
const ALIKE = 8;
const FAINTEST = 0.04;
/** CSS pixels: type of this size is a line of dots. */
const SMALLEST_TYPE = 1;
/** CSS pixels: an indent that far to the left is there to take text off the page. */
const FAR_INDENT = -500;

/** Elements seen without a background before the rest of their kind is taken to have none. */
const ENOUGH = 8;
/** Chromium's. */
const DARK_CANVAS = 'rgb(18, 18, 18)';
const NO_COLOR = 'rgba(0, 0, 0, 0)';

const PICTURES = new Set(['img', 'svg', 'canvas', 'video', 'iframe', 'embed', 'object', 'input']);

/** @typedef {{color: string, element: Element | null}} Ground what is behind an element: the colour, and the ancestor that is filled with it (null: the canvas) */

/** @type {Map<string, [number, number, number, number] | null>} red, green, blue of 255 and opacity; null for colours of other spaces */
const parsedColors = new Map();

/** @type {(color: string) => [number, number, number, number] | null} */
function channelsOf(color) {
  let channels = parsedColors.get(color);
  if (channels === undefined) {
    const [red, green, blue, opacity = 1] = color.startsWith('rgb') ? (color.match(/[\d.]+/g) ?? []).map(Number) : [];
    channels = blue === undefined ? null : [red, green, blue, opacity];
    parsedColors.set(color, channels);
  }
  return channels;
}

/** @type {(color: string) => boolean} a computed colour of which nothing is seen */
const isTransparent = (color) => (channelsOf(color)?.[3] ?? 1) < FAINTEST;

/** @type {(color: string, other: string) => boolean} */
function areAlike(color, other) {
  if (color === other) return true;
  const [a, b] = [channelsOf(color), channelsOf(other)];
  return a !== null && b !== null && a[3] === b[3] && Math.abs(a[0] - b[0]) <= ALIKE && Math.abs(a[1] - b[1]) <= ALIKE && Math.abs(a[2] - b[2]) <= ALIKE;
}

/** @type {(opacity: string) => boolean} */
const isSeenThrough = (opacity) => opacity !== '1' && Number(opacity) < FAINTEST;

/** @type {() => Ground | null} the canvas of a page in its own window; an embedded document may show what is behind it */
function canvas() {
  if (window.top !== window) return null;
  const scheme = styleOf(documentElementGetter.call(document)).colorScheme;
  const dark = scheme.includes('dark') && (!scheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches);
  return { color: dark ? DARK_CANVAS : 'rgb(255, 255, 255)', element: null };
}

/** @type {(color: string, element: Element, behind: Ground | null) => Ground | null} what is behind a box filled with the colour; null where that cannot be said */
function groundUnder(color, element, behind) {
  const opacity = color === NO_COLOR ? 0 : channelsOf(color)?.[3] ?? FAINTEST;
  return opacity === 1 ? { color, element } : opacity < FAINTEST ? behind : null;
}

/** @type {(element: Element | null) => Ground | null} what is behind all that is in an element */
const groundOf = (element) => (element ? groundUnder(styleOf(element).backgroundColor, element, groundOf(parentOf(element))) : canvas());

/**
 * A walk's next step of the same. To ask for a colour costs 2 us, so of elements of one name and one class, which mostly look alike,
 * the first few are asked.
 * @param {Walk} walk @param {Element} element @param {string} name @param {number} flags @param {CSSStyleDeclaration} style
 */
function groundIn(walk, element, name, flags, style) {
  if (flags & HAS_OWN_LOOK) return groundUnder(style.backgroundColor, element, walk.ground);
  const kin = flags & HAS_STYLING ? `${name} ${attributeOf(element, 'class')}` : name;
  const bare = walk.bare.get(kin) ?? 0;
  if (bare >= ENOUGH) return walk.ground;
  const color = style.backgroundColor;
  walk.bare.set(kin, color === NO_COLOR ? bare + 1 : -Infinity);
  return groundUnder(color, element, walk.ground);
}

/** @type {(walk: Walk, element: Element, style: CSSStyleDeclaration) => boolean} whether text directly in the element can be read */
function isLegible(walk, element, style) {
  if (style.visibility !== 'visible') return false;
  const type = Number.parseFloat(style.fontSize);
  // What SVG draws has a fill and a scale of its own.
  if (element.namespaceURI !== XHTML) return type > 0;
  if (type <= SMALLEST_TYPE) return false;
  const color = style.color;
  const ground = walk.ground;
  if (isTransparent(color) && !isPaintedOtherwise(style)) return false;
  if (ground && areAlike(color, ground.color) && !isPaintedOtherwise(style) && !isOnSomethingElse(walk, element, ground)) return false;
  return walk.inControl || !isElsewhere(walk, element, style);
}

/** @type {(style: CSSStyleDeclaration) => boolean} text that another colour than its own shows */
function isPaintedOtherwise(style) {
  const { webkitTextFillColor: fill, webkitTextStrokeWidth: stroke } = /** @type {any} */ (style);
  return style.backgroundClip.includes('text') || (fill !== undefined && fill !== style.color && !isTransparent(fill)) || style.textShadow !== 'none' || stroke !== '0px';
}

/** @type {(walk: Walk, element: Element, style: CSSStyleDeclaration) => boolean} it is drawn left of the page or above it, by whatever means, or scaled to nothing */
function isElsewhere(walk, element, style) {
  if (walk.inline && style.position === 'static') return false;
  const box = rectOf(element);
  if (box.right <= walk.edge.left || box.bottom <= walk.edge.top) return isOutOfReach(element, box);
  if (box.width === 0) return isScaledAway(element, box);
  if (walk.inline || Number.parseFloat(style.textIndent) > FAR_INDENT) return false;
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().right <= walk.edge.left;
}

/** @type {(walk: Walk, element: Element, ground: Ground) => boolean} a picture, a gradient, a filter, or another box, may lie between the text and its ground */
function isOnSomethingElse(walk, element, ground) {
  if (isDrawnBetween(walk, element, ground)) return true;
  const box = rectOf(element);
  const filled = ground.element;
  if (filled && filled !== bodyGetter.call(document) && parentOf(filled) && !meet(rectOf(filled), box)) return true;
  return drawnBoxes(walk).some(([drawn, place]) => meet(place, box) && !contains(drawn, element));
}

/** @type {(walk: Walk, element: Element, ground: Ground) => boolean} by the element, or one around it up to where its ground is */
function isDrawnBetween(walk, element, ground) {
  let drawn = walk.drawnBetween.get(element);
  if (drawn === undefined) {
    const parent = element === ground.element ? null : parentOf(element);
    drawn = isDrawnOn(element) || (parent !== null && isDrawnBetween(walk, parent, ground));
    walk.drawnBetween.set(element, drawn);
  }
  return drawn;
}

/** @type {(element: Element) => boolean} it shows more than its background's colour, or that otherwise than it is */
function isDrawnOn(element) {
  const style = styleOf(element);
  if (style.backgroundImage !== 'none' || style.mixBlendMode !== 'normal' || style.filter !== 'none') return true;
  return hasBackground(getComputedStyle(element, '::before'), true) || hasBackground(getComputedStyle(element, '::after'), true);
}

/** @type {(one: DOMRect, other: DOMRect) => boolean} */
const meet = (one, other) => one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/** @type {(style: CSSStyleDeclaration, generated?: boolean) => boolean} the box has a background of its own */
const hasBackground = (style, generated = false) => !(generated && style.content === 'none') && (style.backgroundImage !== 'none' || !isTransparent(style.backgroundColor));

/** @type {(walk: Walk) => [Element, DOMRect][]} all that could lie behind a text that is not in it; asked for once in a walk, and in few */
function drawnBoxes(walk) {
  walk.drawn ??= treeRoots().flatMap((root) => Array.from(queryEvery(root, '*')))
    .filter((element) => PICTURES.has(nameOf(element)) || hasBackground(styleOf(element)))
    .map((element) => [element, rectOf(element)]);
  return walk.drawn;
}
