// What actions have entered into fields, as it was before any script of the page heard of it.

import { nameOf, textOf } from '../dom/dom.js';

/** @type {WeakMap<Element, string>} */
export const enteredValues = new WeakMap();

/**
 * trusted input came to it; in a text a script can have the like of it, unless an action's is under way, and a select may report it
 * later
 * @type {(to: EventTarget | null, underWay: boolean) => void}
 */
export function noteEntered(to, underWay) {
  if (to instanceof Element && (underWay || nameOf(to) === 'select')) enteredValues.set(to, valueTextOf(to));
}

/** @type {(field: any) => string} all that a form would send of it, and what a person reads of that */
export function valueTextOf(field) {
  if (nameOf(field) === 'select') return JSON.stringify(Array.from(field.selectedOptions,
    (/** @type {HTMLOptionElement} */ option) => [option.value, textOf(option)]));
  return JSON.stringify([field.value, field.checked, field.disabled, field.name,
    field.files && Array.from(field.files, (/** @type {File} */ file) => [file.name, file.size, file.lastModified])]);
}
