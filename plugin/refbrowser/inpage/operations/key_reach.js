// What a key would choose besides the element that has the focus: the radio, tab or option that it moves to, and the option that is
// marked for it. A policy judges that as if it were pressed.

import { explicitRole, roleOf } from '../aria/roles.js';
import { expandedState, valueOf } from '../aria/states.js';
import {
  attributeOf, closest, isRendered, matches, nameOf, parentOf, queryEvery, referencesOf, styleOf, textOf,
} from '../dom/dom.js';
import { oneLine } from '../dom/text.js';
import { readOf } from './options.js';

/** How many items of a group are looked at. */
const MOST_ITEMS = 5_000;
/** Characters of a typed text that are compared. */
const MOST_TYPED = 2_000;
const PRESSES = /^(Enter|NumpadEnter|\r|\n|Space| |Tab)$/;
const FORWARD = new Set(['ArrowDown', 'ArrowRight']);
const BACKWARD = new Set(['ArrowUp', 'ArrowLeft']);
const ENDS = new Set(['Home', 'End', 'PageUp', 'PageDown']);
const GRID = {
  group: '[role=grid],[role=treegrid]', items: '[role=gridcell],[role=columnheader],[role=rowheader],[role=row],td,th',
};
const PRESSED = '[tabindex],a[href],button,input,select,textarea';
const ROW = '[role=row],tr';
const MENU = { group: '[role=menu],[role=menubar]', items: '[role^=menuitem]' };
/** Groups of items that are chosen as the focus, or the mark, comes to them. @type {Record<string, {group: string, items: string}>} */
const GROUPS = {
  radio: { group: '[role=radiogroup]', items: '[role=radio]' }, tab: { group: '[role=tablist]', items: '[role=tab]' },
  option: { group: '[role=listbox]', items: '[role=option]' }, treeitem: { group: '[role=tree]', items: '[role=treeitem]' },
  menuitem: MENU, menuitemradio: MENU, menuitemcheckbox: MENU,
  gridcell: GRID, columnheader: GRID, rowheader: GRID, row: GRID,
};
const POINTERS = ['aria-controls', 'aria-owns'];

/** @type {(element: Element, keys: string[]) => Element[]} `keys`: their names, or the characters that are typed */
export function reachedByKeys(element, keys) {
  if (!keys.length) return [];
  const name = nameOf(element);
  if (name === 'select') return keys.flatMap((key) => reachedInSelect(/** @type {HTMLSelectElement} */ (element), key));
  if (name === 'input' && /** @type {HTMLInputElement} */ (element).type === 'radio')
    return keys.flatMap((key) => reachedRadio(/** @type {HTMLInputElement} */ (element), key));
  const marked = referencesOf(element, 'aria-activedescendant')[0] ?? null;
  return [...new Set(keys.flatMap((key) => reachedItems(element, marked, key)))];
}

/** @type {(element: Element) => boolean} more can be chosen in it than are looked at */
export function hasTooManyItems(element) {
  const { options, list } = /** @type {any} */ (element);
  const lists = nameOf(element) === 'select' ? [options] : nameOf(element) === 'input' ? [list?.options ?? []] : [];
  const drawn = [...[...new Set(Object.values(GROUPS))].flatMap(({ group, items }) => {
    const around = closest(element, group);
    return around ? Array.from(queryEvery(around, items)) : [];
  }), ...listsOf(element).flatMap((one) => Array.from(queryEvery(one, '[role=option]')))];
  return [...lists, drawn].some((items) => items.length > MOST_ITEMS);
}

/** @type {(select: HTMLSelectElement, key: string) => Element[]} */
function reachedInSelect(select, key) {
  const options = Array.from(select.options).filter((option) => !matches(option, ':disabled') && styleOf(option).display !== 'none')
    .slice(0, MOST_ITEMS);
  // Which option of an open list is marked is not known.
  if (PRESSES.test(key)) return matches(select, ':open') ? options : [];
  return reachedIn(options, options.indexOf(/** @type {HTMLOptionElement} */ (select.selectedOptions[0])), key,
    matches(select, ':open'));
}

/** @type {(radio: HTMLInputElement, key: string) => Element[]} */
function reachedRadio(radio, key) {
  const root = /** @type {Document | ShadowRoot} */ (Node.prototype.getRootNode.call(radio));
  const group = Array.from(queryEvery(root, 'input[type=radio]')).filter((one) =>
    isOfGroup(/** @type {HTMLInputElement} */ (one), radio) && !matches(one, ':disabled') && isRendered(one));
  return nextIn(group, group.indexOf(radio), key, styleOf(radio).direction === 'rtl');
}

/** @type {(one: HTMLInputElement, other: HTMLInputElement) => boolean} */
const isOfGroup = (one, other) => one === other || (one.name !== '' && one.name === other.name && one.form === other.form);

/** @type {(element: Element, marked: Element | null, key: string) => Element[]} */
function reachedItems(element, marked, key) {
  const role = roleOf(element) ?? '';
  if (/^( |Space)$/.test(key) && role === 'combobox' && takesText(element)) return [];
  // A field with a list takes what is marked there, or whatever the page has in mind.
  if (PRESSES.test(key)) return marked ? [marked] : role === 'combobox' && expandedState(element) === true ? listedBy(element) : [];
  if (role === 'combobox') return [];
  const item = marked ?? element;
  const kind = role === 'listbox' ? 'option' : explicitRole(item) ?? (matches(item, 'td,th') && closest(item, GRID.group) ? 'gridcell' : '');
  if (matches(item, GRID.group)) return reachedInGrid(item, null, key);
  if (GROUPS[kind] === GRID) return reachedInGrid(closest(item, GRID.group) ?? parentOf(item), item, key);
  if (!GROUPS[kind]) return [];
  const group = role === 'listbox' ? element : closest(item, GROUPS[kind].group) ?? parentOf(item);
  const items = group ? Array.from(queryEvery(group, GROUPS[kind].items)).filter((one) => one === item || isRendered(one))
    .slice(0, MOST_ITEMS) : [];
  return reachedIn(items, items.indexOf(item), key, !items.includes(item));
}

/**
 * Without an `item` it is not known which is the current one. How far a page key, and an end with Control, leads is not known either.
 * @type {(grid: Element | null, item: Element | null, key: string) => Element[]}
 */
function reachedInGrid(grid, item, key) {
  const moves = FORWARD.has(key) || BACKWARD.has(key);
  if (!grid || !(moves || ENDS.has(key))) return [];
  const items = Array.from(queryEvery(grid, GRID.items)).filter((one) => one === item || isRendered(one)).slice(0, MOST_ITEMS);
  if (!item || key.startsWith('Page') || !items.includes(item)) return items;
  const cells = items.filter((one) => !matches(one, ROW));
  const rows = items.filter((one) => matches(one, ROW));
  const row = matches(item, ROW) ? item : closest(item, ROW);
  const own = cells.filter((one) => closest(one, ROW) === row);
  if (ENDS.has(key)) return [...ends(own), ...ends(cells), ...ends(rows)];
  const along = nextIn(cells, cells.indexOf(item), key, styleOf(grid).direction === 'rtl');
  if (/Left|Right/.test(key) && !matches(item, ROW)) return along;
  const next = Array.from(queryEvery(grid, ROW)).filter(isRendered);
  const [beside] = row ? nextIn(next, next.indexOf(row), key, false) : [];
  if (!beside) return along;
  const others = cells.filter((one) => closest(one, ROW) === beside);
  // In a row of other cells it is not known which is the one below.
  const below = others.length === own.length && own.includes(item) ? [others[own.indexOf(item)]] : others;
  return matches(item, ROW) ? [beside] : [...along, ...below];
}

/** @type {(element: Element, key: string) => Element[]} what may get the focus by a key in a toolbar */
export function besideInToolbar(element, key) {
  const bar = FORWARD.has(key) || BACKWARD.has(key) || ENDS.has(key) ? closest(element, '[role=toolbar]') : null;
  const items = bar ? Array.from(queryEvery(bar, PRESSED)).filter((one) => one === element || isRendered(one)).slice(0, MOST_ITEMS) : [];
  return ENDS.has(key) ? ends(items) : nextIn(items, items.indexOf(element), key, bar !== null && styleOf(bar).direction === 'rtl');
}

/** @type {(items: Element[]) => Element[]} the first and the last */
const ends = (items) => (items.length ? [items[0], items[items.length - 1]] : []);

/**
 * the options that the page may take for the text that is typed, as `kind: name`: those that begin with it; the text, where its
 * list is not known
 * @type {(element: Element, text: string) => string[]}
 */
export function reachedByText(element, text) {
  const list = nameOf(element) === 'input' ? /** @type {HTMLInputElement} */ (element).list : null;
  if (!list && roleOf(element) !== 'combobox') return [];
  const options = list ? Array.from(list.options).slice(0, MOST_ITEMS) : listedBy(element);
  const wanted = oneLine(text).toLowerCase();
  return options.length ? options.filter((option) => wanted && wordsOf(option).startsWith(wanted)).flatMap(titlesOfOption)
    : [`option: ${oneLine(text).slice(0, MOST_TYPED)}`];
}

/** @type {(element: Element, pieces: string[]) => string[]} the suggestions that one of the pieces completes, behind what it holds */
export function completedBy(element, pieces) {
  const list = nameOf(element) === 'input' ? /** @type {HTMLInputElement} */ (element).list : null;
  const held = list && valueOf(element);
  if (!held) return [];
  const wholes = new Set(pieces.map((piece) => oneLine(held + piece).toLowerCase()));
  return Array.from(list.options).slice(0, MOST_ITEMS).filter((option) => wholes.has(wordsOf(option))).flatMap(titlesOfOption);
}

/** @type {(option: Element) => string[]} as `kind: name`, by each name that a person reads */
export const titlesOfOption = (option) => (nameOf(option) === 'option'
  ? [oneLine(/** @type {HTMLOptionElement} */ (option).label || /** @type {HTMLOptionElement} */ (option).value),
    ...readOf(/** @type {HTMLOptionElement} */ (option))] : [wordsOf(option)]).map((name) => `option: ${name}`);

/** @type {(element: Element) => boolean} */
const takesText = (element) => /^(input|textarea)$/.test(nameOf(element)) || /** @type {HTMLElement} */ (element).isContentEditable;

/** @type {(element: Element) => Element[]} the options of the lists that the element names */
const listedBy = (element) => listsOf(element).flatMap((list) =>
  Array.from(queryEvery(list, '[role=option]')).slice(0, MOST_ITEMS));

/** @type {(element: Element) => Element[]} the lists that the element names */
const listsOf = (element) => POINTERS.flatMap((pointer) => referencesOf(element, pointer));

/**
 * `any`: which item is the current one is not known
 * @type {(items: Element[], at: number, key: string, any: boolean) => Element[]}
 */
function reachedIn(items, at, key, any) {
  if (ENDS.has(key)) return any || key.startsWith('Page') ? items : ends(items);
  if (key.length === 1) return items.filter((item) => wordsOf(item).startsWith(key.toLowerCase()));
  if (any && (FORWARD.has(key) || BACKWARD.has(key))) return items;
  return nextIn(items, at, key, false);
}

/**
 * the one that an arrow leads to, around the ends
 * @type {(items: Element[], at: number, key: string, mirrored: boolean) => Element[]}
 */
function nextIn(items, at, key, mirrored) {
  const forward = mirrored && /Left|Right/.test(key) ? BACKWARD.has(key) : FORWARD.has(key);
  if (!items.length || !(FORWARD.has(key) || BACKWARD.has(key))) return [];
  if (at < 0) return [items[0], items[items.length - 1]];
  return [items[(at + (forward ? 1 : -1) + items.length) % items.length]];
}

/** @type {(item: Element) => string} */
const wordsOf = (item) => oneLine(nameOf(item) === 'option'
  ? /** @type {HTMLOptionElement} */ (item).label || /** @type {HTMLOptionElement} */ (item).value
  : attributeOf(item, 'aria-label') ?? textOf(item)).toLowerCase();
