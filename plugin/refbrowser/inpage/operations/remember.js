// A document as its chat falls asleep, and as it wakes: what its refs meant, what fields hold beyond what the page gave them, how far
// it is scrolled. A waking document is given that without any event but those of typing.

import { editorText } from '../aria/editor_text.js';
import { withLabelIndex } from '../aria/labels.js';
import { isEditingHost } from '../aria/roles.js';
import { isDisabled, isReadonly, isSecret } from '../aria/states.js';
import {
  attributeOf, byId, checkVisibility, childrenOf, documentElementGetter, focusedElement, nameOf, parentOf, queryEvery, scrollGetters,
} from '../dom/dom.js';
import { treeRoots } from '../dom/trees.js';
import { Walk } from '../snapshot/walker.js';
import { documentToken, entryFor, entryOf, idsWithoutNumber, liveElement } from '../tracking/refs.js';
import { lastingKeys } from './lasting.js';
import { isTextControl } from './text_field.js';
/** @import { Remembered, RememberRequest, Restored, RestoreRequest } from '../wire.d.ts' */

const MOST_ELEMENTS = 5_000;
const MOST_FIELDS = 500;
const MOST_BOXES = 50;
/** Characters of one field, and of all of a document. */
const LONGEST_FIELD = 50_000;
const MOST_TEXT = 500_000;
const DEEPEST = 40;

const FIELDS = 'input:not([type=hidden]),textarea,select,[contenteditable]';
const PRESSED = new Set(['button', 'submit', 'reset', 'image']);
const execCommand = Document.prototype.execCommand;

/** @type {(request: RememberRequest) => Remembered} Report what a later visit needs; with `ids`, give all elements their ids. */
export function remember(request) {
  const walk = new Walk({ mode: 'full', dry: true });
  const root = documentElementGetter.call(document);
  if (root) withLabelIndex(() => walk.read(root));
  const { sighted } = walk;
  const seen = sighted.slice(0, MOST_ELEMENTS);
  const keys = lastingKeys(seen.map(({ element }) => element));
  /** @type {Remembered['elements']} */
  const elements = seen.map(({ element, sighting }, index) => {
    const entry = request.ids ? entryFor(element) : entryOf.get(element);
    return [entry?.id ?? 0, entry?.number ?? 0, keys[index], sighting.kind, sighting.label.text.slice(0, 100)];
  });
  const fields = fieldsOf(request.ids);
  return {
    doc: documentToken, elements, more: Math.max(0, sighted.length - MOST_ELEMENTS),
    scroll: [Math.round(scrollX), Math.round(scrollY)], boxes: boxesOf(walk.scrollers), ...fields, ...missingOf(),
    stored: storedOf(),
    unnumbered: request.ids ? idsWithoutNumber() : null,
  };
}

/** @type {(ids: boolean) => Pick<Remembered, 'fields' | 'secrets' | 'unkept'>} */
function fieldsOf(ids) {
  /** @type {Remembered['fields']} */
  const fields = [];
  let secrets = 0;
  let unkept = 0;
  let left = MOST_TEXT;
  const focused = focusedElement();
  const all = treeRoots().flatMap((root) => [...queryEvery(root, FIELDS)]).slice(0, MOST_FIELDS);
  const values = all.map((field) => enteredValue(field, ids));
  const keys = values.some((value) => value !== null) ? lastingKeys(all) : [];
  for (const [index, field] of all.entries()) {
    const value = values[index];
    if (value === null) continue;
    if (isSecret(field)) {
      if (value !== '' && value !== false) secrets++;
      continue;
    }
    const key = keys[index];
    const length = typeof value === 'string' ? value.length : 10;
    if (key === null || length > LONGEST_FIELD || (left -= length) < 0) unkept++;
    else fields.push([ids ? entryFor(field).id : 0, key, value, field === focused]);
  }
  return { fields, secrets, unkept };
}

/**
 * what it holds beyond what its page gave it, null for nothing; with `any`, what it holds
 * @type {(field: any, any: boolean) => string | boolean | string[] | null}
 */
function enteredValue(field, any) {
  const name = nameOf(field);
  if (name === 'select') {
    const options = /** @type {HTMLOptionElement[]} */ ([...field.options]);
    const chosen = options.filter((option) => option.selected).map((option) => option.value);
    const given = options.filter((option) => option.defaultSelected);
    const first = field.multiple || field.size > 1 ? [] : options.filter((option) => !option.disabled).slice(0, 1);
    const before = given.length ? (field.multiple ? given : given.slice(-1)) : first;
    return any || chosen.join('\n') !== before.map((option) => option.value).join('\n') ? chosen : null;
  }
  if (name === 'input' && (field.type === 'checkbox' || field.type === 'radio'))
    return any || field.checked !== field.defaultChecked ? field.checked : null;
  if (name === 'input' && (PRESSED.has(field.type) || field.type === 'file')) return null;
  if (isTextControl(field)) return any || field.value !== field.defaultValue ? field.value : null;
  return isEditingHost(field) ? editorText(field, LONGEST_FIELD + 1) : null;
}

/** @type {() => Pick<Remembered, 'missing'>} what no other visit of the page has */
function missingOf() {
  const roots = treeRoots();
  /** @type {(selector: string) => any[]} */
  const all = (selector) => roots.flatMap((root) => [...queryEvery(root, selector)]);
  /** @type {[string, any[]][]} */
  const found = [
    ['file chosen for an upload', all('input[type=file]').flatMap((field) => [...field.files])],
    ['running video or audio', all('video,audio').filter((media) => !media.paused && !media.ended)],
    ['drawing on a canvas', all('canvas').filter((canvas) => canvas.width * canvas.height > 1 && checkVisibility(canvas))],
  ];
  return { missing: found.filter(([, those]) => those.length).map(([what, those]) => [what, those.length]) };
}

/** @type {() => [number, number]} how much the document's origin stores, locally and for the session */
function storedOf() {
  try {
    return [localStorage.length, sessionStorage.length];
  } catch {
    return [0, 0];
  }
}

/** @type {(scrollers: Element[]) => Remembered['boxes']} */
function boxesOf(scrollers) {
  /** @type {Remembered['boxes']} */
  const boxes = [];
  for (const box of scrollers) {
    const [x, y] = [scrollGetters.left.call(box), scrollGetters.top.call(box)].map(Math.round);
    if ((x || y) && box !== document.scrollingElement && boxes.length < MOST_BOXES) boxes.push([pathOf(box), x, y]);
  }
  return boxes;
}

/** @type {(element: Element) => string} by which child, from the nearest id or the document's element */
function pathOf(element) {
  /** @type {string[]} */
  const steps = [];
  let node = element;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const id = attributeOf(node, 'id');
    const parent = parentOf(node);
    if (id && byId(document, id) === node) return [`#${id}`, ...steps].join('\n');
    if (!parent) break;
    steps.unshift(`${nameOf(node)} ${childrenOf(parent).indexOf(node)}`);
    node = parent;
  }
  return steps.join('\n');
}

/** @type {(path: string) => Element | null} */
function boxAt(path) {
  let node = /** @type {Element | null} */ (documentElementGetter.call(document));
  for (const step of path.split('\n')) {
    if (step.startsWith('#')) node = byId(document, step.slice(1));
    else if (step) {
      const [name, place] = step.split(' ');
      const child = node && childrenOf(node)[Number(place)];
      node = child && nameOf(child) === name ? child : null;
    }
    if (!node) return null;
  }
  return node;
}

/** @type {(request: RestoreRequest) => Restored} Give the document what it had; report which fields and boxes did not take it. */
export function restore(request) {
  if (request.doc !== documentToken)
    return { doc: documentToken, fields: request.fields.map(([id]) => id), boxes: [], scrolled: false };
  const before = focusedElement();
  let last = before;
  const refused = request.fields.filter(([id, value, focused]) => {
    const field = liveElement(id);
    if (!field || isDisabled(field) || isReadonly(field) || isSecret(field) || !give(field, value)) return true;
    if (focused) last = field;
    return false;
  });
  const focused = focusedElement();
  if (focused !== last) Reflect.apply((last ? HTMLElement.prototype.focus : HTMLElement.prototype.blur), last ?? focused, [
    { preventScroll: true }]);
  const unscrolled = request.boxes.filter(([path, x, y]) => {
    const box = boxAt(path);
    if (box) scrollTo(box, x, y);
    return !box || Math.abs(scrollGetters.top.call(box) - y) > 2 || Math.abs(scrollGetters.left.call(box) - x) > 2;
  });
  const [x, y] = request.scroll;
  const page = document.scrollingElement;
  if (page && (x || y)) scrollTo(page, x, y);
  return {
    doc: documentToken, fields: refused.map(([id]) => id), boxes: unscrolled.map(([path]) => path),
    scrolled: Math.abs(scrollX - x) <= 2 && Math.abs(scrollY - y) <= 2,
  };
}

/** @type {(box: Element, left: number, top: number) => void} */
function scrollTo(box, left, top) {
  Reflect.apply(Element.prototype.scrollTo, box, [{ left, top, behavior: 'instant' }]);
}

/**
 * Give the field what it held: text as typing does, a choice as Chromium's own restoring does, without an event. Return whether it
 * holds it now.
 * @type {(field: any, value: string | boolean | string[]) => boolean}
 */
function give(field, value) {
  if (Array.isArray(value)) {
    for (const option of field.options) option.selected = value.includes(option.value);
    return [...field.selectedOptions].map((option) => option.value).join('\n') === value.join('\n');
  }
  if (typeof value === 'boolean') {
    field.checked = value;
    return field.checked === value;
  }
  if (!isTextControl(field) || takesTyping(field)) HTMLElement.prototype.focus.call(field, { preventScroll: true });
  if (focusedElement() !== field || !(takesTyping(field) || isEditingHost(field))) {
    // Typing would go elsewhere: the field is in a part of the form that is not shown yet, or takes no text.
    if (isTextControl(field)) field.value = value;
    return isTextControl(field) && field.value === value;
  }
  if (isTextControl(field)) field.select();
  else if (editorText(field) !== '') return false;
  execCommand.call(document, value ? 'insertText' : 'delete', false, value);
  return (isTextControl(field) ? field.value : editorText(field)) === value;
}

/** @type {(field: Element) => boolean} text is entered into it, not a date, a colour or a place on a scale */
const takesTyping = (field) => isTextControl(field)
  && (!(field instanceof HTMLInputElement) || /^(text|search|url|tel|email|number|)$/.test(field.type));
