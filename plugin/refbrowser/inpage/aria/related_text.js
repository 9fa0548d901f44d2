// Derive the label of an unlabelled field from its place: its column or row header, or the text before it.

import { explicitRole } from './roles.js';
import { FIELD_TAGS } from './states.js';
import { INNER_CONTROLS } from '../dom/attributes.js';
import {
  ELEMENT_NODE, TEXT_NODE, attributeOf, checkVisibility, childrenOf, closest, dataOf, innerTextOf, matches, nameOf,
  nodeTypeGetter, parentOf, queryEvery, queryOne,
} from '../dom/dom.js';
import { hasLetter, oneLine } from '../dom/text.js';

const FIELD_ROLES = /^(textbox|searchbox|combobox|spinbutton|slider|listbox)$/;
const FIELDS = 'input:not([type=hidden]),select,textarea,[contenteditable],[role=textbox],[role=searchbox],[role=combobox],[role=spinbutton],[role=slider],[role=listbox]';
const CELL = 'td,th,[role=cell],[role=gridcell],[role=columnheader],[role=rowheader]';
/** Content that is never the label of the field behind it. */
const NO_LABEL = `h1,h2,h3,h4,h5,h6,[role=heading],hr,table,ul,ol,pre,label[for],output,meter,progress,[role=alert],[role=status],[aria-live],${INNER_CONTROLS},${FIELDS}`;
/** Maximum characters of a label. */
const LONGEST = 60;
/** Maximum number of ancestors, each without another field, whose preceding siblings are searched. */
const LEVELS = 4;
/** Maximum number of preceding siblings to search. */
const MOST_BEFORE = 5;
/** Maximum number of cells per row. */
const MOST_CELLS = 60;

/** @type {(element: Element) => boolean} */
export function isField(element) {
  const name = nameOf(element);
  if (name === 'input')
    return !/^(checkbox|radio|button|submit|reset|image|hidden)$/.test(/** @type {HTMLInputElement} */ (element).type);
  return FIELD_TAGS.has(name) || FIELD_ROLES.test(explicitRole(element) ?? '');
}

/** @type {(field: Element) => string} Return the label, '' if there is none. */
export function relatedText(field) {
  const cell = closest(field, CELL);
  if (cell) return isAlone(field, cell) ? headOf(cell) : '';
  return textBefore(field);
}

/** @type {(field: Element, box: Element) => boolean} */
function isAlone(field, box) {
  for (const other of queryEvery(box, FIELDS)) if (other !== field) return false;
  return true;
}

/** @type {(cell: Element) => string} Return the header of its column, else that of its row. */
function headOf(cell) {
  const row = closest(cell, 'tr,[role=row]');
  const table = row && closest(row, 'table,[role=table],[role=grid],[role=treegrid]');
  if (!row || !table) return '';
  const cells = cellsOf(row);
  const at = placeOf(cells, cell);
  const first = queryOne(table, 'tr,[role=row]');
  const heads = first && first !== row ? cellsOf(first) : [];
  if (heads.length && heads.every(isHead)) return labelIn(heads.find((_, index) => endOf(heads, index) > at) ?? null);
  const before = cells[cells.indexOf(cell) - 1] ?? null;
  return cells.length === 2 || (before && isHead(before)) ? labelIn(before) : '';
}

/** @type {(element: Element) => boolean} Return whether it is in a table, in one of several columns. */
export const isHeadedColumn = (element) => closest(element, CELL) !== null;

/** @type {(element: Element) => string} Return the header of its column in a table, '' if a row below or above has a control there too. */
export function columnHead(element) {
  const cell = closest(element, CELL);
  const row = cell && closest(cell, 'tr,[role=row]');
  const table = row && closest(row, 'table,[role=table],[role=grid],[role=treegrid]');
  if (!row || !table) return '';
  const rows = Array.from(queryEvery(table, 'tr,[role=row]')).slice(0, MOST_CELLS);
  const at = placeOf(cellsOf(row), cell);
  const heads = rows[0] === row ? [] : cellsOf(rows[0]);
  if (heads.length < 2 || !heads.every(isHead)) return '';
  const tag = CSS.escape(nameOf(element));
  const inColumn = rows.filter((one) => one !== row).map((one) => cellAt(cellsOf(one), at));
  if (inColumn.some((one) => one && queryOne(one, tag) !== null)) return '';
  return labelIn(cellAt(heads, at));
}

/** @type {(cells: Element[], at: number) => Element | null} */
const cellAt = (cells, at) => cells.find((_, index) => endOf(cells, index) > at) ?? null;

/** @type {(row: Element) => Element[]} */
const cellsOf = (row) => Array.from(queryEvery(row, CELL)).filter((cell) => closest(cell, 'tr,[role=row]') === row)
  .slice(0, MOST_CELLS);

/** @type {(cell: Element) => boolean} */
const isHead = (cell) => nameOf(cell) === 'th' || /^(columnheader|rowheader)$/.test(explicitRole(cell) ?? '')
  || closest(cell, 'thead') !== null;

/** @type {(cell: Element) => number} */
const spanOf = (cell) => /** @type {any} */ (cell).colSpan || Number(attributeOf(cell, 'aria-colspan')) || 1;

/** @type {(cells: Element[], index: number) => number} Return the column after a cell. */
const endOf = (cells, index) => cells.slice(0, index + 1).reduce((sum, cell) => sum + spanOf(cell), 0);

/** @type {(cells: Element[], cell: Element) => number} Return its first column. */
const placeOf = (cells, cell) => endOf(cells, cells.indexOf(cell)) - spanOf(cell);

/** @type {(box: Element | null) => string} Return its text if that is short enough for a label, else ''. */
function labelIn(box) {
  if (!box || !checkVisibility(box, { visibilityProperty: true }) || queryOne(box, FIELDS)) return '';
  const text = oneLine(innerTextOf(box));
  return text.length <= LONGEST && hasLetter(text) ? text : '';
}

/** @type {(field: Element) => string} */
function textBefore(field) {
  let node = field;
  for (let level = 0; level < LEVELS; level++) {
    let left = MOST_BEFORE;
    for (let before = node.previousSibling; before && left > 0; before = before.previousSibling, left--) {
      const type = nodeTypeGetter.call(before);
      const text = type === TEXT_NODE ? oneLine(dataOf(before)) : '';
      if (text) return text.length <= LONGEST && hasLetter(text) ? text : '';
      if (type !== ELEMENT_NODE) continue;
      const element = /** @type {Element} */ (before);
      if (nameOf(element) === 'br' || !checkVisibility(element, { visibilityProperty: true, opacityProperty: true })) continue;
      if (matches(element, NO_LABEL) || queryOne(element, NO_LABEL)) return '';
      const found = labelIn(element);
      if (found || oneLine(innerTextOf(element))) return found;
    }
    const parent = parentOf(node);
    if (!parent || nameOf(parent) === 'body' || matches(parent,
      'form,fieldset,section,article,main,li,dialog,[role=group],[role=dialog]') || !isAlone(field, parent)) return '';
    node = parent;
  }
  return '';
}

/** @type {(element: Element) => boolean} Return whether it is a table cell without an icon: its row and column identify it. */
export const isCell = (element) => matches(element, CELL) && childrenOf(element).every((child) =>
  nameOf(child) !== 'svg' && nameOf(child) !== 'i');
