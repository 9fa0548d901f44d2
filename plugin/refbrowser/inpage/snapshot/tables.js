// Tables: data as rows of cells, layout in reading order.

import { explicitRole, isNeutral } from '../aria/roles.js';
import {
  ELEMENT_NODE, SKIPPED, assignedTo, attributeOf, childrenOf, eachChild, firstElementGetter, hasAttribute, matches, nameOf,
  nodeTypeGetter, parentOf, queryOne, styleOf,
} from '../dom/dom.js';
import { CELL_SEPARATOR } from './writer.js';
/** @import { Walk } from './walker.js' */

/** Columns that a cell takes at most: a page may say a thousand. */
const MOST_SPANNED = 20;
/** Columns that cells above may take: a page may say for any number of cells that they reach to the end. */
const MOST_COVERED = 50;

/**
 * @typedef {{separated: boolean, written: boolean, covered: number[] | null, group: Element | null}} Table
 * covered: into how many of the next rows of the group a cell reaches, by column; null where no cell reaches further than its row
 */

const TALL_CELLS = '[rowspan],[aria-rowspan]';
const BLOCK_CONTENT = 'table,form,ul,ol,p,h1,h2,h3,h4,h5,h6,pre,blockquote,:scope div div';

/** @type {(element: Element, name: string, role: string | null) => boolean} whether rows and columns mean something */
function isDataTable(element, name, role) {
  if (role === 'presentation' || role === 'none') return false;
  if (role === 'table' || role === 'grid' || role === 'treegrid') return true;
  if (queryOne(element, ':scope > caption, :scope > thead, :scope > * > tr > th, :scope > tr > th'))
    return !queryOne(element, 'table');
  return !queryOne(element, BLOCK_CONTENT) && queryOne(element, 'tr + tr') !== null && queryOne(element, 'td + td') !== null;
}

/** @param {Walk} walk @param {Element} element @param {string} name @param {string | null} role */
export function visitTable(walk, element, name, role) {
  const table = walk.table;
  // Its rows are those of the grid around it.
  if (table && (role === 'presentation' || role === 'none') && queryOne(element, '[role=row]'))
    return walk.visitChildren(element, name);
  const flat = walk.writer.separator !== null || walk.inControl;
  walk.table = !flat && isDataTable(element, name, role)
    ? { separated: false, written: false, covered: queryOne(element, TALL_CELLS) && [], group: null } : null;
  walk.visitChildren(element, name);
  walk.writer.line();
  // What follows a table without an empty line between would be read as another row of it (GFM, 4.10).
  if (walk.table?.written) walk.writer.gap = true;
  walk.table = table;
  return undefined;
}

/**
 * which columns of the row cells above take; none reaches out of its group
 * @type {(table: Table, row: Element) => number[] | null}
 */
function coveredIn(table, row) {
  const group = parentOf(row);
  if (table.covered && group !== table.group) table.covered = [];
  table.group = group;
  return table.covered;
}

/** @type {(covered: number[], column: number) => boolean} whether a cell above takes the column in this row; asked once per row */
function isCovered(covered, column) {
  if (!(covered[column] > 0)) return false;
  covered[column]--;
  return true;
}

/** @type {(covered: number[]) => number} the column behind the last that is covered */
function endOf(covered) {
  while (covered.length && !(covered[covered.length - 1] > 0)) covered.pop();
  return covered.length;
}

/**
 * @param {number[]} covered @param {Element} cell @param {number} column where it begins @param {number} spans how many it takes
 */
function cover(covered, cell, column, spans) {
  const said = /** @type {any} */ (cell).rowSpan ?? Number(attributeOf(cell, 'aria-rowspan') ?? 1);
  // Zero is the rest of the group.
  const below = said === 0 ? Infinity : said - 1 || 0;
  for (let each = column; each < Math.min(column + spans, MOST_COVERED); each++) {
    const left = (covered[each] ?? 0) - (each > column ? 1 : 0);
    covered[each] = Math.max(below, left, 0);
  }
}

/**
 * `elements` in the order of the places that they state, in which a person sees them: grids move rows and columns by styles alone. Null
 * where one states none, or they are in that order
 * @type {(elements: Element[], attribute: 'aria-rowindex' | 'aria-colindex') => Element[] | null}
 */
function inStatedOrder(elements, attribute) {
  const places = elements.map((element) => Number(attributeOf(element, attribute) ?? NaN));
  if (places.some(Number.isNaN) || places.every((place, index) => !index || place >= places[index - 1])) return null;
  return places.map((place, index) => ({ place, index })).sort((one, other) => one.place - other.place).map(({ index }) => elements[index]);
}

/** @type {(group: Element) => Element[] | null} the rows of a group of a table in their order, where that is not the document's */
export function rowsInOrder(group) {
  const first = firstElementGetter.call(group);
  if (!first || !hasAttribute(first, 'aria-rowindex')) return null;
  const rows = childrenOf(group);
  return rows.every((row) => explicitRole(row) === 'row') ? inStatedOrder(rows, 'aria-rowindex') : null;
}

const INNER_CELLS = 'td,th,[role=cell],[role=gridcell],[role=columnheader],[role=rowheader]';
/** Maximum depth of presentational wrappers between a row and its cells. */
const MOST_WRAPPED = 5;

/**
 * @param {Element} row @param {string} name @param {(cell: Element) => void} each for each child, and for the cells in a box that
 *   means nothing @param {number} [depth]
 */
function eachCell(row, name, each, depth = 0) {
  eachChild(row, name, (child) => {
    if (nodeTypeGetter.call(child) !== ELEMENT_NODE) return;
    const cell = /** @type {Element} */ (child);
    const cellName = nameOf(cell);
    if (depth < MOST_WRAPPED && cellName !== 'td' && cellName !== 'th' && wrapsCells(cell))
      eachCell(cell, cellName, each, depth + 1);
    else each(cell);
  });
}

/** @type {(box: Element) => boolean} */
function wrapsCells(box) {
  return isNeutral(explicitRole(box)) && styleOf(box).display !== 'none'
    && (queryOne(box, INNER_CELLS) !== null || slotsCells(box)) && !queryOne(box, 'table,[role=table],[role=grid],[role=treegrid]');
}

/** @type {(box: Element) => boolean} the cells of a custom element's row are children of the row, and shown by a slot of its own */
function slotsCells(box) {
  const slot = nameOf(box) === 'slot' ? box : queryOne(box, 'slot');
  return slot !== null && (assignedTo(slot, 'slot') ?? []).some((node) =>
    nodeTypeGetter.call(node) === ELEMENT_NODE && matches(/** @type {Element} */ (node), INNER_CELLS));
}

/** @type {(row: Element, name: string) => Element[]} its cells and what else it has, as a person sees them */
function cellsOf(row, name) {
  /** @type {Element[]} */
  const cells = [];
  eachCell(row, name, (cell) => cells.push(cell));
  return (cells.length > 1 && hasAttribute(cells[0], 'aria-colindex') && inStatedOrder(cells, 'aria-colindex')) || cells;
}

/**
 * A row as GFM has it, without the pipes at its ends, which add nothing.
 * @param {Walk} walk @param {Element} element @param {string} name
 */
export function visitRow(walk, element, name) {
  const writer = walk.writer;
  const { style, sideBySide } = walk;
  const table = /** @type {Table} */ (walk.table);
  const covered = coveredIn(table, element);
  writer.line();
  let cells = 0;
  let headers = 0;
  let filled = false;
  let startsEmpty = true;
  for (const cell of cellsOf(element, name)) {
    const cellName = nameOf(cell);
    const cellStyle = styleOf(cell);
    const display = cellStyle.display;
    if (SKIPPED.has(cellName) || display === 'none') continue;
    writer.spacePending = false;
    for (; covered && isCovered(covered, cells); cells++) if (cells) writer.buffer += ' | ';
    if (cells) writer.buffer += ' | ';
    const start = writer.buffer.length;
    walk.table = null;
    writer.flat(CELL_SEPARATOR, () => walk.visitElement(cell, cellStyle, display));
    walk.table = table;
    walk.style = style;
    walk.sideBySide = sideBySide;
    const text = writer.buffer.slice(start);
    if (text.includes('|')) writer.buffer = writer.buffer.slice(0, start) + text.replaceAll('|', '\\|');
    filled ||= text !== '';
    if (!cells) startsEmpty = text === '';
    const spans = Math.min(Number(/** @type {any} */ (cell).colSpan) || Number(attributeOf(cell, 'aria-colspan')) || 1,
      MOST_SPANNED);
    if (covered) cover(covered, cell, cells, spans);
    cells += spans;
    if (cellName === 'th' || explicitRole(cell) === 'columnheader') headers += spans;
    writer.buffer += ' | '.repeat(spans - 1);
  }
  // Behind its last cell too.
  for (const end = covered ? endOf(covered) : 0; cells < end; cells++) {
    isCovered(/** @type {number[]} */ (covered), cells);
    if (cells) writer.buffer += ' | ';
  }
  writer.spacePending = false;
  if (!filled) {
    writer.buffer = '';
    return;
  }
  // An empty cell at an end would be taken for no cell, and a single one for a paragraph.
  if (startsEmpty || cells === 1) writer.buffer = (cells === 1 ? '| ' : '|') + writer.buffer;
  if (writer.buffer.endsWith(' ')) writer.buffer += '|';
  else if (cells === 1) writer.buffer += ' |';
  table.written = true;
  if (headers === 0 && !table.separated) table.separated = true;
  if (!table.separated) writer.keep = true;
  writer.line();
  if (table.separated) return;
  table.separated = true;
  if (headers === cells) writer.verbatim(cells === 1 ? '|-|' : Array(cells).fill('-').join('|'), true);
}
