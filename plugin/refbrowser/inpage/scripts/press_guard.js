// Runs in a world of its own in each new document, before any script of the page: it is the first to receive events of presses and
// keys. It reports each to the engine, which comes later, by an event whose name no page can guess. What the engine cancels is kept
// from the page.

import { watchClipboard } from '../dom/clipboard_watch.js';
import { ASKED_EVENT, EARLY_EVENT, GUARDED_EVENTS, GUARD_EVENT, guardOptions } from '../dom/guarded_events.js';

// A press that was sent, or aimed, before this document was there is meant for the one before it. It is kept from the page unless
// the engine has taken aim here, and the engine reads it when it asks.
const born = performance.now();

/** @type {Record<string, boolean>} */
const keptEarly = { mousedown: false, mouseup: false };

/** @param {Event} event */
const isEarly = (event) => event.timeStamp < born && dispatchEvent(new Event(EARLY_EVENT, { cancelable: true }));

/** @param {Event} event */
function keep(event) {
  event.stopImmediatePropagation();
  // A pointer event that is prevented would take the mouse events with it, which are prevented one by one.
  if (!/^(pointer|touch)/.test(event.type)) event.preventDefault();
}

/** @param {Event} event */
function report(event) {
  if (!event.isTrusted) return;
  if (isEarly(event)) {
    if (event.type in keptEarly) keptEarly[event.type] = true;
    keep(event);
    return;
  }
  // Events of keys and text have no point: the report then says 0.
  const { clientX, clientY } = /** @type {MouseEvent} */ (event);
  const relatedTarget = event.composedPath()[0] ?? null;
  const detail = GUARDED_EVENTS.indexOf(event.type);
  const reported = new MouseEvent(GUARD_EVENT, { detail, relatedTarget, clientX, clientY, cancelable: true });
  if (!dispatchEvent(reported)) keep(event);
}

addEventListener(ASKED_EVENT, (event) => {
  const type = /** @type {UIEvent} */ (event).detail ? 'mouseup' : 'mousedown';
  if (keptEarly[type]) event.preventDefault();
  keptEarly[type] = false;
});
watchClipboard();
for (const type of GUARDED_EVENTS) addEventListener(type, report, guardOptions(type));
