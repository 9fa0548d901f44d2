// What custom elements say of themselves by ElementInternals: roles, states and names that no attribute has and no script can read.
// The debugger finds them in Chromium's accessibility tree and reports them; they count where there is no attribute.

import { countChange } from './changes.js';
import { mutations } from './mutations.js';
import { documentToken, liveElement } from './refs.js';
import {
  attributeOf, documentElementGetter, elementsByTag, hasAttribute, internals, matches, nameOf, parentOf, shadowRootOf,
} from '../dom/dom.js';

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

/**
 * a custom element, `name` has a hyphen, that a person can use and that has no role as attribute
 * @type {(element: Element) => boolean}
 */
export function mayHoldInternals(element) {
  if (hasAttribute(element, 'role') || !matches(element, ':defined')) return false;
  // Only form-associated ones match either.
  if (hasAttribute(element, 'tabindex') || matches(element, ':enabled,:disabled') || shadowRootOf(element)?.delegatesFocus)
    return true;
  const parent = parentOf(element);
  return parent !== null && COMPOSITES.has(attributeOf(parent, 'role') ?? '');
}

/** @type {(references: WeakRef<Element>[]) => Element[]} */
const alive = (references) => references.flatMap((one) => one.deref() ?? []);

/** @type {() => Set<Element>} those that are asked about */
const inQuestion = () => new Set([...alive(candidates), ...alive(named)]);

/**
 * forgets what was reported of those that nobody asks about any more: it may be otherwise by now
 * @type {(before: Set<Element>) => void}
 */
function forgetOthers(before) {
  const now = inQuestion();
  let news = false;
  for (const element of before) if (!now.has(element) && internals.reported.delete(element)) news = true;
  if (news) countNews();
}

/**
 * @param {Element[]} found
 * @param {number} elements
 * @param {boolean} partial
 * @returns {number} how many there are to ask about after a reading of so many elements
 */
export function noteCandidates(found, elements, partial) {
  const before = inQuestion();
  const all = new Set(partial ? [...alive(candidates), ...found] : found);
  // Those that something is known of come first: their kinds do not change because others have come.
  const ordered = [...all].sort((one, other) => Number(internals.reported.has(other)) - Number(internals.reported.has(one)));
  const large = elements > LARGEST_DOCUMENT;
  candidates = large ? [] : ordered.slice(0, MOST_ASKED).map((element) => new WeakRef(element));
  if (large) named = [];
  forgetOthers(before);
  return inQuestion().size;
}

/** @type {(only: {doc: string, id: number}) => Element[]} the element that a call is about, where it may hold any */
function namedOne({ doc, id }) {
  const element = doc === documentToken ? liveElement(id) : null;
  if (!element || !nameOf(element).includes('-') || !mayHoldInternals(element)) return [];
  const root = documentElementGetter.call(document);
  if (!root || elementsByTag.call(root, '*').length > LARGEST_DOCUMENT) return [];
  const before = inQuestion();
  named = [...named.filter((one) => one.deref() !== element), new WeakRef(element)].slice(-MOST_NAMED);
  forgetOthers(before);
  return [element];
}

/**
 * those whose internals are to be reported, in the order of the report
 * @type {(question: number, only: {doc: string, id: number} | null) => Element[]}
 */
export function takeCandidates(question, only) {
  const elements = only ? namedOne(only) : [...inQuestion()];
  asked.set(question, elements);
  for (const old of asked.keys()) if (asked.size > MOST_QUESTIONS) asked.delete(old);
  return elements;
}

/**
 * `facts`: as attributes, null where nothing is known; whether any is news
 * @type {(question: number, facts: (Record<string, string> | null)[]) => boolean}
 */
export function reportInternals(question, facts) {
  const elements = asked.get(question) ?? [];
  asked.delete(question);
  let news = false;
  elements.forEach((element, index) => {
    const reported = facts[index];
    if (!reported || JSON.stringify(reported) === JSON.stringify(internals.reported.get(element) ?? {})) return;
    internals.reported.set(element, reported);
    internals.any = news = true;
  });
  if (news) countNews();
  return news;
}

/** Readings differ from here on. */
function countNews() {
  countChange();
  mutations.observed(null);
}
