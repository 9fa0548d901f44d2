// What custom elements say of themselves by ElementInternals: roles, states and names that no attribute has and no script can read.
// The debugger finds them in Chromium's accessibility tree and tells them; they count where there is no attribute.

import { countChange } from './changes.js';
import { mutations } from './mutations.js';
import { hasAttribute, internals, matches, shadowRootOf } from '../dom/dom.js';

/** Each is a question to the debugger. */
const MOST_ASKED = 60;
/** In a larger document Chromium takes long to make its tree (170 ms for 10 000 elements): nobody asks. */
const LARGEST_DOCUMENT = 4_000;
/** How many questions may be under way at once. */
const MOST_QUESTIONS = 4;

/** @type {WeakRef<Element>[]} found by the last readings */
let candidates = [];
/** @type {Map<number, Element[]>} what was asked about, by the number of the question */
const asked = new Map();

/** @type {(element: Element) => boolean} a custom element, `name` has a hyphen, that a person can use and that has no role as attribute */
export function mayHoldInternals(element) {
  if (hasAttribute(element, 'role') || !matches(element, ':defined')) return false;
  // Only form-associated ones match either.
  return hasAttribute(element, 'tabindex') || matches(element, ':enabled,:disabled') || Boolean(shadowRootOf(element)?.delegatesFocus);
}

/** @type {(found: Element[], elements: number, partial: boolean) => number} how many there are to ask about after a reading of so many elements */
export function noteCandidates(found, elements, partial) {
  const kept = partial ? candidates.flatMap((one) => one.deref() ?? []) : [];
  const all = elements > LARGEST_DOCUMENT ? [] : [...new Set([...kept, ...found])].slice(0, MOST_ASKED);
  candidates = all.map((element) => new WeakRef(element));
  return all.length;
}

/** @type {(question: number) => Element[]} those whose internals are to be told, in the order in which they are told */
export function takeCandidates(question) {
  const elements = candidates.flatMap((one) => one.deref() ?? []);
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
  if (news) {
    countChange();
    mutations.observed();
  }
  return news;
}
