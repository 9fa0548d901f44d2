// The options of a control: those of a native select, or of the listbox or menu that belongs to it, wherever that is drawn.

import { otherDocument, resolve } from './healing.js';
import { accessibleName } from '../aria/names.js';
import { OPTION_ROLES, explicitRole, hasHandCursor, isEditingHost, roleOf } from '../aria/roles.js';
import { expandedState, isDisabled, isFilled, isOptionHidden, isReadonly, valueOf } from '../aria/states.js';
import {
  ELEMENT_NODE, TEXT_NODE, attributeOf, bodyGetter, byId, checkVisibility, closest, contains, dataGetter, eachChild, firstElementGetter,
  focusedElement, hasAttribute, idsIn, innerTextOf, isRendered, isWithin, matches, nameOf, nodeTypeGetter, parentNodeGetter, parentOf,
  queryEvery, queryOne, rectOf, referencesOf, scrollGetters, styleOf, textOf,
} from '../dom/dom.js';
import { oneLine } from '../dom/text.js';
import { everyRoot } from '../dom/trees.js';
import { documentToken, entryFor, idsWithoutNumber } from '../tracking/refs.js';
/** @import { ElementGone, Offer, OfferedOption, Options, OptionsRequest } from '../wire.d.ts' */

const POPUP_ROLES = new Set(['listbox', 'menu', 'tree', 'grid', 'treegrid']);
export const POPUPS = '[role=listbox],[role=menu],[role=tree],[role=grid],[role=treegrid]';
const POINTERS = ['aria-controls', 'aria-owns', 'aria-activedescendant'];
const TEXT_TYPES = new Set(['text', 'search', 'email', 'tel', 'url', 'number']);
/** How far around a control the value that it shows is looked for. */
const SURROUNDINGS = 3;

/** @type {(request: OptionsRequest) => Options | ElementGone} Report what a control offers. */
export function options(request) {
  if (request.doc && request.doc !== documentToken) return otherDocument();
  const resolved = resolve(request.id);
  if (!resolved.element) return { doc: documentToken, status: resolved.status, reason: resolved.reason };
  return { doc: documentToken, offer: offerOf(resolved.element, request.known ?? null), fresh: idsWithoutNumber() };
}

/** @type {(element: Element, known: number[] | null) => Offer} */
function offerOf(element, known) {
  const native = nativeOffer(element);
  if (native) return native;
  const popups = openPopups();
  const popup = popupOf(element, popups, known);
  const field = fieldOf(element, popup);
  const scroller = popup && popupScrollerOf(popup);
  const elements = popup ? optionElements(popup) : [];
  const options = elements.map(describeOption);
  const focused = focusedElement();
  const claimed = claims(element);
  const says = (/** @type {string} */ value) =>
    [popup, element].some((one) => one && attributeOf(one, 'aria-multiselectable') === value);
  // Some lists take several without saying so.
  const multiple = says('true') || options.filter((option) => option.role === 'option' && option.selected).length > 1;
  return {
    role: popup && (explicitRole(popup) ?? 'listbox'), expanded: expandedState(element), promises: promisesOptions(element),
    inline: popup === element, popups: popups.map((one) => entryFor(one).id),
    multiple, single: !multiple && (says('false') || (popup === element && explicitRole(element) === 'listbox')), options,
    field: field && { id: entryFor(field).id, value: valueOf(field) ?? '', filled: isFilled(field), itself: field === element },
    scroller: scroller && {
      id: entryFor(scroller).id, top: scrollGetters.top.call(scroller), height: scrollGetters.height.call(scroller),
      page: scrollGetters.clientHeight.call(scroller),
    },
    pointed: elements.some((one, place) => one === focused || (claimed.includes(one) && !options[place].selected)),
    ...shownBy(element, popup),
  };
}

/** @type {(element: Element) => Offer | null} of a select, or of an input with a list of suggestions */
export function nativeOffer(element) {
  const name = nameOf(element);
  if (name === 'select') {
    const select = /** @type {HTMLSelectElement} */ (element);
    const boxed = select.multiple || select.size > 1;
    return {
      role: 'native', multiple: select.multiple, boxed, open: !boxed && matches(select, ':open'), shown: valueOf(select) ?? '',
      options: Array.from(select.options, (option, index) => ({
        ...(boxed ? { id: entryFor(option).id } : {}), index, label: oneLine(option.label), value: option.value,
        read: readOf(option), selected: option.selected,
        disabled: matches(option, ':disabled'), hidden: isOptionHidden(option),
      })),
    };
  }
  const list = name === 'input' ? /** @type {HTMLInputElement} */ (element).list : null;
  if (!list) return null;
  const options = Array.from(list.options, (option, index) => ({
    index, label: oneLine(option.label || option.value), value: option.value, selected: false, disabled: option.disabled,
  }));
  return { role: 'datalist', multiple: false, options, shown: valueOf(element) ?? '' };
}

/** @type {(option: HTMLOptionElement) => string[]} what a person reads on it besides its label: its group, and pictures in it */
export function readOf(option) {
  const group = closest(option, 'optgroup');
  const name = firstElementGetter.call(option) || hasAttribute(option, 'aria-label') ? accessibleName(option) : '';
  const grouped = group ? oneLine(`${accessibleName(group)} ${option.label}`) : '';
  return [name, grouped].filter((text) => text && text !== option.label);
}

/**
 * `index`: its place among all, when it says so, not only among those drawn
 * @type {(option: Element, index: number) => OfferedOption}
 */
function describeOption(option, index) {
  const place = Number.parseInt(attributeOf(option, 'aria-posinset') ?? '', 10);
  const box = rectOf(option);
  return {
    id: entryFor(option).id, index: Number.isNaN(place) ? index : place - 1, placed: !Number.isNaN(place),
    role: explicitRole(option),
    label: accessibleName(option) || oneLine(textOf(option)),
    value: attributeOf(option, 'data-value') ?? attributeOf(option, 'value') ?? '',
    selected: [option, closest(option, '[role=row]')].some((one) =>
      one && (attributeOf(one, 'aria-selected') === 'true' || attributeOf(one, 'aria-checked') === 'true')),
    disabled: isDisabled(option),
    in_viewport: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  };
}

/**
 * in reading order, through slots, shadow roots and `aria-owns`; not those of a menu inside an option
 * @type {(popup: Element) => Element[]}
 */
function optionElements(popup) {
  if (!isPopup(popup)) return rowsIn(popup);
  /** @type {Set<Element>} */
  const found = new Set();
  /** Ids may lead back to what they stand in. @type {Set<Element>} */
  const visited = new Set();
  const isGrid = /grid$/.test(explicitRole(popup) ?? '');
  /** @type {(element: Element) => void} */
  const visit = (element) => {
    if (visited.has(element)) return;
    visited.add(element);
    const role = explicitRole(element);
    if (element !== popup && isPopup(element)) return;
    const isOption = isGrid ? role === 'gridcell' || (role === null && nameOf(element) === 'td')
      : role !== null && OPTION_ROLES.has(role);
    if (isOption) {
      if (!checkVisibility(element, { visibilityProperty: true })) return;
      found.add(element);
    }
    if (isOption && role !== 'treeitem') return;
    eachChild(element, nameOf(element), (child) => {
      if (isElement(child)) visit(child);
    });
    for (const owned of referenced(element, 'aria-owns')) visit(owned);
  };
  visit(popup);
  return [...found];
}

/** @type {(element: Element) => boolean} */
const isPopup = (element) => POPUP_ROLES.has(explicitRole(element) ?? '');

/** @type {(box: Element) => Element[]} what a person can press in a box whose options have no role */
const rowsIn = (box) => Array.from(queryEvery(box, '*')).filter((one) => isRendered(one) && hasHandCursor(styleOf(one))
  && !hasHandCursor(styleOf(/** @type {Element} */ (parentOf(one)))));

/**
 * what lies over the page around the listbox that an open control names, where that has no size: it is for screen readers alone
 * @type {(element: Element) => Element | null}
 */
function boxAround(element) {
  if (expandedState(element)) for (const claimed of claims(element)) if (isPopup(claimed)) {
    for (let node = parentOf(claimed); node && !isWithin(element, node); node = parentOf(node)) {
      if (/absolute|fixed/.test(styleOf(node).position) && isRendered(node)) return node;
    }
  }
  return null;
}

/**
 * the open popup that belongs to a control
 * @type {(element: Element, popups: Element[], known: number[] | null) => Element | null}
 */
function popupOf(element, popups, known) {
  if (isPopup(element)) return element;
  for (const claimed of claims(element)) {
    const popup = popups.find((one) => one === claimed || isWithin(one, claimed) || isWithin(claimed, one));
    if (popup) return popup;
  }
  const box = boxAround(element);
  if (box) return box;
  const isNew = (/** @type {Element} */ one) => !known?.includes(entryFor(one).id);
  // What is chosen may be a list in the control too.
  const inside = popups.filter((one) => isWithin(one, element));
  const labelled = inside.find(isNew) ?? inside[0] ?? popups.find((one) => referenced(one, 'aria-labelledby').includes(element));
  return labelled ?? (known && popups.find((one) => isNew(one) && !isOfChips(one))) ?? null;
}

/** @type {(element: Element) => Element[]} what the control, the field in it, or the combobox around it says that it controls */
function claims(element) {
  const around = closest(element, '[role=combobox]');
  const inner = Array.from(queryEvery(element, '[aria-controls],[aria-owns],[aria-activedescendant]'));
  return [element, ...inner, ...(around && around !== element ? [around] : [])].flatMap((one) =>
    POINTERS.flatMap((name) => referenced(one, name)));
}

/** @type {(element: Element, attribute: string) => Element[]} by id, in the element's own tree, else wherever that id is */
function referenced(element, attribute) {
  const ids = idsIn(attributeOf(element, attribute) ?? '');
  if (!ids.length) return referencesOf(element, attribute);
  /** @type {ReturnType<typeof everyRoot> | null} */
  let roots = null;
  return ids.flatMap((id) => {
    const near = byId(element, id);
    if (near) return [near];
    roots ??= everyRoot();
    for (const root of roots) {
      const far = queryOne(root, `[id=${JSON.stringify(id)}]`);
      if (far) return [far];
    }
    return [];
  });
}

/** @type {() => Element[]} every listbox and menu that is drawn */
export const openPopups = () => everyRoot().flatMap((root) => Array.from(queryEvery(root, POPUPS))).filter(isOpen);

/** @type {(popup: Element) => boolean} it is drawn, or its options are, where it has no box of its own */
const isOpen = (popup) => isRendered(popup) || (styleOf(popup).overflow === 'visible' && optionElements(popup).some(isRendered));

/**
 * it says of itself that pressing it shows options; a disclosure or a dialog's button does not
 * @type {(element: Element) => boolean}
 */
export function promisesOptions(element) {
  const role = roleOf(element);
  if (role === 'combobox' || closest(element, '[role=combobox]') || queryOne(element, '[role=combobox]')) return true;
  if (/^(true|listbox|menu|tree|grid)$/.test(attributeOf(element, 'aria-haspopup') ?? '')
    || hasAttribute(element, 'aria-autocomplete')) return true;
  return claims(element).some((one) => isPopup(one) || queryOne(one, POPUPS) !== null);
}

/** @type {(element: Element) => boolean} one without a keyboard takes keys for commands, such as the choice of an option */
export function isTextField(element) {
  if (isReadonly(element) || isDisabled(element) || matches(element, '[inputmode=none]')) return false;
  return nameOf(element) === 'input' ? TEXT_TYPES.has(/** @type {HTMLInputElement} */ (element).type)
    : nameOf(element) === 'textarea' || isEditingHost(element);
}

/** @type {(element: Element, popup: Element | null) => Element | null} where a person types to narrow the options */
function fieldOf(element, popup) {
  if (isTextField(element)) return element;
  for (const inner of queryEvery(element, 'input')) if (isTextField(inner) && isRendered(inner)) return inner;
  const focused = focusedElement();
  return popup && focused && isTextField(focused) && (isWithin(focused, popup)
    || claims(focused).some((one) => one === popup || isWithin(popup, one))) ? focused : null;
}

/** @type {(popup: Element) => Element | null} the box that scrolls the options: in the popup, itself, or close around it */
function popupScrollerOf(popup) {
  const first = optionElements(popup)[0] ?? popup;
  // Rows without a role are those of libraries that scroll by a script of their own too.
  const scrolls = isPopup(popup) ? /auto|scroll/ : /auto|scroll|hidden/;
  let beyond = 0;
  for (let node = /** @type {Element | null} */ (first); node && beyond <= SURROUNDINGS; node = parentOf(node)) {
    if (scrolls.test(styleOf(node).overflowY) && scrollGetters.height.call(node) > scrollGetters.clientHeight.call(node) + 1)
      return node;
    if (beyond || node === popup) beyond++;
  }
  return null;
}

/** How much text around a control is looked through for what is chosen, in characters. */
const MOST_AROUND = 5000;

/** @type {(list: Element) => boolean} what is chosen in the field beside it: each is a button, or has one, that takes it away */
function isOfChips(list) {
  if (explicitRole(list) !== 'listbox') return false;
  const chips = Array.from(queryEvery(list, '[role=option]'));
  return chips.length > 0 && chips.every((chip) => nameOf(chip) === 'button' || queryOne(chip, 'button') !== null);
}

/**
 * what the component shows into whose shadow tree a control is slotted, but its popup: the texts of chips are in trees of their own
 * @type {(element: Element, popup: Element | null) => string}
 */
function textInComponent(element, popup) {
  const host = parentNodeGetter.call(element);
  if (!host || host === parentOf(element) || !isElement(host)) return '';
  let text = '';
  let left = MOST_AROUND;
  /** @type {(node: Node) => void} */
  const add = (node) => {
    if (--left < 0 || node === popup) return;
    if (isElement(node)) { if (isRendered(node) || styleOf(node).display === 'contents') eachChild(node, nameOf(node), add); text += ' '; }
    else if (nodeTypeGetter.call(node) === TEXT_NODE) text += dataGetter.call(node);
  };
  add(host);
  return oneLine(text).slice(0, MOST_AROUND);
}

/** @type {(node: Node) => node is Element} */
const isElement = (node) => nodeTypeGetter.call(node) === ELEMENT_NODE;

/**
 * what a control shows as chosen: the text and values on and close around it; and the text alone
 * @type {(element: Element, popup: Element | null) => {shown: string, text: string}}
 */
function shownBy(element, popup) {
  let scope = element;
  let slotted = '';
  for (let level = 0; level < SURROUNDINGS; level++) {
    const parent = parentOf(scope);
    if (!parent || parent === bodyGetter.call(document) || matches(parent, 'form,fieldset,label,dialog,[role=dialog]')
      || (popup && isWithin(popup, parent))) break;
    const others = Array.from(queryEvery(parent, 'select,textarea,[role=combobox],[role=listbox],input:not([type=hidden])'));
    if (others.some((other) => !isWithin(other, scope) && isRendered(other) && !isOfChips(other))) break;
    // The text of a shadow tree has none of what is slotted into it, nor that of its host the tree's own.
    if (!contains(parent, scope)) slotted += `${innerTextOf(scope)} `;
    scope = parent;
  }
  const values = [element, ...queryEvery(scope, 'input')].map((one) => valueOf(one) ?? '');
  const inComponent = textInComponent(element, popup);
  if (inComponent) return { shown: oneLine([...values, inComponent].join(' ')), text: inComponent };
  const all = oneLine(slotted + innerTextOf(scope)).slice(0, MOST_AROUND);
  const text = popup && popup !== element && isWithin(popup, scope) ? all.replace(oneLine(innerTextOf(popup)), '') : all;
  return { shown: oneLine([...values, text].join(' ')), text };
}
