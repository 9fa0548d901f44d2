// What the page asks of the browser around it, as far as events report it: the pointer, the whole screen, a printed page.

import { isWithin } from '../dom/dom.js';
import { countChange, note } from './changes.js';
import { documentToken } from './refs.js';
/** @import { Escaped } from '../wire.d.ts' */

/** @type {Record<string, [string, string]>} by event: what was asked for, and what the page got */
const REPORTED = {
  pointerlockerror: ['pointer lock', 'refused'],
  fullscreenerror: ['full screen', 'refused'],
  beforeprint: ['print', 'shown to nobody'],
  enterpictureinpicture: ['picture-in-picture', 'granted'],
  leavepictureinpicture: ['picture-in-picture', 'left'],
};

/** Events that report such a request. */
export const REQUEST_EVENTS = ['pointerlockchange', 'fullscreenchange', ...Object.keys(REPORTED)];

/**
 * A Chromium without a browser's interface (the headless shell) moves the pointer of a locked page again and again, until nothing
 * else is heard there.
 */
const FLOODS = typeof (/** @type {any} */ (globalThis).chrome) === 'undefined';

/** What the document has taken, as far as that has been noted. */
const taken = { pointer: false, screen: false };

/** @type {(event: Event) => void} */
export function onRequest(event) {
  if (!event.isTrusted) return;
  countChange();
  const reported = REPORTED[event.type];
  if (reported) note({ type: 'asked', name: reported[0], state: reported[1] });
  else settleTaken();
}

/**
 * Notes what the document has taken or left since the last call. The events come with a frame, behind what the page's own promises
 * did.
 */
export function settleTaken() {
  const pointer = document.pointerLockElement !== null;
  const screen = document.fullscreenElement !== null;
  if (pointer !== taken.pointer) {
    note({ type: 'asked', name: 'pointer lock', state: !pointer ? 'left' : FLOODS ? 'taken back' : 'granted' });
    if (pointer && FLOODS) document.exitPointerLock();
  }
  if (screen !== taken.screen) note({ type: 'asked', name: 'full screen', state: screen ? 'granted' : 'left' });
  Object.assign(taken, { pointer, screen });
}

/**
 * the pointer is free again, as after Escape, where what has it would get a press meant for the target
 * @type {(target: Element) => void}
 */
export function freePointerFor(target) {
  const holder = document.pointerLockElement;
  if (holder && !isWithin(target, holder)) document.exitPointerLock();
}

/** @type {() => Escaped} End what the Escape key ends before the page hears of it. */
export function escape() {
  const left = [];
  if (document.pointerLockElement) left.push('pointer lock');
  if (document.fullscreenElement) left.push('full screen');
  document.exitPointerLock();
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  return { doc: documentToken, left };
}
