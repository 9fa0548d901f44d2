// What an element is in another visit of its page: a key that is equal for the same element, and for no other one that a person
// could tell from it. It is made of what the document says, so that it stays when fields are filled and boxes are scrolled or shown.

import { fallbackLabel } from '../aria/fallback_label.js';
import { accessibleName } from '../aria/names.js';
import { roleOf } from '../aria/roles.js';
import { ANY_CONTROL } from '../dom/attributes.js';
import {
  ELEMENT_NODE, TEXT_NODE, attributeNamesMethod, attributeOf, closest, matches, nameOf, nodeTypeGetter, parentOf, queryEvery,
  queryOne, textOf,
} from '../dom/dom.js';
import { PLACE, oneLine } from '../dom/text.js';
import { Boxes, itemOf } from './item.js';

const ROWS = 'tr,li,article,details,[role=row],[role=listitem],[role=article],[role=option],[role=treeitem]';
const HEADINGS = 'h1,h2,h3,h4,h5,h6,[role=heading]';
const STOPS = `${ANY_CONTROL},hr`;

/** Attributes that say what an element is and does. */
const TELLING = ['type', 'href', 'placeholder', 'onclick', 'formaction', 'aria-label'];
/** Whose `value` is a part of that, and not what was entered. */
const NAMED_BY_VALUE = 'button,input[type=submit],input[type=button],input[type=radio],input[type=checkbox],option';
/** By which programs call it, beside attributes that begin with `data-`. */
const MARKS = ['id', 'name', 'for'];

const MOST_ATTRIBUTES = 20;
const MOST_MARKED = 4;
const MOST_HOSTS = 3;
const LONGEST_DATA = 80;
const LONGEST_ROW = 1_000;
const LONGEST_KEY = 8_000;
const LONGEST_SIDE = 120;
const MOST_SIBLINGS = 40;
const MOST_LEVELS = 8;
const MOST_HEADINGS = 500;
const MOST_HIDDEN = 20;
/** Longer hidden values are tokens that each visit has anew. */
const LONGEST_HIDDEN = 40;
/** Names of hidden fields that say what the form is about; others hold what scripts note. */
const IDENTIFYING = /(id|key|pk|sku|item|product|article|order|record|entry|row|user|account|number|no|nr|code)$/i;

/**
 * The key of each element, null for one that nothing but its place tells from others. Elements that are alike are told apart by the
 * text on one side of each, and how many there are belongs to the key then; or by their marks, unless those count them.
 * @type {(elements: Element[]) => (string | null)[]}
 */
export function lastingKeys(elements) {
  const reading = new Reading();
  /** @type {(string | null)[]} */
  const keys = elements.map(() => null);
  /** @type {Map<string, number[]>} */
  const alike = new Map();
  elements.forEach((element, index) => {
    const itself = reading.itself(element);
    if (itself !== null) alike.set(itself, [...alike.get(itself) ?? [], index]);
  });
  for (const [itself, group] of alike) {
    const marks = group.map((index) => marksOf(elements[index]));
    const sides = group.map((index) => reading.sides(elements[index]));
    const count = group.length;
    const sided = count === 1 || [0, 1].some((side) => areDistinct(sides.map((both) => both[side])));
    if (!sided && (!areDistinct(marks) || areCounted(marks))) continue;
    group.forEach((index, place) => {
      const key = [itself, marks[place], ...(sided ? sides[place] : []), sided ? count : 'marked'].join('\n');
      keys[index] = key.length <= LONGEST_KEY ? key : null;
    });
  }
  return keys;
}

/** @type {(texts: string[]) => boolean} */
const areDistinct = (texts) => texts.every(Boolean) && new Set(texts).size === texts.length;

/** @type {(marks: string[]) => boolean} they are equal but for the places of those who have them */
const areCounted = (marks) => new Set(marks.map((text, place) =>
  text.replace(/\d+/g, (digits) => (Number(digits) === place || Number(digits) === place + 1 ? '#' : digits)))).size === 1;

/** What several elements of one reading have in common is read once. */
class Reading {
  constructor() {
    /** @type {Map<Element, string>} */
    this.rows = new Map();
    /** @type {Map<Element, string>} */
    this.forms = new Map();
    /** @type {Map<Element, number>} */
    this.lengths = new Map();
    /** @type {Map<Element, number>} */
    this.controls = new Map();
    this.boxes = new Boxes();
    /** @type {Map<Element, string>} */
    this.hostTexts = new Map();
    this.headings = Array.from(queryEvery(document, HEADINGS)).slice(0, MOST_HEADINGS);
  }

  /**
   * what it is, does and belongs to; null where nothing says that
   * @type {(element: Element) => string | null}
   */
  itself(element) {
    const name = accessibleName(element) || fallbackLabel(element, true);
    const telling = tellingOf(element);
    if (name.includes(PLACE) || !(name || telling || marksOf(element))) return null;
    const row = closest(element, ROWS);
    const form = /** @type {any} */ (element).form;
    return [
      roleOf(element), nameOf(element), name, telling, row === null ? '' : known(this.rows, row, rowText),
      form instanceof HTMLFormElement ? known(this.forms, form, formText) : '', this.heading(element), itemOf(element, this.boxes),
      ...this.hosts(element),
    ].join('\n');
  }

  /** @type {(element: Element) => string} the last heading in front of it */
  heading(element) {
    let low = 0;
    let high = this.headings.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const follows = element.compareDocumentPosition(this.headings[middle]) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (follows) high = middle;
      else low = middle + 1;
    }
    return low ? oneLine(textOf(this.headings[low - 1])).slice(0, LONGEST_ROW) : '';
  }

  /** @type {(element: Element) => [string, string]} the text on both sides of it, up to the next control */
  sides(element) {
    const length = this.length(element);
    let box = element;
    for (let level = 0; level < MOST_LEVELS; level++) {
      const outer = parentOf(box);
      if (!outer || nameOf(outer) === 'body' || this.length(outer) !== length || this.countControls(outer) > 1) break;
      box = outer;
    }
    return [sideOf(box, 'previousSibling'), sideOf(box, 'nextSibling')];
  }

  /** @type {(box: Element) => number} */
  countControls(box) {
    return known(this.controls, box, () => /** @type {NodeListOf<Element>} */ (queryEvery(box, ANY_CONTROL)).length);
  }

  /** @type {(element: Element) => string[]} what is written in the elements whose shadow trees it is in */
  hosts(element) {
    const texts = [];
    let root = Node.prototype.getRootNode.call(element);
    for (let depth = 0; depth < MOST_HOSTS && root instanceof ShadowRoot; depth++) {
      texts.push(known(this.hostTexts, root.host, hostText));
      root = Node.prototype.getRootNode.call(root.host);
    }
    return texts;
  }

  /** @type {(box: Element) => number} of its text, without the blanks around that */
  length(box) {
    return known(this.lengths, box, () => textOf(box).trim().length);
  }
}

/**
 * @template T
 * @param {Map<Element, T>} values
 * @param {Element} element
 * @param {(element: any) => T} read
 * @returns {T}
 */
function known(values, element, read) {
  const found = values.get(element);
  if (found !== undefined) return found;
  const value = read(element);
  values.set(element, value);
  return value;
}

/** @type {(row: Element) => string} */
function rowText(row) {
  const titled = nameOf(row) === 'details' ? queryOne(row, 'summary') ?? row : row;
  return oneLine(textOf(titled)).slice(0, LONGEST_ROW);
}

/** @type {(form: HTMLFormElement) => string} */
function formText(form) {
  const hidden = Array.from(queryEvery(form, 'input[type=hidden]')).slice(0, MOST_HIDDEN)
    .map((field) => [attributeOf(field, 'name') ?? '', attributeOf(field, 'value') ?? ''])
    .filter(([name, value]) => IDENTIFYING.test(name) && value.length <= LONGEST_HIDDEN);
  return `${attributeOf(form, 'action') ?? ''} ${hidden.map((pair) => pair.join('=')).join('&')}`;
}

/** @type {(host: Element) => string} */
const hostText = (host) => `${marksOf(host)} ${oneLine(textOf(host)).slice(0, LONGEST_SIDE)}`;

/** @type {(element: Element) => string} */
function tellingOf(element) {
  const said = TELLING.map((name) => [name, attributeOf(element, name)]);
  const value = matches(element, NAMED_BY_VALUE) ? [['value', attributeOf(element, 'value')]] : [];
  return [...said, ...value].filter(([, text]) => text).map((pair) => pair.join('=')).join(' ');
}

/** @type {(element: Element) => string} of it and of the boxes around it */
function marksOf(element) {
  const marks = [];
  let box = /** @type {Element | null} */ (element);
  for (let level = 0; box && level < MOST_MARKED && nameOf(box) !== 'body'; level++, box = parentOf(box)) {
    const node = box;
    const data = attributeNamesMethod.call(node).filter((name) => name.startsWith('data-')).slice(0, MOST_ATTRIBUTES);
    const pairs = [...MARKS, ...data].map((name) => [name, attributeOf(node, name)?.slice(0, LONGEST_DATA)]);
    marks.push(...pairs.filter(([, text]) => text).map((pair) => pair.join('=')));
  }
  return marks.join(' ');
}

/** @type {(box: Element, towards: 'previousSibling' | 'nextSibling') => string} */
function sideOf(box, towards) {
  let text = '';
  let node = /** @type {ChildNode | null} */ (box);
  for (let left = MOST_SIBLINGS; left > 0 && text.length < LONGEST_SIDE; left--) {
    node = node?.[towards] ?? null;
    if (!node) break;
    const type = nodeTypeGetter.call(node);
    if (type === ELEMENT_NODE) {
      const inner = /** @type {Element} */ (node);
      if (matches(inner, 'script,style')) continue;
      if (matches(inner, STOPS) || queryOne(inner, STOPS)) break;
    } else if (type !== TEXT_NODE) continue;
    const part = textOf(node).slice(0, LONGEST_SIDE);
    text = towards === 'nextSibling' ? `${text} ${part}` : `${part} ${text}`;
  }
  return oneLine(text).slice(0, LONGEST_SIDE);
}
