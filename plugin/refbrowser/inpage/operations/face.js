// What a person reads on a control, whatever it is called: in the order in which it is painted, with what others paint over it, and
// whether all of that is known.

import { calledName } from '../aria/fallback_label.js';
import { generatedText, mayGenerate } from '../aria/generated_text.js';
import { accessibleName } from '../aria/names.js';
import { FIELD_TAGS, isSecret, valueOf } from '../aria/states.js';
import { readWritten } from '../aria/written_text.js';
import {
  ELEMENT_NODE, TEXT_NODE, attributeOf, checkVisibility, dataGetter, eachChild, isWithin, matches, nameOf, nodeTypeGetter, parentOf,
  rectOf, styleOf,
} from '../dom/dom.js';
import { NAME_LIMIT, oneLine } from '../dom/text.js';
import { isTransparent } from '../visual/background.js';
import { hitAt } from '../visual/hit_test.js';
import { isTextSeen } from '../visual/legibility.js';
import { Decorations, isPicture } from './face_decorations.js';

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
/** Elements of a control whose text is compared with its ground. */
const MOST_JUDGED = 400;
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
  if (isFieldOfText(control)) return { shown: heldBy(control), unread: matches(control, 'input[type=image]') ? ['picture'] : [] };
  const name = calledName(control);
  /** @type {Node[]} */
  const texts = [];
  const decorations = new Decorations();
  const { texts: written, cut } = readWritten(control, MOST_SHOWN, MOST_NODES, (node, style) => {
    if (style) decorations.add(/** @type {Element} */ (node), style);
    else texts.push(node);
  });
  const long = name.length < NAME_LIMIT ? '' : accessibleName(control, MOST_SHOWN);
  const placed = paintedText(texts);
  const { seen, all } = seenOf(texts);
  const legible = seen.length < texts.length ? paintedText(seen) : placed;
  const named = written.length > 0 || accessibleName(control) !== '';
  const bare = !legible?.length && !decorations.pictured && !decorations.texts.length && isBare(control);
  const over = paintedOver(control, way, bare);
  const painted = [...(placed ?? []), ...(legible ?? [])];
  const shown = [...written, long, ...painted, ...movedLetters(painted, written), ...reversedValue(control), ...decorations.texts,
    oneLine(attributeOf(control, 'title') ?? ''), ...over.texts].filter((text) => text && text !== name);
  const pictured = decorations.replaced || (over.pictured && !(bare && named)) || (decorations.pictured && !named);
  return {
    shown: [...new Set(shown)],
    unread: [...(cut || over.cut || !placed || !all || long.length >= MOST_SHOWN ? ['length'] : []), ...(pictured ? ['picture'] : [])],
  };
}

/**
 * of texts whose letters are painted in another order than they are written in: what they are without the gaps between these
 * @type {(painted: string[], written: string[]) => string[]}
 */
function movedLetters(painted, written) {
  const known = written.map(withoutBlanks);
  return painted.map(withoutBlanks).filter((text) => !known.includes(text));
}

/** @type {(text: string) => string} */
const withoutBlanks = (text) => text.replace(/\s+/g, '');

/** @type {(field: Element) => string[]} what a field that nobody can type in shows as a button does */
function heldBy(field) {
  if (!/^(input|textarea)$/.test(nameOf(field)) || !matches(field, '[readonly],:disabled') || isSecret(field)) return [];
  return [/** @type {HTMLInputElement} */ (field).value, attributeOf(field, 'placeholder') ?? ''].map(oneLine).filter(Boolean);
}

/**
 * those of the texts that a person sees, and whether `all` were compared with what is around them
 * @type {(texts: Node[]) => {seen: Node[], all: boolean}}
 */
function seenOf(texts) {
  /** @type {Map<Element | null, boolean>} */
  const known = new Map();
  const seen = texts.filter((text) => {
    const element = parentOf(/** @type {any} */ (text));
    if (!known.has(element) && known.size < MOST_JUDGED) known.set(element, element === null || isTextSeen(element));
    return known.get(element) ?? true;
  });
  return { seen, all: known.size < MOST_JUDGED };
}

/** @type {(control: Element) => boolean} nothing is painted where it is: what a person reads there lies behind it */
function isBare(control) {
  if (nameOf(control) === 'input') return false;
  const { backgroundColor, backgroundImage } = styleOf(control);
  return isTransparent(backgroundColor) && backgroundImage === 'none';
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
 * what elements that the pointer passes through paint on the control; of one that is `bare`, or not painted itself, all that is seen
 * there
 * @type {(control: Element, way: Set<Element>, bare: boolean) => {texts: string[], pictured: boolean, cut: boolean}}
 */
function paintedOver(control, way, bare) {
  const box = rectOf(control);
  const found = { texts: /** @type {string[]} */ ([]), pictured: false, cut: false };
  const clear = bare || !checkVisibility(control, { opacityProperty: true });
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
    if (passes && isPicture(element)) {
      const area = Math.max(0, Math.min(at.right, box.right) - Math.max(at.left, box.left))
        * Math.max(0, Math.min(at.bottom, box.bottom) - Math.max(at.top, box.top));
      found.pictured ||= area > COVERS * box.width * box.height
        && checkVisibility(element, { visibilityProperty: true, opacityProperty: true });
    }
    if (passes) addGenerated(element, found.texts);
    if (styleOf(element).pointerEvents === 'none') found.texts.push(...valuesShownBy(element));
    eachChild(element, nameOf(element), (child) => {
      const type = nodeTypeGetter.call(child);
      if (type === ELEMENT_NODE) look(/** @type {Element} */ (child));
      else if (passes && type === TEXT_NODE) addText(child);
    });
  };
  /** @type {(text: Node) => void} what lies on the control and takes its presses is no part of its face */
  const addText = (text) => {
    if (/\S/.test(dataGetter.call(text)) && !(bare && takesPress(text, control))) texts.push(text);
  };
  for (let node = parentOf(control), level = 0; node && !found.cut; node = parentOf(node), level++) {
    if (level < 3) addGenerated(node, found.texts, true);
    eachChild(node, nameOf(node), (child) => {
      const type = nodeTypeGetter.call(child);
      if (child !== control && type === ELEMENT_NODE) look(/** @type {Element} */ (child));
      else if (clear && type === TEXT_NODE) addText(child);
    });
  }
  const placed = paintedText(texts, box);
  found.texts.push(...(placed ?? []));
  found.cut ||= placed === null;
  return found;
}

/** @type {(field: Element) => string[]} what a field shows that the pointer passes through */
function valuesShownBy(field) {
  if (!/^(input|textarea|select)$/.test(nameOf(field)) || isSecret(field)) return [];
  return [valueOf(field) ?? '', attributeOf(field, 'value') ?? '', attributeOf(field, 'placeholder') ?? ''].map(oneLine).filter(Boolean);
}

/** @type {(text: Node, control: Element) => boolean} a press in its middle goes to something else than the control */
function takesPress(text, control) {
  const range = document.createRange();
  range.selectNodeContents(text);
  const { left, right, top, bottom } = range.getBoundingClientRect();
  const hit = hitAt((left + right) / 2, (top + bottom) / 2);
  return hit !== null && !isWithin(hit, control);
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
