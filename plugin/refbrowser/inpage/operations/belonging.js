// What a control belongs to where no box around it says so: its description, the head of its column, the text behind it.

import { accessibleDescription, accessibleName } from '../aria/names.js';
import { columnHead, isHeadedColumn } from '../aria/related_text.js';
import { ANY_CONTROL } from '../dom/attributes.js';
import {
  ELEMENT_NODE, SKIPPED, TEXT_NODE, attributeOf, checkVisibility, childrenOf, dataOf, matches, nameOf, nodeTypeGetter, parentOf, queryOne,
  rectOf, styleOf, textOf,
} from '../dom/dom.js';
import { hasLetter, oneLine, shorten } from '../dom/text.js';

const LONGEST = 100;
/** How many nodes are passed on the way to a text, how many cells a grid may have, and how many boxes around a control are asked. */
const MOST_NODES = 60;
const MOST_CELLS = 400;
const MOST_BOXES = 4;
/** Two boxes whose sides are so near stand in one column. */
const ONE_COLUMN = 2;

/** @type {(element: Element) => {about?: string, column?: string}} */
export function belongingOf(element) {
  const title = oneLine(attributeOf(element, 'title') ?? '');
  const about = accessibleDescription(element) || (title === accessibleName(element) ? '' : title);
  const column = isHeadedColumn(element) ? columnHead(element) : gridHead(element);
  return { ...(about && { about: shorten(about, LONGEST) }), ...(column && { column: shorten(column, LONGEST) }) };
}

/**
 * Return the text at the top of the element's column in a grid laid out by style, whose rows are no items.
 * @type {(element: Element) => string}
 */
function gridHead(element) {
  let cell = element;
  for (let level = 0; level < MOST_BOXES; level++) {
    const grid = parentOf(cell);
    if (!grid) return '';
    if (/^(inline-)?grid$/.test(styleOf(grid).display)) return headIn(grid, cell, element);
    cell = grid;
  }
  return '';
}

/** @type {(grid: Element, cell: Element, element: Element) => string} */
function headIn(grid, cell, element) {
  const cells = childrenOf(grid);
  if (cells.length > MOST_CELLS) return '';
  const own = rectOf(cell);
  const column = cells.filter((one) => one !== cell && Math.abs(rectOf(one).left - own.left) < ONE_COLUMN);
  if (column.length + 1 === cells.length || column.some((one) => holds(one, element))) return '';
  const head = column.find((one) => rectOf(one).bottom <= own.top + 1 && !matches(one, ANY_CONTROL) && !queryOne(one, ANY_CONTROL)
    && hasLetter(textOf(one)));
  return head ? oneLine(textOf(head)) : '';
}

/** @type {(box: Element, element: Element) => boolean} it is, or has in it, a control of the same tag */
const holds = (box, element) => nameOf(box) === nameOf(element) || queryOne(box, CSS.escape(nameOf(element))) !== null;

/** @typedef {{text: string, tag: string}} Neighbour a text beside a control, and the tag of what it is in */

/**
 * Return the first text before or behind the element, up to the next control.
 * @type {(element: Element, towards: 'nextSibling' | 'previousSibling') => Neighbour}
 */
export function textBeside(element, towards) {
  let left = MOST_NODES;
  const inward = towards === 'nextSibling' ? 'firstChild' : 'lastChild';
  const none = { text: '', tag: '' };
  /** @type {(node: Node) => Neighbour | null} */
  const textIn = (node) => {
    if (left-- <= 0) return none;
    const type = nodeTypeGetter.call(node);
    if (type === TEXT_NODE) {
      const text = oneLine(dataOf(node));
      const around = parentOf(/** @type {any} */ (node));
      return hasLetter(text) ? { text: shorten(text, LONGEST), tag: around ? nameOf(around) : '' } : null;
    }
    if (type !== ELEMENT_NODE) return null;
    const inner = /** @type {Element} */ (node);
    if (SKIPPED.has(nameOf(inner)) || !checkVisibility(inner)) return null;
    if (matches(inner, ANY_CONTROL)) return none;
    for (let child = inner[inward]; child; child = child[towards]) {
      const found = textIn(child);
      if (found) return found;
    }
    return null;
  };
  for (let box = /** @type {Element | null} */ (element); box && nameOf(box) !== 'body'; box = parentOf(box)) {
    for (let node = box[towards]; node; node = node[towards]) {
      const found = textIn(node);
      if (found) return found;
    }
  }
  return none;
}

/**
 * Return whether controls that are alike are followed by the names of their items: the text behind each is another one in the same
 * kind of element, and the text before them is not.
 * @type {(alike: Element[]) => boolean}
 */
export function areNamedBehind(alike) {
  if (alike.length < 2 || alike.length > MOST_NODES) return false;
  return areNames(alike.map((one) => textBeside(one, 'nextSibling'))) && !areNames(alike.map((one) => textBeside(one, 'previousSibling')));
}

/** @type {(texts: Neighbour[]) => boolean} */
const areNames = (texts) => texts.every(({ text }) => text) && new Set(texts.map(({ text }) => text)).size === texts.length
  && new Set(texts.map(({ tag }) => tag)).size === 1;
