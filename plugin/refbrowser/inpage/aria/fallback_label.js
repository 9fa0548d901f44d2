// What distinguishes a control without words from the next: a tooltip, a picture, an address, names that its author gave, colour
// and place.

import { accessibleName } from './names.js';
import { isCell, isField, relatedText } from './related_text.js';
import { isEditingHost } from './roles.js';
import { FIELD_TAGS, isSecret } from './states.js';
import { attributeOf, childrenOf, innerTextOf, nameOf, parentOf, queryEvery, queryOne, rectOf, styleOf } from '../dom/dom.js';
import { PLACE, oneLine, shorten, stateOf } from '../dom/text.js';
import { requests } from '../dom/trees.js';
import { channelsOf } from '../visual/background.js';

/** How many alike are counted; what stands among more has no place that a person would count out. */
const MOST_ALIKE = 60;

/**
 * what distinguishes a control without a name from the next, in parentheses where it is not text for people; in a reading its place
 * among those alike is marked: it is another one when others come or go, and the control has not changed by that
 * @type {(element: Element, inReading?: boolean) => string}
 */
export function fallbackLabel(element, inReading = false) {
  const title = tooltipOf(element) || (isField(element) ? relatedText(element) : '');
  if (title) return title;
  const picture = nameOf(element) === 'img' ? element : queryOne(element, 'img[src],use');
  if (picture) {
    const source = attributeOf(picture, 'src') ?? attributeOf(picture, 'href') ?? attributeOf(picture, 'xlink:href') ?? '';
    const file = source.startsWith('data:') ? '' : oneLine(source.split('?', 1)[0].split(/[/#]/).pop() ?? '').replace(/\.\w+$/, '');
    if (file) return `(icon ${shorten(file, 40)})`;
  }
  const href = attributeOf(element, 'href');
  const segment = href?.split(/[?#]/, 1)[0].split('/').filter(Boolean).pop();
  if (segment && !segment.startsWith('javascript:')) return `(${shorten(oneLine(segment), 60)})`;
  if (isCell(element)) return '';
  const parts = [authorsName(element) || (href ? shorten(oneLine(href), 60) : ''), ...placeAmongAlike(element, inReading)].filter(Boolean);
  if (!parts.length && nameOf(element) === 'canvas')
    parts.push([rectOf(element)].map(({ width, height }) => `${Math.round(width)}×${Math.round(height)}`)[0]);
  return parts.length ? `(${parts.join(', ')})` : '';
}

/**
 * what a receipt calls it: its name, else what it shows, else what distinguishes it from the next
 * @type {(element: Element) => string}
 */
export const calledName = (element) => accessibleName(element)
  || (FIELD_TAGS.has(nameOf(element)) || isEditingHost(element) || showsSecret(element) ? ''
    : shorten(oneLine(innerTextOf(element)), 60))
  || fallbackLabel(element);

/** @type {(element: Element) => boolean} it is in an editor whose content is a secret, or has one in it: what it shows is no name */
function showsSecret(element) {
  for (let node = /** @type {Element | null} */ (element); node; node = parentOf(node)) if (isSecret(node)) return true;
  return Array.from(queryEvery(element, '[contenteditable],[autocomplete],[role=textbox],[role=searchbox]')).some(isSecret);
}

/** How far around a control a tooltip is looked for, in boxes that hold nothing but it. */
const TOOLTIP_LEVELS = 3;

/** @type {(element: Element) => string} what is shown where the pointer rests on it */
function tooltipOf(element) {
  for (let node = /** @type {Element | null} */ (element), level = 0; node && level < TOOLTIP_LEVELS;
    node = parentOf(node), level++) {
    if (node !== element && node.childElementCount > 1) return '';
    const title = oneLine(attributeOf(node, 'title') ?? '');
    if (title) return title;
  }
  return '';
}

/** What a class says of the state that a control is in, and not of what it is. */
const STATE_WORD = new RegExp('(^|[-_])(active|hover(ed)?|focus(ed|-visible|-within)?|disabled|enabled|selected|checked|current|default|open(ed)?|'
  + 'closed?|expanded|collapsed|pressed|visited|shown?|hidden|visible|loading|on|off)$', 'i');
const MOST_CLASSES = 3;

/** @type {(words: string) => string} the first classes that are no states: the name stays while the control's state changes */
function lastingClasses(words) {
  return words.split(' ').filter((word) => !STATE_WORD.test(word)).slice(0, MOST_CLASSES).join(' ');
}

/** @type {(element: Element) => string} its class, name or id, or those of the icon in it */
function authorsName(element) {
  for (const attribute of ['data-action', 'class', 'part', 'name', 'id']) {
    const inner = queryOne(element, attribute === 'class' ? 'i[class],svg[class],span[class]:empty' : `[${attribute}]`);
    const words = [inner, element, attribute === 'class' ? queryOne(element, '[class]') : null].map((one) => {
      const value = one ? oneLine(attributeOf(one, attribute) ?? '') : '';
      return attribute === 'class' ? lastingClasses(value) : value;
    });
    const word = words.find(Boolean);
    if (word) return shorten(word, 60);
  }
  return '';
}

/** How far around a control others like it are looked for, as in the rows of a table. */
const ALIKE_LEVELS = 5;

/**
 * its colour, if its neighbours of the same kind have another, and its place among those that look the same
 * @type {(element: Element, inReading: boolean) => string[]}
 */
function placeAmongAlike(element, inReading) {
  const sort = sortOf(element);
  let node = element;
  let alike = alikeBeside(node, null);
  for (let level = 0; alike.inner.length < 2 && level < ALIKE_LEVELS; level++) {
    const parent = parentOf(node);
    if (!parent) return [];
    node = parent;
    alike = alikeBeside(node, sort);
  }
  const place = alike.places.get(node);
  if (place === undefined || alike.inner.length < 2) return [];
  const differs = node === element && hasSeveralColours(alike);
  const name = authorsName(element);
  const repeated = [alike.inner[place - 1], alike.inner[place + 1]].some((other) => other && authorsName(other) === name);
  const counted = `${place + 1} of ${alike.inner.length}`;
  return [differs ? colourOf(element) : '', !repeated ? '' : inReading ? stateOf(PLACE, counted) : counted];
}

/** @type {(element: Element) => string} its name and first class */
function sortOf(element) {
  const words = attributeOf(element, 'class');
  return `${nameOf(element)} ${words ? words.trim().split(/\s/, 1)[0] : ''}`;
}

/**
 * The children of an element that are of one sort and hold an element of another, or are themselves what is looked for.
 * @typedef {{places: Map<Element, number>, inner: Element[], colours: number}} Alike
 * places: of each child; inner: what each holds first; colours: how many they have, 0 until asked for
 */

/**
 * What was found for the controls of one request: the rows of a table ask for the same.
 * @type {Map<Element, Map<string, Alike>>}
 */
const alikeIn = new Map();
let alikeFor = -1;

/**
 * it and its neighbours of its sort, each with its first element of the other sort, if one is given; none among very many
 * @type {(node: Element, sort: string | null) => Alike}
 */
function alikeBeside(node, sort) {
  const parent = parentOf(node);
  if (!parent || parent.childElementCount > MOST_ALIKE) return { places: new Map(), inner: [], colours: 0 };
  if (alikeFor !== requests) alikeIn.clear();
  alikeFor = requests;
  const own = sortOf(node);
  const known = alikeIn.get(parent) ?? new Map();
  const alike = known.get(`${own}>${sort}`) ?? findAlike(parent, own, sort);
  alikeIn.set(parent, known.set(`${own}>${sort}`, alike));
  return alike;
}

/** @type {(parent: Element, own: string, sort: string | null) => Alike} */
function findAlike(parent, own, sort) {
  const [name, word] = sort?.split(' ') ?? [];
  const selector = name && CSS.escape(name) + (word ? '.' + CSS.escape(word) : ':not([class])');
  const places = new Map();
  const inner = [];
  for (const node of childrenOf(parent)) {
    const found = sortOf(node) !== own ? null : selector ? queryOne(node, selector) : node;
    if (found) places.set(node, inner.push(found) - 1);
  }
  return { places, inner, colours: 0 };
}

/** @type {(alike: Alike) => boolean} */
function hasSeveralColours(alike) {
  alike.colours ||= new Set(alike.inner.map(colourOf)).size;
  return alike.colours > 1;
}

/** Where each hue ends, in degrees. @type {[number, string][]} */
const HUES = [[15, 'red'], [45, 'orange'], [70, 'yellow'], [165, 'green'], [200, 'cyan'], [255, 'blue'], [290, 'purple'],
  [345, 'pink'], [361, 'red']];

/**
 * a word for the colour of its box, or of the first box in it that has one; '' where there is none
 * @type {(element: Element) => string}
 */
function colourOf(element) {
  for (const one of [element, queryOne(element, '*')]) {
    const channels = one && channelsOf(styleOf(one).backgroundColor);
    if (channels && channels[3] > 0.1) return colourName(channels[0] / 255, channels[1] / 255, channels[2] / 255);
  }
  return '';
}

/** @type {(red: number, green: number, blue: number) => string} of a colour whose parts go from 0 to 1 */
function colourName(red, green, blue) {
  const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)];
  const [light, spread] = [(least + most) / 2, most - least];
  if (spread < 0.1) return light > 0.95 ? 'white' : light < 0.1 ? 'black' : light > 0.75 ? 'light grey' : light < 0.3 ? 'dark grey'
    : 'grey';
  const turn = most === red ? ((green - blue) / spread + 6) % 6 : most === green ? (blue - red) / spread + 2
    : (red - green) / spread + 4;
  const hue = /** @type {[number, string]} */ (HUES.find(([end]) => turn * 60 < end))[1];
  return light > 0.8 ? `light ${hue}` : light < 0.25 ? `dark ${hue}` : hue;
}
