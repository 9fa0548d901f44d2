// Whether scripts have asked to be called back since an action began. The ids of timers are counted per window, for all worlds: so a
// timer shows without a hook in the page. Callbacks of frames and idle times run in the order in which they were set: what the page has
// set has run once one that was set later has. To ask for a frame before the input would have Chromium draw one too many.
// A task of the `scheduler` with a delay leaves no trace.

const nothing = () => {};

/** The id of a timer when the present action began; 0 before the first. */
let begun = 0;
/** How many ids the looks since have used up. */
let looks = 0;
/** @type {{frame: boolean, idle: boolean} | null} whether callbacks have run that were set at the first look */
let behind = null;

/** @type {() => number} which is used up by that */
function nextTimer() {
  const id = Number(setTimeout(nothing, 0));
  clearTimeout(id);
  return id;
}

/** The next action begins. */
export function markScheduled() {
  begun = nextTimer();
  looks = 0;
  behind = null;
}

/** @type {() => '' | 'timer' | 'frame'} what may be set and not have run yet: a timer since the action began, a frame or an idle callback */
export function scheduled() {
  if (!begun) return '';
  const timers = nextTimer() - begun > ++looks;
  if (!behind) {
    const ran = { frame: false, idle: false };
    behind = ran;
    requestAnimationFrame(() => { ran.frame = true; });
    requestIdleCallback(() => { ran.idle = true; });
  }
  return timers ? 'timer' : behind.frame && behind.idle ? '' : 'frame';
}

/** @type {() => boolean} a frame has been drawn since the first look at the present action */
export const hasDrawn = () => behind === null || behind.frame;
