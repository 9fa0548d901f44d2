// The kind of control that an element is, as its ref names it.

import { isPartOfField } from './field_parts.js';
import { labelsOf } from './labels.js';
import {
  GRID_CELLS, KNOWN_ROLES, STAND_IN_LEVELS, WIDGET_ROLES, explicitRole, extraInteractive, hasHandCursor, hasTabStop, hovered,
  isEditingHost, isInPopupGrid, isInteractive, isNeutral, nativeKind,
} from './roles.js';
import { FIELD_TAGS, isDrawnElsewhere, isReadonly } from './states.js';
import {
  ANY_CONTROL, HAS_ARIA_HIDDEN, HAS_DRAGGABLE, HAS_EDITABLE, HAS_HANDLER, HAS_TABINDEX, INNER_CONTROLS,
} from '../dom/attributes.js';
import {
  attributeOf, checkVisibility, hasAttribute, isDesigned, nameOf, parentOf, queryEvery, queryOne, rectOf, shadowRootOf, styleOf,
  textOf,
} from '../dom/dom.js';
import { shownWithin } from '../dom/trees.js';
import { isShownItself } from '../visual/visibility.js';

/**
 * @param {Element} element
 * @param {string} name its local name
 * @param {string | null} role its explicit role
 * @param {boolean} inviting its cursor invites a press, and its parent's does not
 * @param {number} flags its attributes
 * @returns {string | null} its kind, or null when nothing says that a person can act on it
 */
export function kindOf(element, name, role, inviting, flags) {
  const native = nativeKind(element, name);
  if (native) {
    if (name === 'textarea' && flags & HAS_ARIA_HIDDEN && isForNobody(element)) return null;
    if (isNeutral(role) || name === 'select' || name === 'textarea' || native === 'file') return native;
    if (name === 'input' && (native === 'spinbutton' || native === 'combobox' || native.startsWith('input ')))
      return role === 'combobox' || role === 'spinbutton' ? role : native;
    return role && (WIDGET_ROLES.has(role) || role === 'gridcell') ? role : native;
  }
  if (flags & (HAS_EDITABLE | HAS_TABINDEX) && isEditingHost(element))
    return role && role !== 'textbox' && WIDGET_ROLES.has(role) ? role : 'editable';
  if (name === 'html' || name === 'body') return isDesigned(element) ? 'editable' : null;
  if (role && (WIDGET_ROLES.has(role) || (GRID_CELLS.has(role)
    && (flags & HAS_TABINDEX || (role === 'gridcell' && isInPopupGrid(element)))))) return role;
  if (role === 'dialog' || role === 'alertdialog' || name === 'dialog') return null;
  if (!isInteractive(element, inviting, flags)) return null;
  if (name === 'label' && /** @type {HTMLLabelElement} */ (element).control) return null;
  if (name === 'a') return 'link';
  if (name === 'img' || role === 'img') return 'image';
  if (name === 'canvas' && isNeutral(role)) return 'canvas';
  return role && !isNeutral(role) && (flags & HAS_TABINDEX || GRID_CELLS.has(role)) ? role
    : !hovered.has(element) && isRepeatedByItsControl(element, flags) ? null : 'clickable';
}

/**
 * neither eye, key nor screen reader comes to it: a script measures text in it, or lends it to the system
 * @type {(field: Element) => boolean}
 */
const isForNobody = (field) => attributeOf(field, 'aria-hidden') === 'true'
  && !hasTabStop(field) && hasAttribute(field, 'tabindex') && isReadonly(field);

/** Maximum number of elements in the box of a field. */
const MOST_FIELD_PARTS = 12;

/**
 * what is around one control that says all there is: pressing the control is the same
 * @type {(element: Element, flags: number) => boolean}
 */
function isRepeatedByItsControl(element, flags) {
  if (shadowRootOf(element) && !(flags & HAS_DRAGGABLE) && shownWithin(element, ANY_CONTROL).length === 1) return true;
  if (flags & (HAS_HANDLER | HAS_DRAGGABLE) || (flags & HAS_TABINDEX && hasTabStop(element)) || extraInteractive.has(element))
    return false;
  const shadow = shadowRootOf(element);
  if (shadow) return queryOne(shadow, ANY_CONTROL) !== null;
  const inner = queryOne(element, ANY_CONTROL);
  if (!inner && isPartOfField(element, 1, MOST_FIELD_PARTS)) return true;
  return inner !== null && (textOf(inner).trim() === textOf(element).trim() || standInOf(inner) !== null);
}

const OTHER_FIELDS = 'input,select,textarea,[role=combobox]';

/**
 * the box that is drawn for an invisible control without a label: around it, and around no other
 * @type {(control: Element) => Element | null}
 */
export function standInOf(control) {
  const tag = nameOf(control);
  if (attributeOf(control, 'aria-hidden') === 'true') return null;
  if (tag !== 'input') return isDrawnElsewhere(control) || isUndrawnChoice(control) ? boxAround(control, OTHER_FIELDS) : null;
  const type = /** @type {HTMLInputElement} */ (control).type;
  if (type !== 'checkbox' && type !== 'radio' && type !== 'range' && explicitRole(control) !== 'combobox') return null;
  if (!checkVisibility(control, { visibilityProperty: true }) || labelsOf(control).length || isShownItself(control)) return null;
  return boxAround(control, type === 'checkbox' || type === 'radio' || type === 'range' ? INNER_CONTROLS : OTHER_FIELDS);
}

/**
 * Return whether it is a scripted combobox that shows nothing while nothing is chosen, but the box around it.
 * @type {(element: Element) => boolean}
 */
export const isUndrawnChoice = (element) =>
  explicitRole(element) === 'combobox' && !FIELD_TAGS.has(nameOf(element)) && hasTabStop(element)
  && !/\S/.test(textOf(element)) && !isShownItself(element);

/**
 * the drawn box close around it that has none of the `others` in it
 * @type {(control: Element, others: string) => Element | null}
 */
function boxAround(control, others) {
  const { left, top } = rectOf(control);
  let ancestor = parentOf(control);
  for (let level = 0; ancestor && level < STAND_IN_LEVELS; level++, ancestor = parentOf(ancestor)) {
    for (const other of queryEvery(ancestor, others))
      if (other !== control && attributeOf(other, 'aria-hidden') !== 'true') return null;
    const box = rectOf(ancestor);
    if (box.width < 8 || box.height < 8 || !checkVisibility(ancestor, { opacityProperty: true })) continue;
    const around = box.left <= left + 2 && left <= box.right + 2 && box.top <= top + 2 && top <= box.bottom + 2;
    return around ? ancestor : null;
  }
  return null;
}

/**
 * it is a control by its tab stop alone, which a box that scrolls has for the keyboard
 * @type {(element: Element, kind: string, flags: number) => boolean}
 */
export const isNamedForScrolling = (element, kind, flags) =>
  (flags & HAS_TABINDEX) !== 0 && !(flags & (HAS_HANDLER | HAS_DRAGGABLE))
  && !extraInteractive.has(element) && !WIDGET_ROLES.has(kind)
    && !/^(listbox|menu|tree)$/.test(kind) && (kind === 'clickable' || KNOWN_ROLES.has(kind)) && !hasHandCursor(styleOf(element));
