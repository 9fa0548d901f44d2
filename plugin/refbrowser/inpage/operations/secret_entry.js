// A secret on its way into a field: the origin is checked, the field brought into focus and the text inserted in one task, so that no
// script of the page, and no frame that takes the focus, can come between.

import { isDisabled, isReadonly, isSecret, markSecret } from '../aria/states.js';
import { queryEvery } from '../dom/dom.js';
import { round } from '../tracking/describe.js';
import { documentToken, liveElement } from '../tracking/refs.js';
import { enterField, isTextControl } from './text_field.js';

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** How many places of secrets are painted over; a page that shows more of them is all painted. */
const MOST_PLACES = 200;

const execCommand = Document.prototype.execCommand;

/**
 * @param {any} request op enter_secret: `id`, `value`, and the `origins` of which the document's has to be one
 * @returns {object} `origin` as it is, that of the document around it for `about:srcdoc` and `about:blank`, and `status`: typed · origin ·
 *   opaque · insecure · gone · not_editable · refused; when typed, `kept`: whether the field then held it all
 */
export function enterSecret(request) {
  const origin = self.origin;
  const answer = (/** @type {string} */ status) => ({ doc: documentToken, origin, status });
  const element = request.doc === documentToken ? liveElement(request.id) : null;
  if (!element) return answer('gone');
  if (origin === 'null') return answer('opaque');
  if (!request.origins.includes(origin)) return answer('origin');
  // The address of a document that inherits its origin has no host.
  if (!origin.startsWith('https://') && !LOOPBACK.test(new URL(origin).hostname)) return answer('insecure');
  if (!isTextControl(element) || isDisabled(element) || isReadonly(element)) return answer('not_editable');
  if (!enterField(element)) return answer('refused');
  markSecret(element);
  if (!execCommand.call(document, 'insertText', false, request.value)) return answer('refused');
  return { ...answer('typed'), kept: holdsAll(element, request.value) };
}

/** @type {(field: Element, value: string) => boolean} */
const holdsAll = (field, value) =>
  'value' in field ? /** @type {HTMLInputElement} */ (field).value === value : (field.textContent ?? '').includes(value);

/**
 * @param {any} request op secret_places: the `values` that must not be in a picture
 * @returns {object} the boxes of this frame's viewport where its fields and texts show them
 */
export function secretPlaces(request) {
  const values = request.values.map((/** @type {string} */ value) => plain(value).toLowerCase());
  /** @type {number[][]} */
  const boxes = [];
  const holds = (/** @type {string} */ text) => values.some((/** @type {string} */ value) => plain(text).toLowerCase().includes(value));
  const cover = (/** @type {DOMRect} */ box) => {
    if (box.width > 0 && box.height > 0 && boxes.length < MOST_PLACES) boxes.push([box.x, box.y, box.width, box.height].map(round));
  };
  for (const field of queryEvery(document, 'input,textarea')) {
    const control = /** @type {HTMLInputElement} */ (field);
    if ((isSecret(control) && control.value) || holds(control.value)) cover(control.getBoundingClientRect());
  }
  for (const element of queryEvery(document, '*')) {
    // A value that is split over elements is in the text of the smallest element that holds all of it.
    const text = element.textContent ?? '';
    if (!holds(text) || Array.from(element.children).some((child) => holds(child.textContent ?? ''))) continue;
    const range = document.createRange();
    range.selectNodeContents(element);
    for (const box of range.getClientRects()) cover(box);
  }
  return { doc: documentToken, boxes, viewport_width: innerWidth };
}

/** @type {(text: string) => string} without what cannot be seen between letters */
const plain = (text) => text.replace(/[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+/g, '');
