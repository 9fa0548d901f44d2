// Keys and text are meant for one element. They go wherever the focus is, which a page may move: what would go elsewhere is kept
// from the page, and where it would have gone is recorded.

import { focusedElement, isWithin } from '../dom/dom.js';
import { describeElement } from './describe.js';
/** @import { KeyReport } from '../wire.d.ts' */

/** How long an element is aimed at, if no request asks for the outcome. In ms. */
const LONGEST_AIM_MS = 30_000;

/**
 * @typedef {object} KeyAim what the keys on their way are meant for
 * @property {Element | null} element null for none, while nothing has the focus
 * @property {boolean} all of the input is meant for the element; else the page may pass it on to another once the element has
 *   received some, as boxes of one digit each do
 * @property {number} until when it expires
 * @property {boolean} received some of the input
 * @property {boolean} changed it is not what a policy has judged any more
 * @property {string} kept what would have received input that was kept from the page
 * @property {string} passed_on what received the rest
 * @property {boolean} beside text was put beside what the field held, not in place of it
 * @property {(() => string) | null} judge what a policy asks of the element, in one text; null where there is none
 * @property {string} judged the same when aim was taken
 */

/** @type {KeyAim | null} */
let aim = null;

/**
 * the next keys are meant for the element; with `judge`, the next key for one of which that still says the same
 * @type {(element: Element | null, all: boolean, judge?: (() => string) | null) => void}
 */
export function aimKeys(element, all, judge = null) {
  aim = {
    element, all, until: performance.now() + LONGEST_AIM_MS, received: false, changed: false, kept: '', passed_on: '', beside: false, judge,
    judged: judge ? judge() : '',
  };
}

/** @type {() => KeyReport | null} ends the aim: what became of the keys */
export function endKeys() {
  if (!aim) return null;
  const { received, kept, passed_on, changed, beside } = aim;
  aim = null;
  return { received, kept, passed_on, changed, beside };
}

/** @type {() => boolean} */
export const isAimed = () => aim !== null;

/** @type {(type: string) => boolean} Record a key or text in the aim that is taken. Return whether it is kept from the page. */
export function recordKey(type) {
  if (!aim) return false;
  if (performance.now() > aim.until) {
    aim = null;
    return false;
  }
  const focused = focusedElement();
  if (isMeant(aim.element, focused)) {
    if (type === 'keydown' && aim.judge && aim.judge() !== aim.judged) {
      aim.changed = true;
      return true;
    }
    if (type === 'beforeinput' && focused) aim.beside ||= isPartlySelected(/** @type {HTMLInputElement} */ (focused));
    aim.received = true;
    return false;
  }
  const where = focused ? describeElement(focused) : 'the page';
  // The text is there already when `input` comes: the page gave the focus away in its `beforeinput` handler.
  if (type === 'input' || (aim.received && !aim.all)) {
    aim.passed_on ||= where;
    return false;
  }
  aim.kept ||= where;
  return true;
}

/** @type {(field: HTMLInputElement) => boolean} false for a field that does not say what is selected in it, such as one for numbers */
const isPartlySelected = ({ value, selectionStart, selectionEnd }) =>
  typeof selectionStart === 'number' && (selectionStart > 0 || selectionEnd !== value.length);

/**
 * the focus is in the element, or in the editor that the element is a part of
 * @type {(element: Element | null, focused: Element | null) => boolean}
 */
const isMeant = (element, focused) => element === focused || (element !== null
  && focused !== null && (isWithin(focused, element) || (/** @type {HTMLElement} */ (focused).isContentEditable
  && isWithin(element, focused))));
