// What names the item that a control belongs to: the heading, label or first words of the card, row, entry or group around it.

import { ANY_CONTROL } from '../dom/attributes.js';
import {
  ELEMENT_NODE, SKIPPED, TEXT_NODE, attributeOf, checkVisibility, contains, dataGetter, eachChild, matches, nameOf, nodeTypeGetter,
  parentOf, queryEvery, queryOne,
} from '../dom/dom.js';
import { hasLetter, oneLine, setOf, shorten } from '../dom/text.js';

/** How many boxes around the control are looked at, and how many nodes in one. */
const MOST_BOXES = 8;
const MOST_NODES = 400;
/** A box with more titles holds many items. */
const MOST_TITLES = 50;
const LONGEST = 100;

const TITLES = 'h1,h2,h3,h4,h5,h6,[role=heading],legend,dt,caption,[role=rowheader],th[scope=row]';
/** Boxes that hold more than one item. */
const OUTER = setOf('body html main');
/** Boxes that are an item, whatever is around them. */
const ITEMS = 'li,tr,article,fieldset,dd,[role=listitem],[role=row],[role=article],[role=option],[role=treeitem]';

/** What is known of boxes while a document stands still: the items of many elements are read at the price of the boxes. */
export class Boxes {
  constructor() {
    /** @type {Map<Element, Element[]>} */
    this.titles = new Map();
    /** The children of a box by what they are alike in, their names and classes. @type {Map<Element, Map<string, Element[]>>} */
    this.kinds = new Map();
    /** Those of them that are items, by the tag of the control in each and their kind. @type {Map<Element, Map<string, Set<Element>>>} */
    this.items = new Map();
  }

  /** @type {(box: Element) => Element[]} */
  titlesOf(box) {
    let titles = this.titles.get(box);
    if (!titles) this.titles.set(box, titles = [...queryEvery(box, TITLES)]);
    return titles;
  }

  /** @type {(box: Element) => boolean} the box has a neighbour of the same kind */
  isRepeated(box) {
    const parent = parentOf(box);
    return parent !== null && (this.kindsIn(parent).get(kindOf(box))?.length ?? 0) > 1;
  }

  /** @type {(box: Element) => Map<string, Element[]>} */
  kindsIn(box) {
    let kinds = this.kinds.get(box);
    if (!kinds) {
      const found = kinds = new Map();
      this.kinds.set(box, found);
      eachChild(box, nameOf(box), (child) => {
        if (nodeTypeGetter.call(child) !== ELEMENT_NODE) return;
        const kind = kindOf(/** @type {Element} */ (child));
        const alike = found.get(kind);
        if (alike) alike.push(child);
        else found.set(kind, [child]);
      });
    }
    return kinds;
  }

  /**
   * Return the neighbours of `inner` that are items as it is, each with a control like `element`; null where `box` itself is one
   * item, whose parts they are, or where the control alone is repeated.
   * @type {(box: Element, inner: Element, element: Element) => Set<Element> | null}
   */
  itemsBeside(box, inner, element) {
    if (inner === element || !this.isRepeated(inner) || matches(box, ITEMS) || this.isRepeated(box)) return null;
    const tag = nameOf(element);
    const key = `${tag} ${kindOf(inner)}`;
    const found = this.items.get(box) ?? new Map();
    this.items.set(box, found);
    let items = found.get(key);
    if (!items) {
      const alike = this.kindsIn(box).get(kindOf(inner)) ?? [];
      found.set(key, items = new Set(alike.filter((one) => queryOne(one, CSS.escape(tag)) !== null)));
    }
    return items;
  }
}

/** @type {(box: Element) => string} */
const kindOf = (box) => `${nameOf(box)} ${attributeOf(box, 'class') ?? ''}`;

/**
 * Return the names of the boxes around the element, innermost first, up to the box that is one of several alike; '' without any.
 * @type {(element: Element, known?: Boxes) => string}
 */
export function itemOf(element, known = new Boxes()) {
  /** @type {string[]} */
  const names = [];
  let inner = element;
  for (let boxes = 0; boxes < MOST_BOXES; boxes++) {
    const box = parentOf(inner);
    if (!box || OUTER.has(nameOf(box))) break;
    const titles = known.titlesOf(box);
    if (titles.length > MOST_TITLES) break;
    const name = nameOfBox(box, titles, inner, element, known.itemsBeside(box, inner, element));
    if (name && !names.includes(name)) names.push(name);
    if (names.length && (matches(box, ITEMS) || known.isRepeated(box))) break;
    inner = box;
  }
  return shorten(names.join(' · '), LONGEST);
}

/**
 * its label, else the last title in front of the element, else its first words outside of controls; what `others` say names them
 * @type {(box: Element, titles: Element[], inner: Element, element: Element, others: Set<Element> | null) => string}
 */
function nameOfBox(box, titles, inner, element, others) {
  const label = oneLine(attributeOf(box, 'aria-label') ?? '');
  if (label) return label;
  let title = '';
  for (const one of titles) {
    if (contains(one, element) || !checkVisibility(one) || (others && !contains(inner, one) && isWithinOne(others, one, box))) continue;
    if (title && element.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) break;
    title = words(one) || title;
  }
  return title || words(box, inner, others);
}

/** @type {(others: Set<Element>, element: Element, box: Element) => boolean} */
function isWithinOne(others, element, box) {
  for (let around = /** @type {Element | null} */ (element); around && around !== box; around = parentOf(around))
    if (others.has(around)) return true;
  return false;
}

/**
 * the first words in the box, outside of controls, of `without` and of `others`
 * @type {(box: Element, without?: Element, others?: Set<Element> | null) => string}
 */
function words(box, without, others = null) {
  let left = MOST_NODES;
  /** @type {(element: Element) => string} */
  const first = (element) => {
    let found = '';
    eachChild(element, nameOf(element), (child) => {
      if (found || left-- <= 0) return;
      const type = nodeTypeGetter.call(child);
      if (type === TEXT_NODE) {
        const text = oneLine(dataGetter.call(child));
        if (hasLetter(text)) found = text;
      } else if (type === ELEMENT_NODE) {
        const inner = /** @type {Element} */ (child);
        if (inner === without || others?.has(inner) || SKIPPED.has(nameOf(inner))
          || (matches(inner, ANY_CONTROL) && nameOf(inner) !== 'a') || !checkVisibility(inner)) return;
        found = first(inner);
      }
    });
    return found;
  };
  return shorten(first(box), LONGEST);
}
