// What an element means to a person, so that it can be found again on another visit to its page: kind, name, place, form, link
// target.

import { calledName } from '../aria/fallback_label.js';
import { roleOf } from '../aria/roles.js';
import { attributeOf, closest, nameOf } from '../dom/dom.js';
import { oneLine, shorten } from '../dom/text.js';
import { currentKind } from '../tracking/describe.js';
import { areNamedBehind, belongingOf, textBeside } from './belonging.js';
import { sightAll } from './healing.js';
import { Boxes, boxedItemOf, itemOf } from './item.js';
import { documentToken, elementOf, entryFor, idsWithoutNumber, sightingOf, sightings } from '../tracking/refs.js';
/** @import { Sighting } from '../tracking/refs.js' */
/** @import { Found, SeekRequest } from '../wire.d.ts' */

const LONGEST = 200;

/** How many elements of the same kind and name have the names of their items compared. */
const MOST_TWINS = 50;
/** How many elements are reported of a page that is searched. */
const MOST_FOUND = 300;

const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];

/** @type {(text: string | null | undefined) => string} */
const short = (text) => shorten(oneLine(text ?? ''), LONGEST);

/**
 * An element's meaning. `alike`: how many elements of this kind and name the page had when it was last read, and `place` which of
 * them this is; 0 where it was not among what was read. `same`: how many of them stood under the same heading, in the same row and
 * item.
 * @type {(element: Element) => object}
 */
export function meaningOf(element) {
  const sighting = sightingOf(element);
  const kind = sighting?.kind ?? currentKind(element);
  const name = short(sighting?.label.text ?? calledName(element));
  const twins = sighting ? sightings().filter((one) => one.kind === kind && short(one.label.text) === name) : [];
  const near = twins.filter((one) => one.heading === sighting?.heading && one.row.text === sighting.row.text);
  const { item, boxed } = boxedItemOf(element);
  const elements = twins.map(elementOf).filter((one) => one !== null);
  return { kind, name, ...placeOf(sighting), ...handlesOf(element), item, boxed, ...belongingOf(element),
    ...behind(element, areNamedBehind(elements)), alike: twins.length,
    place: sighting ? twins.indexOf(sighting) + 1 : 0,
    same: near.length > 1 && item && near.length <= MOST_TWINS
      ? near.filter((one) => one === sighting || isOfItem(one, item)).length : near.length,
  };
}

/** @type {(element: Element, named: boolean) => {after?: string, behind?: boolean}} the text behind it, and whether that is a name */
function behind(element, named) {
  const { text } = textBeside(element, 'nextSibling');
  return { ...(text && { after: text }), ...(named && { behind: true }) };
}

/** @type {(sighting: Sighting, item: string) => boolean} */
function isOfItem(sighting, item) {
  const element = elementOf(sighting);
  return element === null || itemOf(element) === item;
}

/** @type {(sighting: Sighting | null) => object} */
const placeOf = (sighting) => (sighting ? { heading: short(sighting.heading), row: short(sighting.row.text),
  near: short(sighting.near), url: short(sighting.url), path: short(sighting.path) } : {});

/**
 * what programs call it: role, id, name, test id, placeholder, and its form
 * @type {(element: Element) => Record<string, string>}
 */
function handlesOf(element) {
  const form = /** @type {any} */ (element).form instanceof HTMLFormElement ? /** @type {any} */ (element).form
    : closest(element, 'form');
  const testId = TEST_IDS.map((name) => attributeOf(element, name)).find(Boolean);
  /** @type {Record<string, string | null | undefined>} */
  const all = {
    role: roleOf(element), tag: nameOf(element), type: attributeOf(element, 'type'), id: attributeOf(element, 'id'),
    field: attributeOf(element, 'name'),
    test_id: testId, href: attributeOf(element, 'href'), placeholder: attributeOf(element, 'placeholder'),
    form: form && [attributeOf(form, 'id'), attributeOf(form, 'name'), attributeOf(form, 'action')].filter(Boolean).join(' '),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value).map(([name, value]) => [name, short(value)]));
}

/**
 * Report everything on the page that may be the element of a meaning: what shares its name, a handle, its link target or, for what
 * is in a form, its kind.
 * @type {(request: SeekRequest) => Found} in page order
 */
export function seek(request) {
  const wanted = request.meaning;
  const seen = sightAll();
  /** @type {Map<string, number>} */
  const counts = new Map();
  const keys = seen.map(({ sighting }) => `${sighting.kind}\n${short(sighting.label.text)}`);
  const places = keys.map((key) => {
    const place = (counts.get(key) ?? 0) + 1;
    counts.set(key, place);
    return place;
  });
  const boxes = new Boxes();
  const named = keys.lastIndexOf(`${wanted.kind}\n${wanted.name}`) >= 0
    && areNamedBehind(seen.filter((_, index) => keys[index] === `${wanted.kind}\n${wanted.name}`).map(({ element }) => element));
  /** @type {Found['found']} */
  const found = [];
  let more = 0;
  seen.forEach(({ element, sighting }, index) => {
    const handles = handlesOf(element);
    const name = short(sighting.label.text);
    const shares = name === wanted.name || sighting.kind === wanted.kind
      || ['id', 'field', 'test_id'].some((key) => wanted[key] && handles[key] === wanted[key]);
    if (!shares) return;
    if (found.length === MOST_FOUND) return void more++;
    found.push({
      local: entryFor(element).id, kind: sighting.kind, name, ...placeOf(sighting), ...handles, ...boxedItemOf(element, boxes),
      ...belongingOf(element), ...behind(element, named && name === wanted.name && sighting.kind === wanted.kind),
      alike: counts.get(keys[index]), place: places[index],
    });
  });
  return { doc: documentToken, found, more, fresh: idsWithoutNumber() };
}
