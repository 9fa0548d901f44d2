// What a person reads on a control, whatever it is called: in the order in which it is painted, with what others paint over it, and
// whether all of that is known.

import { calledName } from '../aria/fallback_label.js';
import { generatedText, mayGenerate } from '../aria/generated_text.js';
import { accessibleName } from '../aria/names.js';
import { FIELD_TAGS } from '../aria/states.js';
import { readWritten } from '../aria/written_text.js';
import {
  ELEMENT_NODE, TEXT_NODE, checkVisibility, dataGetter, eachChild, matches, nameOf, nodeTypeGetter, parentOf, rectOf, styleOf,
  textOf,
} from '../dom/dom.js';
import { NAME_LIMIT, oneLine } from '../dom/text.js';

/** Characters, and nodes, of one control that are read. */
const MOST_SHOWN = 20_000;
const MOST_NODES = 4_000;
/** Of so much text each character is placed; of more each word. */
const MOST_LETTERS = 400;
/** Pieces of text that are placed. */
const MOST_PIECES = 2_000;
/** Boxes around a control that are compared with it for what is painted over it, and of those the ones that lie over it. */
const MOST_AROUND = 5_000;
const MOST_OVER = 400;
/** How much of a control a picture over it covers. */
const COVERS = 0.4;
/** What counts as a blank between two pieces, as part of their height. */
const BLANK = 0.22;
const PICTURES = new Set(['img', 'svg', 'canvas', 'video', 'object', 'embed', 'image', 'picture']);
const IMAGE = /url\(|image|gradient\(|element\(/;
const SUBMITS = '[type=submit],[type=button],[type=reset]';

/** @typedef {{text: string, left: number, right: number, top: number, bottom: number}} Piece */

/**
 * @typedef {{shown: string[], unread: string[]}} Face `shown`: what a person reads on a control, where that is not its name;
 *   `unread`: why not all of that is known
 */

/** @type {(control: Element) => boolean} its text is its value, not its name */
const isFieldOfText = (control) => FIELD_TAGS.has(nameOf(control)) && !matches(control, SUBMITS);

/**
 * what is written on a control, wherever it is painted: what a press on it is compared by
 * @type {(control: Element) => string[]}
 */
export const writtenOnFace = (control) =>
  (isFieldOfText(control) ? [] : readWritten(control, MOST_SHOWN, MOST_NODES).texts.filter((text) => text !== calledName(control)));

/** @type {(control: Element, way: Set<Element>) => Face} `way`: what the control is in */
export function faceOf(control, way) {
  if (isFieldOfText(control)) return { shown: [], unread: matches(control, 'input[type=image]') ? ['picture'] : [] };
  const name = calledName(control);
  /** @type {Node[]} */
  const texts = [];
  let pictured = false;
  let replaced = false;
  const { texts: written, cut } = readWritten(control, MOST_SHOWN, MOST_NODES, (node, style) => {
    if (!style) {
      texts.push(node);
      return;
    }
    pictured ||= PICTURES.has(nameOf(/** @type {Element} */ (node))) || style.backgroundImage.includes('url(');
    replaced ||= isReplaced(/** @type {Element} */ (node), style);
  });
  const long = name.length < NAME_LIMIT ? '' : accessibleName(control, MOST_SHOWN);
  const over = paintedOver(control, way);
  const placed = paintedText(texts);
  const shown = [...written, long, ...(placed ?? []), ...reversedValue(control), ...over.texts].filter((text) =>
    text && text !== name);
  const nameless = pictured && !written.length && !accessibleName(control);
  return { shown: [...new Set(shown)], unread: [...(cut || over.cut || !placed || long.length >= MOST_SHOWN ? ['length'] : []),
    ...(replaced || over.pictured || nameless ? ['picture'] : [])] };
}

/**
 * a picture stands in place of its text, or before or behind it
 * @type {(element: Element, style: CSSStyleDeclaration) => boolean}
 */
function isReplaced(element, style) {
  if (style.content !== 'normal' && IMAGE.test(style.content)) return true;
  return mayGenerate(element) && ['::before', '::after'].some((pseudo) => {
    const generated = getComputedStyle(element, pseudo);
    return IMAGE.test(generated.content) && generated.display !== 'none' && !oneLine(textOf(element));
  });
}

/** @type {(control: Element) => string[]} the value of a button whose letters a style sheet paints from right to left */
function reversedValue(control) {
  if (nameOf(control) !== 'input') return [];
  const style = styleOf(control);
  return style.direction === 'rtl' && style.unicodeBidi.includes('override')
    ? [Array.from(/** @type {HTMLInputElement} */ (control).value).reverse().join('')] : [];
}

/**
 * the texts from left to right and from top to bottom, without what is not painted or lies outside of the box; null where they are
 * too many
 * @type {(texts: Node[], within?: DOMRect) => string[] | null}
 */
function paintedText(texts, within) {
  const length = texts.reduce((sum, text) => sum + dataGetter.call(text).length, 0);
  const pattern = length > MOST_LETTERS ? /\S+/g : /\S/gu;
  /** @type {Piece[]} */
  const pieces = [];
  const range = document.createRange();
  for (const text of texts) {
    const parent = parentOf(/** @type {any} */ (text));
    if (parent && !checkVisibility(parent, { visibilityProperty: true, opacityProperty: true })) continue;
    for (const { 0: letters, index } of dataGetter.call(text).matchAll(pattern)) {
      if (pieces.length >= MOST_PIECES) return null;
      range.setStart(text, index);
      range.setEnd(text, index + letters.length);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      if (right - left < 1 || bottom - top < 1 || (within && !isInside({ left, right, top, bottom }, within))) continue;
      pieces.push({ text: letters, left, right, top, bottom });
    }
  }
  const read = inReadingOrder(pieces);
  return read ? [read] : [];
}

/** @type {(pieces: Piece[]) => string} */
function inReadingOrder(pieces) {
  /** @type {Piece[][]} */
  const lines = [];
  for (const piece of pieces.sort((one, other) => one.top + one.bottom - other.top - other.bottom)) {
    const line = lines.at(-1);
    const middle = (piece.top + piece.bottom) / 2;
    if (line && middle < line[0].bottom && middle > line[0].top) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) => {
    line.sort((one, other) => one.left - other.left);
    return line.map((piece, place) => (place && piece.left - line[place - 1].right > BLANK * (piece.bottom - piece.top) ? ' ' : '')
      + piece.text).join('');
  }).join(' ');
}

/** @type {(box: {left: number, right: number, top: number, bottom: number}, outer: DOMRect) => boolean} its middle is */
function isInside(box, outer) {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return x >= outer.left && x <= outer.right && y >= outer.top && y <= outer.bottom;
}

/**
 * what elements that the pointer passes through paint on the control; of a control that is not painted itself, all that is seen
 * there
 * @type {(control: Element, way: Set<Element>) => {texts: string[], pictured: boolean, cut: boolean}}
 */
function paintedOver(control, way) {
  const box = rectOf(control);
  const found = { texts: /** @type {string[]} */ ([]), pictured: false, cut: false };
  const clear = !checkVisibility(control, { opacityProperty: true });
  // Behind a backdrop, which is clear, lies all of the page.
  if (box.width * box.height === 0 || (clear && box.width * box.height > innerWidth * innerHeight / 4)) return found;
  /** @type {Node[]} */
  const texts = [];
  let around = MOST_AROUND;
  let over = MOST_OVER;
  /** @type {(element: Element) => void} */
  const look = (element) => {
    found.cut ||= around-- <= 0 || over <= 0;
    if (found.cut || way.has(element)) return;
    const at = rectOf(element);
    const empty = at.width * at.height === 0;
    if (!empty && (at.right <= box.left || at.left >= box.right || at.bottom <= box.top || at.top >= box.bottom)) return;
    if (!empty) over--;
    const passes = clear || styleOf(element).pointerEvents === 'none';
    if (passes && PICTURES.has(nameOf(element))) {
      const area = Math.max(0, Math.min(at.right, box.right) - Math.max(at.left, box.left))
        * Math.max(0, Math.min(at.bottom, box.bottom) - Math.max(at.top, box.top));
      found.pictured ||= area > COVERS * box.width * box.height
        && checkVisibility(element, { visibilityProperty: true, opacityProperty: true });
    }
    if (passes) addGenerated(element, found.texts);
    eachChild(element, nameOf(element), (child) => {
      const type = nodeTypeGetter.call(child);
      if (type === ELEMENT_NODE) look(/** @type {Element} */ (child));
      else if (passes && type === TEXT_NODE && /\S/.test(dataGetter.call(child))) texts.push(child);
    });
  };
  for (let node = parentOf(control), level = 0; node && !found.cut; node = parentOf(node), level++) {
    if (level < 3) addGenerated(node, found.texts, true);
    eachChild(node, nameOf(node), (child) => {
      if (child !== control && nodeTypeGetter.call(child) === ELEMENT_NODE) look(/** @type {Element} */ (child));
    });
  }
  const placed = paintedText(texts, box);
  found.texts.push(...(placed ?? []));
  found.cut ||= placed === null;
  return found;
}

/**
 * adds what a style sheet writes on the element; `taken`: where that lies over its content, out of the pointer's way
 * @type {(element: Element, texts: string[], taken?: boolean) => void}
 */
function addGenerated(element, texts, taken = false) {
  if (!mayGenerate(element)) return;
  for (const pseudo of ['::before', '::after']) {
    const text = generatedText(element, pseudo)?.text;
    if (!text) continue;
    const style = getComputedStyle(element, pseudo);
    if (!taken || (/absolute|fixed/.test(style.position) && style.pointerEvents === 'none')) texts.push(oneLine(text));
  }
}
