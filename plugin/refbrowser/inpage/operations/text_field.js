// Text fields around what is typed into them: brought into focus before it, read back after it.

import { editContextOf, focusedElement, nameOf } from '../dom/dom.js';
import { oneLine } from '../dom/text.js';
import { aimKeys } from '../tracking/key_guard.js';
import { documentToken, liveElement } from '../tracking/refs.js';
/** @import { AimKeysRequest, CaretPlaced, CaretRequest, ElementRequest, Entered, KeysAimed } from '../wire.d.ts' */

/** @type {(element: Element) => element is HTMLInputElement | HTMLTextAreaElement} */
export const isTextControl = (element) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** @type {(request: ElementRequest) => Entered} Give a text field the focus, with all of its text selected. */
export function enter(request) {
  const element = !request.doc || request.doc === documentToken ? liveElement(request.id) : null;
  return { doc: documentToken, entered: element !== null && enterField(element) };
}

/**
 * Keep the next keys from all else, or without an element from whatever takes the focus.
 * @type {(request: AimKeysRequest) => KeysAimed}
 */
export function aimKeysAt(request) {
  if (!request.id) aimKeys(null, true);
  const element = !request.doc || request.doc === documentToken ? liveElement(request.id) : null;
  if (element) aimKeys(element, request.all);
  const focused = element !== null && focusedElement() === element && Document.prototype.hasFocus.call(document);
  return { doc: documentToken, aimed: element !== null, focused };
}

/**
 * What became of the shortcut that moves an editor's caret: whether the page left it to the browser, and has drawn what it made of
 * it.
 */
const shortcut = { ignored: false, drawn: false };

const MODIFIERS = new Set(['Control', 'Meta']);

/** @param {KeyboardEvent} event */
const noteDefault = (event) => {
  if (!MODIFIERS.has(event.key)) shortcut.ignored = !event.defaultPrevented;
};

/** @param {KeyboardEvent} event */
const noteFrames = (event) => {
  if (!MODIFIERS.has(event.key)) requestAnimationFrame(() => requestAnimationFrame(() => { shortcut.drawn = true; }));
};

/**
 * Watch the shortcut that moves the caret of an editor that a script draws (`from` null); place the caret.
 * @type {(request: CaretRequest) => CaretPlaced}
 */
export function caret(request) {
  const element = !request.doc || request.doc === documentToken ? liveElement(request.id) : null;
  const context = element && editContextOf(element);
  if (request.from === null) {
    Object.assign(shortcut, { ignored: false, drawn: false });
    addEventListener('keydown', noteFrames, true);
    addEventListener('keydown', noteDefault);
    return { doc: documentToken, settled: false };
  }
  removeEventListener('keydown', noteFrames, true);
  removeEventListener('keydown', noteDefault);
  // Chromium moves no caret there by itself, and says with the text that comes which text it replaces.
  if (context && shortcut.ignored) context.updateSelection(request.from === 'start' ? 0 : context.text.length, context.text.length);
  return { doc: documentToken, settled: !context || shortcut.ignored || shortcut.drawn };
}

/**
 * whether the field now has the focus and all text in it is selected, so that what is typed next takes its place; the next keys are
 * meant for it
 * @type {(element: Element) => boolean}
 */
export function enterField(element) {
  aimKeys(element, !isTextControl(element));
  HTMLElement.prototype.focus.call(element);
  if (isTextControl(element)) (element instanceof HTMLInputElement ? HTMLInputElement
    : HTMLTextAreaElement).prototype.select.call(element);
  return focusedElement() === element;
}

/**
 * Whether a closed select can be brought into focus by the question before the choice: one that has what is wanted, and does not
 * show it yet.
 * @type {(element: Element, wanted: (string | number)[]) => boolean}
 */
export function awaitsChoice(element, [wanted, ...others]) {
  if (nameOf(element) !== 'select' || others.length) return false;
  const select = /** @type {HTMLSelectElement} */ (element);
  const means = (/** @type {HTMLOptionElement} */ option) =>
    [option.value, oneLine(option.label)].some((one) => one === String(wanted) || one === oneLine(String(wanted)))
    || option.index === wanted;
  return !select.multiple && select.size <= 1 && Array.from(select.options).some((option) => means(option) && !option.selected);
}
