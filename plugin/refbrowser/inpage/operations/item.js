// What names the item that a control belongs to: the heading, label or first words of the card, row, entry or group around it.

import { accessibleDescription, accessibleName, labelFromAria } from '../aria/names.js';
import { isSecret } from '../aria/states.js';
import { ANY_CONTROL } from '../dom/attributes.js';
import {
  ELEMENT_NODE, SKIPPED, TEXT_NODE, attributeOf, checkVisibility, contains, dataGetter, eachChild, matches, nameOf, nodeTypeGetter,
  parentOf, queryEvery, queryOne, styleOf,
} from '../dom/dom.js';
import { hasLetter, oneLine, setOf, shorten } from '../dom/text.js';

/** How many boxes around the control are looked at, and how many nodes in one. */
const MOST_BOXES = 8;
const MOST_NODES = 400;
/** A box with more titles holds many items. */
const MOST_TITLES = 50;
const LONGEST = 100;

const TITLES = 'h1,h2,h3,h4,h5,h6,[role=heading],legend,dt,caption,summary,[role=rowheader],th[scope=row]';
/** Boxes that hold more than one item. */
const OUTER = setOf('body html main');
/** Boxes that ask about an item: what they are called is often the same for every item. */
const QUESTIONS = 'dialog,[role=dialog],[role=alertdialog]';
/** A text with fewer characters is no name by itself. */
const SHORTEST = 4;
/** How many neighbours of a box are asked for their titles. */
const MOST_NEIGHBOURS = 30;
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
export const itemOf = (element, known) => boxedItemOf(element, known).item;

/**
 * As `itemOf`, with whether that is what one box of the item is called, and not the first words of what holds several.
 * @type {(element: Element, known?: Boxes) => {item: string, boxed: boolean}}
 */
export function boxedItemOf(element, known = new Boxes()) {
  /** @type {string[]} */
  const names = [];
  let boxed = false;
  let inner = element;
  for (let boxes = 0; boxes < MOST_BOXES; boxes++) {
    const box = parentOf(inner);
    if (!box || OUTER.has(nameOf(box))) break;
    if (nameOf(box) === 'label') {
      // Its words are the control's own name.
      inner = box;
      continue;
    }
    const titles = known.titlesOf(box);
    if (titles.length > MOST_TITLES) break;
    const found = namesOfBox(box, titles, inner, element, known);
    for (const name of found.names) if (name && !names.includes(name)) names.push(name);
    boxed ||= found.titled;
    if (names.length && (matches(box, ITEMS) || known.isRepeated(box))) {
      boxed = true;
      break;
    }
    inner = box;
  }
  return { item: shorten(names.join(' · '), LONGEST), boxed: boxed && hasLetter(names.join('')) };
}

/**
 * Return its label, else the last title in front of the element, else its first words outside of controls; what it is described by;
 * and its first words too where its title is that of a neighbour, or of the question that it asks. `titled`: not by its words alone.
 * @type {(box: Element, titles: Element[], inner: Element, element: Element, known: Boxes) => {names: string[], titled: boolean}}
 */
function namesOfBox(box, titles, inner, element, known) {
  const others = known.itemsBeside(box, inner, element);
  const described = [accessibleDescription(box), oneLine(attributeOf(box, 'title') ?? '')];
  const label = labelFromAria(box) || labelOfController(box);
  if (label) return { names: [label, matches(box, QUESTIONS) ? words(box, inner, others, UNTITLED) : '', ...described], titled: true };
  let title = '';
  for (const one of titles) {
    if (contains(one, element) || !checkVisibility(one) || (others && !contains(inner, one) && isWithinOne(others, one, box))) continue;
    if (title && element.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) break;
    title = words(one, undefined, null, ANYTHING) || title;
  }
  if (!title) {
    const first = words(box, inner, others) || (known.isRepeated(box) ? words(box, inner, others, ENTERED) : '');
    return { names: [first, ...described], titled: described.some(Boolean) };
  }
  const further = matches(box, QUESTIONS) || isTitleOfNeighbour(box, title, known) ? words(box, undefined, others, UNTITLED) : '';
  return { names: [title, further, ...described], titled: true };
}

/** @type {(box: Element) => string} what the control is called that shows and hides the box */
function labelOfController(box) {
  const id = attributeOf(box, 'id');
  const controls = `[aria-controls=${CSS.escape(id ?? '')}]`;
  const controller = id ? queryOne(document, `${controls}[aria-expanded],${controls}[role=tab]`) : null;
  return controller && !contains(box, controller) ? accessibleName(controller) : '';
}

/** @type {(box: Element, title: string, known: Boxes) => boolean} */
function isTitleOfNeighbour(box, title, known) {
  const parent = parentOf(box);
  const alike = parent ? known.kindsIn(parent).get(kindOf(box)) ?? [] : [];
  return alike.slice(0, MOST_NEIGHBOURS).some((one) => one !== box
    && known.titlesOf(one).some((other) => words(other, undefined, null, ANYTHING) === title));
}

/** @type {(others: Set<Element>, element: Element, box: Element) => boolean} */
function isWithinOne(others, element, box) {
  for (let around = /** @type {Element | null} */ (element); around && around !== box; around = parentOf(around))
    if (others.has(around)) return true;
  return false;
}

/** Which words count: those of text and pictures; also of controls; also what is entered in fields; those outside of titles. */
const TEXTS = 0;
const ANYTHING = 1;
const ENTERED = 2;
const UNTITLED = 3;

/**
 * the first words in the box, outside of controls, of `without` and of `others`
 * @type {(box: Element, without?: Element, others?: Set<Element> | null, counted?: number) => string}
 */
function words(box, without, others = null, counted = TEXTS) {
  let left = MOST_NODES;
  let lead = '';
  /** @type {(element: Element) => string} */
  const first = (element) => {
    let found = '';
    eachChild(element, nameOf(element), (child) => {
      if (found || left-- <= 0) return;
      const type = nodeTypeGetter.call(child);
      if (type === TEXT_NODE) {
        const text = oneLine(dataGetter.call(child));
        if (!hasLetter(text)) return;
        // “No.” or “Name:” is followed by the name.
        if (!lead && (text.length < SHORTEST || text.endsWith(':'))) lead = text;
        else found = text;
      } else if (type === ELEMENT_NODE) {
        const inner = /** @type {Element} */ (child);
        if (inner === without || others?.has(inner) || SKIPPED.has(nameOf(inner)) || !isShown(inner)
          || (counted === UNTITLED && matches(inner, TITLES))) return;
        if (nameOf(inner) === 'input') found = entered(/** @type {HTMLInputElement} */ (inner), counted === ENTERED);
        else if (counted === ANYTHING || !matches(inner, ANY_CONTROL) || nameOf(inner) === 'a') found = drawn(inner) || first(inner);
      }
    });
    return found;
  };
  const found = first(box);
  return shorten(oneLine(`${lead} ${found}`), LONGEST);
}

/** @type {(element: Element) => boolean} it is drawn, or, as a slot is, what is in it */
const isShown = (element) => checkVisibility(element) || styleOf(element).display === 'contents';

/** @type {(element: Element) => string} what a picture is called */
function drawn(element) {
  const name = /^(img|svg)$/.test(nameOf(element)) ? accessibleName(element) : '';
  return hasLetter(name) ? name : '';
}

/**
 * Return the text in a field that cannot be entered into, or, with `editable`, in one that was not.
 * @type {(field: HTMLInputElement, editable: boolean) => string}
 */
function entered(field, editable) {
  if (!/^(text|search|email|url|tel)$/.test(field.type) || isSecret(field)) return '';
  const came = field.readOnly || field.disabled || (editable && field.value === field.defaultValue);
  const text = came ? oneLine(field.value) : '';
  return hasLetter(text) ? text : '';
}
