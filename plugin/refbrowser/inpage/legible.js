// Whether a person can read a text where it stands: its colour against its ground, its size, its place.

/** CSS pixels: type of this size is a line of dots. */
const SMALLEST_TYPE = 1;
/** CSS pixels: an indent that far to the left is there to take text off the page. */
const FAR_INDENT = -500;

/** Elements that look like what is around them before the rest of their kind is taken to. */
const ENOUGH = 8;
const UNLIKE = -1;

/**
 * Where text stands: in an element whose text looks as that of no element around it does, as far as has been seen. The last two are null until asked.
 * @typedef {{element: Element | null, style: CSSStyleDeclaration | null, inline: boolean, outer: Spot | null, ground: Ground | null, away: boolean | null, legible: boolean | null}} Spot
 */

/** @type {Spot} where text is shown without a look at how */
const UNJUDGED = { element: null, style: null, inline: false, outer: null, ground: null, away: false, legible: true };

/** @type {(element: Element | null) => Spot} where a walk begins that reads what is in an element */
const spotIn = (element) => ({ element, style: element && styleOf(element), inline: false, outer: null, ground: groundOf(element), away: null, legible: null });

/** What the elements of one name and one class seen so far have in common: their colour, null for that of what is around them. @typedef {{alike: number, color: string | null}} Kin */

/**
 * Where the text of an element stands that a walk comes to. To ask how it looks costs 8 us. Of elements of one name and one class (with an
 * id, and without) the first few are compared with what is around them. If but for a colour of their own all look like that, the rest is
 * taken to, unless a style sheet could single it out by more.
 * @param {Walk} walk @param {Element} element @param {string} name @param {number} flags @param {CSSStyleDeclaration} style @param {boolean} inline
 * @returns {Spot}
 */
function spotOf(walk, element, name, flags, style, inline) {
  const outer = walk.spot;
  const kind = flags & HAS_OWN_LOOK || walk.astray ? '' : name + (flags & HAS_ID ? '#' : '') + (flags & HAS_CLASS ? ' ' + attributeOf(element, 'class') : '');
  const kin = kind ? walk.kin.get(kind) : undefined;
  if (kin && kin.alike >= ENOUGH && (kin.color === null || isReadableIn(walk, kin.color, outer))) return outer;
  const spot = { element, style, inline, outer, ground: groundUnder(style.backgroundColor, element, outer.ground), away: null, legible: null };
  if (!kind || (kin && (kin.alike === UNLIKE || kin.alike >= ENOUGH))) return spot;
  const color = isLike(walk, spot, outer) ? ownColor(spot, outer) : undefined;
  if (color === undefined || (kin && kin.color !== color)) walk.kin.set(kind, { alike: UNLIKE, color: null });
  else walk.kin.set(kind, { alike: (kin?.alike ?? 0) + 1, color });
  return spot;
}

/** @type {(walk: Walk, color: string, spot: Spot) => boolean} text of that colour, as legible in all else as what is there */
const isReadableIn = (walk, color, spot) => !(spot.ground && areAlike(color, spot.ground.color)) && isReadable(walk, spot);

/** @type {(walk: Walk, spot: Spot) => boolean} whether text there can be read; what a control is called may lie off the page */
function isReadable(walk, spot) {
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

/** @type {(walk: Walk, spot: Spot) => boolean} whether its type and colour can be read */
function isLegible(walk, spot) {
  const { element, style, ground } = spot;
  if (!element || !style) return true;
  if (style.visibility !== 'visible') return false;
  const type = Number.parseFloat(style.fontSize);
  // What SVG draws has a fill and a scale of its own.
  if (element.namespaceURI !== XHTML) return type > 0;
  if (type <= SMALLEST_TYPE) return false;
  const color = style.color;
  if (isTransparent(color) && !isPaintedOtherwise(style)) return false;
  return !(ground && areAlike(color, ground.color)) || isPaintedOtherwise(style) || isOnSomethingElse(walk, element, ground);
}

/** @type {(style: CSSStyleDeclaration) => boolean} text that another colour than its own shows */
function isPaintedOtherwise(style) {
  const { webkitTextFillColor: fill, webkitTextStrokeWidth: stroke } = /** @type {any} */ (style);
  return style.backgroundClip.includes('text') || (fill !== undefined && fill !== style.color && !isTransparent(fill)) || style.textShadow !== 'none' || stroke !== '0px';
}

/** @type {(walk: Walk, spot: Spot) => boolean} it is drawn left of the page or above it, by whatever means, or scaled to nothing */
function isAway(walk, spot) {
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
  if (inline || Number.parseFloat(style.textIndent) > FAR_INDENT) return false;
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().right <= walk.edge.left;
}

