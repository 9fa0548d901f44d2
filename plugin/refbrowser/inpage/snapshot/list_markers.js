// What stands before the items of ordered lists.

import { generatingKinds, generators, mayGenerate } from '../aria/generated_text.js';
import { attributeOf, childrenOf, firstElementGetter, hasAttribute, nameOf, styleOf } from '../dom/dom.js';

/**
 * @typedef {{next: number, step: number, counted: boolean | null}} Numbering of the items of an ordered list
 * counted: whether items without a marker have a counter of the page's, null until one is asked
 */

const BULLET = '- ';
const LARGEST = 2 ** 31 - 1;
/** @type {[number, string][]} */
const ROMAN = [[1000, 'm'], [900, 'cm'], [500, 'd'], [400, 'cd'], [100, 'c'], [90, 'xc'], [50, 'l'], [40, 'xl'], [10, 'x'],
  [9, 'ix'], [5, 'v'], [4, 'iv'], [1, 'i']];
const LETTERED = /^(lower|upper)-(alpha|latin|roman)$/;
const COUNTER = /\bcounters?\(/;
const BULLETS = /^(none|disc|circle|square|disclosure-(open|closed))$|^["']/;

/** @type {(list: Element) => Numbering} */
export function numberingOf(list) {
  const down = hasAttribute(list, 'reversed');
  return { next: integerIn(list, 'start') ?? (down ? countOfItems(list) : 1), step: down ? -1 : 1, counted: null };
}

/** @type {(numbering: Numbering, item: Element) => number} */
export function numberOf(numbering, item) {
  const number = integerIn(item, 'value') ?? numbering.next;
  numbering.next = number + numbering.step;
  return number;
}

/**
 * as a person sees it, with a point behind it
 * @type {(numbering: Numbering, number: number, item: Element, style: CSSStyleDeclaration | null) => string}
 */
export function markerOf(numbering, number, item, style) {
  const type = /** @type {any} */ (style)?.listStyleType ?? 'decimal';
  const drawn = style === null || style.display.includes('list-item');
  if (drawn && !BULLETS.test(type)) return hasOwnMarker(item) ? BULLET : `${written(number, type)}. `;
  // No script is given the value of a counter; as a rule it is the number.
  numbering.counted ??= isCounted(item);
  return numbering.counted ? `${number}. ` : BULLET;
}

/** @type {(item: Element) => boolean} a sign or a number is drawn before it, also where it is empty */
export function hasMarker(item) {
  const style = /** @type {any} */ (styleOf(item));
  return style.display.includes('list-item') && (style.listStyleType !== 'none' || style.listStyleImage !== 'none');
}

/** @type {(element: Element, name: string) => number | null} an attribute as the HTML standard reads an integer */
function integerIn(element, name) {
  const said = Number.parseInt(attributeOf(element, name) ?? '', 10);
  return Math.abs(said) <= LARGEST ? said : null;
}

/** @type {(list: Element) => number} */
const countOfItems = (list) => childrenOf(list).filter((child) =>
  nameOf(child) === 'li' && styleOf(child).display !== 'none').length;

/** @type {(item: Element) => boolean} its marker is text that is read with what it stands before */
function hasOwnMarker(item) {
  if (!(generators.size || generatingKinds) || !mayGenerate(item)) return false;
  const content = getComputedStyle(item, '::marker').content;
  return content !== 'normal' && !COUNTER.test(content);
}

/** @type {(item: Element) => boolean} a counter stands before it, or before what it begins with */
function isCounted(item) {
  const first = firstElementGetter.call(item);
  return [item, ...(first ? [first] : [])].some((element) => COUNTER.test(getComputedStyle(element, '::before').content));
}

/** @type {(number: number, type: string) => string} in digits where the type has no signs for it */
function written(number, type) {
  if (type === 'decimal-leading-zero') return (number < 0 ? '-' : '') + String(Math.abs(number)).padStart(2, '0');
  const [, letters, signs] = LETTERED.exec(type) ?? [];
  const text = !letters || number < 1 ? '' : signs === 'roman' ? romanOf(number) : lettersOf(number);
  return (letters === 'upper' ? text.toUpperCase() : text) || String(number);
}

/** @type {(number: number) => string} */
const lettersOf = (number) => (number < 1 ? '' : lettersOf(Math.floor((number - 1) / 26))
  + String.fromCharCode(97 + ((number - 1) % 26)));

/** @type {(number: number) => string} */
function romanOf(number) {
  if (number > 3999) return '';
  let text = '';
  for (const [value, sign] of ROMAN) for (; number >= value; number -= value) text += sign;
  return text;
}
