// Runs in a world of its own in each new document, before any script of the page: it is the first to receive events of presses and
// keys. It reports each to the engine, which comes later, by an event whose name no page can guess. What the engine cancels is kept
// from the page.

import { GUARDED_EVENTS, GUARD_EVENT } from '../dom/guarded_events.js';

/** @param {Event} event */
function report(event) {
  if (!event.isTrusted) return;
  // Of keys and text, undefined: the report then says 0.
  const { clientX, clientY } = /** @type {MouseEvent} */ (event);
  const relatedTarget = event.composedPath()[0] ?? null;
  const detail = GUARDED_EVENTS.indexOf(event.type);
  const reported = new MouseEvent(GUARD_EVENT, { detail, relatedTarget, clientX, clientY, cancelable: true });
  if (dispatchEvent(reported)) return;
  event.stopImmediatePropagation();
  // A pointer event that is prevented would take the mouse events with it, which are prevented one by one.
  if (!event.type.startsWith('pointer')) event.preventDefault();
}

for (const type of GUARDED_EVENTS) addEventListener(type, report, { capture: true });
