// What an element is: its ARIA role, its kind (the word in its ref), and whether a person can act on it.

import { HAS_DRAGGABLE, HAS_HANDLER, HAS_TABINDEX } from '../dom/attributes.js';
import {
  attributeOf, closest, editContextOf, hasAttribute, isDesigned, nameOf, parentElementName, parentOf, queryOne,
} from '../dom/dom.js';
import { setOf } from '../dom/text.js';
import { requests } from '../dom/trees.js';

/**
 * elements that show more, or another picture, while the pointer is on them, and hold nothing else to point at
 * @type {Set<Element>}
 */
export const hovered = new Set();

export const OPTION_ROLES = setOf('option menuitem menuitemradio menuitemcheckbox treeitem');

/** The grids that this request has asked about, and whether a control opens them to choose from. @type {Map<Element, boolean>} */
const popupGrids = new Map();

let popupGridsFor = -1;

/** How far around an invisible control the box that is drawn for it is looked for. */
export const STAND_IN_LEVELS = 4;

export const WIDGET_ROLES = setOf('button checkbox combobox link menuitem menuitemcheckbox menuitemradio option '
  + 'radio scrollbar searchbox slider spinbutton switch tab textbox treeitem');
/** Roles of focusable cells. */
export const GRID_CELLS = setOf('gridcell columnheader rowheader');
export const NAME_FROM_CONTENT = setOf('button cell checkbox columnheader gridcell heading link menuitem '
  + 'menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem');
export const KNOWN_ROLES = new Set([...WIDGET_ROLES, ...NAME_FROM_CONTENT,
  ...setOf('alert alertdialog application article banner blockquote caption code '
  + 'complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid group '
  + 'image img insertion list listbox listitem log main marquee math menu menubar meter navigation none note paragraph '
  + 'presentation progressbar radiogroup region rowgroup search separator status strong subscript superscript table tablist '
  + 'tabpanel term time timer toolbar tree treegrid')]);
export const BUTTON_TYPES = new Set(['submit', 'reset', 'button', 'image']);
/** Cursors that invite a press or a drag. */
const HAND_CURSOR = /pointer$|^grab|^move$|^all-scroll$|^zoom-|-resize$/;

/** @type {(style: CSSStyleDeclaration) => boolean} */
export function hasHandCursor(style) {
  const cursor = style.cursor;
  return cursor !== 'auto' && HAND_CURSOR.test(cursor);
}

/** Elements known from elsewhere (event listeners seen by the debugger) to react to a person. */
export const extraInteractive = new WeakSet();

/** Boxes that listen for presses on their descendants. @type {{boxes: WeakSet<Element>, any: boolean}} */
export const delegating = { boxes: new WeakSet(), any: false };

/** @type {(element: Element) => string | null} the first known token of the role attribute */
export function explicitRole(element) {
  const value = attributeOf(element, 'role');
  if (!value) return null;
  if (KNOWN_ROLES.has(value)) return value === 'image' ? 'img' : value;
  for (const token of value.toLowerCase().split(/\s+/)) if (KNOWN_ROLES.has(token)) return token === 'image' ? 'img' : token;
  return null;
}

/** @type {(role: string | null) => boolean} a role that takes nothing away from what the element natively is */
export const isNeutral = (role) => !role || role === 'none' || role === 'presentation' || role === 'generic';

/** @type {(input: HTMLInputElement) => string} */
function inputKind(input) {
  const type = input.type;
  if (BUTTON_TYPES.has(type)) return 'button';
  if (type === 'range') return 'slider';
  if (type === 'number') return 'spinbutton';
  if (type === 'checkbox' || type === 'radio' || type === 'file') return type;
  return input.list ? 'combobox' : `input ${type}`;
}

/** @type {(element: Element, name: string) => string | null} the kind that native behaviour alone gives it */
export function nativeKind(element, name) {
  switch (name) {
    case 'a':
    case 'area':
      return hasAttribute(element, 'href') || hasAttribute(element, 'xlink:href') ? 'link' : null;
    case 'button':
      return 'button';
    case 'input': {
      const input = /** @type {HTMLInputElement} */ (element);
      return input.type === 'hidden' ? null : inputKind(input);
    }
    case 'select': {
      const select = /** @type {HTMLSelectElement} */ (element);
      return select.multiple || select.size > 1 ? 'listbox' : 'select';
    }
    case 'textarea':
      return 'textarea';
    case 'summary':
      return parentElementName(element) === 'details' ? 'summary' : null;
    case 'audio':
    case 'video':
      return hasAttribute(element, 'controls') ? name : null;
    default:
      return null;
  }
}

/** @type {(element: Element) => boolean} a text field or a select: a press on its label brings the focus to it, and does no more */
export const isFilledIn = (element) =>
  /^input (?!color)|select|listbox|textarea|spinbutton/.test(nativeKind(element, nameOf(element)) ?? '')
  && explicitRole(element) !== 'combobox';

/** @type {(element: Element) => boolean} an editing host, not merely an element inside one */
export function isEditingHost(element) {
  const value = attributeOf(element, 'contenteditable');
  return value === null ? isDesigned(element) || editContextOf(element) !== null : value.toLowerCase() !== 'false';
}

/** @type {(element: Element) => boolean} */
export function hasTabStop(element) {
  const value = attributeOf(element, 'tabindex');
  return value !== null && Number.parseInt(value, 10) >= 0;
}

/**
 * @param {Element} element
 * @param {boolean} inviting its cursor invites a press, and its parent's does not
 * @param {number} flags its attributes
 * @returns {boolean} whether something other than native behaviour and role says that it reacts to a person
 */
export function isInteractive(element, inviting, flags) {
  if (flags & HAS_HANDLER || extraInteractive.has(element) || (hovered.size && hovered.has(element))) return true;
  if (flags & HAS_TABINDEX && takesFocus(element)) return true;
  if (flags & HAS_DRAGGABLE && attributeOf(element, 'draggable') === 'true') return true;
  return inviting;
}

/**
 * Elements that have had a tab stop: with a roving tabindex it moves between a container and its items.
 * @type {WeakSet<Element>}
 */
const stops = new WeakSet();

/** @type {(element: Element) => boolean} Return whether it has, had, or can get a tab stop by roving tabindex. */
function takesFocus(element) {
  if (hasTabStop(element)) stops.add(element);
  return stops.has(element) || awaitsFocus(element);
}

/** @type {(element: Element) => boolean} Return whether a sibling of the same tag and role has the tab stop. */
function awaitsFocus(element) {
  const parent = parentOf(element);
  if (!parent) return false;
  const role = attributeOf(element, 'role');
  const one = `${CSS.escape(nameOf(element))}${role ? `[role=${JSON.stringify(role)}]` : ':not([role])'}[tabindex="0"]`;
  if (holds(parent, `:scope > ${one}`)) return true;
  const outer = parent.childElementCount === 1 ? parentOf(parent) : null;
  return outer !== null && holds(outer, `:scope > ${CSS.escape(nameOf(parent))} > ${one}`);
}

/** Answers of the present request, which siblings share. @type {Map<Element, Map<string, boolean>>} */
const askedBoxes = new Map();
let askedFor = -1;

/** @type {(box: Element, selector: string) => boolean} */
function holds(box, selector) {
  if (askedFor !== requests) askedBoxes.clear();
  askedFor = requests;
  const answers = askedBoxes.get(box) ?? new Map();
  askedBoxes.set(box, answers);
  if (!answers.has(selector)) answers.set(selector, queryOne(box, selector) !== null);
  return answers.get(selector);
}

/** @type {Record<string, string>} */
const IMPLICIT_ROLES = {
  article: 'article', aside: 'complementary', blockquote: 'blockquote', button: 'button', caption: 'caption',
  code: 'code', dd: 'definition',
  details: 'group', dialog: 'dialog', dt: 'term', fieldset: 'group', figure: 'figure', footer: 'contentinfo',
  form: 'form', h1: 'heading',
  h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading', header: 'banner', hr: 'separator',
  img: 'img', li: 'listitem',
  main: 'main', menu: 'list', meter: 'meter', nav: 'navigation', ol: 'list', optgroup: 'group', option: 'option', output: 'status',
  p: 'paragraph', progress: 'progressbar', search: 'search', summary: 'summary', svg: 'img', table: 'table',
  tbody: 'rowgroup', td: 'cell',
  textarea: 'textbox', tfoot: 'rowgroup', th: 'columnheader', thead: 'rowgroup', tr: 'row', ul: 'list',
};

/** @type {(element: Element) => string} the computed role, explicit or native; 'generic' when it has none */
export function roleOf(element) {
  const explicit = explicitRole(element);
  if (explicit && explicit !== 'none' && explicit !== 'presentation') return explicit;
  const name = nameOf(element);
  switch (name) {
    case 'input': {
      const input = /** @type {HTMLInputElement} */ (element);
      const kind = inputKind(input);
      if (kind === 'file') return 'button';
      if (!kind.startsWith('input ')) return kind;
      return input.type === 'search' ? 'searchbox' : 'textbox';
    }
    case 'select':
      return nativeKind(element, name) === 'listbox' ? 'listbox' : 'combobox';
    case 'a':
    case 'area':
      return nativeKind(element, name) ?? 'generic';
    case 'th':
      return attributeOf(element, 'scope') === 'row' ? 'rowheader' : 'columnheader';
    default:
      return IMPLICIT_ROLES[name] ?? (isEditingHost(element) ? 'textbox' : 'generic');
  }
}

/** @type {(cell: Element) => boolean} its grid is what a combobox chooses from: pressing the cell chooses it */
export function isInPopupGrid(cell) {
  const grid = closest(cell, '[role=grid],[role=treegrid]');
  if (!grid) return false;
  if (popupGridsFor !== requests) popupGrids.clear();
  popupGridsFor = requests;
  let known = popupGrids.get(grid);
  if (known === undefined) {
    const around = closest(grid, '[id]:not([role=grid],[role=treegrid])');
    const ids = [grid, around].flatMap((one) => (one ? attributeOf(one, 'id') ?? [] : [])).filter(Boolean).map((id) =>
      JSON.stringify(id));
    const tree = /** @type {ParentNode} */ (Node.prototype.getRootNode.call(grid));
    known = ids.some((id) => queryOne(tree, `[role=combobox][aria-controls~=${id}],[role=combobox][aria-owns~=${id}],[aria-haspopup=grid][aria-controls~=${id}]`) !== null);
    popupGrids.set(grid, known);
  }
  return known;
}
