// How long the document's scripts could run for: time in which they stood still is left out. A dialog stops them, a long task, and
// a pause of the process; what comes late after that has missed nothing.

import { setOwnTimer } from './scheduled.js';

/** How often is looked whether they stand still, in ms; longer than twice that without a look is time in which they did. */
const LOOK_MS = 200;

let stoodStillMs = 0;
let lookedAt = 0;
/** Until when is looked, in running time. */
let looksUntil = -Infinity;
let looking = false;

/** @type {() => number} in ms, like `performance.now()`; what stood still is left out while somebody keeps looking */
export function runningTime() {
  const now = performance.now();
  const late = now - lookedAt - LOOK_MS;
  if (looking && late > LOOK_MS) {
    stoodStillMs += late;
    lookedAt = now;
  }
  return now - stoodStillMs;
}

/** @type {(until: number) => void} looks until that running time, or a later one that was asked for */
export function keepLooking(until) {
  looksUntil = Math.max(looksUntil, until);
  if (looking) return;
  lookedAt = performance.now();
  looking = true;
  setOwnTimer(look, LOOK_MS);
}

function look() {
  looking = runningTime() < looksUntil;
  lookedAt = performance.now();
  if (looking) setOwnTimer(look, LOOK_MS);
}
