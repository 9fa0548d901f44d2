// A walk that records where each line stands in the content of a box: what has been scrolled out of it is told from what is alike.

import { Walk } from './walker.js';
import { Writer } from './writer.js';
import {
  TEXT_NODE, firstElementGetter, nextElementGetter, nodeTypeGetter, parentNodeGetter, parentOf, rectOf, scrollGetters, styleOf,
} from '../dom/dom.js';
import { NUMBER_CLOSE, NUMBER_OPEN, PLACE_CLOSE, PLACE_OPEN, TAG_OPEN } from '../dom/text.js';
import { entryFor, entryOf } from '../tracking/refs.js';

/** @type {WeakMap<Node, number>} */
const numbers = new WeakMap();
let lastNumber = 0;

/** @type {(node: Node) => number} the same for a node as long as it lives */
function numberFor(node) {
  const number = numbers.get(node) ?? ++lastNumber;
  numbers.set(node, number);
  return number;
}

class PlacedWriter extends Writer {
  /** @param {PlacedWalk} walk */
  constructor(walk) {
    super();
    this.walk = walk;
    /** @type {(Node | null)[]} per line: what it begins with */
    this.begins = [];
    /** @type {Node | null} what the line that is being written begins with */
    this.begun = null;
  }

  /** @param {string} text @param {string} [marked] */
  put(text, marked) {
    this.begun ??= this.walk.at;
    super.put(text, marked);
  }

  /** @param {string} text */
  extra(text) {
    this.begun ??= this.walk.at;
    super.extra(text);
  }

  /** @param {string} text @param {boolean} keep */
  push(text, keep) {
    this.begins.length = Math.min(this.begins.length, this.lines.length);
    super.push(text, keep);
    while (this.begins.length < this.lines.length) this.begins.push(this.begun ?? this.walk.at);
    this.begun = null;
  }

  /**
   * Give the tag of an element a line of its own, if it begins the one that the element begins with.
   * @param {Element} element @param {number} first the first line that may be
   */
  divideTag(element, first) {
    const { id, number } = entryFor(element);
    const at = this.lines[first].trim() ? first : first + 1;
    const line = this.lines[at] ?? '';
    const start = line.indexOf(TAG_OPEN);
    const end = line.indexOf(']', start) + 1;
    const tag = line.slice(start, end);
    if (start < 0 || line.slice(0, start).trim() || !line.slice(end).trim()
      || !(tag.endsWith(` ${number}]`) || tag.includes(NUMBER_OPEN + id + NUMBER_CLOSE))) return;
    this.lines.splice(at, 1, line.slice(0, end), line.slice(0, start) + line.slice(end).trimStart());
    this.begins.splice(at, 0, element);
    this.kept.splice(at, 0, true);
  }
}

export class PlacedWalk extends Walk {
  /** @param {{mode?: string, outer?: any}} options @param {Element} box */
  constructor(options, box) {
    super(options);
    this.box = box;
    /** @type {Node | null} what is visited */
    this.at = null;
    this.placedWriter = new PlacedWriter(this);
    this.writer = this.placedWriter;
    /** @type {Map<Element, Surroundings>} */
    this.surroundings = new Map();
  }

  /** @param {Element} element @param {CSSStyleDeclaration} [style] @param {string} [display] */
  visitElement(element, style, display) {
    const { at, writer } = this;
    const first = writer.lines.length;
    this.at = element;
    const reply = super.visitElement(element, style, display);
    this.at = at;
    if (writer.lines.length > first && this.mayHoldItems(element)) this.placedWriter.divideTag(element, first);
    return reply;
  }

  /** @param {string} data @param {Node} [node] */
  visitText(data, node) {
    const { at } = this;
    this.at = node ?? at;
    super.visitText(data, node);
    this.at = at;
  }

  /**
   * @param {Element} element @returns {boolean} whether its tag belongs to no item that comes and goes: it is the box, or larger
   *   than what that shows
   */
  mayHoldItems(element) {
    return entryOf.has(element) && (element === this.box || rectOf(element).height >= scrollGetters.clientHeight.call(this.box));
  }

  /** Mark each line with its place. */
  markPlaces() {
    const { lines } = this.writer;
    const { begins } = this.placedWriter;
    for (let index = 0; index < lines.length; index++)
      lines[index] = PLACE_OPEN + this.placeOf(begins[index] ?? this.box) + PLACE_CLOSE + lines[index];
  }

  /**
   * @param {Node} node @returns {string} its top and left in the content of the box, its number, whether it is pinned, and the item
   *   that it is in: the number of what is around that, its top and its left
   */
  placeOf(node) {
    const isText = nodeTypeGetter.call(node) === TEXT_NODE;
    const element = /** @type {Element} */ (isText ? parentNodeGetter.call(node) : node);
    const { inside, pinned, item } = this.around(element);
    const origin = this.originFor(inside);
    const [top, left] = topLeft(isText ? rectOfText(node) : rectOf(element), element);
    const place = [Math.round(top - origin.top), Math.round(left - origin.left), numberFor(node), Number(pinned)];
    if (!item) return place.join();
    const [itemTop, itemLeft] = topLeft(rectOf(item), item);
    return [...place, numberFor(/** @type {Element} */ (parentOf(item))), Math.round(itemTop - origin.top),
      Math.round(itemLeft - origin.left)].join();
  }

  /**
   * @param {boolean} inside @returns {{top: number, left: number}} where the content that is scrolled begins, or what is around it
   */
  originFor(inside) {
    const page = this.box === document.scrollingElement;
    const [x, y] = inside || page ? [scrollGetters.left.call(this.box), scrollGetters.top.call(this.box)] : [0, 0];
    const { top, left } = page || !inside ? { top: 0, left: 0 } : rectOf(this.box);
    return { top: top - y, left: left - x };
  }

  /**
   * @typedef {{inside: boolean, pinned: boolean, item: Element | null}} Surroundings
   * inside: in the box · pinned: it stays in sight while the box scrolls · item: one of several that are placed one by one
   * @param {Element} element @returns {Surroundings}
   */
  around(element) {
    const known = this.surroundings.get(element);
    if (known) return known;
    const outer = parentOf(element);
    /** @type {Surroundings} */
    let found;
    if (outer === null) found = { inside: false, pinned: false, item: null };
    else {
      const { inside: within, pinned, item } = this.around(outer);
      const inside = within || outer === this.box;
      const position = inside ? styleOf(element).position : '';
      found = {
        inside, pinned: pinned || position === 'sticky' || position === 'fixed',
        item: item ?? (inside && isPlaced(element) && hasPlacedSibling(element) ? element : null),
      };
    }
    this.surroundings.set(element, found);
    return found;
  }
}

/** @type {(element: Element) => boolean} */
function isPlaced(element) {
  const { position, transform } = styleOf(element);
  return position === 'absolute' || transform !== 'none';
}

/** @type {(element: Element) => boolean} the one behind it, or the first */
function hasPlacedSibling(element) {
  const parent = parentNodeGetter.call(element);
  return [nextElementGetter.call(element), parent && firstElementGetter.call(parent)].some((sibling) =>
    sibling && sibling !== element && isPlaced(sibling));
}

/** @type {(text: Node) => DOMRect} */
function rectOfText(text) {
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getBoundingClientRect();
}

/** @type {(rect: DOMRect, element: Element) => [number, number]} of what has no box, that of the next thing around it */
function topLeft(rect, element) {
  let box = rect;
  for (let node = parentOf(element); node && box.width === 0 && box.height === 0; node = parentOf(node)) box = rectOf(node);
  return [box.top, box.left];
}
