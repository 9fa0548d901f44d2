// What style sheets and drawings add to the face of a control, besides its text: strings of markers, quotes and generated content,
// pictures, and parts of SVG that are drawn once more.

import { mayGenerate, stringsOf } from '../aria/generated_text.js';
import { attributeOf, byId, nameOf, parentOf, previousElementGetter, textOf } from '../dom/dom.js';
import { hasLetter, oneLine } from '../dom/text.js';

const PICTURES = new Set(['img', 'svg', 'canvas', 'video', 'object', 'embed', 'image', 'picture']);
const FRAMES = new Set(['iframe', 'frame']);
const PSEUDO_ELEMENTS = ['::before', '::after', '::marker'];
/** Elements of one control that are asked for theirs, whatever the style sheets say. */
const MOST_ASKED = 30;
/** Characters of what is drawn once more. */
const MOST_USED = 2_000;
const IMAGE = /url\(|image|gradient\(|element\(/;
const FILE = /url\("?(?!#)/;
const USED = /url\("#([^"]+)"\)/g;
const SVG = 'http://www.w3.org/2000/svg';
/** Styles of counters whose letters are known to be numbers, single letters or bullets. */
const LETTERED = /(lower|upper)-[-\w]+\)$/;
/** Numbers of which the letters are a word. */
const SPELLS = /(?<![\w.-])(?:-\d+|2[7-9]|[3-9]\d|\d{3,})(?![\w.-])/;
/** How far around a control, and before each element there, counters are looked for that spell a word. */
const MOST_AROUND = 30;
/** A letter of a string, beside a counter. */
const JOINED = /\p{L}"\s*counters?\(|\)\s*"\p{L}/u;
const COUNTERS = /counters?\((?:"(?:[^"\\]|\\.)*"|[^")])*\)/g;
const OWN_COUNTER = /,\s*(?!decimal|disc|circle|square|disclosure|lower-|upper-|none)[-\w]+\)$/;

/** @type {(element: Element) => boolean} it shows a picture, or what nobody looks into */
export const isPicture = (element) => PICTURES.has(nameOf(element)) || FRAMES.has(nameOf(element));

/** @type {(use: Element) => string} the text that an SVG draws once more there */
export function usedText(use) {
  const address = attributeOf(use, 'href') ?? attributeOf(use, 'xlink:href') ?? '';
  return address.startsWith('#') ? textIn(use, address.slice(1)) : '';
}

/** @type {(element: Element, id: string) => string} */
function textIn(element, id) {
  const used = byId(element, id);
  return used ? textOf(used) : '';
}

/** What is found on the elements of one control. */
export class Decorations {
  constructor() {
    /** @type {string[]} */
    this.texts = [];
    /** There are pictures. */
    this.pictured = false;
    /** What cannot be read stands in place of text. */
    this.replaced = false;
    this.asked = 0;
    /** Counters in letters. */
    this.lettered = 0;
  }

  /** @type {(element: Element, style: CSSStyleDeclaration) => void} */
  add(element, style) {
    const name = nameOf(element);
    this.pictured ||= PICTURES.has(name) || isDrawnOn(style);
    this.replaced ||= FRAMES.has(name) || (style.content !== 'normal' && IMAGE.test(style.content));
    if (style.display.includes('list-item')) this.addMarker(style);
    if (element.namespaceURI === SVG) this.addUsed(element, name, style);
    if (this.asked++ < MOST_ASKED || mayGenerate(element))
      for (const pseudo of PSEUDO_ELEMENTS) this.addGenerated(element, style, getComputedStyle(element, pseudo));
  }

  /** @type {(text: string) => void} */
  addText(text) {
    if (hasLetter(text)) this.texts.push(oneLine(text.slice(0, MOST_USED)));
  }

  /** @type {(style: CSSStyleDeclaration) => void} */
  addMarker({ listStyleType, listStyleImage }) {
    this.addText(stringsOf(listStyleType));
    this.pictured ||= IMAGE.test(listStyleImage);
    this.replaced ||= OWN_COUNTER.test(`,${listStyleType})`);
  }

  /** @type {(element: Element, name: string, style: CSSStyleDeclaration) => void} */
  addUsed(element, name, style) {
    if (name === 'use') this.addText(usedText(element));
    const servers = `${style.fill} ${style.stroke} ${style.mask} ${style.clipPath} ${style.markerStart} ${style.markerMid} ${style.markerEnd}`;
    for (const [, id] of servers.matchAll(USED)) this.addText(textIn(element, id));
  }

  /** @type {(element: Element, around: CSSStyleDeclaration, style: CSSStyleDeclaration) => void} */
  addGenerated(element, around, style) {
    const { content } = style;
    if (content === 'none' || content === 'normal' || style.display === 'none') return;
    this.addText(stringsOf(content));
    if (content.includes('-quote')) this.addText(stringsOf(/** @type {any} */ (around).quotes));
    this.pictured ||= isDrawnOn(style);
    const counters = Array.from(content.matchAll(COUNTERS), ([call]) => call);
    const lettered = counters.filter((call) => LETTERED.test(call)).length;
    this.lettered += lettered;
    this.replaced ||= (IMAGE.test(content) && !oneLine(textOf(element))) || counters.some((call) => OWN_COUNTER.test(call))
      // Several letters, or one counter with a large number, may be a word.
      || this.lettered > 1 || (lettered > 0 && (content.includes('counters(') || JOINED.test(content) || SPELLS.test(countersOf(style)) || spellsBefore(element)));
  }
}

/** @type {(style: CSSStyleDeclaration) => string} what is set and added there */
const countersOf = (style) => `${style.counterReset} ${style.counterSet} ${style.counterIncrement}`;

/** @type {(element: Element) => boolean} a counter is given a number there, or before it, whose letters are a word */
function spellsBefore(element) {
  for (let node = /** @type {Element | null} */ (element), far = 0; node && far < MOST_AROUND; node = parentOf(node), far++) {
    for (let one = /** @type {Element | null} */ (node), back = 0; one && back < MOST_AROUND; one = previousElementGetter.call(one), back++)
      if (SPELLS.test(countersOf(getComputedStyle(one)))) return true;
  }
  return false;
}

/** @type {(style: CSSStyleDeclaration) => boolean} as a background, a border or a mask */
const isDrawnOn = (style) => FILE.test(style.backgroundImage) || FILE.test(style.maskImage)
  || FILE.test(style.borderImageSource) || /image-set\(/.test(style.backgroundImage);
