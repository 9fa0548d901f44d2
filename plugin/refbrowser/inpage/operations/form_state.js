// What would be sent: how a control, its form and its link are made, and what the fields hold. Policies compare it by numbers; the
// page cannot make two states that get one, and no value leaves the document.

import { attributeOf, nameOf, textOf } from '../dom/dom.js';
import { enteredValues, valueTextOf } from '../tracking/entered.js';

/** How many fields get a number of their own; the rest get one together. */
const MOST_VALUES = 400;
/** What decides how a form is sent, and where a link leads. */
const SENDING = ['name', 'value', 'type', 'form', 'formaction', 'formmethod', 'formenctype', 'formtarget', 'action', 'method',
  'enctype', 'target', 'href', 'xlink:href', 'ping', 'download', 'for', 'onclick'];

/** @type {WeakMap<Element, number>} */
const identities = new WeakMap();
let lastNumber = 0;

/** @type {(element: Element | null) => number} */
export function identityOf(element) {
  if (!element) return 0;
  if (!identities.has(element)) identities.set(element, ++lastNumber);
  return identities.get(element) ?? 0;
}

/** @type {Record<'shape' | 'value' | 'rest', WeakMap<Element, [string, number]>>} */
const numbered = { shape: new WeakMap(), value: new WeakMap(), rest: new WeakMap() };

/**
 * another number whenever the text is another one
 * @type {(kind: keyof typeof numbered, element: Element, text: string) => number}
 */
function numberOf(kind, element, text) {
  const known = numbered[kind].get(element);
  if (known?.[0] === text) return known[1];
  numbered[kind].set(element, [text, ++lastNumber]);
  return lastNumber;
}

/**
 * stands for how all of them are made
 * @type {(element: Element, way: Element[], form: Element | null, button: Element | null) => number}
 */
export function shapeOf(element, way, form, button) {
  const parts = [...way, form, button].map((node) => {
    const set = node ? SENDING.map((name) => (name === 'value'
      && nameOf(node) === 'input' && !/^(submit|image|button)$/.test(/** @type {any} */ (node).type) ? null
      : attributeOf(node, name))) : [];
    return set.some((value) => value !== null) ? [identityOf(node), ...set] : 0;
  });
  const options = nameOf(element) === 'select'
    ? Array.from(/** @type {HTMLSelectElement} */ (element).options, (option) => [option.value, textOf(option)]) : [];
  return numberOf('shape', element, JSON.stringify([parts.filter(Boolean), options]));
}

/**
 * of each field its identity, and a number for what it holds: 0 for what an action has entered
 * @type {(fields: any[]) => number[]}
 */
export function valuesOf(fields) {
  const values = fields.slice(0, MOST_VALUES).flatMap((field) => {
    const text = valueTextOf(field);
    return [identityOf(field), enteredValues.get(field) === text ? 0 : numberOf('value', field, text)];
  });
  const rest = fields.slice(MOST_VALUES);
  return rest.length ? [...values, -1, numberOf('rest', rest[0],
    JSON.stringify(rest.map((field) => [attributeOf(field, 'name'), valueTextOf(field)])))] : values;
}
