// Text fields around what is typed into them: brought into focus before it, read back after it.

import { focusedElement, nameOf } from '../dom/dom.js';
import { oneLine } from '../dom/text.js';
import { documentToken, liveElement } from '../tracking/refs.js';

/** @type {(element: Element) => element is HTMLInputElement | HTMLTextAreaElement} */
export const isTextControl = (element) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** @param {any} request op enter @returns {object} what enterField says */
export function enter(request) {
  const element = !request.doc || request.doc === documentToken ? liveElement(request.id) : null;
  return { doc: documentToken, entered: element !== null && enterField(element) };
}

/** @type {(element: Element) => boolean} whether the field now has the focus and all text in it is selected, so that what is typed next takes its place */
export function enterField(element) {
  HTMLElement.prototype.focus.call(element);
  if (isTextControl(element)) (element instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement).prototype.select.call(element);
  return focusedElement() === element;
}

/**
 * Whether a closed select can be brought into focus by the question before the choice: one that has what is wanted, and does not show it yet.
 * @type {(element: Element, wanted: (string | number)[]) => boolean}
 */
export function awaitsChoice(element, [wanted, ...others]) {
  if (nameOf(element) !== 'select' || others.length) return false;
  const select = /** @type {HTMLSelectElement} */ (element);
  const means = (/** @type {HTMLOptionElement} */ option) => [option.value, oneLine(option.label)].some((one) => one === String(wanted) || one === oneLine(String(wanted))) || option.index === wanted;
  return !select.multiple && select.size <= 1 && Array.from(select.options).some((option) => means(option) && !option.selected);
}
