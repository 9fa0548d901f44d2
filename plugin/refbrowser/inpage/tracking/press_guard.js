// A press is meant for one element. Until it comes a page may move another one there: what would land on something else is kept
// from the page, and what the target received is recorded. Every document on the way to the target takes aim, each at its own
// frame.

import { version } from './changes.js';
import { freePointerFor } from './browser_requests.js';
import { describeElement } from './describe.js';
import { documentToken } from './refs.js';
import { calledName } from '../aria/fallback_label.js';
import { isDisabled } from '../aria/states.js';
import {
  PASSIVE, addListener, countOwnListeners, isConnectedGetter, isWithin, matches, nameOf, rectOf, removeListener, shadowRootOf,
} from '../dom/dom.js';
import { ASKED_EVENT, GUARDED_EVENTS, KEY_EVENTS } from '../dom/guarded_events.js';
import { noteEntered } from './entered.js';
import { endKeys, isAimed, recordKey } from './key_guard.js';
import { reaches } from '../pressing/cover.js';
import { innerControl, isFieldBox } from '../pressing/proxy_control.js';
import { hitAt } from '../visual/hit_test.js';
/** @import { PressReport, Witnessed } from '../wire.d.ts' */

/** What shows that the target received a press, or a hover. */
const RECEIVED_EVENTS = { press: ['pointerdown', 'mousedown', 'click', 'auxclick', 'contextmenu'],
  hover: ['mouseover', 'mousemove'] };
/** What shows that the target received the whole of a press. */
const COMPLETE_EVENTS = new Set(['click', 'auxclick']);
const timeStamp = console.timeStamp;
/** Elements in which another document or a plug-in takes the input. */
const TAKES_INPUT_ITSELF = new Set(['iframe', 'frame', 'embed', 'object', 'fencedframe']);

/**
 * @typedef {object} Aim what the press on its way is meant for, and what came of it so far
 * @property {'press' | 'hover'} kind
 * @property {Element} element
 * @property {Element} target what is drawn and pressed for the element
 * @property {number[]} point where the pointer is sent
 * @property {Element | null} inner what lay in the target at the point when aim was taken, and takes presses of its own
 * @property {boolean} isOnTarget the point lay on the target, and not on what is around a field, when aim was taken
 * @property {string} name of the element when aim was taken
 * @property {((hit: Element | null) => string) | null} judge what a policy asks of the element where that is hit, in one text; null
 *   where there is none
 * @property {string} judged the same when aim was taken
 * @property {string} moment marked as the target receives the whole press, for a document that may go before it is asked; empty
 *   where none is
 * @property {(() => boolean) | null} isRecycled whether the page made another thing of the element as that was scrolled into view;
 *   null where it was not
 * @property {boolean} keeping the press that is under way is kept from the page
 * @property {number} pressed how often the page got a button that goes down, on the target
 * @property {boolean} begun the page got the beginning of the press that is under way
 * @property {boolean} touched the page got a finger: a tap counts, whether or not the page lets a click follow
 * @property {number} version of the document at the first press
 * @property {boolean} arrived a press of whatever has come to this document
 * @property {boolean} inside what was hit is the target or inside it, so that it is on the event's way
 * @property {string} missed what the press would have landed on
 * @property {string} later the same of a second or third press, after the first was received
 * @property {string} released what a button was released on instead
 * @property {Element | null} releasedOn the same as an element
 * @property {string[] | null} renamed the name at the aim, and under the press
 * @property {string} unjudged what the element had become when a part of the press was kept from the page, since a policy had not
 *   judged that
 * @property {boolean} clickSent the browser has sent the target a click, which a script of the page may have stopped
 * @property {Set<string>} received types of events
 */

/** @type {Aim | null} */
export let aim = null;
/** A press guard reports the events of this document. */
let guarded = false;

/** The document's listeners are new: whether a press guard is there is not known yet. */
export function unguard() {
  guarded = false;
}

/**
 * The next press, or hover at the point, is meant for the element called `name`, for which `target` is drawn and pressed.
 * @type {(element: Element, target: Element, kind: Aim['kind'], point: number[], name: string, checks?: Partial<Pick<Aim, 'judge' |
 *   'moment' | 'isRecycled'>>) => void}
 */
export function takeAim(element, target, kind, point, name, { judge = null, moment = '', isRecycled = null } = {}) {
  freePointerFor(target);
  const hit = hitAt(point[0], point[1]);
  const isOnTarget = hit !== null && isWithin(hit, target);
  const inner = isOnTarget ? innerControl(hit, element, target) : null;
  aim = {
    kind, element, target, point, inner, isOnTarget, name, judge, judged: judge ? judge(hit) : '', moment, isRecycled,
    keeping: false, arrived: false, pressed: 0, begun: false, touched: false, version: 0, inside: false, missed: '', later: '', released: '',
    releasedOn: null, renamed: null, unjudged: '', clickSent: false, received: new Set(),
  };
  if (TAKES_INPUT_ITSELF.has(nameOf(target))) return;
  for (const type of RECEIVED_EVENTS[kind]) addListener.call(target, type, onReceived, PASSIVE);
  // To remove one makes another, by which it is found.
  countOwnListeners(RECEIVED_EVENTS[kind].length);
}

/** @type {() => PressReport | null} ends the aim: what became of the press */
export function endAim() {
  if (!aim) return null;
  const { kind, element, target, point, arrived, pressed, touched, inside, missed, later, released, releasedOn, renamed,
    unjudged, clickSent, received } = aim;
  const reacted = pressed > 0 && version !== aim.version;
  aim = null;
  if (TAKES_INPUT_ITSELF.has(nameOf(target))) return { missed };
  for (const type of RECEIVED_EVENTS[kind]) removeListener.call(target, type, onReceived, PASSIVE);
  countOwnListeners(RECEIVED_EVENTS[kind].length);
  if (kind === 'hover') return { hovered: received.size > 0
    || (matches(target, ':hover') && reaches(element, target, hitAt(point[0], point[1]))) };
  // A disabled control is sent the pointer's events, and none of the mouse's.
  if (isDisabled(element)) received.delete('pointerdown');
  // What is pressed for the target and is not in its tree, as the field of a label, receives it in the target's place.
  const elsewhere = pressed > 0 && !inside;
  return {
    missed, later, released, renamed, unjudged, begun: pressed > 0, presses: pressed, reacted,
    laid: releasedOn !== null && !isConnectedGetter.call(releasedOn), arrived, received: received.size > 0 || elsewhere,
    clicked: received.has('click') || elsewhere || touched, stopped: clickSent && !received.has('click'),
  };
}

/** @type {(event: Event) => void} */
function onReceived(event) {
  if (!event.isTrusted || !aim) return;
  aim.received.add(event.type);
  if (aim.moment && COMPLETE_EVENTS.has(event.type))
    timeStamp.call(console, `${aim.moment} ${event.type} ${/** @type {UIEvent} */ (event).detail}`);
}

/** @type {(event: Event) => void} reported by the press guard */
export function onGuarded(event) {
  guarded = true;
  const { detail, relatedTarget, clientX, clientY } = /** @type {MouseEvent} */ (event);
  if (recordEvent(GUARDED_EVENTS[detail], relatedTarget, clientX, clientY)) event.preventDefault();
}

/** @type {(event: Event) => void} asked by the press guard: aim is taken in this document, so the press is for it */
export function onEarly(event) {
  if (aim?.kind === 'press') event.preventDefault();
}

/** @type {(event: Event) => void} a document that was there before the press guard reports its events itself */
export function onPress(event) {
  if (guarded || !event.isTrusted) return;
  const { clientX, clientY } = /** @type {MouseEvent} */ (event);
  if (!recordEvent(event.type, event.composedPath()[0], clientX, clientY)) return;
  event.stopImmediatePropagation();
  // A pointer event that is prevented would take the mouse events with it, which are prevented one by one.
  if (!/^(pointer|touch)/.test(event.type)) event.preventDefault();
}

/**
 * Record an event in the aim that is taken. Return whether it is kept from the page.
 * @type {(type: string, to: EventTarget | null, x: number, y: number) => boolean}
 */
function recordEvent(type, to, x, y) {
  if (type === 'input') noteEntered(to, aim !== null || isAimed());
  if (KEY_EVENTS.includes(type)) return recordKey(type);
  return aim?.kind === 'press' && recordPress(aim, type, to, x, y);
}

/**
 * as {@link recordEvent}, of an event of a press
 * @type {(aim: Aim, type: string, to: EventTarget | null, x: number, y: number) => boolean}
 */
function recordPress(aim, type, to, x, y) {
  aim.arrived = true;
  if (type === 'pointerdown') aim.keeping = aim.begun = false;
  if (type === 'mousedown' && aim.touched) return recordGhost(aim, hitOf(to, x, y));
  if (type === 'pointerdown' || type === 'mousedown') return recordDown(aim, hitOf(to, x, y));
  if (type === 'touchstart') aim.touched = !aim.keeping;
  if (aim.keeping) return type !== 'pointerup' || !aim.begun;
  // A policy allowed the click of that element as it was; buttons and links act when the click comes.
  if (type === 'click' && !isAsJudged(aim, hitOf(to, x, y))) return recordUnjudged(aim);
  if (type !== 'mouseup' && type !== 'contextmenu' && type !== 'click') return false;
  const hit = hitOf(to, x, y);
  if (reaches(aim.element, aim.target, hit)) {
    aim.clickSent ||= type === 'click';
    return false;
  }
  const captured = isCaptured(aim, to, x, y);
  if (type === 'click' && captured) aim.received.add('click');
  // A click of what holds both the element and what the button was released on is not what a policy allowed.
  if (type === 'click' || captured) return !captured && aim.judge !== null;
  aim.released ||= describeHit(hit);
  aim.releasedOn ??= hit;
  // What received the button's press has to receive its release. The menu of another element is kept from the page.
  return type === 'contextmenu';
}

/**
 * Record a mouse event that follows a tap. It is kept from the page, and the click with it, where the tap brought something else
 * under the finger.
 * @type {(aim: Aim, hit: Element | null) => boolean}
 */
function recordGhost(aim, hit) {
  if (takes(aim, hit)) return false;
  aim.released ||= describeHit(hit);
  aim.releasedOn ??= hit;
  return (aim.keeping = true);
}

/**
 * Record a button that goes down. It is kept from the page on something else, or on an element that a policy has not judged as it
 * is now.
 * @type {(aim: Aim, hit: Element | null) => boolean}
 */
function recordDown(aim, hit) {
  if (aim.keeping) return true;
  // `mousedown` goes where `pointerdown` went, or to what is around that where the page took it away: a person presses on, too.
  if (!aim.begun && !takes(aim, hit)) {
    if (aim.pressed) aim.later ||= describeHit(hit);
    else aim.missed ||= describeHit(hit);
    return (aim.keeping = true);
  }
  if (!isAsJudged(aim, hit)) return (aim.keeping = recordUnjudged(aim));
  if (aim.begun) return false;
  const name = aim.pressed ? aim.name : calledName(aim.element);
  if (name !== aim.name && aim.isRecycled?.()) {
    aim.missed ||= describeHit(hit);
    return (aim.keeping = true);
  }
  if (!aim.pressed++) {
    if (name !== aim.name) aim.renamed = [aim.name, name];
    aim.version = version;
  }
  aim.begun = true;
  aim.inside = hit !== null && isWithin(hit, aim.target);
  return false;
}

/**
 * a press of what is hit is one of the element: nothing that takes presses of its own has come there since the aim
 * @type {(aim: Aim, hit: Element | null) => boolean}
 */
function takes(aim, hit) {
  if (!hit || !reaches(aim.element, aim.target, hit)) return false;
  if (!isWithin(hit, aim.target)) return !(aim.isOnTarget && isFieldBox(hit, aim.element) && hasLeft(aim));
  const inner = innerControl(hit, aim.element, aim.target);
  return inner === null || inner === aim.inner;
}

/** @type {(aim: Aim) => boolean} the point lies on the target no more */
function hasLeft({ target, point: [x, y] }) {
  const { left, top, right, bottom } = rectOf(target);
  return x < left || y < top || x > right || y > bottom;
}

/**
 * the pointer is still on the element, and its events go to what is around that and has captured it, as the root of a slider does
 * @type {(aim: Aim, to: EventTarget | null, x: number, y: number) => boolean}
 */
const isCaptured = (aim, to, x, y) => to instanceof Element
  && isWithin(aim.target, to) && reaches(aim.element, aim.target, hitAt(x, y));

/** @type {(aim: Aim, hit: Element | null) => boolean} the element, its form and where they lead are what a policy has judged */
const isAsJudged = (aim, hit) => !aim.judge || aim.judge(hit) === aim.judged;

/**
 * Record that a part of the press is kept from the page, since no policy has judged what the element is now.
 * @type {(aim: Aim) => true}
 */
function recordUnjudged(aim) {
  aim.unjudged ||= `${calledName(aim.element)} (its kind, its form or where it leads has changed)`;
  return true;
}

/**
 * the innermost element that takes the event: closed shadow roots hide theirs from its path
 * @type {(to: EventTarget | null, x: number, y: number) => Element | null}
 */
function hitOf(to, x, y) {
  if (!(to instanceof Element)) return null;
  const hit = shadowRootOf(to) ? hitAt(x, y) : null;
  return hit && isWithin(hit, to) ? hit : to;
}

/** @type {(hit: Element | null) => string} */
const describeHit = (hit) => (hit ? describeElement(hit) : 'the page');

/** @type {() => Witnessed} End this document's aims, and report what became of the press and of the keys. */
export function witness() {
  const [press, release] = [0, 1].map((detail) => !dispatchEvent(new UIEvent(ASKED_EVENT, { detail, cancelable: true })));
  return { doc: documentToken, press: endAim(), keys: endKeys(), early: press ? 'press' : release ? 'release' : '' };
}
