// What is embedded: images, image maps, drawings, frames.

import { imageTag, isInText, named, saysAllOf, tagOf } from './tags.js';
import { fallbackLabel } from '../aria/fallback_label.js';
import { accessibleName, labelFromAria } from '../aria/names.js';
import { explicitRole, extraInteractive } from '../aria/roles.js';
import { INNER_CONTROLS, flagsOf } from '../dom/attributes.js';
import { attributeOf, closest, hasAttribute, queryEvery, queryOne, rectOf, scrollGetters, styleOf, textOf } from '../dom/dom.js';
import { loseReads, noting } from '../dom/reads.js';
import { FRAME_OPEN, NUMBER_CLOSE, oneLine } from '../dom/text.js';
import { takesNoPress } from '../pressing/cover.js';
import { entryFor } from '../tracking/refs.js';
import { isSeenBehind } from '../visual/legibility.js';
import { LOWEST_LINE } from '../visual/vanished.js';
/** @import { Veil } from '../visual/legibility.js' */
/** @import { Walk } from './walker.js' */

/** CSS pixels, in width and height, from which on an image has a ref: one with a name, and one without. Smaller ones are signs in text. */
const [NAMED, UNNAMED] = [24, 64];

/** @param {Walk} walk @param {Element} element @param {string} name @returns {void} */
export function visitPicture(walk, element, name) {
  if (walk.silent) return;
  if (name === 'img') {
    const alt = oneLine(labelFromAria(element) || (attributeOf(element, 'alt') ?? ''));
    if (!isInControl(walk)) writeImage(walk, element, 'image', alt || oneLine(attributeOf(element, 'title') ?? ''));
    else if (!(alt && walk.control && saysAllOf(textOf(walk.control), alt))) writeImage(walk, element, 'image', alt);
    if (hasAttribute(element, 'usemap')) visitImageMap(walk, element);
    return;
  }
  const label = accessibleName(element);
  if (name === 'canvas') return writeImage(walk, element, name, label);
  // A drawing without a name that has words in it says what it is by those.
  const worded = queryOne(element, 'text,a,foreignObject') !== null;
  if (label || !worded) writeImage(walk, element, 'image', label);
  if (!label || worded) walk.visitChildren(element, name);
}

/**
 * Write an image: in a control as part of its name, else with a ref of its own, or as a sign in the text where it is small; nothing
 * where it has no name and is small or decoration.
 * @param {Walk} walk @param {Element} element @param {string} kind @param {string} label
 */
export function writeImage(walk, element, kind, label) {
  const { writer } = walk;
  if (isInControl(walk) || !isLarge(element, label ? NAMED : UNNAMED))
    return label ? putNamed(walk, element, walk.inControl ? label : `(image: ${label})`) : undefined;
  if (!label && isDecoration(element)) return undefined;
  const tag = imageTag(walk, element, kind, { text: label });
  writer.put(label, label ? `${tag} ${named(element, label)}` : tag);
  if (label && isInText(element)) writer.end();
  return undefined;
}

/** @type {(walk: Walk, element: Element, text: string) => void} */
const putNamed = ({ writer }, element, text) => writer.put(text, named(element, text));

/**
 * Return whether a press on what is read now is one on the control around it: that holds no other.
 * @type {(walk: Walk) => boolean}
 */
const isInControl = (walk) => walk.inControl || (walk.control !== null && !queryOne(walk.control, INNER_CONTROLS));

/** @type {(element: Element) => boolean} its author says that it means nothing, or no pointer reaches it */
const isDecoration = (element) => attributeOf(element, 'alt') === '' || /^(presentation|none)$/.test(explicitRole(element) ?? '')
  || closest(element, '[aria-hidden=true]') !== null || styleOf(element).pointerEvents === 'none';

const isComplete = noting((image) => image.complete !== false);

/**
 * Return whether it is at least so wide and high. The size of one that is still to be loaded may not be known.
 * @type {(element: Element, least: number) => boolean}
 */
function isLarge(element, least) {
  const { width, height } = rectOf(element);
  return (width >= least && height >= least)
    || (least === NAMED && !width && !height && !isComplete(element));
}

/** Areas have no box of their own: they are drawn where their image is. @param {Walk} walk @param {Element} image */
function visitImageMap(walk, image) {
  const mapName = (attributeOf(image, 'usemap') ?? '').replace(/^#/, '');
  const tree = /** @type {ParentNode} */ (Node.prototype.getRootNode.call(image));
  for (const area of queryEvery(tree, 'map area')) {
    const map = closest(area, 'map');
    const kind = hasAttribute(area, 'href') ? 'link'
      : hasAttribute(area, 'onclick') || extraInteractive.has(area) ? 'clickable' : '';
    if (!kind || !map || (attributeOf(map, 'name') !== mapName && attributeOf(map, 'id') !== mapName)) continue;
    const label = { text: accessibleName(area) };
    walk.writer.space();
    walk.writer.tag(tagOf(walk, area, kind, flagsOf(area), label));
    if (label.text) walk.writer.put(label.text);
    walk.writer.extra(label.text ? '' : fallbackLabel(area, true));
  }
}

/** @type {(element: Element) => boolean} whether a document other than the blank one is on its way into the frame, or there */
function bringsDocument(element) {
  if (hasAttribute(element, 'srcdoc')) return true;
  const source = attributeOf(element, 'src') ?? attributeOf(element, 'data') ?? '';
  return source !== '' && !/^(about:blank|javascript:)/i.test(source) && attributeOf(element, 'loading') !== 'lazy';
}

/** @type {(frame: Element) => string | null} the address of the PDF that its attributes name */
function pdfOf(frame) {
  const source = attributeOf(frame, 'src') ?? attributeOf(frame, 'data');
  const url = source ? URL.parse(source, document.baseURI) : null;
  return url && /^https?:$/.test(url.protocol) && (attributeOf(frame, 'type') === 'application/pdf' || /\.pdf$/i.test(url.pathname))
    ? url.href : null;
}

/** CSS pixels. */
const ORDINARY_TYPE = 16;

/**
 * turned or squeezed to a line, or behind a filter that lets nothing through
 * @type {(frame: Element, veil: Veil | null) => boolean}
 */
function isFrameUnseen(frame, veil) {
  const box = rectOf(frame);
  if (box.width <= LOWEST_LINE || box.height <= LOWEST_LINE) return true;
  const white = { color: 'rgb(255, 255, 255)', element: null };
  return veil !== null && ['rgb(0, 0, 0)', 'rgb(255, 0, 0)'].every((color) =>
    !isSeenBehind({ ...veil, behind: white }, white, color, ORDINARY_TYPE, 1));
}

/**
 * whether what is in it is laid out: it is in place of a document or picture that could not be loaded
 * @type {(object: Element) => boolean}
 */
function hasBoxes(object) {
  loseReads();
  const range = document.createRange();
  range.selectNodeContents(object);
  return range.getClientRects().length > 0;
}

/** @param {Walk} walk @param {Element} element @param {string} name */
export function visitFrame(walk, element, name) {
  if (name === 'object' && !attributeOf(element, 'data')) return walk.visitChildren(element, name);
  const empty = scrollGetters.clientWidth.call(element) <= 2 || scrollGetters.clientHeight.call(element) <= 2;
  const pdf = walk.dry ? null : pdfOf(element);
  const replaced = name === 'object' && hasBoxes(element);
  if (replaced || (empty && name === 'object')) {
    // What it has in place of a document that is not shown.
    if (pdf) writeFrame(walk, element, pdf);
    return replaced ? walk.visitChildren(element, name) : undefined;
  }
  if (walk.dry || empty || (walk.spot.suspect && isFrameUnseen(element, walk.spot.veil)) || walk.style?.visibility !== 'visible')
    return undefined;
  return writeFrame(walk, element, pdf);
}

/** @param {Walk} walk @param {Element} element @param {string | null} pdf */
function writeFrame(walk, element, pdf) {
  const { id } = entryFor(element);
  const label = oneLine(labelFromAria(element) || attributeOf(element, 'title') || attributeOf(element, 'name') || '');
  walk.frames.push(id);
  walk.embedded.push({ element, id, disabled: walk.inert, blocked: takesNoPress(walk, element) });
  if (bringsDocument(element)) walk.sourced.push(id);
  if (pdf) walk.pdfs.push([id, pdf]);
  walk.writer.verbatim(`${FRAME_OPEN}${id}${NUMBER_CLOSE}${label ? ' ' + label : ''}`, true);
}
