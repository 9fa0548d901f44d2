// What custom elements say of themselves by ElementInternals: roles, states and names that no attribute has and no script can read.
// The debugger finds them in Chromium's accessibility tree and tells them; they count where there is no attribute.

import { countChange } from './changes.js';
import { mutations } from './mutations.js';
import { documentToken, liveElement } from './refs.js';
import { attributeOf, documentElementGetter, elementsByTag, hasAttribute, internals, matches, nameOf, parentOf, shadowRootOf } from '../dom/dom.js';

/** Each is a question to the debugger. */
const MOST_ASKED = 60;
/** In a larger document Chromium takes long to make its tree (170 ms for 10 000 elements): nobody asks. */
const LARGEST_DOCUMENT = 4_000;
/** What is in one of these can be used by it, without a tab stop of its own. */
const COMPOSITES = new Set(['listbox', 'menu', 'menubar', 'radiogroup', 'tablist', 'tree']);
/** How many questions may be under way at once. */
const MOST_QUESTIONS = 4;

/** How many that calls were about are asked about besides. */
const MOST_NAMED = 12;

/** @type {WeakRef<Element>[]} found by the last readings */
let candidates = [];
/** @type {WeakRef<Element>[]} calls were about them, the newest last */
let named = [];
/** @type {Map<number, Element[]>} what was asked about, by the number of the question */
const asked = new Map();

/** @type {(element: Element) => boolean} a custom element, `name` has a hyphen, that a person can use and that has no role as attribute */
export function mayHoldInternals(element) {
  if (hasAttribute(element, 'role') || !matches(element, ':defined')) return false;
  // Only form-associated ones match either.
  if (hasAttribute(element, 'tabindex') || matches(element, ':enabled,:disabled') || shadowRootOf(element)?.delegatesFocus) return true;
  const parent = parentOf(element);
  return parent !== null && COMPOSITES.has(attributeOf(parent, 'role') ?? '');
}

/** @type {(references: WeakRef<Element>[]) => Element[]} */
const alive = (references) => references.flatMap((one) => one.deref() ?? []);

/** @type {(elements: Iterable<Element>) => void} */
function keep(elements) {
  candidates = Array.from(elements, (element) => new WeakRef(element));
}

/**
 * @param {Element[]} found
 * @param {number} elements
 * @param {boolean} partial
 * @returns {number} how many there are to ask about after a reading of so many elements
 */
export function noteCandidates(found, elements, partial) {
  const before = alive(candidates);
  const all = new Set(partial ? [...before, ...found] : found);
  // Those that something is known of come first: their kinds do not change because others have come.
  const ordered = [...all].sort((one, other) => Number(internals.told.has(other)) - Number(internals.told.has(one)));
  const also = alive(named).filter((element) => all.has(element));
  const asked = new Set(elements > LARGEST_DOCUMENT ? [] : [...ordered.slice(0, MOST_ASKED), ...also]);
  // What nobody asks about any more may be otherwise by now.
  if (before.filter((element) => !asked.has(element) && internals.told.delete(element)).length) countNews();
  keep(asked);
  return asked.size;
}

/** @type {(only: {doc: string, id: number}) => Element[]} the element that a call is about, where it may hold any; also one more than those of the last readings */
function namedOne({ doc, id }) {
  const element = doc === documentToken ? liveElement(id) : null;
  if (!element || !nameOf(element).includes('-') || !mayHoldInternals(element)) return [];
  const root = documentElementGetter.call(document);
  if (!root || elementsByTag.call(root, '*').length > LARGEST_DOCUMENT) return [];
  keep(new Set([...alive(candidates), element]));
  named = [...named.filter((one) => one.deref() !== element), new WeakRef(element)].slice(-MOST_NAMED);
  return [element];
}

/** @type {(question: number, only: {doc: string, id: number} | null) => Element[]} those whose internals are to be told, in the order in which they are told */
export function takeCandidates(question, only) {
  const elements = only ? namedOne(only) : alive(candidates);
  asked.set(question, elements);
  for (const old of asked.keys()) if (asked.size > MOST_QUESTIONS) asked.delete(old);
  return elements;
}

/** @type {(question: number, facts: (Record<string, string> | null)[]) => boolean} `facts`: as attributes, null where nothing is known; whether any is news */
export function tellInternals(question, facts) {
  const elements = asked.get(question) ?? [];
  asked.delete(question);
  let news = false;
  elements.forEach((element, index) => {
    const told = facts[index];
    if (!told || JSON.stringify(told) === JSON.stringify(internals.told.get(element) ?? {})) return;
    internals.told.set(element, told);
    internals.any = news = true;
  });
  if (news) countNews();
  return news;
}

/** Readings differ from here on. */
function countNews() {
  countChange();
  mutations.observed();
}
