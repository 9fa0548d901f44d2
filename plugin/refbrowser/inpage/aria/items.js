// Find the items of a box that listens for their presses (event delegation): list entries, table rows, days of a calendar, squares
// of a board.

import { explicitRole, extraInteractive, hasHandCursor } from './roles.js';
import { ANY_CONTROL } from '../dom/attributes.js';
import {
  ELEMENT_NODE, SKIPPED, TEXT_NODE, attributeOf, dataOf, eachChild, elementsByTag, isRendered, matches, nameOf,
  nodeTypeGetter, queryOne, rectOf,
  shadowRootOf, styleOf, textOf,
} from '../dom/dom.js';
import { setOf } from '../dom/text.js';
import { shownWithin } from '../dom/trees.js';

/** Elements that are never items. */
const NO_ITEM = setOf('h1 h2 h3 h4 h5 h6 p pre blockquote label legend caption thead tfoot hr br colgroup header footer nav main aside section form table fieldset dl');
/** Content of page sections, rare in list items. */
const TITLED = 'h1,h2,h3,h4,h5,h6,p';
/** Roles of items that are not controls by themselves; the empty one is no role. */
const ITEM_ROLES = /^(|row|cell|gridcell|listitem|img)$/;
const LISTED = setOf('li tr td th dd');
/** Maximum depth of wrappers between the box and its items. */
const MOST_WRAPPED = 12;
const MOST_ITEMS = 400;
/** A box with more elements may be a whole page: its items must share a class or be list items, rows or cells. */
const MOST_PLAIN = 30;
/** Maximum size of an item; a larger one is a section of the page. */
const ITEM = { elements: 30, text: 100 };
/** Maximum characters in each cell of a calendar or board, whose cells are the items. With longer texts the rows are. */
const CELL_TEXT = 5;
/** Cells of the shortest month. */
const FEWEST_DAYS = 28;

/** @type {(box: Element) => Element[]} Return the items; none if the box has text of its own or its parts differ. */
export function itemsOf(box) {
  // What a component draws around its only control is no list.
  if (shadowRootOf(box) && shownWithin(box, ANY_CONTROL, MOST_PLAIN).filter((one) =>
    nameOf(one) !== 'label' && isRendered(one)).length === 1) return [];
  const large = elementsByTag.call(box, '*').item(MOST_PLAIN) !== null;
  /** @type {Element | null} */
  let around = box;
  for (let level = 0; around && level < MOST_WRAPPED; level++) {
    const parts = partsOf(around);
    if (!parts) return [];
    if (parts.length > 1) {
      const items = chosen(parts, large, hasHandCursor(styleOf(box)));
      return items.length ? items : daysBelowHead(parts);
    }
    around = parts[0] ?? null;
    if (around && matches(around, ANY_CONTROL)) return [];
  }
  return [];
}

/** @type {(box: Element) => Element[] | null} Return its rendered children, of a table its rows; null if it has text of its own. */
function partsOf(box) {
  /** @type {Element[]} */
  const parts = [];
  let written = false;
  eachChild(box, nameOf(box), (child) => {
    const type = nodeTypeGetter.call(child);
    written ||= type === TEXT_NODE && /\S/.test(dataOf(child));
    if (type !== ELEMENT_NODE || parts.length > MOST_ITEMS) return;
    const element = /** @type {Element} */ (child);
    const name = nameOf(element);
    if (SKIPPED.has(name) || styleOf(element).display === 'none') return;
    if (name === 'tbody' || name === 'slot') parts.push(...(partsOf(element) ?? []));
    else if (!(NO_ITEM.has(name) && nameOf(box) === 'table')) parts.push(element);
  });
  return written ? null : parts;
}

/** @type {(parts: Element[], large: boolean, inviting: boolean) => Element[]} */
function chosen(parts, large, inviting) {
  const items = parts.filter((part) => !NO_ITEM.has(nameOf(part)) && !isHeadRow(part));
  if (items.length < 2 || items.some((item) => nameOf(item) !== nameOf(items[0]))) return [];
  const cells = cellsOf(items);
  if (cells) return cells;
  const listed = LISTED.has(nameOf(items[0]));
  const doubtful = large || inviting || items.some((item) => queryOne(item, TITLED) !== null);
  if (!listed && doubtful && !(items.length > 2 && haveOneClass(items))) return [];
  const plain = items.filter((item) => ITEM_ROLES.test(explicitRole(item) ?? '')
    && !matches(item, ANY_CONTROL) && !queryOne(item, ANY_CONTROL));
  if (plain.length * 2 < items.length || plain.some((item) => isPartOfPage(item)))
    return listed && items.length <= MOST_PLAIN ? plain : [];
  return listed || areShown(plain) ? plain : [];
}

/** @type {(parts: Element[]) => Element[]} the cells of the last part, where they are those of a calendar below its head */
function daysBelowHead(parts) {
  const cells = partsOf(parts[parts.length - 1]) ?? [];
  if (cells.length < FEWEST_DAYS || !haveOneClass(cells)) return [];
  const [first] = cells;
  return cells.every((cell) => nameOf(cell) === nameOf(first) && isDay(cell)) ? cells : [];
}

/** @type {(cell: Element) => boolean} */
const isDay = (cell) => /^\s*\d{1,2}\s*$/.test(textOf(cell)) && !matches(cell, ANY_CONTROL) && !queryOne(cell, ANY_CONTROL);

/** @type {(row: Element) => boolean} */
const isHeadRow = (row) => nameOf(row) === 'tr' && queryOne(row, ':scope > td') === null;

/** @type {(item: Element) => boolean} */
const isPartOfPage = (item) => textOf(item).trim().length > ITEM.text || elementsByTag.call(item, '*').item(ITEM.elements) !== null;

/** @type {(items: Element[]) => boolean} */
function haveOneClass(items) {
  const classes = items.map((item) => (attributeOf(item, 'class') ?? '').split(/\s+/).filter(Boolean));
  return classes[0].some((one) => classes.every((others) => others.includes(one)));
}

/**
 * Return whether each has text or a picture, or all are empty boxes of one class that do not overlap, as squares of a board do.
 * @type {(items: Element[]) => boolean}
 */
function areShown(items) {
  if (items.every((item) => nameOf(item) === 'img' || /\S/.test(textOf(item)) || queryOne(item, 'img,svg,canvas') !== null))
    return true;
  if (items.length < 3 || !haveOneClass(items)) return items.every((item) => extraInteractive.has(item));
  const [first, second] = items.map(rectOf);
  return first.right <= second.left || first.bottom <= second.top || second.right <= first.left || second.bottom <= first.top;
}

/**
 * Return the cells if the rows form a calendar or a board; null if the rows are the items.
 * @type {(rows: Element[]) => Element[] | null}
 */
function cellsOf(rows) {
  const cells = rows.map(partsOf);
  const width = cells[0]?.length ?? 0;
  if (width < 2 || rows.length * width > MOST_ITEMS || hasHandCursor(styleOf(rows[0]))) return null;
  const name = nameOf(/** @type {Element[]} */ (cells[0])[0]);
  let gridded = true;
  let short = true;
  for (const row of cells) {
    if (!row || row.length !== width || row.some((cell) => nameOf(cell) !== name)) return null;
    gridded &&= row.every((cell) => explicitRole(cell) === 'gridcell');
    short &&= row.every((cell) => textOf(cell).trim().length <= CELL_TEXT
      && !matches(cell, ANY_CONTROL) && !queryOne(cell, ANY_CONTROL));
  }
  return gridded || short ? /** @type {Element[][]} */ (cells).flat() : null;
}
