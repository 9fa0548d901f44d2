// What press guard and engine agree on: they are in different worlds of a document, and in different scripts.

/** Events of keys, and of the text that they enter. */
export const KEY_EVENTS = ['keydown', 'keypress', 'beforeinput', 'input'];

/** Events of presses and keys. A report names the type by its place here. */
export const GUARDED_EVENTS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu',
  'touchstart', 'touchend', ...KEY_EVENTS];

/**
 * how it is listened to: a touch that is kept from the page is not prevented, its mouse events are
 * @type {(type: string) => AddEventListenerOptions}
 */
export const guardOptions = (type) => ({ capture: true, passive: type.startsWith('touch') });

/**
 * The event by which the press guard reports each event of a press, and that is canceled to keep it from the page; no page can
 * guess the name.
 */
export const GUARD_EVENT = '@guard@';

/** The event by which the press guard asks whether a press that is older than the document is meant for it all the same. */
export const EARLY_EVENT = '@guard@early';

/** The event by which the engine asks whether the press guard kept such a press; with the detail 1, a release. */
export const ASKED_EVENT = '@guard@asked';
